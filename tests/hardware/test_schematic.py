"""The committed schematic: another program finds no broken rule in it, and it connects what the firmware expects."""

import re
import subprocess

import pytest

from companion import board, keys
from hardware import pico
from netlist import AKCLI, KICAD, SCHEMATIC, nets, parts, violations

TEXT = SCHEMATIC.read_text("utf-8")
WIRES = list(re.finditer(r"\n  \(wire\n.*?\n  \)(?=\n)", TEXT, re.DOTALL))

needs_akcli = pytest.mark.skipif(not AKCLI, reason="akcli-kicad needs Python 3.11 or newer")
needs_kicad = pytest.mark.skipif(KICAD is None, reason="kicad-cli (KiCad 8 or newer) is not installed")


@pytest.fixture(scope="module")
def netlist():
    return nets(SCHEMATIC)


@needs_akcli
def test_no_electrical_rule_is_broken():
    assert violations(SCHEMATIC) == []


@needs_akcli
@pytest.mark.parametrize("number", range(0, len(WIRES), 5))
def test_a_cut_net_is_found(number, tmp_path):
    wire = WIRES[number]
    cut = tmp_path / "cut.kicad_sch"
    cut.write_text(TEXT[: wire.start()] + TEXT[wire.end() :], "utf-8")
    assert "ERC_DANGLING_NET" in violations(cut)


@needs_akcli
def test_every_line_of_the_firmware_goes_to_its_part(netlist):
    """Pin by pin of board.PINS: the net there holds the part it names, and no other pin of the Pico."""
    values = {value: reference for reference, value in parts(SCHEMATIC).items()}
    for gpio, pin, what in board.PINS:
        assert pico.name(pin) == f"GP{gpio}"
        (net,) = [found for found in netlist.values() if ("U1", pin) in found]
        (other,) = net - {("U1", pin)}
        if what.startswith("OLED "):
            assert other == ("DS1", {"SDA": 4, "SCL": 3}[what.removeprefix("OLED ")])
        elif what == "buzzer":
            assert other == ("R1", 1) and {("R1", 2), ("LS1", 1)} in netlist.values()
        else:
            assert other == (values[what], 1) and (values[what], 2) in netlist["GND"]


@needs_akcli
def test_power_goes_where_it_should(netlist):
    grounds = {("U1", pin) for pin in range(1, 41) if pico.name(pin) == "GND"}
    assert grounds | {("DS1", 1), ("LS1", 2), ("BT1", 2)} <= netlist["GND"]
    assert netlist["3V3"] == {("U1", 36), ("DS1", 2)}
    assert netlist["VSYS"] == {("U1", 39), ("D1", 1)}  # pin 1 of a diode is its cathode
    assert {("D1", 2), ("SW9", 2)} in netlist.values() and {("SW9", 1), ("BT1", 1)} in netlist.values()


@needs_akcli
def test_exchanged_pins_are_seen(tmp_path):
    """What the test of the lines reads comes from the file: with two pins of the symbol exchanged it reads otherwise."""
    wrong = tmp_path / "wrong.kicad_sch"
    swapped = TEXT.replace('(number "9" ', '(number "x" ').replace('(number "10" ', '(number "9" ')
    wrong.write_text(swapped.replace('(number "x" ', '(number "10" '), "utf-8")
    assert nets(wrong)["BLUE"] == {("U1", 10), ("SW1", 1)}


def test_the_drawn_pico_has_the_names_of_its_pins():
    """The firmware's table, the Pico's pins and the keys' order, each from its own source."""
    for gpio, pin, _ in board.PINS:
        assert pico.pin_of_gpio(gpio) == pin
    found = [what for gpio, _, what in board.PINS if board.FIRST_KEY <= gpio < board.FIRST_KEY + 8]
    assert found == [name.upper() for name in keys.NAMES]
    assert [pin for pin in range(1, 41) if pico.name(pin) == "GND"] == [3, 8, 13, 18, 23, 28, 38]


@needs_kicad
def test_kicad_itself_finds_no_broken_rule(tmp_path):
    for path in (SCHEMATIC, SCHEMATIC.with_suffix(".kicad_pro")):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    run = [KICAD, "sch", "erc", "--severity-all", "--exit-code-violations", "-o", "erc.txt", SCHEMATIC.name]
    code = subprocess.run(run, cwd=tmp_path, timeout=120, capture_output=True).returncode
    assert code == 0, (tmp_path / "erc.txt").read_text()
