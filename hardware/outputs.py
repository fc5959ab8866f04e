"""The generated files: name in hardware/ → what makes it, and when a file that is there counts as the same.

Texts are the same to the byte. Pictures and solids are compared by what they show, because the libraries that make them may round
otherwise in their next version.
"""

from functools import partial
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageChops, ImageStat

from hardware import (
    base,
    breadboard,
    dims,
    drawing,
    lid,
    perfboard,
    pictures,
    schematic,
    stl,
    tables,
    underside,
)

_SPOT = 90  # of a blurred picture the most that any spot may differ; a key that moved by 1 mm gives more
_GREY = 0.5  # so many of 255 grey levels may a picture differ, on the average
_CUBIC_MM = 5.0  # so much may be in one of two solids and not in the other
_SMALL = 300  # about so wide are the pictures that take long when they are compared


class Text:
    """A file whose text is made by make()."""

    def __init__(self, make):
        self._make = make

    def content(self):
        return self._make().encode()

    def same(self, there):
        return there == self.content()


class Document:
    """A text that is written by hand, but for its tables."""

    def __init__(self, name):
        self._path = Path(__file__).with_name(name)

    def content(self):
        return tables.filled(self._path.read_text("utf-8")).encode()

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


class Rendered(Picture):
    """A picture that takes long: make(wide=…) makes it smaller, and it is compared blurred, because its lines are as thin as ever."""

    def same(self, there):
        now = self._make(wide=_SMALL)
        with Image.open(BytesIO(there)) as first, Image.open(BytesIO(now)) as second:
            size = _SMALL // 2, round(_SMALL / 2 * second.height / second.width)
            before, after = (
                image.convert("L").resize(size, Image.Resampling.BOX) for image in (first, second)
            )
            return ImageStat.Stat(ImageChops.difference(before, after)).extrema[0][1] < _SPOT


class Solid:
    """A binary STL file of the solid that make() makes."""

    def __init__(self, make):
        self._make = make

    def content(self):
        return stl.content(self._make())

    def same(self, there):
        before, now = stl.solid(there), self._make()
        return (before - now).volume() + (now - before).volume() < _CUBIC_MM


def look_alike(before, now):
    """Whether two PNG files show the same."""
    with Image.open(BytesIO(before)) as first, Image.open(BytesIO(now)) as second:
        if first.size != second.size:
            return False
        difference = ImageChops.difference(first.convert("L"), second.convert("L"))
        return ImageStat.Stat(difference).mean[0] < _GREY


def all_of_them():
    """{name: output}, in the order in which they are made."""
    found: dict[str, Text | Document | Picture | Solid] = {
        schematic.NAME: Text(schematic.draw),
        schematic.PROJECT: Text(schematic.project),
    }
    for module in (breadboard, perfboard, underside):
        sheet = module.draw()
        found[f"pictures/{module.NAME}.svg"] = Vectors(sheet.svg)
        found[f"pictures/{module.NAME}.png"] = Picture(sheet.png)
    for name in ("wiring.md", "power.md", "build.md"):
        found[name] = Document(name)
    found["enclosure/base.stl"] = Solid(base.solid)
    for size, display in dims.DISPLAYS.items():
        found[f"enclosure/lid-{size}.stl"] = Solid(partial(lid.for_printing, display))
    found["pictures/box.png"] = Rendered(partial(pictures.closed, "2.42"))
    found["pictures/box-small.png"] = Rendered(partial(pictures.closed, "0.96"))
    found["pictures/box-apart.png"] = Rendered(partial(pictures.apart, "1.3"))
    found["pictures/box-printed.png"] = Rendered(partial(pictures.printed, "1.3"))
    return found
