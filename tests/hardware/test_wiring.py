"""The drawings of the wiring, read back from the committed SVG files: every wire begins at its pin and ends at its part."""

import re
import xml.etree.ElementTree as ET

import pytest

from companion import board
from hardware import breadboard, dims, drawing, perfboard, pico
from hardware.make import ROOT

SVG = "{http://www.w3.org/2000/svg}"


class Sheet:
    """Words and wires of a drawing."""

    def __init__(self, name):
        root = ET.parse(ROOT / "pictures" / f"{name}.svg").getroot()
        self.words = ["".join(element.itertext()) for element in root.iter(f"{SVG}text")]
        self.wires = []  # (colour, [(x, y)])
        for path in root.iter(f"{SVG}path"):
            if path.get("fill") == "none" and path.get("stroke") != "#ffffff":
                numbers = [float(number) for number in re.findall(r"-?\d+\.?\d*", path.get("d", ""))]
                self.wires.append((path.get("stroke"), list(zip(numbers[::2], numbers[1::2]))))

    def ends(self, net):
        """Both ends of every wire in the colour of a net."""
        return [(points[0], points[-1]) for colour, points in self.wires if colour == drawing.WIRES[net]]


@pytest.fixture(scope="module")
def on_breadboard():
    return Sheet(breadboard.NAME)


@pytest.fixture(scope="module")
def on_perfboard():
    return Sheet(perfboard.NAME)


def near(place):
    return pytest.approx(place, abs=0.01)


KEYS = [(gpio, pin, what) for gpio, pin, what in board.PINS if what.isupper() and " " not in what]


def test_every_colour_is_of_one_net():
    assert len(KEYS) == 8 and len(set(drawing.WIRES.values())) == len(drawing.WIRES)


@pytest.mark.parametrize("number", range(8))
def test_a_key_on_the_breadboard(on_breadboard, number):
    """From the hole above the pin to the hole above the key's left leg; its right leg's column goes to ground."""
    gpio, pin, what = KEYS[number]
    assert f"{what} from GP{gpio}, pin {pin}" in on_breadboard.words
    ((start, end),) = on_breadboard.ends(what)
    assert start == near(breadboard.hole(63 - pin, "j"))
    assert end == near(breadboard.hole(2 + 5 * number, "j"))
    grounds = [first for first, _ in on_breadboard.ends("GND")]
    assert any(first == near(breadboard.hole(4 + 5 * number, "b")) for first in grounds)


@pytest.mark.parametrize("number", range(8))
def test_a_key_on_the_perfboard(on_perfboard, number):
    """From a leg of the key, 2 holes and a half off its middle, to the pin."""
    gpio, pin, what = KEYS[number]
    assert f"GP{gpio} {pin}" in on_perfboard.words
    ((start, end),) = on_perfboard.ends(what)
    x, y = perfboard.on_board(*dims.key_at(number))
    assert (start[0] - x, start[1] - y) == near((pico.PITCH, -2.5 * pico.PITCH))
    first = perfboard.place(*drawing.pin_at(1))
    assert end == near((first[0], first[1] + (pin - 1) * pico.PITCH))


def test_legs_of_a_key_come_together_in_no_column():
    """A column of a breadboard is one node: no two of the keys' legs, the Pico's pins and what is beside them may share one."""
    legs = [column for number in range(8) for column in breadboard.key_columns(number)]
    pins = [breadboard.column_of_pin(pin) for pin in range(1, 21)]
    assert len(set(legs + pins)) == 16 + 20 and max(legs + pins) <= 63 and min(legs + pins) >= 1
    steps = [b - a for a, b in zip(sorted(legs)[::2], sorted(legs)[2::2])]
    assert all(step * pico.PITCH >= 12 for step in steps), "a button is 12 mm wide"


@pytest.mark.parametrize(
    "pad, net, pin", [("SDA", "SDA", 6), ("SCL", "SCL", 7), ("VCC", "3V3", 36), ("GND", "GND", 8)]
)
def test_the_display(on_breadboard, on_perfboard, pad, net, pin):
    name = pico.name(pin)
    for sheet in (on_breadboard, on_perfboard):
        assert pad in sheet.words
    assert (f"{pad} from {name}, pin {pin}" if pad != "GND" else f"GND from pin {pin}") in on_breadboard.words
    assert f"{name} {pin}" in on_perfboard.words
    ends = [place for pair in on_perfboard.ends(net) for place in pair]
    assert any(place == near(perfboard.place(*drawing.pin_at(pin))) for place in ends)
