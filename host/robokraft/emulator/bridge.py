"""The emulated Pico's USB port for other programs: as a pseudo terminal and as a TCP socket on this computer alone.

Bytes go to and fro unchanged. Nothing runs in the background: `serve()` moves what there is to move.
"""

import os
import select
import socket

from robokraft.errors import UserError, because

_PIECE = 4096
_MOST_WAITING = 65536  # bytes for a reader that does not read; older ones are dropped


class Bridge:
    """`usb`: a `UsbHost`. `port`: TCP port, 0 for any free one. Close it, or use it in `with`. Raises UserError.

    port: the TCP port. terminal: path of the pseudo terminal, None where the system has none.
    """

    def __init__(self, usb, port=0):
        self._usb = usb
        self._client = None
        self._waiting = bytearray()
        self._master = None
        self.terminal = None
        self._listener = socket.socket()
        try:
            if os.name != "nt":
                self._listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            self._listener.bind(("127.0.0.1", port))
            self._listener.listen(1)
        except (OSError, OverflowError) as error:
            self._listener.close()
            reason = because(error) if isinstance(error, OSError) else "there is no such port"
            raise UserError(f"cannot listen on port {port}: {reason}")
        self._listener.setblocking(False)
        self.port = self._listener.getsockname()[1]
        if os.name != "nt":
            self._open_terminal()

    def _open_terminal(self):
        import tty

        self._master, slave = os.openpty()
        tty.setraw(slave)
        os.set_blocking(self._master, False)
        self.terminal = os.ttyname(slave)
        self._slave = slave  # stays open, so that the terminal outlives the programs that use it

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        if self._client is not None:
            self._client.close()
            self._client = None
        self._listener.close()
        if self._master is not None:
            os.close(self._master)
            os.close(self._slave)
            self._master = None

    def serve(self, wait_s=0.0):
        """Moves what has come in either direction; waits at most so long for something from outside. Whether it came."""
        watched: list = [self._listener] if self._client is None else [self._client, self._listener]
        if self._master is not None:
            watched.append(self._master)
        ready = select.select(watched, [], [], wait_s)[0]
        for source in ready:
            if source is self._listener:
                self._accept()
            elif source is self._client:
                self._from_socket()
            else:
                self._from_terminal()
        data = self._usb.take()
        if self._master is not None and data:
            try:
                os.write(self._master, data)
            except BlockingIOError:
                pass  # nobody reads it
        self._to_socket(data)
        return bool(ready)

    def _accept(self):
        """Takes a program that calls; one that calls while another is there is sent away."""
        try:
            caller, _ = self._listener.accept()
        except BlockingIOError:
            return
        if self._client is not None:
            caller.close()
            return
        self._client = caller
        self._client.setblocking(False)
        self._client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._waiting.clear()

    def _from_socket(self):
        assert self._client is not None
        try:
            data = self._client.recv(_PIECE)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if data:
            self._usb.send(data)
        else:
            self._hang_up()

    def _from_terminal(self):
        assert self._master is not None
        try:
            self._usb.send(os.read(self._master, _PIECE))
        except OSError:
            pass  # the last program closed it this moment

    def _to_socket(self, data):
        if self._client is None:
            return
        self._waiting += data
        del self._waiting[:-_MOST_WAITING]
        try:
            if self._waiting:
                del self._waiting[: self._client.send(self._waiting)]
        except BlockingIOError:
            pass
        except OSError:
            self._hang_up()

    def _hang_up(self):
        assert self._client is not None
        self._client.close()
        self._client = None
        self._waiting.clear()
