"""Robot X: parts won at auctions, bonuses bought, and the robot that is complete first ends the game.

Promises: `State.apply` follows the rulebook and RULES 2. Hands are not known; banks are counted, since the rules fix every
card that goes in or out, but nothing a player may see tells their counts before the end. What is printed on the cards
(stars, colours, conditions, points) is entered when the robots are scored. Money is in steps of 100.
"""

from shared_rules.fields import RuleError
from shared_rules.robot_x_records import EVENTS as EVENTS
from shared_rules.robot_x_records import KINDS, TYPES
from shared_rules.robot_x_records import SETUP as SETUP
from shared_rules.state import BaseState

NAME = "robot_x"
MODES = ("game", "scores")
SEATS = (2, 5)
RULES = {
    # RULES 2.5: whether the winner may give the seller more than the minimum.
    "give_more": ("off", "on"),
    # RULES 2.8: whether stars and colours on ears count.
    "ears": ("count", "ignored"),
}

BANK = 8
PER_TYPE = 3
COMPLETE = 10
NEEDED = ("head", "left_hand", "belly", "right_hand", "left_leg", "right_leg")
ACTIONS = ("bank", "auction", "bonus", "event", "pass")
PLAY = ACTIONS + ("over", "robot", "stars", "card")


def least_given(price):
    """What the seller gets at least of a price that another pays: half, in hundreds rounded up, and 200 or more."""
    return max(200, (price + 199) // 200 * 100)


def cost_of(owned):
    """Price of one more bonus of a type of which a player has `owned`."""
    return 100 * (owned + 1)


def budget(bank, plain, twos, threes):
    """The most a player may bid: cards in the bank, parts and events in hand, cards "200" and "300". RULES 2.3."""
    return 100 * (bank + plain + 2 * twos + 3 * threes)


class State(BaseState):
    """One game as the records so far leave it. Seats from 0; there is one round."""

    PLAY = PLAY
    ROUND = "game"
    PER_SEAT = ("banks", "robots", "bonuses", "stars", "cards", "told")
    SEAT_OF = ("first", "at", "completer")

    def __init__(self, header):
        setup = header["setup"]
        self.mode = header["mode"]
        self.colours = tuple(setup["colours"])
        self.first = setup["lead"]
        BaseState.__init__(self, header)

    def _clear(self):
        """A game in which nothing was entered."""
        BaseState._clear(self)
        self.at = self.first
        self.over = False
        self.completer = None
        self.banks = [0] * self.seats
        self.robots: "list" = [()] * self.seats
        self.bonuses: "list" = [(0, 0, 0)] * self.seats
        self.stars: "list" = [()] * self.seats
        self.cards: "list" = [()] * self.seats
        self.told = [self.mode != "scores"] * self.seats

    # What may come next

    def phase(self):
        """What is asked next: `action` (of the turn), `over` (who was complete), `robot`, `stars`, `card`, `game_end`."""
        if self.done:
            return "game_end"
        if not self.over:
            return "over" if self.mode == "scores" else "action"
        seat = self._unscored()
        if not self.told[seat]:
            return "robot"
        return "card" if self.part_asked(seat) is None else "stars"

    def turn(self):
        """The seat that is asked, or None."""
        if self.done or (not self.over and self.mode == "scores"):
            return None
        return self._unscored() if self.over else self.at

    def _unscored(self):
        """The first seat of which something is still to be entered."""
        seat = 0
        while self.scored(seat):
            seat += 1
        return seat

    def scored(self, seat):
        """Whether everything is entered that the points of the seat need."""
        return self.told[seat] and self.part_asked(seat) is None and self.type_asked(seat) is None

    def part_asked(self, seat):
        """The first part of the robot whose stars are not entered, or None."""
        entered = [part for part, _stars, _n in self.stars[seat]]
        for part in self.robots[seat]:
            if part not in entered:
                return part
        return None

    def type_asked(self, seat):
        """The type of the next bonus card to be entered, or None."""
        left = list(self.bonuses[seat])
        for card, _n in self.cards[seat]:
            left[TYPES.index(card["type"])] -= 1
        for k in range(3):
            if left[k] > 0:
                return TYPES[k]
        return None

    def _of_type(self, seat, kind):
        return len([1 for card, _n in self.cards[seat] if card["type"] == kind])

    def missing(self, seat):
        """Parts that the robot lacks to be complete."""
        return [part for part in NEEDED if part not in self.robots[seat]]

    # Points

    def met(self, seat, card):
        """Whether the robot of the seat meets the condition of a bonus card. RULES 2.10."""
        parts = self._counted(seat)
        if card["type"] == "parts":
            return not [part for part in card["parts"] if part not in self.robots[seat]]
        if card["type"] == "cards":
            return len([1 for stars in parts if sum(stars) == card["stars"]]) >= card["cards"]
        return sum([stars[card["colour"]] for stars in parts]) >= card["stars"]

    def _counted(self, seat):
        """Stars by colour of each part whose stars count."""
        ears = self.rules.get("ears") != "ignored"
        return [
            stars for part, stars, _n in self.stars[seat] if ears or part not in ("left_ear", "right_ear")
        ]

    def explain(self, seat):
        """Lines (what, number, of, points) that make up the points of a seat; None while something is not entered.

        "stars": number of stars, of so many colours; "bonus": number of the card in `cards[seat]`, `of` 1 met, 0 not;
        "complete". Rulebook, Scoring.
        """
        if not self.over or not self.scored(seat):
            return None
        parts = self._counted(seat)
        by_colour = [sum([stars[k] for stars in parts]) for k in range(len(self.colours))]
        stars, colours = sum(by_colour), len([1 for count in by_colour if count])
        lines = [("stars", stars, colours, stars * colours)]
        for k in range(len(self.cards[seat])):
            card = self.cards[seat][k][0]
            good = self.met(seat, card)
            lines.append(("bonus", k, int(good), card["points"] if good else -card["points"]))
        if seat == self.completer:
            lines.append(("complete", 0, 1, COMPLETE))
        return lines

    def round_points(self):
        """Points per seat; None while something is not entered."""
        points = []
        for seat in range(self.seats):
            lines = self.explain(seat)
            if lines is None:
                return None
            points.append(sum([line[3] for line in lines]))
        return points

    # Events

    def apply(self, event, n):
        if event["type"] in ACTIONS and not self.done:
            self._act(event)
        BaseState.apply(self, event, n)

    def _settle(self):
        points = self.round_points() if self.over else None
        if points is not None:
            self._score(points)

    def _act(self, event):
        """An action is the turn's; raises RuleError `phase` or `seat`."""
        if self.over or self.mode == "scores":
            raise RuleError("phase", "no turn is being played: the robots are scored")
        if event["seat"] != self.at:
            raise RuleError(
                "seat",
                "seat %d cannot act: it is seat %d's turn" % (event["seat"] + 1, self.at + 1),
                turn=self.at,
            )

    def _next(self):
        self.at = (self.at + 1) % self.seats

    def _pay(self, seat, amount):
        """From the bank as far as it goes; the rest comes from the hand, which is not counted."""
        self.banks[seat] -= min(self.banks[seat], amount // 100)

    def _put(self, seat, cards):
        """So many cards into the bank; those beyond eight are discarded."""
        self.banks[seat] = min(BANK, self.banks[seat] + cards)

    def on_bank(self, event, n):
        seat = event["seat"]
        if self.banks[seat] == BANK:
            raise RuleError("supply", "a bank holds at most %d cards" % BANK)
        self._put(seat, 1)
        self._next()

    def on_auction(self, event, n):
        seller, winner, price, given = event["seat"], event["winner"], event["price"], event["given"]
        self._check_bids(event)
        if winner == seller:
            if given:
                raise RuleError("bids", "a seller who wins gives nothing to a seller")
            self._pay(seller, price - 100)
        else:
            least = least_given(price)
            most = price if self.rules.get("give_more") == "on" else least
            if not least <= given <= most:
                raise RuleError("bids", "the seller gets %d, not %d" % (least, given), least=least)
            self._pay(winner, price)
            self._put(seller, given // 100)
        self._win(winner, event["part"])
        if not self.over:
            self._next()

    def _check_bids(self, event):
        """The raises go up clockwise; who was passed over has folded. None of them: only the outcome is known."""
        seller, winner, price = event["seat"], event["winner"], event["price"]
        amount, holder = 100, seller
        folded = []
        for bid in event["bids"]:
            seat = (holder + 1) % self.seats
            while seat != bid["seat"] and seat != holder:
                folded.append(seat)
                seat = (seat + 1) % self.seats
            if bid["seat"] == holder or bid["seat"] in folded:
                raise RuleError("bids", "seat %d cannot raise: it has folded or leads" % (bid["seat"] + 1))
            if bid["amount"] <= amount:
                raise RuleError("bids", "%d does not raise %d" % (bid["amount"], amount))
            amount, holder = bid["amount"], bid["seat"]
        if event["bids"] and (winner, price) != (holder, amount):
            raise RuleError("bids", "seat %d won at %d" % (holder + 1, amount))
        if not event["bids"] and winner != seller and price < 200:
            raise RuleError("bids", "another wins at 200 or more: the seller opens at 100")

    def _win(self, seat, part):
        """A part is placed at once; of two of a kind one goes to the bank. A complete robot ends the game."""
        if part in self.robots[seat]:
            self._put(seat, 1)
            return
        self.robots[seat] = _in_order(self.robots[seat] + (part,))
        if not self.missing(seat):
            self.over = True
            self.completer = seat

    def on_bonus(self, event, n):
        seat, k = event["seat"], TYPES.index(event["bonus"])
        owned = self.bonuses[seat][k]
        if owned == PER_TYPE:
            raise RuleError("supply", "%d bonuses of a type are the most" % PER_TYPE)
        if event["price"] != cost_of(owned):
            raise RuleError("bids", "this bonus costs %d, not %d" % (cost_of(owned), event["price"]))
        self._pay(seat, event["price"])
        self._change(seat, k, 1)
        self._next()

    def _change(self, seat, k, by):
        row = list(self.bonuses[seat])
        row[k] += by
        self.bonuses[seat] = tuple(row)

    def on_event(self, event, n):
        swap = event["swap"]
        if swap is not None:
            if event["effect"] != "exchange":
                raise RuleError("schema", "only the event exchange swaps bonuses")
            self._swap(event["seat"], swap["seat"], TYPES.index(swap["gives"]), TYPES.index(swap["takes"]))
        self._next()

    def _swap(self, seat, other, gives, takes):
        """One bonus for one of another player; nobody may then have more than three of a type."""
        if seat == other:
            raise RuleError("seat", "bonuses are exchanged with another player")
        if not self.bonuses[seat][gives] or not self.bonuses[other][takes]:
            raise RuleError("supply", "there is no such bonus to exchange")
        if gives != takes and PER_TYPE in (self.bonuses[seat][takes], self.bonuses[other][gives]):
            raise RuleError("supply", "%d bonuses of a type are the most" % PER_TYPE)
        for owner, k, by in ((seat, gives, -1), (seat, takes, 1), (other, takes, -1), (other, gives, 1)):
            self._change(owner, k, by)

    def on_pass(self, event, n):
        """Nothing that the rules allow is possible, or the table agrees."""
        self._next()

    def on_over(self, event, n):
        """The table ends the game, or, in scores, tells who was complete first."""
        if self.over:
            raise RuleError("phase", "the game has ended: the robots are scored")
        self.over = True
        self.completer = event["completer"]

    def on_robot(self, event, n):
        """What lies in front of a seat, whatever was counted; what was entered of parts and bonuses it keeps, stays."""
        seat, parts = event["seat"], event["parts"]
        if len([1 for part in NEEDED if part in parts]) == len(NEEDED) and not self.over:
            raise RuleError("phase", "a complete robot ends the game: say who was complete")
        for k in range(3):
            if self._of_type(seat, TYPES[k]) > event["bonuses"][k]:
                raise RuleError("supply", "more bonuses of type %s were entered" % TYPES[k])
        self.robots[seat] = _in_order(parts)
        self.bonuses[seat] = tuple(event["bonuses"])
        self.stars[seat] = tuple([entry for entry in self.stars[seat] if entry[0] in parts])
        self.told[seat] = True

    def _scoring(self):
        if not self.over:
            raise RuleError("phase", "the game is being played: stars are entered at its end")

    def on_stars(self, event, n):
        """Stars of a part by colour; entered again, the newer ones hold."""
        self._scoring()
        seat, part, stars = event["seat"], event["part"], event["stars"]
        if part not in self.robots[seat]:
            raise RuleError("card", "the robot of seat %d has no %s" % (seat + 1, part))
        if len(stars) != len(self.colours):
            raise RuleError("card", "there are %d colours" % len(self.colours))
        kept = [entry for entry in self.stars[seat] if entry[0] != part]
        self.stars[seat] = tuple(kept) + ((part, tuple(stars), n),)

    def on_card(self, event, n):
        """A bonus card and its condition."""
        self._scoring()
        seat, card = event["seat"], event["card"]
        k = TYPES.index(card["type"])
        if self._of_type(seat, card["type"]) == self.bonuses[seat][k]:
            raise RuleError("supply", "seat %d has no more bonuses of type %s" % (seat + 1, card["type"]))
        if card["type"] == "stars" and card["colour"] >= len(self.colours):
            raise RuleError("card", "there are %d colours" % len(self.colours))
        self.cards[seat] += ((card, n),)

    # What the table decides

    def on_adjust_turn(self, event):
        if self.over:
            raise RuleError("phase", "no turn is being played")
        self.at = event["seat"]

    def on_adjust_bank(self, event):
        """A bank that was counted wrongly; the log tells the difference, not the count."""
        self.banks[event["seat"]] = max(0, min(BANK, self.banks[event["seat"]] + event["delta"]))

    @staticmethod
    def amend(event, fix):
        """The stars or the bonus card as a `fix` says they were; raises RuleError `card` where there are none to correct."""
        kind = event["type"]
        if kind not in ("stars", "card") or fix[kind] is None:
            raise RuleError("card", "record %d is no such entry" % fix["of"])
        fixed = dict(event)
        fixed[kind] = fix[kind]
        return fixed


def _in_order(parts):
    return tuple([part for part in KINDS if part in parts])
