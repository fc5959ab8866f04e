"""`robokraft play`: pictures that fit, keys and mouse that reach the box, in a real terminal too."""

import asyncio
import os
import re
import signal
import sys
import time

import pytest
from textual.events import MouseDown, MouseUp

from companion.ui.suits import DEFAULT, SHAPES
from robokraft.emulator.desk import Desk as DesktopOfPico
from robokraft.emulator.desk import app_of
from robokraft.virtual.box import KEYS, VirtualBox
from robokraft.virtual.cells import SIZES, drawn, fitting
from robokraft.virtual.fingers import Fingers
from robokraft.virtual.tui import SIGNS, BoxApp, Key, stroke_of

WISH = {
    "game": "robokraft",
    "mode": "cards",
    "players": ["Ann", "Ben", "Cyd"],
    "setup": {"lead": 0, "discs": "BROG"},
}
BLUE, DOWN, OK, BACK = (KEYS.index(name) for name in ("blue", "down", "ok", "back"))


@pytest.fixture
def box():
    with VirtualBox() as made:
        made.start(WISH)
        yield made


# The picture


@pytest.mark.parametrize(
    ("window", "size"),
    [
        ((80, 17), (64, 16)),
        ((63, 40), None),
        ((80, 15), None),
        ((128, 31), (64, 16)),
        ((128, 32), (128, 32)),
        ((300, 70), (256, 64)),
    ],
)
def test_the_picture_is_as_large_as_fits(window, size):
    assert fitting(*window) == size


