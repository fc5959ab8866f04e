"""A display for tests: bus, panel, canvas and refresher, without the rest of the box."""

from typing import Any

from companion.drivers.panel import Panel
from companion.ui.canvas import Canvas
from companion.ui.refresher import Refresher
from robokraft.virtual.panel import PanelI2C

LONGEST = 50_000 // 2 * 400 // 1000 // 9  # bytes at 400 kHz in half of the 50 ms of a bus time-out


class Display:
    """`chip`: the setting; `there`: the chip that is soldered, if another; `present`: whether it answers."""

    def __init__(self, chip="ssd1306", address=0x3C, there=None, present=True):
        self.bus: Any = PanelI2C(address, there or ("sh1106" if chip == "sh1106" else "ssd1306"))
        self.bus.present = present
        self.panel = Panel(self.bus, chip)
        self.canvas = Canvas(self.panel.buffer)
        self.refresher = Refresher(self.panel)

    def start(self):
        assert self.panel.step(0) and self.panel.ready
        self.refresher.refresh()
        return self

    def seen(self):
        return bytes(self.bus.pixels())

    def meant(self):
        buffer = self.panel.buffer
        return bytes(buffer[(y >> 3) * 128 + x] >> (y & 7) & 1 for y in range(64) for x in range(128))
