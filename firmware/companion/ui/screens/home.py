"""Home, the bottom of the stack: what can be done while no game is on the table.

Quick start stands under the first press, or, with a game open, the way back into it. Keys that lead nowhere (BACK, also
held) only beep. An ended game is closed by whoever leaves its last page, so home never shows one.
"""

from companion.keys import BACK
from companion.ui.widgets import Choose


class Home(Choose):
    """The list. It is made anew whenever it comes to the top."""

    def __init__(self, app):
        Choose.__init__(self, app, None, [], "home")
        self.shown()

    def shown(self):
        app, words = self.app, self.words
        options = []
        if app.session.game is not None:
            options.append((words.RESUME % app.session.state.round, app.enter_game))
        options.append((words.QUICK_START, self._quick_start))
        options.append((words.NEW_GAME, self._new_game))
        options.append((words.PAST_GAMES, self._past))
        options.append((words.SETTINGS, self._settings))
        options.append((words.REFERENCE, self._reference))
        options.append((words.ABOUT_WARNS if app.warnings else words.ABOUT, self._about))
        if len(options) != len(self.options):
            self.at = 0
        self.options = options

    def press(self, key):
        if key == BACK:
            self.app.beep("refused")
        else:
            Choose.press(self, key)

    def hold(self, key):
        self.app.beep("refused")

    # Each screen's module is loaded when it is asked for: most evenings need two of them.

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
        from companion.ui.screens.reference import Reference

        self.app.push(Reference(self.app))

    def _about(self):
        from companion.ui.screens.about import About

        self.app.push(About(self.app))
