"""`robokraft doctor`: what is wrong when it does not work."""

import sys
from typing import Annotated

import typer

from robokraft.cli.cable import Device, Json, Port, chosen
from robokraft.cli.output import print_json
from robokraft.errors import GOOD, WRONG, UserError
from robokraft.told import shown


def command(
    context: typer.Context,
    udev: Annotated[
        bool,
        typer.Option("--udev", help="Print the rule that lets people at this computer use a box, and end."),
    ] = False,
    archive: Annotated[
        str | None,
        typer.Option(
            "--archive", metavar="DIR", envvar="ROBOKRAFT_ARCHIVE", help="The folder of the archive."
        ),
    ] = None,
    json: Json = False,
    port: Port = None,
    device: Device = None,
):
    """Look at this computer, its ports, and the boxes there, and say what is wrong and what to do about it.

    Each line: "ok", "note", "TODO" or "WRONG", what was looked at, what is so, and what to do.
    Exit codes: 0 all well, 1 something is to be done or is wrong, or no box is there.
    """
    from robokraft.transport.serial_port import UDEV_FILE, udev_rule

    if udev:
        print(udev_rule())
        print(f"put it into {UDEV_FILE} and plug the box in again", file=sys.stderr)
        return
    findings = []
    for finding in _looks(archive, *chosen(context, port, device)):
        findings.append(finding)
        if not json:
            _print(finding)
    if json:
        print_json([finding._asdict() for finding in findings])
    raise typer.Exit(WRONG if any(finding.level in ("todo", "wrong") for finding in findings) else GOOD)


def _looks(archive, port, device):
    from robokraft import doctor
    from robokraft.archive.place import archive_folder
    from robokraft.client import Client
    from robokraft.transport import opened
    from robokraft.transport.find import AUTO, candidates, look
    from robokraft.transport.find import Port as Found

    yield from doctor.computer(archive_folder(archive))
    if port == AUTO:
        yield from doctor.group_advice()
        yield from doctor.ports(doctor.all_ports())
        yield from doctor.drives()
        seen = look(candidates())
        if device is not None:
            seen = [
                one for one in seen if device.lower() in (str(one[0].serial_number).lower(), _name(one[1]))
            ]
        if not seen:
            yield doctor.nothing()
    else:
        try:
            seen = [(Found(port, None), Client.at(opened(port)), None)]
        except UserError as error:
            seen = [(Found(port, None), None, error)]
    for found, client, error in seen:
        if client is None:
            yield doctor.unreached(found.path, error)
            continue
        with client:
            yield from doctor.box(client)


def _name(client):
    return client.device.lower() if client is not None else None


def _print(finding):
    mark = {"good": "ok   ", "note": "note ", "todo": "TODO ", "wrong": "WRONG"}[finding.level]
    do = f" → {finding.do}" if finding.do else ""
    print(f"{mark} {finding.what:10} {shown(finding.found)}{shown(do)}", flush=True)
