"""The parts list names what the schematic has, each part once, and nothing that a maker must guess."""

import csv
import re

import pytest

from companion import keys
from hardware import design
from netlist import AKCLI, SCHEMATIC, parts

MECHANICAL = {"PCB1", "W1", "W2", "H1", "H2", "H3", "F1", "P1", "P2"}


@pytest.fixture(scope="module")
def bom():
    with (SCHEMATIC.parent / "bom.csv").open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file)
        assert reader.fieldnames == ["reference", "quantity", "what", "alternatives", "why"]
        lines = list(reader)
    assert len({line["reference"] for line in lines}) == len(lines)
    return {line["reference"]: line for line in lines}


@pytest.mark.skipif(not AKCLI, reason="akcli-kicad needs Python 3.11 or newer")
def test_it_has_the_parts_of_the_schematic(bom):
    assert set(bom) - MECHANICAL == set(parts(SCHEMATIC))


def test_it_has_the_parts_of_the_drawings(bom):
    assert set(bom) - MECHANICAL == set(design.PARTS)
    for reference in design.PARTS:
        assert bom[reference]["quantity"] == "1"
        assert ("optional" in bom[reference]["why"]) == (reference in design.OPTIONAL)


def test_eight_keys_four_of_them_with_the_colour_of_their_suit(bom):
    switches = [bom[reference] for reference in design.SWITCHES]
    assert [line["why"].split()[-1] for line in switches] == [name.upper() for name in keys.NAMES]
    colours = [re.search(r"cap round, (\w+)", line["what"]).group(1) for line in switches]
    assert colours == ["blue", "red", "orange", "green"] + ["white"] * 4
    assert all("12 × 12 mm" in line["what"] for line in switches)


def test_values_are_those_of_the_schematic(bom):
    for reference in ("R1", "D1"):
        assert design.PARTS[reference][0] in bom[reference]["what"]
    assert "Pico" in bom["U1"]["what"] and "128 × 64" in bom["DS1"]["what"]
