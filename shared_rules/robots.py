"""ROBOTS!: spreads of sets and runs; a round counts what was played, less what is left in the hand, plus robots.

Promises: `State.apply` follows the rulebook and RULES 5: rounds until one of 250 or more leads alone. What a card and a
robot count is no part of the rulebook: it comes with `setup`, as the owner of the cards entered or chose it. Cards that
cannot be there are refused with `tally`; a round after which nobody's hand is empty is a warning, `hand`.
"""

from shared_rules.fields import RuleError
from shared_rules.robots_records import EVENTS as EVENTS
from shared_rules.robots_records import KINDS, STAR, STAR_LOW, WILD
from shared_rules.robots_records import SETUP as SETUP
from shared_rules.state import BaseState

NAME = "robots"
MODES = ("cards", "points")
SEATS = (2, 5)
# Whether a star after the 14 counts 15 or, as one sheet says, 14 (preset `face`); who plays on after a tie at 250 or more.
RULES = {"star": ("1_or_15", "1_or_14"), "tie_round": ("all", "leaders")}
PLAY = ("tally",)
ENOUGH = 250

_COPIES = 5
_WILDS = 4
_ROBOTS = 13


def half_of(heap):
    """Cards that Tractor Beam takes from the bottom of a Scrap Heap of so many, the beam itself not counted."""
    return (heap + 1) // 2


def values_of(setup, rules):
    """What each of KINDS counts, a list; None for a wild that counts as the card it stands for."""
    values = setup["values"]
    if values == "face":
        return list(range(2, 15)) + [14 if rules.get("star") == "1_or_14" else 15, 1, None]
    if values == "rummy":
        return list(range(2, 10)) + [10] * 5 + [15, 15, 15]
    return list(values)


