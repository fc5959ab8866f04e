"""The self-test: each key is counted, one that does not answer is named with its wire, the storage is really tried."""

import pytest

from companion.lang import en
from companion.storage.files import StorageFull
from companion.ui.screens.selftest import SelfTest
from robokraft.virtual.box import VirtualBox

ALL = "blue red orange green up down ok back"


@pytest.fixture
def box():
    with VirtualBox() as box:
        box.app.push(SelfTest(box.app))
        yield box


def shown(box):
    return box.status()["screen"]["texts"]


def test_it_is_the_last_line_of_the_settings():
    with VirtualBox() as box:
        box.play("down down down ok up ok")
        assert box.status()["screen"]["name"] == "selftest"


def test_all_keys_then_every_pixel_lit_then_dark_then_good(box):
    box.play(ALL)
    assert all(box.pixels())
    box.play("ok")
    assert not any(box.pixels())
    box.play("ok")
    assert shown(box) == [en.TEST_BUTTONS[0], en.TEST_STORAGE[0]]
    box.play("blue")
    assert box.status()["screen"]["name"] == "home"
    assert "trial" not in box.app.parts.files.names("")


def test_a_key_that_does_not_answer_is_named_with_its_wire(box):
    box.app.parts.wires = tuple(f"GP{6 + key}" for key in range(8))
    box.play("blue orange green up down back ok:hold ok ok")
    assert shown(box) == [en.TEST_BUTTONS[1], "RED GP7", en.TEST_STORAGE[0]]


def test_a_storage_that_refuses_is_said(box, monkeypatch):
    def full(name, data):
        raise StorageFull(name)

    monkeypatch.setattr(box.app.parts.files, "write", full)
    box.play(ALL + " ok ok")
    assert shown(box) == [en.TEST_BUTTONS[0], en.TEST_STORAGE[1]]


def test_back_held_leaves_at_once(box):
    box.play("blue back:hold")
    assert box.status()["screen"]["name"] == "home"
