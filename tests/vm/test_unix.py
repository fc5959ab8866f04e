"""The harness keeps its word, and every module that runs on both Pythons can be imported on MicroPython."""

import re

import pytest

from companion.ui.screens.home import GAMES, game_of
from vm.unix import ROOT

HARDWARE = re.compile(r"^\s*(?:import|from) (?:machine|rp2)\b", re.MULTILINE)
SIMULATED = ("robokraft", "robokraft.virtual.panel", "robokraft.virtual.parts")


def both_pythons() -> list[str]:
    """Names of all modules that must run here: those of the device without hardware, and the simulated parts."""
    names = []
    for top in (ROOT / "shared_rules", ROOT / "firmware" / "companion"):
        for file in sorted(top.rglob("*.py")):
            if not HARDWARE.search(file.read_text(encoding="utf-8")):
                parts = file.relative_to(top.parent).with_suffix("").parts
                names.append(".".join(part for part in parts if part != "__init__"))
    for name in SIMULATED:
        path = ROOT / "host" / name.replace(".", "/")
        if path.with_suffix(".py").exists() or path.is_dir():
            names.append(name)
    return names


@pytest.mark.parametrize("module", both_pythons())
def test_module_imports_in_silence(unix, module):
    ran = unix.run(f"import {module}")
    assert (ran.exit, ran.stdout, ran.stderr) == (0, "", "")


@pytest.mark.parametrize("game", GAMES)
def test_the_modules_of_a_game_do_not_grow(unix, game):
    """All modules of one game at once, also those that a box never holds together: a little more than the heap of a Pico
    has. The bound is what they take now; it may fall, and is to fall."""
    names = [name for name in both_pythons() if game_of(name.split(".")[-1]) in (None, game)]
    imports = "\n".join(f"import {name}" for name in names)
    taken = int(unix.check(f"{imports}\nimport gc\ngc.collect()\nprint(gc.mem_alloc())", heap="640K"))
    assert taken < 387_000


def test_it_is_micropython_with_the_tight_heap(unix):
    out = unix.check("import sys, gc\nprint(sys.implementation.name, gc.mem_free() + gc.mem_alloc())")
    name, heap = out.split()
    assert name == "micropython"
    assert 330_000 < int(heap) <= 350 * 1024
    assert "MemoryError" in unix.run("bytearray(400000)").stdout


def test_what_the_box_needs_is_built_in(unix):
    assert unix.check("import asyncio, binascii, errno, framebuf, json, os, struct, time") == ""


def test_the_panel_driver_imports(unix):
    assert unix.check("import adafruit_ssd1306") == ""


def test_nothing_else_that_is_installed_is_seen(unix):
    assert unix.run("import hypothesis").exit == 1


def test_arguments_input_and_exit_status_pass_through(unix, tmp_path):
    program = tmp_path / "program.py"
    program.write_text("import sys\nprint(sys.argv[1:], sys.stdin.read())\nsys.exit(7)\n")
    ran = unix.run(program, "a", "b c", stdin="Zoë")
    assert (ran.exit, ran.stdout) == (7, "['a', 'b c'] Zoë\n")


def test_a_program_that_fails_is_told(unix):
    with pytest.raises(AssertionError, match="ValueError: wrong"):
        unix.check("raise ValueError('wrong')")


def test_a_program_that_hangs_is_ended(unix):
    with pytest.raises(AssertionError, match="still running after 1 s; it wrote:\nhere"):
        unix.run("print('here')\nwhile True: pass", limit_s=1)
