"""RoboTroc: cards from the dump, some of them stolen, and the best robot of what is left; a series of games.

Promises: `State.apply` follows the rulebook and RULES 3. A round is one game of the series. Stages 1 and 2 only help the
table: each may be entered or passed over. The points come from the stocks: the exact best robot of each, or the one
its owner chose. Cards are codes inside (see robotroc_best), names in records.
"""

from shared_rules import robotroc_best as parts
from shared_rules.fields import RuleError
from shared_rules.robotroc_records import EVENTS as EVENTS
from shared_rules.robotroc_records import SETUP as SETUP
from shared_rules.robotroc_records import SHOWN_KEYS
from shared_rules.state import BaseState

NAME = "robotroc"
MODES = ("game", "children", "scores")
SEATS = (2, 4)
RULES = {
    # RULES 3.4: equal totals share the place, or the better last game comes first.
    "ties": ("share", "last_game"),
    # After the first round the turn goes on at the left neighbour of who played last, at who played last, or at the starter.
    "second_round": ("neighbour", "last", "starter"),
    # RULES 3.5, bonus 1: whether weapons must have the same power too.
    "same_power": ("all", "parts"),
    # RULES 3.5: bonuses 7 and 9 on one head.
    "head_twice": ("times_4", "times_3"),
}

DUMP = 45
MARKERS = 50
SAFE = 4
STAGE_1 = ("pick", "empty", "leave")
PLAY = STAGE_1 + ("announce", "head_1", "take", "stock", "robot")


