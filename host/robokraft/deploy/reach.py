"""From a box that runs, or does not, to MicroPython's prompt, and back to a box that runs.

A box that runs is asked for maintenance, and somebody there says yes; one that does not is at the prompt already. After a
reset the port may have another name: it is known by its USB serial number.
"""

import time

from robokraft.client import Client, NoAnswer
from robokraft.deploy.prompt import Prompt
from robokraft.errors import NO_ANSWER, NO_BOX, UserError
from robokraft.transport import SOCKET, Lost, PortError, opened
from robokraft.transport.find import AUTO, Port, candidates, open_port, reopened

LEAVES_S = 1.5  # from the yes to the reset, and until USB has noticed
_BACK_S = 10.0
_SLOW_BACK_S = 300.0  # an emulated Pico
_POLL_S = 0.5


def way(port, device=None):
    """The Port to go to, whoever answers there. Raises UserError where there is none, or several."""
    if port != AUTO:
        numbers = [
            one.serial_number for one in ([] if port.startswith(SOCKET) else candidates()) if one.path == port
        ]
        return Port(port, numbers[0] if numbers else None)
    found = candidates()
    if device is not None:
        found = [one for one in found if (one.serial_number or "").lower() == device.lower()]
    if not found:
        raise UserError(
            "no box was found: plug it in with a cable that carries data, or name its --port", NO_BOX
        )
    if len(found) > 1:
        there = ", ".join(f"{one.serial_number} at {one.path}" for one in found)
        raise UserError(f"there are several boxes, choose one with --device: {there}", NO_BOX)
    return found[0]


def client(way, waiting=None):
    """A client of the box whose app runs there, or None where something else answers, or nothing. Raises PortError.

    `waiting(name)` is told once, when the answer takes longer than a Pico takes.
    """
    try:
        return Client.at(open_port(way) if way.serial_number else opened(way.path), waiting=waiting)
    except NoAnswer:
        return None


def maintenance(way, client, settled):
    """The Prompt of a box whose app runs, after a yes at the box, which `settled(client, outcome)` waits for."""
    with client:
        try:
            settled(client, client.ask("maintenance")["outcome"])
        except (Lost, NoAnswer):
            pass  # it was gone before it could say so
    time.sleep(LEAVES_S)
    return prompt(_again(way))


def prompt(way):
    """The Prompt of a box that is there without its app. Raises UserError."""
    return Prompt(way.path)


def _again(way, within_s=_BACK_S):
    """The same Pico, whatever its port is called now."""
    if way.serial_number is None:
        return way
    found = reopened(way.serial_number, within_s)
    if found is None:
        raise Lost("the Pico does not come back after its reset: plug it in again and run this again")
    found.close()
    return Port(found.name, way.serial_number)


def running(way):
    """A client of the box once its app runs after a reset. Raises UserError where it does not come."""
    slow = way.serial_number is None
    until = time.monotonic() + (_SLOW_BACK_S if slow else 2 * _BACK_S)
    time.sleep(LEAVES_S)
    while True:
        try:
            found = client(_again(way))
            if found is not None:
                return found
        except (PortError, Lost):
            pass
        if time.monotonic() > until:
            raise UserError(
                f"the box at {way.path} was reset, but its app does not answer: see what its display says, unplug it and plug "
                "it in again; 'robokraft doctor' tells more",
                NO_ANSWER,
            )
        time.sleep(_POLL_S)
