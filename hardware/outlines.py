"""Outlines as lists of rings, each a list of points (x, y), y upwards: the suit symbols, and words in the font of matplotlib."""

from math import cos, pi, sin

import numpy as np
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import TextPath

_STEPS = 64
_FONT = FontProperties(family="DejaVu Sans", weight="bold")
_CAPITAL = 0.729  # height of its capitals as a share of its size


def suit(name):
    """The symbol as tools/shapes.py draws it on the display, in a square from -1 to 1."""
    arm = 0.34
    if name == "circle":
        return [[(cos(2 * pi * step / _STEPS), sin(2 * pi * step / _STEPS)) for step in range(_STEPS)]]
    if name == "triangle":
        return [[(0, 1), (-1, -0.92), (1, -0.92)]]
    if name == "square":
        return [_square(0.94), _square(0.35)[::-1]]
    if name == "cross":
        quarter = [(arm, arm), (arm, 1), (-arm, 1)]
        ring = []
        for turn in range(4):
            c, s = (1, 0, -1, 0)[turn], (0, 1, 0, -1)[turn]
            ring += [(c * x - s * y, s * x + c * y) for x, y in quarter]
        return [ring]
    raise ValueError(f"the enclosure has no shape {name}")


def _square(half):
    return [(half, half), (-half, half), (-half, -half), (half, -half)]


def words(text, high):
    """A word with capitals so high, its middle at 0, 0."""
    path = TextPath((0, 0), text, size=high / _CAPITAL, prop=_FONT)
    rings = [[(x, y) for x, y in np.asarray(ring)[:-1]] for ring in path.to_polygons()]
    xs = [x for ring in rings for x, _ in ring]
    middle = (min(xs) + max(xs)) / 2
    return [[(x - middle, y - high / 2) for x, y in ring] for ring in rings]
