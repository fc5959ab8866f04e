"""From the canvas over the real bytes of the bus to what a person sees; losing and finding the panel."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.drivers.panel import RETRY_MS
from panels import LONGEST, Display
from robokraft.virtual.panel import PanelError, PanelI2C
from robokraft.virtual.picture import MARGIN, to_image, to_png, to_text


def some_picture(canvas):
    canvas.text(3, -3, "Carol")
    canvas.suit(50, 20, 2, 24)
    canvas.rank(80, 20, 9, 32)
    canvas.text(0, 50, "Zoë plays", invert=True)


def test_the_panel_shows_the_canvas_upright():
    parts = Display().start()
    some_picture(parts.canvas)
    parts.refresher.refresh()
    assert parts.seen() == parts.meant() and any(parts.seen())


def test_the_drivers_own_show_gives_the_same_picture():
    parts = Display().start()
    some_picture(parts.canvas)
    parts.panel.driver.show()
    assert parts.seen() == parts.meant() and any(parts.seen())


BLOCK = st.tuples(st.integers(0, 127), st.integers(0, 63), st.integers(1, 128), st.integers(1, 64))


@given(st.lists(st.lists(BLOCK, max_size=4), min_size=1, max_size=6))
def test_whatever_changes_the_panel_shows_it(frames):
    parts = Display().start()
    for frame in frames:
        before = bytes(parts.panel.buffer)
        for block in frame:
            parts.canvas.invert(*block)
        changed = sum(a != b for a, b in zip(before, parts.panel.buffer))
        counted = parts.bus.bytes
        parts.bus.log = []
        sent = parts.refresher.refresh()
        assert parts.seen() == parts.meant()
        assert sent == parts.bus.bytes - counted
        assert (sent == 0) == (changed == 0)
        assert sent <= 1024 + 8 * 4 * 10
        assert all(0 < len(data) < LONGEST for _, data in parts.bus.log)


@given(st.binary(min_size=1024, max_size=1024), st.binary(min_size=1024, max_size=1024))
def test_a_wholly_new_picture_costs_no_more_than_the_frame(first, second):
    parts = Display().start()
    for picture in (first, second):
        parts.panel.buffer[:] = picture
        assert parts.refresher.refresh() <= 1024 + 8 * 11
        assert parts.seen() == parts.meant()


def test_a_small_change_costs_little_more_than_its_bytes():
    parts = Display().start()
    parts.canvas.fill(70, 30, 1, 1)
    assert parts.refresher.refresh() == 11  # 1 byte of pixels, 6 of commands, 2 control bytes, 2 addresses
    parts.canvas.text(36, 16, "Carol", 16)
    assert parts.refresher.refresh() <= 2 * parts.canvas.width("Carol", 16) + 10
    parts.canvas.fill(0, 0, 1, 1)
    parts.canvas.fill(127, 0, 1, 1)
    assert parts.refresher.refresh() == 22  # two windows, not the row between
    assert parts.refresher.refresh() == 0


def test_a_window_takes_two_transfers():
    parts = Display().start()
    parts.canvas.suit(40, 16, 0, 32)
    parts.bus.log = []
    parts.refresher.refresh()
    (_, commands), (_, data) = parts.bus.log
    assert commands == bytes((0x00, 0x21, 41, 70, 0x22, 2, 5))
    assert data[0] == 0x40 and len(data) == 1 + 30 * 4


@pytest.mark.parametrize("address", [0x3C, 0x3D])
def test_a_panel_is_found_at_either_address_and_never_by_an_empty_write(address):
    parts = Display(address=address)
    parts.bus.log = []
    parts.start()
    assert parts.panel.address == address
    assert all(to == address and data for to, data in parts.bus.log)


def test_without_a_panel_everything_goes_on_and_one_that_comes_late_shows_the_picture():
    parts = Display(present=False)
    assert not parts.panel.step(0) and not parts.panel.ready
    some_picture(parts.canvas)
    assert parts.refresher.refresh() == 0
    quiet = parts.bus.bytes
    for now in range(1, RETRY_MS):
        assert not parts.panel.step(now)
    assert parts.bus.bytes == quiet  # it does not look at every step
    parts.bus.present = True
    assert parts.panel.step(RETRY_MS)
    parts.refresher.refresh()
    assert parts.seen() == parts.meant() and any(parts.seen())


def test_looking_again_survives_the_wrap_of_the_clock():
    parts = Display(present=False)
    parts.panel.step((1 << 30) - 10)
    parts.bus.present = True
    assert not parts.panel.step(RETRY_MS - 11)
    assert parts.panel.step(RETRY_MS - 10)


@pytest.mark.parametrize("after", [0, 1, 3, 7, 8, 9, 100, 130, 400])
def test_a_panel_lost_within_a_transfer_shows_the_picture_when_it_is_back(after):
    parts = Display().start()
    some_picture(parts.canvas)
    parts.bus.fail_after = after
    parts.refresher.refresh()
    assert not parts.panel.ready and parts.panel.address is None
    parts.canvas.hline(0, 40, 128)
    assert parts.refresher.refresh() == 0
    assert not parts.panel.step(0)  # this time is too soon
    parts.bus.present = True
    assert parts.panel.step(RETRY_MS)
    parts.refresher.refresh()
    assert parts.seen() == parts.meant()


def test_a_panel_lost_again_while_it_is_set_up_is_looked_for_again():
    parts = Display()
    for after in range(0, 1100, 50):
        parts.bus.present = True
        parts.bus.fail_after = after
        some_picture(parts.canvas)
        meant = parts.meant()
        assert not parts.panel.step(after * RETRY_MS) and not parts.panel.ready
        assert parts.meant() == meant  # what was drawn is not lost with it
    parts.bus.fail_after = None
    parts.bus.present = True
    assert parts.panel.step(1100 * RETRY_MS)
    parts.refresher.refresh()
    assert parts.seen() == parts.meant()


def test_brightness_sleep_and_flip_are_what_they_were_after_a_loose_wire():
    parts = Display().start()
    parts.panel.brightness(40)
    parts.panel.flip(True)
    some_picture(parts.canvas)
    parts.refresher.refresh()
    turned = parts.meant()[::-1]
    assert parts.seen() == turned and parts.bus.contrast == 40
    parts.panel.sleep(True)
    assert not any(parts.seen()) and not parts.bus.on
    parts.bus.present = False
    parts.panel.brightness(80)  # nobody hears it
    assert not parts.panel.ready
    parts.bus.present = True
    assert parts.panel.step(RETRY_MS)
    assert not parts.bus.on and parts.bus.contrast == 80
    parts.refresher.refresh()
    parts.panel.sleep(False)
    assert parts.seen() == turned
    parts.panel.flip(False)
    parts.refresher.refresh()
    assert parts.seen() == parts.meant()


# --- the model, against the data sheet


def model(*commands):
    """A panel that is lit, horizontal, upright and empty, with some more commands."""
    bus = PanelI2C()
    bus.writeto(0x3C, bytes((0x00, 0xA1, 0xC8, 0x8D, 0x14, 0x20, 0x00, 0x21, 0, 127, 0x22, 0, 7)))
    bus.writeto(0x3C, b"\x40" + bytes(1024))
    bus.writeto(0x3C, bytes((0x00, 0xAF, *commands)))
    return bus


def points(bus):
    pixels = bus.pixels()
    return {(i % 128, i // 128) for i in range(len(pixels)) if pixels[i]}


def test_the_control_byte_says_what_follows():
    bus = model()
    bus.writeto(0x3C, bytes((0x80, 0x21, 0x80, 5, 0x80, 9, 0xC0, 0x01, 0x40, 0x02, 0x04)))
    assert points(bus) == {(5, 0), (6, 1), (7, 2)}
    with pytest.raises(PanelError):
        bus.writeto(0x3C, b"\x20\x00")


def test_horizontal_addressing_wraps_in_its_window():
    bus = model(0x21, 126, 127, 0x22, 7, 7)
    bus.writeto(0x3C, b"\x40\x01\x02\x04")  # the third is back at the first column
    assert points(bus) == {(126, 58), (127, 57)}
    bus = model(0x21, 10, 11, 0x22, 1, 2)
    bus.writeto(0x3C, b"\x40\x01\x02\x04\x08\x10")
    assert points(bus) == {(10, 12), (11, 9), (10, 18), (11, 19)}


def test_vertical_addressing_goes_down_first():
    bus = model(0x20, 0x01, 0x21, 10, 11, 0x22, 1, 2)
    bus.writeto(0x3C, b"\x40\x01\x02\x04")
    assert points(bus) == {(10, 8), (10, 17), (11, 10)}


def test_page_addressing_stays_in_its_page():
    bus = model(0x20, 0x02, 0xB3, 0x0E, 0x17)
    bus.writeto(0x3C, b"\x40\x01\x02\x04")
    assert points(bus) == {(126, 24), (127, 25), (0, 26)}


def test_what_moves_or_mirrors_the_picture():
    def one(*commands):
        bus = model()
        bus.writeto(0x3C, b"\x40\x01")
        bus.writeto(0x3C, bytes((0x00, *commands)))
        return points(bus)

    assert one() == {(0, 0)}
    assert one(0x41) == {(0, 63)}  # start line 1: row 1 on top
    assert one(0xD3, 8) == {(0, 56)}
    assert one(0xC0) == {(0, 63)}
    assert one(0xA0) == {(0, 0)}  # only what is written from now on
    assert one(0xA8, 31) == {(0, 32)}  # half of the rows are driven, the lower half of the glass
    assert len(one(0xA7)) == 128 * 64 - 1
    assert len(one(0xA5)) == 128 * 64
    assert one(0xA5, 0xA4) == {(0, 0)}
    assert one(0xAE) == set()
    assert one(0x8D, 0x10) == set()  # no charge pump, no light


def test_segments_are_mirrored_as_they_are_written():
    bus = model(0xA0, 0x21, 0, 127, 0x22, 0, 7)
    bus.writeto(0x3C, b"\x40\x01")
    assert points(bus) == {(127, 0)}


def test_every_command_of_the_data_sheet_is_known_and_no_other():
    lengths = {
        0x20: 1, 0x21: 2, 0x22: 2, 0x26: 6, 0x27: 6, 0x29: 5, 0x2A: 5, 0x81: 1, 0x8D: 1,
        0xA3: 2, 0xA8: 1, 0xAD: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1,
    }  # fmt: skip
    single = {*range(0x20), *range(0x40, 0x80), *range(0xB0, 0xB8), *range(0xC0, 0xD0)}
    single |= {0x2E, 0x2F, 0xA0, 0xA1, 0xA4, 0xA5, 0xA6, 0xA7, 0xAE, 0xAF, 0xE3}
    for command in range(256):
        bus = model(0x20, 0x02)
        if command in lengths:
            values = (0, 7) if command in (0x21, 0x22) else (31,) if command == 0xA8 else (0,) * 6
            bus.writeto(0x3C, bytes((0x00, command, *values[: lengths[command]], 0xAE)))
            assert not bus.on  # 0xAE was taken as a command: the parameters are as many as said
        elif command in single:
            bus.writeto(0x3C, bytes((0x00, command, 0xAE)))
            assert not bus.on
        else:
            with pytest.raises(PanelError):
                bus.writeto(0x3C, bytes((0x00, command)))


def test_impossible_windows_and_modes_are_refused():
    for commands in ((0x21, 5, 4), (0x21, 0, 128), (0x22, 0, 8), (0x20, 3), (0xA8, 3)):
        with pytest.raises(PanelError):
            model(*commands)


def test_the_bus_refuses_what_a_real_one_refuses():
    bus = PanelI2C()
    for attempt in (
        lambda: bus.writeto(0x3D, b"\x00"),
        lambda: bus.readfrom_into(0x3D, bytearray(1)),
        lambda: bus.writeto(0x3C, b""),
    ):
        with pytest.raises(OSError):
            attempt()
    assert bus.readfrom(0x3C, 1) == b"\x40"  # display off
    assert model().readfrom(0x3C, 1) == b"\x00"
    bus.present = False
    with pytest.raises(OSError):
        bus.readfrom(0x3C, 1)


def test_a_panel_plugged_in_again_is_off_and_full_of_noise():
    bus = model()
    bus.present = False
    bus.present = True
    assert not bus.on
    bus.writeto(0x3C, bytes((0x00, 0x8D, 0x14, 0xAF)))
    assert 1000 < len(points(bus)) < 7000


# --- pictures of it


def test_pictures_for_people(tmp_path):
    parts = Display().start()
    parts.canvas.fill(5, 7, 1, 2)
    parts.refresher.refresh()
    pixels = parts.bus.pixels()
    lines = to_text(pixels).split("\n")
    assert len(lines) == 32 and lines[3][5] == "▄" and lines[4][5] == "▀"
    image = to_image(pixels, scale=3)
    assert image.size == ((128 + 2 * MARGIN) * 3, (64 + 2 * MARGIN) * 3)
    bright = {
        (x // 3 - MARGIN, y // 3 - MARGIN)
        for x in range(image.width)
        for y in range(image.height)
        if min(image.getpixel((x, y))) > 200
    }
    assert bright == {(5, 7), (5, 8)}
    to_png(pixels, tmp_path / "a.png", scale=1)
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")


PROGRAM = """
import gc
from companion.drivers.panel import Panel
from companion.ui.canvas import Canvas
from companion.ui.refresher import Refresher
from robokraft.virtual.panel import PanelI2C
bus = PanelI2C()
panel = Panel(bus)
canvas = Canvas(panel.buffer)
refresher = Refresher(panel)
panel.step(0)

