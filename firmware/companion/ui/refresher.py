"""Sends to the panel what changed since the last time, and no more.

Keeps a shadow: what the panel's memory holds. Changed columns of a page that lie close together are one
run; runs of neighbouring pages become one window when that costs fewer bytes. A window takes two transfers:
its addresses in one, its pixels in one. The longest, a whole picture, is 1,026 bytes with the address: 23
ms at 400 kHz, under half of the 50 ms after which `machine.I2C` gives up. When the panel does not
acknowledge, the shadow is forgotten and the panel is told so; nothing is raised.

An SH1106 has no windows: there each run is of one page, and its address and its pixels go in one transfer.
"""

from companion.drivers.panel import SH1106_OFFSET
from companion.ui import pixels

_COLUMNS = 128
_PAGES = 8
_OVERHEAD = 28  # bytes: addresses, control bytes, commands (10 in all), and the time to start two transfers
_BEFORE = 7  # bytes in front of the pixels in a transfer to an SH1106
_WINDOWS = _PAGES * (_COLUMNS // (_OVERHEAD + 1) + 1)


class Refresher:
    def __init__(self, panel):
        self._panel = panel
        self._buffer = panel.buffer
        self._shadow = memoryview(bytearray(_COLUMNS * _PAGES))
        self._epoch = None  # of the panel whose memory the shadow is
        self._windows = bytearray(4 * _WINDOWS)  # first page, last page, first column, last column
        self._count = 0
        self._command = bytearray((0x00, 0x21, 0, 0, 0x22, 0, 0))
        self._data = bytearray(1 + _COLUMNS * _PAGES)
        self._data[0] = 0x40
        self._pixels = memoryview(self._data)[1:]
        self._paged = None  # the transfer to an SH1106, if that is what the panel has

    def refresh(self):
        """Sends what changed; returns the bytes on the bus, addresses counted. 0 without a panel."""
        panel = self._panel
        if not panel.ready:
            return 0
        if (self._paged is not None) != (panel.chip == "sh1106"):
            self._paged = None if self._paged else bytearray(b"\x80\0\x80\0\x80\0\x40" + bytes(_COLUMNS))
        self._count = 0
        if self._epoch != panel.epoch:
            self._add(0, _PAGES - 1, 0, _COLUMNS - 1)
        else:
            self._scan()
        sent = 0
        try:
            for index in range(self._count):
                sent += self._send(4 * index) if self._paged is None else self._send_pages(4 * index)
        except OSError:
            self.forget()
            panel.lost()
        else:
            self._epoch = panel.epoch
        return sent

    def forget(self):
        """The panel's memory is unknown: the next refresh sends everything."""
        self._epoch = None

    def _scan(self):
        total = _PAGES * _COLUMNS
        at = pixels.changed(self._buffer, self._shadow, 0, total)
        while at < total:
            page = at // _COLUMNS
            base = page * _COLUMNS
            end = pixels.changed_until(self._buffer, self._shadow, at, base + _COLUMNS, _OVERHEAD)
            if self._paged is None:
                self._join(page, at - base, end - 1 - base)
            else:
                self._add(page, page, at - base, end - 1 - base)
            at = pixels.changed(self._buffer, self._shadow, end, total)

    def _join(self, page, first, last):
        windows = self._windows
        for at in range(0, 4 * self._count, 4):
            if windows[at + 1] != page - 1:
                continue
            left = min(windows[at + 2], first)
            right = max(windows[at + 3], last)
            pages = page - windows[at]
            apart = pages * (windows[at + 3] - windows[at + 2] + 1) + last - first + 1 + _OVERHEAD
            if (pages + 1) * (right - left + 1) <= apart:
                windows[at + 1] = page
                windows[at + 2] = left
                windows[at + 3] = right
                return
        self._add(page, page, first, last)

    def _add(self, top, bottom, left, right):
        at = 4 * self._count
        self._windows[at] = top
        self._windows[at + 1] = bottom
        self._windows[at + 2] = left
        self._windows[at + 3] = right
        self._count += 1

    def _send(self, at):
        top, bottom = self._windows[at], self._windows[at + 1]
        left, right = self._windows[at + 2], self._windows[at + 3]
        command = self._command
        command[2] = left
        command[3] = right
        command[5] = top
        command[6] = bottom
        wide = right - left + 1
        size = 0
        for page in range(top, bottom + 1):
            base = page * _COLUMNS + left
            self._pixels[size : size + wide] = self._buffer[base : base + wide]
            size += wide
        with self._panel.device as device:
            device.write(command)
            device.write(self._data, end=1 + size)
        for page in range(top, bottom + 1):
            base = page * _COLUMNS + left
            self._shadow[base : base + wide] = self._buffer[base : base + wide]
        return len(command) + size + 3

    def _send_pages(self, at):
        top, bottom = self._windows[at], self._windows[at + 1]
        left, right = self._windows[at + 2], self._windows[at + 3]
        wide = right - left + 1
        data = self._paged
        data[3] = left + SH1106_OFFSET & 15
        data[5] = 0x10 | left + SH1106_OFFSET >> 4
        sent = 0
        for page in range(top, bottom + 1):
            base = page * _COLUMNS + left
            data[1] = 0xB0 | page
            data[_BEFORE : _BEFORE + wide] = self._buffer[base : base + wide]
            with self._panel.device as device:
                device.write(data, end=_BEFORE + wide)
            self._shadow[base : base + wide] = self._buffer[base : base + wide]
            sent += _BEFORE + wide + 1
        return sent
