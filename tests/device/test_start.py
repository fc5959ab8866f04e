"""Starting, and keeping the box running: what can be told without a Pico. tests/emulator/test_start.py tells the rest."""

import ast
import gc
import re
import sys
import types
from pathlib import Path

import pytest

from companion import board, keys
from companion.app import App
from companion.drivers import i2c
from companion.drivers.buttons import Runs
from companion.drivers.buzzer import Buzzer
from companion.drivers.clock import Clock
from companion.drivers.entropy import Entropy
from companion.storage.files import Files
from companion.system import watchdog
from companion.system.supervisor import LATE_MS, Supervisor
from robokraft.virtual.parts import Parts
from shared_rules.fields import RuleError

FIRMWARE = Path(board.__file__).parents[1]
SCRATCH = watchdog.SCRATCH


# --- the count of starts


def test_a_word_that_is_not_ours_counts_nothing():
    for word in (0, 1, 0xFFFFFFFF, 0x524A0003, 0x524C0103, 3):
        assert watchdog.unpack(word) == (0, False)


def test_words_come_back_as_they_were():
    for count in range(256):
        for asked in (False, True):
            assert watchdog.unpack(watchdog.pack(count, asked)) == (count, asked)
    assert watchdog.unpack(watchdog.pack(300)) == (255, False)


class Pin:
    """GPIO 13 of the machine that boot.py finds: down for `down_ms` from the start on."""

    IN, PULL_UP = 0, 1
    down_ms = 0
    now_ms = 0
    asked = []

    def __init__(self, number, *how):
        self.asked.append((number, how))

    def value(self):
        return int(Pin.now_ms >= Pin.down_ms)


@pytest.fixture
def pico(monkeypatch):
    """What boot.py imports, for CPython; the memory with the scratch register is returned."""
    memory = {SCRATCH: 0}
    Pin.down_ms = Pin.now_ms = 0
    Pin.asked = []

    def sleep_ms(ms):
        Pin.now_ms += ms

    modules = {
        "machine": types.SimpleNamespace(Pin=Pin, mem32=memory),
        "micropython": types.SimpleNamespace(kbd_intr=lambda byte: None),
        "time": types.SimpleNamespace(sleep_ms=sleep_ms),
    }
    monkeypatch.setattr(sys, "print_exception", print, raising=False)
    for name, module in modules.items():
        monkeypatch.setitem(sys.modules, name, module)
    return memory


def boot():
    """Runs boot.py; what it left for main.py."""
    space = {}
    exec((FIRMWARE / "boot.py").read_text(), space)
    return space


def test_an_ordinary_start_runs_the_app_and_is_counted_until_it_came_to_something(pico):
    space = {}
    for count in range(watchdog.MOST):
        space = boot()
        assert space["stay_out"] is None
        space["begin"]()
        assert watchdog.Starts(pico).count() == count + 1
    assert boot()["stay_out"] == "crashes"
    assert boot()["stay_out"] is None  # once only
    space["begin"]()
    watchdog.Starts(pico).good()
    assert watchdog.Starts(pico).count() == 0


def test_noise_in_the_register_at_power_up_is_no_crash(pico):
    for word in (0xFFFFFFFF, 0x12345678, 0x524A00FF, 3):
        pico[SCRATCH] = word
        space = boot()
        assert space["stay_out"] is None
        space["begin"]()
        assert watchdog.Starts(pico).count() == 1


def test_maintenance_is_one_start_without_the_app(pico):
    watchdog.Starts(pico).ask_maintenance()
    assert boot()["stay_out"] == "maintenance"
    assert boot()["stay_out"] is None


@pytest.mark.parametrize(
    ("down_ms", "stay_out"),
    [(0, None), (2, None), (150, None), (290, None), (350, "back"), (3000, "back"), (9900, "back")],
)
def test_back_counts_when_it_was_held_and_let_go(pico, down_ms, stay_out):
    Pin.down_ms = down_ms
    assert boot()["stay_out"] == stay_out
    assert Pin.now_ms <= down_ms + 20


