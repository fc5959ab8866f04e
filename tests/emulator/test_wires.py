"""A box that was soldered wrongly: what the emulated Pico says of it is what the virtual box says."""

import pytest

from companion.keys import OK, RED
from emulator import rig
from robokraft.virtual.box import VirtualBox

pytestmark = [pytest.mark.slow, pytest.mark.pico]
WORKING = "blue orange green up down back back back up up"


def test_wrong_wires_are_named_on_a_display_that_is_plugged_in_late(shed):
    """RED touches ground, OK hangs in the air, and the display is missing while all the others are pressed."""
    with VirtualBox(grounded=1 << RED, cut=1 << OK) as box:
        box.play(WORKING)
        box.run(300)
        assert [text.split(":")[0] for text in box.status()["screen"]["texts"][1:3]] == [
            "RED stuck",
            "OK open",
        ]
        wanted = box.pixels()
    pico = shed.new(shed.image())
    pico.miswire(grounded=1 << RED, cut=1 << OK)
    pico.panel.present = False
    pico.run(2000)
    assert not any(pico.pixels())
    rig.Quick(pico).play("ok " + WORKING)
    pico.panel.present = True
    assert pico.until(lambda: pico.pixels() == bytes(wanted), 4000, 50), rig.assert_same(pico, wanted)
