"""The drawings of the wiring, read back from the committed SVG files: every wire begins at its pin and ends at its part."""

from math import dist

import pytest

from companion import board
from hardware import breadboard, design, dims, drawing, perfboard, pico, plate, underside
from hardware.make import ROOT
from sheet import Sheet


@pytest.fixture(scope="module")
def on_breadboard():
    return Sheet(breadboard.NAME)


@pytest.fixture(scope="module")
def on_perfboard():
    return Sheet(perfboard.NAME)


@pytest.fixture(scope="module")
def on_underside():
    return Sheet(underside.NAME)


def near(place):
    return pytest.approx(place, abs=0.01)


KEYS = [(gpio, pin, what) for gpio, pin, what in board.PINS if what.isupper() and " " not in what]


def test_every_colour_is_of_one_net():
    assert len(KEYS) == 8 and len(set(drawing.WIRES.values())) == len(drawing.WIRES)


@pytest.mark.parametrize("number", range(8))
def test_a_key_on_the_breadboard(on_breadboard, number):
    """From the hole above the pin to the hole above the key's left leg."""
    gpio, pin, what = KEYS[number]
    assert f"{what} from GP{gpio}, pin {pin}" in on_breadboard.words
    ((start, end),) = on_breadboard.ends(what)
    assert start == near(breadboard.hole(63 - pin, "j"))
    assert end == near(breadboard.hole(2 + 5 * number, "j"))


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


HOLES = {
    (column, row): breadboard.hole(column, row)
    for column in range(1, breadboard.COLUMNS + 1)
    for row in "abcdefghij"
}


def strip(place):
    """The column and the half of the breadboard where the end of a wire is plugged in; None: it is in no hole, or in a rail."""
    for (column, row), hole in HOLES.items():
        if dist(place, hole) < 0.01:
            return column, "upper" if row in "fghij" else "lower"
    return None


def test_the_breadboard_connects_without_its_rails(on_breadboard):
    """Every wire followed from strip to strip: each key's ground reaches pin 18, no line touches another, no rail is used."""
    rails = [breadboard.hole(column, rail) for column in range(1, 64) for rail in ("+", "-", "+_", "-_")]
    joined = {}  # strip: the strips it is connected with, itself too
    for _, points in on_breadboard.wires:
        assert not any(dist(end, rail) < 0.01 for end in (points[0], points[-1]) for rail in rails)
        first, last = strip(points[0]), strip(points[-1])
        if first and last:
            whole = joined.get(first, {first}) | joined.get(last, {last})
            joined.update(dict.fromkeys(whole, whole))
    ground = {(4 + 5 * number, "lower") for number in range(8)} | {(63 - design.GROUND_KEYS, "upper")}
    assert joined[(4, "lower")] == ground
    for number, (_, pin, _) in enumerate(KEYS):
        assert joined[(2 + 5 * number, "upper")] == {(2 + 5 * number, "upper"), (63 - pin, "upper")}


def test_one_hole_takes_one_wire(on_breadboard):
    plugged = [end for _, points in on_breadboard.wires for end in (points[0], points[-1]) if strip(end)]
    assert len({(round(x, 2), round(y, 2)) for x, y in plugged}) == len(plugged)


def test_the_ground_of_the_keys_is_the_same_pin_everywhere(on_perfboard, on_underside):
    assert f"GND {design.GROUND_KEYS}" in on_perfboard.words
    assert f"GND, pin {design.GROUND_KEYS}" in on_underside.words
    assert f"| {design.GROUND_KEYS} | GND | the common ground of the keys |" in (
        ROOT / "wiring.md"
    ).read_text("utf-8")
    assert f"their common ground (pin {design.GROUND_KEYS})" in (ROOT / "build.md").read_text("utf-8")


@pytest.mark.parametrize("module", [perfboard, underside])
def test_every_leg_is_in_a_hole_of_the_perfboard(module):
    """Legs and screws against the dots of the drawing, and the ends of the wires against the legs."""
    sheet = Sheet(module.NAME)
    holes = sheet.dots(plate.HOLE)
    assert len(holes) == dims.HOLES[0] * dims.HOLES[1]
    legs = [module.on_board(*leg) for number in range(8) for leg in dims.legs_of(number)]
    for place in legs + [module.on_board(*pillar) for pillar in dims.PILLARS]:
        assert any(dist(place, hole) < 0.01 for hole in holes), place
    for number, (_, _, what) in enumerate(KEYS):
        assert any(sheet.ends(what)[0][0] == near(leg) for leg in legs[4 * number : 4 * number + 4])
    grounds = [start for start, _ in sheet.ends("GND") if any(start == near(leg) for leg in legs)]
    assert len({legs.index(next(leg for leg in legs if start == near(leg))) // 4 for start in grounds}) == 8


@pytest.mark.parametrize("number", range(8))
def test_from_below_left_and_right_are_exchanged(on_perfboard, on_underside, number):
    """The same legs, as far from the other edge; and the pin beside the end of the wire."""
    gpio, pin, what = KEYS[number]
    ((above, _),), ((below, _),) = on_perfboard.ends(what), on_underside.ends(what)
    left, right = perfboard.on_board(0, dims.BOARD_Y), underside.on_board(0, dims.BOARD_Y)
    assert (below[0] - right[0], below[1] - right[1]) == near((left[0] - above[0], above[1] - left[1]))
    assert f"{what} to GP{gpio}, pin {pin}" in on_underside.words


def test_pads_are_drawn_on_top_in_the_order_that_the_page_names(on_breadboard, on_perfboard):
    """From left to right, as a module shows them with its pads on top; turned it would show the reverse."""
    page = (ROOT / "wiring.md").read_text("utf-8")
    assert "with the pads on top" in page and "    " + " ".join(design.DISPLAY) + "\n" in page
    for sheet in (on_breadboard, on_perfboard):
        places = [sheet.place(pad) for pad in design.DISPLAY]
        assert places == sorted(places) and all(y < sheet.place("P3")[1] for _, y in places)
        for net, (x, y) in zip(("GND", "3V3", "SCL", "SDA"), places):
            ends = [end for pair in sheet.ends(net) for end in pair]
            assert any(end[0] == near(x) and 0 < y - end[1] < 3 for end in ends)


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
