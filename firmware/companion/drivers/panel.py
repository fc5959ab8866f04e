"""The display: Adafruit's SSD1306 driver, there from the start, with or without a panel that answers.

The driver and its picture buffer are made once and never change. While no panel answers, nothing is sent
and nothing fails; `step()` looks again from time to time, with one byte to each address. A panel that
answers (again) is set up from scratch and gets brightness, sleep and flip as they were asked for last.
Pixels are sent by `ui.refresher`, which sees in `epoch` that the panel's memory is no longer what it was.
"""

from adafruit_ssd1306 import SSD1306_I2C

from companion.drivers.bus import Bus

WIDTH = 128
HEIGHT = 64
ADDRESSES = (0x3C, 0x3D)
CHIPS = ("ssd1306", "ssd1309")  # one and the same to us; an SH1106 needs other addressing and comes later
RETRY_MS = 500

_TICKS_HALF = 1 << 29
_TICKS_MASK = (1 << 30) - 1


class Panel:
    """`buffer`: 1024 bytes, eight pages of 128 columns, bit 0 on top. `ready`: one is there and set up."""

    def __init__(self, i2c, chip="ssd1306"):
        if chip not in CHIPS:
            raise ValueError("unknown display chip " + chip)
        self._bus = Bus(i2c)
        self._bus.listening = False
        self.driver = SSD1306_I2C(WIDTH, HEIGHT, self._bus)
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
        if self.ready:
            return False
        if self._looked_ms is not None and _ticks_diff(now_ms, self._looked_ms) < RETRY_MS:
            return False
        self._looked_ms = now_ms
        for address in ADDRESSES:
            if self._bus.answers(address):
                return self._set_up(address)
        return False

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


def _ticks_diff(later, earlier):
    return ((later - earlier + _TICKS_HALF) & _TICKS_MASK) - _TICKS_HALF