@pytest.mark.parametrize("down_ms", [10_100, 1 << 40])
def test_a_stuck_back_is_passed_over_after_ten_seconds(pico, down_ms):
    Pin.down_ms = down_ms
    assert boot()["stay_out"] is None
    assert 10_000 <= Pin.now_ms <= 10_100


def test_boot_never_raises(pico, monkeypatch):
    monkeypatch.setitem(sys.modules, "machine", types.SimpleNamespace())
    assert boot()["stay_out"] is None

    class Broken(Pin):
        def __init__(self, number, *how):
            raise OSError(5)

    monkeypatch.setitem(sys.modules, "machine", types.SimpleNamespace(Pin=Broken, mem32=pico))
    assert boot()["stay_out"] is None


def test_what_must_work_without_the_app_agrees_with_it(pico):
    boot_text = (FIRMWARE / "boot.py").read_text()
    assert f"_SCRATCH = 0x{SCRATCH:X}" in boot_text.upper().replace("0X", "0x")
    assert f"_MARK = 0x{watchdog.MARK:X}" in boot_text
    assert f"word & 0x{watchdog.MAINTENANCE:x}" in boot_text
    assert f"word & 0xFF >= {watchdog.MOST}" in boot_text
    boot()
    back = board.FIRST_KEY + keys.BACK
    assert [number for number, _ in Pin.asked] == [back]
    from companion.system import rescue

    assert (rescue._SDA, rescue._SCL) == (board.SDA, board.SCL)


def test_every_word_of_main_fits_the_display():
    text = (FIRMWARE / "main.py").read_text()
    lines = re.findall(r'"([^"\n]*)"', text[text.index("_WORDS") : text.index("def _main")])
    assert len(lines) > 20 and max(map(len, lines)) <= 15
    calls = [
        node for node in ast.walk(ast.parse((FIRMWARE / "boot.py").read_text())) if isinstance(node, ast.Call)
    ]
    said = [ast.literal_eval(word) for call in calls if ast.unparse(call.func) == "say" for word in call.args]
    assert len(said) > 3 and max(map(len, said)) <= 15


# --- the wiring


def test_the_wiring_in_the_docstring_is_the_table():
    drawn = set(re.findall(r"GP(\d+) +\(pin (\d+)\) *-> (OLED SDA|OLED SCL|\w+)", board.__doc__ or ""))
    assert drawn == {(str(gpio), str(pin), what) for gpio, pin, what in board.PINS}


def test_the_keys_lie_side_by_side_in_their_order():
    for key, name in enumerate(keys.NAMES):
        gpio = [gpio for gpio, _, what in board.PINS if what.lower() == name]
        assert gpio == [board.FIRST_KEY + key]


# --- key samples


def ring_with(samples, at=0):
    ring = bytearray(b"\xff" * 2048)
    for i, mask in enumerate(samples):
        ring[(at + i) % 2048] = mask ^ 0xFF
    return ring


def taken(runs):
    return [tuple(run) for run in runs]


def test_samples_become_runs():
    runs = Runs(ring_with([0] * 5 + [1] * 30 + [0] * 3 + [0x81] * 2 + [0] * 60))
    assert taken(runs.take(5)) == [(0, 5)]
    assert taken(runs.take(20)) == [(1, 20)]
    assert taken(runs.take(0)) == []
    assert taken(runs.take(40)) == [(1, 10), (0, 3), (0x81, 2), (0, 25)]
    assert runs.quiet_ms == 25 and runs.lost_ms == 0


def test_runs_go_round_the_ring():
    ring = ring_with([0] * 40 + [2] * 40, at=2048 - 40)
    runs = Runs(ring)
    runs.take(1000)
    assert taken(runs.take(1008)) == [(0, 1008)]
    assert taken(runs.take(100)) == [(0, 40), (2, 40), (0, 20)]
    ring[:] = bytes(b"\xfe" * 2048)
    assert taken(runs.take(1990)) == [(1, 1990)]


