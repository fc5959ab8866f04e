"""Checks Robot X against vectors_robot_x.jsonl; runs unchanged on CPython and on MicroPython. Prints what it counted.

Arguments: the path of the vectors. Exits 1 after naming every vector that does not hold.
"""

import gc
import json
import sys

from shared_rules import robot_x
from shared_rules.codec import Codec, pack_header, unpack_header
from shared_rules.fields import RuleError
from shared_rules.history import Game
from shared_rules.log import check_record, tables_of


def header(fields):
    return {
        "n": 0,
        "t": 0,
        "type": "game",
        "v": 1,
        "id": "vector-1",
        "game": "robot_x",
        "mode": fields.get("mode", "game"),
        "players": [{"id": None, "name": "P%d" % (seat + 1)} for seat in range(fields.get("seats", 2))],
        "setup": {
            "lead": fields.get("lead", 0),
            "colours": fields.get("colours", ["blue", "pink", "orange", "green"]),
        },
        "rules": fields.get("rules", {}),
        "device": "vector",
        "firmware": "0",
        "started": None,
    }


class Player:
    """Takes records as `verify` does: the schema first, then the rules; every event goes through the bytes."""

    def __init__(self, fields):
        head = header(fields)
        self.game = Game(unpack_header(pack_header(head)))
        self.tables = tables_of(self.game.module)
        self.seats = len(head["players"])
        self.codec = Codec(self.game.module, self.seats)

    def take(self, event, n):
        record = dict(event, n=n, t=0)
        check_record(self.tables, record, self.seats)
        back = self.codec.unpack(self.codec.pack(record))
        if back != event:
            raise ValueError("%s came back from the bytes as %s" % (event, back))
        due = self.game.due()
        while due is not None and event["type"] != "undo":
            self.game.apply(dict(due, n=n, t=0))
            due = self.game.due()
        self.game.apply(record)


def seen(state):
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


class Check:
    def __init__(self):
        self.counts = {}
        self.failed = 0

    def same(self, kind, name, got, want):
        self.counts[kind] = self.counts.get(kind, 0) + 1
        if got != want:
            self.failed += 1
            print("%s %s: %s, not %s" % (kind, name, got, want))

    def budgets(self, vector):
        self.same("budgets", vector[0], robot_x.budget(*vector[0]), vector[1])

    def given(self, vector):
        self.same("given", vector[0], robot_x.least_given(vector[0]), vector[1])

    def situations(self, vector):
        player = Player(vector["head"])
        for at in range(len(vector["events"])):
            player.take(vector["events"][at], at + 1)
        for state in (player.game.state, player.game.state.copy()):
            got = seen(state)
            for key in vector["expect"]:
                self.same("situations", vector["name"] + ", " + key, got[key], vector["expect"][key])

    def errors(self, vector):
        at = 0
        code = None
        try:
            player = Player(vector["head"])
            for event in vector["events"]:
                at += 1
                player.take(event, at)
        except RuleError as error:
            code = error.code
            at = error.fields.get("n", at)
        self.same("errors", vector["name"], (at, code), (vector["at"], vector["code"]))


def main(path):
    check = Check()
    with open(path) as file:
        for line in file:
            gc.collect()
            kind, vector = json.loads(line)
            getattr(check, kind)(vector)
    for kind in sorted(check.counts):
        print("%s %d" % (kind, check.counts[kind]))
    return 1 if check.failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
