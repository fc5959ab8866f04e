"""The few solids that the enclosure is made of, on top of manifold3d. Millimetres."""

import numpy as np
from manifold3d import CrossSection, FillRule, Manifold

_STEPS = 64


def plan(wide, deep, radius=0.0):
    """A rectangle around 0, 0 with round corners."""
    if not radius:
        return CrossSection.square((wide, deep), True)
    inner = CrossSection.square((wide - 2 * radius, deep - 2 * radius), True)
    return inner.offset(radius, circular_segments=_STEPS)


def disc(diameter):
    return CrossSection.circle(diameter / 2, _STEPS)


def area(rings, scale=1.0, at=(0.0, 0.0)):
    """The area between rings of points."""
    moved = [np.array(ring, float) * scale + at for ring in rings]
    return CrossSection(moved, FillRule.EvenOdd)


def prism(section, low, high):
    """A section from z = low to z = high."""
    return Manifold.extrude(section, high - low).translate((0, 0, low))


def chamfered(wide, deep, radius, low, high, below=0.0, above=0.0):
    """A block with round corners whose lower and upper edges are cut off by so much."""
    parts = [prism(plan(wide, deep, radius), low + below, high - above)]
    for cut, z, up in ((below, low + below, -1), (above, high - above, 1)):
        if cut:
            at_edge = prism(plan(wide, deep, radius), z - 0.005, z + 0.005)
            smaller = plan(wide - 2 * cut, deep - 2 * cut, radius - cut)
            end = (
                prism(smaller, z + up * cut - 0.01, z + up * cut)
                if up > 0
                else prism(smaller, z - cut, z - cut + 0.01)
            )
            parts.append(Manifold.batch_hull([at_edge, end]))
    return union(parts)


def cylinder(diameter, low, high, at=(0.0, 0.0), top=None):
    """A standing cylinder; with `top`, the diameter of its upper end, a cone."""
    solid = Manifold.cylinder(high - low, diameter / 2, (diameter if top is None else top) / 2, _STEPS)
    return solid.translate((at[0], at[1], low))


def union(parts):
    whole = Manifold()
    for part in parts:
        whole = whole + part
    return whole
