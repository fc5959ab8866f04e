"""The crash log: the newest five crashes, at most 2 KB, readable after a restart and by the host.

Writing it never fails loudly and never twice in a row for the same crash, so that a job that fails at every
turn neither hides its first error nor wears out the flash.
"""

import sys

from companion.storage.files import StorageError
from companion.storage.frames import frame, is_newer, unframe, unvarint, varint

VERSION = 1
_NAME = "crashes"
_MOST = 5
_TEXT = 340  # bytes of one text: its end, where the error and the place stand
_TASK = 24  # characters


def traceback(error):
    """The error as text, outermost call first, its own line last."""
    if hasattr(sys, "print_exception"):
        import io

        out = io.StringIO()
        sys.print_exception(error, out)  # pyright: ignore
        return out.getvalue().strip()  # pyright: ignore
    lines = []
    place = error.__traceback__
    while place is not None:
        code = place.tb_frame.f_code
        lines.append("%s:%d %s" % (code.co_filename, place.tb_lineno, code.co_name))
        place = place.tb_next
    lines.append("%s: %s" % (type(error).__name__, error))
    return "\n".join(lines)


class CrashLog:
    """Crashes in `files`; `ticks_ms()` is the board's clock."""

    def __init__(self, files, ticks_ms):
        self._files = files
        self._ticks_ms = ticks_ms
        self._last = None

    def write(self, task, error):
        """Adds a crash of a named job. True when it is written, False when it repeats the last one or
        cannot be."""
        task = task[:_TASK]
        text = _shortened(traceback(error))
        if self._last == (task, text):
            return False
        self._last = (task, text)
        try:
            kept = self._frames()
            if kept is None:
                return False
            kept.append(frame(varint(self._ticks_ms()) + (task + "\n" + text).encode()))
            self._files.write(_NAME, bytes([VERSION]) + b"".join(kept[-_MOST:]))
        except StorageError:
            return False
        return True

    def read(self):
        """[(task, ticks in milliseconds, text)], oldest first."""
        out = []
        for one in self._frames() or ():
            payload = unframe(one)[0]
            ticks, at = unvarint(payload)
            task, text = payload[at:].decode().split("\n", 1)
            out.append((task, ticks, text))
        return out

    def _frames(self):
        """The crashes as they are stored; None when a newer version stored them."""
        data = self._files.read(_NAME) or bytes([VERSION])
        if is_newer(data, VERSION):
            return None
        out = []
        at = 1
        got = unframe(data, at)
        while got:
            out.append(data[at : got[1]])
            at = got[1]
            got = unframe(data, at)
        return out


def _shortened(text):
    data = text.encode()
    if len(data) <= _TEXT:
        return text
    start = len(data) - _TEXT + 3
    while data[start] & 0xC0 == 0x80:  # inside a character
        start += 1
    return "..." + data[start:].decode()
