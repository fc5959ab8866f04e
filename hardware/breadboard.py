"""The wiring on one breadboard of 830 holes: nothing to solder but the pin headers."""

from hardware import design, pico
from hardware.drawing import PITCH, WIRES, Drawing, board, display, key

NAME = "wiring-breadboard"
COLUMNS = 63
PICO_COLUMN = 62  # of pin 1; the USB socket looks to the right
KEY_COLUMNS = 5  # each key takes so many
_LEFT, _TOP = 14.0, 62.0
_HIGH = 54.0
_GROUNDS = (design.GROUND_DISPLAY, design.GROUND_KEYS, design.GROUND_BUZZER)
_RAILS = {"+": 3.4, "-": 3.4 + PITCH}  # of the upper pair; the lower pair the other way round


def column_of_pin(number):
    """Where the Pico's pins come to stand."""
    return PICO_COLUMN + 1 - number if number <= 20 else PICO_COLUMN + 1 - (41 - number)


def key_columns(number):
    """The two columns of a key's legs: its line, its ground."""
    return 2 + KEY_COLUMNS * number, 4 + KEY_COLUMNS * number


def hole(column, row):
    """Where a hole is: rows j … a from the top, and the rails `+ - ` above, `-_ +_` below."""
    x = _LEFT + column * PITCH
    if row in _RAILS:
        return x, _TOP + _RAILS[row]
    if row[0] in _RAILS:
        return x, _TOP + _HIGH - _RAILS["+" if row[0] == "+" else "-"]
    index = "jihgf_edcba".index(row)
    return x, _TOP + 13.3 + (index + (index > 5) - (index > 5)) * PITCH + (PITCH if index > 5 else 0)


def _plate(drawing):
    wide = (COLUMNS + 1) * PITCH
    drawing.box(_LEFT, _TOP, wide, _HIGH, "#f2efe6", 1.5, "#bdb8a8")
    for row, colour in (("+", "#d23c3c"), ("-", "#2f5fb0"), ("+_", "#d23c3c"), ("-_", "#2f5fb0")):
        y = hole(1, row)[1]
        line = y - 1.4 if row in ("+", "-_") else y + 1.1
        drawing.box(_LEFT + 3, line, wide - 6, 0.3, colour)
        for column in range(1, COLUMNS + 1):
            drawing.dot(hole(column, row)[0], y, 0.42, "#8d897c")
    for row in "jihgfedcba":
        for column in range(1, COLUMNS + 1):
            drawing.dot(*hole(column, row), 0.42, "#8d897c")
        drawing.words(row, _LEFT - 0.6, hole(1, row)[1] + 0.6, 1.8, "#77725f", "end")
    for column in (1, *range(5, COLUMNS, 5)):
        drawing.words(str(column), hole(column, "j")[0], hole(column, "j")[1] - 1.2, 1.6, "#77725f", "middle")


def place(along, across):
    """The Pico lies with its USB end to the right, pins 1-20 above."""
    x1, y1 = hole(PICO_COLUMN, "h")
    return x1 + 1.37 - along, y1 + 17.78 / 2 + across


def draw():
    """The drawing."""
    drawing = Drawing(212, 134)
    _plate(drawing)
    board(drawing, place)
    drawing.words("Pico", *place(40, -1), 3.4, "#e9f5ee", "middle", bold=True)
    drawing.words("USB", *place(-2.2, -0.8), 2.4)
    _names(drawing)
    _grounds(drawing)
    for number in range(8):
        left, right = key_columns(number)
        x = (hole(left, "e")[0] + hole(right, "e")[0]) / 2
        for column in (left, right):
            drawing.box(
                hole(column, "g")[0] - 0.5,
                hole(column, "g")[1] - 0.5,
                1,
                hole(column, "d")[1] - hole(column, "g")[1] + 1,
                "#9a9a9a",
            )
        key(drawing, number, x, (hole(left, "e")[1] + hole(left, "f")[1]) / 2)
    _lines(drawing)
    _display(drawing)
    _buzzer(drawing)
    drawing.words("RoboKraft Companion on a breadboard", _LEFT, 8, 4.2, bold=True)
    for row, words in enumerate((
        "A key is plugged across the middle, legs in rows d and g.",
        "Its line goes in at one corner, its ground at the opposite one: right however the key is turned.",
        "Read the names printed beside the display's pads before the power is on; here: GND VCC SCL SDA.",
        "The long rails at the edges are not used: on many boards they are interrupted in the middle.",
    )):  # fmt: skip
        drawing.words(words, _LEFT, 13.5 + 4 * row, 2.7, "#444444")
    return drawing


