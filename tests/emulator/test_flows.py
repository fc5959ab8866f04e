"""Key scripts of the virtual box, unchanged, through the pins of the emulated Pico: every expected screen is pixel-equal."""

import os
from pathlib import Path

import pytest

from emulator import rig
from flows import flow
from robokraft.virtual.box import VirtualBox
from robokraft.virtual.picture import to_text

pytestmark = pytest.mark.slow

SCRIPTS = Path(__file__).resolve().parents[1] / "flows" / "scripts"
FLOWS = (  # of those that begin alike, so that one start is enough
    "card-in",
    "discs-mid-trick",
    "finish-with-round",
    "finish-without-round",
    "forgotten-trick",
    "redo",
    "revoke",
    "rulebook-trick",
    "wrong-card-eight-later",
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
    """Twins that have already begun as the flow wants it."""

    def __init__(self, virtual, pico, beginning, fast=True):
        super().__init__(virtual, pico, fast)
        self._beginning = beginning

    def start(self, wish):
        assert wish == self._beginning.wish, "a flow for the emulated Pico begins one game"

    def configure(self, **settings):
        assert settings.items() <= self._beginning.settings.items()


def beginning_of(name):
    return Beginning((SCRIPTS / f"{name}.keys").read_text(encoding="utf-8"))


def four_players():
    """What the flow "rulebook-trick" begins with."""
    beginning = beginning_of("rulebook-trick")
    return beginning.wish, beginning.settings


@pytest.mark.parametrize("name", FLOWS)
def test_a_flow_looks_the_same_on_the_emulated_pico(shed, tmp_path, name, record_property):
    text = (SCRIPTS / f"{name}.keys").read_text(encoding="utf-8")
    beginning = beginning_of(name)
    memory = shed.memory(beginning.wish, beginning.settings)
    pico = shed.booted(memory)

    def play():
        with VirtualBox(rig.laid(memory, tmp_path / "box")) as virtual:
            box = Begun(virtual, pico, beginning)
            held = flow.play(text, box, name)
            assert held and box.compared
            return box.compared

    compared = rig.forked(play)
    record_property("told", f"{name}: {compared} pictures compared")


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
