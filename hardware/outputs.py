"""The generated files: name in hardware/ → what makes it, and when a file that is there counts as the same.

Texts are the same to the byte. Pictures and solids are compared by what they show, because the libraries that make them may round
otherwise in their next version.
"""

from io import BytesIO

from PIL import Image, ImageChops, ImageStat

from hardware import breadboard, drawing, schematic

_GREY = 0.5  # so many of 255 grey levels may a picture differ, on the average


class Text:
    """A file whose text is made by make()."""

    def __init__(self, make):
        self._make = make

    def content(self):
        return self._make().encode()

    def same(self, there):
        return there == self.content()


class Picture:
    """A PNG file whose bytes are made by make()."""

    def __init__(self, make):
        self._make = make

    def content(self):
        """The picture in as few bytes as it takes."""
        out = BytesIO()
        with Image.open(BytesIO(self._make())) as image:
            image.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(
                out, format="PNG", optimize=True
            )
        return out.getvalue()

    def same(self, there):
        return look_alike(there, self._make())


class Vectors(Text):
    """An SVG file."""

    def same(self, there):
        return look_alike(drawing.rendered(there.decode()), drawing.rendered(self._make()))


def look_alike(before, now):
    """Whether two PNG files show the same."""
    with Image.open(BytesIO(before)) as first, Image.open(BytesIO(now)) as second:
        if first.size != second.size:
            return False
        difference = ImageChops.difference(first.convert("L"), second.convert("L"))
        return ImageStat.Stat(difference).mean[0] < _GREY


def all_of_them():
    """{name: output}, in the order in which they are made."""
    found: dict[str, Text | Picture] = {
        schematic.NAME: Text(schematic.draw),
        schematic.PROJECT: Text(schematic.project),
    }
    for module in (breadboard,):
        sheet = module.draw()
        found[f"pictures/{module.NAME}.svg"] = Vectors(sheet.svg)
        found[f"pictures/{module.NAME}.png"] = Picture(sheet.png)
    return found
