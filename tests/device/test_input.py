"""The keys and the debouncer, on CPython and on MicroPython.

Every `check_` function is run on CPython by pytest and, as its own source, on the MicroPython unix build.
"""

import inspect

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.input import HOLD, PRESS, REPEAT, Debouncer, Queue
from companion.keys import BACK, BLUE, DOWN, GREEN, NAMES, OK, ORANGE, RED, UP

PREAMBLE = """
from companion.input import HOLD, PRESS, REPEAT, Debouncer, Queue
from companion.keys import BACK, BLUE, DOWN, GREEN, NAMES, OK, ORANGE, RED, UP
"""


def taken(debouncer):
    """Every event that waits."""
    events = []
    event = debouncer.next()
    while event:
        events.append(event)
        event = debouncer.next()
    return events


def fed(runs, debouncer=None):
    """The events of these runs after a quiet start, taken out after every run."""
    debouncer = debouncer or Debouncer()
    debouncer.feed(0, 100)
    events = []
    for mask, ms in runs:
        debouncer.feed(mask, ms)
        events += taken(debouncer)
    return events


class Naive:
    """The same rules written down one millisecond and one key at a time, with nothing clever."""

    def __init__(self, hold_ms, double_ms):
        self.hold_ms = hold_ms
        self.double_ms = double_ms
        self.started = False
        self.events = []
        self.idle_ms = 0
        self.still_ms = 0
        self.line = [False] * 8  # the line in the newest millisecond
        self.same_ms = [0] * 8  # for how long it has been so
        self.counts = [False] * 8  # whether the key counts as down
        self.stuck = [False] * 8
        self.held_ms = [0] * 8
        self.due_ms = [None] * 8  # of held_ms

    def millisecond(self, mask):
        self.idle_ms += 1
        moved = any(self.line[key] != bool(mask & 1 << key) for key in range(8))
        self.still_ms = 1 if moved else self.still_ms + 1
        for key in range(8):
            line = bool(mask & 1 << key)
            if not self.started:
                self.stuck[key] = self.counts[key] = self.line[key] = line
            if line == self.line[key]:
                self.same_ms[key] += 1
            else:
                self.line[key] = line
                self.same_ms[key] = 1
            self.held_ms[key] += 1
            self.one_key(key, line, self.same_ms[key])
        self.started = True

    def one_key(self, key, line, same_ms):
        if line and not self.counts[key] and same_ms >= 3:
            self.counts[key] = True
            self.held_ms[key] = same_ms
            if key >= 6:
                self.due_ms[key] = self.hold_ms
            else:
                self.event(PRESS, key)
                if key >= 4:
                    self.due_ms[key] = 500
        elif not line and self.counts[key] and same_ms >= self.double_ms:
            if key >= 6 and self.due_ms[key] is not None:
                self.event(PRESS, key)
            self.counts[key] = self.stuck[key] = False
            self.due_ms[key] = None
        elif line and self.due_ms[key] is not None and self.held_ms[key] >= self.due_ms[key] and same_ms >= 3:
            if key >= 6:
                self.due_ms[key] = None
                self.event(HOLD, key)
            else:
                self.due_ms[key] = self.held_ms[key] + 120
                self.event(REPEAT, key)

    def event(self, kind, key):
        self.idle_ms = 0
        self.events.append((kind, key))

    def masks(self):
        stuck = sum(1 << key for key in range(8) if self.stuck[key])
        return sum(1 << key for key in range(8) if self.counts[key]) & ~stuck, stuck


def agree(runs, hold_ms=800, double_ms=25):
    """Runs whole, the same in single milliseconds, and the naive rules: the same all along."""
    whole = Debouncer(hold_ms, double_ms)
    single = Debouncer(hold_ms, double_ms)
    naive = Naive(hold_ms, double_ms)
    for mask, ms in runs:
        naive.events = []
        ones = []
        whole.feed(mask, ms)
        for _ in range(ms):
            single.feed(mask, 1)
            ones += taken(single)
            naive.millisecond(mask)
        assert ones == naive.events, (runs, ones, naive.events)
        assert taken(whole) == ones[:16], (runs, ones)
        assert whole.dropped == max(len(ones) - 16, 0), (runs, whole.dropped)
        whole.dropped = 0
        for debouncer in (whole, single):
            assert (debouncer.down, debouncer.stuck) == naive.masks(), runs
            assert debouncer.idle_ms == naive.idle_ms, (runs, debouncer.idle_ms, naive.idle_ms)
            assert debouncer.still_ms == naive.still_ms, (runs, debouncer.still_ms, naive.still_ms)


