"""The printed parts as they are in the committed STL files: whole, printable, with room for what goes in, in the firmware's order."""

import importlib.util
from math import hypot
from pathlib import Path

import numpy as np
import pytest
from manifold3d import CrossSection, JoinType

from companion import keys
from hardware import base, design, dims, lid, outlines, pico, stl
from hardware.make import ROOT
from hardware.solids import area, cylinder, disc, plan, prism, union

BED = 200.0
PARTS = ["base", *(f"lid-{size}" for size in dims.DISPLAYS)]
LIDS = PARTS[1:]


def mesh(name):
    return stl.read((ROOT / "enclosure" / f"{name}.stl").read_bytes())


def solid(name):
    """The committed part where it belongs in the box."""
    whole = stl.solid((ROOT / "enclosure" / f"{name}.stl").read_bytes())
    return whole if name == "base" else whole.translate((0, 0, -dims.HIGH)).rotate((180, 0, 0))


@pytest.fixture(scope="module")
def solids():
    return {name: solid(name) for name in PARTS}


@pytest.mark.parametrize("name", PARTS)
def test_it_is_one_closed_body_that_lies_on_the_bed(name):
    part = mesh(name)
    assert part.is_watertight and part.is_winding_consistent and part.volume > 0
    assert len(solid(name).decompose()) == 1
    low, high = part.bounds
    assert low[2] == 0 and all(high - low <= BED)
    on_bed = part.triangles[:, :, 2].max(1) < 1e-6
    assert part.area_faces[on_bed].sum() > 0.6 * dims.WIDE * dims.DEEP, "it needs supports"


@pytest.mark.parametrize("name", LIDS)
def test_the_lid_has_its_holes_and_no_others(name):
    """Eight keys, the window, four screws: a body with n holes through it has the Euler number 2 - 2 n."""
    assert mesh(name).euler_number == 2 - 2 * (8 + 1 + 4)


def test_the_base_is_open_for_usb_alone():
    assert mesh("base").euler_number == 0


@pytest.mark.parametrize("name", LIDS)
def test_key_holes_are_where_the_table_says(name, solids):
    """Free for the cap, and closed a little farther out."""
    cut = solids[name].slice(dims.LID_Z + 0.5)
    for number in range(8):
        at = dims.key_at(number)
        assert (cut ^ disc(dims.KEY_HOLE - 0.1).translate(at)).area() < 0.01
        ring = (disc(dims.KEY_HOLE + 1) - disc(dims.KEY_HOLE + 0.1)).translate(at)
        assert (cut ^ ring).area() == pytest.approx(ring.area(), rel=0.01)


def test_keys_are_in_the_order_of_the_firmware():
    """Read line by line from the player's side; a step is 20 mm, so that two fingers do not meet."""
    places = {name: dims.key_at(number) for number, name in enumerate(keys.NAMES)}
    for row in (("blue", "red", "orange", "green"), ("up", "down", "ok", "back")):
        xs, ys = zip(*(places[name] for name in row))
        assert len(set(ys)) == 1
        assert [b - a for a, b in zip(xs, xs[1:])] == [pytest.approx(20.32)] * 3
    assert places["blue"][1] - places["up"][1] == pytest.approx(20.32)
    assert places["blue"][0] == places["up"][0]


def test_legs_and_screws_go_through_holes_of_the_perfboard():
    """A 12 mm button's legs are 12.5 mm apart one way and 5 mm the other, 5 and 2 holes."""
    holes = {(round(x, 3), round(y, 3)) for x, y in dims.holes()}
    assert len(holes) == dims.HOLES[0] * dims.HOLES[1]
    legs = [dims.legs_of(number) for number in range(8)]
    for places in (*legs, dims.PILLARS):
        assert {(round(x, 3), round(y, 3)) for x, y in places} <= holes and len(set(places)) == 4
    for (x, y), places in zip(map(dims.key_at, range(8)), legs):
        xs, ys = zip(*places)
        assert max(xs) - min(xs) == pytest.approx(5, abs=0.1) and max(ys) - min(ys) == pytest.approx(
            12.5, abs=0.25
        )
        assert (sum(xs) / 4, sum(ys) / 4) == (pytest.approx(x), pytest.approx(y))
    for axis, middle in ((0, 0.0), (1, dims.BOARD_Y)):
        ends = [hole[axis] - middle for hole in holes]
        assert max(ends) == pytest.approx(-min(ends)) and max(ends) + 1 < dims.BOARD[axis] / 2


