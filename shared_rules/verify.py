"""Replays a log with the rules core and says what is wrong with it.

`Verifier` takes records as parsed objects, in order; reading the file strictly is the host's work. Chain and schema
errors are all listed; the replay stops at the first error that leaves no state. docs/log-format.md lists the codes.
"""

from shared_rules.fields import RuleError, check
from shared_rules.history import Game
from shared_rules.log import ENVELOPE_FIELDS, FIRST, check_record, crc_of, tables_of


class Verifier:
    """Feed it every record, then ask for `result()`."""

    def __init__(self):
        self.errors = []
        self.warnings = []
        self.game = None
        self._crc = FIRST
        self._n = 0
        self._t = 0
        self._dead = False
        self._tables = None
        self._seats = 0

    def error(self, n, code, message):
        self.errors.append({"n": n, "code": code, "message": message})

    def feed(self, record):
        """Checks one record; `record` may be anything that JSON gives."""
        n = self._n
        if not isinstance(record, dict):
            self.unreadable("the line is no JSON object")
            return
        self._chain(record, n)
        self._n += 1
        sound = self._sound(record, n)
        if sound and not self._dead:
            self._replay(record, n)
        elif not sound:
            self._dead = True

    def unreadable(self, message):
        """Counts a line that is no record at all."""
        self.error(self._n, "schema", message)
        self._n += 1
        self._crc = None
        self._dead = True

    def _chain(self, record, n):
        crc = record.get("crc")
        if not isinstance(crc, str):
            self.error(n, "schema", "crc is missing" if crc is None else "crc must be a text")
            self._crc = None
            return
        body = dict(record)
        del body["crc"]
        if self._crc is None or crc_of(self._crc, body) != crc:
            self.error(n, "crc", "the crc does not fit the record and the one before it")
        self._crc = crc

    def _sound(self, record, n):
        """Whether the record is one that can be replayed: envelope, type, fields."""
        try:
            check(ENVELOPE_FIELDS, record, 8)
            if type(record.get("type")) is not str:
                raise RuleError("schema", "type is missing or no text")
        except RuleError as error:
            self.error(n, "schema", error.message)
            return False
        good = True
        if record["n"] != n:
            self.error(n, "sequence", "record number %d stands where %d should" % (record["n"], n))
            self._n = max(record["n"], 0) + 1
            good = False
        if record["t"] < self._t:
            self.error(n, "sequence", "t falls to %d, after %d in the record before" % (record["t"], self._t))
        self._t = record["t"]  # not the highest so far: one wrong t is one fault
        if (record["type"] == "game") != (n == 0):
            self.error(n, "schema", "the first record, and no other, must be of type game")
            return False
        if n == 0:
            return self._begin(record) and good
        if self._tables is None:
            return False
        try:
            names = check_record(self._tables, record, self._seats)
        except RuleError as error:
            self.error(n, error.code, error.message)
            return False
        self._unknown(n, names)
        return good

    def _begin(self, record):
        try:
            self.game = Game(record)
        except RuleError as error:
            self.error(0, error.code, error.message)
            return False
        self._unknown(0, self.game.unknown)
        self._tables = tables_of(self.game.module)
        self._seats = len(record["players"])
        return True

    def _unknown(self, n, names):
        for name in names:
            self.warnings.append(
                {"n": n, "code": "unknown_field", "message": "%s is not a field of this record" % name}
            )

    def _replay(self, record, n):
        if n == 0:
            return
        try:
            self.game.apply(record)
        except RuleError as error:
            blamed = error.fields.get("n", n)
            self.error(blamed, error.code, error.message)
            # A wrong score or end changes nothing: the replay goes on.
            self._dead = record["type"] not in ("score", "end")
            self.game.n = n + 1

    def result(self):
        """The verdict, without the file's name: `ok`, `errors`, `warnings`, `game`, `points`, `ranks`, `winners`, `rounds`."""
        out = {"ok": not self.errors, "errors": self.errors, "warnings": self.warnings}
        out.update({"game": None, "points": None, "ranks": None, "winners": None, "rounds": None})
        if self.game is None:
            return out
        state = self.game.state
        for warning in state.warnings:
            self.warnings.append({"n": warning[0], "code": warning[1], "message": warning[2]})
        if self.game.end is None:
            self.warnings.append(
                {"n": self._n - 1, "code": "unfinished", "message": "the game has no end record"}
            )
        ending = self.game.end or self.game.ending("abandoned")
        out["game"] = self.game.module.NAME
        out["points"] = ending["points"]
        out["ranks"] = ending["ranks"]
        out["winners"] = ending["winners"] if self.game.end else []
        out["rounds"] = [list(row) for row in state.scores()]
        return out
