"""The flash chip of the emulated Pico: takes its time, counts, records, can lose its power, and has an identity.

An erase or a program is applied when the command is complete, as the emulator does it; then the chip is busy for as long
as `Timing` says. Reading the busy chip lets that time pass at once.
"""

from dataclasses import dataclass

PAGE = 256
_READ_STATUS = 0x05
_READ_UNIQUE_ID = 0x4B
_PROGRAM = 0x02
_ERASES = {0x20: 4096, 0xD8: 65536}
_DUMMIES = 5  # the command and four bytes before the unique id
_BUSY = 0x01
_SLICE_NS = 500_000


class PowerCut(Exception):
    """The power went, as `FlashChip.cut()` asked; the flash holds what is left."""


@dataclass(frozen=True)
class Timing:
    """Milliseconds that the chip is busy: for an erase of 4 KB, and for a page of 256 bytes."""

    erase_ms: float = 45.0
    page_ms: float = 0.7


NO_TIME = Timing(0, 0)
WORST = Timing(400.0, 3.0)


@dataclass(frozen=True)
class Operation:
    """One erase (`data` None, `size` bytes become 0xFF) or program of `data` at an offset in flash."""

    at: int
    size: int
    data: bytes | None

    def apply(self, flash, half=False):
        """Does it to a bytearray that begins at offset 0. `half`: the power goes in the middle of it.

        Then half of the bytes are programmed, or the second half of what was to be erased holds anything.
        """
        size = self.size // 2 if half else self.size
        if self.data is None:
            flash[self.at : self.at + self.size] = b"\xff" * size + b"\xa5" * (self.size - size)
        else:
            for index in range(size):
                flash[self.at + index] &= self.data[index]

    def moved(self, by):
        """The same operation, `by` bytes further."""
        return Operation(self.at + by, self.size, self.data)


class FlashChip:
    """Wraps the emulator's chip. `erases` (of 4 KB), `programs` (of a page), `busy_ms` so far.

    operations: a list to record them in, or None. timing: may be changed at any time.
    """

    def __init__(self, mcu, timing, unique_id, stopped, power_cut):
        self.erases = 0
        self.programs = 0
        self.busy_ms = 0.0
        self.operations = None
        self.timing = timing
        self.dead = False
        self._unique_id = unique_id
        self._mcu = mcu
        self._stopped = stopped
        self._power_cut = power_cut
        self._cut_in = None
        self._half = False
        self._left_ns = 0.0
        self._chip = chip = mcu.ssi
        self._shift = chip._shift_byte
        self._apply = chip._apply_command
        chip._shift_byte = self._shift_byte
        chip._apply_command = self._apply_command

    def cut(self, operations, half=False):
        """The power goes before the operation number `operations` from now (from 0), or half-way through it."""
        self._cut_in = operations
        self._half = half

    def _apply_command(self):
        operation = self._operation()
        if operation is None:
            self._apply()
            return
        if self.dead or self._is_cut(operation):
            self._chip._tx_buffer = bytearray()
            return
        if self.operations is not None:
            self.operations.append(operation)
        self._apply()
        if operation.data is None:
            count = operation.size // 4096
            self.erases += count
            self._be_busy(count * self.timing.erase_ms)
        else:
            self.programs += 1
            self._be_busy(self.timing.page_ms)

    def _operation(self):
        """The erase or program that the chip was sent, or None."""
        sent = self._chip._tx_buffer
        if not self._chip._write_enabled or len(sent) < 4:
            return None
        at = sent[1] << 16 | sent[2] << 8 | sent[3]
        if sent[0] in _ERASES:
            size = _ERASES[sent[0]]
            return Operation(at & ~(size - 1), size, None)
        if sent[0] == _PROGRAM and len(sent) > 4:
            data = bytes(sent[4 : 4 + PAGE])
            return Operation(at, len(data), data)
        return None

    def _is_cut(self, operation):
        if self._cut_in is None:
            return False
        self._cut_in -= 1
        if self._cut_in >= 0:
            return False
        if self._half:
            operation.apply(self._mcu.flash, half=True)
        self.dead = True
        self._power_cut()
        return True

    def _be_busy(self, ms):
        self.busy_ms += ms
        self._left_ns += ms * 1e6

    def _shift_byte(self, byte):
        given = self._shift(byte)
        sent = self._chip._tx_buffer
        if sent[0] == _READ_STATUS and len(sent) > 1 and self._left_ns:
            return given | (_BUSY if self._wait() else 0)
        if sent[0] == _READ_UNIQUE_ID and len(sent) > _DUMMIES:
            return self._unique_id[(len(sent) - _DUMMIES - 1) % len(self._unique_id)]
        return given

    def _wait(self):
        """Lets the time pass that the chip is busy; whether it still is, because the run has ended meanwhile."""
        clock = self._mcu.clock
        while self._left_ns > 0 and not self._stopped():
            step = min(self._left_ns, _SLICE_NS)
            self._left_ns -= step
            clock.tick(step)
        return self._left_ns > 0