def check_keys_are_numbered_as_named():
    assert (BLUE, RED, ORANGE, GREEN, UP, DOWN, OK, BACK) == tuple(range(8))
    assert NAMES == ("blue", "red", "orange", "green", "up", "down", "ok", "back")


def check_spike_enters_nothing():
    for key in range(8):
        for ms in (1, 2):
            for gap in (1, 30):
                debouncer = Debouncer()
                assert fed([(1 << key, ms), (0, gap)] * 50, debouncer) == []
                assert debouncer.down == 0
        assert fed([(1 << key, 3), (0, 30)]) == [(PRESS, key)]


def check_bounces_give_one_event():
    for key in range(8):
        bit = 1 << key
        for ms in (1, 2, 3, 5):
            bounce = [(bit, ms), (0, ms)]
            trace = bounce * 8 + [(bit, 200)] + [(0, 1)] + bounce * 10 + [(0, 300)]
            assert fed(trace) == [(PRESS, key)], (key, ms)


def check_suits_up_and_down_act_on_press_ok_and_back_on_release():
    for key in range(8):
        debouncer = Debouncer()
        debouncer.feed(0, 10)
        debouncer.feed(1 << key, 2)
        assert debouncer.next() is None and debouncer.down == 0
        debouncer.feed(1 << key, 1)
        assert debouncer.down == 1 << key
        assert taken(debouncer) == ([] if key in (OK, BACK) else [(PRESS, key)])
        debouncer.feed(1 << key, 200)
        debouncer.feed(0, 24)
        assert debouncer.next() is None and debouncer.down == 1 << key
        debouncer.feed(0, 1)
        assert debouncer.down == 0
        assert taken(debouncer) == ([(PRESS, key)] if key in (OK, BACK) else [])


def check_hold_fires_while_down_and_release_does_nothing():
    for key in (OK, BACK):
        bit = 1 << key
        assert fed([(bit, 799), (0, 100)]) == [(PRESS, key)]
        assert fed([(bit, 800)]) == [(HOLD, key)]
        assert fed([(bit, 9000), (0, 100)]) == [(HOLD, key)]
        assert fed([(bit, 799), (0, 5), (bit, 2), (0, 100)]) == [(PRESS, key)]
        assert fed([(bit, 799), (0, 5), (bit, 3), (0, 100)]) == [(HOLD, key)]
        assert fed([(bit, 500), (0, 100)], Debouncer(500)) == [(HOLD, key)]
        assert fed([(bit, 1999), (0, 100)], Debouncer(2000)) == [(PRESS, key)]
    assert fed([(1 << BLUE, 5000), (0, 100)]) == [(PRESS, BLUE)]


def check_repeats_of_up_and_down():
    for key in (UP, DOWN):
        bit = 1 << key
        assert fed([(bit, 499), (0, 500)]) == [(PRESS, key)]
        assert fed([(bit, 500), (0, 500)]) == [(PRESS, key), (REPEAT, key)]
        assert fed([(bit, 619), (0, 500)]) == [(PRESS, key), (REPEAT, key)]
        assert fed([(bit, 620), (0, 500)]) == [(PRESS, key)] + [(REPEAT, key)] * 2


