"""Which port is the box: by its USB numbers first, then by what it answers."""

import sys
import time
from typing import NamedTuple

from robokraft.errors import NO_BOX, UserError
from robokraft.transport import PortError, is_virtual, opened, window_of
from robokraft.transport.serial_port import SerialPort

USB_IDS = ((0x2E8A, 0x0005),)  # Raspberry Pi, a board that runs MicroPython
AUTO = "auto"
_BACK_S = 10.0
_OS_MAC = "darwin"


class Port(NamedTuple):
    """A serial port that may be a box."""

    path: str
    serial_number: str | None


def candidates():
    """The ports with USB numbers of a box, in a steady order."""
    from serial.tools import list_ports

    found = []
    for info in list_ports.comports():
        if (info.vid, info.pid) in USB_IDS:
            found.append(Port(_calling_out(info.device), info.serial_number))
    return sorted(set(found), key=lambda port: (port.path, port.serial_number or ""))


def _calling_out(path):
    """On macOS /dev/tty.* waits for a carrier that never comes; /dev/cu.* is the same device without it."""
    if sys.platform == _OS_MAC and path.startswith("/dev/tty."):
        return "/dev/cu." + path[len("/dev/tty.") :]
    return path


def open_port(port):
    """The transport of a candidate. Raises PortError."""
    return SerialPort(port.path, port.serial_number)


def look(ports):
    """[(port, client or None, UserError or None)]: each is opened and asked who it is. Close the clients."""
    from robokraft.client import Client

    seen = []
    for port in ports:
        try:
            seen.append((port, Client.at(open_port(port)), None))
        except UserError as error:
            seen.append((port, None, error))
    return seen


def connect(port=AUTO, device=None, choose=None, waiting=None):
    """A client of the box that is meant. Raises UserError.

    port: a path, socket://HOST:PORT, "virtual", or "auto". device: serial number of the box. choose: asked with a list of clients
    when there are several; gives the index of one. waiting: told the port's name when an answer takes long.
    """
    from robokraft.client import Client

    if port != AUTO:
        client = Client.at(opened(port), waiting=waiting)
        client.window = window_of(port) if is_virtual(port) else None
        if device is not None and not _is(client, device):
            client.close()
            raise UserError(f"the box at {port} is {client.device}, not {device}", NO_BOX)
        return client
    ports = candidates()
    if not ports:
        raise UserError(
            "no box was found: plug it in with a cable that carries data, or name its --port; "
            "'--port virtual' is the box of 'robokraft play'",
            NO_BOX,
        )
    if device is not None:
        ports = [one for one in ports if _same(one.serial_number, device)] or ports
    if len(ports) == 1 and device is None:
        return _reconnecting(Client.at(open_port(ports[0])))
    return _reconnecting(_one_of(look(ports), device, choose))


def _one_of(seen, device, choose):
    clients = [client for _, client, _ in seen if client is not None]
    meant = [client for client in clients if device is None or _is(client, device)]
    chosen = None
    try:
        if not clients:
            raise seen[0][2]
        if not meant:
            there = ", ".join(client.device for client in clients)
            raise UserError(f"no box {device} was found; there are {there}", NO_BOX)
        if len(meant) > 1:
            if choose is None:
                there = ", ".join(f"{client.device} at {client.name}" for client in meant)
                raise UserError(f"there are several boxes, choose one with --device: {there}", NO_BOX)
            chosen = meant[choose(meant)]
        else:
            chosen = meant[0]
        return chosen
    finally:
        for client in clients:
            if client is not chosen:
                client.close()


def _reconnecting(client):
    """The client, which after a loss looks for the same USB serial number, whatever its port is called then."""
    number = client.serial_number
    if number is not None:
        client.reopen = lambda: reopened(number)
    return client


def reopened(serial_number, within_s=_BACK_S):
    """The transport of the port with this USB serial number as soon as it is there again, or None."""
    until = time.monotonic() + within_s
    while time.monotonic() < until:
        for port in candidates():
            if _same(port.serial_number, serial_number):
                try:
                    return open_port(port)
                except PortError:
                    break
        time.sleep(0.2)
    return None


def _is(client, device):
    return _same(client.device, device) or _same(client.serial_number, device)


def _same(one, other):
    return one is not None and one.lower() == other.lower()
