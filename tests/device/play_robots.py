"""Whole games of ROBOTS! by keys, dealt at random: an evening plays one on a box and counts the presses."""

import random

from rules.test_robots import OWN, SlowTable, cards_of
from shared_rules.robots_records import KINDS

KEYS = ("blue", "red", "orange", "green", "up", "down")
SEATS = ("blue", "red", "orange", "green", "up")


def start(players, mode="cards", values: "str | list[int]" = "face", robot=25, **rules):
    names = ["Ann", "Bob", "Carol", "Dave", "Eve"][:players]
    setup = {"dealer": 0, "values": values, "robot": robot}
    return {"game": "robots", "mode": mode, "players": names, "setup": setup, "rules": rules}


def card_keys(counts):
    """Presses for cards by kind: from a number on upwards with RED, the same again with BLUE and ORANGE."""
    keys, last = [], None
    for k, name in enumerate(KINDS):
        count = counts.get(name, 0)
        if not count:
            continue
        if last is not None and last + 1 == k and k < 14:
            keys.append("red")
        else:
            keys += [("up", "down", "green")[k // 6], KEYS[k % 6]]
        keys += ["orange"] * ((count - 1) // 2) + ["blue"] * ((count - 1) % 2)
        last = k
    return keys


def chip_keys(points):
    keys = []
    for worth, key in ((50, "green"), (10, "orange"), (5, "red"), (1, "blue")):
        keys += [key] * (points // worth)
        points %= worth
    return keys


class Evening:
    """One game by keys, from the first round to the end; presses of each tally and each round are counted."""

    def __init__(self, box, seed, mode):
        rng = random.Random(seed)
        self.box, self.rng, self.mode = box, rng, mode
        seats = rng.randint(2, 5)
        self.values = rng.choice(["face", "rummy", "own"])
        rules = {"tie_round": rng.choice(["all", "leaders"])}
        bonus = rng.randrange(10, 60)
        self.table = SlowTable(rng, seats, self.values, "1_or_15", bonus, rules["tie_round"])
        box.start(start(seats, mode, OWN if self.values == "own" else self.values, bonus, **rules))
        self.tallies, self.rounds = [], []

    def press(self, keys):
        self.box.play(" ".join(keys))
        return len(keys)

    def game(self):
        return self.box.status()["game"]

    def tally(self, played, hand, built):
        keys = []
        for cards in (played, hand):
            counts = cards_of(cards, self.mode == "points", self.table)
            keys += (chip_keys(counts) if self.mode == "points" else card_keys(counts)) + ["ok"]
        if played or self.mode == "points":
            keys += ["ok"] if not built else [KEYS[built]] if built < 4 else ["up"] * built + ["ok"]
        return keys

    def play(self):
        won = None
        while won is None:
            dealt = self.table.deal()
            tallies = {seat: rest for seat, *rest in dealt}
            first = self.rng.choice(sorted(tallies))
            seat, pressed = first, self.press([SEATS[first]])
            while True:
                count = self.press(self.tally(*tallies.pop(seat)))
                self.tallies.append(count)
                pressed += count
                if not tallies:
                    break
                assert self.box.status()["screen"]["name"] == "tally"
                seat = self.game()["turn"]
            won = self.table.score(dealt)
            game = self.game()
            assert game["points"] == self.table.totals
            assert game["rounds"] == self.table.rounds
            assert game["phase"] == ("game_end" if won else "round_end")
            self.rounds.append(pressed + self.press(["ok", "ok"]))
        assert self.box.status()["screen"]["name"] == "home"
        return won
