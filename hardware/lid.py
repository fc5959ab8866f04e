"""The upper part: window, key holes, shapes and words, and on its underside the rim and the frame of the display."""

from hardware import design, dims, outlines
from hardware.solids import area, chamfered, cylinder, disc, plan, prism, union

NAME = "lid"
_TOP, _UNDER = dims.HIGH, dims.LID_Z
_FRAME_NOTCH = 16.0


def solid(display):
    """The lid for a `dims.Display`, where it lies on the base."""
    plate = chamfered(dims.WIDE, dims.DEEP, dims.CORNER, _UNDER, _TOP, above=dims.CHAMFER)
    below = union([_rim(), frame(display), *_pads()])
    return plate + below - union([window(display), *_holes(), *_dishes(), *_letters(), *_screws()])


def for_printing(display):
    """The lid with its face on the bed."""
    return solid(display).rotate((180, 0, 0)).translate((0, 0, _TOP))


def window(display):
    """What is cut out over the picture; it widens towards the face."""
    at = dims.DISPLAY_Y + display.up
    wide, high = display.window
    hole = prism(plan(wide, high, 1.0), _UNDER - 1, _TOP + 1)
    depth = 1.2
    edge = prism(plan(wide, high, 1.0), _TOP - depth, _TOP - depth + 0.01)
    face = prism(plan(wide + 2 * depth, high + 2 * depth, 1.0 + depth), _TOP, _TOP + 0.01)
    return (hole + edge.batch_hull([edge, face])).translate((0, at, 0))


def frame(display):
    """Holds the display's board from the sides; open where the wires come out, on both of its long sides."""
    thick, high, play = dims.FRAME
    wide, deep = display.board[0] + play, display.board[1] + play
    ring = plan(wide + 2 * thick, deep + 2 * thick, 1.0) - plan(wide, deep)
    ring -= plan(_FRAME_NOTCH, 2 * deep)
    return prism(ring, _UNDER - high, _UNDER + 0.1).translate((0, dims.DISPLAY_Y, 0))


def _rim():
    """Inside the walls, so that the lid does not slide; not where the bosses are."""
    wide, deep = dims.WIDE - 2 * (dims.WALL + dims.GAP), dims.DEEP - 2 * (dims.WALL + dims.GAP)
    radius = dims.CORNER - dims.WALL - dims.GAP
    thick = dims.RIM_THICK
    ring = plan(wide, deep, radius) - plan(wide - 2 * thick, deep - 2 * thick, radius - thick)
    for at in dims.BOSSES:
        ring -= plan(24, 24).translate((at[0] * 1.1, at[1] * 1.1))
    return prism(ring, _UNDER - dims.RIM_HIGH, _UNDER + 0.1)


def _holes():
    return [cylinder(dims.KEY_HOLE, _UNDER - 1, _TOP + 1, dims.key_at(number)) for number in range(8)]


def suit_at(number):
    """The middle of a suit key's shape."""
    x, y = dims.key_at(number)
    return x, y + dims.SUIT_ABOVE


def letters(number):
    """The word of key 4 to 7, as an area on the face."""
    x, y = dims.key_at(number)
    return area(outlines.words(design.KEYS[number], dims.LETTERS[0]), at=(x, y - dims.LETTERS_BELOW))


def suit(number):
    """The shape of key 0 to 3, as an area on the face."""
    return area(outlines.suit(design.SHAPES[number]), dims.SUIT, suit_at(number))


def _dishes():
    diameter, depth = dims.DISH
    return [
        prism(disc(diameter).translate(suit_at(number)) - suit(number), _TOP - depth, _TOP + 1)
        for number in range(4)
    ]


def _letters():
    return [prism(letters(number), _TOP - dims.LETTERS[1], _TOP + 1) for number in range(4, 8)]


def _pads():
    inside = prism(plan(dims.WIDE - 5.4, dims.DEEP - 5.4, dims.CORNER - 2.7), 0, _TOP)
    return [cylinder(dims.BOSS[0], _UNDER - dims.PAD, _UNDER + 0.1, at) ^ inside for at in dims.BOSSES]


def _screws():
    cut = []
    for at in dims.BOSSES:
        deep = (dims.SCREW_HEAD - dims.SCREW) / 2
        cut.append(cylinder(dims.SCREW, _UNDER - 1, _TOP + 1, at))
        cut.append(cylinder(dims.SCREW, _TOP - deep, _TOP + 0.01, at, top=dims.SCREW_HEAD))
    return cut
