"""The watchdog, and the count of starts that came to nothing, kept in a register that survives a reset.

The word in the register: 0x524B in the upper half (anything else counts as 0: it is so after power-up), 0x100 for
"maintenance: once without the app", the count in the lowest byte. main.py counts a start before it imports the app;
`Starts.good()` forgets the count once the box has run well for a while; at three, boot.py leaves the app out once.
"""

SCRATCH = 0x4005800C  # the RP2040's watchdog scratch register 0; MicroPython and the boot ROM use 4 to 7
MARK = 0x524B
MAINTENANCE = 0x100
MOST = 3

TIMEOUT_MS = 8000
GOOD_MS = 30000


def pack(count, maintenance=False):
    """The word for a count of starts."""
    return MARK << 16 | (MAINTENANCE if maintenance else 0) | min(count, 0xFF)


def unpack(word):
    """(count, whether maintenance is asked for) from any word."""
    if word >> 16 != MARK:
        return 0, False
    return word & 0xFF, bool(word & MAINTENANCE)


class Starts:
    """The count in `memory`, which is indexed as `machine.mem32` is."""

    def __init__(self, memory):
        self._memory = memory

    def count(self):
        """How many starts in a row, this one included, have not yet come to something."""
        return unpack(self._memory[SCRATCH])[0]

    def good(self):
        """This start came to something."""
        self._memory[SCRATCH] = pack(0)

    def ask_maintenance(self):
        """The next start is without the app."""
        self._memory[SCRATCH] = pack(0, True)


def restart():
    """Runs the app anew in an empty memory. USB stays connected, and it is no crash."""
    import machine

    Starts(machine.mem32).good()
    machine.soft_reset()


def maintenance():
    """Resets the box; it comes back without the app and without the watchdog, with the prompt for a host."""
    import machine

    Starts(machine.mem32).ask_maintenance()
    machine.reset()
