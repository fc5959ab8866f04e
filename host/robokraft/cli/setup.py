"""`robokraft setup`: from a new Pico, or any other, to a box that is ready."""

import sys
import time
from typing import Annotated, Any

import typer

from robokraft.cli.cable import Device, Port, chosen, settled
from robokraft.cli.deploy import asked_before, back_up, change, finish, say
from robokraft.cli.naming import Font, draw_names
from robokraft.errors import GOOD, NO_BOX, WRONG, UserError

_LOOK_S = 1.0


def command(
    context: typer.Context,
    micropython: Annotated[
        str | None,
        typer.Option(
            "--micropython", metavar="UF2", help="The MicroPython to put on; default: 1.26.1, fetched once."
        ),
    ] = None,
    drive: Annotated[
        str | None,
        typer.Option("--drive", metavar="DIR", help="Where a Pico that waits with BOOTSEL is mounted."),
    ] = None,
    names: Annotated[
        str | None, typer.Option("--names", metavar="A,B,…", help="Who plays: the names the box offers.")
    ] = None,
    font: Font = None,
    backup_to: Annotated[
        str | None,
        typer.Option("--backup", metavar="FILE|DIR", help="Where the backup of a box that runs goes."),
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Ask nothing at this computer.")] = False,
    wait: Annotated[
        int, typer.Option("--wait", metavar="SECONDS", help="How long to wait for a Pico.", min=0)
    ] = 120,
    port: Port = None,
    device: Device = None,
):
    """Set up a box step by step: MicroPython, the box's program, names, clock, self-test. Run it again if it was interrupted.

    It begins where the Pico is: a new one that was plugged in with BOOTSEL held, one with MicroPython, a box that does not
    start, or one that runs. That one is backed up first and asks for OK if its program is another than this version's; if it
    is the same, only names, clock and self-test are left to do. Games on a Pico are never overwritten.
    Exit codes: 0 good, 1 the Pico cannot run it, or the self-test found something; 2 a file cannot be used; 3 no Pico came in
    time, or several are there; 4 the port cannot be used, 5 no answer, 6 the connection was lost, 7 somebody at the box said no, or it cannot
    do it now.
    """
    from robokraft.cli.archive import working
    from robokraft.cli.config import roster
    from robokraft.deploy import reach, update
    from robokraft.deploy.drive import Drive

    if names:
        roster(names, [])  # before the minutes that all else takes
    place = chosen(context, port, device)
    with working("looking for the Pico"):
        program = update.program()
        found = _first(place, drive, wait)
    if isinstance(found, Drive):
        _put_micropython(found, micropython, yes)
        found = _pico(place, wait)
    way, client = found
    if client is None:
        _from_prompt(way, program, yes)
        client = reach.running(way)
    elif not update.same(program, asked_before(client)):
        with client:
            say(f"a box runs there: {client.device}, firmware {client.firmware}")
            back_up(client, backup_to)
            prompt = reach.maintenance(way, client, settled)
        with prompt:
            change(prompt, update.look(prompt), program)
            prompt.reset()
        client = reach.running(way)
    with client:
        finish(client, program)
        raise typer.Exit(_make_ready(client, names, font, yes))


# Where the Pico is


def _first(place, drive, wait_s):
    """The Drive of a Pico that waits, or (way, client or None) of one at a port."""
    from robokraft.deploy.drive import the_one

    until = time.monotonic() + wait_s
    told = False
    while True:
        missing = None
        try:
            waiting = the_one(drive) if drive is not None or place[0] == "auto" else None
            if waiting is not None:
                return waiting
        except UserError as error:
            missing = error
        found = _at_port(place, last=time.monotonic() >= until)
        if found is not None:
            return found
        if missing is not None:
            raise missing
        if not told:
            told = True
            say("no Pico is there yet. Hold the button BOOTSEL on a new one while you plug it in …")
        time.sleep(_LOOK_S)


def _pico(place, wait_s) -> tuple[Any, Any]:
    """(way, client or None) once the Pico that got its MicroPython is there."""
    say("waiting for the Pico to start …")
    until = time.monotonic() + wait_s
    while True:
        found = _at_port(place, last=time.monotonic() >= until)
        if found is not None:
            return found
        time.sleep(_LOOK_S)


def _at_port(place, last) -> tuple[Any, Any] | None:
    """(way, client or None), or None where there is no port yet; when it is the `last` time that is an error."""
    from robokraft.deploy import reach
    from robokraft.transport import PortError

    try:
        way = reach.way(*place)
        return way, reach.client(way)
    except PortError as error:
        if last or error.kind != "missing":
            raise
    except UserError as error:
        if error.exit_code != NO_BOX or "several" in error.message:
            raise
        if last:
            raise UserError(
                "no Pico came: hold BOOTSEL on a new one while you plug it in, with a cable that carries data, and run this again",
                NO_BOX,
            )
    return None


# The steps


def _put_micropython(drive, option, yes):
    from robokraft.cli.archive import progress
    from robokraft.deploy import drive as drives
    from robokraft.deploy import micropython

    data, about = micropython.image(option)
    version = about.version or "of unknown version"
    say(f"a Pico waits at {drive.path}. MicroPython {version} goes onto it")
    say(
        "games that are on it stay where they are; only a file that 'robokraft uf2' made, dragged there by hand, overwrites them"
    )
    _confirm("go on?", yes)
    with progress("copying") as tell:
        drives.copy(data, drive, tell)


def _from_prompt(way, program, yes):
    """The box's program onto a Pico that has MicroPython and no app that runs."""
    from robokraft.archive.place import archive_folder
    from robokraft.deploy import known, reach, update

    with reach.prompt(way) as prompt:
        found = update.look(prompt)
        version = ".".join(map(str, found.micropython))
        say(f"MicroPython {version} is on it; its serial number is {found.serial}")
        if found.bare:
            say("there is no box's program and no memory on it")
            for line in known.told(known.known(found.serial, archive_folder())):
                say("  " + line)
        if found.foreign:
            say(f"another program is on it and will be replaced: {', '.join(found.foreign)}")
            _confirm("replace it?", yes)
        change(prompt, found, program)
        prompt.reset()
    say("the box starts")


def _make_ready(client, names, font, yes):
    """Names, clock, self-test. The exit code."""
    from robokraft.cli.clock import set_clock
    from robokraft.cli.config import roster
    from robokraft.cli.selftest import is_good, show, taken

    people = client.people()
    if names is None and not people and not yes and _asks():
        names = input("Who plays? Names with commas between them, or nothing: ")
    if names:
        more = [one for one in roster(names, people) if one not in people]
        client.set_people(people + more)
        draw_names(client, people + more, font)
        say(f"names   {', '.join(one['name'] for one in client.people())}")
    set_clock(client)
    say("clock   set from this computer")
    found = taken(client)
    show(found)
    good = is_good(found)
    print("the box is ready" if good else "the box runs, but the self-test found something")
    print("each key and each pixel: on the box, Settings, Self-test")
    return GOOD if good else WRONG


def _asks():
    return sys.stdin.isatty() and sys.stderr.isatty()


def _confirm(question, yes):
    if yes:
        return
    if not _asks():
        raise UserError("nobody is there to be asked: give --yes to go on without")
    print(f"{question} y or n: ", end="", file=sys.stderr, flush=True)
    if sys.stdin.readline().strip().lower() not in ("y", "yes"):
        raise UserError("nothing was changed", GOOD)
