"""What wires, keys and flash do to the box on the emulated Pico."""

import pytest

from companion.board import FIRST_KEY, SCL, SDA
from emulator import rig
from robokraft.deploy.image import DATA, files_of
from robokraft.emulator.flashchip import Timing
from robokraft.emulator.oled import Glass
from robokraft.virtual.box import VirtualBox
from robokraft.virtual.panel import PanelI2C
from robokraft.virtual.script import KEY_NAMES

pytestmark = [pytest.mark.slow, pytest.mark.pico]

GAME = {
    "game": "robokraft",
    "mode": "cards",
    "players": ["Ann", "Ben", "Carol", "Dan"],
    "setup": {"lead": 0, "discs": "BROG"},
}
EXAMPLE = "blue down blue  down up  orange down down  red down red"
BACK = 1 << KEY_NAMES.index("back")


@pytest.fixture(scope="module")
def memory(shed):
    return shed.memory(GAME, {"coach": False})


@pytest.fixture(scope="module")
def meant(memory, tmp_path_factory):
    """The picture after the rulebook's trick."""
    with VirtualBox(rig.laid(memory, tmp_path_factory.mktemp("virtual") / "box")) as box:
        box.play(EXAMPLE)
        box.run(1000)
        return box.pixels()


@pytest.fixture(scope="module")
def prompt(shed):
    """A machine at the prompt, with the sampler and the debouncer of the box at hand; for forked() alone."""
    pico = shed.new(shed.image())
    pico.press_mask(BACK)
    pico.run(900)
    pico.press_mask(0)
    pico.run(300)
    done(
        pico,
        "from companion.drivers.buttons import Buttons; from companion.input import Debouncer; import rp2, time",
    )
    return pico


def done(pico, *lines, ms=1000):
    """Runs lines at the raw prompt; what they printed."""
    pico.usb.send(b"\r\x03\x01")
    pico.run(100)
    pico.usb.take()
    pico.usb.send("\n".join(lines).encode() + b"\x04")
    pico.run(ms)
    answer = pico.usb.take()
    assert answer.startswith(b"OK") and answer.endswith(b"\x04\x04>"), answer
    return answer[2:-3].decode().strip()


def test_three_quick_taps_in_the_worst_erase_are_three(prompt):
    """Each down for 30 ms, all of them while the flash is busy for 400 ms and no instruction runs."""

    def work():
        pico = prompt
        pico.chip.timing = Timing(400.0, 0.7)
        before = pico.chip.erases
        times = []

        def tap(mask):
            times.append(pico.now_ms)
            pico.press_mask(mask)

        def watch():
            if pico.chip.erases == before:
                pico.at(1, watch)
                return
            times.append(pico.now_ms)
            for number in range(3):
                pico.at(20 + 110 * number, lambda: tap(1))
                pico.at(50 + 110 * number, lambda: tap(0))

        pico.at(1, watch)
        lines = (
            "keys = Buttons(%d); pure = Debouncer(); flash = rp2.Flash()" % FIRST_KEY,
            "time.sleep_ms(60)",
            "began = time.ticks_ms()",
            "flash.ioctl(6, 351)",  # erases the last block
            "stood = time.ticks_ms() - began",
            "time.sleep_ms(60)",
            "runs = [tuple(run) for run in keys.poll()]",
            "out = []",
            "for mask, ms in runs:",
            "    pure.feed(mask, ms)",
            "event = pure.next()",
            "while event is not None:",
            "    out.append(event)",
            "    event = pure.next()",
            "print((stood, runs, out))",
        )
        stood, runs, events = eval(done(pico, *lines, ms=1500))
        assert len(times) == 7 and times[-1] - times[0] < stood and 400 <= stood < 410
        assert events == [(0, 0), (0, 0), (0, 0)]
        assert [mask for mask, _ in runs] == [0, 1, 0, 1, 0, 1, 0]
        assert all(abs(ms - wanted) <= 1 for (_, ms), wanted in zip(runs[1:-1], (30, 80, 30, 80, 30)))

    rig.forked(work)


def test_samples_are_a_millisecond_apart(prompt):
    def work():
        lines = (
            "keys = Buttons(%d)" % FIRST_KEY,
            "time.sleep_ms(20)",
            "keys.poll()",
            "began = time.ticks_us()",
            "total = 0",
            "for _ in range(50):",
            "    time.sleep_ms(10)",
            "    for mask, ms in keys.poll():",
            "        total += ms",
            "print(total, (time.ticks_us() - began) // 1000, keys.lost_ms)",
        )
        total, took, lost = map(int, done(prompt, *lines, ms=1500).split())
        assert abs(total - took) <= 2 and lost == 0

    rig.forked(work)


