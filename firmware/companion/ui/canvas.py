"""Draws into the picture buffer of the panel: text, suits, lines, fills. Pushes nothing.

The buffer is eight pages of 128 columns, a byte for eight rows, bit 0 on top. Whatever lies outside is cut
off; nothing raises for a position. Sizes of text and suits are 8, 16, 24 or 32 rows, and `y` is the first
of these rows. The characters U+0001 to U+0004 in a text are the suits B R O G, drawn as their symbols.
Glyphs are copied column by column, eight rows at a time, by `pixels`; plain ASCII in one go.
"""

from companion.ui import glyphs, pixels, suits

WIDTH = 128
HEIGHT = 64
_SUITS = "\x01\x02\x03\x04"
_LETTERS = "BROG"
_RANKS = ("0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11")
_NOTHING = bytes(1024)
_UNKNOWN = bytes(1)  # codes that no font can write
_LINES_AT_MOST = 8


class Canvas:
    """`texts`: (y, x, string) of all text since `clear()`. `shapes`: the shape names of B, R, O, G.

    `pieces(string)`: [(piece, what is drawn for it, a text or the picture of a name)] of a string with a character that has no
    drawing.
    """

    def __init__(self, buffer, shapes=suits.DEFAULT, pieces=None):
        if len(buffer) != len(_NOTHING):
            raise ValueError("a canvas needs 1024 bytes")
        self._buffer = memoryview(buffer)
        self.shapes = shapes
        self.texts = []
        self._pieces = pieces
        self._lines = {}  # (size, string): (font, glyphs), of the strings that are drawn glyph by glyph
        self._kept = (None, 0, None, ())

    def clear(self):
        self._buffer[:] = _NOTHING
        self.texts = []

    def forget(self):
        """To be called when shapes or pictures of names have changed."""
        self._lines = {}

    def lines(self):
        """The strings on it, top to bottom and left to right; whole, even where the picture cuts them."""
        return [string for _, _, string in sorted(self.texts)]

    def keep(self, what, wide):
        """Keeps the columns left of `wide`, where `what` was drawn, for `again`."""
        columns = bytearray(wide * HEIGHT // 8)
        pixels.copy(columns, wide, self._buffer, WIDTH, wide)
        self._kept = (what, wide, columns, [text for text in self.texts if text[1] < wide])

    def again(self, what):
        """Puts back what was kept last on a clear canvas, if it is `what`; returns whether it was."""
        kept, wide, columns, texts = self._kept
        if kept != what:
            return False
        pixels.copy(self._buffer, WIDTH, columns, wide, wide)
        self.texts += texts
        return True

    # --- text

    def can_draw(self, string, size=16):
        """Whether every character has a drawing; any other comes out as a hollow box."""
        font = _font(string, size)
        for character in string:
            if character not in _SUITS and not font.can_draw(character):
                return False
        return True

    def words(self, string):
        """The words of a string, between which a line may be broken: not within a name that is a picture."""
        words = [""]
        for piece, shown in self._split(string):
            more = [piece] if isinstance(shown, bytes) else piece.split(" ")
            words[-1] += more[0]
            words += more[1:]
        return words

    def width(self, string, size=16, tight=0):
        """Columns from the first lit one's to the last one's, without the gap that follows; `tight` 1: as close as may be."""
        font = glyphs.font(size)
        codes = font.codes(string)
        wide = pixels.measure(codes, len(codes), font.places, font.widths, tight, 0)
        if wide < 0 and not tight:
            wide = _parts(font, string)[0]
        return wide if wide >= 0 else _width(self._line(string, size)[1], tight)

    def text(self, x, y, string, size=16, invert=False, width=None):
        """Draws from x on; returns the x where more text would go on.

        width: so many columns may be used. A string that is too long is set closer, and if that is not
        enough, cut, with three dots. invert: dark on a lit bar as high as the size and as wide as `width`,
        or as the text with a column on either side.
        """
        font = glyphs.font(size)
        codes = string.encode()
        if len(codes) != len(string):
            codes = _UNKNOWN if (size, string) in self._lines else font.codes(string)
        if width is None and not invert:
            end = pixels.write(
                self._buffer, codes, len(codes), font.places, font.widths, font.offsets, font.data,
                font.pages, x, y, 0,
            )  # fmt: skip
            if end != pixels.NOT_DRAWN:
                self.texts.append((y, x, string))
                return end
        inset = 1 if invert else 0
        room = 9999 if width is None else width - 2 * inset
        tight = 0
        wide = pixels.measure(codes, len(codes), font.places, font.widths, 0, 0)
        if wide > room:
            tight = 1
            codes = _cut(font, codes, room)
            wide = pixels.measure(codes, len(codes), font.places, font.widths, 1, 0)
        if wide >= 0:
            self.texts.append((y, x, string))
            end = pixels.write(
                self._buffer, codes, len(codes), font.places, font.widths, font.offsets, font.data,
                font.pages, x + inset, y, tight,
            )  # fmt: skip
        else:
            self.texts.append((y, x, _spelled(string)))
            end, wide = self._composed(x + inset, y, string, size, room)
        if invert:
            bar = wide + 2 if width is None else width
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
        self.text(start, y, string, size, width=None if start + wide <= x1 else x1 - start)
        return start

    def rank(self, x, y, rank, size=16):
        """A card's rank, 0 to 11, with 6 and 9 underlined from size 16 on. Returns x after it."""
        string = _RANKS[rank]
        end = self.text(x, y, string, size)
        if rank in (6, 9) and size >= 16:
            thick = 3 if size == 32 else 2
            self.fill(x, y + size - thick, self.width(string, size), thick)
        return end

    # --- shapes

    def suit(self, x, y, suit, size=16):
        """The symbol of suit 0 to 3 (B R O G)."""
        data, offset = suits.picture(self.shapes[suit], size)
        pixels.put(self._buffer, data, offset, size, size // 8, x, y)

    def fill(self, x, y, w, h, on=1):
        """Lights (or, with on=0, darkens) a rectangle; texts that begin in a darkened one are gone."""
        if not on:
            self.texts = [text for text in self.texts if not (y <= text[0] < y + h and x <= text[1] < x + w)]
        pixels.area(self._buffer, x, y, w, h, 1 if on else 0)

    def invert(self, x, y, w, h):
        pixels.area(self._buffer, x, y, w, h, 2)

    def hline(self, x, y, w):
        pixels.area(self._buffer, x, y, w, 1, 1)

    def vline(self, x, y, h):
        pixels.area(self._buffer, x, y, 1, h, 1)

    def bitmap(self, x, y, w, h, columns):
        """Lights the lit pixels of a picture.

        columns: w bytes for the upper 8 rows (bit 0 on top), then w bytes for the next 8 rows, and so on.
        """
        whole = h >> 3
        pixels.put(self._buffer, columns, 0, w, whole, x, y)
        if h & 7:
            last = bytes([byte & (1 << (h & 7)) - 1 for byte in columns[w * whole : w * whole + w]])
            pixels.put(self._buffer, last, 0, w, 1, x, y + 8 * whole)

    # --- how

    def _line(self, string, size):
        """(font, glyphs) of a string; a picture of a name is one of the glyphs."""
        kept = self._lines.get((size, string))
        if kept is not None:
            return kept
        font = _font(string, size)
        line = []
        keeps = True
        for piece, shown in self._split(string):
            if isinstance(shown, bytes):
                line.append(_picture(shown, font.pages))
                continue
            # Kept is no word that stands for a name, and is another elsewhere, nor a name that will have one.
            keeps = keeps and shown == piece and self.can_draw(piece)
            for character in shown:
                suit = _SUITS.find(character)
                if suit < 0:
                    line.append(font.glyph(character))
                else:
                    data, offset = suits.picture(self.shapes[suit], font.size)
                    line.append((data, offset, font.size, _suit_gap(font.size)))
        if keeps:
            if len(self._lines) >= _LINES_AT_MOST:
                self._lines = {}
            self._lines[(size, string)] = (font, line)
        return font, line

    def _split(self, string):
        if self._pieces is None or self.can_draw(string):
            return ((string, string),)
        return self._pieces(string)

    def _composed(self, x, y, string, size, room):
        """With suits; or glyph by glyph: marks, what the size does not have, what must be cut. The x after it, and its width."""
        font = glyphs.font(size)
        wide, parts = (-1, None) if (size, string) in self._lines else _parts(font, string)
        if 0 <= wide <= room:
            for part in parts:
                if isinstance(part, int):
                    self.suit(x, y, part, size)
                    x += size + _suit_gap(size)
                else:
                    x = pixels.write(
                        self._buffer, part, len(part), font.places, font.widths, font.offsets, font.data,
                        font.pages, x, y, 0,
                    )  # fmt: skip
            return x, wide
        font, line = self._line(string, size)
        wide = _width(line, 0)
        tight = 0
        if wide > room:
            tight = 1
            line = _cut_line(font, line, room)
            wide = _width(line, 1)
        y += (size - font.size) // 2
        for data, offset, width, gap in line:
            pixels.put(self._buffer, data, offset, width, font.pages, x, y)
            x += width + _closer(gap, tight)
        return x, wide


def _font(string, size):
    """Size 32 has only digits and signs: other text is set in 24."""
    font = glyphs.font(size)
    if size == 32:
        for character in string:
            if character not in _SUITS and not font.can_draw(character):
                return glyphs.font(24)
    return font


def _picture(picture, pages):
    """The glyph of a name, see storage/pictures.py."""
    offset = 3
    for k in range(pages - 1):
        offset += (picture[k] & 127) * (k + 1)
    return (picture, offset, picture[pages - 1] & 127, pages)


def _narrowed(glyph, pages, room, at_end):
    """The last or the first columns of a glyph."""
    data, offset, width, gap = glyph
    if at_end:
        offset += width - room
    rows = [data[offset + width * page : offset + width * page + room] for page in range(pages)]
    return (b"".join(rows), 0, room, gap)


def _suit_gap(size):
    """Columns after a suit in a text."""
    return 1 + size // 16


def _parts(font, string):
    """(width, [codes to be written in one go, or a suit]); the width is -1 where that is not all there is to it."""
    parts = []
    wide = start = 0
    end = len(string)
    while start < end:
        at, suit = _next_suit(string, start)
        if at > start:
            codes = font.codes(string[start:at])
            run = pixels.measure(codes, len(codes), font.places, font.widths, 0, 0 if at == end else 1)
            if run < 0:
                return -1, None
            parts.append(codes)
            wide += run
        if at < end:
            parts.append(suit)
            wide += font.size + (_suit_gap(font.size) if at + 1 < end else 0)
        start = at + 1
    return wide, parts


def _next_suit(string, start):
    """(place of the next suit, suit), or the end of the string and -1."""
    at = len(string)
    suit = -1
    for k in range(4):
        found = string.find(_SUITS[k], start, at)
        if found >= 0:
            at = found
            suit = k
    return at, suit


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


def _cut(font, codes, room):
    """The codes that fit when they are set closer, with dots if they are not all."""
    if pixels.measure(codes, len(codes), font.places, font.widths, 1, 0) <= room:
        return codes
    dots = font.dots
    room -= pixels.measure(dots, 1, font.places, font.widths, 1, 0)
    count = pixels.fitting(codes, len(codes), font.places, font.widths, 1, room)
    while count and codes[count - 1] == 32:
        count -= 1
    return bytes(codes[:count]) + dots


def _cut_line(font, line, room):
    """The same with glyphs."""
    if _width(line, 1) <= room:
        return line
    dots = font.glyph("…")
    blank = font.glyph(" ")
    room -= dots[2]
    out = []
    for glyph in line:
        room -= glyph[2] + _closer(glyph[3], 1)
        if room < 0:
            if glyph[2] > font.size and -room < glyph[2]:  # a picture, of which some columns have room
                from_right = glyph[0][0] > 127
                part = _narrowed(glyph, font.pages, glyph[2] + room, from_right)
                return out + ([dots, part] if from_right else [part, dots])
            break
        out.append(glyph)
    while out and out[-1] == blank:
        out.pop()
    return out + [dots]
