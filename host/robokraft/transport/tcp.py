"""A box behind a TCP port: socket://HOST:PORT, as the virtual box and the emulated Pico offer it."""

import select
import socket
import time

from robokraft.errors import UserError, because
from robokraft.transport import EMULATED_S, SOCKET, WRITE_S, Lost, PortError

_CONNECT_S = 5.0
_HERE = ("127.0.0.1", "localhost")  # where a virtual and an emulated box listen
_READ = 4096


def _is_port(text):
    return text.isdecimal() and len(text) < 10 and 0 < int(text) < 65536


class Tcp:
    """One connection. Raises PortError where none can be made."""

    serial_number: str | None = None
    answer_s = EMULATED_S

    def __init__(self, address):
        self.name = address
        host, colon, port = address[len(SOCKET) :].rstrip("/").rpartition(":")
        if not host or not colon or not _is_port(port):
            raise UserError(f"{address} is no address: write socket://HOST:PORT, the PORT from 1 to 65535")
        try:
            self._socket = socket.create_connection((host.strip("[]"), int(port)), _CONNECT_S)
        except (OSError, UnicodeError) as error:
            reason = because(error) if isinstance(error, OSError) else "that is no name of a computer"
            begin = f"begin 'robokraft play --listen {port}' or 'robokraft emulate --port {port}' first, or "
            do = f"{begin if host in _HERE else ''}check the address"
            raise PortError("missing", f"nothing can be reached at {address}: {reason}; {do}")
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket.setblocking(False)

    def read(self, timeout_s):
        try:
            if not select.select([self._socket], [], [], max(timeout_s, 0))[0]:
                return b""
            data = self._socket.recv(_READ)
        except BlockingIOError:
            return b""
        except (OSError, ValueError) as error:
            raise self._lost(error)
        if not data:
            raise self._lost(ConnectionResetError())
        return data

    def write(self, data):
        until = time.monotonic() + WRITE_S
        view = memoryview(data)
        while view:
            left = until - time.monotonic()
            try:
                if left <= 0 or not select.select([], [self._socket], [], left)[1]:
                    raise Lost(f"{self.name} takes nothing: no byte went out for {WRITE_S:.0f} s")
                view = view[self._socket.send(view) :]
            except BlockingIOError:
                continue
            except (OSError, ValueError) as error:
                raise self._lost(error)

    def close(self):
        self._socket.close()

    def _lost(self, error):
        if isinstance(error, ConnectionError):
            return Lost(
                f"the other end of {self.name} has closed; another program may be using the box: "
                "wait until that has ended, then try again"
            )
        reason = because(error) if isinstance(error, OSError) else "it is closed"
        return Lost(f"the connection to {self.name} was lost: {reason}")
