"""A whole game card by card on the emulated Pico: from a press to the picture, what an entry costs the flash, taking back.

Buttons go through the pins and the box's own sampler; flash and bus take their real time. Beside it, on the same machine:
the driver's own show() of the whole picture, and each record of the same game as a line of JSON, appended and flushed.
"""

import random
import statistics
import tempfile
from functools import partial
from pathlib import Path

from bench import machine
from bench.rows import Row, quantile
from emulator import probe, rig
from robokraft.virtual import entering
from robokraft.virtual.box import VirtualBox
from rules import games

NAMES = ["Alison", "Bob", "Carol", "Dave"]
BIT_MS = 1000 / 400_000
CARDS = 48  # of a round
ROUNDS = 4  # the whole game; fewer to try this program
WARMING = ("blue", "down", "blue")  # a card, which is taken back
TAKEN_BACK = 6  # presses of BACK, late in the last round
SHOW = """
import time
from adafruit_ssd1306 import SSD1306_I2C
from companion.board import SCL, SDA
from companion.drivers.bus import Bus
from companion.drivers.i2c import FreedI2C
panel = SSD1306_I2C(128, 64, Bus(FreedI2C(SDA, SCL)))
took = []
for k in range(9):
    panel.fill(k & 1)
    began = time.ticks_us()
    panel.show()
    took.append(time.ticks_diff(time.ticks_us(), began))
print(sorted(took)[4])
"""
APPEND = """
import time
took = []
with open("/lines.txt", "rb") as lines, open("/data/game.jsonl", "ab") as log:
    line = lines.readline()
    while line:
        began = time.ticks_us()
        log.write(line)
        log.flush()
        took.append(time.ticks_diff(time.ticks_us(), began))
        line = lines.readline()
print(len(took), sum(took))
"""


class Played:
    """What was measured while a game was played."""

    def __init__(self):
        self.presses = []  # (milliseconds to the last pixel, bytes of the picture that changed)
        self.unseen = 0  # presses that changed nothing
        self.entry_ms = []  # the flash's time for each card
        self.undo_ms = []
        self.operations = []
        self.entering = []  # of them those that an entered card took
        self.free = []  # bytes of the heap, after each round
        self.lines = []


def played(shed, folder, rounds, step):
    """Plays the rounds on a virtual box and an emulated one together."""
    told = Played()
    setup = {"lead": rounds[0]["first"], "discs": rounds[0]["before"]}
    wish = {"game": "robokraft", "mode": "cards", "players": NAMES, "setup": setup, "rules": {}}
    memory = shed.memory(wish, {"coach": False})
    pico = machine.started(shed, memory)
    with VirtualBox(rig.laid(memory, folder)) as virtual:
        for key in (*WARMING, "back"):  # an image's directory is written together once, at the first write
            virtual.play(key)
            machine.pressed(pico, key, bytes(virtual.pixels()))
        pico.chip.operations = told.operations
        cards = 0
        while cards < CARDS * ROUNDS or ROUNDS == len(rounds):
            key = entering.next_keys(virtual, rounds)
            if key is None:
                break
            before, busy_ms = len(told.operations), pico.chip.busy_ms
            virtual.play(key)
            ms, changed = machine.pressed(pico, key, bytes(virtual.pixels()))
            told.unseen += ms is None
            if ms is not None:
                told.presses.append((ms, changed))
            status = virtual.status()["game"]
            if status and status["events"] > cards:
                cards = status["events"]
                told.entry_ms.append(pico.chip.busy_ms - busy_ms)
                told.entering += told.operations[before:]
                step()
                assert len(told.operations) > before, "the card is not in flash"
                if cards % CARDS == CARDS - 1:
                    told.free.append(probe.probed(pico)["free"])
                    told.undo_ms += rig.forked(partial(taken_back, pico))
        told.lines = [line.encode() for line in virtual.log_lines()]
    assert cards == CARDS * ROUNDS
    return told


def taken_back(pico):
    """Milliseconds from BACK to the picture, some cards in a row."""
    return [machine.pressed(pico, "back")[0] for _ in range(TAKEN_BACK)]


def rows(step=lambda: None):
    shed = machine.shed()
    rounds = games.deal_game(random.Random(4), 4)
    with tempfile.TemporaryDirectory() as folder:
        told = played(shed, Path(folder) / "box", rounds, step)
    prompt = machine.prompt(shed, shed.memory(), lines=b"".join(told.lines))
    show_ms = int(machine.ran(prompt, SHOW)) / 1000
    prompt.chip.operations = appended = []
    count, took_us = map(int, machine.ran(prompt, APPEND).split())
    assert count == len(told.lines)
    cards = CARDS * ROUNDS
    times = [ms for ms, _ in told.presses]
    limits = [9 * changed * BIT_MS for _, changed in told.presses]
    yield Row(
        "press to last changed pixel, median",
        statistics.median(times),
        "ms",
        most=12,
        beside=[
            ("whole picture by the driver's show()", show_ms, "ms"),
            ("changed bytes alone on the bus", statistics.median(limits), "ms"),
        ],
        note=f"{len(times)} presses in mode cards, {ROUNDS} rounds of four players and the pages of the results",
    )
    yield Row(
        "press to last changed pixel, 99 %",
        quantile(times, 99),
        "ms",
        most=45,
        beside=[("changed bytes alone on the bus", quantile(limits, 99), "ms")],
    )
    yield Row(
        "press to last changed pixel, slowest",
        max(times),
        "ms",
        beside=[("changed bytes alone on the bus", max(limits), "ms")],
    )
    yield Row(
        "sector erases per entered card",
        erases(told.entering) / cards,
        "",
        most=0.1,
        beside=[
            ("a line of JSON appended and flushed", erases(appended) / count, ""),
            ("with the pages of the results and the end of the game", erases(told.operations) / cards, ""),
        ],
    )
    yield Row(
        "bytes programmed per entered card",
        programmed(told.entering) / cards,
        "B",
        beside=[("a line of JSON appended and flushed", programmed(appended) / count, "B")],
    )
    yield Row(
        "flash time per entered card",
        sum(told.entry_ms) / cards,
        "ms",
        beside=[
            ("a line of JSON appended and flushed", took_us / count / 1000, "ms"),
            ("slowest card", max(told.entry_ms), "ms"),
        ],
    )
    yield Row(
        "BACK (a card taken back) to picture, median",
        statistics.median(told.undo_ms),
        "ms",
        beside=[("slowest", max(told.undo_ms), "ms")],
        note="the last cards of each round",
    )
    yield Row(
        "free heap in the last trick",
        told.free[-1] / 1024,
        "KB",
        least=100,
        beside=[("at the end of round 1", told.free[0] / 1024, "KB")],
    )


def erases(operations):
    return sum(operation.size // 4096 for operation in operations if operation.data is None)


def programmed(operations):
    return sum(len(operation.data) for operation in operations if operation.data is not None)
