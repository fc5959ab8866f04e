"""A box that can start its program anew does so where a key finds no memory; nothing that was entered is lost."""

import pytest

from emulator import five
from robokraft.virtual.box import VirtualBox


@pytest.fixture
def restarts(tmp_path):
    """A box that counts what a Pico would do, in a list."""
    with VirtualBox(tmp_path / "box") as box:
        box.configure(coach=False)
        calls = []
        box.app.parts.restart = calls.append
        yield box, calls


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
