"""Draws into the picture buffer of the panel: text, suits, lines, fills. Pushes nothing.

The buffer is eight pages of 128 columns, a byte for eight rows, bit 0 on top. Whatever lies outside is cut
off; nothing raises for a position. Sizes of text and suits are 8, 16, 24 or 32 rows, and `y` is the first
of these rows. The characters U+0001 to U+0004 in a text are the suits B R O G, drawn as their symbols. A
string is put together page by page as one strip of columns and laid over the buffer as one long integer:
the work per pixel is done by the interpreter's own integers.
"""

from companion.ui import glyphs, suits

WIDTH = 128
HEIGHT = 64
_PAGES = 8
_ELLIPSIS = "…"
_SUITS = "\x01\x02\x03\x04"
_LETTERS = "BROG"
_ONES = int.from_bytes(b"\x01" * WIDTH, "little")


class Canvas:
    """`texts`: (y, x, string) of all text since `clear()`. `shapes`: the shape names of B, R, O, G."""

    def __init__(self, buffer, shapes=suits.DEFAULT):
        if len(buffer) != WIDTH * _PAGES:
            raise ValueError("a canvas needs 1024 bytes")
        self._buffer = memoryview(buffer)
        self.shapes = shapes
        self.texts = []

    def clear(self):
        self._buffer[:] = bytes(WIDTH * _PAGES)
        self.texts = []

    def lines(self):
        """The strings on it, top to bottom and left to right; whole, even where the picture cuts them."""
        return [string for _, _, string in sorted(self.texts)]

    # --- text

    def can_draw(self, string, size=16):
        """Whether every character has a drawing; any other comes out as a hollow box."""
        font = _font(string, size)
        for character in string:
            if character not in _SUITS and not font.can_draw(character):
                return False
        return True

    def width(self, string, size=16):
        """Columns from the first lit one's to the last one's, without the gap that follows."""
        return _width(self._layout(_font(string, size), string), 0)

    def text(self, x, y, string, size=16, invert=False, width=None):
        """Draws from x on; returns the x where more text would go on.

        width: so many columns may be used. A string that is too long is set closer, and if that is not
        enough, cut, with three dots. invert: dark on a lit bar as high as the size and as wide as `width`,
        or as the text with a column on either side.
        """
        font = _font(string, size)
        line = self._layout(font, string)
        self.texts.append((y, x, _spelled(string)))
        tight = 0
        inset = 1 if invert else 0
        if width is not None:
            line, tight = _fit(font, line, width - 2 * inset)
        end = self._line(x + inset, y + (size - font.size) // 2, font, line, tight)
        if invert:
            bar = width if width is not None else _width(line, tight) + 2
            self.invert(x, y, bar, size)
            end = x + bar
        return end

    def right(self, x, y, string, size=16):
        """Draws so that the last lit column is just before x. Returns where it begins."""
        start = x - self.width(string, size)
        self.text(start, y, string, size)
        return start

    def centre(self, x0, x1, y, string, size=16):
        """Draws in the middle of the columns x0 to x1 - 1, cut if it is wider. Returns where it begins."""
        wide = self.width(string, size)
        start = max(x0, (x0 + x1 - wide) // 2)
        self.text(start, y, string, size, width=x1 - start)
        return start

    def rank(self, x, y, rank, size=16):
        """A card's rank, 0 to 11, with 6 and 9 underlined from size 16 on. Returns x after it."""
        string = str(rank)
        end = self.text(x, y, string, size)
        if rank in (6, 9) and size >= 16:
            thick = 3 if size == 32 else 2
            self.fill(x, y + size - thick, self.width(string, size), thick)
        return end

    # --- shapes

    def suit(self, x, y, suit, size=16):
        """The symbol of suit 0 to 3 (B R O G)."""
        data, offset = suits.picture(self.shapes[suit], size)
        for page in range(size // 8):
            self._strip(x, y + 8 * page, data[offset : offset + size])
            offset += size

    def fill(self, x, y, w, h, on=1):
        """Lights (or, with on=0, darkens) a rectangle."""
        self._rectangle(x, y, w, h, 1 if on else 0)

    def invert(self, x, y, w, h):
        self._rectangle(x, y, w, h, 2)

    def hline(self, x, y, w):
        self._rectangle(x, y, w, 1, 1)

    def vline(self, x, y, h):
        self._rectangle(x, y, 1, h, 1)

    def bitmap(self, x, y, w, h, columns):
        """Lights the lit pixels of a picture.

        columns: w bytes for the upper 8 rows (bit 0 on top), then w bytes for the next 8 rows, and so on.
        """
        for page in range((h + 7) // 8):
            strip = columns[page * w : page * w + w]
            rows = h - 8 * page
            if rows < 8:
                strip = bytes([byte & (1 << rows) - 1 for byte in strip])
            self._strip(x, y + 8 * page, strip)

    # --- how

    def _layout(self, font, string):
        """The glyphs of a string."""
        line = []
        for character in string:
            suit = _SUITS.find(character)
            if suit < 0:
                line.append(font.glyph(character))
            else:
                data, offset = suits.picture(self.shapes[suit], font.size)
                line.append((data, offset, font.size, 1 + font.size // 16))
        return line

    def _line(self, x, y, font, line, tight):
        length = 0
        for _, _, width, gap in line:
            length += width + _closer(gap, tight)
        for page in range(font.pages):
            strip = bytearray(length)
            at = 0
            for data, offset, width, gap in line:
                start = offset + page * width
                strip[at : at + width] = data[start : start + width]
                at += width + _closer(gap, tight)
            self._strip(x, y + 8 * page, strip)
        return x + length

    def _strip(self, x, y, strip):
        """Lights the lit pixels of eight rows of columns."""
        if y <= -8 or y >= HEIGHT or x >= WIDTH:
            return
        if x < 0:
            strip = strip[-x:]
            x = 0
        if x + len(strip) > WIDTH:
            strip = strip[: WIDTH - x]
        count = len(strip)
        pixels = int.from_bytes(strip, "little")
        if not pixels:
            return
        page, shift = y >> 3, y & 7
        if not shift:
            self._lay(page, x, count, pixels)
            return
        ones = _ONES >> 8 * (WIDTH - count)
        if page >= 0:
            self._lay(page, x, count, (pixels << shift) & ones * (0xFF << shift & 0xFF))
        if page + 1 < _PAGES:
            self._lay(page + 1, x, count, (pixels >> 8 - shift) & ones * (0xFF >> 8 - shift))

    def _lay(self, page, x, count, pixels):
        at = page * WIDTH + x
        under = int.from_bytes(self._buffer[at : at + count], "little")
        self._buffer[at : at + count] = (under | pixels).to_bytes(count, "little")

    def _rectangle(self, x, y, w, h, how):
        """how: 0 darkens, 1 lights, 2 inverts."""
        left, right = max(0, x), min(WIDTH, x + w)
        top, bottom = max(0, y), min(HEIGHT, y + h)
        count = right - left
        if count <= 0 or top >= bottom:
            return
        ones = _ONES >> 8 * (WIDTH - count)
        for page in range(top >> 3, (bottom + 7) >> 3):
            row = 8 * page
            mask = 0xFF << max(0, top - row) & 0xFF >> max(0, row + 8 - bottom)
            at = row * 16 + left
            if how == 1 and count == 1:
                self._buffer[at] |= mask
                continue
            under = int.from_bytes(self._buffer[at : at + count], "little")
            area = ones * mask
            if how == 2:
                under ^= area
            else:
                under |= area
                if not how:
                    under ^= area
            self._buffer[at : at + count] = under.to_bytes(count, "little")


def _font(string, size):
    """Size 32 has only digits and signs: other text is set in 24."""
    font = glyphs.font(size)
    if size == 32:
        for character in string:
            if character not in _SUITS and not font.can_draw(character):
                return glyphs.font(24)
    return font


def _spelled(string):
    """With letters for the suit symbols."""
    for suit in range(4):
        if _SUITS[suit] in string:
            string = string.replace(_SUITS[suit], _LETTERS[suit])
    return string


def _closer(gap, tight):
    return gap - tight if gap > 1 else gap


def _width(line, tight):
    """Without the gap after the last glyph."""
    total = 0
    gap = 0
    for _, _, width, gap in line:
        gap = _closer(gap, tight)
        total += width + gap
    return total - gap


def _fit(font, line, width):
    """The glyphs that fit, and whether they are set closer."""
    if _width(line, 0) <= width:
        return line, 0
    if _width(line, 1) <= width:
        return line, 1
    dots = font.glyph(_ELLIPSIS)
    blank = font.glyph(" ")
    while line and (line[-1] == blank or _width(line + [dots], 1) > width):
        line.pop()
    line.append(dots)
    return line, 1