def test_what_was_overwritten_is_counted_and_not_made_up():
    runs = Runs(ring_with([1] * 1000))
    runs.take(100)
    seen = runs.take(2048 + 500)  # samples 600 to 2647 are there; a few of them are being overwritten
    assert sum(ms for _, ms in seen) + runs.lost_ms == 2548
    assert 500 <= runs.lost_ms <= 550


def test_the_moments_of_the_keys_make_noise():
    first, second = Runs(ring_with([0] * 5 + [1] * 30)), Runs(ring_with([0] * 6 + [1] * 30))
    first.take(100)
    second.take(100)
    assert first.noise != second.noise


ON_MICROPYTHON = """
import gc
from companion.drivers.buttons import Runs
ring = bytearray(b"\\xff" * 2048)
runs = Runs(ring)
for i in range(100, 130):
    ring[i] = 0xFE
for _ in range(420):
    for mask, ms in runs.take(5):
        last = mask
gc.collect()
gc.disable()
before = gc.mem_alloc()
for _ in range(600):
    for mask, ms in runs.take(5):
        pass
print(gc.mem_alloc() - before < 200, runs.lost_ms)
"""


def test_polling_needs_no_memory(unix):
    assert unix.check(ON_MICROPYTHON) == "True 0\n"


# --- the bus of the display


class Wires:
    """Two open-drain wires, and a chip that holds the data down until it has seen `left` pulses."""

    def __init__(self, left):
        self.left = left
        self.clock = 1
        self.ours = 1
        self.pulses = 0
        self.stops = 0

    def scl(self, *value):
        if value:
            if value[0] and not self.clock:
                self.pulses += 1
                self.left -= 1
            self.clock = value[0]
        return self.clock

    def sda(self, *value):
        if value:
            if value[0] and not self.ours and self.clock and self.left <= 0:
                self.stops += 1
            self.ours = value[0]
        return int(self.ours and self.left <= 0)


@pytest.mark.parametrize("left", range(0, 10))
def test_a_chip_that_holds_the_data_wire_is_clocked_free(left):
    wires = Wires(left)
    assert i2c.free(wires.sda, wires.scl, lambda us: None)
    assert wires.pulses == left and wires.stops == 1 and wires.clock == wires.ours == 1


def test_a_wire_that_stays_down_is_given_up():
    wires = Wires(1 << 30)
    assert not i2c.free(wires.sda, wires.scl, lambda us: None)
    assert wires.pulses == 9 and wires.stops == 0 and wires.clock == 1


# --- the time of day


def test_a_clock_that_was_not_set_says_nothing():
    assert Clock(lambda: 5).utc() is None


@pytest.mark.parametrize(
    ("then", "later", "now"),
    [
        ("2026-11-30T19:02:11Z", 0, "2026-11-30T19:02:11Z"),
        ("2026-11-30T19:02:11Z", 3600, "2026-11-30T20:02:11Z"),
        ("2026-12-31T23:59:59Z", 1, "2027-01-01T00:00:00Z"),
        ("2028-02-28T23:59:59Z", 1, "2028-02-29T00:00:00Z"),
        ("2027-02-28T23:59:59Z", 1, "2027-03-01T00:00:00Z"),
        ("2000-01-01T00:00:00Z", 86400 * 366, "2001-01-01T00:00:00Z"),
        ("2099-12-31T23:59:58Z", 1, "2099-12-31T23:59:59Z"),
    ],
)
def test_the_clock_goes_on_from_what_a_host_told(then, later, now):
    at = [1609459200]
    clock = Clock(lambda: at[0])
    clock.set(then)
    at[0] += later
    assert clock.utc() == now


def test_every_day_of_the_century_is_itself():
    import datetime

    at = [0]
    clock = Clock(lambda: at[0])
    clock.set("2000-01-01T12:00:00Z")
    day = datetime.datetime(2000, 1, 1, 12)
    while day.year < 2100:
        text = day.strftime("%Y-%m-%dT%H:%M:%SZ")
        assert clock.utc() == text
        again = Clock(lambda: 0)
        again.set(text)
        assert again.utc() == text
        day += datetime.timedelta(days=1)
        at[0] += 86400


