"""Key scripts and the simulated board, on CPython and on MicroPython (see test_input.py for how)."""

import inspect

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.input import HOLD, PRESS, Debouncer
from companion.keys import NAMES
from robokraft.virtual.panel import PanelI2C
from robokraft.virtual.parts import TICKS_PERIOD, Parts, SimButtons, SimClock, seeded_entropy
from robokraft.virtual.script import KEY_NAMES, LONGEST_WAIT_MS, ScriptError, parse, play

PREAMBLE = """
from companion.input import HOLD, PRESS, Debouncer
from companion.keys import NAMES
from robokraft.virtual.panel import PanelI2C
from robokraft.virtual.parts import TICKS_PERIOD, Parts, SimButtons, SimClock, seeded_entropy
from robokraft.virtual.script import KEY_NAMES, LONGEST_WAIT_MS, ScriptError, parse, play
"""


class Board:
    """The smallest box: simulated parts and the firmware's debouncer."""

    def __init__(self):
        self.parts = Parts(files=None, i2c=object())
        self.input = Debouncer()
        self.press_mask = self.parts.buttons.set
        self.events = []

    def run(self, ms):
        self.parts.clock.advance(ms)
        for mask, run_ms in self.parts.buttons.poll():
            self.input.feed(mask, run_ms)
        event = self.input.next()
        while event:
            self.events.append(event)
            event = self.input.next()


def message(text):
    """What parse has to say about a wrong script."""
    try:
        steps = parse(text)
    except ScriptError as error:
        return str(error)
    raise AssertionError(f"taken as {steps}")


def check_names_are_the_firmwares():
    assert KEY_NAMES == NAMES


def check_every_word():
    for key in range(8):
        assert parse(NAMES[key]) == [(1 << key, 80, 120)]
        assert parse(NAMES[key] + ":hold") == [(1 << key, 900, 120)]
    assert parse("wait:0 wait:0000000007 wait:86400000") == [(0, 0, 0), (0, 0, 7), (0, 0, 86400000)]
    assert LONGEST_WAIT_MS == 86400000


def check_white_space_and_comments():
    assert parse("") == parse(" \n\t\r\n# blue: red\n") == []
    steps = [(1, 80, 120), (64, 900, 120), (0, 0, 5)]
    for text in (
        "blue ok:hold wait:5",
        "blue\tok:hold\u00a0wait:5\n",
        "\ufeffblue\r\nok:hold # said\r\n\r\nwait:5",
        "blue#x\rok:hold\r#red\rwait:5",
        "  blue\v\fok:hold\n# green # red\n\twait:5  ",
    ):
        assert parse(text) == steps, text


def check_errors_name_line_and_word():
    keys = "keys are blue red orange green up down ok back"
    assert message("blue\n# x\n  bleu red") == "line 3: 'bleu' is no key; " + keys
    assert message("blue\r\nred:\r") == "line 2: 'red:' is no way to press a key; write red or red:hold"
    assert message("ok:HOLD").startswith("line 1: 'ok:HOLD' is no way to press a key")
    assert message("ok:hold:hold").startswith("line 1: 'ok:hold:hold' is no way")
    assert message("up OK") == "line 1: 'OK' must be lower case: ok"
    assert message("Wait:5") == "line 1: 'Wait:5' must be lower case: wait:5"
    assert message(":hold") == "line 1: ':hold' is no key; " + keys
    assert message("\x1b[2J") == "line 1: '?[2J' is no key; " + keys
    assert message("x" * 99) == "line 1: '" + "x" * 40 + "...' is no key; " + keys
    for word in (
        "wait",
        "wait:",
        "wait:-1",
        "wait:+1",
        "wait:1.5",
        "wait:1_0",
        "wait:1e3",
        "wait:0x5",
        "wait:\u0663",
    ):
        assert message(word).endswith("is no wait; write whole milliseconds, as in wait:500"), word
    for word in ("wait:86400001", "wait:100000000", "wait:" + "9" * 30):
        assert message(word) == "line 1: '" + word + "' is too long; a wait is at most 86400000 ms"
    assert message("wait:" + "9" * 5000).endswith("...' is too long; a wait is at most 86400000 ms")
    try:
        parse("\n\nbleu")
    except ScriptError as error:
        assert isinstance(error, ValueError) and (error.line, error.word) == (3, "bleu")


def check_a_played_script_is_what_the_box_feels():
    board = Board()
    play(parse("wait:30 " + " ".join(NAMES) + " wait:60000 ok:hold back:hold blue"), board)
    presses = [(PRESS, key) for key in range(8)]
    assert board.events == presses + [(HOLD, 6), (HOLD, 7), (PRESS, 0)]
    assert board.parts.clock.now_ms == 30 + 8 * 200 + 60000 + 2 * 1020 + 200
    assert board.parts.buttons.mask == 0


