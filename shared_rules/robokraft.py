"""RoboKraft: twelve tricks a round, four suits whose value changes with every lead.

Promises: `State.apply` follows the rulebook and RULES 1 exactly, whatever mix of `card`, `trick` and end-of-round
records a game holds, and refuses with a named error what cannot be. Hands are not known: a card that should not
have been played is a warning, never an error. Suits are 0 … 3 (B R O G) inside, letters in records.
"""

from shared_rules import sums
from shared_rules.fields import RuleError
from shared_rules.robokraft_records import EVENTS as EVENTS
from shared_rules.robokraft_records import SETUP as SETUP
from shared_rules.state import BaseState
from shared_rules.tricks import SUITS, TRICKS, Trick, card_code, judge, moved

NAME = "robokraft"
MODES = ("cards", "tricks", "scores")
SEATS = (3, 4)
# RULES 1.12: equal totals share the place, or the better last round comes first.
RULES = {"ties": ("share", "last_round")}
PLAY = ("card", "trick", "cubes", "tricks_won", "piles")


class State(BaseState):
    """One game of RoboKraft as the records so far leave it. Seats from 0, rounds and tricks from 1."""

    PLAY = PLAY
    PER_SEAT = ("cubes", "counted", "piles")
    SEAT_OF = ("first", "lead")

    def __init__(self, header):
        self.discs = [SUITS.index(letter) for letter in header["setup"]["discs"]]
        self.first = header["setup"]["lead"]
        BaseState.__init__(self, header)

    def _clear(self):
        """A round in which nothing was entered: cubes back, nobody has cards, `first` leads."""
        BaseState._clear(self)
        self.lead = self.first
        self.over = False
        self.table = []
        self.tricks = []
        self.supply = [self.seats] * 4
        self.cubes = [[0] * 4 for _ in range(self.seats)]
        self.counted = [False] * self.seats
        self.counts = None
        self.piles = [None] * self.seats
        self.played = {}
        self.void_of_suit = {}

    def copy(self):
        other = BaseState.copy(self)
        other.played = dict(self.played)
        other.void_of_suit = dict(self.void_of_suit)
        other.cubes = [list(row) for row in self.cubes]
        other.tricks = [trick.copy() for trick in self.tricks]
        return other

    # What may come next

    @property
    def finished(self):
        return self.done and self.round == self.seats

    def open_round(self):
        """Opens the next round; the seat that leads it stands since the last trick."""
        lead = self.lead
        BaseState.open_round(self)
        self.lead = self.first = lead

    def phase(self):
        """What is asked next: `card` (a card or trick), `cubes`, `tricks_won`, `piles`, `round_end` or `game_end`."""
        if self.done:
            return "game_end" if self.finished else "round_end"
        if self.counts is None and not any(self.counted) and len(self.tricks) < TRICKS:
            return "card"
        if len(self.tricks) < TRICKS:
            if not all(self.counted):
                return "cubes"
            if self.counts is None:
                return "tricks_won"
        return "piles"

    def turn(self):
        """The seat the next entry is asked of, or None."""
        phase = self.phase()
        if phase == "card":
            return (self.lead + len(self.table)) % self.seats
        if phase == "cubes":
            return self.counted.index(False)
        if phase == "piles":
            for seat in range(self.seats):
                if self.asks(seat):
                    return seat
        return None

    @property
    def trick(self):
        """Number of the trick being played; stays 12 after the last."""
        return min(len(self.tricks) + 1, TRICKS)

    # What lies where

    def tricks_of(self, seat):
        if self.counts is not None:
            return self.counts[seat]
        return sum(1 for trick in self.tricks if trick.winner == seat)

    def known(self, seat):
        """Card codes the seat is known to have won."""
        return [play[1] for trick in self.tricks if trick.winner == seat for play in trick.plays]

    def is_known(self, seat):
        """Whether every card the seat won is known."""
        if self.counts is not None:
            return self.counts[seat] == 0
        return not any(counted for counted in self.counted) and not [
            1 for trick in self.tricks if trick.winner == seat and not trick.plays
        ]

    def asks(self, seat):
        """Suits (0 … 3) whose pile the score still needs to be told for this seat."""
        if self.piles[seat] is not None or self.is_known(seat):
            return []
        return [suit for suit in range(4) if self.cubes[seat][suit]]

    def left_over(self):
        """Ranks not played this round, a list per suit; each suit has two 0s."""
        left = []
        for suit in range(4):
            ranks = [0] * (2 - self.played.get(suit * 12, 0))
            left.append(ranks + [rank for rank in range(1, 12) if suit * 12 + rank not in self.played])
        return left

    def card_of(self, n):
        """(trick number, seat, card code) of the card of record `n` in this round, or None."""
        for at in range(len(self.tricks) + 1):
            plays = self.tricks[at].plays if at < len(self.tricks) else self.table
            for seat, code, number in plays:
                if number == n:
                    return at + 1, seat, code
        return None

    def where(self, code):
        """(trick number, seat, n) of every place this card was played this round, oldest first."""
        places = []
        for at in range(len(self.tricks) + 1):
            plays = self.tricks[at].plays if at < len(self.tricks) else self.table
            for seat, card, n in plays:
                if card == code:
                    places.append((at + 1, seat, n))
        return places

    # Points

    def rows(self, seat):
        """[cards, wedges] per suit of what the seat won, None where it is not known."""
        if self.is_known(seat):
            return sums.count(self.known(seat))
        return self.piles[seat] or [None] * 4

    def _rest(self, seat):
        """Cards the seat won that its told piles do not hold."""
        return self.seats * self.tricks_of(seat) - sum([pile[0] for pile in self.piles[seat] if pile])

    def explain(self, seat):
        """Lines (suit, cards, wedges, cubes, points) that make up the round's points of a seat.

        A line of suit -1 stands for all cards of suits that were not asked because the seat has no cube of them.
        Rulebook, End of Game and Scoring. None while the score is not known.
        """
        if self.asks(seat):
            return None
        return sums.lines(self.rows(seat), self.cubes[seat], self.seats * self.tricks_of(seat))

    def round_points(self):
        """Points per seat of the round as it stands; None while piles are not known."""
        points = []
        for seat in range(self.seats):
            lines = self.explain(seat)
            if lines is None:
                return None
            points.append(sum(line[4] for line in lines))
        return points

    # Events

    def _settle(self):
        """Scores the round as soon as all is known."""
        over = len(self.tricks) == TRICKS or (self.counts is not None and all(self.counted))
        if over and not self.over:
            self.lead = (self.first + 1) % self.seats
        self.over = over
        if not over and not self.done and not any(self.piles):
            return
        for seat in range(self.seats):
            # Piles that do not tell what the score needs now are asked again.
            piles = self.piles[seat]
            if piles is not None and [
                1 for s in range(4) if piles[s] is None and self.cubes[seat][s] and self._rest(seat)
            ]:
                self.piles[seat] = None
        points = self.round_points() if over else None
        if points is None:
            if self.done:
                self.rounds.pop()
                self.done = False
            return
        if self.done:
            self.rounds[-1] = points
            return
        self._score(points)

    def on_card(self, event, n):
        self._need("card")
        seat = event["seat"]
        turn = (self.lead + len(self.table)) % self.seats
        if seat != turn:
            raise RuleError(
                "seat", "seat %d cannot play: it is seat %d's turn" % (seat + 1, turn + 1), turn=turn
            )
        code = card_code(event["card"])
        copies = self.played.get(code, 0)
        if copies > (0 if code % 12 else 1):
            trick, owner, old = self.where(code)[-1]
            raise RuleError(
                "card",
                "%s is in already: seat %d, trick %d" % (event["card"], owner + 1, trick),
                of=old,
                seat=owner,
                trick=trick,
            )
        suit = code // 12
        if not self.table:
            self.discs = moved(self.discs, suit, code % 12 < 6)
        else:
            led = self.table[0][1] // 12
            if suit != led:
                self.void_of_suit.setdefault(seat * 4 + led, n)
        self._watch_revoke(seat, suit, n)
        self.played[code] = copies + 1
        self.table.append((seat, code, n))
        if len(self.table) == self.seats:
            winner, low, won = judge(self.table, self.discs)
            self._take(Trick(tuple(self.table), self.table[0][1] // 12, winner, low, won, n))

    def _watch_revoke(self, seat, suit, n):
        older = self.void_of_suit.pop(seat * 4 + suit, None)
        if older is not None:
            text = "seat %d plays %s but did not follow it in record %d" % (seat + 1, SUITS[suit], older)
            self.warnings.append((n, "revoke", text, older))

    def _take(self, trick):
        self.table = []
        self.lead = trick.winner
        if self.supply[trick.won]:
            self.supply[trick.won] -= 1
            self.cubes[trick.low][trick.won] += 1
            trick.cube = trick.won
        self.tricks.append(trick)

    def on_trick(self, event, n):
        self._need("card")
        if self.table:
            raise RuleError("phase", "a trick is open: it has %d cards" % len(self.table))
        led, won = SUITS.index(event["suit"]), SUITS.index(event["won"])
        winner, low = event["winner"], event["low"]
        if winner == low:
            raise RuleError("seat", "winner and low must differ")
        discs = moved(self.discs, led, event["dir"] == "up")
        if won != led and (winner == self.lead or discs.index(won) > discs.index(led)):
            raise RuleError("discs", "%s cannot win when %s is led" % (event["won"], event["suit"]))
        self.discs = discs
        self._take(Trick((), led, winner, low, won, n))

    def on_cubes(self, event, n):
        if self.tricks or self.table:
            raise RuleError("phase", "this round is entered by tricks: its cubes are known")
        seat = event["seat"]
        taken = [event["cubes"][letter] for letter in SUITS]
        for suit in range(4):
            over = taken[suit] - self.cubes[seat][suit] - self.supply[suit]
            if over > 0:
                text = "%s: %d cubes too many, there are %d" % (SUITS[suit], over, self.seats)
                raise RuleError("supply", text, suit=suit, over=over)
        self._cubes_fit(sum(taken), self.counts[seat] if self.counts else 0)
        for suit in range(4):
            self.supply[suit] += self.cubes[seat][suit] - taken[suit]
        self.cubes[seat] = taken
        self.counted[seat] = True
        self.piles[seat] = None

    def _cubes_fit(self, cubes, tricks):
        over = cubes + tricks - TRICKS
        if over > 0:
            raise RuleError(
                "supply", "%d cubes and %d tricks: %d too many" % (cubes, tricks, over), over=over
            )

    def on_tricks_won(self, event, n):
        if self.tricks or self.table:
            raise RuleError("phase", "this round is entered by tricks: who won them is known")
        counts = event["counts"]
        if sum(counts) != TRICKS:
            over = sum(counts) - TRICKS
            raise RuleError("piles", "the tricks add up to %d, not %d" % (sum(counts), TRICKS), over=over)
        for seat in range(self.seats):
            self._cubes_fit(sum(self.cubes[seat]), counts[seat])
        self.counts = list(counts)
        self.piles = [None] * self.seats

    def on_piles(self, event, n):
        self._need("piles")
        seat = event["seat"]
        rows = [event["piles"][letter] for letter in SUITS]
        sums.check_pile(rows, self.cubes[seat], self.seats * self.tricks_of(seat), self.known(seat))
        piles = list(self.piles)
        piles[seat] = rows
        others = [self.rows(other) if other != seat else rows for other in range(self.seats)]
        sums.check_all(others)
        self.piles = piles

    # What the table decides

    def on_adjust_discs(self, event):
        self.discs = [SUITS.index(letter) for letter in event["value"]]

    def on_adjust_leader(self, event):
        if self.table:
            raise RuleError("phase", "the trick has begun: its leader cannot change")
        self.lead = event["seat"]
        if not self.over and not self.tricks:
            self.first = self.lead

    def _last_trick(self):
        if not self.tricks:
            raise RuleError("phase", "no trick of this round is finished")
        return self.tricks[-1]

    def _retake(self, trick, winner, low):
        """The last trick with another winner or low; its cube goes back and is taken again."""
        if winner == low:
            raise RuleError("seat", "winner and low must differ")
        if trick.cube >= 0 and not self.cubes[trick.low][trick.cube]:
            raise RuleError("supply", "the cube of that trick is gone")
        if trick.cube >= 0:
            self.cubes[trick.low][trick.cube] -= 1
            self.supply[trick.cube] += 1
        for seat, code, _n in trick.plays:
            if seat == winner:
                trick.won = code // 12
        if winner != trick.winner:
            if not self.table and not self.over:
                self.lead = winner
            self.piles[winner] = self.piles[trick.winner] = None
        trick.winner = winner
        trick.low = low
        trick.cube = -1
        if self.supply[trick.won]:
            self.supply[trick.won] -= 1
            self.cubes[low][trick.won] += 1
            trick.cube = trick.won
        self._settle()

    def on_adjust_winner(self, event):
        trick = self._last_trick()
        self._retake(trick, event["seat"], trick.low)

    def on_adjust_low(self, event):
        trick = self._last_trick()
        self._retake(trick, trick.winner, event["seat"])

    def on_adjust_cube(self, event):
        seat, suit, delta = event["seat"], SUITS.index(event["suit"]), event["delta"]
        if self.cubes[seat][suit] + delta < 0 or self.supply[suit] - delta < 0:
            text = "%s: seat %d has %d cubes, the supply %d" % (
                SUITS[suit],
                seat + 1,
                self.cubes[seat][suit],
                self.supply[suit],
            )
            raise RuleError("supply", text, suit=suit)
        self.cubes[seat][suit] += delta
        self.supply[suit] -= delta
        self._settle()

    def on_adjust_seats(self, event):
        if self.table:
            raise RuleError("phase", "a trick is open: seats change between tricks")
        new = self._reseat(event["value"])
        if self.counts is not None:
            self.counts = [self.counts[seat] for seat in event["value"]]
        failed = {}
        for key in self.void_of_suit:
            failed[new[key // 4] * 4 + key % 4] = self.void_of_suit[key]
        self.void_of_suit = failed
        for trick in self.tricks:
            trick.plays = tuple([(new[seat], code, n) for seat, code, n in trick.plays])
            trick.winner = new[trick.winner]
            trick.low = new[trick.low]

    @staticmethod
    def amend(event, fix):
        """The card event as a `fix` says it was; raises RuleError `card` where there is no card to correct."""
        if event["type"] != "card":
            raise RuleError("card", "record %d is no card" % fix["of"])
        return {"type": "card", "seat": event["seat"], "card": fix["card"]}
