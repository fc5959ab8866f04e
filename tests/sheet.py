"""A drawing of the wiring, read back from the committed SVG file."""

import re
import xml.etree.ElementTree as ET

from hardware import drawing
from hardware.make import ROOT

_SVG = "{http://www.w3.org/2000/svg}"


class Sheet:
    """Words, wires and dots of a drawing; places are (x, y) in millimetres, y downwards."""

    def __init__(self, name):
        root = ET.parse(ROOT / "pictures" / f"{name}.svg").getroot()
        texts = list(root.iter(f"{_SVG}text"))
        self.words = ["".join(element.itertext()) for element in texts]
        self._places = [(float(element.get("x", "nan")), float(element.get("y", "nan"))) for element in texts]
        self.wires = []  # (colour, [places])
        for path in root.iter(f"{_SVG}path"):
            if path.get("fill") == "none" and path.get("stroke") != "#ffffff":
                numbers = [float(number) for number in re.findall(r"-?\d+\.?\d*", path.get("d", ""))]
                self.wires.append((path.get("stroke"), list(zip(numbers[::2], numbers[1::2]))))
        self._dots = [
            (dot.get("fill"), (float(dot.get("cx", "nan")), float(dot.get("cy", "nan"))))
            for dot in root.iter(f"{_SVG}circle")
        ]

    def ends(self, net):
        """Both ends of every wire in the colour of a net."""
        return [(points[0], points[-1]) for colour, points in self.wires if colour == drawing.WIRES[net]]

    def place(self, word):
        """Where a text stands that is there once."""
        assert self.words.count(word) == 1, word
        return self._places[self.words.index(word)]

    def dots(self, colour):
        """The places of the dots of a colour."""
        return [place for fill, place in self._dots if fill == colour]
