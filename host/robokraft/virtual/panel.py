"""A model of an SSD1306 or SH1106 panel on an I2C bus: takes the real bytes, shows what a person would see.

Shaped like `machine.I2C`. Knows every command of the data sheet (revision 1.1, and the current reference
command 0xAD of the SSD1306B) with its number of parameters, the three addressing modes, segment and COM
direction, start line, offset, multiplex ratio, inversion and the charge pump. Scrolling is taken and not
shown. An unknown command or a broken control byte is a PanelError: a fault of the sender, not of the bus.
Anything that real bus faults would cause is an OSError.

The SH1106 (data sheet 2.2) has page addressing only and 132 columns, of which the glass shows 128, from the third on; its
counter does not go on after the last. Two commands it does not have are taken without effect, because drivers for both
chips send them: 0x20 and 0x8D. Any other that it does not have is a PanelError.
"""

WIDTH = 128
HEIGHT = 64
_PAGES = 8

# Parameters that follow a command; commands not named here take none.
_PARAMETERS = {
    0x20: 1, 0x21: 2, 0x22: 2, 0x26: 6, 0x27: 6, 0x29: 5, 0x2A: 5, 0x81: 1, 0x8D: 1, 0xA3: 2, 0xA8: 1,
    0xAD: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1,
}  # fmt: skip
_PLAIN = (0x2E, 0x2F, 0xA0, 0xA1, 0xA4, 0xA5, 0xA6, 0xA7, 0xAE, 0xAF, 0xE3)

_SH1106_WIDTH = 132
_SH1106_LEFT = 2
_SH1106_PARAMETERS = {0x81: 1, 0xA8: 1, 0xAD: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}
_SH1106_PLAIN = (
    0x20, 0x30, 0x31, 0x32, 0x33, 0x8D, 0xA0, 0xA1, 0xA4, 0xA5, 0xA6, 0xA7, 0xAE, 0xAF, 0xE0, 0xE3, 0xEE,
)  # fmt: skip

_HORIZONTAL, _VERTICAL, _PAGE = 0, 1, 2


class PanelError(Exception):
    """The panel was sent what its data sheet does not know."""


