"""What the index says about a log: its rows, made from one reading."""

import json
import marshal
import zlib

from robokraft.archive import tables
from robokraft.archive.kinds import facts
from robokraft.archive.reading import digest, read
from robokraft.logfile import Unreadable

MOST_FAULTS = 5
_OUTSIDE = ("size", "changed_ns", "standing", "sum")  # of a log, what its bytes alone do not say
SUMMED = [column for column in tables.logs.c if column.name not in _OUTSIDE]
SUMMED_SEATS = list(tables.seats.c)


def rows_of(file, stamp, data):
    """(row of `logs`, rows of `seats`) of a file; `stamp` is its (size, changed_ns)."""
    row, seats = _rows(file, stamp, data)
    whole = sum_of(tuple(row[column.name] for column in SUMMED))
    whole += sum(sum_of(tuple(seat[column.name] for column in SUMMED_SEATS)) for seat in seats)
    return {**row, "sum": whole}, seats


def sum_of(values):
    """The checksum of the values of SUMMED or SUMMED_SEATS; a log has that of its row and of its seats added up.

    By it damage is noticed. Another Python may write the values otherwise: then the index is made anew.
    """
    return zlib.crc32(marshal.dumps(values, 0))


def _rows(file, stamp, data):
    row = {"file": file, "size": stamp[0], "changed_ns": stamp[1]}
    try:
        reading = read(data)
    except Unreadable as error:
        return _no_log(row, data, str(error)), []
    header = reading.header or {}
    errors = reading.verdict["errors"]
    row.update(
        sha256=reading.digest,
        ok=int(reading.ok),
        standing="good" if reading.ok else "bad",
        faults=_json(errors[:MOST_FAULTS]),
        id=reading.id,
        play_ms=reading.play_ms,
        reason=reading.reason if reading.ok else None,
        rules=_json(header.get("rules", {})),
        rounds=_json(reading.verdict["rounds"] or []),
    )
    for name in ("game", "mode", "device", "firmware", "started"):
        row[name] = header.get(name)
    return row, _seats(file, reading)


def _no_log(row, data, message):
    fault = {"n": None, "code": "unreadable", "message": message}
    empty = dict.fromkeys(("id", "game", "mode", "device", "firmware", "started", "reason"))
    return row | empty | {
        "sha256": digest(data), "ok": 0, "standing": "bad", "faults": _json([fault]),
        "play_ms": 0, "rules": "{}", "rounds": "[]",
    }  # fmt: skip


def _seats(file, reading):
    verdict = reading.verdict
    counted = facts(reading.game) if reading.counts else [{}] * len(reading.players)
    return [
        {
            "file": file,
            "seat": seat,
            "person": player["id"],
            "name": player["name"],
            "points": verdict["points"][seat] if reading.ok else None,
            "place": verdict["ranks"][seat] if reading.ok and reading.reason else None,
            "facts": _json(counted[seat]),
        }
        for seat, player in enumerate(reading.players)
    ]


def _json(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
