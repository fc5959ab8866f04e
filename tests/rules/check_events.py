"""Checks games against vectors of events; runs unchanged on CPython and on MicroPython. Prints what it counted.

Arguments: paths of files, each {"about", "games": [...]}. A game has `game`, `seats`, `setup`, `events` (records without
envelope), and `expect`, what its state says at the end: fields and methods by name, `explain` per seat; or `error`, the
code with which the last event is refused. `mode`, `rules` and whatever all share stand in `common`. Every event goes through the bytes as well.
Exits 1 after naming every vector that does not hold.
"""

import json
import sys

if __name__ == "__main__":  # then only its own folder is on the path
    sys.path.append(__file__.rsplit("/", 2)[0])

from rules import playing
from shared_rules.fields import RuleError


def header(vector):
    return playing.header(
        vector["game"], vector["seats"], vector["setup"], vector["mode"], vector.get("rules", {})
    )


class Player(playing.Player):
    """Takes events as the box does, and what the box writes by itself; a refused one must change nothing."""

    def enter_next(self, event):
        before = self.game.n, self.seen()
        try:
            self.take(dict(event, n=self.game.n, t=0))
        except RuleError:
            if before != (self.game.n, self.seen()):
                raise ValueError("a refused event changed something: %s" % (event,))
            raise
        self.score()

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
            player.enter_next(events[at])
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
