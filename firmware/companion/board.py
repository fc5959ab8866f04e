"""The box as it is soldered: which pin goes where, and the parts made from it. The only place with pin numbers.

(boot.py and system/rescue.py repeat what they need, because they must work without this; a test compares them.)
Importing starts nothing; `Board()` does.

    Pico              part                          Pico              part
    GP4  (pin 6)   -> OLED SDA                      GP10 (pin 14)  -> UP     -> GND
    GP5  (pin 7)   -> OLED SCL                      GP11 (pin 15)  -> DOWN   -> GND
    GP6  (pin 9)   -> BLUE   -> GND                 GP12 (pin 16)  -> OK     -> GND
    GP7  (pin 10)  -> RED    -> GND                 GP13 (pin 17)  -> BACK   -> GND
    GP8  (pin 11)  -> ORANGE -> GND                 GP15 (pin 20)  -> buzzer -> GND (optional, passive)
    GP9  (pin 12)  -> GREEN  -> GND                 3V3  (pin 36)  -> OLED VCC;  GND (pin 8) -> OLED GND

The buttons need no resistors: the Pico's own pull the lines up. The display's modules bring theirs.
"""

import time

PINS = (  # (GPIO, pin of the module, what is there)
    (4, 6, "OLED SDA"),
    (5, 7, "OLED SCL"),
    (6, 9, "BLUE"),
    (7, 10, "RED"),
    (8, 11, "ORANGE"),
    (9, 12, "GREEN"),
    (10, 14, "UP"),
    (11, 15, "DOWN"),
    (12, 16, "OK"),
    (13, 17, "BACK"),
    (15, 20, "buzzer"),
)
SDA = 4
SCL = 5
FIRST_KEY = 6  # the eight keys in the order of companion/keys.py; the sampler needs them side by side
BUZZER = 15

# Where each key is soldered, in the order of companion/keys.py; the self-test shows it.
WIRES = tuple("GP%d, pin %d" % (gpio, pin) for gpio, pin, _ in PINS if FIRST_KEY <= gpio < FIRST_KEY + 8)

DATA = "/data"
_ACTIVE_MS = 30  # so long after a key line changed the loop runs each millisecond
_REST_MS = 2
_LEAVE_MS = 800  # so long after a Yes the host can still hear of it
_LATEST_MS = 2000  # a restart waits so long for keys to be let go


class Board:
    """The parts of docs/architecture.md, and what only a Pico has: `set_utc(text)`, `step()`, `rest_ms()`, `lost_ms()`."""

    def __init__(self):
        import binascii

        import machine

        from companion.drivers.buttons import Buttons
        from companion.drivers.buzzer import Buzzer
        from companion.drivers.clock import Clock
        from companion.drivers.entropy import Entropy
        from companion.drivers.i2c import FreedI2C
        from companion.link.port import Port
        from companion.storage.files import Files

        self.buttons = Buttons(FIRST_KEY)  # first: keys pressed from now on are not lost
        self.wires = WIRES
        self.ticks_ms = time.ticks_ms
        self.i2c = FreedI2C(SDA, SCL)
        self.files = Files(DATA)
        self.device = binascii.hexlify(machine.unique_id()).decode()  # as USB says it
        self._buzzer = Buzzer(machine.PWM(machine.Pin(BUZZER)), time.ticks_ms)
        self.beep = self._buzzer.play
        self.serial = Port()
        self._leave = self._leave_ms = None
        clock = Clock(time.time)
        self.utc = clock.utc
        self.set_utc = clock.set
        self._thermometer = machine.ADC(machine.ADC.CORE_TEMP)
        self.entropy = Entropy((self._noise, time.ticks_us, time.ticks_cpu, self._keys, self._system))
        self.entropy.stir(int.from_bytes(machine.unique_id(), "big"))

    def step(self):
        """Once a turn of the loop: ends tones in time, and the app when that is due."""
        self._buzzer.step()
        if self._leave is None or self._leave_ms is None:
            return
        late_ms = time.ticks_diff(time.ticks_ms(), self._leave_ms)
        if late_ms >= 0 and (not self.buttons.mask or late_ms >= _LATEST_MS):
            self.buttons.close()
            self._leave()

    def maintenance(self):
        """In a moment the box starts anew, without the app."""
        from companion.system.watchdog import maintenance

        self._leave_in(_LEAVE_MS, maintenance)

    def restart(self, ms):
        """In so many milliseconds the app starts anew, in a memory as it was after power-up."""
        from companion.system.watchdog import restart

        self._leave_in(ms, restart)

    def _leave_in(self, ms, leave):
        self._leave = leave
        self._leave_ms = time.ticks_add(time.ticks_ms(), ms)

    def program(self):
        """What `system.program` tells of the box's files, a piece of the work at a time."""
        import sys

        from companion.system.program import program

        return program(getattr(sys.modules.get("bundle"), "in_use", None))

    def rest_ms(self):
        """How long the loop may sleep: keys or cable are being used, or not."""
        used = self.buttons.quiet_ms < _ACTIVE_MS
        if self.serial.busy:
            self.serial.busy -= 1
            used = True
        return 1 if used else _REST_MS

    def lost_ms(self):
        """How much of what the keys did was lost, because the box was busy for more than two seconds on end."""
        return self.buttons.lost_ms

    # Chance

    def _noise(self):
        """The lowest bits of sixteen measurements of the chip's temperature."""
        bits = 0
        for _ in range(16):
            bits = bits << 2 ^ self._thermometer.read_u16() >> 4
        return bits

    def _keys(self):
        return self.buttons.noise

    @staticmethod
    def _system():
        import os

        return int.from_bytes(os.urandom(4), "big")
