"""What the commands that speak with a box share: the options, the connection, the choice between several boxes."""

import sys
from contextlib import contextmanager
from typing import Annotated

import typer

from robokraft.errors import NO_BOX, UserError
from robokraft.told import shown

Port = Annotated[
    str | None,
    typer.Option(
        "--port",
        metavar="PATH|socket://HOST:PORT|virtual|auto",
        envvar="ROBOKRAFT_PORT",
        help="Where the box is; auto looks for it, virtual is the box of 'robokraft play' while that is closed.",
    ),
]
Device = Annotated[
    str | None, typer.Option("--device", metavar="SERIAL", help="The box with this serial number.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def chosen(context, port, device) -> tuple[str, str | None]:
    """(port, device) as said after the command, else before it, else in the environment."""
    before = context.find_root().obj or {}
    return port or before.get("port") or "auto", device or before.get("device")


@contextmanager
def connected(context, port, device):
    """A client of the box that is meant, closed at the end. Raises UserError."""
    from robokraft.transport.find import connect

    port, device = chosen(context, port, device)
    asks = sys.stdin.isatty() and sys.stderr.isatty()
    waiting = _waiting if sys.stderr.isatty() else None
    with connect(port, device, _choose if asks else None, waiting) as client:
        yield client


@contextmanager
def understood(name):
    """For what is made of an answer whose inside the table of messages does not fix. Raises NoAnswer."""
    try:
        yield
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        from robokraft.client import NoAnswer

        raise NoAnswer(f"the box's answer to {name} makes no sense: is its program older than this one?")


def _waiting(name):
    print(f"waiting for the box at {shown(name)} …", file=sys.stderr, flush=True)


def _choose(clients):
    """Asks which box is meant; the index of one."""
    for number, client in enumerate(clients, 1):
        print(f"  {number}  {client.device} at {client.name}, firmware {client.firmware}", file=sys.stderr)
    print(f"Which box? 1 to {len(clients)}: ", end="", file=sys.stderr, flush=True)
    answer = sys.stdin.readline().strip()
    numbers = [str(number) for number in range(1, len(clients) + 1)]
    if answer not in numbers:
        raise UserError("no box was chosen", NO_BOX)
    return numbers.index(answer)


def settled(client, outcome):
    """Waits for an answer at the box and says so meanwhile."""
    client.settle(
        outcome, lambda: print("answer at the box: OK is yes, BACK is no …", file=sys.stderr, flush=True)
    )
