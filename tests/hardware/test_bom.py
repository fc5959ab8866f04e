"""The parts list names what the schematic has, each part once, and nothing that a maker must guess."""

import csv
import re
from math import dist

import pytest

from companion import keys
from hardware import breadboard, design, dims
from netlist import AKCLI, SCHEMATIC, parts
from sheet import Sheet

MECHANICAL = {"PCB1", "C1", "W1", "W2", "W3", "W4", "W5", "H1", "H2", "H3", "F1", "P1", "P2"}
MECHANICAL |= {"T1", "T2", "T3", "T4", "T5", "T6", "T7"}  # for the trial


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


def test_caps_go_through_the_holes_of_the_lid(bom):
    for reference in design.SWITCHES:
        widest = float(re.search(r"to ([\d.]+) mm across", bom[reference]["what"]).group(1))
        assert widest == dims.CAP


def test_the_case_and_the_trial_have_a_pico_each(bom):
    """A header's pins reach 8.5 mm under the board, and the posts are lower than that."""
    assert dims.PICO_Z - dims.FLOOR < 8.5
    assert "without pin headers" in bom["U1"]["what"] and "with pin headers" in bom["T1"]["what"]


def test_there_are_as_many_jumper_wires_as_in_the_drawing(bom):
    """T3 from hole to hole, T4 from a hole to the display, T6 and T7 for what is optional."""
    drawn = Sheet(breadboard.NAME).wires
    holes = [
        tuple(breadboard.hole(column, row))
        for column in range(1, breadboard.COLUMNS + 1)
        for row in "abcdefghij"
    ]
    plugged = [
        sum(any(dist(end, hole) < 0.01 for hole in holes) for end in (points[0], points[-1]))
        for _, points in drawn
    ]
    counts = {reference: int(bom[reference]["quantity"]) for reference in ("T3", "T4", "T6", "T7")}
    assert plugged.count(2) == counts["T3"] and len(drawn) == sum(counts.values())
    assert counts["T4"] == len(design.DISPLAY)


def test_tools_and_small_things_are_named(bom):
    page = (SCHEMATIC.parent / "build.md").read_text("utf-8")
    for tool in ("a drill of 2.8 mm", "hot glue", "double-sided tape", "soldering iron"):
        assert tool in page.split("## 1.")[0]
    assert "Micro-USB, for data" in bom["C1"]["what"]
