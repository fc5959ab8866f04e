"""The schematic, companion.kicad_sch: drawn for reading, in the format of KiCad 7, which every later one opens.

Parts and wires are placed here; which pin a wire leads to is asked of `design`.
"""

import json
from uuid import NAMESPACE_URL, uuid5

from hardware import design, symbols
from hardware.sexpr import Word, text

NAME = "companion.kicad_sch"
PROJECT = "companion.kicad_pro"
_AT = (149.86, 96.52)  # the middle of the Pico, mm; y downwards
_LEFT = _AT[0] - symbols.PICO_REACH
_RIGHT = _AT[0] + symbols.PICO_REACH
_NOTES = (
    "The keys need no resistors: the Pico pulls the lines up, a key pulls its line to ground.",
    "The display module brings the pull-ups of SDA and SCL. Its pads lie in another order on other modules.",
    "R1 and LS1 (sound) and BT1, SW9, D1 (batteries) are optional. Without them USB is the supply.",
    "D1 keeps USB from charging the batteries: the Pico has such a diode between VBUS and VSYS.",
)


def _uuid(*what):
    return [Word("uuid"), Word(str(uuid5(NAMESPACE_URL, "robokraft-companion/" + "/".join(map(str, what)))))]


def _font(size=1.27, *more):
    return [Word("effects"), [Word("font"), [Word("size"), size, size]], *more]


class Sheet:
    """What stands on the sheet so far."""

    def __init__(self):
        self._items = []
        self._powers = {"#PWR": 0, "#FLG": 0}

    def wire(self, *points):
        for start, end in zip(points, points[1:]):
            self._items.append([
                Word("wire"), [Word("pts"), [Word("xy"), *start], [Word("xy"), *end]],
                [Word("stroke"), [Word("width"), 0], [Word("type"), Word("default")]], _uuid("wire", *start, *end),
            ])  # fmt: skip

    def label(self, name, x, y):
        left = [Word("justify"), Word("left"), Word("bottom")]
        self._items.append(
            [Word("label"), name, [Word("at"), x, y, 0], _font(1.27, left), _uuid("label", x, y)]
        )

    def junction(self, x, y):
        self._items.append([
            Word("junction"), [Word("at"), x, y], [Word("diameter"), 0], [Word("color"), 0, 0, 0, 0], _uuid("junction", x, y)
        ])  # fmt: skip

    def unused(self, x, y):
        self._items.append([Word("no_connect"), [Word("at"), x, y], _uuid("no_connect", x, y)])

    def note(self, words, x, y, size=1.27):
        left = [Word("justify"), Word("left"), Word("bottom")]
        self._items.append(
            [Word("text"), words, [Word("at"), x, y, 0], _font(size, left), _uuid("text", x, y)]
        )

    def part(self, reference, symbol, x, y, title_at, value_at, pins=2, angle=0):
        """Places a part of the design. `title_at` and `value_at`: where its reference and value stand, from its middle."""
        value = design.PARTS[reference][0]
        self._place(reference, symbol, value, x, y, angle, pins, title_at, value_at)

    def power(self, name, x, y, angle=0):
        """A power symbol: `GND`, `3V3` or `PWR_FLAG`. The angle turns it counter-clockwise."""
        kind = "#FLG" if name == "PWR_FLAG" else "#PWR"
        self._powers[kind] += 1
        shown = (0, -2.54) if name == "3V3" else None
        self._place(f"{kind}{self._powers[kind]:02}", name, name, x, y, angle, 1, None, shown)

    def _place(self, reference, symbol, value, x, y, angle, pins, title_at, value_at):
        fields = (
            ("Reference", reference, title_at),
            ("Value", value, value_at),
            ("Footprint", "", None),
            ("Datasheet", "", None),
        )
        part = [
            Word("symbol"), [Word("lib_id"), f"box:{symbol}"], [Word("at"), x, y, angle], [Word("unit"), 1],
            [Word("in_bom"), Word("no" if reference[0] == "#" else "yes")], [Word("on_board"), Word("yes")], [Word("dnp"), Word("no")], _uuid(reference),
        ]  # fmt: skip
        for title, words, at in fields:
            place = (x + at[0], y + at[1]) if at else (x, y)
            hide = [] if at else [Word("hide")]
            part.append([Word("property"), title, words, [Word("at"), *place, 0], _font(1.27, *hide)])
        part += [[Word("pin"), str(number), _uuid(reference, number)] for number in range(1, pins + 1)]
        path = [Word("path"), f"/{_uuid('sheet')[1]}", [Word("reference"), reference], [Word("unit"), 1]]
        part.append([Word("instances"), [Word("project"), NAME.split(".")[0], path]])
        self._items.append(part)

    def text(self):
        """The whole file."""
        title = [
            Word("title_block"),
            [Word("title"), "RoboKraft Companion"],
            [Word("comment"), 1, "Made by hardware/schematic.py"],
        ]
        return text([
            Word("kicad_sch"), [Word("version"), 20230121], [Word("generator"), Word("robokraft")], _uuid("sheet"),
            [Word("paper"), "A4"], title, [Word("lib_symbols"), *symbols.library()], *self._items,
            [Word("sheet_instances"), [Word("path"), "/", [Word("page"), "1"]]],
        ]) + "\n"  # fmt: skip


