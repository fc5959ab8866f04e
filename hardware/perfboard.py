"""The wiring of the box: the key board in its enclosure's size, the Pico and the display, all seen from above."""

from hardware import design, dims, pico
from hardware.drawing import Drawing, board, display, key, pin_at
from hardware.plate import SIDE, legs, plate

NAME = "wiring-perfboard"
_BOARD = (14.0, 66.0)  # the upper left corner of the key board
_PICO = (140.0, 44.0)  # the Pico's middle at its USB end
_SCREEN = (36.0, 31.0)


def on_board(x, y):
    """Where a place of the enclosure's plan is in the drawing."""
    return _BOARD[0] + dims.BOARD[0] / 2 + x, _BOARD[1] + dims.BOARD[1] / 2 - (y - dims.BOARD_Y)


def place(along, across):
    """The Pico stands with its USB end up, pins 1-20 on the left."""
    return _PICO[0] + across, _PICO[1] + along


def draw():
    """The drawing."""
    drawing = Drawing(190, 140)
    drawing.words("RoboKraft Companion on a perfboard", 8, 8, 4.2, bold=True)
    for row, words in enumerate((
        "All parts are seen from above. The key board is soldered on its underside, where left and right are exchanged.",
        "Every key: one leg to its line, the opposite leg to the common ground. Holes are counted from the middle of the board.",
    )):  # fmt: skip
        drawing.words(words, 8, 13.5 + 4 * row, 2.5, "#444444")
    _key_board(drawing)
    board(drawing, place)
    drawing.words("Pico", *place(34, 5.2), 3.0, "#e9f5ee", "middle", bold=True)
    drawing.words("USB", *place(-3, 0), 2.2, "#444444", "middle")
    _lines(drawing)
    _display(drawing)
    _supply(drawing)
    return drawing


def _key_board(drawing):
    plate(drawing, on_board)


def _lines(drawing):
    """Every key's line leaves to the right between the rows and goes to its pin; the ground runs under each row."""
    _grounds(drawing)
    for number, name in enumerate(design.KEYS):
        line, _ = legs(number)
        start = on_board(*line)
        end = place(*pin_at(design.pin_of(name)))
        # The key farthest to the left takes the lane farthest from its row.
        lane = start[1] - 1.2 - 1.2 * (3 - number % 4)
        turn = 100 + 2.1 * number
        drawing.wire(name, start, (start[0], lane), (turn, lane), (turn, end[1]), end, thick=0.75)
    for number in range(8):
        key(drawing, number, *on_board(*dims.key_at(number)))
    for name in design.KEYS:
        x, y = place(*pin_at(design.pin_of(name)))
        drawing.words(
            f"{pico.name(design.pin_of(name))} {design.pin_of(name)}", x + 1.4, y + 0.6, 1.5, "#ffffff"
        )


def _grounds(drawing):
    pin = place(*pin_at(design.GROUND_KEYS))
    rows = []
    for first in (0, 4):
        y = on_board(*legs(first)[1])[1] + 1.1
        rows.append(y)
        for number in range(first, first + 4):
            x, leg = on_board(*legs(number)[1])
            drawing.wire("GND", (x, leg), (x, y), thick=0.7)
    side = _BOARD[0] + SIDE
    right = on_board(*legs(3)[1])[0]
    lower = (side, rows[0]), (side, rows[1])
    drawing.wire("GND", (right, rows[0]), *lower, (122, rows[1]), (122, pin[1]), pin, thick=0.75)
    drawing.words(f"GND {design.GROUND_KEYS}", pin[0] + 1.4, pin[1] + 0.6, 1.5, "#ffffff")


