"""Ways to a box. A transport moves bytes and says in one sentence what went wrong.

`read(timeout_s)` gives the bytes that came, b"" when none came in time; `write(data)` gives away all of them, or fails
after WRITE_S; `close()` may be called twice. `name` is what it is called by, `serial_number` that of the USB device or None,
`answer_s` how long a box there may be silent before it answers.
"""

import os
from typing import Protocol

from robokraft.errors import LOST, NO_PORT, UserError

WRITE_S = 5.0  # a write that nobody takes fails after so long
BOX_S = 3.0  # a Pico has answered long before
EMULATED_S = 30.0  # a hundredth of a Pico's speed, on a busy computer; one that is gone closes its end
SOCKET = "socket://"
VIRTUAL = "virtual"  # the box of `robokraft play`, while nobody plays


class PortError(UserError):
    """The port cannot be opened. `kind`: "missing", "permission", "busy" or "other"."""

    def __init__(self, kind, message):
        super().__init__(message, NO_PORT)
        self.kind = kind


class Lost(UserError):
    """The other end went away, or takes nothing any more."""

    def __init__(self, message):
        super().__init__(message, LOST)


class Transport(Protocol):
    """What the client needs of a way to a box."""

    name: str
    serial_number: str | None
    answer_s: float

    def read(self, timeout_s: float) -> bytes: ...

    def write(self, data: bytes) -> None: ...

    def close(self) -> None: ...


def is_virtual(port):
    """Whether a `--port` means a virtual box in its folder, with nobody at its keys."""
    return port == VIRTUAL or os.path.isdir(port)


def window_of(port):
    """The command that opens the window, and with it the keys, of the virtual box that a `--port` means."""
    return "robokraft play" if port == VIRTUAL else f"robokraft play --data {port}"


def opened(port) -> Transport:
    """The transport for a `--port`: a path, a name such as COM3, socket://HOST:PORT, VIRTUAL, or the folder of a virtual box.

    Raises PortError or UserError.
    """
    if port.startswith(SOCKET):
        from robokraft.transport.tcp import Tcp

        return Tcp(port)
    if is_virtual(port):
        from robokraft.virtual.port import VirtualPort

        return VirtualPort(port)
    from robokraft.transport.serial_port import SerialPort

    return SerialPort(port)
