"""`robokraft status`: what the box shows, holds, and where its game stands."""

import typer

from robokraft.cli.cable import Device, Json, Port, connected, understood
from robokraft.cli.output import print_json


def command(context: typer.Context, json: Json = False, port: Port = None, device: Device = None):
    """Print what the box shows, what it holds, and where its game stands. Changes nothing.

    Exit codes: 0 good, 3 no box, 4 the port cannot be used, 5 no answer, 6 the connection was lost, 7 the box
    cannot now.
    """
    with connected(context, port, device) as client:
        status = client.ask("status")["status"]
    if json:
        print_json(status)
        return
    from robokraft.cli.simulate import print_status

    with understood("status"):
        print(f"box     {status['device']}, firmware {status['firmware']}, on for {status['boot'] // 1000} s")
        print_status(status)
