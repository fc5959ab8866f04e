"""Names that the box has no letters for, on the emulated Pico: what stands for them, and their pictures over the cable."""

import pytest

import barfont
from companion.storage import pictures
from emulator import rig
from robokraft import fonts, lettering
from robokraft.virtual.box import VirtualBox

pytestmark = pytest.mark.slow

NAMES = ["李小龍", "Анна", "Bob", "Zoë"]
WISH = {"game": "robokraft", "mode": "cards", "players": NAMES, "setup": {"lead": 0, "discs": "BROG"}}
KEYS = "blue down blue  down up  orange down down  red down red"


def test_a_host_draws_the_names_that_the_box_cannot(shed, tmp_path, monkeypatch):
    monkeypatch.setattr(fonts, "installed", list)
    memory = shed.memory(WISH)
    pico = shed.booted(memory)
    font = barfont.make(tmp_path / "a.ttf", "".join(NAMES))
    drawn = lettering.pictures(NAMES[:2], [font])

    def work():
        with VirtualBox(rig.laid(memory, tmp_path / "box")) as virtual:
            twin = rig.Twin(virtual, pico)
            twin.agree()
            stands = virtual.pixels()
            with rig.client_of(pico) as client:
                assert lettering.letter(client, NAMES, font) == []
                assert lettering.letter(client, NAMES, font) == []
                told = client.ask("undrawn", names=NAMES)["names"]
            for name in drawn:
                pictures.save(virtual.parts.files, name, drawn[name], [])
            virtual.app.names_changed()
            twin.agree()
            assert virtual.pixels() != stands
            twin.play(KEYS)
            twin.agree()
            twin.play("ok")
            twin.agree()
            return [one["name"] for one in told if one["crc"]], twin.compared

    assert rig.forked(work) == (NAMES[:2], 4)
