"""`robokraft devices`: the boxes that are plugged in."""

import typer

from robokraft.cli.cable import Device, Json, Port, chosen
from robokraft.cli.output import print_json
from robokraft.errors import GOOD, NO_BOX, UserError
from robokraft.told import shown


def command(context: typer.Context, json: Json = False, port: Port = None, device: Device = None):
    """List the boxes that are plugged in, and what cannot be used, with the reason.

    Exit codes: 0 a box answers, 3 none does.
    """
    from robokraft.client import Client
    from robokraft.transport import opened
    from robokraft.transport.find import AUTO, candidates, look
    from robokraft.transport.find import Port as Found

    place, device = chosen(context, port, device)
    if place == AUTO:
        seen = look(candidates())
    else:
        try:
            seen = [(Found(place, None), Client.at(opened(place)), None)]
        except UserError as error:
            seen = [(Found(place, None), None, error)]
    rows = [_row(*one) for one in seen]
    if device is not None:
        rows = [
            row
            for row in rows
            if device.lower() in (str(row["device"]).lower(), str(row["usb_serial"]).lower())
        ]
    if json:
        print_json(rows)
    else:
        _print(rows)
    raise typer.Exit(GOOD if any(row["error"] is None for row in rows) else NO_BOX)


def _row(port, client, error):
    row = {"port": port.path, "usb_serial": port.serial_number}
    for name in ("device", "storage", "firmware", "micropython", "protocol"):
        row[name] = getattr(client, name, None)
    row["error"] = error.message if error else None
    if client is not None:
        client.close()
    return row


def _print(rows):
    if not rows:
        print(
            "no box was found: plug it in with a cable that carries data, or name its --port; "
            "'--port virtual' is the box of 'robokraft play'"
        )
    for row in rows:
        if row["error"]:
            print(f"{shown(row['port'])}: {shown(row['error'])}")
        else:
            python = f", MicroPython {row['micropython']}" if row["micropython"] else ""
            print(
                f"{row['port']}: box {row['device']}, memory {row['storage']}, firmware {row['firmware']}{python}"
            )
