"""The Raspberry Pi Pico as a part: its forty pins and its size, from the Pico datasheet (chapters 2.1 and 2.2)."""

# Names of pins 1 to 40: pins 1-20 run down the left side with the USB socket on top, 21-40 up the right side.
NAMES = (
    "GP0", "GP1", "GND", "GP2", "GP3", "GP4", "GP5", "GND", "GP6", "GP7",
    "GP8", "GP9", "GND", "GP10", "GP11", "GP12", "GP13", "GND", "GP14", "GP15",
    "GP16", "GP17", "GND", "GP18", "GP19", "GP20", "GP21", "GND", "GP22", "RUN",
    "GP26", "GP27", "AGND", "GP28", "ADC_VREF", "3V3", "3V3_EN", "GND", "VSYS", "VBUS",
)  # fmt: skip

# Millimetres.
WIDTH = 21.0
LENGTH = 51.0
THICK = 1.0
ROWS_APART = 17.78  # of the two rows of pins
PITCH = 2.54
HOLES_APART = (11.4, 47.0)  # the four holes, across and along
HOLE = 2.1
USB = (8.0, 3.0, 1.3)  # the socket: wide, high, and so far it stands out over the edge


def name(pin):
    """The name of pin 1 to 40."""
    return NAMES[pin - 1]


def pin_of_gpio(gpio):
    """The pin where a GPIO is. ValueError: it is on none."""
    return NAMES.index(f"GP{gpio}") + 1
