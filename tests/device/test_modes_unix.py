"""The modes on the MicroPython unix build: after every key the same status as on CPython, the power going at times."""

import json
import random
from pathlib import Path

import pytest

from device import press_on
from device.modes import NAMES
from robokraft.virtual import entering
from rules import games
from vm.box import Box

PROGRAM = Path(press_on.__file__)
CASES = (("cards", 3, False), ("tricks", 4, False), ("tricks", 3, True), ("scores", 4, False))
UNTIL_THE_POWER_GOES = (7, 24, 38, 41, 1000)  # keys


def enter(folder, wish, rounds, numbers, most):
    """(keys pressed, what the box said) until the round is over or the power goes."""
    box = Box(str(folder))
    if box.app.session.game is None:
        box.start(wish)
    keys, lines = [], []
    while len(keys) < most and box.status()["game"]["rounds"] == []:
        lines.append(press_on.said(box))
        keys.append(entering.next_keys(box, rounds, numbers))
        box.play(keys[-1])
    return keys, lines + [press_on.said(box)], box.status()["game"]["rounds"]


@pytest.mark.slow
@pytest.mark.parametrize(("mode", "seats", "numbers"), CASES)
def test_every_status_is_the_same_on_micropython(unix, tmp_path, mode, seats, numbers):
    rounds = games.deal_game(random.Random(f"unix {mode} {seats}"), seats)
    wish = {
        "game": "robokraft",
        "mode": mode,
        "players": NAMES[:seats],
        "setup": {"lead": rounds[0]["first"], "discs": rounds[0]["before"]},
        "rules": {},
    }
    script = tmp_path / "keys"
    points = []
    for most in UNTIL_THE_POWER_GOES:
        if points:
            break
        keys, here, points = enter(tmp_path / "here", wish, rounds, numbers, most)
        script.write_text("\n".join([json.dumps(wish), *keys, ""]))
        there = unix.check(PROGRAM, str(tmp_path / "there"), str(script), heap="400K")
        assert there.splitlines() == here
    assert points == [rounds[0]["points"]]
