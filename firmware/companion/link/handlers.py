"""What the box answers to each message of `shared_rules.wire`.

A handler gets the fields, checked against the table, and returns the answer's. What cannot be raises an error with
`code` and `message`, as rules, settings, journal and files do. Reading changes nothing. What could harm is asked on
the box: the handler answers "asked" at once, and `outcome` tells later what came of it.
"""

import gc
from binascii import b2a_base64, crc32

from companion.storage.files import StorageError
from companion.storage.packs import JournalError
from companion.storage.settings import SettingsError
from companion.ui.screens.home import GAMES
from companion.ui.widgets import Question
from shared_rules import wire
from shared_rules.fields import RuleError
from shared_rules.game import check_header, module_of
from shared_rules.utc import seconds_of

_PIECE = 512
_REST_MS = 10000  # after a No nothing is asked for so long
_WRAP = 1 << 30
_NOT_BY_HOST = {
    "developer": "developer mode is switched on and off at the box only: Settings, Developer",
    "roster": "the roster is changed by person and forget",
}


class Asking(Question):
    """A question that a host has asked for. BACK is a No, also for the questions after it."""

    def __init__(self, app, lines, on_yes, on_no):
        Question.__init__(self, app, lines, on_yes)
        self._on_no = on_no

    def press(self, key):
        Question.press(self, key)
        if self not in self.app.stack:
            self._on_no(self)


