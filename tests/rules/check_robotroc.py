"""Checks RoboTroc against vectors_robotroc.jsonl; runs unchanged on CPython and on MicroPython. Prints what it counted.

Arguments: the path of the vectors. Exits 1 after naming every vector that does not hold.
"""

import json
import sys

if __name__ == "__main__":  # then only its own folder is on the path
    sys.path.append(__file__.rsplit("/", 2)[0])

from rules import playing
from shared_rules import robotroc, robotroc_best


def header(fields):
    setup = {
        "lead": fields.get("lead", 0),
        "games": fields.get("games", 1),
        "shown": fields.get("shown"),
    }
    return playing.header(
        "robotroc", fields.get("seats", 4), setup, fields.get("mode", "game"), fields.get("rules", {})
    )


def play(fields):
    return playing.Player(header(fields))


class Check(playing.Check):
    def player(self, head):
        return play(head)

    def seen(self, state):
        seat = state.turn()
        return {
            "phase": state.phase(),
            "turn": seat,
            "round": state.round,
            "markers": state.markers(),
            "in_dump": state.in_dump(),
            "totals": state.totals(),
            "rounds": state.scores(),
            "ranks": state.ranks(),
            "finished": state.finished,
            "may_take": state.may_take(seat) if state.phase() == "take" else None,
            "warnings": [warning[1] for warning in state.warnings],
        }

    def best(self, vector):
        name, cards, bonuses, shown, rules, points, robot, having = vector
        codes = [robotroc_best.PARTS.index(card) for card in cards] + [35 + bonus for bonus in bonuses]
        found = robotroc_best.best(codes, robotroc._codes(shown), rules)
        if found is None:
            self.same("best", name, 0, points)
            return
        self.same("best", name + ", points", sum([line[3] for line in found[1]]), points)
        if robot is not None:
            self.same("best", name + ", robot", [robotroc_best.PARTS[code] for code in found[0]], robot)
        for bonus in found[2]:
            self.same("best", "%s, with bonus %d" % (name, bonus), found[2][bonus], having.get(str(bonus)))


if __name__ == "__main__":
    with open(sys.argv[1]) as file:
        sys.exit(Check().run(map(json.loads, file)))
