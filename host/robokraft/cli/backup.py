"""`robokraft backup`: everything on the box in one file."""

from typing import Annotated

import typer

from robokraft.cli.cable import Device, Json, Port, connected
from robokraft.cli.output import print_json
from robokraft.told import shown


def command(
    context: typer.Context,
    to: Annotated[str, typer.Argument(metavar="FILE|DIR", help="A file, or a folder that gets one.")] = ".",
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there.")] = False,
    json: Json = False,
    port: Port = None,
    device: Device = None,
):
    """Copy everything on the box into one file: all games, also the one being played, settings, names, card data, crash log.

    Nothing on the box changes. 'robokraft restore' puts it back, onto this box or another.
    Exit codes: 0 good, 2 the file cannot be written or is there already, 3 no box, 4 the port cannot be used, 5 no answer, 6 the connection was
    lost in the middle: then there is no file, 7 the box cannot now.
    """
    from robokraft import backup
    from robokraft.cli.archive import progress

    if not force:
        backup.need_new(to, ", or --force replaces it")
    with connected(context, port, device) as client, progress("backing up") as tell:
        taken = backup.take(client, tell)
    path = backup.write(taken, to)
    if json:
        print_json(
            {"file": str(path), "games": [game.id for game in taken.games], "device": taken.about["device"]}
        )
    else:
        print(f"{shown(path)}: {told(taken)}")


def told(taken):
    """What a backup holds, in one line."""
    finished = sum(not game.open for game in taken.games)
    parts = [f"{finished} finished {'game' if finished == 1 else 'games'}"]
    if finished < len(taken.games):
        parts.append("the game being played")
    parts.append("settings")
    if taken.about["roster"]:
        people = len(taken.about["roster"])
        parts.append(f"{people} {'name' if people == 1 else 'names'}")
    if taken.about["cards"]:
        parts.append("card data")
    if taken.about["crashes"]:
        parts.append("crash log")
    return ", ".join(parts)
