"""Puts letters with marks together: Latin-1, Latin Extended-A and the Romanian letters.

Over small letters there is room for the mark; tall ones are pressed down a little, still higher than small ones, under a
flatter mark. Loaded when the first such letter is to be drawn.
"""

# Base letters and marks of U+00C0 to U+017F; a space: it has a drawing of its own, or none.
_FIRST = 0xC0
_BASES = (
    "AAAAAA CEEEEIIII NOOOOO  UUUUY  aaaaaa ceeeeiiii nooooo  uuuuy y"
    "AaAaAaCcCcCcCcDd  EeEeEeEeEeGgGgGgGgHh  IiIiIiIiI   JjKk LlLlLl "
    "   NnNnNn   OoOoOo  RrRrRrSsSsSsSsTtTt  UuUuUuUuUuUuWwYyYZzZzZz "
)
_MARKS = (
    "gactdr egacdgacd tgactd  gacda  gactdr egacdgacd tgactd  gacda d"
    "mmbbooaaccssvvvx  mmbbssoovvccbbsskacc  ttmmbboos   cckk aakkxx "
    "   aakkvv   mmbbhh  aakkvvaacceevvkkvx  ttmmbbrrhhooccccdaassvv "
)
_MARK_NAMES = "gactdrmbsvhxeok"
_SIGNS = "\u0300\u0301\u0302\u0303\u0308\u030a\u0304\u0306\u0307\u030c\u030b\u0315\u0327\u0328\u0326"
_BELOW = "eok"
_ROMANIAN = "\u0218\u0219\u021a\u021b"
_DOTLESS = {"i": "\u0131", "j": "\u0237"}
_TALL = "bdfhklt"  # small letters without room above

# Rows taken out of a tall letter that gets a mark, one after the other, what is above moving down each time.
# They lie between the horizontal strokes.
_PRESSED = {8: (4, 2), 16: (9, 9), 24: (14, 8)}
_FLAT = 2  # rows of a mark over a tall letter


def composed(font, character):
    """The glyph of such a letter in this font, a `glyphs.Font`; None if it is none of them."""
    code = ord(character)
    index = code - _FIRST
    romanian = _ROMANIAN.find(character)
    if romanian >= 0:
        base, mark = "SsTt"[romanian], "k"
    elif 0 <= index < len(_BASES) and _BASES[index] != " ":
        base, mark = _BASES[index], _MARKS[index]
    else:
        return None
    above = mark not in _BELOW and mark != "x"
    letter = font.drawn(_DOTLESS.get(base, base) if above else base)
    sign = font.drawn(_SIGNS[_MARK_NAMES.find(mark)])
    if letter is None or sign is None:
        return None
    columns = _columns(font, letter)
    marks = _columns(font, sign)
    if above and (base < "a" or base in _TALL):
        columns = [_press(font, column) for column in columns]
        if font.size > 8 and mark != "r":  # a ring stands on its letter
            marks = _flattened(marks)
    if mark == "x":
        end = len(columns)
        at = {"d": end + 1, "t": end, "L": end - len(marks), "l": font.pages + 1}[base]
    else:
        at = (len(columns) - len(marks)) // 2
        if at < 0:
            columns = [0] * -at + columns
            at = 0
    columns += [0] * (at + len(marks) - len(columns))
    for column in marks:
        columns[at] |= column
        at += 1
    data = bytes([column >> 8 * page & 0xFF for page in range(font.pages) for column in columns])
    return (data, 0, len(columns), letter[3])


def _columns(font, glyph):
    data, offset, width, _ = glyph
    columns = [0] * width
    for page in range(font.pages):
        for x in range(width):
            columns[x] |= data[offset + page * width + x] << 8 * page
    return columns


def _press(font, column):
    for row in _PRESSED[font.size]:
        below = column >> row + 1 << row + 1
        column = below | (column & (1 << row) - 1) << 1
    return column


def _flattened(columns):
    """A mark in two rows from the top: the first and the third that are not blank, where it has more."""
    rows = [row for row in range(8) if [1 for column in columns if column >> row & 1]]
    if len(rows) > _FLAT:
        rows = [rows[0], rows[2]]
    return [sum([(column >> rows[k] & 1) << k for k in range(len(rows))]) for column in columns]
