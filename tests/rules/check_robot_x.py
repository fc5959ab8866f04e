"""Checks Robot X against vectors_robot_x.jsonl; runs unchanged on CPython and on MicroPython. Prints what it counted.

Arguments: the path of the vectors. Exits 1 after naming every vector that does not hold.
"""

import gc
import json
import sys

if __name__ == "__main__":  # then only its own folder is on the path
    sys.path.append(__file__.rsplit("/", 2)[0])

from rules import playing
from shared_rules import robot_x


def header(fields):
    setup = {
        "lead": fields.get("lead", 0),
        "colours": fields.get("colours", ["blue", "pink", "orange", "green"]),
    }
    return playing.header(
        "robot_x", fields.get("seats", 2), setup, fields.get("mode", "game"), fields.get("rules", {})
    )


def play(fields):
    return playing.Player(header(fields))


class Check(playing.Check):
    def player(self, head):
        return play(head)

    def seen(self, state):
        return {
            "phase": state.phase(),
            "turn": state.turn(),
            "banks": state.banks,
            "robots": [list(parts) for parts in state.robots],
            "bonuses": [list(row) for row in state.bonuses],
            "over": state.over,
            "completer": state.completer,
            "totals": state.totals(),
            "rounds": state.scores(),
            "ranks": state.ranks(),
            "finished": state.finished,
        }

    def budgets(self, vector):
        self.same("budgets", vector[0], robot_x.budget(*vector[0]), vector[1])

    def given(self, vector):
        self.same("given", vector[0], robot_x.least_given(vector[0]), vector[1])


def rows(path):
    with open(path) as file:
        for line in file:
            gc.collect()
            yield json.loads(line)


if __name__ == "__main__":
    sys.exit(Check().run(rows(sys.argv[1])))