def _pin(number):
    x, y = symbols.pico_pin(number)
    return round(_AT[0] + x, 4), round(_AT[1] + y, 4)


def draw():
    """The text of companion.kicad_sch."""
    sheet = Sheet()
    x, y = symbols.PICO_HALF
    sheet.part("U1", "Pico", *_AT, (-x + 2.54, -y - 2.54), (5.08, -y - 2.54), 40)
    _display(sheet)
    _keys(sheet)
    _buzzer(sheet)
    _supply(sheet)
    for number in range(1, 41):
        if design.net_of("U1", number) is None:
            sheet.unused(*_pin(number))
        elif design.net_of("U1", number) == "GND":
            sheet.power("GND", *_pin(number), 270 if number <= 20 else 90)
    for row, words in enumerate(_NOTES):
        sheet.note(words, 20.32, 175.26 + 5.08 * row)
    return sheet.text()


def _display(sheet):
    x, y = 60.96, 40.64
    sheet.part("DS1", "OLED", x, y, (-15.24, -8.89), (0, -8.89), 4)
    for net, elbow, row in (("SDA", 5.08, -3.81), ("SCL", 7.62, -1.27)):
        px, py = _pin(design.pin_of(net))
        sheet.wire((px, py), (px - elbow, py), (px - elbow, y + row), (x + 15.24, y + row))
        sheet.label(net, x + 17.78, y + row)
    sheet.wire((x + 15.24, y + 1.27), (x + 27.94, y + 1.27))
    sheet.power("3V3", x + 27.94, y + 1.27, 270)
    sheet.power("GND", x + 15.24, y + 3.81, 90)


def _keys(sheet):
    x = 73.66
    for number, (reference, key) in enumerate(zip(design.SWITCHES, design.KEYS)):
        px, py = _pin(design.pin_of(key))
        y = round(_pin(13)[1] + 10.16 * (number - 3.5), 4)
        elbow = px - 10.16 - 2.54 * min(number, 7 - number)
        sheet.part(reference, "Key", x, y, (-3.81, -3.81), (7.62, -3.81))
        sheet.wire((px, py), (elbow, py), (elbow, y), (x + 5.08, y))
        sheet.label(key, x + 12.7, y)
        sheet.wire((x - 5.08, y), (x - 10.16, y))
        sheet.power("GND", x - 10.16, y, 270)


def _buzzer(sheet):
    px, py = _pin(design.pin_of("BUZZER"))
    y = 157.48
    sheet.part("R1", "Resistor", 96.52, y, (-2.54, -2.54), (2.54, -2.54))
    sheet.part("LS1", "Buzzer", 73.66, y, (-3.81, -3.81), (3.81, -3.81))
    sheet.wire((px, py), (px - 7.62, py), (px - 7.62, y), (96.52 + 5.08, y))
    sheet.label("BUZZER", 96.52 + 7.62, y)
    sheet.wire((96.52 - 5.08, y), (73.66 + 5.08, y))
    sheet.label("BUZZER_R", 73.66 + 5.08, y)
    sheet.wire((73.66 - 5.08, y), (73.66 - 10.16, y))
    sheet.power("GND", 73.66 - 10.16, y, 270)


def _supply(sheet):
    x, y = _pin(36)
    sheet.wire((x, y), (x + 7.62, y))
    sheet.power("3V3", x + 7.62, y, 270)
    x, y = _pin(39)
    up = y - 15.24
    sheet.wire((x, y), (x + 7.62, y), (x + 7.62, up), (193.04, up))
    sheet.junction(x + 7.62, up)
    sheet.power("PWR_FLAG", x + 7.62, up)
    sheet.label("VSYS", x + 8.89, up)
    sheet.part("D1", "Schottky", 198.12, up, (-3.81, -3.81), (3.81, -3.81))
    sheet.wire((203.2, up), (215.9, up))
    sheet.label("BATTERY_ON", 203.2, up)
    sheet.part("SW9", "Switch", 220.98, up, (-6.35, -5.08), (5.08, -5.08))
    sheet.wire((226.06, up), (236.22, up))
    sheet.label("BATTERY", 227.33, up)
    sheet.part("BT1", "Battery", 241.3, up, (-2.54, -5.08), (5.08, -5.08))
    sheet.wire((246.38, up), (251.46, up), (256.54, up))
    sheet.power("GND", 256.54, up, 90)
    sheet.junction(251.46, up)
    sheet.power("PWR_FLAG", 251.46, up)


def project():
    """The text of companion.kicad_pro. The symbols are in the sheet itself, so KiCad need not look for their library."""
    content = {
        "erc": {"rule_severities": {"lib_symbol_issues": "ignore"}},
        "meta": {"filename": PROJECT, "version": 1},
    }
    return json.dumps(content, indent=2) + "\n"
