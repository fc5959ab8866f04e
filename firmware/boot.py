"""Says whether main.py is to start the app. Imports nothing of it unasked, and never raises: see docs/recovery.md.

`stay_out` is None, or why the app is not started: "maintenance" (the box was reset for it), "crashes" (three starts in
a row came to nothing), "back" (BACK was held at power-up and let go in time). GPIO 13 and the word in the watchdog's
scratch register are those of companion/board.py and companion/system/watchdog.py.
"""

import micropython

micropython.kbd_intr(-1)  # pyright: ignore  # a byte 0x03 from the port ends neither the start nor the app

_SCRATCH = 0x4005800C
_MARK = 0x524B
_HELD_MS = 300
_STUCK_MS = 10000


def begin():
    """Counts a start; the app takes it back once it has run well for a while."""
    from machine import mem32

    word = mem32[_SCRATCH]
    mem32[_SCRATCH] = word + 1 if word >> 16 == _MARK else (_MARK << 16) + 1


def say(*lines):
    """Puts a few words on the display, if the app's own drawing for that can be had."""
    import sys

    try:
        import bundle

        for name in bundle.names():
            try:
                bundle.use(name)
                from companion.system.rescue import show

                show(lines)
                return
            except Exception as error:
                sys.print_exception(error)
    except Exception as error:  # no display, no app: the box goes on all the same
        sys.print_exception(error)


def _why():
    from time import sleep_ms

    from machine import Pin, mem32

    word = mem32[_SCRATCH]
    if word >> 16 == _MARK and (word & 0x100 or word & 0xFF >= 3):
        mem32[_SCRATCH] = 0  # the next start is an ordinary one
        return "maintenance" if word & 0x100 else "crashes"
    back = Pin(13, Pin.IN, Pin.PULL_UP)
    sleep_ms(1)  # for the pull-up
    held_ms = 0
    while held_ms < _STUCK_MS and not back.value():
        sleep_ms(10)
        held_ms += 10
        if held_ms == _HELD_MS:
            say(
                "BACK is down.",
                "Let it go:",
                "start without",
                "the app.",
                "",
                "Stuck? The app",
                "starts in 10 s",
            )
    return "back" if _HELD_MS <= held_ms < _STUCK_MS else None


try:
    stay_out = _why()
except Exception:
    stay_out = None
