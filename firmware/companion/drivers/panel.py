"""The display: Adafruit's SSD1306 driver, there from the start, with or without a panel that answers.

An SSD1309 is the same to us. An SH1106 has other memory (132 columns of which the glass shows 128, from the third on,
and only page addressing) and its own set-up here; the driver's commands for contrast, sleep and flip fit it.

The driver and its picture buffer are made once and never change. While no panel answers, nothing is sent
and nothing fails; `step()` looks again from time to time, with one byte to each address. A panel that
answers (again) is set up from scratch and gets brightness, sleep and flip as they were asked for last.
Pixels are sent by `ui.refresher`, which sees in `epoch` that the panel's memory is no longer what it was.
"""

from adafruit_ssd1306 import SSD1306_I2C

from companion.drivers.bus import Bus
from companion.ticks import apart

WIDTH = 128
HEIGHT = 64
ADDRESSES = (0x3C, 0x3D)
CHIPS = ("ssd1306", "sh1106", "ssd1309", "none")
SH1106_OFFSET = 2  # columns of an SH1106 to the left of the glass
RETRY_MS = 500

# Off, first line, 64 rows, no offset, pins, clock, precharge, VCOM, picture from memory, not inverted, DC-DC on, on.
_SH1106 = (
    0xAE, 0x40, 0xA8, 63, 0xD3, 0, 0xDA, 0x12, 0xD5, 0x80, 0xD9, 0x22, 0xDB, 0x35, 0xA4, 0xA6, 0xAD, 0x8B, 0xAF,
)  # fmt: skip


class Panel:
    """`buffer`: 1024 bytes, eight pages of 128 columns, bit 0 on top. `ready`: one is there and set up.

    `chip`: one of CHIPS, else ValueError; "none" looks for no panel.
    """

    def __init__(self, i2c, chip="ssd1306"):
        _check(chip)
        self.chip = chip
        self._i2c = i2c
        self._bus = Bus(i2c)
        self._bus.listening = False
        self.driver = SSD1306_I2C(WIDTH, HEIGHT, self._bus)  # pyright: ignore
        self.device = self.driver.i2c_device
        self.buffer = memoryview(self.driver.buffer)[1:]
        self.address = None
        self.epoch = 0
        self._brightness = 255
        self._asleep = False
        self._flipped = False
        self._looked_ms = None

    @property
    def ready(self):
        return self._bus.listening

    def step(self, now_ms):
        """Looks for a panel if there is none, at most every RETRY_MS. True when one has just been set up.

        Takes a few hundred microseconds, or about 40 ms when a panel is set up.
        """
        if self.ready or self.chip == "none":
            return False
        if self._looked_ms is not None and apart(now_ms, self._looked_ms) < RETRY_MS:
            return False
        self._looked_ms = now_ms
        for address in ADDRESSES:
            if self._bus.answers(address):
                return self._set_up(address)
        return False

    def use(self, chip):
        """From now on the panel has this chip; it is set up anew if that is another one. ValueError."""
        _check(chip)
        if chip != self.chip:
            self.chip = chip
            self.lost()

    def send(self, data):
        """A transfer as it is, past the driver, whose way takes half as long again as a short one. OSError."""
        self._i2c.writeto(self.address, data)

    def lost(self):
        """The panel did not acknowledge: say nothing more to it until it answers again."""
        self._bus.listening = False
        self.address = None

    def brightness(self, level):
        """0 (dim, not dark) to 255."""
        if level == self._brightness:
            return
        self._brightness = level
        self._say(self._send_brightness)

    def sleep(self, on):
        """Dark, with the picture kept; or lit again."""
        if on == self._asleep:
            return
        self._asleep = on
        self._say(self._send_sleep)

    def flip(self, on):
        """Turns the picture by 180 degrees. The next refresh sends it whole."""
        if on == self._flipped:
            return
        self._flipped = on
        self.epoch += 1
        self._say(self._send_flip)

    def _set_up(self, address):
        self.device.device_address = address
        picture = bytes(self.buffer)  # init_display() clears it
        self._bus.listening = True
        try:
            if self.chip == "sh1106":
                for command in _SH1106:
                    self.driver.write_cmd(command)
            else:
                self.driver.poweron()
                self.driver.init_display()
            self._send_flip()
            self._send_brightness()
            self._send_sleep()
        except OSError:
            self.lost()
            return False
        finally:
            self.buffer[:] = picture
        self.address = address
        self.epoch += 1
        return True

    def _say(self, send):
        try:
            send()
        except OSError:
            self.lost()

    def _send_brightness(self):
        self.driver.contrast(self._brightness)

    def _send_sleep(self):
        if self._asleep:
            self.driver.poweroff()
        else:
            self.driver.poweron()

    def _send_flip(self):
        self.driver.rotate(not self._flipped)  # the driver's own init is rotate(True)


def _check(chip):
    if chip not in CHIPS:
        raise ValueError("unknown display chip " + chip)
