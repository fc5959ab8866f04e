"""Draws the paths of `letters` with a square-ended pen into columns of pixels; the same on every machine."""

from letters import METRICS

_LINES = 8  # sample lines per pixel row
_STEPS = 12  # straight pieces of a bow
_LEVEL = 0.49  # a pixel is lit if this share of it is covered


def parse(text):
    """Paths as lists: [(x, y), (command, x, y) …]."""
    paths = []
    for part in text.split(","):
        words = part.split()
        path = [(float(words[0]), float(words[1]))]
        for at in range(2, len(words), 3):
            path.append((words[at], float(words[at + 1]), float(words[at + 2])))
        paths.append(path)
    return paths


def draw(text, size, width):
    """Columns (integers, bit 0 on top) of the glyph at this size."""
    height, cap, small, base, below, stroke, bow = METRICS[size]
    half = stroke / 2
    knots = ((-2, below - half), (0, base - half), (5, small + half), (7, cap + half))

    def place_y(y):
        for (low, low_row), (high, high_row) in zip(knots, knots[1:]):
            if y <= high or high == 7:
                return low_row + (y - low) * (high_row - low_row) / (high - low)

    def snap(value):
        return int(value - half + 0.5) + half

    spans = [[] for _ in range(height * _LINES)]
    for path in parse(text):
        nodes = [[half + x * (width - stroke), place_y(y)] for x, y in (step[-2:] for step in path)]
        kinds = [step[0] for step in path[1:]]
        for index, kind in enumerate(kinds):
            first, last = nodes[index], nodes[index + 1]
            if kind == "l":
                if first[0] == last[0]:
                    first[0] = last[0] = snap(first[0])
                if abs(first[1] - last[1]) < 1e-9:
                    first[1] = last[1] = snap(first[1])
            else:
                upright, level = (first, last) if kind == "v" else (last, first)
                upright[0] = snap(upright[0])
                level[1] = snap(level[1])
        if len(nodes) == 1:
            nodes[0] = [snap(nodes[0][0]), snap(nodes[0][1])]
        open_ends = (kinds and kinds[0] == "l", kinds and kinds[-1] == "l")
        _stroke(spans, _flatten(nodes, kinds, bow), half, nodes, open_ends)
    return _columns(spans, width, height)


def _flatten(nodes, kinds, bow):
    points = [tuple(nodes[0])]
    for index, kind in enumerate(kinds):
        (x0, y0), (x3, y3) = nodes[index], nodes[index + 1]
        if kind == "l":
            points.append((x3, y3))
            continue
        if kind == "v":
            x1, y1, x2, y2 = x0, y0 + bow * (y3 - y0), x3 - bow * (x3 - x0), y3
        else:
            x1, y1, x2, y2 = x0 + bow * (x3 - x0), y0, x3, y3 - bow * (y3 - y0)
        for step in range(1, _STEPS + 1):
            t = step / _STEPS
            a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
            points.append((a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))
    return [point for index, point in enumerate(points) if index == 0 or point != points[index - 1]]


def _stroke(spans, points, half, nodes, straight):
    box = (
        min(x for x, _ in nodes) - half,
        max(x for x, _ in nodes) + half,
        min(y for _, y in nodes) - half,
        max(y for _, y in nodes) + half,
    )
    if len(points) == 1:
        (x, y) = points[0]
        corners = [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
        _polygon(spans, corners, box)
        return
    closed = points[0] == points[-1]
    last = len(points) - 2
    for index in range(len(points) - 1):
        (x0, y0), (x1, y1) = points[index], points[index + 1]
        length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
        ux, uy = (x1 - x0) / length * half, (y1 - y0) / length * half
        slant = 1 if abs(ux) < 1e-6 or abs(uy) < 1e-6 else 2  # slanting ends are cut off level by the box
        if index == 0 and straight[0] and not closed:
            x0, y0 = x0 - ux * slant, y0 - uy * slant
        if index == last and not closed:
            if straight[1]:
                x1, y1 = x1 + ux * slant, y1 + uy * slant
        else:
            _disc(spans, points[index + 1], half, box)
        _polygon(spans, [(x0 - uy, y0 + ux), (x1 - uy, y1 + ux), (x1 + uy, y1 - ux), (x0 + uy, y0 - ux)], box)


def _lines_between(spans, top, bottom):
    for line in range(max(0, int(top * _LINES) - 1), min(len(spans), int(bottom * _LINES) + 2)):
        y = (line + 0.5) / _LINES
        if top <= y <= bottom:
            yield line, y


def _polygon(spans, corners, box):
    """A convex polygon."""
    top = max(box[2], min(y for _, y in corners))
    bottom = min(box[3], max(y for _, y in corners))
    for line, y in _lines_between(spans, top, bottom):
        crossed = []
        for (x0, y0), (x1, y1) in zip(corners, corners[1:] + corners[:1]):
            if (y0 <= y) != (y1 <= y):
                crossed.append(x0 + (y - y0) * (x1 - x0) / (y1 - y0))
        if len(crossed) >= 2:
            spans[line].append((max(box[0], min(crossed)), min(box[1], max(crossed))))


def _disc(spans, centre, radius, box):
    x, middle = centre
    for line, y in _lines_between(spans, max(box[2], middle - radius), min(box[3], middle + radius)):
        reach = (radius * radius - (y - middle) ** 2) ** 0.5
        spans[line].append((max(box[0], x - reach), min(box[1], x + reach)))


def _columns(spans, width, height):
    columns = [0] * width
    for row in range(height):
        covered = [0.0] * width
        for line in spans[row * _LINES : (row + 1) * _LINES]:
            at = 0.0
            for left, right in sorted(line):
                left = max(at, left)
                if right <= left:
                    continue
                at = right
                for x in range(max(0, int(left)), min(width, int(right) + 1)):
                    covered[x] += max(0.0, min(right, x + 1) - max(left, x))
        for x in range(width):
            if covered[x] >= _LEVEL * _LINES:
                columns[x] |= 1 << row
    return columns
