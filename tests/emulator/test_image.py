"""The one file to drag onto a Pico boots, on the emulated one, and shows what the virtual box shows."""

import json

import pytest

from emulator import rig
from robokraft.deploy import bundle, image, uf2
from robokraft.virtual.box import VirtualBox

pytestmark = pytest.mark.slow

SERIAL = bytes.fromhex("e66118604b1f2a21")


@pytest.fixture(scope="module")
def merged(request, box_files, tmp_path_factory):
    """What `robokraft uf2` writes."""
    firmware = uf2.read(request.getfixturevalue("uf2").read_bytes())
    path = tmp_path_factory.mktemp("uf2") / "box.uf2"
    mpy = bundle.manifest_of(box_files["a.app"])["mpy"]
    path.write_bytes(uf2.merged(firmware, image.build(box_files), mpy))
    return path


@pytest.fixture(scope="module")
def fresh(merged):
    """A machine that was switched on for the first time after that file was dragged onto it."""
    from robokraft.emulator.pico import Pico

    return rig.at_first_screen(Pico(merged, serial=SERIAL, seed=5))


def test_it_boots_to_the_first_screen_of_the_virtual_box(fresh, tmp_path, record_property):
    print(
        f"boot: {fresh.wire.changed_ns / 1e6:.0f} ms of its time to the picture, {fresh.real_s:.1f} s of ours"
    )
    with VirtualBox(tmp_path / "box") as virtual:
        rig.assert_same(fresh, virtual.pixels())


def test_its_memory_is_made_and_the_program_is_untouched(fresh, box_files):
    held = image.files_of(fresh.flash())
    assert {path: held[path] for path in box_files} == box_files
    assert "data/about" in held
    assert "data/crashes" not in held


def test_nothing_is_printed_and_the_processor_sleeps(fresh):
    assert fresh.usb.connected
    assert fresh.usb.take() == b""
    cycles, began_ms = fresh.mcu.core.cycles, fresh.now_ms
    fresh.run(200)
    assert fresh.mcu.core.cycles - cycles < 0.6 * (fresh.now_ms - began_ms) * 125_000


def test_a_game_begins_by_its_keys_and_carries_the_serial_number(fresh):
    def play():
        fresh.play("ok blue ok wait:500")  # quick start, seat 1 leads, the discs are laid
        return image.files_of(fresh.flash(), "data")["data/now/game"]

    header = rig.forked(play)
    record = json.loads(header[header.index(b"{") : header.rindex(b"}") + 1])
    assert record["device"] == SERIAL.hex()
    assert record["id"].startswith(SERIAL.hex() + "-")