@pytest.mark.parametrize(
    "text",
    ["", "now", "2026-11-30", "2026-11-30T19:02:11", "2026-13-01T00:00:00Z", "2026-02-29T00:00:00Z",
     "2026-04-31T00:00:00Z", "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z", "1999-12-31T00:00:00Z",
     "2100-01-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-01-00T00:00:00Z", "2026-01-01 00:00:00Z",
     "2026-1 -01T00:00:00Z", "٢٠٢٦-01-01T00:00:00Z"],
)  # fmt: skip
def test_what_is_no_time_is_refused_and_changes_nothing(text):
    clock = Clock(lambda: 0)
    with pytest.raises(RuleError):
        clock.set(text)
    assert clock.utc() is None


# --- chance


def test_chance_differs_with_every_source_and_every_draw():
    draws = set()
    for value in range(200):
        draws.add(Entropy((lambda: 0, lambda value=value: value, lambda: 7))(4))
    assert len(draws) == 200
    same = Entropy((lambda: 0,))
    assert len({same(4) for _ in range(200)}) == 200


def test_bits_are_even():
    data = Entropy((lambda: 0,))(4000)
    ones = [sum(byte >> bit & 1 for byte in data) for bit in range(8)]
    assert all(1850 < count < 2150 for count in ones)
    assert len(set(data)) == 256


# --- tones


class Pwm:
    def __init__(self):
        self.said = []

    def freq(self, hertz):
        self.said.append(hertz)

    def duty_u16(self, duty):
        self.said.append("on" if duty else "off")


def test_a_tone_ends_by_itself_and_gives_way_to_another():
    now = [(1 << 30) - 20]  # the clock wraps in the middle
    pwm = Pwm()
    buzzer = Buzzer(pwm, lambda: now[0])
    assert pwm.said == ["off"]
    buzzer.play("trick")
    assert pwm.said[1:] == [1319, "on"]
    for _ in range(300):
        now[0] = (now[0] + 1) % (1 << 30)
        buzzer.step()
    assert pwm.said[1:] == [1319, "on", 1760, "on", "off"]
    buzzer.play("warning")
    buzzer.play("something new")
    assert pwm.said[-2:] == [1760, "on"]
    now[0] += 5000  # the loop stood still
    buzzer.step()
    assert pwm.said[-1] == "off"


# --- the supervisor


class PicosParts(Parts):
    """With what the supervisor asks of a Pico's board."""

    lost = 0

    def step(self):
        pass

    def rest_ms(self):
        return 5

    def lost_ms(self):
        return self.lost


class Box:
    """The app on simulated parts, under the supervisor."""

    def __init__(self, folder):
        self.parts = PicosParts(Files(str(folder)))
        self.app = App(self.parts)
        self.fed_ms = []
        self.good_ms = []
        self.supervisor = Supervisor(
            self.app,
            self.parts,
            lambda: self.fed_ms.append(self.parts.clock.now_ms),
            lambda: self.good_ms.append(self.parts.clock.now_ms),
            self.parts.clock.advance,
        )

    def run(self, ms):
        end = self.parts.clock.now_ms + ms
        while self.parts.clock.now_ms < end:
            self.supervisor.turn()


def test_a_box_that_runs_is_fed_and_is_good_after_half_a_minute(tmp_path):
    box = Box(tmp_path / "data")
    box.run(60_000)
    assert len(box.fed_ms) == 12_000
    assert len(box.good_ms) == 1 and 29_990 <= box.good_ms[0] <= 30_010


def test_lost_presses_are_said_once(tmp_path):
    box = Box(tmp_path / "data")
    box.run(100)
    assert "keys" not in box.app.warnings
    box.parts.lost = 17
    box.run(100)
    assert box.app.warnings.count("keys") == 1
    assert list(box.app.canvas.lines())[0] == "Some presses"