class State(BaseState):
    """One game of ROBOTS! as the records so far leave it. Seats from 0, rounds from 1."""

    PLAY = PLAY
    PER_SEAT = ("tallies", "of")
    SEAT_OF = ("dealer",)

    def __init__(self, header):
        setup = header["setup"]
        self.values = tuple(values_of(setup, header["rules"]))
        self.robot = setup["robot"]
        self.dealer = setup["dealer"]
        self.numbers = []
        self.playing = list(range(len(header["players"])))
        BaseState.__init__(self, header)

    def _clear(self):
        """A round in which nothing was entered."""
        BaseState._clear(self)
        self.tallies = [None] * self.seats
        self.of = [None] * self.seats

    # What may come next

    @property
    def finished(self):
        return self.done and len(self.leaders()) == 1

    def leaders(self):
        """Seats that lead with 250 or more; none while nobody has so many."""
        totals = self.totals()
        most = max(totals)
        return [seat for seat in range(self.seats) if totals[seat] == most] if most >= ENOUGH else []

    def open_round(self):
        """Opens the next round; raises RuleError `end` when somebody has won."""
        if self.finished:
            raise RuleError(
                "end", "the game is over: seat %d leads with 250 or more" % (self.leaders()[0] + 1)
            )
        self.round += 1
        self.dealer = (self.dealer + 1) % self.seats
        self.playing = self.next_players()
        self._clear()

    def next_players(self):
        """Seats that play the round after this one."""
        tied = self.leaders() if self.rules.get("tie_round") == "leaders" else []
        return tied or list(range(self.seats))

    def phase(self):
        """`tally` while a round is open, else `round_end` or `game_end`."""
        if self.done:
            return "game_end" if self.finished else "round_end"
        return "tally"

    def order(self):
        """Seats that play this round in their turns: from the dealer's left."""
        seats = [(self.dealer + 1 + k) % self.seats for k in range(self.seats)]
        return [seat for seat in seats if seat in self.playing]

    def turn(self):
        """The seat whose tally is asked next, or None."""
        for seat in self.order():
            if self.tallies[seat] is None:
                return seat
        return None

    # Points

    def explain(self, seat):
        """Lines (part, kind, count, value, points) of a seat's round; part 0 played, 1 in the hand, 2 robots.

        `kind` is an index of KINDS, or −1 where only the points were entered and in the robots' line. None where nothing is in.
        """
        tally = self.tallies[seat]
        if tally is None:
            return None
        lines = []
        for part in (0, 1):
            sign = -1 if part else 1
            cards = tally[part]
            if type(cards) is int:
                lines.append((part, -1, 1, sign * cards, sign * cards))
                continue
            for k in range(len(KINDS)):
                count = cards.get(KINDS[k], 0)
                if count:
                    value = sign * (self.values[k] or 0)
                    lines.append((part, k, count, value, count * value))
        if tally[2]:
            lines.append((2, -1, tally[2], self.robot, tally[2] * self.robot))
        return lines

    def parts(self, seat):
        """[points of the cards played, of the hand (negative), of the robots]; None where nothing is in."""
        lines = self.explain(seat)
        if lines is None:
            return None
        return [sum([line[4] for line in lines if line[0] == part]) for part in (0, 1, 2)]

    def round_points(self):
        """Points per seat of the round as it stands; None while a tally is missing. Who does not play has 0."""
        points = []
        for seat in range(self.seats):
            parts = self.parts(seat)
            if parts is None and seat in self.playing:
                return None
            points.append(sum(parts or ()))
        return points

    # Events

    def on_tally(self, event, n):
        seat = event["seat"]
        if seat not in self.playing:
            raise RuleError(
                "seat", "seat %d does not play this round: it is between those who tie" % (seat + 1)
            )
        before = self.tallies[seat]
        self.tallies[seat] = (event["played"], event["hand"], event["robots"])
        try:
            self._check()
        except RuleError:
            self.tallies[seat] = before
            raise
        self.of[seat] = n
        points = self.round_points()
        if points is None:
            return
        self._score(points)
        self.numbers.append(list(self.of))
        if not [1 for seat in self.playing if not self.tallies[seat][1]]:
            self.warnings.append((n, "hand", "round %d: nobody's hand is empty" % self.round, n))

    def _check(self):
        """Raises RuleError `tally` for cards that are not in the deck, or robots that cannot have been built."""
        counts = self._counts((0, 1))
        stands = self.values[WILD] is None
        if stands and counts[WILD]:
            raise RuleError("tally", "a wild counts as the card it stands for", kind=WILD, over=counts[WILD])
        over = 0
        for k in range(STAR + 1):
            more = counts[k] - _COPIES
            over += max(more, 0)
            if more > (_WILDS if stands else 0) or (stands and over > _WILDS):
                text = "%s: %d cards, there are %d" % (KINDS[k], counts[k], _COPIES)
                raise RuleError("tally", text + (" and 4 wilds" if stands else ""), kind=k, over=more)
        if counts[WILD] > _WILDS:
            text = "wild: %d cards, there are %d" % (counts[WILD], _WILDS)
            raise RuleError("tally", text, kind=WILD, over=counts[WILD] - _WILDS)
        robots = sum([tally[2] for tally in self.tallies if tally])
        most = self._most_robots()
        if robots > most:
            raise RuleError("tally", "robots of all: %d, at most %d" % (robots, most), kind=-1)

    def _counts(self, parts):
        """Cards of each kind over all tallies; a low star is a star. Sums of points count as no cards."""
        counts = [0] * len(KINDS)
        for tally in self.tallies:
            for part in parts if tally else ():
                if type(tally[part]) is dict:
                    for k in range(len(KINDS)):
                        counts[STAR if k == STAR_LOW else k] += tally[part].get(KINDS[k], 0)
        return counts

    def _most_robots(self):
        """Robots that can have been built at most; all 13 as long as not every card that was played is known."""
        for seat in self.playing:
            if self.tallies[seat] is None or type(self.tallies[seat][0]) is not dict:
                return _ROBOTS
        counts = self._counts((0,))
        wilds = counts[WILD]
        most = 0
        for count in sorted(counts[: STAR + 1], reverse=True):
            wilds -= max(_COPIES - count, 0)
            if wilds < 0:
                break
            most += 1
        return min(most, _ROBOTS)

    def _void(self, event):
        done = self.done
        BaseState._void(self, event)
        if done:
            self.numbers.pop()

    # What the table decides

    def on_adjust_dealer(self, event):
        """Who deals the open round; the next one, where this one is over."""
        self.dealer = (event["seat"] - (1 if self.done else 0)) % self.seats

    def _reseat(self, old):
        new = BaseState._reseat(self, old)
        self.numbers = [[row[seat] for seat in old] for row in self.numbers]
        self.playing = sorted([new[seat] for seat in self.playing])
        return new

    @staticmethod
    def amend(event, fix):
        """The tally as a `fix` says it was; raises RuleError `card` where there is no tally to correct."""
        if event["type"] != "tally":
            raise RuleError("card", "record %d is no tally" % fix["of"])
        out = {"type": "tally", "seat": event["seat"]}
        for name in ("played", "hand", "robots"):
            out[name] = fix[name]
        return out