def check_a_long_run_is_in_order_and_complete():
    debouncer = Debouncer()
    debouncer.feed(0, 1)
    debouncer.feed(1 << UP | 1 << DOWN | 1 << OK | 1 << RED, 1100)
    pair = [(REPEAT, UP), (REPEAT, DOWN)]
    presses = [(PRESS, RED), (PRESS, UP), (PRESS, DOWN)]
    assert taken(debouncer) == presses + pair * 3 + [(HOLD, OK)] + pair * 3
    debouncer = Debouncer()
    debouncer.feed(0, 1)
    debouncer.feed(1 << UP, 5000)
    assert taken(debouncer) == [(PRESS, UP)] + [(REPEAT, UP)] * 15
    assert debouncer.dropped == 1 + 38 - 16  # at 500, 620, ... 4940 ms


def check_keys_are_independent():
    both = 1 << GREEN | 1 << BACK
    assert fed([(1 << BACK, 1), (both, 100), (1 << GREEN, 100), (0, 100)]) == [(PRESS, GREEN), (PRESS, BACK)]
    assert fed([(1 << RED, 1), (1 << RED | 1 << BLUE, 100), (0, 100)]) == [(PRESS, RED), (PRESS, BLUE)]
    assert fed([(1 << RED | 1 << BLUE, 100), (0, 100)]) == [(PRESS, BLUE), (PRESS, RED)]
    assert fed([(255, 100), (0, 100)]) == [(PRESS, key) for key in range(8)]
    rattle = [(1 << BLUE | 1 << OK, 1), (1 << OK, 1)] * 400
    assert fed(rattle + [(0, 50)]) == [(HOLD, OK)]


def check_a_tap_in_a_flash_stall_is_a_tap():
    tap = [(1 << OK, 30), (0, 103)]
    assert fed(tap * 3) == [(PRESS, OK)] * 3
    assert fed([(1 << UP, 30), (0, 370)]) == [(PRESS, UP)]


def check_a_key_stuck_at_the_start_is_silent_until_it_was_up():
    for key in range(8):
        bit = 1 << key
        debouncer = Debouncer()
        debouncer.feed(bit, 5000)
        debouncer.feed(0, 24)
        debouncer.feed(bit, 100)
        assert debouncer.next() is None
        assert (debouncer.stuck, debouncer.down, debouncer.idle_ms) == (bit, 0, 5124)
        other = 1 << (BLUE if key != BLUE else RED)
        debouncer.feed(bit | other, 10)
        assert len(taken(debouncer)) == 1 and debouncer.down == other
        debouncer.feed(0, 25)
        assert (debouncer.stuck, debouncer.down) == (0, 0)
        debouncer.feed(bit, 50)
        debouncer.feed(0, 50)
        assert taken(debouncer) == [(PRESS, key)]


def check_idle_counts_from_the_newest_event():
    debouncer = Debouncer()
    debouncer.feed(0, 700)
    assert debouncer.idle_ms == 700
    debouncer.feed(1 << BLUE, 53)
    debouncer.feed(0, 100)
    assert debouncer.idle_ms == 150
    debouncer.feed(1 << OK, 900)
    assert debouncer.idle_ms == 100
    debouncer.inject(PRESS, OK)
    assert debouncer.idle_ms == 0
    debouncer.feed(0, 1 << 29)
    debouncer.feed(0, 1 << 29)
    assert debouncer.idle_ms == (1 << 29) - 1


def check_the_queue_is_bounded_and_counts_what_it_drops():
    queue = Queue()
    assert queue.next() is None
    for turn in range(3):
        for number in range(20):
            queue.inject(number % 3, number % 8)
        assert queue.dropped == 4 * (turn + 1)
        assert taken(queue) == [(number % 3, number % 8) for number in range(16)]
    for kind, key in ((-1, 0), (3, 0), (0, -1), (0, 8)):
        try:
            queue.inject(kind, key)
        except ValueError:
            continue
        raise AssertionError(f"taken: {kind} {key}")


def check_injected_and_pressed_share_the_queue():
    debouncer = Debouncer()
    debouncer.feed(0, 10)
    debouncer.inject(HOLD, BACK)
    debouncer.feed(1 << RED, 10)
    debouncer.inject(REPEAT, UP)
    assert taken(debouncer) == [(HOLD, BACK), (PRESS, RED), (REPEAT, UP)]


