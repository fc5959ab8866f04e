"""`robokraft delete`: games off the box, after an OK there."""

from typing import Annotated

import typer

from robokraft.cli.cable import Device, Json, Port, connected, settled
from robokraft.cli.output import print_json
from robokraft.errors import GOOD, WRONG, UserError


def command(
    context: typer.Context,
    games: Annotated[
        list[str] | None,
        typer.Argument(metavar="[GAME …]", help="Ids of games, or their numbers on the box."),
    ] = None,
    exported: Annotated[
        bool, typer.Option("--exported", help="All games that were exported and are in the archive.")
    ] = False,
    archive: Annotated[
        str | None,
        typer.Option("--archive", metavar="DIR", envvar="ROBOKRAFT_ARCHIVE", help="The archive to look in."),
    ] = None,
    json: Json = False,
    port: Port = None,
    device: Device = None,
):
    """Delete finished games from the box. The box asks: twice for a game that no computer has, once for all with --exported.

    With --exported only those go whose good log is in the archive on this computer.
    Exit codes: 0 good, 1 a game stays because the archive does not have it, 2 no such game, 3 no box, 4 the port cannot be
    used, 5 no answer, 6 the connection was lost in the middle, 7 somebody at the box said no, or it cannot now.
    """
    if bool(games) == exported:
        raise UserError("name the games to delete, or give --exported; 'robokraft delete --help' tells more")
    with connected(context, port, device) as client:
        listed = [one for one in client.games()[0] if one["exported"] or not exported]
        ids = _ids(client, listed)
        if exported:
            chosen, kept = _safe(ids, archive)
        else:
            chosen, kept = [*dict.fromkeys(_meant(text, ids) for text in games or [])], []
        _delete(client, chosen, exported)
    if json:
        print_json({"deleted": [ids[number] for number in chosen], "kept": [ids[number] for number in kept]})
    else:
        for number in kept:
            print(
                f"game {number} stays: {ids[number] or 'what it is'} is not in the archive; export it with --all"
            )
        print(f"{len(chosen)} {'game' if len(chosen) == 1 else 'games'} deleted")
    raise typer.Exit(WRONG if kept else GOOD)


def _ids(client, listed):
    """{number: id or None} of these games, newest first."""
    import base64

    from robokraft.backup import id_of
    from robokraft.cli.archive import progress

    found = {}
    with progress("looking") as tell:
        for one in listed:
            piece = client.ask("read", game=one["game"], from_=0)["bytes"]
            found[one["game"]] = id_of(base64.b64decode(piece))
            tell(len(found), len(listed))
    return found


def _safe(ids, archive):
    """(numbers of the games whose good log is in the archive, those of the others), oldest first."""
    from robokraft.archive.place import archive_folder, log_path

    safe, unsafe = [], []
    for number in sorted(ids):
        path = log_path(archive_folder(archive), ids[number] or "")
        good = ids[number] is not None and _is_whole(path, ids[number])
        (safe if good else unsafe).append(number)
    return safe, unsafe


def _is_whole(path, identity):
    """Whether this is the good log of a game that has ended."""
    from robokraft.archive.reading import read
    from robokraft.files import CannotRead, read_there
    from robokraft.logfile import Unreadable

    try:
        data = read_there(path)
        reading = read(data) if data is not None else None
    except (CannotRead, Unreadable):
        return False
    return (
        reading is not None
        and reading.ok
        and reading.id == identity
        and reading.game is not None
        and reading.game.end is not None
    )


def _meant(text, ids):
    for number, identity in ids.items():
        if text in (str(number), identity):
            return number
    raise UserError(f"the box has no finished game {text[:64]}; 'robokraft status' tells how many there are")


def _delete(client, numbers, exported):
    from robokraft.cli.archive import progress

    if exported and len(numbers) > 1:
        settled(client, client.ask("clear", games=len(numbers))["outcome"])
    with progress("deleting") as tell:
        for done, number in enumerate(numbers):
            try:
                settled(client, client.ask("delete", game=number)["outcome"])
            except UserError as error:
                raise _after(error, numbers[:done])
            tell(done + 1, len(numbers))


def _after(error, deleted):
    """The error, with what was deleted before it."""
    if deleted:
        games = f"game{'' if len(deleted) == 1 else 's'} {', '.join(map(str, deleted))}"
        error = UserError(
            f"{error.message}; {games} {'was' if len(deleted) == 1 else 'were'} deleted before",
            error.exit_code,
        )
    return error