def undrawn(text, size):
    """The pixels that such a picture shows."""
    lines = text.split("\n")
    out = bytearray()
    for y in range(64):
        for x in range(128):
            cell = lines[y * size[1] // 64][x * size[0] // 128]
            if size[0] == 64:
                bit = (0x01, 0x02, 0x04, 0x40, 0x08, 0x10, 0x20, 0x80)[x % 2 * 4 + y % 4]
                out.append(bool(ord(cell) - 0x2800 & bit))
            elif size[0] == 128:
                out.append(cell == "█" or cell == "▀▄"[y % 2])
            else:
                out.append(cell == "█")
    return bytes(out)


@pytest.mark.parametrize("size", SIZES)
def test_the_picture_is_what_the_panel_shows(box, size):
    text = drawn(box.pixels(), size)
    assert [len(line) for line in text.split("\n")] == [size[0]] * size[1]
    assert undrawn(text, size) == bytes(box.pixels())
    assert sum(box.pixels()) > 500


# Keys


@pytest.mark.parametrize(
    ("key", "stroke"),
    [
        ("b", ("blue", False)), ("2", ("red", False)), ("o", ("orange", False)), ("4", ("green", False)),
        ("up", ("up", False)), ("d", ("down", False)), ("enter", ("ok", False)), ("k", ("ok", False)),
        ("backspace", ("back", False)), ("escape", ("back", False)), ("K", ("ok", True)), ("X", ("back", True)),
        ("shift+enter", ("ok", True)), ("shift+up", ("up", True)), ("O", ("orange", True)), ("q", None), ("f1", None), ("é", None),
    ],
)  # fmt: skip
def test_terminal_keys(key, stroke):
    assert stroke_of(key) == (stroke and (KEYS.index(stroke[0]), stroke[1]))


def test_every_hold_that_means_something_has_a_plain_key():
    plain = [stroke_of(letter) for letter in "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"]
    assert all((key, hold) in plain for key in range(8) for hold in (False, True))


def test_strokes_follow_one_another(box):
    fingers = Fingers(box)
    for name in ("blue", "down", "blue", "down", "up"):
        fingers.strike(KEYS.index(name))
    fingers.run(5 * 120 + 50)
    assert box.status()["game"]["events"] == 2


def test_a_stroke_may_be_a_hold(box):
    fingers = Fingers(box)
    fingers.strike(BACK, hold=True)
    fingers.run(700)
    assert box.status()["screen"]["name"] == "trick" and fingers.mask == 1 << BACK
    fingers.run(300)
    assert box.status()["screen"]["name"] == "menu" and fingers.mask == 0


def test_the_mouse_holds_as_long_as_it_is_down(box):
    fingers = Fingers(box)
    fingers.touch(BACK)
    for _ in range(20):
        fingers.run(20)
    fingers.leave()
    fingers.run(100)
    assert box.status()["screen"]["name"] == "notice"
    fingers.touch(BACK)
    fingers.run(900)
    assert box.status()["screen"]["name"] == "menu"
    fingers.leave()
    fingers.run(20)
    assert fingers.mask == 0


def test_the_shortest_click_is_a_press(box):
    fingers = Fingers(box)
    fingers.touch(BLUE)
    fingers.leave()
    fingers.run(200)
    assert box.status()["game"]["phase"] == "half" and fingers.mask == 0


def test_a_key_that_repeats_by_itself_does_not_run_on(box):
    fingers = Fingers(box)
    for _ in range(500):
        fingers.strike(BLUE)
    for _ in range(3):
        fingers.run(1000)
    assert fingers.mask == 0


# On the screen


def in_app(box, act, size=(80, 24)):
    async def run():
        app = BoxApp(box, "a title")
        async with app.run_test(size=size) as pilot:
            await pilot.pause(0.1)
            return await act(app, pilot)

    return asyncio.run(run())


def picture(app):
    return str(app.query_one("#panel").render())


def test_keys_reach_the_box_and_the_picture_follows(box):
    async def act(app, pilot):
        before = picture(app)
        assert undrawn(before, (64, 16)) == bytes(box.pixels())
        await pilot.press("b", "down", "1")
        await pilot.pause(0.6)
        assert picture(app) != before and undrawn(picture(app), (64, 16)) == bytes(box.pixels())
        return box.status()["game"]["events"]

    assert in_app(box, act) == 1


def test_capitals_hold(box):
    async def act(app, pilot):
        await pilot.press("X")
        await pilot.pause(1.2)
        return box.status()["screen"]["name"]

    assert in_app(box, act) == "menu"


def test_the_mouse_reaches_the_box(box):
    async def act(app, pilot):
        await pilot.click("#blue")
        await pilot.pause(0.3)
        clicked = box.status()["game"]["phase"]
        key = app.query_one("#back", Key)
        for kind, pause in ((MouseDown, 1.0), (MouseUp, 0.2)):
            key.post_message(kind(key, 1, 1, 0, 0, 1, False, False, False))
            await pilot.pause(pause)
        return clicked, box.status()["screen"]["name"]

    assert in_app(box, act) == ("half", "menu")


@pytest.mark.parametrize(
    ("window", "size"), [((80, 24), (64, 16)), ((130, 40), (128, 32)), ((260, 72), (256, 64))]
)
def test_everything_fits(box, window, size):
    async def act(app, pilot):
        for widget in ("#panel", "#legend", "#blue", "#back"):
            region = app.query_one(widget).region
            assert region.height and app.screen.region.contains_region(region), widget
        return undrawn(picture(app), size)

    assert in_app(box, act, window) == bytes(box.pixels())


@pytest.mark.parametrize(
    ("kept", "says"), [(True, "the game is kept."), (False, "nothing is kept without --data.")]
)
def test_what_becomes_of_the_game_is_said(box, kept, says):
    async def run():
        app = app_of(box, "an emulated Pico", kept)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause(0.1)
            legend = app.query_one("#legend")
            assert app.screen.region.contains_region(legend.region)
            return str(legend.render()).splitlines()

    box.budget_ms = lambda real_s: 0
    box.serve = lambda: None
    told = asyncio.run(run())
    assert told[1].endswith(f"q quits; {says}") and max(map(len, told)) <= 80


def test_it_grows_with_the_window_and_says_when_it_is_too_small(box):
    async def act(app, pilot):
        await pilot.resize_terminal(140, 45)
        await pilot.pause(0.2)
        assert picture(app).count("\n") == 31
        for columns, rows in ((79, 40), (50, 20), (20, 6)):
            await pilot.resize_terminal(columns, rows)
            await pilot.pause(0.2)
            assert "too small" in picture(app) and not app.query_one("#keys").display
            assert app.screen.region.contains_region(app.query_one("#panel").region)
        await pilot.resize_terminal(80, 24)
        await pilot.pause(0.2)
        assert app.query_one("#keys").display and app.query_one("#legend").display

    in_app(box, act)


def test_sounds_are_seen(box):
    box.configure(sound=True)

    async def act(app, pilot):
        await pilot.press("b", "u", "b")
        titles = set()
        for _ in range(40):
            await pilot.pause(0.05)
            titles.add(str(app.query_one("#title").render()))
        return titles

    assert in_app(box, act) == {"a title", "a title  ♪ entered"}


def test_the_keys_of_suits_wear_their_shapes(box):
    def labels(app):
        return [str(key.render()).split("\n")[0] for key in app.query(Key)]

    async def act(app, pilot):
        before = labels(app)
        box.configure(shapes=["star", "triangle", "bars", "ring"])
        await pilot.pause(0.2)
        return before, labels(app)

    others = ["UP", "DOWN", "OK", "BACK"]
    assert in_app(box, act) == (
        ["● BLUE", "▲ RED", "■ ORANGE", "✚ GREEN", *others],
        ["★ BLUE", "▲ RED", "▥ ORANGE", "○ GREEN", *others],
    )


def test_every_shape_has_a_sign_of_its_own():
    assert set(SIGNS) == set(SHAPES) and len(set(SIGNS.values())) == len(SHAPES)
    assert DesktopOfPico.shapes(None) == DEFAULT


@pytest.mark.parametrize("key", ["question_mark", "z", "9", "f1"])
def test_a_key_that_means_nothing_gets_help(box, key):
    async def act(app, pilot):
        def legend():
            return str(app.query_one("#legend").render())

        before = legend()
        await pilot.press(key)
        await pilot.pause(0.1)
        helped = legend()
        region = app.query_one("#legend").region
        assert app.screen.region.contains_region(region) and region.width >= max(map(len, helped.split("\n")))
        await pilot.press("b")
        await pilot.pause(0.1)
        return before == legend(), helped

    back, helped = in_app(box, act)
    assert back and helped.startswith("RoboKraft, a card: suit, u (0–5) or d (6–11), then b r o g u d")


# In a terminal


def test_without_a_terminal_it_says_what_to_do(process):
    ran = process("play", input=b"")
    assert (ran.returncode, ran.stdout) == (2, b"")
    assert b"terminal" in ran.stderr and b"demo" in ran.stderr


@pytest.mark.skipif(os.name == "nt", reason="POSIX terminals")
@pytest.mark.parametrize("led", ["", "2>/dev/null", ">/dev/null", "</dev/null"])
def test_all_three_streams_must_be_the_terminal(tmp_path, led):
    """Its picture goes to standard error: with that in a file nothing would be seen."""
    seen, code = in_a_terminal(
        f"play --data {tmp_path}/box {led}", lambda terminal, _child: os.write(terminal, b"q")
    )
    assert code == (2 if led else 0)
    assert ("needs a terminal" in seen) == (led not in ("", "2>/dev/null"))
    assert (tmp_path / "box").exists() == (not led)


@pytest.mark.skipif(os.name == "nt", reason="POSIX terminals")
def test_whoever_ends_it_leaves_the_terminal_as_it_was(tmp_path):
    def act(_terminal, child):
        os.kill(child, signal.SIGTERM)

    seen, code = in_a_terminal(f"play --data {tmp_path}/box", act)
    assert code == 0 and f"Everything is kept in {tmp_path}/box" in " ".join(seen.split())
    for on, off in (
        ("\x1b[?1049h", "\x1b[?1049l"),
        ("\x1b[?1000h", "\x1b[?1000l"),
        ("\x1b[?25l", "\x1b[?25h"),
    ):
        assert on in seen and seen.rindex(off) > seen.rindex(on)


def in_a_terminal(line, act):
    """(what it shows, exit code) of a command line in a terminal; `act` is called as soon as the keys are explained."""
    import fcntl
    import pty
    import select
    import struct
    import termios

    command = ["sh", "-c", f'exec "$0" -m robokraft {line}', sys.executable]
    child, terminal = pty.fork()
    if not child:
        os.execve("/bin/sh", command, {**os.environ, "TERM": "xterm-256color"})
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    seen, acted = b"", False
    end = time.monotonic() + 40
    while time.monotonic() < end:
        if select.select([terminal], [], [], 0.05)[0]:
            try:
                seen += os.read(terminal, 65536)
            except OSError:
                break
        if b"quits" in seen and not acted:
            acted = True
            act(terminal, child)
    os.close(terminal)
    return seen.decode("utf-8", "replace"), os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


@pytest.mark.skipif(os.name == "nt", reason="POSIX terminals")
def test_a_game_in_a_real_terminal_is_kept(tmp_path, robokraft):
    import fcntl
    import pty
    import select
    import struct
    import termios

    arguments = [
        sys.executable,
        "-c",
        "from robokraft.cli import main; main()",
        "play",
        "--data",
        str(tmp_path / "box"),
    ]
    child, terminal = pty.fork()
    if not child:
        os.execve(sys.executable, arguments, {**os.environ, "TERM": "xterm-256color"})
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    seen = b""

    def read_for(seconds, until=b"\0"):
        nonlocal seen
        end = time.monotonic() + seconds
        while time.monotonic() < end and not re.search(until, seen):
            if select.select([terminal], [], [], 0.05)[0]:
                try:
                    seen += os.read(terminal, 65536)
                except OSError:
                    return

    read_for(20, "quits".encode())
    assert b"quits" in seen
    for keys in ("\r", "b", "\r", "b", "u", "r"):
        os.write(terminal, keys.encode())
        read_for(0.4)
    os.write(terminal, b"q")
    read_for(10)
    told = re.sub(rb"\s+", b" ", seen)
    assert b"Everything is kept in " + bytes(tmp_path / "box") in told
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    os.close(terminal)
    game = robokraft("simulate", "--data", tmp_path / "box", "--keys", os.devnull, "--json").json["game"]
    assert game["events"] == 1 and game["mode"] == "cards"
