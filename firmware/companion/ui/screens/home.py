"""Home, the bottom of the stack: what can be done while no game is on the table.

Quick start stands under the first press, or, with a game open, the way back into it. Keys that lead nowhere (BACK, also
held) only beep. An ended game is closed by whoever leaves its last page, so home never shows one.
The modules of the other screens around the game are loaded when they are asked for, and put out of memory when home is
back: a game needs the room.
"""

import sys

from companion.keys import BACK
from companion.modules import forget
from companion.storage.files import StorageError
from companion.storage.packs import JournalError
from companion.storage.settings import SettingsError
from companion.ui.widgets import Choose, reason
from shared_rules.fields import RuleError

GAMES = ("robokraft", "robot_x", "robotroc", "robotlab", "robots")  # those this version has screens for
_PACKAGE = "companion.ui.screens"
_ROBOKRAFT = (
    "robokraft robokraft_records sums tricks table trick results look correct decide counts piles whole "
    "left_over cardkeys"
).split()
_PASSING = ("menu", "new_game", "past", "settings", "selftest", "reference", "about") + tuple(
    [game + "_setup" for game in GAMES]
)


def attempt(app, act, *arguments, **fields):
    """Runs what writes to the storage; says why it could not and returns False where it could not."""
    words = app.words
    try:
        act(*arguments, **fields)
    except (StorageError, JournalError, SettingsError, RuleError) as error:
        app.beep("warning")
        app.say(words.STORAGE_SAYS.get(error.code) or (words.CANNOT, reason(app, error)))
        return False
    return True


def unload(game, passing=()):
    """Puts out of memory the modules of every game but this one, and the screens in `passing`."""
    screens = [_PACKAGE + "." + screen for screen in passing]

    def wanted(name):
        last = name.rsplit(".", 1)[1]
        others = game_of(last) not in (None, game) or (last == "common" and game == GAMES[0])
        return others or name in screens

    forget(wanted)


def make_way(app, game):
    """Takes an open game out of memory, and all that is of no use to the game of this name, which is to begin; home is on top.

    In the journal the open one stays open until the new one begins, and home takes it up again.
    """
    app.notice = None
    del app.stack[1:]
    if app.session.game is not None:
        app.session.put_by()
    unload(game)


def game_of(module):
    """The game to which a module of this name belongs, its rules, screens or texts; None for one of no game."""
    if module in _ROBOKRAFT:
        return GAMES[0]
    name = module[3:] if module.startswith("en_") else module
    for game in GAMES[1:]:
        if name == game or name.startswith(game + "_"):
            return game
    return None


def _crowded(game):
    """Whether there is anything in memory that `unload` would put out of it, told by the modules that are loaded first."""
    names = [_PACKAGE + "." + screen for screen in _PASSING]
    for other in GAMES:
        if other != game:
            names += ["shared_rules." + other, "companion.lang.en_" + other]
            names.append(_PACKAGE + "." + ("table" if other == GAMES[0] else other))
    return [name for name in names if name in sys.modules]


class Home(Choose):
    """The list. It is made anew whenever it comes to the top."""

    def __init__(self, app):
        Choose.__init__(self, app, None, [], "home")
        self._open_key = None
        self.shown()

    def tidy(self):
        """What the open game does not need goes out of memory."""
        session = self.app.session
        game = GAMES[0] if session.game is None else session.game.module.NAME
        if _crowded(game):
            unload(game, _PASSING)

    def shown(self):
        app, words = self.app, self.words
        if app.session.put_down:  # another game was to be set up, and is not
            unload(GAMES[0], _PASSING)
            app.session.resume()
        self.tidy()
        options = []
        if app.session.game is not None:
            options.append((words.RESUME % app.session.awaited_round(), app.enter_game))
        options.append((words.QUICK_START, self._quick_start))
        options.append((words.NEW_GAME, self._new_game))
        options.append((words.PAST_GAMES, self._past))
        options.append((words.SETTINGS, self._settings))
        options.append((words.REFERENCE, self._reference))
        options.append((words.ABOUT_WARNS if app.warnings else words.ABOUT, self._about))
        if app.journal.open_key != self._open_key:
            self._open_key = app.journal.open_key
            self.at = 0
        self.options = options

    def press(self, key):
        if key == BACK:
            self.app.beep("refused")
        else:
            Choose.press(self, key)

    def hold(self, key):
        self.app.beep("refused")

    def _quick_start(self):
        from companion.ui.screens.new_game import quick_start

        quick_start(self.app)

    def _new_game(self):
        from companion.ui.screens.new_game import new_game

        new_game(self.app)

    def _past(self):
        from companion.ui.screens.past import Past

        self.app.push(Past(self.app))

    def _settings(self):
        from companion.ui.screens.settings import SettingsScreen

        self.app.push(SettingsScreen(self.app))

    def _reference(self):
        from companion.ui.screens.reference import ask_reference

        ask_reference(self.app)

    def _about(self):
        from companion.ui.screens.about import About

        self.app.push(About(self.app))
