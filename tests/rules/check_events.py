"""Checks games against vectors of events; runs unchanged on CPython and on MicroPython. Prints what it counted.

Arguments: paths of files, each {"about", "games": [...]}. A game has `game`, `seats`, `setup`, `events` (records without
envelope), and `expect`, what its state says at the end: fields and methods by name, `explain` per seat; or `error`, the
code with which the last event is refused. `mode`, `rules` and whatever all share stand in `common`. Every event goes through the bytes as well.
Exits 1 after naming every vector that does not hold.
"""

import json
import sys

from shared_rules.codec import Codec, pack_header, unpack_header
from shared_rules.fields import RuleError
from shared_rules.history import Game
from shared_rules.log import check_record, tables_of


def header(vector):
    return {
        "n": 0,
        "t": 0,
        "type": "game",
        "v": 1,
        "id": "vector-1",
        "game": vector["game"],
        "mode": vector["mode"],
        "players": [{"id": None, "name": "P%d" % (seat + 1)} for seat in range(vector["seats"])],
        "setup": vector["setup"],
        "rules": vector.get("rules", {}),
        "device": "vector",
        "firmware": "0",
        "started": None,
    }


class Player:
    """Takes events as the box does: the schema first, the bytes, the rules, then what the box writes by itself."""

    def __init__(self, head):
        self.game = Game(unpack_header(pack_header(head)))
        self.tables = tables_of(self.game.module)
        self.seats = len(head["players"])
        self.codec = Codec(self.game.module, self.seats)

    def take(self, event):
        record = dict(event)
        record["n"] = self.game.n
        record["t"] = 0
        if check_record(self.tables, record, self.seats):
            raise ValueError("%s has fields that are not known" % (record,))
        back = self.codec.unpack(self.codec.pack(record))
        for name in record:
            if name not in ("n", "t") and back[name] != record[name]:
                raise ValueError("%s came back from the bytes as %s" % (record, back))
        before = self.game.n, self.seen()
        try:
            self.game.apply(record)
        except RuleError:
            if before != (self.game.n, self.seen()):
                raise ValueError("a refused event changed something: %s" % (record,))
            raise
        due = self.game.due()
        while due is not None:
            self.game.apply(dict(due, n=self.game.n, t=0))
            due = self.game.due()

    def seen(self):
        state = self.game.state
        return (
            state.phase(),
            state.turn(),
            state.round,
            state.totals(),
            [list(row) for row in state.scores()],
            [state.explain(seat) for seat in range(state.seats)],
            list(state.warnings),
        )


def plain(value):
    """Tuples as lists, as JSON has them."""
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return value


def said(game, name):
    state = game.state
    if name == "explain":
        return [plain(state.explain(seat)) for seat in range(state.seats)]
    if name == "warnings":
        return [warning[1] for warning in state.warnings]
    if name == "end":
        return game.end and game.end["winners"]
    value = getattr(state, name)
    return plain(value() if callable(value) else value)


def check(vector):
    """What does not hold, as texts; and how much was looked at."""
    player = Player(header(vector))
    wrong = []
    code = None
    events = vector["events"]
    for at in range(len(events)):
        try:
            player.take(events[at])
        except RuleError as error:
            code = error.code
            if at + 1 < len(events) or "error" not in vector:
                wrong.append("event %d is refused: %s, %s" % (at, code, error.message))
                return wrong, 1
    if "error" in vector:
        return (
            (wrong, 1) if code == vector["error"] else (["the last event gives %s" % (code or "no error")], 1)
        )
    for name in sorted(vector["expect"]):
        got = said(player.game, name)
        if got != vector["expect"][name]:
            wrong.append("%s is %s, not %s" % (name, got, vector["expect"][name]))
    return wrong, len(vector["expect"])


def main(paths):
    failed = counted = 0
    for path in paths:
        with open(path) as file:
            vectors = json.loads(file.read())
        for vector in vectors["games"]:
            full = dict(vectors["common"])
            full.update(vector)
            wrong, count = check(full)
            counted += count
            for text in wrong:
                failed += 1
                print("%s: %s" % (vector["name"], text))
    print("facts %d" % counted)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