class PanelI2C:
    """The bus with this one panel on it. `chip`: "ssd1306" or "sh1106".

    present: whether it is plugged in; plugged in again it is as after power-up, with noise in its memory.
    fail_after: if not None, it is pulled out after so many more bytes of writes.
    bytes: bytes that went over the bus, addresses and refused addresses counted.
    log: if a list, every transfer is put there as (address, bytes).
    """

    def __init__(self, address=0x3C, chip="ssd1306"):
        self.address = address
        self.chip = chip
        self._simple = chip == "sh1106"
        self._width = _SH1106_WIDTH if self._simple else WIDTH
        self.bytes = 0
        self.fail_after = None
        self.log = None
        self._present = True
        self._ram = bytearray(self._width * _PAGES)
        self._power_up()

    @property
    def present(self):
        return self._present

    @present.setter
    def present(self, value):
        if value and not self._present:
            self._power_up()
        self._present = value

    # --- the bus

    def writeto(self, address, buffer, stop=True):
        """Number of bytes acknowledged; OSError if nothing answers there."""
        self._connect(address)
        if not len(buffer):
            raise OSError(5)  # the RP2040 cannot do it
        if self.log is not None:
            self.log.append((address, bytes(buffer)))
        control = None
        for byte in memoryview(buffer):
            if self.fail_after is not None:
                if self.fail_after <= 0:
                    self.fail_after = None
                    self.present = False
                    raise OSError(5)
                self.fail_after -= 1
            self.bytes += 1
            if control is None:
                if byte & 0x3F:
                    raise PanelError("control byte 0x%02x" % byte)
                control = byte
                continue
            if control & 0x40:
                self._data(byte)
            else:
                self._command(byte)
            if control & 0x80:
                control = None
        return len(buffer)

    def writevto(self, address, vector, stop=True):
        return self.writeto(address, b"".join([bytes(part) for part in vector]))

    def readfrom_into(self, address, buffer, stop=True):
        """The status register: bit 6 is set while the display is off."""
        self._connect(address)
        for index in range(len(buffer)):
            buffer[index] = 0 if self.on else 0x40
        self.bytes += len(buffer)

    def readfrom(self, address, count, stop=True):
        buffer = bytearray(count)
        self.readfrom_into(address, buffer)
        return bytes(buffer)

    def _connect(self, address):
        self.bytes += 1
        if not self._present or address != self.address:
            raise OSError(5)

    # --- the chip

    def _power_up(self):
        self.on = False
        self.contrast = 0x7F
        self.pump = self._simple  # an SH1106's DC-DC converter is on from the start
        self._mode = _PAGE
        self._window = [0, WIDTH - 1, 0, _PAGES - 1]
        self._column = 0
        self._page = 0
        self._page_start = 0
        self._remapped = False
        self._upward = False
        self._start_line = 0
        self._offset = 0
        self._rows = HEIGHT
        self._com_pins = 0x12
        self._all_on = False
        self._inverted = False
        self._pending = 0
        self._waiting = 0
        self._parameters = []
        for index in range(len(self._ram)):
            self._ram[index] = index * 73 + (index >> 3) & 0xFF

    def _data(self, byte):
        width = self._width
        if self._column >= width:
            raise PanelError("column %d" % self._column)
        column = width - 1 - self._column if self._remapped else self._column
        self._ram[self._page * width + column] = byte
        if self._simple:
            self._column += 1
            return
        left, right, top, bottom = self._window
        if self._mode == _PAGE:
            self._column = (self._column + 1) % WIDTH
        elif self._mode == _HORIZONTAL:
            self._column, wrapped = _next(self._column, left, right, WIDTH)
            if wrapped:
                self._page, _ = _next(self._page, top, bottom, _PAGES)
        else:
            self._page, wrapped = _next(self._page, top, bottom, _PAGES)
            if wrapped:
                self._column, _ = _next(self._column, left, right, WIDTH)

    def _command(self, byte):
        if self._waiting:
            self._parameters.append(byte)
            self._waiting -= 1
            if not self._waiting:
                self._with_parameters(self._pending, self._parameters)
        elif byte in (_SH1106_PARAMETERS if self._simple else _PARAMETERS):
            self._pending = byte
            self._waiting = _PARAMETERS[byte]
            self._parameters = []
        else:
            self._at_once(byte)

    def _at_once(self, byte):
        if byte < 0x10:
            self._column = self._column & 0xF0 | byte
        elif byte < 0x20:
            self._column = self._column & 0x0F | (byte & 0x0F) << 4
            if not self._simple:
                self._column %= WIDTH
        elif 0x40 <= byte < 0x80:
            self._start_line = byte & 0x3F
        elif 0xB0 <= byte < 0xB8:
            self._page = byte & 7
        elif 0xC0 <= byte < 0xD0:
            self._upward = byte >= 0xC8
        elif byte not in (_SH1106_PLAIN if self._simple else _PLAIN):
            raise PanelError("command 0x%02x" % byte)
        elif byte in (0xA0, 0xA1):
            self._remapped = byte == 0xA1
        elif byte in (0xA4, 0xA5):
            self._all_on = byte == 0xA5
        elif byte in (0xA6, 0xA7):
            self._inverted = byte == 0xA7
        elif byte in (0xAE, 0xAF):
            self.on = byte == 0xAF

    def _with_parameters(self, command, values):
        first = values[0]
        if command == 0x20:
            if first & 3 == 3:
                raise PanelError("addressing mode 0x%02x" % first)
            self._mode = first & 3
        elif command == 0x21:
            self._set_window(0, values, WIDTH)
            self._column = first
        elif command == 0x22:
            self._set_window(2, values, _PAGES)
            self._page = first
        elif command == 0x81:
            self.contrast = first
        elif command == 0xAD and self._simple:
            self.pump = first == 0x8B
        elif command == 0x8D:
            self.pump = bool(first & 4)
        elif command == 0xA8:
            if first < 15 or first >= HEIGHT:
                raise PanelError("multiplex ratio 0x%02x" % first)
            self._rows = first + 1
        elif command == 0xD3:
            self._offset = first & 0x3F
        elif command == 0xDA:
            self._com_pins = first

    def _set_window(self, at, values, limit):
        if values[0] > values[1] or values[1] >= limit:
            raise PanelError("window %d to %d" % (values[0], values[1]))
        self._window[at] = values[0]
        self._window[at + 1] = values[1]

    # --- the glass

    def pixels(self):
        """What a person sees: 128 × 64 bytes of 0 or 1, row by row from the top left.

        The glass is mounted as on the usual modules: upright with segments and COM both remapped. Dark while
        off or without the charge pump.
        """
        seen = bytearray(WIDTH * HEIGHT)
        if not self.on or not self.pump:
            return seen
        for y in range(HEIGHT):
            com = HEIGHT - 1 - y
            if self._com_pins & 0x10 == 0:  # rows of another wiring: two halves interleaved
                com = com // 2 + (com & 1) * 32
            row = self._rows - 1 - com if self._upward else com
            if row < 0 or row >= self._rows:
                continue
            row = (row + self._offset + self._start_line) % HEIGHT
            base = (row >> 3) * self._width + self._width - 1
            if self._simple:
                base -= _SH1106_LEFT
            bit = 1 << (row & 7)
            at = y * WIDTH
            for x in range(WIDTH):
                lit = self._all_on or bool(self._ram[base - x] & bit) != self._inverted
                if lit:
                    seen[at + x] = 1
        return seen


def _next(value, first, last, limit):
    if value == last:
        return first, True
    return (value + 1) % limit, False
