"""The lower part: walls, what carries the Pico and the key board, the bosses of the screws."""

from hardware import dims, pico
from hardware.solids import chamfered, cylinder, plan, prism, union

NAME = "base"


def solid():
    """The part as it stands on the bed."""
    inside = plan(dims.WIDE - 2 * dims.WALL, dims.DEEP - 2 * dims.WALL, dims.CORNER - dims.WALL)
    shell = chamfered(dims.WIDE, dims.DEEP, dims.CORNER, 0, dims.LID_Z, below=dims.CHAMFER)
    shell -= prism(inside, dims.FLOOR, dims.LID_Z + 1)
    room = prism(inside, 0, dims.LID_Z)
    carried = union(_bosses() + _pillars() + _posts()) ^ room
    cut = union(_usb() + _feet() + _bores())
    return shell + carried - cut


def _bosses():
    return [cylinder(dims.BOSS[0], dims.FLOOR, dims.LID_Z - dims.PAD, at) for at in dims.BOSSES]


def _pillars():
    high = dims.LID_Z - dims.BOARD_GAP - dims.BOARD[2]
    return [cylinder(dims.PILLAR[0], dims.FLOOR, high, at) for at in dims.PILLARS]


def post_places():
    """Where the Pico's four holes are."""
    across, along = pico.HOLES_APART
    first = dims.PICO_END - (pico.LENGTH - along) / 2
    return [(x * across / 2, y) for x in (-1, 1) for y in (first, first - along)]


def _posts():
    posts = [cylinder(dims.POST[0], dims.FLOOR, dims.PICO_Z, at) for at in post_places()]
    to_wall = plan(dims.POST[0], dims.POST[0])  # two of them grow out of the wall
    posts += [
        prism(to_wall.translate((x, y + 2.4)), dims.FLOOR, dims.PICO_Z)
        for x, y in post_places()
        if y > 0.75 * dims.DEEP / 2
    ]
    return posts


def _bores():
    """Of all screws; none goes through the floor."""
    bores = [cylinder(dims.BOSS[1], dims.LID_Z - 12, dims.LID_Z + 1, at) for at in dims.BOSSES]
    bores += [cylinder(dims.PILLAR[1], dims.LID_Z - 16, dims.LID_Z, at) for at in dims.PILLARS]
    return bores + [cylinder(dims.POST[1], dims.FLOOR, dims.PICO_Z + 1, at) for at in post_places()]


def _usb():
    wide, high, radius = dims.USB_HOLE
    tunnel = prism(plan(wide, high, radius), -1, dims.WALL).rotate((90, 0, 0))
    return [tunnel.translate((0, dims.DEEP / 2, dims.USB_Z))]


def _feet():
    return [cylinder(dims.FOOT[0], -1, dims.FOOT[1], at) for at in dims.FEET]
