"""The simulated board: everything `companion.app.App` asks of a Pico, without a Pico or a real clock.

Time passes only when `SimClock.advance` is called, chance comes only from a seed, so a run can be
repeated to the last bit. Runs on CPython and on MicroPython. The panel is
`robokraft.virtual.panel.PanelI2C`; the files are handed in.
"""

from shared_rules.utc import seconds_of, text_of

TICKS_PERIOD = 1 << 30
_MASK_32 = 0xFFFFFFFF


class SimClock:
    """Milliseconds that pass when told to. `now_ms` counts from `start_ms` and never wraps."""

    def __init__(self, start_ms=0):
        self.now_ms = start_ms

    def advance(self, ms):
        """Let `ms` milliseconds pass. ValueError if negative: time does not run backwards."""
        if ms < 0:
            raise ValueError(f"time cannot go back by {-ms} ms")
        self.now_ms += ms

    def ticks_ms(self):
        """As MicroPython's on the Pico: wraps from 2**30 - 1 to 0."""
        return self.now_ms % TICKS_PERIOD


class SimButtons:
    """The key lines, sampled without a gap. Keeps what was seen as runs, as the Pico's sampler does.

    `grounded`, `cut`: masks of lines that are soldered wrongly, always down or never.
    """

    def __init__(self, clock, grounded=0, cut=0):
        self.mask = grounded
        self._grounded = grounded
        self._cut = cut
        self._clock = clock
        self._since_ms = clock.now_ms
        self._runs = []

    def set(self, mask):
        """From now on these lines are down (bit k: key k)."""
        self._close_run()
        self.mask = (mask | self._grounded) & ~self._cut

    def poll(self):
        """The runs since the last call: a list of (mask, milliseconds), no two neighbours alike."""
        self._close_run()
        runs = self._runs
        self._runs = []
        return runs

    def _close_run(self):
        ms = self._clock.now_ms - self._since_ms
        self._since_ms += ms
        if not ms:
            return
        if self._runs and self._runs[-1][0] == self.mask:
            ms += self._runs.pop()[1]
        self._runs.append((self.mask, ms))


def seeded_entropy(seed):
    """A function `entropy(n)` that gives n bytes: the same for the same `seed` (an int) on both Pythons."""
    state = [_mixed(seed & _MASK_32)]

    def entropy(n):
        out = bytearray(n)
        for i in range(n):
            state[0] = (state[0] + 0x9E3779B9) & _MASK_32
            out[i] = _mixed(state[0]) >> 24
        return bytes(out)

    return entropy


def _mixed(x):
    x ^= x >> 16
    x = x * 0x85EBCA6B & _MASK_32
    x ^= x >> 13
    x = x * 0xC2B2AE35 & _MASK_32
    return x ^ x >> 16


class Parts:
    """The parts of one virtual box, with the attributes of docs/architecture.md, and `clock` to drive them.

    `files`: a `companion.storage.files.Files`. `i2c`: default a fresh panel. `entropy`: default seeded
    with 0. `utc`: a function that gives UTC as text, or None for a box whose clock was never set.
    `serial`: the box's end of a cable, or None. `wires`: eight texts, or None. `beeps`: the sounds so far.
    """

    def __init__(
        self, files, i2c=None, clock=None, entropy=None, device="VIRTUAL", utc=None, serial=None, wires=None
    ):
        if i2c is None:
            from robokraft.virtual.panel import PanelI2C

            i2c = PanelI2C()
        self.clock = clock or SimClock()
        self.i2c = i2c
        self.buttons = SimButtons(self.clock)
        self.ticks_ms = self.clock.ticks_ms
        self.files = files
        self.entropy = entropy or seeded_entropy(0)
        self.device = device
        self.utc = utc or _no_clock
        self.serial = serial
        self.wires = wires
        self.beeps = []
        self.beep = self.beeps.append

    def set_utc(self, text):
        """A host told the time: from now on `utc` counts from it. RuleError for what is no time."""
        told, since_ms = seconds_of(text), self.clock.now_ms
        self.utc = lambda: text_of(told + (self.clock.now_ms - since_ms) // 1000)


def _no_clock():
    return None
