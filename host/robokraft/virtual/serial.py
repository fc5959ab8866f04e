"""The box's end of a cable on the desk: bytes in memory, a socket, or a pseudo terminal. CPython only.

Each offers what the firmware's `link.server` wants: `read_into(buffer)` → bytes that were there and `write(view)` → bytes
that were taken, both without waiting. As on a real box, what is written while nobody is connected is lost.
"""

import os
import socket

from robokraft.errors import UserError, because

FIFO = 256  # bytes that the Pico keeps for a host that does not read


class Wire:
    """Bytes in memory. A test puts bytes into `to_box` and takes them out of `to_host`.

    `room`: bytes that fit into `to_host`, as many as the host does not read.
    """

    def __init__(self, room=FIFO):
        self.to_box = bytearray()
        self.to_host = bytearray()
        self.room = room

    def read_into(self, buffer):
        count = min(len(buffer), len(self.to_box))
        buffer[:count] = self.to_box[:count]
        del self.to_box[:count]
        return count

    def write(self, view):
        count = min(len(view), max(0, self.room - len(self.to_host)))
        self.to_host += view[:count]
        return count


class Listener:
    """A TCP port of this computer that one host at a time may use; `port` 0 takes any free one.

    `address`: what to give to `--port`. Raises UserError where the port cannot be used.
    """

    def __init__(self, port=0):
        try:
            self._server = socket.create_server(("127.0.0.1", port))
        except (OSError, OverflowError) as error:
            reason = because(error) if isinstance(error, OSError) else "ports are 0 to 65535"
            raise UserError(f"cannot listen on port {port}: {reason}")
        self._server.setblocking(False)
        self._host: socket.socket | None = None
        self.address = f"socket://127.0.0.1:{self._server.getsockname()[1]}"

    def close(self):
        self._drop()
        self._server.close()

    def read_into(self, buffer):
        count = self._receive(buffer)
        if not count:
            self._accept()
        return count

    def _receive(self, buffer):
        if self._host is None:
            return 0
        try:
            count = self._host.recv_into(buffer)
        except BlockingIOError:
            return 0
        except OSError:
            count = 0
        if not count:
            self._drop()
        return count

    def write(self, view):
        if self._host is None:
            return len(view)
        try:
            return self._host.send(view)
        except BlockingIOError:
            return 0
        except OSError:
            self._drop()
            return len(view)

    def _accept(self):
        """Takes a host that calls; one that calls while another is there, and has nothing more to say, is sent away."""
        try:
            host, _ = self._server.accept()
        except OSError:
            return
        if self._host is not None:
            host.close()
            return
        host.setblocking(False)
        host.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._host = host

    def _drop(self):
        if self._host is not None:
            self._host.close()
            self._host = None


class Pty:
    """A pseudo terminal that looks like a serial port; `address` is its name. Not on Windows."""

    def __init__(self):
        import pty
        import tty

        self._master, self._slave = (
            pty.openpty()
        )  # the slave stays open, or the master fails between two hosts
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self.address = os.ttyname(self._slave)

    def close(self):
        os.close(self._master)
        os.close(self._slave)

    def read_into(self, buffer):
        try:
            data = os.read(self._master, len(buffer))
        except OSError:
            return 0
        buffer[: len(data)] = data
        return len(data)

    def write(self, view):
        try:
            return os.write(self._master, view)
        except OSError:
            return 0
