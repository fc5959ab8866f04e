"""What the drawings of the wiring share: a sheet in millimetres, parts as seen from above, wires with a rim, and the PNG of it."""

from pathlib import Path
from typing import Any

import drawsvg
import matplotlib
import resvg_py

from hardware import design, outlines, pico

PITCH = pico.PITCH
SUITS = {"BLUE": "#2f7fd6", "RED": "#d23c3c", "ORANGE": "#f08a1d", "GREEN": "#3a9d4f"}
WIRES = {**SUITS, "UP": "#7d4fb0", "DOWN": "#9b7a52", "OK": "#1f9c9c", "BACK": "#b04f8a",
         "GND": "#222222", "3V3": "#c4161c", "SDA": "#4a6fb5", "SCL": "#d6b11f", "BUZZER": "#7f7f7f"}  # fmt: skip
_FONTS = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
_FAMILY = "DejaVu Sans"


class Drawing:
    """A sheet of so many millimetres, x to the right, y downwards."""

    def __init__(self, wide, high):
        self._sheet = drawsvg.Drawing(wide, high, font_family=f"{_FAMILY}, sans-serif")
        self.box(0, 0, wide, high, "#ffffff")

    def box(self, x, y, wide, high, fill, round=0.0, rim="none"):
        self._sheet.append(
            drawsvg.Rectangle(x, y, wide, high, fill=fill, rx=round, stroke=rim, stroke_width=0.2)
        )

    def dot(self, x, y, radius, fill, rim="none"):
        self._sheet.append(drawsvg.Circle(x, y, radius, fill=fill, stroke=rim, stroke_width=0.2))

    def area(self, rings, fill):
        """The area between rings of points."""
        path = drawsvg.Path(fill=fill, fill_rule="evenodd")
        for (x, y), *more in rings:
            path.M(round(x, 3), round(y, 3))
            for right, down in more:
                path.L(round(right, 3), round(down, 3))
            path.Z()
        self._sheet.append(path)

    def words(self, words, x, y, size=2.2, fill="#222222", anchor="start", bold=False, turn=0):
        more: dict[str, Any] = {"transform": f"rotate({turn} {x} {y})"} if turn else {}
        weight = "bold" if bold else "normal"
        self._sheet.append(
            drawsvg.Text(words, size, x, y, fill=fill, text_anchor=anchor, font_weight=weight, **more)
        )

    def wire(self, net, *points, thick=0.9, rim="#ffffff"):
        """A wire of a net's colour through these points, with plugs at its ends."""
        flat = [round(coordinate, 3) for point in points for coordinate in point]
        how: dict[str, Any] = {"fill": "none", "stroke_linejoin": "round", "stroke_linecap": "round"}
        self._sheet.append(drawsvg.Lines(*flat, stroke=rim, stroke_width=thick + 0.6, **how))
        self._sheet.append(drawsvg.Lines(*flat, stroke=WIRES[net], stroke_width=thick, **how))
        for x, y in (points[0], points[-1]):
            self.dot(x, y, 0.75, WIRES[net], "#ffffff")

    def svg(self):
        """The text of the SVG file."""
        return str(self._sheet.as_svg()) + "\n"

    def png(self):
        """The bytes of a PNG of it."""
        return rendered(self.svg())


def rendered(svg, wide=1600):
    """The bytes of a PNG so many pixels wide, its letters from the font that comes with matplotlib."""
    fonts = [str(_FONTS / name) for name in ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")]
    how = {"skip_system_fonts": True, "font_files": fonts, "sans_serif_family": _FAMILY}
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=wide, **how))


def key(drawing, number, x, y, name_below=True):
    """A 12 mm key with its cap, seen from above, its middle at x, y."""
    name = design.KEYS[number]
    drawing.box(x - 6, y - 6, 12, 12, "#2b2b2b", 0.8)
    drawing.dot(x, y, 5.2, SUITS.get(name, "#d9d9d9"), "#111111")
    if name in SUITS:
        shape(drawing, design.SHAPES[number], x, y, 2.2, "#ffffff")
        return
    drawing.words(name, x, y + 0.9, 2.6 if len(name) < 4 else 2.3, "#222222", "middle", bold=True)


def shape(drawing, name, x, y, radius, fill):
    """A suit symbol."""
    drawing.area(
        [[(x + radius * right, y - radius * up) for right, up in ring] for ring in outlines.suit(name)], fill
    )


def display(drawing, x, y, order, size=(27.3, 27.8)):
    """An OLED module, its left upper corner at x, y. Returns {pad: (x, y)}: its pads along the upper edge in this order."""
    wide, high = size
    drawing.box(x, y, wide, high, "#1d3f73", 1.2)
    drawing.box(x + 1.2, y + 6, wide - 2.4, high - 10, "#101418", 0.4)
    for row, word in enumerate(("P3", "wins")):
        drawing.words(word, x + wide / 2, y + 13 + 6.5 * row, 5.5, "#bfe3ff", "middle", bold=True)
    at = {}
    for number, pad in enumerate(order):
        px, py = x + wide / 2 + (number - 1.5) * PITCH, y + 1.6
        at[pad] = (px, py)
        drawing.dot(px, py, 0.75, "#e2c15a")
        drawing.words(pad, px, py + 2.2, 1.05, "#ffffff", "middle")
    return at


def board(drawing, place):
    """A Pico. `place(along, across)` says where a point of it is: along from the USB end, across from the middle to pins 21-40."""
    half = pico.WIDTH / 2
    corners = [place(0, -half), place(pico.LENGTH, half)]
    (x0, y0), (x1, y1) = corners
    drawing.box(min(x0, x1), min(y0, y1), abs(x1 - x0), abs(y1 - y0), "#1f7a4a", 1.0)
    (x0, y0), (x1, y1) = place(-1.3, -4), place(4.5, 4)
    drawing.box(min(x0, x1), min(y0, y1), abs(x1 - x0), abs(y1 - y0), "#c8ccd0", 0.4, "#8a8f94")
    (x0, y0), (x1, y1) = place(22, -3.5), place(29, 3.5)
    drawing.box(min(x0, x1), min(y0, y1), abs(x1 - x0), abs(y1 - y0), "#15181b", 0.4)
    used = {number for pins in design.NETS.values() for reference, number in pins if reference == "U1"}
    for number in range(1, 41):
        x, y = place(*pin_at(number))
        drawing.dot(x, y, 0.8, "#e2c15a" if number in used else "#b9a76a")


def pin_at(number):
    """(along, across) of a pin, see `board`."""
    first = (pico.LENGTH - 19 * pico.PITCH) / 2
    if number <= 20:
        return first + (number - 1) * pico.PITCH, -pico.ROWS_APART / 2
    return first + (40 - number) * pico.PITCH, pico.ROWS_APART / 2
