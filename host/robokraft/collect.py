"""Takes games off a box into the archive: each is read, made into its log, checked, kept, and only then marked on the box.

Promises: stopped anywhere, the next run ends with the same logs; no half file is seen under its name; a game counts as
exported only after its log was read back from the disk and found good.
"""

import zlib
from pathlib import Path
from typing import NamedTuple

from robokraft.archive.keeping import CONFLICT, keep
from robokraft.errors import UserError
from robokraft.files import legal_name, read_there
from robokraft.logfile import Unreadable, write_whole
from robokraft.told import harmless
from shared_rules import log, wire
from shared_rules.codec import records
from shared_rules.fields import RuleError

WRONG = "wrong"  # the log is kept, but it is not good; the box keeps the game as not exported
UNREADABLE = "unreadable"  # no log can be made of it: the bytes are kept as they are
DAMAGED_SUFFIX = ".damaged"
_LOSSES = ("damaged", "gap", "lost", "newer")


class Taken(NamedTuple):
    """What came of one game: `how` (new, longer, known, conflict, wrong, unreadable) and where it is kept."""

    number: int
    how: str
    id: str | None
    path: Path
    records: int
    message: str | None

    @property
    def good(self):
        return self.how not in (CONFLICT, WRONG, UNREADABLE)


def losses(client):
    """Codes of the box's warnings which say that something it keeps cannot be read, so that no export has it."""
    return [code for code in client.ask("status")["status"]["warnings"] if code in _LOSSES]


def wanted(client, everything=False, the_open_one=False):
    """[(number, bytes, finished)] of the games to take, oldest first."""
    games, opened = client.games()
    found = [
        (game["game"], game["size"], True) for game in reversed(games) if everything or not game["exported"]
    ]
    if the_open_one and opened is not None:
        found.append((opened, 0, False))
    return found


def take(client, number, size, finished, folder, moved=lambda size: None):
    """Takes one game of `wanted`. Raises UserError where box or disk fails; then nothing was marked."""
    data = client.read_game(number, moved, size if finished else None)
    try:
        lines = list(log.lines(records(wire.frames(data))))
    except (RuleError, IndexError, KeyError, TypeError, ValueError) as error:
        message = getattr(error, "message", None) or str(error)
        return _kept_as_it_is(client, number, folder, data, message)
    text = "".join(lines).encode()
    try:
        kept = keep(folder, text)
    except Unreadable as error:  # not from a box that keeps its word
        return _kept_as_it_is(client, number, folder, data, str(error))
    reading = kept.reading
    if not reading.ok:
        first = reading.verdict["errors"][0]
        return Taken(
            number, WRONG, reading.id, kept.path, len(lines), f"record {first['n']}: {first['message']}"
        )
    if kept.how == CONFLICT:
        message = "another log of this game is in the archive: both are kept"
        return Taken(number, CONFLICT, reading.id, kept.path, len(lines), message)
    _read_back(kept.path, text)
    if finished:
        client.ask("exported", game=number, size=len(data), crc=f"{zlib.crc32(data):08x}")
    return Taken(number, kept.how, reading.id, kept.path, len(lines), None)


def _kept_as_it_is(client, number, folder, data, message):
    path = Path(folder) / (legal_name(f"{client.device}-{client.storage}-{number}") + DAMAGED_SUFFIX)
    write_whole(path, data)
    return Taken(number, UNREADABLE, None, path, 0, harmless(message))


def _read_back(path, text):
    """The file must hold the log, or, where it was known already, go on from it."""
    there = read_there(path)
    if there is None or (there != text and not _holds(there, text)):
        raise UserError(f"{path} does not hold what was written: is the disk sound?")


def _holds(there, text):
    """Whether all records of the log `text` are in `there`, whatever the writing of its JSON."""
    from robokraft.archive.reading import read

    older, newer = read(text), read(there)
    return newer.ok and newer.records[: len(older.records)] == older.records
