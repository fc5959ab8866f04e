"""The eight keys, sampled a thousand times a second by hardware alone.

A PIO state machine reads eight neighbouring pins each millisecond and DMA writes them into a ring in memory, so that
nothing is lost or stretched while the processor stands still for flash. `poll()` turns what has come since the last
call into runs, and allocates nothing for it. The ring holds two seconds; what is older when it is fetched is lost, and
counted in `lost_ms`.
"""

import sys

if sys.implementation.name == "micropython":
    import micropython  # pyright: ignore
else:

    class micropython:
        @staticmethod
        def viper(function):
            return function

    ptr8 = object

_RING_BITS = 11
_RING = 1 << _RING_BITS
_MARGIN = 32  # samples that the hardware may overwrite while they are read
_TRANSFERS = 0x3FFFFFFF  # the largest small integer: twelve days
_PIO0_RX = 4  # DREQ of the first state machine; the others follow
_UP = 0xFF  # the keys pull to ground


class Runs:
    """Turns the bytes of a ring of 2,048 samples into runs; knows no hardware.

    `mask`: the newest sample, bit k set: key k is down. `quiet_ms`: since a key line changed. `lost_ms`: samples that
    were not fetched in time. `noise`: a number made of the moments at which the lines changed.
    """

    def __init__(self, ring):
        self.quiet_ms = 0
        self.lost_ms = 0
        self.noise = 0
        self._ring = ring
        self.mask = 0
        self._at = 0
        self._runs = []
        self._kept = []  # the runs' objects, used again and again

    def take(self, count):
        """The next `count` samples as runs, [mask, ms] each; the list is good until the next call."""
        runs = self._runs
        runs.clear()
        lost = count - (_RING - _MARGIN)
        if lost > 0:
            self.lost_ms += lost
            self._at = (self._at + lost) & (_RING - 1)
            count -= lost
        while count > 0:
            ms = _alike(self._ring, self._at, min(count, _RING - self._at))
            mask = self._ring[self._at] ^ _UP
            self._at = (self._at + ms) & (_RING - 1)
            count -= ms
            if mask == self.mask:
                self.quiet_ms = min(self.quiet_ms + ms, 0xFFFFFF)
            else:
                self.noise = (self.noise * 31 + self.quiet_ms * 8 + mask) & 0xFFFFFF
                self.mask = mask
                self.quiet_ms = ms
            if runs and runs[-1][0] == mask:
                runs[-1][1] += ms
                continue
            if len(runs) == len(self._kept):
                self._kept.append([0, 0])
            run = self._kept[len(runs)]
            run[0] = mask
            run[1] = ms
            runs.append(run)
        return runs


class Buttons(Runs):
    """The keys on the eight pins from `first` on, key k on pin first + k.

    Takes state machine `number` of the first PIO block and a DMA channel. `transfers`: after so many samples DMA is
    begun anew; a few milliseconds are not sampled then.
    """

    def __init__(self, first, number=0, transfers=_TRANSFERS):
        import rp2
        from machine import Pin

        memory = bytearray(2 * _RING)  # DMA wraps where the address does
        start = -_address(memory) & (_RING - 1)
        Runs.__init__(self, memoryview(memory)[start : start + _RING])
        for pin in range(first, first + 8):
            Pin(pin, Pin.IN, Pin.PULL_UP)
        self._transfers = transfers
        self._fetched = 0
        self._sampler = rp2.StateMachine(number, _program(rp2), freq=32000, in_base=Pin(first))  # pyright: ignore
        self._dma = rp2.DMA()
        self._control = self._dma.pack_ctrl(
            size=0, inc_read=False, ring_sel=True, ring_size=_RING_BITS, treq_sel=_PIO0_RX + number
        )
        self._begin()
        self._sampler.active(1)

    def poll(self):
        """The runs since the last call: [mask, milliseconds] each, bit k of a mask: key k is down."""
        left = self._dma.count  # pyright: ignore
        count = self._transfers - left - self._fetched
        self._fetched += count
        if not left:
            self._begin((self._at + count) & (_RING - 1))
        return self.take(count)

    def close(self):
        """Ends the sampling: from now on nothing is written into the ring."""
        self._sampler.active(0)
        self._dma.active(0)  # pyright: ignore
        self._dma.close()

    def _begin(self, at=0):
        self._fetched = 0
        self._dma.config(
            read=self._sampler,
            write=memoryview(self._ring)[at:],
            count=self._transfers,
            ctrl=self._control,
            trigger=True,
        )


def _program(rp2):
    @rp2.asm_pio(in_shiftdir=rp2.PIO.SHIFT_LEFT, autopush=True, push_thresh=8)
    def sample():
        in_(pins, 8)[31]  # noqa: F821  # pyright: ignore

    return sample


@micropython.viper
def _address(memory: ptr8) -> int:  # pyright: ignore
    return int(memory)  # pyright: ignore


@micropython.viper
def _alike(ring: ptr8, at: int, count: int) -> int:  # pyright: ignore
    """How many of the `count` bytes from `at` on are like the first."""
    first = ring[at]
    here = at + 1
    end = at + count
    while here < end and ring[here] == first:
        here += 1
    return here - at
