"""What a host may do only after a Yes at the box: questions on the screen, and what comes of them.

The handler answers "asked" at once, and `outcome` tells later. Starting a game from the home screen needs no Yes.
"""

from companion.storage.files import StorageError
from companion.storage.packs import JournalError
from companion.storage.settings import SettingsError
from companion.ticks import since
from companion.ui.screens.home import GAMES, make_way
from companion.ui.widgets import Question
from shared_rules.fields import RuleError
from shared_rules.game import check_header

_REST_MS = 10000  # after a No nothing is asked for so long


class Asking(Question):
    """A question that a host has asked for. BACK is a No, also for the questions after it."""

    def __init__(self, app, lines, on_yes, on_no):
        Question.__init__(self, app, lines, on_yes)
        self._on_no = on_no

    def press(self, key):
        Question.press(self, key)
        if self not in self.app.stack:
            self._on_no(self)


class Asker:
    def __init__(self, app):
        self.app = app
        self._asking = None  # the question that is on the screen
        self._outcome = ("none", None)
        self._told = True  # the outcome, if there was one
        self._no_ms = None
        self.new_session()

    def new_session(self):
        """Another host has come: what was allowed was not allowed to it."""
        self._may_delete = 0  # exported games, by a Yes to `clear`
        self._restoring = None  # after a Yes to `restore`

    def on_start(self, asked):
        app = self.app
        players = [{"id": player["id"], "name": player["name"]} for player in asked["players"]]
        known = [player["id"] for player in players if player["id"] is not None]
        if len(set(known)) != len(known):
            raise RuleError("schema", "one person sits on two seats")
        header = {
            "v": 1,
            "id": "X",
            "device": app.parts.device,
            "firmware": app.session.firmware,
            "started": None,
            "players": players,
        }
        for name in ("game", "mode", "setup", "rules"):
            header[name] = asked[name]
        if asked["game"] not in GAMES:
            raise RuleError("schema", "this box does not score the game %s" % asked["game"])
        unknown = check_header(header)[1]
        if unknown:
            raise RuleError("schema", "the set-up has no field %s" % unknown[0])

        def begin():
            make_way(app, header["game"])
            try:
                app.session.start(
                    header["game"], header["mode"], players, header["setup"], header["rules"], app.parts.utc()
                )
            except Exception:
                app.home()  # which takes up again what was put by
                raise
            app.enter_game()
            app.settings.set("players", players)

        if app.session.game is None and len(app.stack) == 1:
            if self._asking is not None:
                self._no(self._asking)
            begin()
            return {"outcome": "done"}
        words = app.words
        return self._ask([words.ASKED_BEGIN if app.session.game is None else words.ASKED_START], begin)

    def on_maintenance(self, asked):
        reset = getattr(self.app.parts, "maintenance", None)
        if reset is None:
            raise RuleError("unsupported", "this box has no maintenance")
        return self._ask([self.app.words.ASKED_MAINTENANCE], reset)

    def on_delete(self, asked):
        app, number = self.app, asked["game"]
        words = app.words
        if not app.journal.packs.has(number):
            raise JournalError("missing", "no game %d is stored" % number)
        if self._may_delete and app.journal.packs.exported(number):
            app.journal.delete(number)
            self._may_delete -= 1
            return {"outcome": "done"}
        lines = words.ASKED_DELETE[0], words.ASKED_DELETE[1] % number
        questions = [lines]
        if not app.journal.packs.exported(number):
            questions = [lines + (words.ASKED_DELETE[2],), words.DELETE_AGAIN]
        return self._ask(questions, lambda: app.journal.delete(number, True))

    def on_clear(self, asked):
        def allow():
            self._may_delete = asked["games"]

        lines = self.app.words.ASKED_CLEAR
        return self._ask([(lines[0] % self._games(asked["games"]),) + lines[1:]], allow)

    def _games(self, count):
        one, several = self.app.words.GAMES_COUNT
        return one if count == 1 else several % count

    # Putting back

    def on_restore(self, asked):
        from companion.link.restoring import Restoring

        def allow():
            self._restoring = Restoring(self.app)

        words = self.app.words
        lines = words.ASKED_RESTORE[:2] + (words.ASKED_RESTORE[2] % self._games(asked["games"]),)
        return self._ask([lines if asked["games"] else words.ASKED_RESTORE_SET], allow)

    def on_put(self, asked):
        self._may_restore().put(asked["from"], asked["bytes"])
        return {}

    def on_keep(self, asked):
        return self._may_restore().keep(asked)

    def _may_restore(self):
        if self._restoring is None:
            raise RuleError("unasked", "nobody at the box has allowed to put anything back")
        return self._restoring

    # Questions

    def _ask(self, questions, act):
        """Puts the questions on the screen, one after the other; after the last Yes `act()` is done."""
        app = self.app
        if self._still_asking():
            raise RuleError("busy", "the box is asking something already")
        if self._no_ms is not None and since(app.parts.ticks_ms(), self._no_ms) < _REST_MS:
            raise RuleError("refused", "it was refused at the box a moment ago")
        if app.notice is not None:
            app.notice = None
        self._outcome = ("asked", None)
        self._told = False
        self._show(questions, act)
        return {"outcome": "asked"}

    def _show(self, questions, act):
        def yes():
            if len(questions) > 1:
                self._show(questions[1:], act)
                return
            self._asking = None
            try:
                act()
                self._outcome = ("done", None)
            except (RuleError, JournalError, StorageError, SettingsError) as error:
                self._outcome = ("failed", error.message)
                self.app.say((self.app.words.CANNOT, error.message))

        self._asking = Asking(self.app, questions[0], yes, self._no)
        self.app.push(self._asking)

    def _no(self, question):
        """The question is gone; if nothing came of it, that was a No."""
        if question is self._asking:
            self._asking = None
            self._outcome = ("refused", None)
            self._no_ms = self.app.parts.ticks_ms()

    def busy(self):
        """Whether a later request belongs to an earlier one: a question is open, or a box is being restored."""
        return self._still_asking() or self._restoring is not None

    def over(self):
        """Whether nothing is left of what was asked: no question, no permission, no rest after a No, no outcome untold."""
        return self._told and self._no_ms is None and not (self._may_delete or self.busy())

    def _still_asking(self):
        if self._asking is not None and self._asking not in self.app.stack:
            self._no(self._asking)
        return self._asking is not None

    def on_outcome(self, asked):
        if not self._still_asking():
            self._told = True
        return {"outcome": self._outcome[0], "message": self._outcome[1]}
