"""`robokraft export`: takes the games off the box as logs."""

import sys
from typing import Annotated

import typer

from robokraft.cli.cable import Device, Json, Port, connected
from robokraft.cli.output import print_json
from robokraft.errors import GOOD, WRONG
from robokraft.told import shown


def command(
    context: typer.Context,
    to: Annotated[
        str | None,
        typer.Option(
            "--to",
            metavar="DIR",
            envvar="ROBOKRAFT_ARCHIVE",
            help="Where the logs go, instead of the archive.",
        ),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Also games that were exported before.")] = False,
    the_open_one: Annotated[bool, typer.Option("--open", help="Also the game that is being played.")] = False,
    json: Json = False,
    port: Port = None,
    device: Device = None,
):
    """Take the new games off the box as logs, <id>.jsonl. They stay on the box, marked as exported.

    Each log is verified before it counts. Stopped in the middle, run it again. A log that goes on from the one in the folder
    replaces it; another log of the same id is kept beside it.
    Exit codes: 0 good, 1 a log is wrong or contradicts another, or the box cannot read all that it stored, 2 the folder cannot
    be used, 3 no box, 4 the port cannot be used, 5 no answer, 6 the connection was lost in the middle, 7 the box cannot now.
    """
    from robokraft.archive.place import archive_folder, made
    from robokraft.cli.archive import progress
    from robokraft.collect import losses, take, wanted

    folder = archive_folder(to)
    taken = []
    with connected(context, port, device) as client:
        made(folder, "--to")
        games = wanted(client, everything, the_open_one)
        total, done = sum(size for _, size, _ in games), 0
        with progress("exporting") as tell:

            def moved(size):
                nonlocal done
                done += size
                tell(min(done, total), max(total, 1))

            for number, size, finished in games:
                taken.append(take(client, number, size, finished, folder, moved))
        open_one = not taken and client.games()[1] is not None
        lost = losses(client)
    if json:
        print_json({"folder": str(folder), "games": [_told(one) for one in taken], "warnings": lost})
    else:
        _print(taken, folder, open_one)
    for code in lost:
        print(
            f"robokraft: the box says {code}: not all that was stored there can be read; 'robokraft doctor' tells more",
            file=sys.stderr,
        )
    raise typer.Exit(WRONG if lost or not all(one.good for one in taken) else GOOD)


def _told(one):
    return {
        "number": one.number,
        "id": one.id,
        "how": one.how,
        "file": str(one.path),
        "records": one.records,
        "message": one.message,
    }


def _print(taken, folder, open_one):
    for one in taken:
        if not one.good:
            print(f"game {one.number}: {one.how.upper()}: {shown(one.message)}; kept as {shown(one.path)}")
    good = [one for one in taken if one.good]
    new = sum(one.how != "known" for one in good)
    if not taken:
        played = "; the game that is being played is not over: --open takes it too" if open_one else ""
        print(f"nothing new on the box{played}; the logs are in {shown(folder)}")
    else:
        print(f"{len(good)} {'game' if len(good) == 1 else 'games'} exported, {new} new in {shown(folder)}")