def check_play_drives_the_box_in_this_order():
    calls = []

    class Box:
        def press_mask(self, mask):
            calls.append(("mask", mask))

        def run(self, ms):
            calls.append(("run", ms))

    play(parse("red wait:0 wait:9 ok:hold"), Box())
    assert calls == [
        ("mask", 2), ("run", 80), ("mask", 0), ("run", 120),
        ("run", 9),
        ("mask", 64), ("run", 900), ("mask", 0), ("run", 120),
    ]  # fmt: skip


def check_the_clock_wraps_as_micropythons():
    clock = SimClock(TICKS_PERIOD - 5)
    assert (TICKS_PERIOD, clock.ticks_ms()) == (1 << 30, (1 << 30) - 5)
    clock.advance(4)
    assert clock.ticks_ms() == (1 << 30) - 1
    clock.advance(1)
    assert clock.ticks_ms() == 0
    clock.advance(3 * TICKS_PERIOD + 7)
    assert clock.ticks_ms() == 7
    try:
        clock.advance(-1)
    except ValueError:
        return
    raise AssertionError("the clock went back")


def check_buttons_record_every_millisecond():
    clock = SimClock(77)
    buttons = SimButtons(clock)
    assert buttons.poll() == []
    clock.advance(10)
    buttons.set(1)
    clock.advance(3)
    buttons.set(5)
    buttons.set(4)  # at the same instant: the 5 was never sampled
    clock.advance(2)
    buttons.set(4)
    clock.advance(6)
    assert buttons.poll() == [(0, 10), (1, 3), (4, 8)]
    assert buttons.poll() == []
    clock.advance(1)
    assert buttons.poll() == [(4, 1)]


def check_entropy_is_the_same_everywhere():
    entropy = seeded_entropy(7)
    first = entropy(4) + entropy(0) + entropy(12)
    assert isinstance(first, bytes)
    assert first == seeded_entropy(7)(16)
    assert first == bytes(ENTROPY_OF_7), list(first)
    for seed in (0, 1, -1, 1 << 40):
        assert seeded_entropy(seed)(16) != first
    counts = [0] * 256
    for byte in seeded_entropy(1)(25600):
        counts[byte] += 1
    assert 50 < min(counts) and max(counts) < 150


def check_parts_have_what_the_app_asks_for():
    files, i2c = object(), object()
    parts = Parts(files, i2c, device="BOX-9")
    assert parts.files is files and parts.i2c is i2c and parts.device == "BOX-9"
    assert parts.utc() is None
    assert parts.entropy(8) == seeded_entropy(0)(8)
    parts.beep("refused")
    parts.beep("trick")
    assert parts.beeps == ["refused", "trick"]
    parts.clock.advance(5)
    assert parts.ticks_ms() == 5 and parts.buttons.poll() == [(0, 5)]
    assert isinstance(Parts(files).i2c, PanelI2C)
    clock = SimClock(1)
    other = Parts(files, i2c, clock, seeded_entropy(3), utc=lambda: "2026-11-30T19:02:11Z")
    assert other.clock is clock and other.utc() == "2026-11-30T19:02:11Z" and other.beeps == []
    assert other.entropy(8) == seeded_entropy(3)(8)


ENTROPY_OF_7 = [18, 174, 111, 146, 195, 132, 248, 38, 188, 232, 195, 247, 161, 41, 167, 224]

CHECKS = [value for name, value in sorted(globals().items()) if name.startswith("check_")]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_on_cpython(check):
    check()


@given(st.text(alphabet="blueokwait:hold0123456789 #\n\r\t-\u00e9\x00") | st.text())
def test_any_text_is_a_script_or_a_script_error(text):
    try:
        steps = parse(text)
    except ScriptError as error:
        assert str(error).startswith(f"line {error.line}: ") and error.word in text
    else:
        assert all(0 <= mask <= 128 and down_ms in (0, 80, 900) for mask, down_ms, _ in steps)


def test_on_micropython(unix):
    parts = [PREAMBLE, f"ENTROPY_OF_7 = {ENTROPY_OF_7}"]
    parts += [inspect.getsource(part) for part in (Board, message, *CHECKS)]
    parts += [f"{check.__name__}()\nprint('{check.__name__}')" for check in CHECKS]
    assert unix.check("\n\n".join(parts)).split() == [check.__name__ for check in CHECKS]
