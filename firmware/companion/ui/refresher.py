"""Sends to the panel what changed since the last time, and no more.

Keeps a shadow: what the panel's memory holds. Changed columns of a page that lie close together are one
run; runs of neighbouring pages become one window when that costs fewer bytes. A window takes two transfers:
its addresses in one, its pixels in one. The longest, a whole picture, is 1,026 bytes with the address: 23
ms at 400 kHz, under half of the 50 ms after which `machine.I2C` gives up. When the panel does not
acknowledge, the shadow is forgotten and the panel is told so; nothing is raised.
"""

from companion.ui import pixels

_COLUMNS = 128
_PAGES = 8
_OVERHEAD = 28  # bytes: addresses, control bytes, commands (10 in all), and the time to start two transfers
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

    def refresh(self):
        """Sends what changed; returns the bytes on the bus, addresses counted. 0 without a panel."""
        panel = self._panel
        if not panel.ready:
            return 0
        self._count = 0
        if self._epoch != panel.epoch:
            self._add(0, _PAGES - 1, 0, _COLUMNS - 1)
        else:
            self._scan()
        sent = 0
        try:
            for index in range(self._count):
                sent += self._send(4 * index)
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
            self._join(page, at - base, end - 1 - base)
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