class State(BaseState):
    """A series as the records so far leave it. Seats from 0, games of the series are `round`, from 1."""

    PLAY = PLAY
    ROUND = "game"
    PER_SEAT = ("picked", "standing", "weapons", "taken", "stocks", "robots")
    SEAT_OF = ("first", "at", "head")

    def __init__(self, header):
        setup = header["setup"]
        self.mode = header["mode"]
        self.games = setup["games"]
        self.shown = _codes(setup["shown"] or {})
        self.first = setup["lead"]
        BaseState.__init__(self, header)

    def _clear(self):
        """A game of which nothing is entered."""
        BaseState._clear(self)
        self.at = self.first
        self.way = -1
        self.turns = 0
        self.left = self.mode == "scores"
        self.picked = [0] * self.seats
        self.standing = [False] * self.seats
        self.weapons: "list" = [None] * self.seats
        self.head = None
        self.taken: "list" = [None] * self.seats
        self.stocks: "list" = [None] * self.seats
        self.robots: "list" = [None] * self.seats

    # What may come next

    @property
    def finished(self):
        return self.done and self.round == self.games

    def phase(self):
        """What is asked next.

        `dump` (a turn of stage 1), `announce`, `head_1` (who has it), `take`, `stock`, `robot`, `round_end`, `game_end`.
        """
        if self.done:
            return "game_end" if self.finished else "round_end"
        if [1 for stock in self.stocks if stock is not None]:
            seat = self._waiting()
            return "stock" if seat is None else "robot"
        if not self.left:
            return "dump"
        if self.mode == "game" and not self._stolen():
            if None in self.weapons:
                return "announce"
            return "head_1" if self.head is None else "take"
        return "stock"

    def _waiting(self):
        """The first seat whose stock is in and its robot is not, or None."""
        for seat in range(self.seats):
            if self.stocks[seat] is not None and self.robots[seat] is None:
                return seat
        return None

    def _stolen(self):
        """Whether stage 2 is over: everyone took, or there is nothing left to take."""
        if None in self.weapons:
            return False
        if not sum(self.weapons) or self.open_cards() == 0:
            return True
        return self.head is not None and None not in self.taken

    def turn(self):
        """The seat the next entry is asked of, or None."""
        phase = self.phase()
        if phase in ("dump", "take"):
            return self.at
        if phase == "announce":
            return self.weapons.index(None)
        if phase == "stock":
            return self.stocks.index(None)
        return self._waiting() if phase == "robot" else None

    # Stages 1 and 2

    def in_dump(self):
        """Cards still on the dump."""
        return DUMP - sum(self.picked)

    def markers(self):
        """Markers left: each empty space has one, but for those where a character stands that has just emptied it."""
        return MARKERS - sum(self.picked) + self.standing.count(True)

    def open_cards(self):
        """Cards that may be taken in stage 2, not counting what is safe; None if the picks were not entered."""
        if self.in_dump():
            return None
        face_up = sum([max(0, count - SAFE) for count in self.picked])
        return face_up - sum([count or 0 for count in self.taken])

    def may_take(self, seat):
        """So many cards the seat takes: what it announced, or what is left."""
        cards = self.open_cards()
        return self.weapons[seat] if cards is None else min(self.weapons[seat], cards)

    # Stage 3

    def expected(self, seat):
        """(fewest, most) cards the stock of a seat can hold after the stages before; (0, 45) where they are not known."""
        if self.mode == "scores" or self.in_dump():
            return 0, DUMP
        picked = self.picked[seat]
        safe = min(picked, SAFE)
        if self.mode == "children":
            return picked, picked
        if not self._stolen():
            return safe, DUMP
        takes = self.taken[seat] or 0
        everyone = sum([count or 0 for count in self.taken])
        return picked - min(picked - safe, everyone) + takes, picked + takes

    def shown_to(self, seat):
        """What the cards show, for the stock of a seat: entered before the game, or told with the stock."""
        told = dict(self.stocks[seat][1])
        told.update(self.shown)
        return told

    def asks(self, bonuses):
        """Which of these bonuses need to be told what they show, since it was not entered before the game."""
        return [bonus for bonus in bonuses if bonus in parts.SHOWN and bonus not in self.shown]

    def owner(self, code):
        """The seat whose stock holds this card, or None; bonus b is code 35 + b."""
        for seat in range(self.seats):
            if self.stocks[seat] is not None and code in self.stocks[seat][0]:
                return seat
        return None

    def left_over(self):
        """Codes of all cards that are in no stock."""
        return [code for code in range(45) if self.owner(code) is None]

    def best(self, seat):
        """See `robotroc_best.best`, for the stock of a seat."""
        return parts.best(self.stocks[seat][0], self.shown_to(seat), self.rules)

    def explain(self, seat):
        """Lines (what, number, times, points) that make up the points of a seat; see `robotroc_best.score`.

        [] for a stock without a complete robot, None while the robot is not entered.
        """
        robot = self.robots[seat]
        return None if robot is None else robot[1]

    def round_points(self):
        """Points per seat of the game as it stands; None while a robot is missing."""
        if None in self.robots:
            return None
        return [sum([line[3] for line in robot[1]]) for robot in self.robots]

    # Events

    def _of(self, event):
        seat, turn = event["seat"], self.turn()
        if seat != turn:
            raise RuleError(
                "seat", "it is not seat %d's turn: that is seat %d" % (seat + 1, turn + 1), turn=turn
            )
        return seat

    def on_pick(self, event, n):
        self._need("dump")
        seat = self._of(event)
        self.picked[seat] += 1
        self.standing[seat] = True
        self._next_turn()
        if not self.in_dump():
            self.left = True

    def on_empty(self, event, n):
        self._need("dump")
        seat = self._of(event)
        if not self.turns // self.seats:
            raise RuleError("phase", "in the first round everybody takes a card")
        self.standing[seat] = False
        self._next_turn()

    def _next_turn(self):
        """First round to the right, then to the left. Rulebook, First Stage."""
        self.turns += 1
        if self.turns == self.seats:
            self.way = 1
            second = self.rules.get("second_round")
            if second == "last":
                return
            if second == "starter":
                self.at = self.first
                return
        self.at = (self.at + self.way) % self.seats

    def on_leave(self, event, n):
        """The table leaves the dump; what was picked but not entered is not known."""
        self._need("dump")
        self.left = True

    def on_announce(self, event, n):
        self._need("announce", "head_1")
        weapons = list(self.weapons)
        weapons[event["seat"]] = event["weapons"]
        over = sum([count or 0 for count in weapons]) - 9
        if over > 0:
            raise RuleError("supply", "%d weapons too many: there are 9" % over, over=over)
        self.weapons = weapons

    def on_head_1(self, event, n):
        self._need("head_1")
        self.head = event["seat"]
        self.at = self.head
        self._pass_by()

    def on_take(self, event, n):
        self._need("take")
        seat = self._of(event)
        cards = event["cards"]
        if cards > self.may_take(seat):
            raise RuleError("supply", "seat %d may take %d cards" % (seat + 1, self.may_take(seat)))
        self.taken[seat] = cards
        self.at = (seat + 1) % self.seats
        self._pass_by()

    def _pass_by(self):
        """Who announced no weapon takes nothing and is not asked, nor who took already."""
        for _ in range(self.seats):
            if self.taken[self.at] is None:
                if self.weapons[self.at]:
                    return
                self.taken[self.at] = 0
            self.at = (self.at + 1) % self.seats

    def on_stock(self, event, n):
        """The cards of a seat; entered again, the newer ones hold and its robot is asked again.

        It passes over what is open of stages 1 and 2.
        """
        seat = event["seat"]
        stock = self._read(event, seat)
        low, high = self.expected(seat)
        if not low <= len(stock[0]) <= high:
            text = "seat %d has %d cards, after the dump %d to %d" % (seat + 1, len(stock[0]), low, high)
            self.warnings.append((n, "stock", text, n))
        self.stocks[seat] = stock + (n,)
        self.robots[seat] = None

    def _read(self, event, seat):
        codes = [parts.PARTS.index(name) for name in event["cards"]] + [35 + b for b in event["bonuses"]]
        for code in codes:
            owner = self.owner(code)
            if owner is not None and owner != seat:
                raise RuleError(
                    "card", "%s is in already: seat %d" % (card_name(code), owner + 1), seat=owner, card=code
                )
        shown = _codes(event["shown"])
        for bonus in self.asks(event["bonuses"]):
            if bonus not in shown:
                raise RuleError("card", "what bonus %d shows must be told" % bonus, bonus=bonus)
        for bonus in shown:
            for code in shown[bonus]:
                if code not in codes:
                    raise RuleError("card", "%s is not in the stock" % card_name(code), card=code)
        return sorted(codes), shown

    def on_robot(self, event, n):
        """The chosen robot, or null for the best; a chosen one is sorted head, body, legs, weapons."""
        seat = event["seat"]
        if self.stocks[seat] is None:
            raise RuleError("phase", "the stock of seat %d is not entered" % (seat + 1))
        if event["parts"] is None:
            found = self.best(seat)
            self.robots[seat] = ((), []) if found is None else (found[0], found[1])
        else:
            robot = tuple(sorted([parts.PARTS.index(name) for name in event["parts"]]))
            self.robots[seat] = (robot, self.lines(seat, robot))
        points = self.round_points()
        if points is not None:
            self._score(points)

    def lines(self, seat, robot):
        """Lines of a robot of this seat's own choice; [] for one that is not complete. Raises RuleError `card`."""
        cards = self.stocks[seat][0]
        for code in robot:
            if code not in cards:
                raise RuleError("card", "%s is not in the stock" % card_name(code), card=code)
        kinds = parts.by_kind(robot)
        heads, bodies, legs, _weapons, bonuses = parts.by_kind(cards)
        most = 3 if 5 in bonuses else 1
        if max(len(kinds[0]), len(kinds[1]), len(kinds[2])) > 1 or len(kinds[3]) > most:
            raise RuleError("card", "a robot has one head, body and legs and at most %d weapons" % most)
        if not (kinds[0] and kinds[1] and kinds[2]):
            return []
        more = min(len(heads), len(bodies), len(legs)) - 1
        return parts.score(robot, bonuses, self.shown_to(seat), self.rules, more)

    # What the table decides

    def on_adjust_turn(self, event):
        """Whose turn it is; before the first card of a game also who starts it."""
        self._need("dump", "take")
        if self.phase() == "take":
            if self.taken[event["seat"]] is not None:
                raise RuleError("seat", "seat %d has taken its cards" % (event["seat"] + 1))
        elif not self.turns:
            self.first = event["seat"]
        self.at = event["seat"]

    def on_adjust_direction(self, event):
        self._need("dump")
        self.way = 1 if event["value"] == "left" else -1

    def on_adjust_games(self, event):
        if event["value"] < self.round:
            raise RuleError("phase", "game %d is being played" % self.round)
        self.games = event["value"]

    @staticmethod
    def amend(event, fix):
        """The stock event as a `fix` says it was; raises RuleError `card` where there is no stock to correct."""
        if event["type"] != "stock":
            raise RuleError("card", "record %d is no stock" % fix["of"])
        fixed = {"type": "stock", "seat": event["seat"]}
        for name in ("cards", "bonuses", "shown"):
            fixed[name] = fix[name]
        return fixed


def card_name(code):
    """H6, B5a, W10; bonus 3."""
    return parts.PARTS[code] if code < 36 else "bonus %d" % (code - 35)


def _codes(shown):
    """{bonus: codes} of what a record tells; what it does not tell is left out."""
    out = {}
    for key in SHOWN_KEYS:
        if shown.get(key) is not None:
            out[int(key)] = tuple([parts.PARTS.index(name) for name in shown[key]])
    return out