def _display(drawing):
    x, y = _SCREEN
    at = display(drawing, x, y, design.DISPLAY)
    ends = {pad: place(*pin_at(number)) for pad, number in (
        ("SDA", design.pin_of("SDA")), ("SCL", design.pin_of("SCL")), ("GND", design.GROUND_DISPLAY))}  # fmt: skip
    for pad, lane, turn in (("SDA", 28.7, 124), ("SCL", 26.4, 121), ("GND", 21.8, 118)):
        end = ends[pad]
        drawing.wire(pad, at[pad], (at[pad][0], lane), (turn, lane), (turn, end[1]), end, thick=0.75)
        number = _number(pad)
        drawing.words(f"{pico.name(number)} {number}", end[0] + 1.4, end[1] + 0.6, 1.5, "#ffffff")
    lane = 24.1
    end = place(*pin_at(36))
    drawing.wire(
        "3V3",
        at["VCC"],
        (at["VCC"][0], lane),
        (158, lane),
        (158, end[1]),
        end,
        thick=0.75,
    )
    drawing.words("3V3 36", end[0] - 1.4, end[1] + 0.6, 1.5, "#ffffff", "end")


def _number(pad):
    return design.GROUND_DISPLAY if pad == "GND" else design.pin_of(pad)


def _supply(drawing):
    """What is optional: the buzzer and the batteries."""
    end = place(*pin_at(design.pin_of("BUZZER")))
    drawing.wire("BUZZER", end, (126, end[1]), (126, 110), (140, 110), thick=0.75)
    drawing.box(140, 108.6, 9, 2.8, "#d8b98a", 1.2, "#8a6c3c")
    drawing.wire("BUZZER", (149, 110), (156, 110), thick=0.75)
    drawing.dot(161, 110, 5, "#2b2b2b", "#111111")
    ground = place(*pin_at(design.GROUND_BUZZER))
    drawing.wire("GND", (166, 110), (170, 110), (170, ground[1]), ground, thick=0.75)
    drawing.words("R1 330 Ω", 144.5, 115, 1.9, "#444444", "middle")
    drawing.words("LS1", 161, 118, 1.9, "#444444", "middle")
    drawing.words("optional", 150, 105.5, 2.2, "#777777", "middle")
    for name, row in (("GP15 20", pin_at(20)), (f"GND {design.GROUND_BUZZER}", pin_at(design.GROUND_BUZZER))):
        x, y = place(*row)
        drawing.words(
            name, x + (1.4 if row[1] < 0 else -1.4), y + 0.6, 1.5, "#ffffff", "start" if row[1] < 0 else "end"
        )
    _batteries(drawing)


def _batteries(drawing):
    vsys, ground = place(*pin_at(39)), place(*pin_at(design.GROUND_BATTERY))
    drawing.box(164, 10, 20, 28, "#2b2b2b", 1.0)
    for column in range(3):
        drawing.box(165.5 + 6 * column, 12, 5, 24, "#c9a23c", 1.0)
    drawing.words("3 × AAA", 174, 8.5, 2.2, "#444444", "middle")
    drawing.wire("3V3", vsys, (163, vsys[1]), thick=0.75)
    drawing.box(163, vsys[1] - 1.3, 6, 2.6, "#222222", 0.4)
    drawing.box(163.7, vsys[1] - 1.3, 0.9, 2.6, "#e6e6e6")
    drawing.wire("3V3", (169, vsys[1]), (173, vsys[1]), thick=0.75)
    drawing.box(173, vsys[1] - 1.6, 7, 3.2, "#b8bcc2", 0.6, "#777777")
    drawing.wire("3V3", (180, vsys[1]), (182.5, vsys[1]), (182.5, 38), thick=0.75)
    drawing.words("D1", 166, vsys[1] + 4, 1.9, "#444444", "middle")
    drawing.words("SW9", 176.5, vsys[1] + 4.4, 1.9, "#444444", "middle")
    drawing.words("optional; the ring of D1", 187, vsys[1] + 16, 2.0, "#777777", "end")
    drawing.words("is on the Pico's side", 187, vsys[1] + 19, 2.0, "#777777", "end")
    low = vsys[1] + 12
    drawing.wire(
        "GND", ground, (160.5, ground[1]), (160.5, low), (186, low), (186, 30), (184, 30), thick=0.75
    )
    drawing.words("VSYS 39", vsys[0] - 1.4, vsys[1] + 0.6, 1.5, "#ffffff", "end")
    drawing.words("GND 38", ground[0] - 1.4, ground[1] + 0.6, 1.5, "#ffffff", "end")
