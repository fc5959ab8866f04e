"""`robokraft play`: the virtual box in the terminal."""

from typing import Annotated

import typer

from robokraft.cli.output import in_terminal
from robokraft.errors import UserError, because
from robokraft.told import shown


def command(
    data: Annotated[
        str | None,
        typer.Option(
            "--data", metavar="DIR", help="Keep the games here instead of in the user's data directory."
        ),
    ] = None,
    listen: Annotated[
        int | None,
        typer.Option(
            "--listen",
            metavar="PORT",
            help="Let other commands use this box at socket://127.0.0.1:PORT; 0: any port.",
        ),
    ] = None,
):
    """Play on a virtual box in this terminal: the same program as on the real one.

    Keys: b r o g or 1 2 3 4 for the suits, arrows or u d for UP and DOWN, Enter or k for OK, Backspace, Escape or x for BACK;
    Shift with a letter holds it. The mouse presses and holds the keys on the screen. q quits, and the game is kept.
    Exit codes: 0 good, 2 no terminal or a directory that cannot be used.
    """
    if not in_terminal():
        raise UserError(
            "play needs a terminal, and its input and output must not be redirected; "
            "'robokraft demo' and 'robokraft simulate' do without"
        )

    import os

    from robokraft.virtual.box import VirtualBox, utc_now
    from robokraft.virtual.tui import BoxApp

    folder = data or _own_folder()
    if listen is None:
        with VirtualBox(folder, entropy=os.urandom, utc=utc_now) as box:
            BoxApp(box, f"RoboKraft Companion – {folder}").run()
        _say_where(folder)
        return
    from contextlib import closing

    from robokraft.virtual.serial import Listener

    with closing(Listener(listen)) as cable:
        with VirtualBox(folder, entropy=os.urandom, utc=utc_now, serial=cable) as box:
            BoxApp(box, f"--port {cable.address} – {folder}").run()
    _say_where(folder)


def _say_where(folder):
    print(f"Everything is kept in {shown(folder)}; the same command goes on there.")


def _own_folder():
    from robokraft.virtual.folder import usual

    folder = usual()
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(
            f"cannot make the directory {folder.parent}: {because(error)}; choose another with --data"
        )
    return folder
