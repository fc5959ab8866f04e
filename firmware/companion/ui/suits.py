"""The suit symbols: the shape of each suit, and its picture. Told apart by shape alone, upside down too."""

from companion.ui import suit_shapes

SHAPES = suit_shapes.SHAPES  # names of all shapes an owner may choose
DEFAULT = ("circle", "triangle", "square", "cross")  # blue, red, orange, green

_DATA = (suit_shapes.DATA8, suit_shapes.DATA16, suit_shapes.DATA24, suit_shapes.DATA32)


def picture(shape, size):
    """(data, offset): size × size pixels, page by page. Raises ValueError for an unknown shape."""
    for index in range(len(SHAPES)):
        if SHAPES[index] == shape:
            return _DATA[size // 8 - 1], index * size * size // 8
    raise ValueError("unknown suit shape " + shape)
