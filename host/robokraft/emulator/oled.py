"""The panel on the emulated Pico's I2C bus, at the speed of the real one.

What its bytes mean is told by `robokraft.virtual.panel`; here every byte takes the nine bits that it takes on the bus, and
the moments are kept at which something on the glass changed.
"""

from robokraft.virtual.panel import PanelI2C

_BITS = 9  # of a byte, with its acknowledgement
_WRITE = 0


class Glass(PanelI2C):
    """A panel that counts: `bytes` on the bus with addresses, `changes` of its picture memory or of dark and lit."""

    def __init__(self, address=0x3C):
        super().__init__(address)
        self.changes = 0

    def _data(self, byte):
        before = bytes(self._ram)
        super()._data(byte)
        self.changes += self._ram != before

    def _at_once(self, byte):
        before = self.on
        super()._at_once(byte)
        self.changes += self.on != before


class Wire:
    """I2C0 of an emulated chip `mcu` with one panel on it.

    bytes: bytes on the bus, addresses and refused addresses counted. changed_ns: when the picture last changed, in emulated
    nanoseconds; None before. stuck: while True nothing is answered at all, as when SDA is held low.
    """

    def __init__(self, mcu, panel=None):
        self.panel = panel or Glass()
        self.bytes = 0
        self.changed_ns = None
        self.stuck = False
        self._mcu = mcu
        self._bus = bus = mcu.i2c[0]
        self._next = None
        self._alarm = mcu.clock.create_alarm(self._answer)
        self._address = 0
        self._control = None
        bus.on_start = self._start
        bus.on_connect = self._connect
        bus.on_write_byte = self._write
        bus.on_read_byte = self._read
        bus.on_stop = self._stop

    def _after(self, bits, answer):
        """Answers so many bit times from now."""
        if self.stuck:
            return
        ticks = self._bus.scl_high_period + self._bus.scl_low_period
        self._next = answer
        self._alarm.schedule(bits * ticks * 1e9 / self._mcu.clk_sys)

    def _answer(self):
        answer = self._next
        if answer is not None:
            answer()

    def _start(self, repeated):
        self._after(1, self._bus.complete_start)

    def _connect(self, address, mode):
        self._address = address
        self._control = None
        self.bytes += 1
        there = self.panel.present and address == self.panel.address
        self._after(_BITS, lambda: self._bus.complete_connect(there))

    def _write(self, byte):
        self._after(_BITS, lambda: self._bus.complete_write(self._take(byte)))

    def _read(self, acknowledged):
        self.bytes += 1
        status = bytearray(1)
        if self.panel.present:
            self.panel.readfrom_into(self._address, status)
        self._after(_BITS, lambda: self._bus.complete_read(status[0]))

    def _stop(self):
        self._after(1, self._bus.complete_stop)

    def _take(self, byte):
        """A byte has arrived; whether the panel acknowledges it."""
        self.bytes += 1
        if not self.panel.present:
            return False
        if self._control is None:
            self._control = byte
            return True
        before = self.panel.changes
        self.panel.writeto(self._address, bytes((self._control, byte)))
        if self.panel.changes != before:
            self.changed_ns = self._mcu.clock.nanos
        if self._control & 0x80:
            self._control = None
        return True
