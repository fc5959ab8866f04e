"""The key board as it lies when it is soldered: from below, so that left and right are exchanged."""

from hardware import design, dims, pico
from hardware.drawing import WIRES, Drawing
from hardware.plate import SIDE, legs, plate

NAME = "wiring-underside"
_BOARD = (46.0, 26.0)  # the upper left corner
_OUT = 40.0  # where the wires end on the sheet


def on_board(x, y):
    """Where a place of the enclosure's plan is in the drawing."""
    return _BOARD[0] + dims.BOARD[0] / 2 - x, _BOARD[1] + dims.BOARD[1] / 2 - (y - dims.BOARD_Y)


def draw():
    """The drawing."""
    drawing = Drawing(134, 92)
    drawing.words("The key board from below", 8, 8, 4.2, bold=True)
    for row, words in enumerate((
        "As you solder it, turned over like a page: left and right are exchanged, BLUE is at the right.",
        "Two legs of each key, the grey ones, stay free. Holes are counted from the middle of the board.",
    )):  # fmt: skip
        drawing.words(words, 8, 13.5 + 4 * row, 2.5, "#444444")
    plate(drawing, on_board, rows_right=True)
    for number, name in enumerate(design.KEYS):
        x, y = on_board(*dims.key_at(number))
        drawing.box(x - 6, y - 6, 12, 12, "none", 0.8, "#4c3a1c")
        drawing.words(name, x, y + 0.8, 2.3, "#2b2b2b", "middle", bold=True)
        for leg in dims.legs_of(number):
            drawing.dot(*on_board(*leg), 0.8, "#8b8f94", "#ffffff")
    _grounds(drawing)
    _lines(drawing)
    return drawing


def _grounds(drawing):
    rows = []
    for first in (0, 4):
        y = on_board(*legs(first)[1])[1] + 1.4
        rows.append(y)
        for number in range(first, first + 4):
            x, leg = on_board(*legs(number)[1])
            drawing.wire("GND", (x, leg), (x, y), thick=0.7)
    side = _BOARD[0] + dims.BOARD[0] - SIDE
    inner = on_board(*legs(3)[1])[0]
    drawing.wire("GND", (inner, rows[0]), (side, rows[0]), (side, rows[1]), (_OUT, rows[1]), thick=0.75)
    drawing.words(f"GND, pin {design.GROUND_KEYS}", _OUT - 1.6, rows[1] + 0.8, 2.2, WIRES["GND"], "end")


def _lines(drawing):
    for number, name in enumerate(design.KEYS):
        x, y = on_board(*legs(number)[0])
        step = 3 - number % 4
        lane, end = y - 1.4 - 1.2 * step, y + 1.6 - 3.2 * step
        drawing.wire(name, (x, y), (x, lane), (_BOARD[0], lane), (_OUT, end), thick=0.75)
        pin = design.pin_of(name)
        drawing.words(
            f"{name} to {pico.name(pin)}, pin {pin}", _OUT - 1.6, end + 0.8, 2.2, WIRES[name], "end"
        )
