"""Finds the glyphs of the four letter sizes, drawn in the generated `glyphs8` to `glyphs32`.

A glyph is a tuple (data, offset, width, gap): from `offset` on, `width` bytes for its upper 8 rows (bit 0
on top), then `width` bytes for the next 8 rows, and so on; `gap` empty columns follow it. Letters with
marks are put together by `marks`. What cannot be drawn is the hollow box of MISSING. Size 32 has digits and
signs only.
"""

from array import array

from companion.ui import glyphs8, glyphs16, glyphs24, glyphs32

MISSING = "\ufffd"

_ALIASES = {
    "\u00a0": " ", "\u2018": "'", "\u2019": "'", "\u201a": ",", "\u201c": '"', "\u201d": '"', "\u2010": "-",
    "\u2011": "-", "\u2014": "\u2013", "\u00d0": "\u0110", "\u0140": "l", "\u2022": "\u00b7",
}  # fmt: skip
_KEPT_AT_MOST = 24  # glyphs beyond ASCII that need not be composed again


class Font:
    """One size, of `pages` times 8 rows.

    For `pixels.write`: `places`, the number of the glyph of each code from 32 on, 255: none; by that number
    its `widths` (width + 32 × gap) and `offsets` in `data`. `dots`: the code of the three dots.
    """

    def __init__(self, source):
        self.size = source.SIZE
        self.pages = source.SIZE // 8
        self.places = source.PLACES
        self.widths = source.WIDTHS
        self.offsets = array("H", source.OFFSETS)
        self.data = source.DATA
        self._beyond = source.BEYOND
        self._kept = {}
        self.dots = bytes(self.codes("\u2026"))

    def codes(self, string):
        """A byte for each character: ASCII as it is, from 128 on those beyond; 0: no drawing of its own."""
        codes = string.encode()
        if len(codes) != len(string):
            codes = bytearray(len(string))
            index = 0
            for character in string:
                code = ord(character)
                if code > 126:
                    found = self._beyond.find(character)
                    code = 0 if found < 0 else 128 + found
                codes[index] = code
                index += 1
        return codes

    def glyph(self, character):
        """The glyph, or that of MISSING, or None if this size has not even that."""
        found = self._find(character)
        return found if found is not None else self.drawn(MISSING)

    def can_draw(self, string):
        """Whether no character of it would come out as the hollow box."""
        for character in string:
            if self._find(character) is None:
                return False
        return True

    def drawn(self, character):
        """The glyph, if it has a drawing of its own, else None."""
        code = self.codes(character)[0]
        index = self.places[code - 32] if code >= 32 else 255
        if index == 255:
            return None
        width = self.widths[index]
        return (self.data, self.offsets[index], width & 31, width >> 5)

    def _find(self, character):
        found = self._kept.get(character)
        if found is None:
            found = self.drawn(character)
            if found is None:
                alias = _ALIASES.get(character)
                found = self.drawn(alias) if alias else self._composed(character)
            if found is not None and character > "~":
                if len(self._kept) >= _KEPT_AT_MOST:
                    self._kept.clear()
                self._kept[character] = found
        return found

    def _composed(self, character):
        from companion.ui.marks import composed

        return composed(self, character)


SIZES = (8, 16, 24, 32)
_FONTS = (Font(glyphs8), Font(glyphs16), Font(glyphs24), Font(glyphs32))


def font(size):
    """The letters of 8, 16, 24 or 32 rows."""
    return _FONTS[size // 8 - 1]
