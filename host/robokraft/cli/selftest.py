"""`robokraft selftest`: what the box can test without hands."""

import typer

from robokraft.cli.cable import Device, Json, Port, connected
from robokraft.cli.output import amount, print_json
from robokraft.errors import GOOD, WRONG

_LEAST_MEMORY = 20 * 1024  # bytes; with a game on the table a box has more than twice as much


def command(context: typer.Context, json: Json = False, port: Port = None, device: Device = None):
    """Test the box as far as it goes without hands: storage, memory, display, keys that are stuck. Shows its crashes too.

    Exit codes: 0 all good, 1 something is wrong, 3 no box, 4 the port cannot be used, 5 no answer, 6 the connection was lost,
    7 the box cannot now.
    """
    with connected(context, port, device) as client:
        found = taken(client)
    if json:
        print_json(found)
    else:
        show(found)
    raise typer.Exit(GOOD if is_good(found) else WRONG)


def taken(client):
    """What the box finds, and its crashes."""
    found = client.ask("selftest")
    found["crashes"] = client.ask("crashes")["crashes"]
    return found


def is_good(found):
    """Whether nothing needs a hand. Crashes are over."""
    return found["storage"] and found["display"] and not found["stuck"] and not little_memory(found)


def little_memory(found):
    """Whether so little memory is free that requests and screens may fail. False where the box does not say."""
    return found["heap"] is not None and found["heap"] < _LEAST_MEMORY


def show(found):
    """Prints it for people."""
    from robokraft.client import MORE_MEMORY

    print(f"storage {'good' if found['storage'] else 'FAILS'}{_size(found['free'])}")
    print(f"display {'answers' if found['display'] else 'DOES NOT ANSWER'}")
    stuck = ", ".join(found["stuck"])
    print(f"keys    {f'STUCK: {stuck} (its pin: hardware/wiring.md)' if stuck else 'none is stuck'}")
    if found["heap"] is not None:
        little = f", TOO LITTLE: {MORE_MEMORY}" if little_memory(found) else ""
        print(f"memory  {amount(found['heap'])} free{little}")
    for crash in found["crashes"]:
        print(f"crash   in {crash['job']}, {crash['ticks'] // 1000} s after power-up")
        print("        " + crash["text"].replace("\n", "\n        "))


def _size(free):
    return "" if free is None else f", {amount(free)} free"
