"""`robokraft show`: one game again, trick by trick, in the terminal."""

from typing import Annotated

import typer

from robokraft.cli.archive import Folder, Json, Url, in_line, log_of, show, table, told
from robokraft.cli.output import minus, print_json, unicode_console
from robokraft.errors import GOOD, WRONG, UserError

_LEGEND = "> leads, * wins, - is lowest and takes the cube; discs from the top, as they lie after the lead."


def command(
    game: Annotated[
        str, typer.Argument(metavar="GAME|FILE", help="The id of a game, or its beginning, or a log file.")
    ],
    round_: Annotated[
        int | None, typer.Option("--round", metavar="N", min=1, help="Only this round, from 1.")
    ] = None,
    json: Json = False,
    archive: Folder = None,
    index: Url = None,
):
    """Show one game: who placed where, and every round, in RoboKraft trick by trick.

    In a trick > is the lead, * the card that won, - the lowest, whose player takes the cube.
    Exit codes: 0 good, 1 the log is wrong (it is shown as far as it makes sense), 2 there is no such game.
    """
    reading, name = log_of(game, archive, index)
    if json:
        print_json(as_json(reading, name))
    else:
        _print(reading, name, round_)
    raise typer.Exit(GOOD if reading.ok else WRONG)


def as_json(reading, name):
    """The verdict, record 0, and the rounds with what explains them."""
    from robokraft.archive.rounds import rounds_of

    header = reading.header or {}
    out = {
        "file": name,
        "id": reading.id,
        "reason": reading.reason,
        "play_ms": reading.play_ms,
        **reading.verdict,
    }
    for field in ("game", "mode", "device", "firmware", "started", "setup"):
        out[field] = header.get(field)
    out["house_rules"] = header.get("rules")
    out["players"] = reading.players
    out["played"] = [played.as_json() for played in rounds_of(reading.game)]
    return out


def _print(reading, name, only):
    from robokraft.archive.kinds import more, title
    from robokraft.archive.rounds import rounds_of
    from robokraft.archive.telling import MODES, span, when

    header = reading.header
    for fault in reading.verdict["errors"]:
        show(f"WRONG {told(fault, reading.game)}")
    if header is None:
        return
    mode = MODES.get(header["mode"], header["mode"])
    show(
        f"{title(header['game'])}, {mode}; {when(header['started'])}, {span(reading.play_ms)}; {reading.id or name}"
    )
    rules = ", ".join(f"{key}: {value}" for key, value in sorted(header["rules"].items()))
    if rules:
        show(f"house rules  {rules}")
    show("", _standings(reading))
    module = more(header["game"])
    rounds = rounds_of(reading.game)
    if only is not None and only not in [played.number for played in rounds]:
        raise UserError(f"{name} has no round {only}: there are {len(rounds)}")
    if module:
        show("", _LEGEND)
    for played in rounds:
        if only in (None, played.number):
            show("")
            (_tricks if module else _plain)(played, reading)


def _standings(reading):
    verdict = reading.verdict
    many = len(verdict["rounds"])
    made = table(">place", "player", *[f">round {number + 1}" for number in range(many)], ">total")
    for seat in sorted(range(len(reading.players)), key=lambda seat: (verdict["ranks"][seat], seat)):
        points = [minus(row[seat]) for row in verdict["rounds"]]
        place = str(verdict["ranks"][seat])
        made.add_row(place, in_line(reading.players[seat]["name"]), *points, minus(verdict["points"][seat]))
    return made


def _names(reading):
    return [in_line(player["name"]) for player in reading.players]


def _tricks(played, reading):
    from rich.text import Text

    names = _names(reading)
    show(f"Round {played.number}: discs {played.discs} from the top, {names[played.first]} leads first")
    if played.tricks:
        made = table(">trick", "discs", *["~" for _ in names], "won by", "cube")
        for column, name in zip(made.columns[2:], names):
            column.header = Text(name)
        for trick in played.tricks:
            cells = [_card(trick, seat) for seat in range(len(names))]
            cube = f"{trick.cube} for {names[trick.low]}" if trick.cube else "none left"
            won = f"{names[trick.winner]} ({trick.won})"
            made.add_row(str(trick.number), trick.discs, *cells, won, cube)
        show(made)
    _notes(played)
    _explained(played, names)


def _card(trick, seat):
    """A seat's card in a trick with its marks."""
    card = dict(trick.plays).get(seat)
    if card is None:
        if seat != trick.leader:
            return ""
        return f">{trick.led}{'0-5' if trick.up else '6-11'}"
    lead = ">" if seat == trick.leader else " "
    return lead + card + ("*" if seat == trick.winner else "-" if seat == trick.low else "")


def _notes(played):
    for number, note in played.notes:
        _show_any(f"  after trick {number}: {note}" if number else f"  before the first trick: {note}")


def _explained(played, names):
    for seat, name in enumerate(names):
        told_lines = played.sentences(seat)
        if told_lines is None:
            continue
        points = f"{minus(f'{played.points[seat]:+d}')} " if played.points else ""
        _show_any(f"  {name} {points}{'; '.join(told_lines) or 'nothing'}")


def _show_any(text):
    """With the signs that any console has."""
    show(text if unicode_console() else text.replace("−", "-").replace("×", "x"))


def _plain(played, reading):
    show(f"Round {played.number}")
    _explained(played, _names(reading))
