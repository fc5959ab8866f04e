"""Presses a turn and a round in random games of the four robot games, on the virtual box.

Counted is every key from the first entry of a game to the last, entered without a mistake, and where a game has several
rounds the OKs that lead to the next. What a turn and a round are stands in docs/performance.md. Every game is played on the
real screens; the box's points must be those of a slow table that counts card by card, or the run ends with a traceback.
"""

import random
import statistics

from bench.rows import Row, quantile
from device import play_robot_x, play_robotlab, play_robotroc, play_robots
from robokraft.virtual.box import VirtualBox

PLAYED = 12  # games of each kind


def robot_x(box, number):
    seats = 2 + number % 4
    evening = play_robot_x.Evening(box, random.Random(number), seats)
    points = evening.play()
    assert box.status()["game"]["points"] == points
    return evening.turns, evening.rounds


def robotroc(box, number):
    rng = random.Random(number)
    players = 2 + number % 3
    wish, shown = play_robotroc.setup(rng, players)
    box.start(wish)
    evening = play_robotroc.Evening(box, rng, players, shown)
    points = evening.play()
    assert box.status()["game"]["points"] == points
    turns = [count for what in ("dump", "announce", "take") for count in evening.presses.get(what, ())]
    return turns, [sum(sum(counts) for counts in evening.presses.values())]


def robotlab(box, number):
    evening = play_robotlab.Evening(box, number)
    evening.play()
    return evening.turns, evening.matches


def robots(mode):
    def play(box, number):
        evening = play_robots.Evening(box, number, mode)
        evening.play()
        return evening.tallies, evening.rounds

    return play


GAMES = (
    ("Robot X", robot_x),
    ("RoboTroc", robotroc),
    ("RobotLab", robotlab),
    ("ROBOTS!, cards", robots("cards")),
    ("ROBOTS!, points", robots("points")),
)


def rows(step=lambda: None):
    for name, play in GAMES:
        turns, rounds = [], []
        for number in range(PLAYED):
            with VirtualBox() as box:
                more = play(box, number)
            turns += more[0]
            rounds += more[1]
            step()
        for what, counts in (("turn", turns), ("round", rounds)):
            yield Row(
                f"presses a {what}, {name}, median",
                statistics.median(counts),
                "",
                beside=[("95 %", quantile(counts, 95), ""), (f"{what}s", len(counts), "")],
            )
