"""What the states of all games do alike: rounds, totals, places, copies, and the decisions that every table may take.

A game's `State` adds `_clear`, `phase`, `turn`, `round_points`, a method `_<type>(event, n)` for each event in `PLAY`, and
`_adjust_<field>(event)` for the decisions that are its own.
"""

from shared_rules.fields import RuleError
from shared_rules.game import ranks_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class BaseState:
    """One game as the records so far leave it. Seats from 0, rounds from 1.

    PLAY      types of event by which a round is played
    ROUND     what a round is called where one is refused
    PER_SEAT  further attributes that are lists with a value a seat
    SEAT_OF   attributes that are a seat, or None
    """

    PLAY = ()
    ROUND = "round"
    PER_SEAT = ()
    SEAT_OF = ("first",)

    def __init__(self, header):
        self.players = list(header["players"])
        self.rules = header["rules"]
        self.seats = len(self.players)
        self.round = 1
        self.done = False
        self.rounds = []
        self.extra = [0] * self.seats
        self.warnings = []
        self._warned = 0
        self._clear()

    def _clear(self):
        """A round in which nothing was entered."""
        self.done = False
        self._warned = len(self.warnings)

    def copy(self) -> "Any":
        """An independent copy: lists are copied, what lies in them must not change in place."""
        other = object.__new__(type(self))
        for name, value in self.__dict__.items():
            setattr(other, name, list(value) if type(value) is list else value)
        return other

    # What may come next, rounds and points

    def phase(self) -> str:
        raise NotImplementedError

    def turn(self) -> "int | None":
        raise NotImplementedError

    def round_points(self) -> "list[int] | None":
        raise NotImplementedError

    @property
    def finished(self):
        return self.done

    def begins_round(self, event):
        return self.done and event["type"] in self.PLAY

    def open_round(self):
        """Opens the next round, begun by the next seat; raises RuleError `end` after the last."""
        if self.finished:
            raise RuleError("end", "the game is over after %s %d" % (self.ROUND, self.round))
        self.round += 1
        self.first = (self.first + 1) % self.seats
        self._clear()

    def scores(self):
        return self.rounds

    def totals(self):
        """Points of the finished rounds and corrections, per seat."""
        return self._sums(self.rounds)

    def _sums(self, rounds):
        return [self.extra[seat] + sum([row[seat] for row in rounds]) for seat in range(self.seats)]

    def ranks(self, partial=None):
        """Places 1, 2, 2, 4; where the house rule `ties` does not say `share`, equal totals go by the last round's points.

        `partial` are points of an open round that count, or None.
        """
        rounds = self.rounds + ([partial] if partial else [])
        keys = self._sums(rounds)
        if rounds and self.rules.get("ties", "share") != "share":
            keys = [keys[seat] * 100000 + rounds[-1][seat] for seat in range(self.seats)]
        return ranks_of(keys)

    # Events

    def apply(self, event, n):
        """Takes one event in, or raises RuleError and changes nothing. `n` is the number of its record."""
        kind = event["type"]
        if kind in self.PLAY:
            if self.done:
                raise RuleError("phase", "the %s is scored" % self.ROUND)
            getattr(self, "on_" + kind)(event, n)
            self._settle()
        elif kind == "void":
            self._void(event)
        elif kind == "adjust":
            getattr(self, "on_adjust_" + event["field"])(event)
        else:
            raise RuleError("schema", "there is no event %s" % kind)

    def _settle(self):
        """Scores the round as soon as all is known; called after each event by which it is played."""

    def _score(self, points):
        self.done = True
        self.rounds.append(points)

    def _need(self, *phases):
        phase = self.phase()
        if phase not in phases:
            raise RuleError("phase", "this cannot come now: %s is asked" % phase.replace("_", " "))

    def _void(self, event):
        if event["round"] != self.round:
            text = "%s %d is not the open one: that is %d" % (self.ROUND, event["round"], self.round)
            raise RuleError("phase", text)
        if self.done:
            self.rounds.pop()
        del self.warnings[self._warned :]
        self._clear()

    # What the table decides

    def on_adjust_points(self, event):
        self.extra[event["seat"]] += event["delta"]

    def on_adjust_player(self, event):
        self.players[event["seat"]] = event["player"]

    def on_adjust_seats(self, event):
        self._reseat(event["value"])

    def _reseat(self, old):
        """Seats in another order: `old` is the former seat of each. Returns the new seat of each former one."""
        new = [old.index(seat) for seat in range(self.seats)]
        for name in ("players", "extra") + self.PER_SEAT:
            values = getattr(self, name)
            setattr(self, name, [values[seat] for seat in old])
        for name in self.SEAT_OF:
            seat = getattr(self, name)
            setattr(self, name, None if seat is None else new[seat])
        self.rounds = [[row[seat] for seat in old] for row in self.rounds]
        return new