def check_times_can_change_and_are_checked():
    for hold_ms, double_ms in ((3, 25), (800, 0), (-1, -1)):
        try:
            Debouncer(hold_ms, double_ms)
        except ValueError:
            continue
        raise AssertionError(f"taken: {hold_ms} {double_ms}")
    debouncer = Debouncer(800, 60)
    assert fed([(1 << OK, 100), (0, 50)], debouncer) == []
    debouncer.set_times(500, 20)
    debouncer.feed(0, 1)  # the release under way is over at once
    assert taken(debouncer) == [(PRESS, OK)] and debouncer.down == 0 and debouncer.idle_ms == 0
    assert fed([(1 << OK, 500)], debouncer) == [(HOLD, OK)]


def check_runs_of_no_length_and_unknown_bits_do_nothing():
    debouncer = Debouncer()
    debouncer.feed(255, 0)
    debouncer.feed(255, -5)
    debouncer.feed(0xF00, 900)
    assert (debouncer.next(), debouncer.down, debouncer.stuck) == (None, 0, 0)


def check_chance_runs_agree_with_the_naive_rules():
    state = 12345
    for _ in range(60):
        runs = []
        mask = 0
        for _ in range(25):
            state = (state * 1103515245 + 12345) & 0x7FFFFFFF
            mask ^= 1 << (state >> 8 & 7)
            ms = (1, 1, 2, 3, 4, 24, 25, 26, 90, 119, 300, 480, 497, 800, 797, 1)[state >> 16 & 15]
            runs.append((mask, ms))
        agree(runs, (800, 500, 5)[state % 3], (25, 1, 200)[state >> 4 & 1])


CHECKS = [value for name, value in sorted(globals().items()) if name.startswith("check_")]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_on_cpython(check):
    check()


lengths = st.one_of(
    st.integers(1, 5),
    st.integers(20, 30),
    st.sampled_from([119, 120, 497, 500, 797, 799, 800, 803]),
    st.integers(1, 1500),
)
chatter = st.tuples(st.sampled_from([1 << key for key in range(8)] + [0, 0, 0, 0xF0, 0xC1]), lengths)
mixed = st.tuples(st.integers(0, 255), lengths)


@given(
    st.lists(chatter | mixed, max_size=12),
    st.sampled_from([800, 500, 2000, 4]),
    st.sampled_from([25, 1, 10, 60, 250]),
)
def test_runs_agree_with_single_milliseconds_and_the_naive_rules(runs, hold_ms, double_ms):
    agree(runs, hold_ms, double_ms)


@given(st.sampled_from(range(8)), st.lists(st.integers(1, 900), max_size=12))
def test_nine_hundred_milliseconds_may_come_in_any_pieces(key, cuts):
    def state(pieces):
        debouncer = Debouncer()
        events = fed([(1 << key, ms) for ms in pieces], debouncer)
        return events, debouncer.down, debouncer.idle_ms

    pieces = []
    for cut in [*sorted(set(cuts) - {900}), 900]:
        pieces.append(cut - sum(pieces))
    assert state(pieces) == state([900]) == state([1] * 900)


def test_on_micropython(unix):
    parts = [PREAMBLE] + [inspect.getsource(part) for part in (taken, fed, Naive, agree, *CHECKS)]
    parts += [f"{check.__name__}()\nprint('{check.__name__}')" for check in CHECKS]
    printed = unix.check("\n\n".join(parts))
    assert printed.split() == [check.__name__ for check in CHECKS]


ALLOCATION = """
import gc
debouncer = Debouncer()
def work():
    for i in range(200):
        debouncer.feed(0, 1)
        debouncer.feed(0, 5)
        debouncer.feed(1 << OK, 2)
        debouncer.feed(1 << UP | 1 << RED, 700)
        debouncer.feed(0, 40)
work()
gc.collect()
gc.disable()
before = gc.mem_alloc()
work()
print(gc.mem_alloc() - before)
"""


def test_feeding_allocates_nothing_on_micropython(unix):
    assert int(unix.check(PREAMBLE + ALLOCATION)) == 0
