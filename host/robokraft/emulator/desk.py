"""An emulated Pico in real time: as fast as it can, but no faster than a clock, with its port served in between."""

import time

from robokraft.virtual import script

_SLICE_MS = 5
_SERVED_MS = 20  # emulated time between two looks at the port
_KEPT_S = 5.0  # real time between two looks whether the flash has changed


class Desk:
    """`pico` with its `bridge`. Has what `robokraft.virtual.tui` and a key script ask of a box.

    keep: called some seconds after the flash has changed, so that little is lost with the computer.
    """

    def __init__(self, pico, bridge, keep=lambda: None):
        self.pico = pico
        self.bridge = bridge
        self._keep = keep
        self._kept_s = time.monotonic()
        self._kept = self._written()
        self._began = time.monotonic() - pico.now_ms / 1000
        self._served_ms = pico.now_ms
        self.parts = self

    @property
    def i2c(self):
        return self.pico.panel

    def pixels(self):
        return self.pico.pixels()

    def shapes(self):
        """Those of a new box: what its owner chose is in its own memory."""
        return ("circle", "triangle", "square", "cross")

    def beeps(self):
        return []

    def press_mask(self, mask):
        self.pico.press_mask(mask)

    def run(self, ms):
        """Lets `ms` emulated milliseconds pass."""
        while ms > 0:
            step = min(ms, _SLICE_MS)
            self.pico.run(step)
            ms -= step
            if self.pico.now_ms - self._served_ms >= _SERVED_MS:
                self._served_ms = self.pico.now_ms
                self.serve(max(self._ahead_s(), 0.0))

    def serve(self, wait_s=0.0):
        """Looks at the port, for `wait_s` if there is nothing, and sees to it that what is in flash is kept."""
        self.bridge.serve(wait_s)
        now_s = time.monotonic()
        if now_s - self._kept_s >= _KEPT_S:
            self._kept_s = now_s
            written = self._written()
            if written != self._kept:
                self._kept = written
                self._keep()

    def _written(self):
        return self.pico.chip.erases, self.pico.chip.programs

    def play(self, text):
        """Plays a key script. Raises script.ScriptError before the first key if a word means nothing."""
        script.play(script.parse(text), self)

    def budget_ms(self, real_s):
        """Emulated milliseconds that may pass now, for about `real_s` of real time; 0 while it is ahead of the clock."""
        behind_ms = -self._ahead_s() * 1000
        if behind_ms > 1000:  # it cannot keep up, or the computer slept: that time is given up
            self._began += (behind_ms - 1000) / 1000
        return min(max(behind_ms, 0), real_s * 1000)

    def _ahead_s(self):
        """How far the emulated clock is ahead of the real one."""
        ahead_s = self.pico.now_ms / 1000 - (time.monotonic() - self._began)
        return max(min(ahead_s, 0.1), -3600.0)


def app_of(desk, title, kept=True):
    """The terminal app that shows a Desk; kept: whether its memory outlives it."""
    from robokraft.virtual.tui import KEPT, BoxApp

    class PicoApp(BoxApp):
        """Ticks for a moment of real time, however little emulated time that is."""

        def tick(self):
            end = time.monotonic() + 0.04
            while time.monotonic() < end and desk.budget_ms(1) >= 1:
                self._fingers.run(1)
            desk.serve()
            self._show_keys()
            self._show_panel()

    return PicoApp(desk, title, KEPT if kept else "nothing is kept without --data")
