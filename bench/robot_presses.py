"""Presses a turn and a round in random games of the four robot games, on the virtual box. Prints a table.

    PYTHONPATH=.:firmware:host:tests python bench/robot_presses.py [--games N] [--json FILE]

Counted is every key from the first entry of a game to the last, entered without a mistake, and where a game has several
rounds the OKs that lead to the next. What a turn and a round are stands in docs/performance.md. Every game is played on the
real screens; the box's points must be those of a slow table that counts card by card, or the run ends with a traceback.
"""

import argparse
import json
import random
import statistics
from pathlib import Path

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from device import play_robot_x, play_robotlab, play_robotroc, play_robots
from robokraft.virtual.box import VirtualBox


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


def measure(count, step):
    """Rows {game, turns, turn, turn_p95, rounds, round, round_p95}; `step()` after each game."""
    rows = []
    for name, play in GAMES:
        turns, rounds = [], []
        for number in range(count):
            with VirtualBox() as box:
                more = play(box, number)
            turns += more[0]
            rounds += more[1]
            step()
        row = {"game": name}
        for what, counts in (("turn", sorted(turns)), ("round", sorted(rounds))):
            row[what + "s"] = len(counts)
            row[what] = statistics.median(counts)
            row[what + "_p95"] = counts[(95 * len(counts) + 99) // 100 - 1]
        rows.append(row)
    return rows


def show(rows):
    table = Table("game", "turns", "a turn", "95 %", "rounds", "a round", "95 %", box=None)
    for column in table.columns[1:]:
        column.justify = "right"
    for row in rows:
        names = ("turns", "turn", "turn_p95", "rounds", "round", "round_p95")
        table.add_row(row["game"], *[f"{row[name]:g}" for name in names])
    console = Console(width=78)
    console.print("Presses, medians")
    console.print(table)


def main():
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--games", type=int, default=12, metavar="N", help="games of each kind")
    parser.add_argument("--json", metavar="FILE", help="write the numbers there as well")
    wish = parser.parse_args()
    if wish.games < 1:
        parser.error("at least one game")
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("games", total=len(GAMES) * wish.games)
        rows = measure(wish.games, lambda: progress.advance(task))
    show(rows)
    if wish.json:
        Path(wish.json).write_text(
            json.dumps({"games": wish.games, "rows": rows}, indent=1), encoding="utf-8"
        )


if __name__ == "__main__":
    main()
