"""The virtual box as a port: one that lives as long as a command speaks with it, for the games that `play` has kept.

Nobody is at its keys: what asks for an OK there cannot be done so.
"""

import os
import time
from pathlib import Path

from robokraft.transport import BOX_S, VIRTUAL, PortError, window_of
from robokraft.virtual.box import VirtualBox, utc_now
from robokraft.virtual.folder import InUse, usual
from robokraft.virtual.serial import Wire

_STEP_S = 0.001
_ROOM = 1 << 16  # bytes: nobody else takes them


class VirtualPort:
    """The way to the box in a folder; `port` is that folder, or VIRTUAL for the one of `play`. Raises PortError."""

    serial_number: str | None = None
    answer_s = BOX_S

    def __init__(self, port):
        self.name, playing = port, window_of(port)
        if port == VIRTUAL:
            folder = usual()
            missing = f"there is no virtual box in {folder} yet"
        else:
            folder = Path(port)
            missing = f"{port} is no serial port, and holds no virtual box"
        if not VirtualBox.is_in(folder):
            raise PortError("missing", f"{missing}: '{playing}' makes one")
        self._wire = Wire(_ROOM)
        try:
            self._box = VirtualBox(folder, entropy=os.urandom, utc=utc_now, serial=self._wire)
        except InUse:
            raise PortError(
                "busy",
                f"the virtual box in {folder} is open: give the --port at the top of its window; "
                f"if none stands there, quit it with q and begin it with '{playing} --listen 4711'",
            )

    def read(self, timeout_s):
        until = time.monotonic() + timeout_s
        while True:
            self._box.run(1)
            if self._wire.to_host or time.monotonic() >= until:
                break
            time.sleep(_STEP_S)
        data = bytes(self._wire.to_host)
        self._wire.to_host.clear()
        return data

    def write(self, data):
        self._wire.to_box += data

    def close(self):
        self._box.close()