def test_the_page_counts_the_holes_as_they_are():
    """Columns from the middle one, which is 0; rows from the middle line, where the first one is half a pitch away."""
    text = (ROOT / "build.md").read_text("utf-8")
    legs = [leg for number in range(8) for leg in dims.legs_of(number)]
    assert {round(abs(x) / pico.PITCH, 2) for x, _ in legs} == {3, 5, 11, 13}
    assert "in the columns 3 and 5, 11 and 13 left and right" in text
    assert {round(abs(y - dims.BOARD_Y) / pico.PITCH + 0.5, 2) for _, y in legs} == {2, 7}
    assert "in the rows 2 and 7 above the middle and 2 and 7 below" in text
    assert {round(abs(x) / pico.PITCH, 2) for x, _ in dims.PILLARS} == {8}
    assert {round(abs(y - dims.BOARD_Y) / pico.PITCH + 0.5, 2) for _, y in dims.PILLARS} == {10}
    assert "in column 8 left and right of the middle and row 10 above and below" in text


def test_a_key_has_room():
    assert dims.KEY_HOLE - dims.CAP >= 0.8
    assert dims.KEY_PITCH - dims.KEY_HOLE >= 5
    out = dims.CAP_HIGH - dims.BOARD_GAP - dims.LID
    assert 2 <= out <= 5, "the cap stands out so far that it can be found, and not so far that it is caught"
    for number in range(4):
        apart = hypot(*np.subtract(lid.suit_at(number), dims.key_at(number)))
        assert apart - dims.DISH[0] / 2 - dims.KEY_HOLE / 2 >= 1


@pytest.mark.parametrize("name", PARTS)
def test_no_wall_is_thinner_than_it_may_be(name, solids):
    """In slices along all three axes nothing is lost when it is made thinner by the least thickness and thicker again."""
    half = dims.THINNEST / 2 - 0.01
    bare = solids[name].trim_by_plane(
        (0, 0, -1), -(dims.HIGH - dims.DISH[1])
    )  # without what stands in the face
    for part, turn in ((solids[name], (0, 0, 0)), (bare, (90, 0, 0)), (bare, (0, 90, 0))):
        turned = part.rotate(turn)
        _, _, low, _, _, high = turned.bounding_box()
        for z in np.arange(low + 0.37, high, 1.37 if turn == (0, 0, 0) else 3.31):
            cut = turned.slice(float(z))
            kept = cut.offset(-half, JoinType.Miter, 4).offset(half, JoinType.Miter, 4)
            for lost in (cut - kept).decompose():
                assert lost.area() < 0.15, (turn, z, lost.bounds())


@pytest.mark.parametrize("number", range(4, 8))
def test_words_can_be_read_and_printed(number):
    word = lid.letters(number)
    x0, y0, x1, y1 = word.bounds()
    assert y1 - y0 >= 4.4 and x1 - x0 <= 1.15 * dims.KEY_PITCH
    thin = dims.STROKE - 0.02
    assert word.offset(-thin / 2).offset(thin / 2).area() > 0.93 * word.area()
    assert (word ^ disc(dims.KEY_HOLE + 2).translate(dims.key_at(number))).area() == 0
    for other in range(4, number):
        assert (word ^ lid.letters(other).offset(2)).area() == 0


@pytest.mark.parametrize("name", LIDS)
def test_shapes_and_words_are_in_the_face(name, solids):
    """The shape stands as high as the face, the dish around it and the words are cut in."""
    face, dish = solids[name].slice(dims.HIGH - 0.1), solids[name].slice(dims.HIGH - dims.DISH[1] + 0.1)
    for number in range(4):
        shape = lid.suit(number)
        around = disc(dims.DISH[0] - 0.1).translate(lid.suit_at(number))
        for cut in (face, dish):
            assert (cut ^ around).area() == pytest.approx(shape.area(), rel=0.01)
        assert (shape - disc(dims.DISH[0] - 0.5).translate(lid.suit_at(number))).area() == 0
    for number in range(4, 8):
        assert (face ^ lid.letters(number)).area() < 0.05