def test_what_was_not_fetched_in_two_seconds_is_noticed(prompt):
    def work():
        lines = (
            "keys = Buttons(%d)" % FIRST_KEY,
            "time.sleep_ms(3000)",
            "total = sum([ms for mask, ms in keys.poll()])",
            "print(total, keys.lost_ms)",
        )
        total, lost = map(int, done(prompt, *lines, ms=4000).split())
        assert 1950 <= total <= 2048 and abs(total + lost - 3000) <= 20

    rig.forked(work)


def test_the_sampler_goes_on_when_its_count_is_used_up(prompt):
    def work():
        lines = (
            "keys = Buttons(%d, 0, 100)" % FIRST_KEY,
            "out = []",
            "for _ in range(80):",
            "    time.sleep_ms(10)",
            "    for mask, ms in keys.poll():",
            "        if out and out[-1][0] == mask:",
            "            out[-1][1] += ms",
            "        else:",
            "            out.append([mask, ms])",
            "print(out)",
        )
        pico = prompt
        pico.at(500, lambda: pico.press_mask(4))
        pico.at(800, lambda: pico.press_mask(0))
        runs = eval(done(pico, *lines, ms=1800))
        assert [mask for mask, _ in runs] in ([0, 4, 0], [0, 4])
        assert 700 <= sum(ms for _, ms in runs) <= 830
        if len(runs) == 3:
            assert 250 <= runs[1][1] <= 310

    rig.forked(work)


def test_a_display_that_comes_late_shows_what_was_played_without_it(shed, memory, meant):
    pico = shed.new(shed.image(memory))
    pico.panel.present = False
    pico.run(2500)
    pico.play(EXAMPLE)
    assert not any(pico.pixels())
    pico.panel.present = True
    pico.run(1000)
    rig.assert_same(pico, meant)


def test_a_loose_wire_in_the_game_costs_nothing(shed, memory, meant):
    def work():
        pico = shed.booted(memory)
        words = EXAMPLE.split()
        pico.play(" ".join(words[:5]))
        pico.panel.present = False
        pico.play(" ".join(words[5:9]))
        pico.panel.present = True  # with noise in its memory, and off
        pico.play(" ".join(words[9:]))
        pico.run(800)
        rig.assert_same(pico, meant)

    rig.forked(work)


class Sh1106(Glass):
    def __init__(self, address):
        PanelI2C.__init__(self, address, "sh1106")
        self.changes = 0


@pytest.mark.parametrize("chip", ["ssd1306", "sh1106"])
def test_both_chips_at_the_other_address_show_the_game(shed, meant, chip):
    memory = shed.memory(GAME, {"coach": False, "display": chip})
    pico = shed.new(shed.image(memory))
    pico.wire.panel = (Sh1106 if chip == "sh1106" else Glass)(0x3D)
    rig.at_first_screen(pico)
    pico.play(EXAMPLE)
    pico.settle()
    rig.assert_same(pico, meant)


class HeldWire:
    """A chip that holds the data wire down until it has seen so many pulses of the clock."""

    def __init__(self, pico, pulses):
        self._pico = pico
        self.left = pulses
        pico.mcu.gpio[SDA].set_input_value(False)
        pico.mcu.gpio[SCL].add_listener(self._edge)

    def _edge(self, value, before):
        low, high = int(before) == 0, int(value) != 0
        if low and high and self.left:
            self.left -= 1
            if not self.left:
                self._pico.mcu.gpio[SDA].release_input()


def test_a_data_wire_held_down_at_the_start_is_clocked_free(shed, memory, meant):
    pico = shed.new(shed.image(memory))
    wire = HeldWire(pico, 7)
    rig.at_first_screen(pico)
    assert wire.left == 0
    pico.play(EXAMPLE)
    pico.settle()
    rig.assert_same(pico, meant)


def test_a_data_wire_that_stays_down_does_not_stop_the_box(shed, memory, tmp_path):
    pico = shed.new(shed.image(memory))
    HeldWire(pico, 1 << 30)
    pico.wire.stuck = True
    pico.run(3000)
    pico.play(EXAMPLE)
    pico.run(300)
    assert not any(pico.pixels())
    left = {path[len(DATA) + 1 :]: data for path, data in files_of(pico.flash(), DATA).items()}
    with VirtualBox(rig.laid(left, tmp_path / "box")) as box:
        assert box.status()["game"]["events"] == 4
