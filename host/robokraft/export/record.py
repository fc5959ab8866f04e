"""A readable record of a game, in the manner of PBN: tags, a row a trick with a fixed column for each seat, notes.

Lines that begin with % are comments. A value stands in quotes, `\\"` and `\\\\` within it as they are in C. Columns are counted
in characters, so names, which may be of any width, stand only in tags.
"""

from robokraft.archive.kinds import more, title
from robokraft.archive.names import plain
from robokraft.archive.rounds import rounds_of
from robokraft.archive.telling import day, started

VERSION = 1


def record(readings):
    """The text of good readings, an empty line between two games."""
    head = f"% RoboKraft Companion record {VERSION}\n"
    return head + "".join("\n" + "\n".join(_game(reading)) + "\n" for reading in readings)


def tag(name, value):
    text = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{text}"]'


def _game(reading):
    header, verdict = reading.header, reading.verdict
    begun = started(header["started"])
    yield tag("Game", title(header["game"]))
    yield tag("Id", reading.id)
    yield tag("Mode", header["mode"])
    yield tag("Date", day(begun).replace("-", ".") if begun else "????.??.??")
    yield tag("Time", f"{begun:%H:%M:%S}" if begun else "??:??:??")
    yield tag("PlayTime", f"{reading.play_ms // 1000} s")
    yield tag("Device", header["device"])
    for rule, value in sorted(header["rules"].items()):
        yield tag("Rule", f"{rule} {value}")
    for seat, player in enumerate(reading.players, 1):
        yield tag(f"Seat{seat}", plain(player["name"]))
        if player["id"] is not None:
            yield tag(f"Seat{seat}Id", plain(player["id"]))
    yield tag("Points", " ".join(map(str, verdict["points"])))
    yield tag("Places", " ".join(map(str, verdict["ranks"])))
    yield tag("End", reading.reason or "open")
    for played in rounds_of(reading.game):
        yield ""
        yield tag("Round", played.number)
        if more(header["game"]):
            yield from _tricks(played, len(reading.players))
        if played.points:
            yield tag("RoundPoints", " ".join(map(str, played.points)))
        for seat in range(len(reading.players)):
            told = played.sentences(seat)
            if told is not None:
                yield tag(f"Seat{seat + 1}Points", "; ".join(told))


def _tricks(played, seats):
    """`>` leads, `*` wins, `-` is lowest; =1= stands for the first note of the round."""
    yield tag("Discs", played.discs)
    yield tag("Leader", played.first + 1)
    noted = {}
    for count, (number, _text) in enumerate(played.notes, 1):
        noted.setdefault(number, []).append(f"={count}=")
    if played.tricks:
        heads = " ".join(f"Seat{seat}  " for seat in range(1, seats + 1))
        yield f"Trick Discs {heads} Won   Cube"
    for trick in played.tricks:
        cards = " ".join(f"{_card(trick, seat):7}" for seat in range(seats))
        cube = f"{trick.cube}->{trick.low + 1}" if trick.cube else "-"
        row = f"{trick.number:5} {trick.discs:5} {cards} {trick.won + ' ' + str(trick.winner + 1):5} {cube:5}"
        yield (row + " ".join(noted.get(trick.number, []))).rstrip()
    for count, (number, text) in enumerate(played.notes, 1):
        yield tag(
            "Note",
            f"{count}: {'before the first trick' if not number else f'after trick {number}'}: {plain(text)}",
        )


def _card(trick, seat):
    card = dict(trick.plays).get(seat)
    if card is None:
        if trick.plays or seat != trick.leader:
            return "..."
        return f">{trick.led}{'0-5' if trick.up else '6-11'}"
    mark = "*" if seat == trick.winner else "-" if seat == trick.low else ""
    return (">" if seat == trick.leader else " ") + card + mark
