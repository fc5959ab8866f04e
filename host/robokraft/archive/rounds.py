"""The rounds of any game, as its contract tells them; a game with a module of its own tells more."""

from robokraft.archive.kinds import more
from robokraft.archive.replay import walk


class PlainRound:
    """A round of a game of which nothing more is known: `points` per seat, `lines` as `explain` gave them."""

    notes = ()

    def __init__(self, state, number, points):
        self.number = number
        self.points = points
        self.finished = points is not None
        self.lines = [state.explain(seat) for seat in range(len(state.players))]

    def sentences(self, seat):
        """What makes up the points of a seat, a text a line; None while that is not known."""
        lines = self.lines[seat]
        return None if lines is None else [" ".join(str(part) for part in line) for line in lines]

    def as_json(self):
        return {"round": self.number, "points": self.points, "lines": self.lines}


def rounds_of(game, totals=False):
    """The rounds of a history.Game, in the order of play; none without a game.

    `totals`: also the points after each trick, where the game has tricks and they are known.
    """
    if game is None:
        return []
    module = more(game.module.NAME)
    if module:
        return module.rounds(game, totals)
    found = []
    for moment, _event, state in walk(game):
        if moment == "over":
            scores = state.scores()
            points = list(scores[state.round - 1]) if len(scores) >= state.round else None
            found.append(PlainRound(state, state.round, points))
    return found
