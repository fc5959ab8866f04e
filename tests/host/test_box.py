"""The virtual box: time, keys and memory."""

import os

import pytest

from robokraft.errors import UserError
from robokraft.virtual.box import KEYS, VirtualBox

OK = KEYS.index("ok")
BACK = KEYS.index("back")
WISH = {
    "game": "robokraft",
    "mode": "cards",
    "players": ["Ann", "Ben", "Cyd"],
    "setup": {"lead": 0, "discs": "BROG"},
}


@pytest.fixture
def box():
    with VirtualBox() as made:
        made.start(WISH)
        yield made


@pytest.mark.parametrize(("ms", "name"), [(790, "notice"), (799, "notice"), (800, "menu"), (810, "menu")])
def test_a_hold_begins_to_the_millisecond(box, ms, name):
    box.press_mask(1 << BACK)
    box.run(ms)
    box.press_mask(0)
    box.run(100)
    assert box.status()["screen"]["name"] == name


@pytest.mark.parametrize(("ms", "phase"), [(1, "suit"), (2, "suit"), (3, "half")])
def test_a_spike_is_no_press(box, ms, phase):
    box.press_mask(1)
    box.run(ms)
    box.press_mask(0)
    box.run(100)
    assert box.status()["game"]["phase"] == phase


def test_a_long_wait_ends_like_many_short_ones():
    pictures = []
    for slices in ([700_000], [100] * 7000):
        with VirtualBox() as box:
            for ms in slices:
                box.run(ms)
            pictures.append((bytes(box.pixels()), box.status()["boot"]))
    assert pictures[0] == pictures[1]
    assert not any(pictures[0][0]), "after ten minutes the panel is dark"


def test_what_a_forgotten_memory_held_is_gone():
    with VirtualBox() as box:
        folder = box.parts.files.root
        assert os.path.isdir(folder)
    assert not os.path.exists(folder)


def test_a_game_that_ends_can_still_be_exported(box):
    identity = box.game_id()
    box.app.session.close()
    box.app.home()
    assert box.status()["game"] is None
    assert box.game_id() == identity
    assert '"type":"end"' in box.log_lines()[-1]


def test_a_start_is_refused_whole(box):
    lines = box.log_lines()
    with pytest.raises(UserError, match="open"):
        box.start(WISH)
    assert box.log_lines() == lines


def test_settings_are_checked(box):
    with pytest.raises(UserError, match="brightness"):
        box.configure(brightness=0)
    box.configure(sound=True)
    box.play("blue down blue")
    assert "entered" in box.beeps() and box.beeps() == []


def test_an_open_game_that_is_damaged_is_kept_aside_with_its_newest_entries_and_said(tmp_path):
    with VirtualBox(tmp_path / "box") as box:
        box.play("ok blue ok  blue down blue  down up")  # quick start, a lead, half a card
    game = tmp_path / "box" / "now" / "game"
    newest = (tmp_path / "box" / "now" / "tail").read_bytes()
    game.write_bytes(game.read_bytes()[:-1])
    with VirtualBox(tmp_path / "box") as box:
        assert box.status()["game"] is None
        assert "lost" in box.status()["warnings"]
        assert box.status()["screen"]["texts"] == ["A file of the", "memory was lost:", "now/game"]
    aside = b"".join(file.read_bytes() for file in (tmp_path / "box" / "torn").iterdir())
    assert newest[1:] in aside or newest in aside


def test_a_torn_tail_is_said_when_the_power_comes_back(tmp_path):
    with VirtualBox(tmp_path / "box") as box:
        box.play("ok blue ok  blue down blue  down up")
        before = box.status()["game"]["events"]
    tail = tmp_path / "box" / "now" / "tail"
    tail.write_bytes(tail.read_bytes() + bytes(30))
    with VirtualBox(tmp_path / "box") as box:
        screen = box.status()["screen"]
        assert screen["name"] == "notice" and "A power cut" in screen["texts"]
        assert box.status()["game"]["events"] == before
        box.play("blue")  # the next press goes on, and counts
        assert (box.status()["screen"]["name"], box.status()["game"]["phase"]) == ("trick", "half")


def test_a_game_that_cannot_be_read_is_said_and_does_not_stand_in_the_way(tmp_path):
    with VirtualBox(tmp_path / "box") as box:
        box.play("ok blue ok")
        box.app.journal.append(b"\xff nothing of this version")
    with VirtualBox(tmp_path / "box") as box:
        assert box.status()["screen"]["texts"][:2] == ["The open game", "cannot be read."]
        box.play("ok ok blue ok")
        assert (box.status()["game"]["events"], box.app.journal.open_key) == (0, 2)
        assert box.app.journal.read(1)[-1] == b"\xff nothing of this version"


def test_a_directory_name_that_is_too_long_is_one_sentence(tmp_path):
    with pytest.raises(UserError):
        VirtualBox(tmp_path / ("a" * 300))
