"""Sends to the panel what changed since the last time, and no more.

Keeps a shadow: what the panel's memory holds. Changed columns of a page that lie close together are one
run; runs of neighbouring pages become one window when that costs fewer bytes. A window takes two transfers:
its addresses in one, its pixels in one. The longest, a whole picture, is 1,026 bytes with the address: 23
ms at 400 kHz, under half of the 50 ms after which `machine.I2C` gives up. When the panel does not
acknowledge, the shadow is forgotten and the panel is told so; nothing is raised.
The shadow is what will have been sent: whoever is stopped half-way by another error forgets it too.

An SH1106 has no windows: there each run is of one page, and its address and its pixels go in one transfer.
"""

from companion.drivers.panel import SH1106_OFFSET
from companion.ui import pixels

_COLUMNS = 128
_PAGES = 8
_OVERHEAD = 24  # bytes: addresses, control bytes, commands (10 in all), and the time to start two transfers
_BEFORE = 7  # bytes in front of the pixels in a transfer to an SH1106
_WINDOWS = _PAGES * (_COLUMNS // (_OVERHEAD + 1) + 1)


class Refresher:
    def __init__(self, panel):
        self._panel = panel
        self._buffer = panel.buffer
        self._shadow = bytearray(_COLUMNS * _PAGES)
        self._epoch = None  # of the panel whose memory the shadow is
        self._windows = bytearray(4 * _WINDOWS)  # first page, last page, first column, last column
        self._command = bytearray((0x00, 0x21, 0, 0, 0x22, 0, 0))
        self._data = memoryview(bytearray(1 + _COLUMNS * _PAGES))
        self._data[0] = 0x40
        self._paged = None  # the transfer to an SH1106, if that is what the panel has

    def refresh(self):
        """Sends what changed; returns the bytes on the bus, addresses counted. 0 without a panel."""
        panel = self._panel
        if not panel.ready:
            return 0
        if (self._paged is not None) != (panel.chip == "sh1106"):
            data = bytearray(b"\x80\0\x80\0\x80\0\x40" + bytes(_COLUMNS))
            self._paged = memoryview(data) if self._paged is None else None
        windows = self._windows
        if self._epoch != panel.epoch:
            windows[0] = windows[2] = 0
            windows[1] = _PAGES - 1
            windows[3] = _COLUMNS - 1
            count = 1
        else:
            joined = 1 if self._paged is None else 0
            count = pixels.windows(self._buffer, self._shadow, windows, _OVERHEAD, joined)
        sent = 0
        try:
            for at in range(0, 4 * count, 4):
                sent += self._send(at) if self._paged is None else self._send_pages(at)
        except OSError:
            self.forget()
            panel.lost()
        else:
            self._epoch = panel.epoch
        return sent

    def forget(self):
        """The panel's memory is unknown: the next refresh sends everything."""
        self._epoch = None

    def _send(self, at):
        top, bottom, left, right = self._windows[at : at + 4]
        command = self._command
        command[2] = left
        command[3] = right
        command[5] = top
        command[6] = bottom
        end = pixels.gather(
            self._data,
            1,
            self._buffer,
            self._shadow,
            _COLUMNS * top + left,
            right - left + 1,
            bottom - top + 1,
        )
        self._panel.send(command)
        self._panel.send(self._data[:end])
        return len(command) + end + 2

    def _send_pages(self, at):
        top, bottom, left, right = self._windows[at : at + 4]
        wide = right - left + 1
        data = self._paged
        data[3] = left + SH1106_OFFSET & 15
        data[5] = 0x10 | left + SH1106_OFFSET >> 4
        sent = 0
        for page in range(top, bottom + 1):
            data[1] = 0xB0 | page
            end = pixels.gather(data, _BEFORE, self._buffer, self._shadow, _COLUMNS * page + left, wide, 1)
            self._panel.send(data[:end])
            sent += end + 1
        return sent