def check():
    pixels = bus.pixels()
    for y in range(64):
        for x in range(128):
            assert pixels[y * 128 + x] == panel.buffer[(y >> 3) * 128 + x] >> (y & 7) & 1, (x, y)

for turn in range(12):
    canvas.invert(turn * 37 % 100, turn * 23 % 50, 5 + turn * 7, 3 + turn)
    canvas.suit(turn * 9, turn * 5, turn % 4, 16)
    print(refresher.refresh())
    check()
panel.flip(True)
print(refresher.refresh())
panel.flip(False)
bus.fail_after = 300
print(refresher.refresh(), panel.ready)
bus.present = True
print(panel.step(500), refresher.refresh())
check()

class Mute:
    def writeto(self, address, data):
        pass
    def readfrom_into(self, address, data):
        pass

panel = Panel(Mute())
refresher = Refresher(panel)
panel.step(0)
refresher.refresh()
gc.collect()
gc.disable()
for turn in range(8):
    panel.buffer[turn * 140] ^= 255
before = gc.mem_alloc()
refresher.refresh()
used = gc.mem_alloc() - before
print(used)
assert used < 6000, used
"""


def test_micropython_shows_the_same_and_needs_no_heap_for_it(unix):
    ran = unix.run(PROGRAM)
    assert ran.exit == 0, ran.stdout + ran.stderr
    lines = ran.stdout.split("\n")
    assert lines[-5:-2] == ["1034", "0 False", "True 1034"]
