"""The box on MicroPython with its memory in pieces: once a game runs, nothing asks for more than a few kilobytes at once."""

import json
import random

from robokraft.virtual.box import VirtualBox
from robokraft.virtual.table import Hands
from vm.unix import ROOT

SEATS = 4
WISH = {
    "game": "robokraft",
    "mode": "cards",
    "players": ["Ann", "Ben", "Carol", "Dan"],
    "setup": {"lead": 0, "discs": "BROG"},
    "rules": {},
}
PIECE = 2048  # objects of the unix build are half as large again as the Pico's
BETWEEN = ("ok back", "back wait:300 ok:hold", "back:hold back")  # look, undo and redo, menu
PROGRAM = """
import gc, json, sys
sys.path.append({tests!r})
from vm.box import Box

box = Box({folder!r})
box.start({wish!r})
for keys in {before!r}:
    box.play(keys)
gc.collect()
held, last = [], None
try:
    while True:
        held.append(bytearray({piece}))
except MemoryError:
    pass
for number in range(0, len(held), 2):
    held[number] = None
gc.collect()
try:
    bytearray(2 * {piece})
    print("whole")
except MemoryError:
    print("in pieces", len(held))
for keys in {after!r}:
    box.play(keys)
print(json.dumps(box.status()["game"]))
print(gc.mem_free() > 0)
"""


def test_a_round_is_played_with_the_memory_in_pieces(unix, tmp_path):
    chance = random.Random(5)
    hands = Hands(chance, SEATS)
    keys = []
    with VirtualBox(tmp_path / "here") as box:
        box.start(WISH)
        for number in range(12 * SEATS):
            entry = " ".join(hands.keys(hands.play(box.status()["game"]["turn"])))
            more = BETWEEN[number // 7 % 3] if number % 7 == 6 else ""
            keys.append(f"{entry} {more}".strip())
            box.play(keys[-1])
        keys.append("ok" + " ok" * SEATS)  # left over, and a page of the result for each
        box.play(keys[-1])
        here = box.status()["game"]
    assert len(here["rounds"]) == 1
    said = unix.check(
        PROGRAM.format(
            tests=str(ROOT / "tests"),
            folder=str(tmp_path / "there"),
            wish=WISH,
            before=keys[:20],
            after=keys[20:],
            piece=PIECE,
        ),
        heap="640K",
    ).split("\n")
    assert said[0].startswith("in pieces") and int(said[0].split()[-1]) > 8
    there = json.loads(said[1])
    assert (there["rounds"], there["points"], there["events"]) == (
        here["rounds"],
        here["points"],
        here["events"],
    )
