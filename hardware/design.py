"""What is connected with what: the firmware's pin table, and around it what the firmware does not need to know.

Everything that is drawn here, the wiring and the schematic, is drawn from NETS. The committed schematic is read back by the tests
and compared with the firmware's table itself.
"""

from companion import board, keys
from companion.ui.suits import DEFAULT as SUIT_SHAPES
from hardware import pico

KEYS = tuple(name.upper() for name in keys.NAMES)
SHAPES = SUIT_SHAPES  # of BLUE, RED, ORANGE, GREEN
SWITCHES = tuple(f"SW{number + 1}" for number in range(len(KEYS)))  # the reference of each key

# The pads of the display by name; the order on the module differs, see wiring.md.
DISPLAY = ("GND", "VCC", "SCL", "SDA")

# Which of the Pico's grounds serves whom: the one next to the wires it goes with.
GROUND_DISPLAY = 8
GROUND_KEYS = 18
GROUND_BUZZER = 23
GROUND_BATTERY = 38

# References: (what, name of each pin)
PARTS = {
    "U1": ("Raspberry Pi Pico", pico.NAMES),
    "DS1": ("OLED 128 × 64, I2C", DISPLAY),
    **{reference: (key, ("1", "2")) for reference, key in zip(SWITCHES, KEYS)},
    "R1": ("330 Ω", ("1", "2")),
    "LS1": ("buzzer", ("1", "2")),
    "BT1": ("3 × AAA", ("+", "-")),
    "SW9": ("battery switch", ("1", "2")),
    "D1": ("1N5817", ("K", "A")),
}
OPTIONAL = ("R1", "LS1", "BT1", "SW9", "D1")


def _pin(what):
    for _, pin, name in board.PINS:
        if name == what:
            return ("U1", pin)
    raise ValueError(f"the firmware's pin table has no {what}")


def _nets():
    nets = {
        "SDA": [_pin("OLED SDA"), ("DS1", 4)],
        "SCL": [_pin("OLED SCL"), ("DS1", 3)],
        "3V3": [("U1", 36), ("DS1", 2)],
        "BUZZER": [_pin("buzzer"), ("R1", 1)],
        "BUZZER_R": [("R1", 2), ("LS1", 1)],
        "BATTERY": [("BT1", 1), ("SW9", 1)],
        "BATTERY_ON": [("SW9", 2), ("D1", 2)],
        "VSYS": [("D1", 1), ("U1", 39)],
        "GND": [("DS1", 1), ("LS1", 2), ("BT1", 2)],
    }
    for reference, key in zip(SWITCHES, KEYS):
        nets[key] = [_pin(key), (reference, 1)]
        nets["GND"].append((reference, 2))
    nets["GND"] += [("U1", pin) for pin in range(1, 41) if pico.name(pin) == "GND"]
    return nets


# Name of the net: [(reference, number of the pin, from 1)]
NETS = _nets()


def net_of(reference, pin):
    """The name of the net at a pin, None where nothing is connected."""
    for name, pins in NETS.items():
        if (reference, pin) in pins:
            return name
    return None


def pin_of(net):
    """The Pico's pin of a net that has one."""
    return next(pin for reference, pin in NETS[net] if reference == "U1")
