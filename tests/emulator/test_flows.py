"""Key scripts of the virtual box, unchanged, through the pins of the emulated Pico: every expected screen is pixel-equal."""

import os
import time
from pathlib import Path

import pytest

from emulator import rig
from flows import flow
from robokraft.virtual.box import VirtualBox
from robokraft.virtual.picture import to_text

pytestmark = pytest.mark.slow

SCRIPTS = Path(__file__).resolve().parents[1] / "flows" / "scripts"
NAMES = sorted(path.stem for path in SCRIPTS.glob("*.keys"))
ALWAYS = (  # the others take minutes: `make pico`
    "quick-start",
    "robot_x-budget",
    "robotlab-rulebook",
    "robotroc-rulebook",
    "robots-beam",
    "rulebook-trick",
    "wrong-card-two-later",
)


class Beginning:
    """Takes what a flow asks for before its first key."""

    def __init__(self, text):
        self.wish = None
        self.settings = {}
        lines = text.split("\n")
        for number, line in enumerate(lines):
            if line.split("#", 1)[0].strip():
                lines = lines[:number]
                break
        flow.play("\n".join(line for line in lines if line.startswith(("# start", "# set"))), self)

    def start(self, wish):
        self.wish = wish

    def configure(self, **settings):
        self.settings.update(settings)


class Begun(rig.Twin):
    """Twins whose first game has begun as the flow wants it. `told` False: it has not, a host is to start it.

    A host starts every game after the first, over the cable, as it may from the home screen.
    """

    def __init__(self, virtual, pico, beginning, told=True):
        super().__init__(virtual, pico)
        self._beginning = beginning
        self._told = told

    def start(self, wish):
        if self._told:
            assert wish == self._beginning.wish
            self._told = False
            return
        self.virtual.start(wish)
        people = [{"id": None, "name": name} for name in wish["players"]]
        with rig.client_of(self.pico) as client:
            assert client.ask("start", **{**wish, "players": people})["outcome"] == "done"
        self.agree()  # it begins by a restart, and hears no keys meanwhile

    def configure(self, **settings):
        assert settings.items() <= self._beginning.settings.items()


def beginning_of(name):
    return Beginning((SCRIPTS / f"{name}.keys").read_text(encoding="utf-8"))


def four_players():
    """What the flow "rulebook-trick" begins with."""
    beginning = beginning_of("rulebook-trick")
    return beginning.wish, beginning.settings


def test_those_that_always_run_are_there():
    assert set(ALWAYS) < set(NAMES)


@pytest.mark.parametrize(
    "name", [name if name in ALWAYS else pytest.param(name, marks=pytest.mark.pico) for name in NAMES]
)
def test_a_flow_looks_the_same_on_the_emulated_pico(shed, tmp_path, name, record_property):
    text = (SCRIPTS / f"{name}.keys").read_text(encoding="utf-8")
    beginning = beginning_of(name)
    robokraft = beginning.wish is None or beginning.wish["game"] == "robokraft"
    memory = shed.memory(beginning.wish if robokraft else None, beginning.settings)
    pico = shed.booted(memory)  # the other games begin on the machine that all of them share

    def play():
        with VirtualBox(rig.laid(memory, tmp_path / "box")) as virtual:
            box = Begun(virtual, pico, beginning, told=robokraft)
            began_s = time.process_time()
            held = flow.play(text, box, name, lambda _name: box.agree())
            assert held and box.compared
            return box.compared, time.process_time() - began_s

    compared, took_s = rig.forked(play)
    record_property("told", f"{name}: {compared} pictures compared in {took_s:.0f} s of processor time")


def test_a_script_at_its_own_pace(shed, tmp_path):
    """80 ms down and 120 ms up, as `robokraft simulate` plays it; and the panel gets nothing but the real bytes."""
    memory = shed.memory(*four_players())
    pico = shed.booted(memory)

    def play():
        with VirtualBox(rig.laid(memory, tmp_path / "box")) as virtual:
            box = rig.Twin(virtual, pico, fast=False)
            began_ms = pico.now_ms
            box.play("blue down orange  up red  back")
            box.agree()
            assert abs(pico.now_ms - began_ms - 7 * 200) < 700
            assert pico.wire.changed_ns is not None

    rig.forked(play)


def test_a_difference_is_found(shed, tmp_path):
    """The comparison fails where one of the two boxes was pressed alone."""
    memory = shed.memory(*four_players())
    pico = shed.booted(memory)

    def play():
        with VirtualBox(rig.laid(memory, tmp_path / "box")) as virtual:
            box = rig.Twin(virtual, pico)
            box.agree()
            virtual.play("blue")
            with pytest.raises(flow.FlowError, match="differs"):
                box.agree()
            assert to_text(pico.pixels()) != to_text(virtual.pixels())

    rig.forked(play)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_a_failure_in_a_fork_is_a_failure():
    def fail():
        raise ValueError("inside")

    with pytest.raises(AssertionError, match="inside"):
        rig.forked(fail)
    assert rig.forked(lambda: {"a": 1}) == {"a": 1}
