"""`robokraft deploy`: the box's program, exchanged over USB."""

import sys
from typing import Annotated

import typer

from robokraft.cli.cable import Device, Port, chosen, settled
from robokraft.errors import UserError
from robokraft.told import shown


def command(
    context: typer.Context,
    backup_to: Annotated[
        str | None,
        typer.Option(
            "--backup", metavar="FILE|DIR", help="Where the backup goes; default: beside the archive."
        ),
    ] = None,
    no_backup: Annotated[bool, typer.Option("--no-backup", help="Without a backup.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Also over a program that is not a box's.")] = False,
    port: Port = None,
    device: Device = None,
):
    """Put this version of the box's program onto the box. Games and settings stay; a backup is made first.

    The box asks for OK, then restarts without its app for as long as it takes. The old app stays in force until the new one
    is whole, and stays as the one to fall back on. Interrupted, run it again: it goes on where it was. A box that does not
    start: hold BACK while plugging it in, then run this.
    Exit codes: 0 good, or nothing to do; 1 it does not fit, or the Pico cannot run it; 2 the backup cannot be written or is there already; 3 no
    box, 4 the port cannot be used, 5 no answer, 6 the connection was lost in the middle, 7 somebody at the box said
    no, or it cannot now.
    """
    from robokraft.deploy import reach, update

    program = update.program()
    way = reach.way(*chosen(context, port, device))
    client = reach.client(way, lambda name: say(f"waiting for the box at {name} …"))
    if client is not None:
        told = asked_before(client)
        if update.same(program, told):
            client.close()
            print(f"the box has this program: firmware {client.firmware}; nothing to do")
            return
        with client:
            if not no_backup:
                back_up(client, backup_to)
            prompt = reach.maintenance(way, client, settled)
    else:
        say("the app does not answer; looking for MicroPython's prompt")
        prompt = reach.prompt(way)
    with prompt:
        found = update.look(prompt)
        if found.foreign and not yes:
            raise UserError(
                f"on this Pico is another program ({', '.join(found.foreign)}); --yes puts the box's in its place"
            )
        change(prompt, found, program)
        prompt.reset()
    say("the box starts anew")
    with reach.running(way) as client:
        finish(client, program)


def asked_before(client):
    """What the box says its program is; its fields are empty where it is older than that message. Raises UserError."""
    from robokraft.client import BoxError

    try:
        return client.ask("program")
    except BoxError as error:
        if error.code == "unsupported":
            client.close()
            raise UserError("that is a virtual box: its program is the one that is installed here")
        if error.code == "unknown":  # older than this message
            return {"running": None, "in_force": None, "apps": [], "start": []}
        raise


def back_up(client, to):
    """Backs the box up, and says where to."""
    from robokraft import backup
    from robokraft.archive.place import archive_folder, made
    from robokraft.cli.archive import progress
    from robokraft.cli.backup import told
    from robokraft.client import BoxError, NoAnswer

    if to is not None:
        backup.need_new(to)
    try:
        with progress("backing up") as tell:
            taken = backup.take(client, tell)
    except (BoxError, NoAnswer) as error:
        raise UserError(
            f"the backup could not be made, and nothing was changed: {error.message}; without one, 'robokraft deploy --no-backup'",
            error.exit_code,
        )
    path = backup.write(taken, to or made(archive_folder() / "backups", "--backup"))
    say(f"backup  {path}: {told(taken)}")


def change(prompt, found, program):
    """Brings the program onto the Pico at the prompt, with a progress bar. Raises UserError; nothing is written then."""
    from robokraft.cli.archive import progress
    from robokraft.deploy import update

    update.refuse(found, program.manifest)
    work = update.plan(found, program)
    if work.nothing:
        say("all of its program is there")
        return
    with progress("writing") as tell:
        update.carry_out(prompt, found, program, work, tell)
    parts = (["the app"] if work.write else []) + work.start
    say(
        f"written {', '.join(parts) or 'nothing'}{'; removed ' + ', '.join(work.remove) if work.remove else ''}"
    )


def finish(client, program):
    """Says that the box runs the program, or raises UserError where it runs another."""
    from robokraft.deploy import update
    from robokraft.errors import WRONG

    told = client.ask("program")
    if not update.same(program, told):
        raise UserError(
            f"the box runs, but not this program (firmware {client.firmware}, app {told['running']}): the new one could not be "
            "started; 'robokraft doctor' tells more",
            WRONG,
        )
    print(f"the box runs firmware {client.firmware}")


def say(text):
    """What happens, for the person who waits; standard output is for results."""
    print(shown(text), file=sys.stderr, flush=True)
