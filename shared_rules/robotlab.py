"""RobotLab: who attaches what to which robot; the first robot with head, arms and legs of its body's colour wins the match.

Promises: `State.apply` follows the rulebook and RULES 4 as far as the table can see it: hands, Lab and Trash are not known.
A robot that is complete wins only after every other seat was asked for a response. Points are matches won. What is printed
only on the cards (Robot Research, Reboot) moves parts by `detach` and `scrap`; where Disassemble sends a part stands in `setup`.
"""

from shared_rules.fields import RuleError
from shared_rules.robotlab_records import BONUS, COLOURS, COPIES, ERRORS, RAINBOW, ROOM, SPOTS
from shared_rules.robotlab_records import EVENTS as EVENTS
from shared_rules.robotlab_records import SETUP as SETUP
from shared_rules.state import BaseState

NAME = "robotlab"
MODES = ("actions", "young")
SEATS = (2, 5)
# Whether a bonus action that is played in one's own build phase is the build of that turn, or free.
RULES = {"bonus": ("free", "build")}
PLAY = ("attach", "action", "error", "lose", "response", "pass", "detach", "scrap")
FULL_HAND = 5


def opening_hands(seats):
    """Cards of the opening hands in the order of the turns. Rulebook, Setup."""
    return [3] + [4] * (seats - 2) + [FULL_HAND]


