"""Names that a box has no letters for, drawn with a font of this computer and sent to it."""

import base64
import unicodedata
from binascii import crc32
from pathlib import Path

from robokraft import fonts
from robokraft.client import BoxError

ROWS = (8, 16, 24)
COLUMNS = (40, 80, 96)  # the most, as the box takes them
_AT_ONCE = 5
_BASELINE = 0.8  # of the rows, from the top
_SMALLEST = 0.75  # of the height, before a name is cut
_RIGHT_TO_LEFT = ("R", "AL")


def letter(client, names, font=None):
    """Sends the box the pictures that it lacks of these names, drawn with the font file `font` or one that has all letters.

    Returns the names that stay without a picture. Raises UserError where the box is lost.
    """
    names = list(dict.fromkeys(names))
    only = None if font is None else [Path(font)]
    without = []
    for at in range(0, len(names), _AT_ONCE):
        try:
            undrawn = client.ask("undrawn", names=names[at : at + _AT_ONCE])["names"]
        except BoxError as error:
            if error.code == "unknown":
                return []  # a program from before there were pictures
            raise
        for one in undrawn:
            name = one["name"]
            drawn = picture(name, only)
            if drawn is None and one["crc"] is None:
                without.append(name)
            elif drawn is not None and one["crc"] != f"{crc32(drawn):08x}":
                client.ask("picture", name=name, picture=base64.b64encode(drawn).decode())
    return without


def told(without):
    """The sentence about names that stay without a picture."""
    return (
        f"no font here has all letters of {', '.join(without)}: the box shows the id, and in a game P1 to P5 by the seat; "
        "give a font that has them with --font FILE"
    )


def picture(name, only=None):
    """The picture of a name, drawn with a font of `only` or of this computer; None where none has all letters.

    Bytes, see companion.storage.pictures: its columns at 8, 16 and 24 rows, from 128 on where the name is read from the right,
    then these columns.
    """
    if not _can_be_set(name):
        return None
    found = next((face for face in fonts.covering(name, only) if _has_ink(name, *face)), None)
    if found is None:
        return None
    drawn = [_drawn(name, *found, rows, most) for rows, most in zip(ROWS, COLUMNS)]
    widths = [len(columns) // (rows // 8) for rows, columns in zip(ROWS, drawn)]
    mark = 128 if _from_right(name[0]) else 0
    return bytes(width | mark for width in widths) + b"".join(drawn)


def _has_ink(name, path, index):
    """Whether the font shows something for each letter: some have coloured pictures beside empty outlines."""
    from PIL import ImageFont

    try:
        font = ImageFont.truetype(str(path), ROWS[-1], index)
        return all(font.getmask(letter, mode="1").getbbox() for letter in fonts.letters_of(name))
    except OSError:
        return False


def _from_right(letter):
    return unicodedata.bidirectional(letter) in _RIGHT_TO_LEFT


def _can_be_set(name):
    """Whether this computer can set the name in its direction: for some scripts Pillow needs the library fribidi."""
    from PIL import features

    turned = any(_from_right(letter) for letter in name)
    return not turned or bool(features.check("raqm") and features.check("fribidi"))


def _drawn(name, path, index, rows, most):
    """The columns of the name at so many rows; where it is wider than `most`, cut, with three dots."""
    from PIL import ImageFont

    smallest = max(6, int(rows * _SMALLEST))
    for size in range(rows + rows // 8, smallest - 1, -1):
        image, top = _ink(ImageFont.truetype(str(path), size, index), name)
        if image.height <= rows and image.width <= most:
            return _columns(image, top, rows)
    font, text = ImageFont.truetype(str(path), smallest, index), name
    while len(text) > 1 and _ink(font, text + "…")[0].width > most:
        text = text[:-1]
    image, top = _ink(font, text + "…")
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
    first = max(0, min(round(rows * _BASELINE) + top, rows - image.height))
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