def _names(drawing):
    """Pin numbers and names of the pins that are used."""
    for net, pins in design.NETS.items():
        for reference, number in pins:
            if reference != "U1" or net == "VSYS" or (net == "GND" and number not in _GROUNDS):
                continue
            along = column_of_pin(number)
            x, y = hole(along, "i" if number <= 20 else "b")
            drawing.words(
                str(number), x, place(0, -7.2 if number <= 20 else 8.0)[1], 1.7, "#ffffff", "middle"
            )


def _grounds(drawing):
    """From key to key, and from the last one between it and the Pico to the pin."""
    columns = [key_columns(number)[1] for number in range(8)]
    for column, following in zip(columns, columns[1:]):
        drawing.wire("GND", hole(column, "a"), hole(following, "b"), thick=0.7)
    start, end = hole(columns[-1], "a"), hole(column_of_pin(design.GROUND_KEYS), "i")
    lane = _LEFT + 41.8 * PITCH
    drawing.wire("GND", start, (lane, start[1]), (lane, end[1]), end, thick=0.7)


def _lines(drawing):
    """From the Pico's upper row over the board to each key: nested, so that none crosses another."""
    for number, name in enumerate(design.KEYS):
        left = key_columns(number)[0]
        pin = column_of_pin(design.pin_of(name))
        lane = _TOP - 4 - 2.6 * (7 - number)
        start, end = hole(pin, "j"), hole(left, "j")
        drawing.wire(name, start, (start[0], lane), (end[0], lane), end)
        text = f"{name} from {pico.name(design.pin_of(name))}, pin {design.pin_of(name)}"
        drawing.words(text, end[0] + 1.6, lane - 0.75, 1.75, WIRES[name])


def _display(drawing):
    at = display(drawing, 170, 17, design.DISPLAY)
    lanes = {"GND": 14, "SCL": 11, "SDA": 8, "VCC": 5}
    for row, (pad, net) in enumerate((("GND", "GND"), ("VCC", "3V3"), ("SCL", "SCL"), ("SDA", "SDA"))):
        number = design.GROUND_DISPLAY if net == "GND" else design.pin_of(net)
        start, lane = hole(column_of_pin(number), "j" if number <= 20 else "a"), lanes[pad]
        if number <= 20:
            way = [(start[0], lane)]
        else:  # round the board's end
            below, right = _TOP + _HIGH + 3, 205
            way = [(start[0], below), (right, below), (right, lane)]
        drawing.wire(net, start, *way, (at[pad][0], lane), at[pad])
        text = f"{pad} from {'' if pad == 'GND' else pico.name(number) + ', '}pin {number}"
        drawing.words(text, 170, 48 + 3 * row, 1.9, WIRES[net])


def _buzzer(drawing):
    """Its line goes down between the last key and the Pico to what lies below the board."""
    start = hole(column_of_pin(design.pin_of("BUZZER")), "j")
    lane, below = _LEFT + 41 * PITCH, _TOP + _HIGH + 6
    drawing.wire("BUZZER", start, (lane, start[1]), (lane, below), (100, below))
    drawing.box(90, below - 1.4, 9, 2.8, "#d8b98a", 1.2, "#8a6c3c")
    drawing.words("R1 330 Ω", 94.5, below + 4.3, 1.9, "#444444", "middle")
    drawing.wire("BUZZER", (90, below), (84, below))
    drawing.dot(79, below, 5, "#2b2b2b", "#111111")
    drawing.dot(79, below, 0.9, "#777777")
    ground, low = hole(column_of_pin(design.GROUND_BUZZER), "a"), below + 8
    drawing.wire("GND", (74, below), (71, below), (71, low), (ground[0], low), ground, thick=0.7)
    text = f"piezo buzzer LS1, optional: from GP15, pin 20, and from GND, pin {design.GROUND_BUZZER}"
    drawing.words(text, ground[0] + 2, below + 4.3, 1.9, "#444444")
