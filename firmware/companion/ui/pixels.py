"""The inner loops of drawing: machine code on MicroPython (viper), the same lines as plain Python on CPython.

`buffer` is the picture: 1024 bytes, eight pages of 128 columns, bit 0 on top. Pictures to put into it are
page by page too: `width` bytes for their upper 8 rows, then for the next 8. Whatever lies outside is left
out. Every number is a small integer and every buffer as long as it has to be: nothing is checked here.
`write` repeats the loops of `put`, because machine code cannot hand a pointer on.

As .mpy it is for one kind of processor: `mpy-cross -march=armv6m` serves every RP2040 and RP2350. The
MicroPython unix build compiles the source.
"""

# Viper's type names are known to the compiler alone.
# pyright: reportInvalidTypeForm=false, reportAssignmentType=false

import sys

NOT_DRAWN = -30000

if sys.implementation.name == "micropython":
    import micropython
else:

    class micropython:
        @staticmethod
        def viper(function):
            return function

    ptr8 = ptr16 = object


@micropython.viper
def put(buffer: ptr8, data: ptr8, offset: int, width: int, pages: int, x: int, y: int):
    """Lights the lit pixels of the picture that begins at data[offset]."""
    first = 0 if x >= 0 else 0 - x
    last = width if x + width <= 128 else 128 - x
    shift = y & 7
    page = y >> 3
    for _ in range(pages):
        at = page * 128 + x
        if page >= 0 and page < 8:
            for column in range(first, last):
                buffer[at + column] = (buffer[at + column] | data[offset + column] << shift) & 255
        page += 1
        if shift and page >= 0 and page < 8:
            at += 128
            for column in range(first, last):
                buffer[at + column] = buffer[at + column] | data[offset + column] >> 8 - shift
        offset += width


@micropython.viper
def measure(text: ptr8, count: int, places: ptr8, widths: ptr8, tight: int, whole: int) -> int:
    """Columns of a text of `count` codes, with `whole` the gap after it too; -1 if one of them has no drawing."""
    total = 0
    gap = 0
    for index in range(count):
        code = text[index]
        if code < 32 or places[code - 32] == 255:
            return -1
        width = widths[places[code - 32]]
        gap = width >> 5
        if gap > 1:
            gap -= tight
        total += (width & 31) + gap
    if whole:
        return total
    return total - gap


@micropython.viper
def fitting(text: ptr8, count: int, places: ptr8, widths: ptr8, tight: int, room: int) -> int:
    """How many codes of a text that can be measured fit into `room` columns, each with its gap."""
    for index in range(count):
        width = widths[places[text[index] - 32]]
        gap = width >> 5
        if gap > 1:
            gap -= tight
        room -= (width & 31) + gap
        if room < 0:
            return index
    return count


@micropython.viper
def write(
    buffer: ptr8, text: ptr8, count: int, places: ptr8, widths: ptr8, offsets: ptr16, data: ptr8,
    pages: int, x: int, y: int, tight: int,
) -> int:  # fmt: skip
    """Puts a text; returns the x after it and its gap. NOT_DRAWN, nothing done, if a drawing is missing."""
    for index in range(count):
        code = text[index]
        if code < 32 or places[code - 32] == 255:
            return -30000
    shift = y & 7
    for index in range(count):
        place = places[text[index] - 32]
        width = widths[place] & 31
        gap = widths[place] >> 5
        if gap > 1:
            gap -= tight
        first = 0 if x >= 0 else 0 - x
        last = width if x + width <= 128 else 128 - x
        offset = offsets[place]
        page = y >> 3
        for _ in range(pages):
            at = page * 128 + x
            if page >= 0 and page < 8:
                for column in range(first, last):
                    buffer[at + column] = (buffer[at + column] | data[offset + column] << shift) & 255
            page += 1
            if shift and page >= 0 and page < 8:
                at += 128
                for column in range(first, last):
                    buffer[at + column] = buffer[at + column] | data[offset + column] >> 8 - shift
            offset += width
        x += width + gap
    return x


@micropython.viper
def copy(to: ptr8, to_width: int, data: ptr8, width: int, columns: int):
    """Copies the first `columns` columns of eight pages from one picture to another."""
    for page in range(8):
        for column in range(columns):
            to[page * to_width + column] = data[page * width + column]


@micropython.viper
def area(buffer: ptr8, x: int, y: int, w: int, h: int, how: int):
    """Darkens (0), lights (1) or inverts (2) a rectangle."""
    left = x if x > 0 else 0
    right = x + w if x + w < 128 else 128
    top = y if y > 0 else 0
    bottom = y + h if y + h < 64 else 64
    if left >= right or top >= bottom:
        return
    for page in range(top >> 3, (bottom + 7) >> 3):
        row = page * 8
        mask = 255
        if top > row:
            mask = mask << top - row & 255
        if row + 8 > bottom:
            mask = mask & 255 >> row + 8 - bottom
        at = row * 16
        for column in range(at + left, at + right):
            if how == 2:
                buffer[column] = buffer[column] ^ mask
            elif how == 1:
                buffer[column] = buffer[column] | mask
            else:
                buffer[column] = buffer[column] & (255 - mask)


@micropython.viper
def windows(one: ptr8, other: ptr8, out: ptr8, apart: int, joined: int) -> int:
    """Where the two pictures are not equal: a window each of first page, last page, first column, last column; how many.

    `apart` equal columns end a run. With `joined` runs of neighbouring pages become one window where that is dearer by fewer than
    `apart` bytes.
    """
    count = 0
    for page in range(8):
        base = page * 128
        end = base + 128
        at = base
        while True:
            while at < end and one[at] == other[at]:
                at += 1
            if at == end:
                break
            first = at - base
            last = at
            at += 1
            while at < end and at - last <= apart:
                if one[at] != other[at]:
                    last = at
                at += 1
            at = last + 1
            last -= base
            into = 4 * count
            place = 0
            while joined and place < 4 * count:
                if int(out[place + 1]) == page - 1:
                    left = int(out[place + 2])
                    right = int(out[place + 3])
                    pages = page - int(out[place])
                    two = pages * (right - left + 1) + last - first + 1 + apart
                    if left > first:
                        left = first
                    if right < last:
                        right = last
                    if (pages + 1) * (right - left + 1) <= two:
                        into = place
                        first = left
                        last = right
                        break
                place += 4
            if into == 4 * count:
                out[into] = page
                count += 1
            out[into + 1] = page
            out[into + 2] = first
            out[into + 3] = last
    return count


@micropython.viper
def gather(to: ptr8, start: int, picture: ptr8, shadow: ptr8, at: int, wide: int, pages: int) -> int:
    """Copies `wide` columns of some pages, from picture[at] on, to to[start] and behind, and to their places in the shadow.

    Returns the place in `to` after them.
    """
    for _ in range(pages):
        for column in range(at, at + wide):
            byte = picture[column]
            to[start] = byte
            shadow[column] = byte
            start += 1
        at += 128
    return start
