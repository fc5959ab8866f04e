"""The display's chips: an SH1106 shows the same as an SSD1306 and no column of garbage, whatever happens to the wire."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.drivers.panel import CHIPS, RETRY_MS, Panel
from companion.storage.settings import DECLARED
from panels import LONGEST, Display
from robokraft.virtual.panel import PanelError, PanelI2C


def some_picture(canvas):
    canvas.fill(0, 0, 1, 64)
    canvas.fill(127, 0, 1, 64)
    canvas.text(3, 3, "Carol")
    canvas.suit(50, 20, 2, 24)
    canvas.text(0, 48, "Zoë plays", invert=True)


def test_the_setting_offers_what_the_driver_knows():
    assert [row[1:] for row in DECLARED if row[0] == "display"] == [("ssd1306", CHIPS)]


@pytest.mark.parametrize("chip", ["ssd1306", "ssd1309", "sh1106"])
@pytest.mark.parametrize("address", [0x3C, 0x3D])
@pytest.mark.parametrize("flip", [False, True])
def test_every_chip_shows_the_picture_to_its_last_column(chip, address, flip):
    parts = Display(chip, address)
    parts.panel.flip(flip)
    parts.start()
    assert parts.panel.address == address
    assert not any(parts.seen())  # whatever noise was in its memory
    some_picture(parts.canvas)
    parts.refresher.refresh()
    assert parts.seen() == (parts.meant()[::-1] if flip else parts.meant())
    parts.panel.flip(not flip)
    parts.refresher.refresh()
    assert parts.seen() == (parts.meant() if flip else parts.meant()[::-1])


BLOCK = st.tuples(st.integers(0, 127), st.integers(0, 63), st.integers(1, 128), st.integers(1, 64))


@given(st.lists(st.lists(BLOCK, max_size=4), min_size=1, max_size=6))
def test_whatever_changes_an_sh1106_shows_it(frames):
    parts = Display("sh1106").start()
    for frame in frames:
        before = bytes(parts.panel.buffer)
        for block in frame:
            parts.canvas.invert(*block)
        changed = before != bytes(parts.panel.buffer)
        counted = parts.bus.bytes
        parts.bus.log = []
        sent = parts.refresher.refresh()
        assert parts.seen() == parts.meant()
        assert sent == parts.bus.bytes - counted
        assert (sent > 0) == changed
        assert all(0 < len(data) < LONGEST for _, data in parts.bus.log)


def test_a_change_on_an_sh1106_is_one_transfer_a_page():
    parts = Display("sh1106").start()
    parts.bus.log = []
    parts.canvas.fill(126, 7, 2, 2)
    assert parts.refresher.refresh() == 2 * (1 + 7 + 2)
    assert parts.bus.log == [
        (0x3C, bytes((0x80, 0xB0, 0x80, 0x00, 0x80, 0x18, 0x40, 0x80, 0x80))),
        (0x3C, bytes((0x80, 0xB1, 0x80, 0x00, 0x80, 0x18, 0x40, 0x01, 0x01))),
    ]


@pytest.mark.parametrize("after", [0, 1, 6, 7, 20, 300, 900])
def test_an_sh1106_that_comes_back_shows_the_picture(after):
    parts = Display("sh1106").start()
    parts.panel.brightness(33)
    some_picture(parts.canvas)
    parts.bus.fail_after = after
    parts.canvas.invert(0, 0, 128, 64)
    parts.refresher.refresh()
    assert not parts.panel.ready
    parts.bus.present = True
    assert parts.panel.step(RETRY_MS)
    parts.refresher.refresh()
    assert parts.seen() == parts.meant() and parts.bus.contrast == 33


def test_an_sh1106_lost_while_it_is_set_up_is_looked_for_again():
    for after in range(0, 48):
        parts = Display("sh1106")
        parts.bus.fail_after = after
        assert not parts.panel.step(0) and not parts.panel.ready
        parts.bus.present = True
        assert parts.panel.step(RETRY_MS)
        parts.refresher.refresh()
        assert parts.seen() == parts.meant()


def test_another_chip_is_set_up_at_once():
    parts = Display("ssd1306", there="sh1106")
    with pytest.raises(PanelError):  # the model is strict: a real one shows nonsense
        parts.panel.step(0)
    parts.panel.use("sh1106")
    some_picture(parts.canvas)
    assert not parts.panel.ready
    assert parts.panel.step(RETRY_MS)
    parts.refresher.refresh()
    assert parts.seen() == parts.meant()
    parts.panel.use("sh1106")
    assert parts.panel.ready  # nothing new


def test_a_box_without_a_display_leaves_the_bus_alone():
    parts = Display("none")
    some_picture(parts.canvas)
    for now in range(0, 10 * RETRY_MS, 50):
        assert not parts.panel.step(now)
    assert parts.refresher.refresh() == 0 and parts.bus.bytes == 0
    parts.panel.use("ssd1306")
    assert parts.panel.step(10 * RETRY_MS)


def test_unknown_chips_are_refused():
    with pytest.raises(ValueError):
        Panel(PanelI2C(), "ssd1325")
    with pytest.raises(ValueError):
        Display("sh1106").panel.use("ssd1325")


# --- the model, against the data sheet


def model(*commands):
    bus = PanelI2C(chip="sh1106")
    bus.writeto(0x3C, bytes((0x00, 0xA1, 0xC8)))
    for page in range(8):
        bus.writeto(0x3C, bytes((0x00, 0xB0 | page, 0x00, 0x10)))
        bus.writeto(0x3C, b"\x40" + bytes(132))
    bus.writeto(0x3C, bytes((0x00, 0xAF, *commands)))
    return bus


def points(bus):
    pixels = bus.pixels()
    return {(i % 128, i // 128) for i in range(len(pixels)) if pixels[i]}


def test_the_glass_begins_at_the_third_column():
    bus = model(0xB2, 0x02, 0x10)
    bus.writeto(0x3C, b"\x40\x01\x02")
    assert points(bus) == {(0, 16), (1, 17)}
    bus = model(0xB2, 0x00, 0x10)
    bus.writeto(0x3C, b"\x40\xff\xff")
    assert points(bus) == set()
    bus = model(0xB7, 0x01, 0x18)
    bus.writeto(0x3C, b"\x40\x80\xff\xff")
    assert points(bus) == {(127, 63)}
    with pytest.raises(PanelError):
        bus.writeto(0x3C, b"\x40\x01")


def test_it_turns_round_and_lights_without_a_charge_pump():
    bus = model(0xA0, 0xC0, 0xB0, 0x02, 0x10)
    bus.writeto(0x3C, b"\x40\x01")
    assert points(bus) == {(127, 63)}
    bus.writeto(0x3C, bytes((0x00, 0xAD, 0x8A)))
    assert points(bus) == set()
    bus.writeto(0x3C, bytes((0x00, 0xAD, 0x8B)))
    assert points(bus) == {(127, 63)}


def test_it_has_no_windows_and_no_scrolling():
    for command in (0x21, 0x22, 0x26, 0x29, 0x2E, 0x2F, 0xA3):
        with pytest.raises(PanelError):
            model(command)
    model(0x20, 0x8D, 0xE0, 0xEE, 0xE3, 0x32)
