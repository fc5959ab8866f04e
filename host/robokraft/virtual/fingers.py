"""Who presses the keys of a box that runs in real time: keyboard and mouse.

A terminal tells only that a key was struck, so that is a press of 80 ms, or a hold of 900 ms; strokes follow one another.
The mouse presses as long as its button is down, but never shorter than 80 ms.
"""

from robokraft.virtual.script import HOLD_MS, PRESS_MS

_GAP_MS = 40  # up between two strokes: longer than a release takes to count
_MOST = 16  # strokes that wait; a key that repeats by itself must not run on for long
_LONGEST_MS = 1000  # a computer that slept does not make up for it


class Fingers:
    """Drives a box that has `press_mask(mask)` and `run(ms)`."""

    def __init__(self, box):
        self._box = box
        self._strokes = []
        self._stroke = [0, 0, 0]  # mask, milliseconds down to go, then up to go
        self._mouse = 0
        self._mouse_ms = 0
        self._leaving = False

    @property
    def mask(self):
        """The keys that are down."""
        return self._mouse | (self._stroke[0] if self._stroke[1] else 0)

    def strike(self, key, hold=False):
        """A key of the keyboard was struck."""
        if len(self._strokes) < _MOST:
            self._strokes.append([1 << key, HOLD_MS if hold else PRESS_MS, _GAP_MS])

    def touch(self, key):
        """The mouse went down on a key."""
        self._mouse = 1 << key
        self._mouse_ms = 0
        self._leaving = False

    def leave(self):
        """The mouse went up."""
        self._leaving = True

    def run(self, ms):
        """Lets `ms` milliseconds pass, the keys going down and up in them when it is time."""
        ms = min(ms, _LONGEST_MS)
        while ms > 0:
            self._next()
            step = self._until_change(ms)
            self._box.press_mask(self.mask)
            self._box.run(step)
            self._pass(step)
            ms -= step
        self._next()

    def _next(self):
        if self._leaving and self._mouse_ms >= PRESS_MS:
            self._mouse = 0
            self._leaving = False
        if not self._stroke[1] and not self._stroke[2] and self._strokes:
            self._stroke = self._strokes.pop(0)

    def _until_change(self, ms):
        if self._stroke[1] or self._stroke[2]:
            ms = min(ms, self._stroke[1] or self._stroke[2])
        if self._leaving:
            ms = min(ms, PRESS_MS - self._mouse_ms)
        return ms

    def _pass(self, ms):
        if self._stroke[1]:
            self._stroke[1] -= ms
        elif self._stroke[2]:
            self._stroke[2] -= ms
        if self._mouse:
            self._mouse_ms += ms
