"""One log, read and replayed once: the verdict, and the game it leads to.

Promises: whatever the bytes are, `read` returns; only what is no game log at all raises `Unreadable`. The verdict is that
of `robokraft verify`.
"""

import hashlib
import io
import re

from robokraft.logfile import check_stream
from shared_rules.verify import Verifier

_ID = re.compile(r"[A-Za-z0-9-]{1,64}", re.ASCII).fullmatch


class _Keeping(Verifier):
    """A verifier that keeps the records it was fed."""

    def __init__(self):
        super().__init__()
        self.records = []

    def feed(self, record):
        self.records.append(record)
        super().feed(record)


class Reading:
    """A log as it was read: `digest` of its bytes, `verdict`, `records`, and `game` (history.Game, or None).

    `path`: the file it was read from, where that is known.
    """

    def __init__(self, data, path=None):
        verifier = _Keeping()
        self.path = path
        self.digest = digest(data)
        self.verdict = check_stream(io.BytesIO(data), verifier)
        self.records = verifier.records
        self.game = verifier.game

    @property
    def ok(self):
        return self.verdict["ok"]

    @property
    def header(self):
        """Record 0 if the rules could use it, else None."""
        return None if self.game is None else self.game.header

    @property
    def id(self):
        """The id the log gives itself, or None where that is none, good or not the rest."""
        first = self.records[0] if self.records else None
        text = first.get("id") if isinstance(first, dict) else None
        if not isinstance(text, str) or not _ID(text):
            return None
        return text

    @property
    def players(self):
        """Who sits where at the end: a list of {id, name} per seat."""
        return [] if self.game is None else list(self.game.state.players)

    @property
    def play_ms(self):
        """Milliseconds of play up to the last record."""
        times = [
            record["t"] for record in self.records if isinstance(record, dict) and _is_time(record.get("t"))
        ]
        return max(times, default=0)

    @property
    def reason(self):
        """How the game ended: complete, stopped, abandoned, or None while it has no `end`."""
        return self.game.end["reason"] if self.game is not None and self.game.end else None

    @property
    def counts(self):
        """Whether this is a result that counts: a good log of a game that the table ended, and in which something was scored."""
        return self.ok and is_result(self.reason, self.verdict["rounds"], self.verdict["points"])

    def extends(self, other):
        """Whether this log begins with all records of the other one, and has more."""
        many = len(other.records)
        return len(self.records) > many and self.records[:many] == other.records


def is_result(reason, rounds, points):
    """Whether a game that ended like that is a result: played to its end, or stopped after anything was scored.

    `rounds`: the points of each finished round, `points`: in all, with those of an open round that counts.
    """
    return reason == "complete" or (reason == "stopped" and (bool(rounds) or any(points)))


def _is_time(value):
    return type(value) is int and 0 <= value <= 1 << 30


def digest(data):
    """The SHA-256 of a file's bytes, as hex."""
    return hashlib.sha256(data).hexdigest()


def read(data, path=None):
    """The Reading of a log's bytes. Raises `logfile.Unreadable` where they are no game log."""
    return Reading(data, path)
