"""The pictures of the enclosure: closed, from above, and taken apart."""

from manifold3d import Manifold

from hardware import base, design, dims, lid, outlines, pico
from hardware.render import Thing, picture
from hardware.solids import area, cylinder, disc, plan, prism

_BASE, _LID = (62, 70, 84), (214, 219, 226)
_COLOURS = {"BLUE": (52, 128, 220), "RED": (214, 60, 58), "ORANGE": (242, 142, 36), "GREEN": (64, 164, 84)}
_WHITE, _GLASS, _LIT = (246, 246, 242), (22, 25, 30), (150, 214, 255)
_GREEN, _METAL, _BROWN, _BLACK = (38, 128, 78), (190, 194, 200), (176, 128, 72), (48, 48, 52)
_FRONT = (0.0, -0.55, 0.84)


def _keys(lift=0.0):
    top = dims.LID_Z - dims.BOARD_GAP + dims.CAP_HIGH + lift
    for number, name in enumerate(design.KEYS):
        at = dims.key_at(number)
        cap = cylinder(dims.CAP - 0.5, top - 5.5, top - 0.7, at) + cylinder(
            dims.CAP - 0.5, top - 0.7, top, at, top=dims.CAP - 2
        )
        yield Thing(cap, _COLOURS.get(name, _WHITE))


def _panel(display, lift=0.0):
    """The glass and a word on it."""
    y = dims.DISPLAY_Y + display.up
    wide, high = display.window
    z = dims.LID_Z - 0.6 + lift
    yield Thing(prism(plan(wide + 4, high + 4), z - 1.2, z).translate((0, y, 0)), _GLASS)
    word = area(outlines.words("P3 wins", display.picture[1] * 0.34), at=(0, y))
    yield Thing(prism(word, z, z + 0.05), _LIT)


def _paint(lift=0.0):
    """What a maker may fill with paint: the floor of the dishes in the suit's colour, the letters dark."""
    for number in range(4):
        low = dims.HIGH - dims.DISH[1] + lift
        floor = disc(dims.DISH[0]).translate(lid.suit_at(number)) - lid.suit(number)
        yield Thing(prism(floor, low, low + 0.05), _COLOURS[design.KEYS[number]])
    for number in range(4, 8):
        low = dims.HIGH - dims.LETTERS[1] + lift
        yield Thing(prism(lid.letters(number), low, low + 0.05), _BASE)


def closed(size="1.3", direction=_FRONT, wide=900):
    """The box as it stands on the table."""
    display = dims.DISPLAYS[size]
    things = [
        Thing(base.solid(), _BASE),
        Thing(lid.solid(display), _LID),
        *_keys(),
        *_panel(display),
        *_paint(),
    ]
    return picture(things, direction, wide, ground=-1.0)


def _board(lift):
    low = dims.LID_Z - dims.BOARD_GAP - dims.BOARD[2] + lift
    flat = plan(*dims.BOARD[:2]).translate((0, dims.BOARD_Y))
    yield Thing(prism(flat, low, low + dims.BOARD[2]), _BROWN)
    for number in range(8):
        x, y = dims.key_at(number)
        yield Thing(
            prism(plan(12, 12).translate((x, y)), low + dims.BOARD[2], low + dims.BOARD[2] + 3.6), _BLACK
        )


def _pico():
    y = dims.PICO_END - pico.LENGTH / 2
    plate = prism(plan(pico.WIDTH, pico.LENGTH, 1).translate((0, y)), dims.PICO_Z, dims.PICO_Z + pico.THICK)
    for at in base.post_places():
        plate -= cylinder(pico.HOLE, 0, 20, at)
    yield Thing(plate, _GREEN)
    wide, high, out = pico.USB
    z = dims.PICO_Z + pico.THICK
    socket = prism(plan(wide, 5.6).translate((0, dims.PICO_END + out - 2.8)), z, z + high)
    yield Thing(socket, _METAL)
    yield Thing(prism(plan(7, 7).translate((0, y + 1)), z, z + 0.9), _BLACK)


def apart(size="1.3", wide=900):
    """Base with the Pico, the key board over it, the lid over all."""
    display = dims.DISPLAYS[size]
    moved: list[Thing] = [Thing(base.solid(), _BASE), *_pico(), *_board(26), *_keys(26)]
    moved.append(Thing(lid.solid(display).translate((0, 0, 66)), _LID))
    return picture([*moved, *_panel(display, 66), *_paint(66)], (0.62, -0.85, 0.62), wide, ground=-1.0)


def printed(size="1.3", wide=900):
    """The two parts as they lie on the printer's bed."""
    apart_by = dims.WIDE / 2 + 8
    parts: list[tuple[Manifold, tuple[int, int, int]]] = [
        (base.solid().translate((-apart_by, 0, 0)), _BASE),
        (lid.for_printing(dims.DISPLAYS[size]).translate((apart_by, 0, 0)), _LID),
    ]
    return picture([Thing(solid, colour) for solid, colour in parts], (0.0, -0.75, 0.8), wide, ground=0.0)
