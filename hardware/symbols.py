"""The symbols of the schematic, drawn by us: each is a list for `sexpr.text`, in KiCad's library units (mm, y upwards)."""

from hardware import pico
from hardware.sexpr import Word

_FONT = [Word("effects"), [Word("font"), [Word("size"), 1.27, 1.27]]]
_HIDDEN = [*_FONT, Word("hide")]
_LINE = [
    [Word("stroke"), [Word("width"), 0.254], [Word("type"), Word("default")]],
    [Word("fill"), [Word("type"), Word("none")]],
]


def pin(kind, number, name, x, y, angle, length=2.54):
    """A pin whose wire end is at x, y; the angle points from there into the symbol."""
    return [
        Word("pin"), Word(kind), Word("line"), [Word("at"), x, y, angle], [Word("length"), length],
        [Word("name"), name, _FONT], [Word("number"), str(number), _FONT],
    ]  # fmt: skip


def line(*points):
    return [Word("polyline"), [Word("pts"), *([Word("xy"), x, y] for x, y in points)], *_LINE]


def box(x0, y0, x1, y1):
    return [Word("rectangle"), [Word("start"), x0, y0], [Word("end"), x1, y1], *_LINE]


def circle(x, y, radius):
    return [Word("circle"), [Word("center"), x, y], [Word("radius"), radius], *_LINE]


def symbol(name, reference, drawn, pins, power=False, names=False):
    """A symbol of the library `box`. `names`: whether the pins show their numbers and names."""
    shown = [] if names else [[Word("pin_numbers"), Word("hide")]]
    return [
        Word("symbol"), f"box:{name}", *([[Word("power")]] if power else []), *shown,
        [Word("pin_names"), [Word("offset"), 1.016], *([] if names else [Word("hide")])],
        [Word("in_bom"), Word("no" if power else "yes")], [Word("on_board"), Word("no" if power else "yes")],
        *(
            [Word("property"), title, value, [Word("at"), 0, 0, 0], _HIDDEN]
            for title, value in (("Reference", reference), ("Value", name), ("Footprint", ""), ("Datasheet", ""))
        ),
        [Word("symbol"), f"{name}_0_1", *drawn],
        [Word("symbol"), f"{name}_1_1", *pins],
    ]  # fmt: skip


_KINDS = {
    "GND": "power_in", "AGND": "power_in", "VSYS": "power_in", "VBUS": "power_out", "3V3": "power_out",
    "RUN": "input", "3V3_EN": "input", "ADC_VREF": "passive",
}  # fmt: skip

PICO_HALF = (15.24, 26.67)  # of the body
PICO_REACH = 20.32  # from the middle to the wire ends


def pico_pin(number):
    """Where the wire end of a pin is, from the middle, y downwards as on the sheet."""
    if number <= 20:
        return -PICO_REACH, -24.13 + 2.54 * (number - 1)
    return PICO_REACH, -24.13 + 2.54 * (40 - number)


def _pico():
    pins = []
    for number, name in enumerate(pico.NAMES, 1):
        x, y = pico_pin(number)
        pins.append(pin(_KINDS.get(name, "bidirectional"), number, name, x, -y, 0 if x < 0 else 180, 5.08))
    x, y = PICO_HALF
    return symbol("Pico", "U", [box(-x, y, x, -y), box(-3.81, y + 1.27, 3.81, y - 3.81)], pins, names=True)


def _two(name, reference, drawn, first="1", second="2", right=1):
    """A part of two pins; `right` is the number of the one on its right."""
    sides = (5.08, 0, 180), (-5.08, 0, 0)
    pins = [pin("passive", 1, first, *sides[right - 1]), pin("passive", 2, second, *sides[2 - right])]
    return symbol(name, reference, drawn, pins)


def library():
    """All symbols that the sheet uses."""
    display = [
        pin("bidirectional", 4, "SDA", 15.24, 3.81, 180, 5.08), pin("input", 3, "SCL", 15.24, 1.27, 180, 5.08),
        pin("power_in", 2, "VCC", 15.24, -1.27, 180, 5.08), pin("power_in", 1, "GND", 15.24, -3.81, 180, 5.08),
    ]  # fmt: skip
    return [
        _pico(),
        symbol("OLED", "DS", [box(-17.78, 7.62, 10.16, -7.62), box(-16.51, 5.08, 2.54, -5.08)], display, names=True),
        _two("Key", "SW", [
            circle(2.032, 0, 0.508), circle(-2.032, 0, 0.508), line((-2.54, 1.27), (2.54, 1.27)), line((0, 1.27), (0, 3.048)), line((-1.27, 3.048), (1.27, 3.048)),
        ]),
        _two("Switch", "SW", [circle(2.032, 0, 0.508), circle(-2.032, 0, 0.508), line((1.524, 0), (-1.778, 1.778))]),
        _two("Resistor", "R", [box(-2.54, 1.016, 2.54, -1.016)]),
        _two("Buzzer", "LS", [box(-2.54, 2.54, 2.54, -2.54), circle(0, 0, 1.524)]),
        _two("Battery", "BT", [
            line((2.54, 0), (1.27, 0)), line((1.27, 1.27), (1.27, -1.27)), line((0.508, 2.54), (0.508, -2.54)),
            line((-0.508, 1.27), (-0.508, -1.27)), line((-1.27, 2.54), (-1.27, -2.54)), line((-1.27, 0), (-2.54, 0)),
        ], "+", "-", right=2),
        _two("Schottky", "D", [
            line((-2.54, 0), (-1.27, 0)), line((1.27, 0), (2.54, 0)), line((-1.27, 0), (1.27, 1.524), (1.27, -1.524), (-1.27, 0)),
            line((-0.762, 1.524), (-1.27, 1.524), (-1.27, -1.524), (-1.778, -1.524)),
        ], "K", "A", right=2),
        symbol("GND", "#PWR", [line((0, 0), (0, -1.016)), line((-0.889, -1.016), (0.889, -1.016), (0, -1.905), (-0.889, -1.016))],
               [pin("power_in", 1, "GND", 0, 0, 270, 0)], power=True),
        symbol("3V3", "#PWR", [line((0, 0), (0, 1.524)), line((-0.762, 1.524), (0.762, 1.524))],
               [pin("power_in", 1, "3V3", 0, 0, 90, 0)], power=True),
        symbol("PWR_FLAG", "#FLG", [line((0, 0), (0, 1.27), (-0.762, 1.905), (0, 2.54), (0.762, 1.905), (0, 1.27))],
               [pin("power_out", 1, "pwr", 0, 0, 90, 0)], power=True),
    ]  # fmt: skip
