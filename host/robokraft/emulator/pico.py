"""A Pico on the desk: the official MicroPython on an emulated chip, with panel, buttons, flash and USB of the real ones.

Time is emulated time. It passes only in `run()`, and the same presses at the same times give the same run to the last
byte. Nothing is started in the background.
"""

import dataclasses
import random
import time
from pathlib import Path

from rp2040py.boards import BOARDS
from rp2040py.device import MicroPythonDevice
from rp2040py.execute_batch import execute_batch
from rp2040py.memory_map import FLASH_START_ADDRESS
from rp2040py.peripherals.peripheral import UnimplementedPeripheral

from robokraft.deploy.image import SIZE
from robokraft.deploy.uf2 import FILE_SYSTEM
from robokraft.emulator.flashchip import FlashChip, PowerCut, Timing
from robokraft.emulator.oled import Wire
from robokraft.emulator.usbhost import UsbHost
from robokraft.virtual import script

KEYS = script.KEY_NAMES
FIRST_KEY_GPIO = 6
_HEARTBEAT_NS = 500_000
_HEARTBEAT_CYCLES = 62_500
_TICK_BATCH = 1  # instructions between two looks at the clock
_ROSC = 0x40060
_RANDOM_BIT = 0x1C
_SLOWEST = 200  # real seconds for an emulated one, plus a start
_START_S = 60


class Stuck(Exception):
    """So much real time has passed that the emulated machine must hang."""


class Pico:
    """A Pico with MicroPython `uf2` (a path), and `image` in the place of its file system; None: what the UF2 has there.

    serial: its 8 bytes of unique id. seed: of its chance. timing: of the flash. plugged: whether USB has a host.

    panel: the model of the display. wire: bytes on its bus. chip: the flash. usb: the computer. mcu: the emulated chip.
    """

    def __init__(self, uf2, image=None, serial=b"EMULATED", seed=0, timing=None, plugged=True):
        board = dataclasses.replace(BOARDS["pico"], image=Path(uf2))
        self._device = MicroPythonDevice(board=board)
        self.mcu = mcu = self._device.mcu
        self._simulator = self._device.simulator
        if image is not None:
            mcu.flash[FILE_SYSTEM : FILE_SYSTEM + SIZE] = image
        self.wire = Wire(mcu)
        self.chip = FlashChip(
            mcu, timing or Timing(), serial, lambda: self._simulator.stopped, self._simulator.stop
        )
        mcu.peripherals[_ROSC] = _Oscillator(mcu, seed)
        self.usb = UsbHost(self._device)
        if not plugged:
            mcu.usb_ctrl.on_usb_enabled = None
        self._pios = mcu.pio
        self._restart = mcu.watchdog.on_watchdog_trigger
        mcu.watchdog.on_watchdog_trigger = self._restarts
        mcu.pio = []  # not to be stepped after every instruction: see _beat
        self._mask = 0
        self._grounded = self._cut = 0
        self._heart = mcu.clock.create_alarm(self._beat)
        self._beat()
        self._end = mcu.clock.create_alarm(self._simulator.stop)
        self.real_s = 0.0
        self.started_ms: float | None = None  # when the first picture came, for whoever waited for it
        mcu.core.pc = FLASH_START_ADDRESS

    @property
    def panel(self):
        return self.wire.panel

    @property
    def now_ms(self):
        """Emulated milliseconds since the power came."""
        return self.mcu.clock.nanos / 1e6

    # Time and keys

    def run(self, ms, limit_s=None):
        """Lets `ms` emulated milliseconds pass.

        Raises PowerCut, or Stuck after `limit_s` real seconds (default: far more than it can take).
        """
        if ms <= 0:
            return
        end_ns = self.mcu.clock.nanos + ms * 1e6
        self._end.schedule(ms * 1e6)
        began = time.monotonic()
        if limit_s is None:
            limit_s = _START_S + ms / 1000 * _SLOWEST
        self._simulator.stopped = False
        while not self._simulator.stopped:
            execute_batch(self._simulator, _TICK_BATCH)
            if time.monotonic() - began > limit_s:
                self._simulator.stop()
                raise Stuck(
                    f"{ms} ms of emulated time took more than {limit_s} s; {self.now_ms:.0f} ms are over"
                )
        self.real_s += time.monotonic() - began
        if self.chip.dead:
            raise PowerCut
        assert self.mcu.clock.nanos >= end_ns

    def until(self, condition, most_ms=5000, step_ms=5):
        """Runs until condition() holds; whether it did, after at most `most_ms` emulated milliseconds."""
        end_ms = self.now_ms + most_ms
        while not condition():
            if self.now_ms >= end_ms:
                return False
            self.run(step_ms)
        return True

    def settle(self, quiet_ms=60, most_ms=3000):
        """Runs until the picture has not changed for so long; whether it came to rest."""
        self.run(quiet_ms)
        return self.until(lambda: self.quiet_ms() >= quiet_ms, most_ms)

    def quiet_ms(self):
        """Milliseconds since the picture last changed."""
        changed = self.wire.changed_ns
        return self.now_ms if changed is None else self.now_ms - changed / 1e6

    def at(self, ms, act):
        """Calls act() so many emulated milliseconds from now, whatever the chip is doing then."""
        self.mcu.clock.create_alarm(act).schedule(ms * 1e6)

    def miswire(self, grounded=0, cut=0):
        """Key lines that touch ground, and such that hang in the air whatever is pressed (bit k: key k of KEYS)."""
        self._grounded, self._cut = grounded, cut
        self.press_mask(0)

    def press_mask(self, mask):
        """From now on these keys are down (bit k: key k of KEYS)."""
        mask = mask & ~self._cut | self._grounded
        for key in range(len(KEYS)):
            if (mask ^ self._mask) >> key & 1:
                pin = self.mcu.gpio[FIRST_KEY_GPIO + key]
                if mask >> key & 1:
                    pin.set_input_value(False)
                else:
                    pin.release_input()
        self._mask = mask

    def press(self, key, ms=script.PRESS_MS):
        """One key down for `ms`, then up for the usual time."""
        script.play([(1 << KEYS.index(key), ms, script.UP_MS)], self)

    def play(self, text):
        """Plays a key script. Raises script.ScriptError before the first key if a word means nothing."""
        script.play(script.parse(text), self)

    # What is to be seen

    def pixels(self):
        """What a person sees on the panel: 128 × 64 bytes of 0 or 1, row by row."""
        return bytes(self.panel.pixels())

    def flash(self):
        """The file system's part of the flash as it stands."""
        return bytes(self.mcu.flash[FILE_SYSTEM : FILE_SYSTEM + SIZE])

    def _restarts(self):
        self.mcu.pio = self._pios
        self._restart()
        self.mcu.pio = []

    def _beat(self):
        """Twice a millisecond, whether the processor works, sleeps or waits for the flash: PIO goes on.

        For the emulator that is a fifth of the work. Programs that drive a pin, wait for one, or run at more than 2 kHz
        would need more; the box's sampler takes one step a millisecond.
        """
        self._heart.schedule(_HEARTBEAT_NS)
        for pio in self._pios:
            if not pio.stopped:
                pio.advance(_HEARTBEAT_CYCLES)


class _Oscillator(UnimplementedPeripheral):
    """The ring oscillator, which MicroPython takes its chance from."""

    def __init__(self, mcu, seed):
        super().__init__(mcu, "ROSC_BASE")
        self._chance = random.Random(seed)

    def read_uint32(self, offset):
        return self._chance.getrandbits(1) if offset == _RANDOM_BIT else 0xFFFFFFFF
