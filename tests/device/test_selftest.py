"""The self-test: each key is counted, one that does not answer is named with its wire, the storage is really tried."""

import pytest

from companion.keys import BACK, GREEN, OK, RED, UP
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
    box.play("blue orange green up down back ok:hold ok ok")
    assert shown(box) == [en.TEST_BUTTONS[1], "RED open: GP7, pin 10", en.TEST_STORAGE[0]]


def test_more_than_a_page_of_them_are_all_named(box):
    box.play("up up up up up")
    assert shown(box)[1:] == [
        "BLUE open: GP6, pin 9",
        "RED open: GP7, pin 10",
        "ORANGE open: GP8, pin 11",
        "4 more: any key",
    ]
    box.play("up")
    assert shown(box)[1:] == [
        "GREEN open: GP9, pin 12",
        "DOWN open: GP11, pin 15",
        "OK open: GP12, pin 16",
        "1 more: any key",
    ]
    box.play("up")
    assert shown(box)[1:] == ["BACK open: GP13, pin 17", en.TEST_STORAGE[0]]
    box.play("up")
    assert box.status()["screen"]["name"] == "home"


def test_on_a_flipped_box_the_wire_is_that_of_the_cap(box):
    """The key that was not touched has DOWN on its cap, though it means UP now."""
    box.configure(flip=True)
    box.play("blue red orange green up ok back back back ok ok")
    assert shown(box) == [en.TEST_BUTTONS[1], "DOWN open: GP11, pin 15", en.TEST_STORAGE[0]]


def test_a_line_that_touches_ground_opens_it_at_power_up_and_is_named():
    with VirtualBox(grounded=1 << RED) as box:
        assert box.status()["screen"]["name"] == "selftest"
        box.play("blue orange green up down ok back back back ok ok")
        assert shown(box) == [en.TEST_BUTTONS[1], "RED stuck: GP7, pin 10", en.TEST_STORAGE[0]]


def test_a_line_that_hangs_in_the_air_is_named():
    with VirtualBox(cut=1 << OK) as box:
        box.app.push(SelfTest(box.app))
        box.play(ALL + " back back up up")
        assert shown(box) == [en.TEST_BUTTONS[1], "OK open: GP12, pin 16", en.TEST_STORAGE[0]]


def test_a_key_that_jams_when_it_is_pressed_is_named():
    with VirtualBox() as box:
        box.app.push(SelfTest(box.app))
        box.play("blue red orange down ok back")
        for also in (0, 1 << UP, 0, 1 << OK, 0, 1 << UP, 0):
            box.press_mask(1 << GREEN | also)
            box.run(100)
        assert shown(box) == [en.TEST_BUTTONS[1], "GREEN stuck: GP9, pin 12", en.TEST_STORAGE[0]]


def test_it_opens_over_a_game_and_goes_back_to_it(tmp_path):
    with VirtualBox(tmp_path / "box") as box:
        box.play("ok red ok")
        place = box.status()
    with VirtualBox(tmp_path / "box", grounded=1 << GREEN) as box:
        assert box.status()["screen"]["name"] == "selftest"
        box.play("back:hold")
        assert box.status()["screen"] == place["screen"]


def test_back_that_touches_ground_does_not_open_it():
    """BACK held at power-up starts without the program, and one that is stuck is passed over."""
    with VirtualBox(grounded=1 << BACK) as box:
        assert box.status()["screen"]["name"] == "home" and box.app.keys.stuck == 1 << BACK


def test_a_storage_that_refuses_is_said(box, monkeypatch):
    def full(name, data):
        raise StorageFull(name)

    monkeypatch.setattr(box.app.parts.files, "write", full)
    box.play(ALL + " ok ok")
    assert shown(box) == [en.TEST_BUTTONS[0], en.TEST_STORAGE[1]]


def test_back_held_leaves_at_once(box):
    box.play("blue back:hold")
    assert box.status()["screen"]["name"] == "home"