class Handlers:
    """One method a message."""

    def __init__(self, app):
        self.app = app
        self._asking = None  # the question that is on the screen
        self._outcome = ("none", None)
        self._no_ms = None
        self._session = None
        self._may_delete = 0  # exported games, by a Yes to `clear`
        self._restoring = None  # after a Yes to `restore`

    def answer(self, name, asked):
        """The answer's fields. Raises an error with `code` and `message`."""
        return getattr(self, "on_" + name)(asked)

    def on_hello(self, asked):
        from companion.status import micropython

        if asked["protocol"] < wire.OLDEST:
            raise RuleError("protocol", "this box speaks protocol %d" % wire.VERSION)
        if asked["session"] != self._session:
            self._session = asked["session"]
            self._may_delete = 0
            self._restoring = None
        app = self.app
        return {
            "product": wire.PRODUCT,
            "protocol": min(wire.VERSION, asked["protocol"]),
            "firmware": app.session.firmware,
            "micropython": micropython(),
            "device": app.parts.device,
            "storage": app.journal.storage_id,
        }

    def on_status(self, asked):
        from companion.status import status

        return {"status": status(self.app)}

    # Games

    def on_games(self, asked):
        games = []
        for number, size, exported in self.app.journal.games(asked["before"], 32):
            games.append({"game": number, "size": size, "exported": exported})
        return {"games": games, "open": self.app.journal.open_key}

    def on_read(self, asked):
        size, data = self.app.journal.piece(asked["game"], asked["from"], wire.GAME_BYTES)
        return {"size": size, "bytes": b2a_base64(data)[:-1].decode()}

    def on_exported(self, asked):
        journal, number = self.app.journal, asked["game"]
        crc = at = 0
        size, data = journal.piece(number, at, _PIECE)
        while data:
            crc = crc32(data, crc)
            at += len(data)
            size, data = journal.piece(number, at, _PIECE)
        if size != asked["size"] or "%08x" % (crc & 0xFFFFFFFF) != asked["crc"]:
            raise RuleError("differs", "game %d is another one here" % number)
        journal.mark_exported(number)
        return {}

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
        return self._ask([(lines[0] % asked["games"],) + lines[1:]], allow)

    # Putting back

    def on_cards(self, asked):
        from companion.storage import carddata

        module_of(asked["game"])
        return {"values": carddata.load(self.app.parts.files, asked["game"])}

    def on_restore(self, asked):
        from companion.link.restoring import Restoring

        def allow():
            self._restoring = Restoring(self.app)

        words = self.app.words
        lines = words.ASKED_RESTORE[:2] + (words.ASKED_RESTORE[2] % asked["games"],)
        return self._ask([lines if asked["games"] else words.ASKED_RESTORE_SET], allow)

    def on_put(self, asked):
        self._may_restore().put(asked["from"], asked["bytes"])
        return {}

    def on_keep(self, asked):
        return {"number": self._may_restore().keep(asked)}

    def _may_restore(self):
        if self._restoring is None:
            raise RuleError("unasked", "nobody at the box has allowed to put anything back")
        return self._restoring

    # Settings

    def on_settings(self, asked):
        values = self.app.settings.values()
        del values["roster"]
        return {"values": values}

    def on_set(self, asked):
        name, value = asked["name"], asked["value"]
        if name in _NOT_BY_HOST:
            raise SettingsError("value", _NOT_BY_HOST[name], name)
        if name == "rules":
            _check_rules(value)
        self._change(name, value)
        return {}

    def on_people(self, asked):
        roster = self.app.settings.get("roster")
        first = asked["from"]
        return {"people": roster[first : first + wire.PEOPLE], "count": len(roster)}

    def on_person(self, asked):
        person = {"id": asked["id"], "name": asked["name"]}
        roster = self._without(asked["id"])
        roster.insert(asked["at"], person)
        self._change("roster", roster)
        return {}

    def on_forget(self, asked):
        self._change("roster", self._without(asked["id"]))
        return {}

    def _without(self, identity):
        return [one for one in self.app.settings.get("roster") if one["id"] != identity]

    def _change(self, name, value):
        self.app.settings.set(name, value)
        self.app.apply_settings()

    def on_clock(self, asked):
        parts = self.app.parts
        seconds_of(asked["utc"])
        set_utc = getattr(parts, "set_utc", None)
        if set_utc is None:
            raise RuleError("unsupported", "this box has no clock that can be set")
        was = parts.utc()
        set_utc(asked["utc"])
        return {"was": was}

    # A game from outside

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
            app.home()
            gc.collect()  # the game's own modules are loaded now
            app.session.start(
                header["game"], header["mode"], players, header["setup"], header["rules"], app.parts.utc()
            )
            app.enter_game()

        if app.session.game is None and len(app.stack) == 1:
            if self._asking is not None:
                self._no(self._asking)
            begin()
            return {"outcome": "done"}
        return self._ask([app.words.ASKED_START], begin)

    def on_maintenance(self, asked):
        reset = getattr(self.app.parts, "maintenance", None)
        if reset is None:
            raise RuleError("unsupported", "this box has no maintenance")
        return self._ask([self.app.words.ASKED_MAINTENANCE], reset)

    def on_program(self, asked):
        program = getattr(self.app.parts, "program", None)
        if program is None:
            raise RuleError("unsupported", "the program of this box cannot be exchanged")
        return program()

    # Questions

    def _ask(self, questions, act):
        """Puts the questions on the screen, one after the other; after the last Yes `act()` is done."""
        app = self.app
        if self._still_asking():
            raise RuleError("busy", "the box is asking something already")
        if self._no_ms is not None and (app.parts.ticks_ms() - self._no_ms) % _WRAP < _REST_MS:
            raise RuleError("refused", "it was refused at the box a moment ago")
        if app.notice is not None:
            app.notice = None
        self._outcome = ("asked", None)
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

    def _still_asking(self):
        if self._asking is not None and self._asking not in self.app.stack:
            self._no(self._asking)
        return self._asking is not None

    def on_outcome(self, asked):
        self._still_asking()
        return {"outcome": self._outcome[0], "message": self._outcome[1]}

    # The box itself

    def on_selftest(self, asked):
        from companion.ui.screens.selftest import storage_works

        app = self.app
        gc.collect()
        keys = app.keys
        stuck = [wire.KEYS[key] for key in range(8) if keys.stuck >> key & 1]
        return {
            "storage": storage_works(app.parts.files),
            "free": app.parts.files.free(),
            "heap": gc.mem_free() if hasattr(gc, "mem_free") else None,
            "display": app.panel.ready,
            "stuck": stuck,
        }

    def on_crashes(self, asked):
        out = []
        for job, ticks, text in self.app.crashes.read():
            out.append({"job": job, "ticks": ticks, "text": text})
        return {"crashes": out}

    # Developer mode

    def on_screen(self, asked):
        from companion.status import lettered

        self._need_developer()
        app = self.app
        return {
            "name": "notice" if app.notice is not None else app.stack[-1].name,
            "texts": [lettered(text) for text in app.canvas.lines()],
            "picture": b2a_base64(bytes(app.panel.buffer))[:-1].decode(),
        }

    def on_press(self, asked):
        from companion.input import HOLD, PRESS

        self._need_developer()
        self.app.keys.inject(HOLD if asked["hold"] else PRESS, wire.KEYS.index(asked["key"]))
        return {}

    def _need_developer(self):
        if not self.app.settings.get("developer"):
            raise RuleError(
                "developer", "only in developer mode; switch it on at the box: Settings, Developer"
            )


def _check_rules(value):
    """House rules that some game of this version knows. Raises RuleError `schema`."""
    if type(value) is not dict:
        raise RuleError("schema", "rules must be an object")
    for game in value:
        module = module_of(game)
        if type(value[game]) is not dict:
            raise RuleError("schema", "rules of %s must be an object" % game)
        for name in value[game]:
            if name not in module.RULES:
                raise RuleError("schema", "%s has no house rule %s" % (game, name))
            if value[game][name] not in module.RULES[name]:
                raise RuleError("schema", "%s must be one of %s" % (name, ", ".join(module.RULES[name])))
