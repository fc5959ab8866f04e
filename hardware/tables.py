"""The tables in the documents: what stands between `<!-- NAME -->` and `<!-- end -->` is made here."""

import re

from companion import board
from hardware import design, dims, power

_PARTS = {
    "OLED SDA": "display, pad SDA",
    "OLED SCL": "display, pad SCL (also SCK)",
    "buzzer": "R1, then buzzer (optional)",
}


def _table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "-|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def pins():
    """Every wire, by the pin of the Pico."""
    rows = [
        (
            pin,
            f"GP{gpio}",
            _PARTS.get(what) or f"key {what} ({design.SWITCHES[design.KEYS.index(what)]}), other leg to GND",
        )
        for gpio, pin, what in board.PINS
    ]
    rows += [
        (36, "3V3", "display, pad VCC (also VDD)"),
        (design.GROUND_DISPLAY, "GND", "display, pad GND"),
        (design.GROUND_KEYS, "GND", "the common ground of the keys"),
        (design.GROUND_BUZZER, "GND", "buzzer (optional)"),
        (39, "VSYS", "ring end of D1, from the batteries (optional)"),
        (design.GROUND_BATTERY, "GND", "minus of the batteries (optional)"),
    ]
    return _table(("pin", "name", "goes to"), [(str(pin), name, what) for pin, name, what in sorted(rows)])


def keys():
    """Where the middle of every key is."""
    rows = []
    for number, name in enumerate(design.KEYS):
        x, y = dims.key_at(number)
        mark = f"shape {design.SHAPES[number]}" if number < 4 else f"word {name}"
        rows.append((design.SWITCHES[number], name, f"{x:.2f}", f"{y:.2f}", mark))
    return _table(("key", "name", "x mm", "y mm", "beside it"), rows)


def displays():
    """What the lids expect of the modules."""
    rows = []
    for size, display in dims.DISPLAYS.items():
        (wide, deep), (x, y), (w, h) = display.board, display.picture, display.window
        rows.append(
            (
                size + "″",
                f"{wide} × {deep}",
                f"{x} × {y}",
                f"{w:.1f} × {h:.1f}",
                f"`enclosure/lid-{size}.stl`",
            )
        )
    return _table(("display", "board mm", "picture mm", "window mm", "lid"), rows)


def batteries():
    """How long the cells last."""
    rows = []
    for size, ma in power.DISPLAYS_MA:
        rows.append((
            size + "″", f"{power.PICO_MA:.0f} + {ma:.0f} mA", f"{1000 * power.watts(ma):.0f} mW", f"{power.cell_ma(ma):.0f} mA",
            f"{power.hours(ma):.0f} h", f"{power.usb_ma(ma):.0f} mA",
        ))  # fmt: skip
    head = ("display", "Pico + display at 3.3 V", "power", "out of the cells", "three AAA last", "out of USB")
    return _table(head, rows)


def filled(text):
    """A document with its tables made anew. KeyError for a mark that names no table."""
    tables = {"pins": pins, "keys": keys, "displays": displays, "batteries": batteries}

    def made(match):
        return f"<!-- {match[1]} -->\n\n{tables[match[1]]()}\n\n<!-- end -->"

    return re.sub(r"<!-- (\w+) -->\n.*?\n?<!-- end -->", made, text, flags=re.DOTALL)
