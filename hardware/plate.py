"""The key board as both drawings of it have it: its holes, its pillars, and holes counted from the middle.

`at(x, y)` says where a place of the enclosure's plan is on the sheet: as it is from above, with left and right exchanged from below.
"""

from math import ceil

from hardware import dims
from hardware.drawing import PITCH

HOLE = "#7a5c2e"  # the colour of holes, and of nothing else
SIDE = 2.2  # the ground that joins both rows of keys is so far from the edge


def legs(number):
    """(line, ground): the legs of a key that are used, opposite corners, on the enclosure's plan."""
    below_left, _, _, above_right = dims.legs_of(number)
    return above_right, below_left


def plate(drawing, at, rows_right=False):
    """The bare board; its rows are counted beside its left edge, or its right one."""
    wide, high, _ = dims.BOARD
    corners = at(-wide / 2, dims.BOARD_Y + high / 2), at(wide / 2, dims.BOARD_Y + high / 2)
    left, top = min(corners)
    drawing.box(left, top, wide, high, "#d9b27c", 1.0, "#96743f")
    for hole in dims.holes():
        drawing.dot(*at(*hole), 0.45, HOLE)
    for pillar in dims.PILLARS:
        drawing.dot(*at(*pillar), 1.6, "#ffffff", "#96743f")
    places = [leg for number in range(8) for leg in dims.legs_of(number)] + list(dims.PILLARS)
    for x in sorted({round(x, 3) for x, _ in places} | {0.0}):
        drawing.words(str(from_middle(x)), at(x, 0)[0], top - 0.8, 1.9, "#77725f", "middle")
    for y in sorted({round(y, 3) for _, y in places}):
        row = str(from_middle(y - dims.BOARD_Y))
        x = left + wide + 0.8 if rows_right else left - 0.8
        drawing.words(row, x, at(0, y)[1] + 0.7, 1.9, "#77725f", "start" if rows_right else "end")
    middle = at(0, dims.BOARD_Y)[1]
    drawing.box(left + wide if rows_right else left - 4, middle - 0.1, 4, 0.2, "#77725f")


def from_middle(distance):
    """Which column or row it is, counted from the middle: a column there is 0, the rows next to it are the first."""
    return ceil(abs(distance) / PITCH - 1e-6)