def test_shapes_are_those_of_the_display():
    """Point by point what tools/shapes.py draws, for the four suits as the firmware has them."""
    spec = importlib.util.spec_from_file_location("shapes", Path(__file__).parents[2] / "tools" / "shapes.py")
    shapes = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(shapes)
    step = 0.05
    for name in design.SHAPES:
        drawn = area(outlines.suit(name))
        wrong = 0
        for x in np.arange(-0.975, 1, step):
            for y in np.arange(-0.975, 1, step):
                dot = CrossSection.square((0.002, 0.002), True).translate((x, y))
                wrong += ((drawn ^ dot).area() > 2e-6) != shapes.SHAPES[name](x, -y)
        assert wrong <= 16, name


def contents(size):
    """What goes into the box, by name."""
    board = dims.LID_Z - dims.BOARD_GAP
    y = dims.PICO_END - pico.LENGTH / 2
    wide, deep = dims.DISPLAYS[size].board
    over = dims.PICO_Z + pico.THICK
    sleeve = plan(11, 7).translate((0, dims.USB_Z))
    things = {
        "key board": prism(plan(*dims.BOARD[:2]).translate((0, dims.BOARD_Y)), board - 1.6, board),
        "pico": prism(plan(pico.WIDTH, pico.LENGTH).translate((0, y)), dims.PICO_Z, over),
        "socket": prism(plan(8, 5.6).translate((0, dims.PICO_END + 1.3 - 2.8)), over, over + pico.USB[1]),
        "plug": prism(sleeve, 0, 30).rotate((90, 0, 0)).translate((0, dims.PICO_END + 1.4 + 30, 0)),
        "display": prism(plan(wide, deep).translate((0, dims.DISPLAY_Y)), dims.LID_Z - 4.5, dims.LID_Z),
        "buzzer": cylinder(dims.BUZZER[0], dims.FLOOR, dims.FLOOR + dims.BUZZER[1], dims.BUZZER_AT),
        "screws of the key board": union([cylinder(5.0, board, board + 2, at) for at in dims.PILLARS]),
        "batteries": prism(plan(62, 37).translate((0, dims.BOARD_Y)), dims.FLOOR, dims.FLOOR + 15),
    }
    for number, name in enumerate(keys.NAMES):
        at = dims.key_at(number)
        things[name] = prism(plan(12, 12).translate(at), board, board + 4) + cylinder(
            dims.CAP, board + 4, board + 12, at
        )
    return things


@pytest.mark.parametrize("size", dims.DISPLAYS)
def test_everything_fits_in(size, solids):
    parts = {"base": solids["base"], "lid": solids[f"lid-{size}"], **contents(size)}
    names = list(parts)
    for index, first in enumerate(names):
        for second in names[index + 1 :]:
            assert (parts[first] ^ parts[second]).volume() < 0.1, (first, second)


@pytest.mark.parametrize("size", dims.DISPLAYS)
def test_the_whole_picture_is_seen_through_the_window(size, solids):
    display = dims.DISPLAYS[size]
    picture = plan(*display.picture).translate((0, dims.DISPLAY_Y + display.up))
    assert (solids[f"lid-{size}"] ^ prism(picture, 0, 50)).volume() == 0
    wide, deep = display.board
    assert display.window[0] < wide and display.window[1] + 2 * display.up < deep, (
        "the board is held by the frame"
    )


def test_screws_of_the_lid_meet_their_bosses(solids):
    for at in dims.BOSSES:
        screw = cylinder(3.0, dims.HIGH - 12, dims.HIGH, at)
        assert (solids["lid-1.3"] ^ screw).volume() < 0.01
        assert 0 < (solids["base"] ^ screw).volume() < screw.volume() / 3, "the thread bites, and no more"


def test_the_picos_holes_are_over_their_posts():
    """Data sheet: 2.1 mm holes, 11.4 mm × 47 mm apart, 2 mm from the ends."""
    places = base.post_places()
    assert {x for x, _ in places} == {-5.7, 5.7}
    ys = sorted({round(y, 6) for _, y in places})
    assert ys[1] - ys[0] == pytest.approx(47.0) and dims.PICO_END - ys[1] == pytest.approx(2.0)
