"""The Pico's USB serial port, read and written without ever waiting. The only place that touches sys.stdin.

MicroPython's read of n bytes waits for all n, and its write waits half a second for room that no host makes; only a
poll tells whether there is a byte, or room for one. So bytes are read one by one, a poll each. What is written goes in
pieces of GRAIN bytes: the room is a multiple of it, as long as all that is written is, so room for one byte is room for all of them.
"""

import select
import sys

from companion.link.door import GRAIN

_WRITE = 256  # bytes at once: what USB keeps for a host
_BUSY = 4  # turns after bytes were moved


class Port:
    """`read_into` and `write` as `link.server` wants them. `busy`: above 0 while bytes are moved; whoever asks counts it down."""

    def __init__(self):
        import micropython

        self.busy = 0
        micropython.kbd_intr(-1)  # type: ignore  0x03 is a byte like any other
        self._source = sys.stdin.buffer
        self._sink = sys.stdout.buffer
        self._one = bytearray(1)
        self._there = select.poll()
        self._there.register(sys.stdin, select.POLLIN)
        self._room = select.poll()
        self._room.register(sys.stdout, select.POLLOUT)

    def read_into(self, buffer):
        """Puts the bytes that are there into the buffer and returns how many."""
        count = 0
        while count < len(buffer) and _ready(self._there, select.POLLIN):
            if not self._source.readinto(self._one):
                break
            buffer[count] = self._one[0]
            count += 1
        if count:
            self.busy = _BUSY
        return count

    def write(self, view):
        """Gives away pieces as long as they are taken, at most 256 bytes, and returns how many bytes."""
        count = 0
        most = min(len(view), _WRITE)
        while count < most and _ready(self._room, select.POLLOUT):
            given = self._sink.write(view[count : count + GRAIN])
            if not given:
                break
            count += given
        if count:
            self.busy = _BUSY
        return count


def _ready(poll, flag):
    for _stream, events in poll.ipoll(0):
        return bool(events & flag)
    return False
