"""Keeps the box running: turns the loop, sleeps in between, feeds the watchdog while all is well.

The watchdog is fed as long as every vital job came to its end within the last few seconds; the others (display, link)
may fail at every turn: that is on the screen and in the crash log, and the table plays on. An error that comes out of
the loop itself is written down and shown, and the box starts anew. What counts as a start that came to something, and
what happens after three that did not, is in docs/recovery.md.
"""

import gc

from companion.system.start import settle

# isort: split
from companion.app import App
from companion.board import Board
from companion.heap import tidy
from companion.keys import BACK, OK
from companion.system.crashlog import CrashLog
from companion.system.rescue import show
from companion.system.watchdog import GOOD_MS, TIMEOUT_MS, Starts
from companion.ticks import apart

VITAL = ("input", "screen")
LATE_MS = 4000
_CRASH_SHOWN_MS = 5000
_TIDY_AFTER_MS = 100  # so long after the last event the heap is tidied, once; before a host gets its turn
_TIDY_AFTER = 2  # or, when so many were acted on, in the first pause: a press leaves about 3 KB behind
_PAUSE_MS = 20  # the picture of the last one is there by then
# These act when they are let go: while one is down there is time to tidy the heap for it.
_LATER = 1 << OK | 1 << BACK


class Supervisor:
    """`app`: see there. `parts`: with `ticks_ms`, `step()`, `rest_ms()` and `lost_ms()` as a Pico's board has them.
    `feed()` feeds the watchdog, `good()` is called once the box has run well for a while, `sleep_ms(ms)` sleeps,
    `settle()` puts what was loaded where it stays and says whether there was anything.
    """

    def __init__(self, app, parts, feed, good, sleep_ms, settle=None):
        self._app = app
        self._parts = parts
        self._feed = feed
        self._good = good
        self._sleep_ms = sleep_ms
        self._settle = settle
        self._began_ms = parts.ticks_ms()
        self._proven = False
        self._lost = False
        self._later = 0  # of the keys that act later, those that were down

    def turn(self):
        """One turn of the loop."""
        self._app.step()
        self._parts.step()
        now_ms = self._parts.ticks_ms()
        if self.late(now_ms) is None:
            self._feed()
            if not self._proven and apart(now_ms, self._began_ms) >= GOOD_MS:
                self._proven = True
                self._good()
        if self._parts.lost_ms() and not self._lost:
            self._lost = True
            self._app.warn("keys")
        self._tidy()
        self._sleep_ms(self._parts.rest_ms())

    def _tidy(self):
        """Tidies the heap now, not under the next press. To take a card back takes half of what is free."""
        app = self._app
        later = app.keys.down & _LATER
        due = app.acted and app.keys.idle_ms >= (_PAUSE_MS if app.acted >= _TIDY_AFTER else _TIDY_AFTER_MS)
        if due or later & ~self._later:
            app.acted = 0
            if self._settle:
                self._settle()
            tidy()
        elif self._settle and app.keys.idle_ms >= _TIDY_AFTER_MS:
            self._settle()
        self._later = later

    def late(self, now_ms):
        """The name of a vital job that has not come to its end lately, or None."""
        for name in VITAL:
            if apart(now_ms, self._app.beats[name]) > LATE_MS:
                return name
        return None


def main():
    """Runs the box on a Pico. Does not return: it ends with a reset."""
    import time

    import machine

    starts = Starts(machine.mem32)
    watchdog = machine.WDT(timeout=TIMEOUT_MS)
    board = None
    try:
        board = Board()
        app = App(board)
        settle()
        supervisor = Supervisor(app, board, watchdog.feed, starts.good, time.sleep_ms, settle)
        # Frames of calls count for the threshold as well: it would come at any time, also under a press.
        gc.threshold(-1)
        while True:
            supervisor.turn()
    except Exception as error:
        watchdog.feed()
        supervisor = None  # its memory may be needed now
        gc.collect()
        if board is not None:
            CrashLog(board.files, board.ticks_ms).write("box", error)
        show(
            (
                "The box failed:",
                type(error).__name__,
                "",
                "It starts again",
                "by itself. The",
                "game is safe.",
            )
        )
        watchdog.feed()
        time.sleep_ms(_CRASH_SHOWN_MS)
    machine.reset()
