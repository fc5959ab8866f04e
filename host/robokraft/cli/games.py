"""`robokraft games`: lists the archive."""

import typer

from robokraft.cli.archive import (
    Device,
    Folder,
    Json,
    Kind,
    Player,
    Since,
    Until,
    Url,
    in_line,
    none_of,
    opened,
    show,
    table,
    told,
    wanted,
)
from robokraft.cli.output import minus, print_json
from robokraft.errors import GOOD


def command(
    player: Player = None,
    game: Kind = None,
    device: Device = None,
    since: Since = None,
    until: Until = None,
    json: Json = False,
    archive: Folder = None,
    index: Url = None,
):
    """List the games in the archive, the oldest first, as the players placed.

    Logs that are wrong, in conflict, unfinished or abandoned are listed and marked; they never count.
    Exit codes: 0 good, 2 an archive, a person or a date that cannot be used.
    """
    with opened(archive, index) as shelf:
        games = shelf.games(wanted(player, game, device, since, until))
        if not games and not json:
            show(none_of(shelf))
    if json:
        print_json([as_json(entry) for entry in games])
    elif games:
        _print(games)
    raise typer.Exit(GOOD)


def as_json(game):
    """A Game for programs."""
    names = ("id", "file", "game", "mode", "device", "started", "play_ms", "reason", "standing")
    out = {name: getattr(game, name) for name in names}
    out["counts"] = game.counts
    out["errors"] = game.faults
    out["rounds"] = game.rounds
    out["players"] = [
        {"id": seat.person, "name": seat.name, "points": seat.points, "rank": seat.place}
        for seat in game.seats
    ]
    return out


def _print(games):
    from robokraft.archive.kinds import title
    from robokraft.archive.telling import outcome, span, when

    made = table("id", "played", "~game", "~players", ">time", "~")
    for game in games:
        mark = outcome(game.standing, game.reason, game.counts)
        if game.faults:
            mark += f" ({told(game.faults[0])})"
        name = str(title(game.game or "?"))
        row = (str(game.id or game.file), when(game.started), name, players(game), span(game.play_ms), mark)
        made.add_row(*row)
    show(made)


def players(game):
    """`1. Ann 36, 2. Ben 21`: by place where there is one, else by seat."""
    seats = sorted(enumerate(game.seats), key=lambda entry: (entry[1].place or 0, entry[0]))
    parts = []
    for _, seat in seats:
        place = f"{seat.place}. " if seat.place else ""
        points = "" if seat.points is None else f" {minus(seat.points)}"
        parts.append(place + in_line(seat.name) + points)
    return ", ".join(parts)
