"""A font of our own making, in which each letter is a pattern of bars made from its code: no two look alike."""

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

UNITS = 1000


def make(path, letters, outlines=True, empty="", dots=True):
    """Writes a TrueType font with these letters (and the three dots, if they are wanted) to `path`; returns the path. `empty` ones show nothing."""
    letters = sorted({*letters, " ", *("…" if dots else "")})
    names = {ord(letter): f"u{ord(letter):X}" for letter in letters}
    order = [".notdef", *names.values()]
    builder = FontBuilder(UNITS, isTTF=True)
    builder.setupGlyphOrder(order)
    builder.setupCharacterMap(names)
    drawn = {
        ".notdef": _bars(0),
        **{names[code]: _bars(code if chr(code) not in " " + empty else None) for code in names},
    }
    if outlines:
        builder.setupGlyf(drawn)
    builder.setupHorizontalMetrics({name: (UNITS, 0) for name in order})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Bars", "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost()
    builder.save(path)
    return path


def _bars(code):
    """Sixteen bars side by side, high where the bit is set; nothing for None."""
    pen = TTGlyphPen(None)
    if code is not None:
        for bit in range(16):
            top = 700 if code >> bit & 1 else 100
            left = bit * 60
            for at, point in enumerate([(left, 0), (left, top), (left + 60, top), (left + 60, 0)]):
                (pen.lineTo if at else pen.moveTo)(point)
            pen.closePath()
    return pen.glyph()
