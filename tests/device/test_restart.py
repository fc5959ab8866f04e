"""A game of another kind begins in an empty memory, where a box can start its program anew; nothing of it is lost."""

import pytest

from companion.ui import places
from device.stored import memory_of
from emulator import five, rig
from robokraft.virtual.box import VirtualBox


@pytest.fixture
def restarts(tmp_path, monkeypatch):
    """A box that counts what a Pico would do, in a list."""
    monkeypatch.setattr(places, "_been", [])
    with VirtualBox(tmp_path / "box") as box:
        box.configure(coach=False)
        calls = []
        box.app.parts.restart = calls.append
        yield box, calls


def test_a_game_of_another_kind_begins_by_a_restart_and_is_there_after_it(restarts, tmp_path):
    box, calls = restarts
    five.begin(box, "robokraft")
    five.enter(box, "robokraft")
    assert calls == []
    five.begin(box, "robots")
    assert calls == [150]
    assert box.status()["screen"]["texts"][:2] == ["Making room", "for the game …"]
    places._been.clear()
    with VirtualBox(rig.laid(memory_of(tmp_path / "box"), tmp_path / "after")) as after:
        assert after.status()["game"]["id"] == box.status()["game"]["id"]
        five.enter(after, "robots")


def test_games_of_one_kind_need_none(restarts):
    box, calls = restarts
    for _ in range(3):
        five.begin(box, "robokraft")
        five.enter(box, "robokraft")
    assert calls == []


def test_only_looking_at_another_kind_needs_one_on_the_way_back(restarts):
    box, calls = restarts
    five.begin(box, "robokraft")
    box.play("back:hold up ok  down down ok ok  down ok ok ok ok")  # Robot X: as far as what only it asks
    assert "robot_x" in places._been
    box.play("back back back back back back back")
    assert calls == [] and box.status()["screen"]["name"] == "home"
    box.play("up up ok")
    assert calls == [150]


def test_a_key_that_finds_no_memory_ends_in_a_restart(restarts, monkeypatch):
    box, calls = restarts
    five.begin(box, "robokraft")
    five.enter(box, "robokraft")
    before = box.status()["game"]["events"]

    def none(key):
        raise MemoryError

    monkeypatch.setattr(box.app.stack[-1], "press", none)
    box.play("blue")
    assert calls == [150] and box.status()["game"]["events"] == before
    assert box.app.crashes.read()[0][0] == "input"
