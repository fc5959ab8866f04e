"""Names that a box has no letters for, drawn with fonts of this computer and sent to it."""

import base64
import functools
import unicodedata
from binascii import crc32
from pathlib import Path

from robokraft import fonts
from robokraft.client import BoxError

ROWS = (8, 16, 24)
COLUMNS = (40, 80, 96)  # the most, as the box takes them
_INK = {8: 8, 16: 13, 24: 22}  # rows that a name may have: lists of names stand 13 rows apart
_AT_ONCE = 5
_BASELINE = 0.8  # of the rows, from the top
_SMALLEST = 0.7  # of the rows is the size of the letters, before a name is cut
_DOTS = "…"
_RIGHT_TO_LEFT = ("R", "AL")
_SHAPED = (
    (0x0900, 0x0DFF),
    (0x0E80, 0x109F),
    (0x1780, 0x18AF),
)  # scripts whose letters change beside each other


def letter(client, names, font=None):
    """Sends the box the pictures that it lacks of these names, drawn with the font file `font` or with fonts of this computer.

    With `font` those that it has are drawn anew. Returns the names that stay without a picture. Raises UserError where the
    box is lost.
    """
    names = list(dict.fromkeys(names))
    undrawn = {}
    for at in range(0, len(names), _AT_ONCE):
        try:
            asked = client.ask("undrawn", names=names[at : at + _AT_ONCE])["names"]
        except BoxError as error:
            if error.code == "unknown":
                return []  # a program from before there were pictures
            raise
        undrawn |= {one["name"]: one["crc"] for one in asked}
    wanted = [name for name, crc in undrawn.items() if crc is None or font is not None]
    drawn = pictures(wanted, None if font is None else [Path(font)])
    for name, picture in drawn.items():
        if undrawn[name] == f"{crc32(picture):08x}":
            continue  # the box has it already
        try:
            client.ask("picture", name=name, picture=base64.b64encode(picture).decode())
        except BoxError:  # its memory is full, say: the name is good without
            continue
        undrawn[name] = picture
    return [name for name in undrawn if undrawn[name] is None]


def told(without, font=None):
    """The sentence about names that stay without a picture."""
    these = ", ".join(without)
    if not all(_can_be_set(name) for name in without):
        why = f"to draw {these} this computer lacks the library fribidi"
    elif font is None:
        why = f"no font here has all letters of {these}: --font FILE names one that has them"
    else:
        why = f"{font} has not all letters of {these}"
    return f"{why}; until then the box shows P1 to P5 by the seat, and in lists of people the id"


def pictures(names, only=None):
    """{name: its picture} of those names for which one of the fonts in `only`, or of this computer, has all letters.

    A picture is bytes, see companion.storage.pictures: its columns at 8, 16 and 24 rows, from 128 on where the name is read
    from the right, then these columns.
    """
    left = {name: {ord(letter) for letter in fonts.letters_of(name)} for name in names if _can_be_set(name)}
    made = {}
    for path in (fonts.installed() if only is None else only) if left else ():
        for index, letters in fonts.faces(path):
            for name in [name for name, wanted in left.items() if wanted <= letters]:
                picture = _picture(name, path, index, _DOTS if ord(_DOTS) in letters else "")
                if picture is not None:
                    made[name] = picture
                    del left[name]
        if not left:
            break
    return made


def _picture(name, path, index, dots):
    """None where the font shows nothing for a letter, or is damaged, which may show itself in any error."""
    from PIL import ImageFont

    try:
        text, font_at = name, functools.partial(_font, path, index, ImageFont.Layout.RAQM)
        if not _needs_setting(name):  # then letters stand evenly only without
            text = "".join(letter for letter in name if not fonts.is_silent(letter))
            font_at = functools.partial(_font, path, index, ImageFont.Layout.BASIC)
        font = font_at(ROWS[-1])
        if not all(font.getmask(letter, mode="1").getbbox() for letter in fonts.letters_of(name)):
            return None  # some have coloured pictures beside empty outlines
        drawn = [_drawn(text, font_at, rows, most, dots) for rows, most in zip(ROWS, COLUMNS)]
    except Exception:
        return None
    widths = [len(columns) // (rows // 8) for rows, columns in zip(ROWS, drawn)]
    mark = 128 if _from_right(name[0]) else 0
    return bytes(width | mark for width in widths) + b"".join(drawn)


def _from_right(letter):
    return unicodedata.bidirectional(letter) in _RIGHT_TO_LEFT


def _needs_setting(name):
    """Whether its letters change beside each other, or run from the right."""
    return any(
        _from_right(letter) or unicodedata.combining(letter) or any(a <= ord(letter) <= b for a, b in _SHAPED)
        for letter in name
    )


def _can_be_set(name):
    """Whether this computer can set the name: for some scripts Pillow needs the library fribidi."""
    from PIL import features

    return not _needs_setting(name) or bool(features.check("raqm") and features.check("fribidi"))


def _font(path, index, layout, size):
    from PIL import ImageFont

    return ImageFont.truetype(str(path), size, index, layout_engine=layout)


def _drawn(name, font_at, rows, most, dots):
    """The columns of the name at so many rows; where it is wider than `most`, cut, with dots."""
    smallest = max(6, int(rows * _SMALLEST))
    for size in range(rows + rows // 8, smallest - 1, -1):
        image, top = _ink(font_at(size), name)
        if image.height <= _INK[rows] and image.width <= most:
            return _columns(image, top, rows)
    font, text = font_at(smallest), name
    if _ink(font, text)[0].width > most:
        while len(text) > 1 and _ink(font, text + dots)[0].width > most:
            text = text[:-1]
        text += dots
    image, top = _ink(font, text)
    return _columns(image.crop((0, 0, min(image.width, most), image.height)), top, rows)


def _ink(font, text):
    """(The lit pixels of a text, cut close; their first row, counted from the baseline down)"""
    from PIL import Image, ImageDraw

    left, top, right, bottom = font.getbbox(text, mode="1", anchor="ls")
    edge = font.size
    image = Image.new("1", (right - left + 2 * edge, bottom - top + 2 * edge))
    ImageDraw.Draw(image).text((edge - left, edge - top), text, fill=1, font=font, anchor="ls")
    box = image.getbbox() or (0, edge, 1, edge + 1)  # a blank is a column wide
    return image.crop(box), box[1] - edge + top


def _columns(image, top, rows):
    """As the panel has them: for each 8 rows a byte a column, bit 0 on top."""
    last = min(rows, _INK[rows] + 1)
    first = max(0, min(round(rows * _BASELINE) + top, last - image.height))
    lit = image.load()
    return bytes(
        sum(
            1 << y % 8
            for y in range(page * 8, page * 8 + 8)
            if 0 <= y - first < image.height and lit[x, y - first]
        )
        for page in range(rows // 8)
        for x in range(image.width)
    )
