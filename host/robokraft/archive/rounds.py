"""The rounds of any game, as its contract tells them; a game with a module of its own tells more."""

from robokraft.archive.kinds import more
from robokraft.archive.replay import walk
from robokraft.archive.sentences import sentence


class PlainRound:
    """A round of a game of which nothing more is known: `points` per seat, `lines` as `explain` gave them, `game` its name."""

    notes = ()

    def __init__(self, game, state):
        self.game = game
        self.number = state.round
        self.points = None
        self.finished = False
        self.lines = [state.explain(seat) for seat in range(len(state.players))]

    def sentences(self, seat):
        """What makes up the points of a seat, a text a line; None while that is not known."""
        lines = self.lines[seat]
        return None if lines is None else [sentence(self.game, line) for line in lines]

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
    scores = []
    for moment, event, state in walk(game):
        if moment == "over":
            found.append(PlainRound(game.module.NAME, state))
            scores = state.scores()
        elif moment == "after" and event["type"] == "adjust" and event["field"] == "seats":
            for played in found:
                played.lines = [played.lines[seat] for seat in event["value"]]
    for played, points in zip(found, scores):  # as the end has them: in its seats, and corrected
        played.points = list(points)
        played.finished = True
    return found
