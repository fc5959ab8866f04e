"""Waits for a host. What answers one is loaded when it speaks, and put out of memory when none has spoken for a while."""

import gc

from companion.modules import forget, load
from companion.ticks import since

GRAIN = 16  # all that is written is a multiple of it; blank lines fill up
TABLE_MS = 120  # so long after a key line moved or a key said something the table has the box to itself
TABLE_MOST_MS = 1000  # but a host is not left without an answer
_READ = 128  # bytes at once
_QUIET_MS = 120000
_TIGHT_QUIET_MS = 2000  # where the table needs the memory sooner
_TIGHT = 32768  # bytes that are free then
_WIRE = "shared_rules.wire"
_MANNERS = "companion.link.manners"
_SERVER = "companion.link.server"
_ALSO = (_WIRE, "companion.status", "companion.storage.trial")
_STAY = ("companion.link.door", "companion.link.port")


def serves(name):
    """Whether the module of this name is needed only while a host speaks."""
    if name.startswith("companion.link."):
        return name not in _STAY
    return name in _ALSO


class Door:
    """A job of the app. `serial`: see `link.server`."""

    def __init__(self, app, serial):
        self._app = app
        self._serial = serial
        self._read = bytearray(_READ)
        self._count = 0  # bytes in it that no server has had
        self._heard_ms = 0
        self._looked = False  # whether memory is tight, since a host was heard last
        self.server = None

    def step(self):
        """One turn."""
        app, keys, server = self._app, self._app.keys, self.server
        now = app.parts.ticks_ms()
        if server is None:
            if not self._count:
                self._count = self._serial.read_into(self._read)
                self._heard_ms = now
            waited_ms = since(now, self._heard_ms)
            if not self._count or (min(keys.idle_ms, keys.still_ms) < TABLE_MS and waited_ms < TABLE_MOST_MS):
                return
            for name in (_WIRE, _MANNERS, _SERVER):
                if load(name):
                    return
            from companion.link.server import Server

            self.server = server = Server(app, self._serial, self._read, self._count)
            self._count = 0
        server.step()
        if server.heard:
            server.heard = self._looked = False
            self._heard_ms = now
            return
        quiet_ms = since(now, self._heard_ms)
        if quiet_ms > _QUIET_MS or (quiet_ms > _TIGHT_QUIET_MS and not self._looked and _is_tight()):
            self.leave()
        self._looked = quiet_ms > _TIGHT_QUIET_MS

    def leave(self):
        """Puts what answers a host out of memory, unless it waits for something."""
        if self.server is not None and not self.server.busy():
            self.server = None
            forget(serves)


def _is_tight():
    return hasattr(gc, "mem_free") and gc.mem_free() < _TIGHT