class State(BaseState):
    """One game of RobotLab as the records so far leave it. Seats from 0, matches (rounds) from 1.

    `robots` per seat and spot: the colours of the parts there, as indices of COLOURS, sorted.
    """

    PLAY = PLAY
    ROUND = "match"
    PER_SEAT = ("bodies", "robots")
    SEAT_OF = ("first", "active")

    def __init__(self, header):
        setup = header["setup"]
        self.young = header["mode"] == "young"
        self.matches = setup["matches"]
        self.bodies = [COLOURS.index(colour) for colour in setup["bodies"]]
        self.first = setup["first"]
        BaseState.__init__(self, header)

    def _clear(self):
        """A match in which nothing was entered: no parts, `first` begins."""
        BaseState._clear(self)
        self.active = self.first  # whose build is next
        self.builds = 0
        self.digging = False
        self.robots = [((), (), ())] * self.seats
        self.losing = []  # robots that lose a part, in the order in which they choose
        self.hit_by = ""  # malfunction or disassemble
        self.window = None  # (robot that is complete, seats still to be asked)
        self.last = None  # (robots, losing) before and after the newest card; *ERROR*s on it; whether it let one dig on

    # What may come next

    @property
    def finished(self):
        return self.done and self.round >= self.matches

    def phase(self):
        """`build`, `dig` (the card may be played at once), `lose`, `response`, `round_end` or `game_end`."""
        if self.done:
            return "game_end" if self.finished else "round_end"
        if self.losing:
            return "lose"
        if self._asking():
            return "response"
        return "dig" if self.digging else "build"

    def turn(self):
        """The seat that is asked now, or None."""
        if self.done:
            return None
        if self.losing:
            return self.losing[0]
        return self.window[1][0] if self._asking() else self.active

    def _asking(self):
        return bool(self.window) and bool(self.window[1]) and self.is_complete(self.window[0])

    # Robots

    def count(self, seat):
        """Parts on a robot, of whatever colour."""
        return sum([len(spot) for spot in self.robots[seat]])

    def matching(self, seat):
        """Parts on a robot that count towards the win: those of its body's colour, and rainbow parts."""
        return len([1 for spot in self.robots[seat] for colour in spot if self.matches_body(seat, colour)])

    def matches_body(self, seat, colour):
        return colour in (self.bodies[seat], RAINBOW)

    def is_complete(self, seat):
        return self.matching(seat) == sum(ROOM)

    def most(self):
        """Seats whose robots have the most parts; none while there are no parts."""
        counts = [self.count(seat) for seat in range(self.seats)]
        most = max(counts)
        return [seat for seat in range(self.seats) if most and counts[seat] == most]

    def may_dig_on(self, seat):
        """Whether a card from Dig may be played at once: a robot has more parts than this seat's."""
        return max([self.count(other) for other in range(self.seats)]) > self.count(seat)

    def parts(self, seat):
        """(spot, colour) of each different part on a robot."""
        out = []
        for spot in range(len(SPOTS)):
            for colour in self.robots[seat][spot]:
                if (spot, colour) not in out:
                    out.append((spot, colour))
        return out

    def hand(self, seat):
        """Cards of a seat's opening hand, while its first turn is yet to come; else None."""
        at = (seat - self.first) % self.seats
        return opening_hands(self.seats)[at] if self.builds <= at else None

    def skips_discard(self):
        """Whether the turn whose build was the last has no discard phase. Rulebook, Setup."""
        at = self.builds - 1
        return 0 <= at < self.seats and opening_hands(self.seats)[at] < FULL_HAND

    # Points

    def explain(self, seat):
        """Lines (spot, colour, whether it counts towards the win) of a robot's parts; spots and colours as indices."""
        lines = []
        for spot in range(len(SPOTS)):
            for colour in self.robots[seat][spot]:
                lines.append((spot, colour, 1 if self.matches_body(seat, colour) else 0))
        return lines

    def round_points(self):
        """1 for who won the match, per seat; None while nobody has."""
        return list(self.rounds[-1]) if self.done else None

    # Events

    def _settle(self):
        """Opens the window on a robot that is complete; it wins when all were asked and it still is."""
        for seat in range(self.seats):
            if self.is_complete(seat) and (self.window is None or self.window[0] != seat):
                others = [(seat + k) % self.seats for k in range(1, self.seats)]
                self.window = (seat, [] if self.young else others)
        if self.window and not self.window[1] and not self.losing and self.is_complete(self.window[0]):
            self._win(self.window[0])

    def _win(self, seat):
        self._score([1 if other == seat else 0 for other in range(self.seats)])

    def _building(self, event):
        """The build of a turn: it must be that seat's, and nothing else may be asked."""
        self._need("build", "dig")
        if event["seat"] != self.active:
            text = "seat %d cannot build: it is seat %d's turn" % (event["seat"] + 1, self.active + 1)
            raise RuleError("seat", text, turn=self.active)

    def _next(self):
        self.digging = False
        self.active = (self.active + 1) % self.seats
        self.builds += 1

    def _with(self, seat, spot, colours):
        """The robots, one of them with these colours at a spot."""
        robot = list(self.robots[seat])
        robot[spot] = tuple(sorted(colours))
        robots = list(self.robots)
        robots[seat] = tuple(robot)
        return robots

    def _put(self, event):
        """The robots with one part more. Raises RuleError `spot` or `supply`."""
        seat, spot, colour = event["robot"], SPOTS.index(event["spot"]), COLOURS.index(event["colour"])
        if len(self.robots[seat][spot]) == ROOM[spot]:
            raise RuleError("spot", "that robot has no free %s" % event["spot"], robot=seat)
        robots = self._with(seat, spot, self.robots[seat][spot] + (colour,))
        counts = [sum([robot[k].count(colour) for robot in robots]) for k in range(len(SPOTS))]
        if colour == RAINBOW:
            over = sum([max(count - 1, 0) for count in counts]) > 1
        else:
            over = counts[spot] > COPIES[spot]
        if over:
            raise RuleError("supply", "there is no further %s %s" % (event["colour"], event["spot"]))
        return robots

    def _off(self, event):
        """The robots with one part fewer. Raises RuleError `spot`."""
        seat, spot, colour = event["robot"], SPOTS.index(event["spot"]), COLOURS.index(event["colour"])
        colours = list(self.robots[seat][spot])
        if colour not in colours:
            raise RuleError("spot", "that robot has no %s %s" % (event["colour"], event["spot"]), robot=seat)
        colours.remove(colour)
        return self._with(seat, spot, colours)

    def _played(self, robots, losing, digs=False):
        """A card was played: it does this, unless an odd number of *ERROR*s stops it."""
        self.last = (self.robots, self.losing, robots, losing, 0, digs)
        self.robots, self.losing = robots, losing

    def on_attach(self, event, n):
        self._building(event)
        robots = self._put(event)
        self.window = None
        self._next()
        self._played(robots, [])

    def on_pass(self, event, n):
        self._building(event)
        self.window = self.last = None
        self._next()

    def on_action(self, event, n):
        seat, card = event["seat"], event["card"]
        if self.young:
            raise RuleError("card", "there are no action cards in this variant")
        if card in BONUS:
            self._need("build", "dig")
            self.window = None
            if seat == self.active and (self.digging or self.rules.get("bonus") == "build"):
                self._next()
            self._hit(seat, card)
            return
        self._building(event)
        self.window = None
        digs = card == "dig" and self.may_dig_on(seat)
        self._played(self.robots, [], digs)
        if digs:
            self.digging = True
        else:
            self._next()

    def _hit(self, seat, card):
        """Malfunction! or Disassemble: each robot that is tied for the most parts loses one; of its only part there is no choice."""
        self.hit_by = card
        hit = self.most()
        robots, losing = self.robots, []
        for k in range(self.seats):
            other = (seat + k) % self.seats
            if other in hit:
                if self.count(other) == 1:
                    robots = list(robots)
                    robots[other] = ((), (), ())
                else:
                    losing.append(other)
        self._played(robots, losing)

    def on_error(self, event, n):
        """*ERROR*: stops the newest card; the second stops the first."""
        if self.young:
            raise RuleError("card", "there are no action cards in this variant")
        if self.last is None:
            raise RuleError("phase", "there is no card that could be stopped")
        before, losing_before, after, losing_after, errors, digs = self.last
        if errors == ERRORS:
            raise RuleError("supply", "there is no further *ERROR*")
        errors += 1
        self.last = (before, losing_before, after, losing_after, errors, digs)
        self.robots, self.losing = (before, losing_before) if errors % 2 else (after, losing_after)
        if digs and errors % 2:
            self._next()
        elif digs:
            self.digging = True
            self.active = (self.active - 1) % self.seats
            self.builds -= 1

    def on_lose(self, event, n):
        if not self.losing:
            raise RuleError("phase", "no robot loses a part now")
        if event["robot"] != self.losing[0]:
            raise RuleError("seat", "robot %d loses its part first" % self.losing[0], turn=self.losing[0])
        self.robots = self._off(event)
        self.losing = self.losing[1:]
        self.last = None

    def on_response(self, event, n):
        if self.phase() != "response":
            raise RuleError("phase", "nobody is asked for a response")
        robot, asked = self.window
        if event["seat"] != asked[0]:
            raise RuleError("seat", "seat %d is asked first" % (asked[0] + 1), turn=asked[0])
        card = event["card"]
        if card == "error":
            self.on_error(event, n)
        elif card is not None:
            self._hit(event["seat"], card)
        self.window = (robot, asked[1:])

    def on_detach(self, event, n):
        """A part goes to a hand: of one's own robot instead of a build in the young variant, else what a card says."""
        if self.young:
            self._building(event)
            if event["robot"] != event["seat"]:
                raise RuleError("seat", "a part is detached from one's own robot")
        elif self.losing:
            raise RuleError("phase", "this cannot come now: lose is asked")
        robots = self._off(event)
        if self.young:
            self._next()
        self.robots = robots
        self.last = None

    def on_scrap(self, event, n):
        """A part goes to the Trash, as a card or the table says."""
        if self.losing:
            raise RuleError("phase", "this cannot come now: lose is asked")
        self.robots = self._off(event)
        self.last = None

    # What the table decides

    def on_adjust_first(self, event):
        """Who begins this match, before its first build; the next one, where this one is over."""
        if self.done:
            self.first = (event["seat"] - 1) % self.seats
        elif self.builds or self.digging:
            raise RuleError("phase", "the match has begun")
        else:
            self.first = self.active = event["seat"]

    def on_adjust_turn(self, event):
        self.active = event["seat"]
        self.digging = False

    def on_adjust_bodies(self, event):
        if not self.done and [1 for robot in range(self.seats) if self.count(robot)]:
            raise RuleError("phase", "the robots have parts: bodies change between matches")
        self.bodies = [COLOURS.index(colour) for colour in event["value"]]

    def on_adjust_part(self, event):
        if self.done or not event["delta"]:
            raise RuleError("phase", "the match is over, or nothing changes")
        self.robots = self._put(event) if event["delta"] > 0 else self._off(event)
        self.last = None
        self.losing = [robot for robot in self.losing if self.count(robot)]
        self._settle()

    def on_adjust_winner(self, event):
        if self.done:
            self.rounds.pop()
        self.losing = []
        self._win(event["seat"])

    def _reseat(self, old):
        new = BaseState._reseat(self, old)
        self.losing = [new[seat] for seat in self.losing]
        if self.window:
            self.window = (new[self.window[0]], [new[seat] for seat in self.window[1]])
        self.last = None
        return new

    @staticmethod
    def amend(event, fix):
        """The part as a `fix` says it was; raises RuleError `card` where none was attached."""
        if event["type"] != "attach":
            raise RuleError("card", "record %d is no part" % fix["of"])
        out = {"type": "attach", "seat": event["seat"]}
        for name in ("robot", "spot", "colour"):
            out[name] = fix[name]
        return out
