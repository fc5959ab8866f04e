"""`robokraft clock`: gives the box the computer's time."""

from datetime import datetime, timezone

import typer

from robokraft.cli.cable import Device, Json, Port, connected, understood
from robokraft.cli.output import print_json

_FORM = "%Y-%m-%dT%H:%M:%SZ"


def command(context: typer.Context, json: Json = False, port: Port = None, device: Device = None):
    """Set the box's clock from this computer's, and show how far off it was. It keeps time until it is switched off.

    Exit codes: 0 good, 3 no box, 4 the port cannot be used, 5 no answer, 6 the connection was lost, 7 the box cannot.
    """
    with connected(context, port, device) as client:
        now, told, was = set_clock(client)
    late_s = None
    if was is not None:
        with understood("clock"):
            late_s = int((now - datetime.strptime(was, _FORM).replace(tzinfo=timezone.utc)).total_seconds())
    if json:
        print_json({"was": was, "set": told, "late_s": late_s})
    elif late_s is None:
        print(f"set to {told}; the box did not know the time")
    else:
        off = "was right" if late_s == 0 else f"was {abs(late_s)} s {'slow' if late_s > 0 else 'fast'}"
        print(f"set to {told}; the box {off}")


def set_clock(client):
    """(now, as it was told, what the box thought it was or None)."""
    now = datetime.now(timezone.utc).replace(microsecond=0)
    told = now.strftime(_FORM)
    return now, told, client.ask("clock", utc=told)["was"]
