"""The panel's pixels as characters, in three sizes whose dots are all as wide as they are high. CPython only.

Braille 64 × 16 for a terminal of 80 × 24, half blocks 128 × 32, full blocks 256 × 64.
"""

from robokraft.virtual.picture import HEIGHT, WIDTH, to_text

SIZES = ((256, 64), (128, 32), (64, 16))  # columns and rows, largest first

# The bit of each dot of a braille cell, row by row.
_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))


def fitting(columns, rows):
    """The largest size that fits into so many columns and rows, or None."""
    for size in SIZES:
        if size[0] <= columns and size[1] <= rows:
            return size
    return None


def drawn(pixels, size):
    """The picture in one of SIZES: its lines, joined by line ends."""
    if size == SIZES[0]:
        return _full(pixels)
    return to_text(pixels) if size == SIZES[1] else _braille(pixels)


def _full(pixels):
    rows = [pixels[y * WIDTH : (y + 1) * WIDTH] for y in range(HEIGHT)]
    return "\n".join("".join("██" if lit else "  " for lit in row) for row in rows)


def _braille(pixels):
    lines = []
    for top in range(0, HEIGHT, 4):
        line = ""
        for left in range(0, WIDTH, 2):
            dots = 0
            for y, row in enumerate(_DOTS):
                at = (top + y) * WIDTH + left
                dots |= row[0] * pixels[at] | row[1] * pixels[at + 1]
            line += chr(0x2800 + dots)
        lines.append(line)
    return "\n".join(lines)
