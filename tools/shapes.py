"""The suit shapes, as areas: each is a function of a point, in a square from -1 to 1, y downwards.

They differ in outline, in mass and in whether there is a hole, so that no two are taken for one another
small, far away, without colour, or upside down.
"""


def _circle(x, y):
    return x * x + y * y <= 1


def _triangle(x, y):
    return y <= 0.92 and abs(x) <= (y + 1.0) / 1.92 * 1.0


def _square(x, y):
    return max(abs(x), abs(y)) <= 0.94 and max(abs(x), abs(y)) > 0.35


def _cross(x, y):
    return (abs(x) <= 0.34 and abs(y) <= 1) or (abs(y) <= 0.34 and abs(x) <= 1)


def _diamond(x, y):
    return abs(x) + abs(y) <= 1.02


def _ring(x, y):
    return 0.5 * 0.5 < x * x + y * y <= 1


def _bars(x, y):
    return abs(x) <= 0.96 and (abs(y) <= 0.2 or 0.58 <= abs(y) <= 1)


# The ten corners of a five-pointed star, outer and inner in turn.
_CORNERS = (
    (0.0, -1.0), (0.26, -0.34), (0.98, -0.30), (0.42, 0.14), (0.62, 0.84),
    (0.0, 0.44), (-0.62, 0.84), (-0.42, 0.14), (-0.98, -0.30), (-0.26, -0.34),
)  # fmt: skip


def _star(x, y):
    inside = False
    for (x0, y0), (x1, y1) in zip(_CORNERS, _CORNERS[1:] + _CORNERS[:1]):
        if (y0 <= y) != (y1 <= y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
            inside = not inside
    return inside


SHAPES = {
    "circle": _circle, "triangle": _triangle, "square": _square, "cross": _cross,
    "diamond": _diamond, "star": _star, "ring": _ring, "bars": _bars,
}  # fmt: skip

# So small, a round disc is too near to a cross: it is made fuller, by so much.
_FULLER = {("circle", 8): 0.9}

# Size: (first row and column, rows and columns used)
_AREAS = {8: (0, 7), 16: (1, 14), 24: (1, 22), 32: (1, 30)}
_SAMPLES = 8


def draw(name, size):
    """Columns (integers, bit 0 on top) of the shape."""
    inside = SHAPES[name]
    first, used = _AREAS[size]
    columns = [0] * size
    scale = _FULLER.get((name, size), 1)
    for column in range(used):
        for row in range(used):
            hits = 0
            for i in range(_SAMPLES):
                for j in range(_SAMPLES):
                    x = 2 * (column + (i + 0.5) / _SAMPLES) / used - 1
                    y = 2 * (row + (j + 0.5) / _SAMPLES) / used - 1
                    hits += inside(scale * x, scale * y)
            if 2 * hits >= _SAMPLES * _SAMPLES:
                columns[first + column] |= 1 << first + row
    return columns