def test_the_heap_is_tidied_while_back_is_down_and_after_a_press_and_at_no_other_time(tmp_path):
    """Before the key acts, which takes much memory, and once the picture of a press is there."""
    box = Box(tmp_path / "data")
    box.run(1000)
    tidied = []
    began = box.parts.clock.now_ms

    def seen(phase, info):
        if phase == "start" and info["generation"] == 2:
            tidied.append(box.parts.clock.now_ms - began)

    gc.disable()
    gc.callbacks.append(seen)
    try:
        for key in ("back", "down"):
            box.parts.buttons.set(1 << keys.NAMES.index(key))
            box.run(300)
            box.parts.buttons.set(0)
            box.run(700)
    finally:
        gc.callbacks.remove(seen)
        gc.enable()
    before, after, of_down = tidied
    assert before <= 20 and 400 < after < 450 and 1100 <= of_down < 1120


def failing():
    raise RuntimeError("nothing works")


def with_job(app, name, job):
    app._jobs = tuple((known, job if known == name else work) for known, work in app._jobs)


@pytest.mark.parametrize("name", ["input", "screen"])
def test_a_vital_job_that_always_fails_lets_the_watchdog_bite(tmp_path, name):
    box = Box(tmp_path / "data")
    box.run(1000)
    with_job(box.app, name, failing)
    box.run(20_000)
    assert 1000 + LATE_MS - 10 <= box.fed_ms[-1] <= 1000 + LATE_MS + 10
    assert box.fed_ms[-1] + watchdog.TIMEOUT_MS < 20_000
    assert box.good_ms == []
    assert box.supervisor.late(box.parts.ticks_ms()) == name
    assert "nothing works" in box.app.crashes.read()[0][2]


def test_a_display_that_always_fails_does_not_end_the_game(tmp_path):
    box = Box(tmp_path / "data")
    with_job(box.app, "display", failing)
    box.run(40_000)
    assert box.fed_ms[-1] >= 39_990 and len(box.good_ms) == 1
    assert box.app.crashes.read()[0][0] == "display"
    assert "crash" in box.app.warnings


def test_a_job_that_fails_now_and_then_is_no_reason(tmp_path):
    box = Box(tmp_path / "data")
    turns = []
    screen = dict(box.app._jobs)["screen"]

    def now_and_then():
        turns.append(1)
        if len(turns) % 3:
            raise RuntimeError("now and then")
        screen()

    with_job(box.app, "screen", now_and_then)
    box.run(30_000)
    assert box.fed_ms[-1] >= 29_990


def test_the_watchdog_can_be_fed_in_time():
    assert LATE_MS + 1000 < watchdog.TIMEOUT_MS <= 8388  # the RP2040 can wait no longer


# --- words without the app

RESCUE = """
from companion.system.rescue import show
from robokraft.virtual.panel import PanelI2C
for address in (0x3C, 0x3D):
    for chip in ("ssd1306", "sh1106"):
        bus = PanelI2C(address, chip)
        if chip == "ssd1306":
            bus.writeto(address, bytes((0, 0x20, 0, 0x21, 5, 9, 0x22, 3, 4)))  # as a crash may have left it
        print(show(("MMMMMMMMMMMMMMM", "", "", "", "", "", "", "Again: unplug"), bus))
        pixels = bus.pixels()
        rows = [sum(pixels[128 * y : 128 * y + 128]) for y in range(64)]
        print(sum(rows[:8]) > 200, sum(rows[8:56]), sum(rows[56:]) > 80)
        print(sum([pixels[128 * y + x] for x in (0, 1, 126, 127) for y in range(64)]))
bus.present = False
print(show(("nobody",), bus))
"""


def test_words_without_the_app_are_read_on_every_display(unix):
    lines = unix.check(RESCUE).splitlines()
    assert lines == ["True", "True 0 True", "0"] * 4 + ["False"]
