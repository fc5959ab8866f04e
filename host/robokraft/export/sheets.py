"""CSV that spreadsheets open as it is meant: UTF-8 with its mark, CRLF, everything quoted that is text, no formulas.

Three sheets: `plays` (a row a card, or a trick whose cards were not entered; in other games a row an event), `rounds`, `games`.
"""

import csv
import io
import json

from robokraft.archive.kinds import more, title
from robokraft.archive.names import plain
from robokraft.archive.replay import live_events
from robokraft.archive.rounds import rounds_of
from robokraft.archive.telling import minutes, second, started

BOM = "\ufeff"
# What makes a cell a formula in one program or another, also after spaces and in full width.
_FORMULA = tuple("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20")
_SEATS = 5

_SEAT_COLUMNS = tuple(
    f"{name}_{seat}" for seat in range(1, _SEATS + 1) for name in ("player", "id", "points", "rank")
)
COLUMNS = {
    "games": ("game_id", "game", "mode", "started_utc", "minutes", "device", "end", "counts", "players"),
    "rounds": ("game_id", "game", "round", "seat", "player", "id", "points", "tricks", "blue", "red", "orange", "green", "other",
               "blue_cubes", "red_cubes", "orange_cubes", "green_cubes"),
    "plays": ("game_id", "game", "round", "trick", "what", "seat", "player", "id", "card", "suit", "rank", "direction",
              "discs", "leads", "wins", "lowest", "winner_seat", "lowest_seat", "won_suit", "cube", "detail"),
}  # fmt: skip


def defused(text):
    """The text so that no spreadsheet runs it."""
    return "'" + text if text.startswith(_FORMULA) or text.lstrip().startswith(_FORMULA) else text


def sheet(name, readings, separator=","):
    """One sheet of good readings as text, with the mark of UTF-8 at its beginning."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=separator, lineterminator="\r\n", quoting=csv.QUOTE_NONNUMERIC)
    columns = list(COLUMNS[name])
    if name == "games":
        seats = max([_SEATS] + [len(reading.players) for reading in readings])
        columns += [
            f"{what}_{seat}" for seat in range(1, seats + 1) for what in ("player", "id", "points", "rank")
        ]
    writer.writerow(columns)
    for reading in readings:
        for row in _ROWS[name](reading):
            writer.writerow([_cell(row.get(column)) for column in columns])
    return BOM + out.getvalue()


def _cell(value):
    if isinstance(value, bool):
        return int(value)
    if value is None:
        return _Empty()
    return value if isinstance(value, int) else defused(str(value))


class _Empty(int):
    """Nothing, which the csv module would otherwise quote."""

    def __str__(self):
        return ""

    __repr__ = __str__


def _common(reading):
    return {"game_id": reading.id, "game": title(reading.header["game"])}


def _who(reading, seat):
    player = reading.players[seat]
    return {"seat": seat + 1, "player": plain(player["name"]), "id": player["id"]}


def _game_rows(reading):
    header, verdict = reading.header, reading.verdict
    begun = started(header["started"])
    row = _common(reading)
    row.update(mode=header["mode"], minutes=minutes(reading.play_ms), device=header["device"])
    row.update(started_utc=second(begun) if begun else None, end=reading.reason or "open")
    row["counts"] = reading.counts
    row["players"] = len(reading.players)
    for seat, player in enumerate(reading.players, 1):
        row[f"player_{seat}"] = plain(player["name"])
        row[f"id_{seat}"] = player["id"]
        row[f"points_{seat}"] = verdict["points"][seat - 1]
        row[f"rank_{seat}"] = verdict["ranks"][seat - 1] if reading.counts else None
    yield row


def _round_rows(reading):
    suits = ("blue", "red", "orange", "green")
    module = more(reading.header["game"])
    for played in rounds_of(reading.game):
        for seat in range(len(reading.players)):
            row = _common(reading) | _who(reading, seat)
            row["round"] = played.number
            row["points"] = played.points[seat] if played.points else None
            if module:
                row["tricks"] = played.taken[seat]
                told = {line[0]: line[4] for line in played.lines[seat] or ()}
                row["other"] = told.get(-1)
                for at, suit in enumerate(suits):
                    row[suit] = told.get(at)
                    row[suit + "_cubes"] = played.cubes[seat][at]
            yield row


def _play_rows(reading):
    if more(reading.header["game"]):
        for played in rounds_of(reading.game):
            for trick in played.tricks:
                yield from _trick_rows(reading, played, trick)
        return
    for _n, event in live_events(reading.game):
        row = _common(reading)
        seat = event.get("seat")
        if isinstance(seat, int):
            row |= _who(reading, seat)
        row["what"] = event["type"]
        row["detail"] = json.dumps(_bare(event), ensure_ascii=False, sort_keys=True)
        yield row


def _bare(event):
    return {name: value for name, value in event.items() if name not in ("n", "t", "type", "crc", "seat")}


def _trick_rows(reading, played, trick):
    shared = _common(reading) | {"round": played.number, "trick": trick.number, "discs": trick.discs}
    shared |= {"winner_seat": trick.winner + 1, "lowest_seat": trick.low + 1, "won_suit": trick.won}
    if not trick.plays:
        row = shared | _who(reading, trick.leader) | {"what": "trick", "suit": trick.led, "leads": True}
        yield row | {"direction": "up" if trick.up else "down", "cube": trick.cube}
        return
    for seat, card in trick.plays:
        row = (
            shared
            | _who(reading, seat)
            | {"what": "card", "card": card, "suit": card[0], "rank": int(card[1:])}
        )
        row |= {"leads": seat == trick.leader, "wins": seat == trick.winner, "lowest": seat == trick.low}
        row["direction"] = ("up" if trick.up else "down") if seat == trick.leader else None
        row["cube"] = trick.cube if seat == trick.low else None
        yield row


_ROWS = {"games": _game_rows, "rounds": _round_rows, "plays": _play_rows}
