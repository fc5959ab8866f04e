"""The box is killed at any moment, without a goodbye, and started again on the same memory: it stands where it stood.

Killed is: the app is thrown away between two turns of its loop, and a new one is built on the same folder. Cuts inside a
write are the business of test_storage_cuts.py.
"""

import random
import shutil

import pytest

from flows import whole
from rules import games
from vm.box import Box

NAMES = ["Ann", "Bob", "Carol"]
START = {
    "game": "robokraft",
    "mode": "cards",
    "players": NAMES,
    "setup": {"lead": 0, "discs": "BROG"},
    "rules": {},
}
PAGES = ("results", "left_over", "home")  # every key on them leads to another page
SPARSE = 7


class Evening:
    """A box that is killed now and then while keys are pressed.

    `settled` is what must be found after a kill: how the box stood after its last entry or page. `half` are the keys
    since then; they are lost, and pressed once more.
    """

    def __init__(self, folder, wish):
        self._folder = str(folder)
        self._starts = 0
        self.box = self._power_up()
        self.box.start(wish)
        self.half = []
        self.settled = self.seen()
        self.kills = 0

    def _power_up(self):
        self._starts += 1
        return Box(self._folder, start_ms=987_654_321 * self._starts)

    def seen(self):
        """The status object without what time alone changes, and the picture."""
        status = self.box.status()
        del status["boot"]
        return status, bytes(self.box.pixels())

    def press(self, key):
        self.box.play(key)
        now = self.seen()
        self.half.append(key)
        if self._place(now) != self._place(self.settled) or now[0]["screen"]["name"] in PAGES:
            self.settled = now
            self.half = []

    def _place(self, seen):
        """What changes with every entry and every page, and never with a half entry."""
        game = seen[0]["game"]
        return game and game["events"], seen[0]["screen"]["name"] in PAGES

    def kill(self):
        self.kills += 1
        self.box = self._power_up()
        assert self.seen() == self.settled
        self.box.play(" ".join(self.half))

    def copy(self, folder):
        """What another box finds that is started on a copy of the memory."""
        shutil.copytree(self._folder, folder)
        return Box(str(folder), start_ms=5)


def keys_of_game(seed):
    """[(keys, whether a kill comes after every one of them)] of a whole game of three."""
    rounds = games.deal_game(random.Random(seed), 3)
    for number, played in enumerate(rounds):
        for at, trick in enumerate(played["tricks"]):
            yield whole.trick_keys(trick), at == 11 or number == 0 and at < 2 or number == 1 and at == 0
        yield ["ok"] * 6, True


def start_of(played, **changes):
    return {**START, "setup": {"lead": played["first"], "discs": played["before"]}, **changes}


@pytest.mark.parametrize("seed", [1, 2])
def test_a_game_goes_on_wherever_the_box_was_killed(seed, tmp_path):
    rounds = games.deal_game(random.Random(seed), 3)
    evening = Evening(tmp_path / "box", start_of(rounds[0]))
    pressed = 0
    for keys, dense in keys_of_game(seed):
        for key in keys:
            evening.press(key)
            pressed += 1
            if dense or pressed % SPARSE == seed % SPARSE:
                evening.kill()
    assert evening.kills > 90
    status = evening.box.status()
    assert (status["screen"]["name"], status["game"], status["storage"]["games"]) == ("home", None, 1)
    assert status["warnings"] == []
    evening.box.play("down down ok")
    totals = [str(points).replace("-", "−") for points in games.totals_of(rounds)]
    assert set(totals + NAMES) <= set(evening.box.status()["screen"]["texts"])


def test_undo_goes_to_the_start_of_the_game_after_any_start(tmp_path):
    rounds = games.deal_game(random.Random(3), 3)
    evening = Evening(tmp_path / "box", start_of(rounds[0]))
    start = evening.seen()[0]["game"]
    keys = [key for part, _ in keys_of_game(3) for key in part]
    for at, key in enumerate(keys):
        evening.press(key)
        if at in (4, 40, 95, 101, 140, 230):
            box = evening.copy(tmp_path / f"copy-{at}")
            presses = _back_to_the_start(box)
            assert box.status()["game"] == start, at
            assert presses >= evening.settled[0]["game"]["events"]
            assert box.status()["warnings"] == []


def _back_to_the_start(box):
    presses = 0
    while box.status()["game"]["events"] and presses < 400:
        box.play("ok" if box.status()["screen"]["name"] == "question" else "back")
        presses += 1
    return presses


MODES = {  # keys, entries
    "tricks": ("blue up red orange red  red up blue orange green  green down red blue orange", 3),
    "scores": ("red red blue ok green ok orange ok up ok down ok red ok green ok", 5),
}


@pytest.mark.parametrize("mode", MODES)
def test_other_ways_of_entry_come_back_too(mode, tmp_path):
    evening = Evening(tmp_path / "box", {**START, "mode": mode})
    keys, entries = MODES[mode]
    for key in keys.split():
        evening.press(key)
        evening.kill()
    assert evening.box.status()["game"]["events"] == entries


def test_what_was_taken_back_stays_so(tmp_path):
    evening = Evening(tmp_path / "box", START)
    evening.box.play("blue down blue  down up  red down red  red up red  back back")
    assert evening.box.status()["game"]["events"] == 3
    evening.box.play("blue back")  # no notice in the way
    before = evening.seen()[0]["game"]
    evening.box = evening.copy(tmp_path / "copy")
    assert evening.seen()[0]["game"] == before
    evening.box.play("back back")
    assert evening.box.status()["game"]["events"] == 2


def test_a_correction_and_a_decision_are_found_again(tmp_path):
    evening = Evening(tmp_path / "box", START)
    evening.box.play("blue down blue  down up  red down red  ok up ok red red down blue")
    evening.box.play("back back:hold down down ok up up up up ok red up up ok back")
    before = evening.seen()
    assert (before[0]["game"]["events"], before[0]["game"]["points"]) == (5, [0, 2, 0])
    evening.box = evening.copy(tmp_path / "copy")
    assert evening.seen() == before


def test_the_way_of_entry_that_was_chosen_survives_the_power(tmp_path):
    """Before the first entry of a round, and in the rounds after it; a new game begins in its own way."""
    folder = str(tmp_path / "box")
    box = Box(folder)
    box.play("ok red ok  back:hold down down ok down down ok down down ok")
    assert box.status()["game"]["phase"] == "cubes"
    box = Box(folder)
    assert (box.status()["game"]["phase"], box.status()["game"]["mode"]) == ("cubes", "cards")
    box.play("back:hold up ok down ok ok red ok")
    assert box.status()["game"]["phase"] == "suit"
    assert Box(folder).status()["game"]["phase"] == "suit"
