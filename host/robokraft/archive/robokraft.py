"""RoboKraft as the archive tells it: the tricks of every round, what each suit brought, and habits that can be counted.

Everything is in the seats of the end of the game, also where people changed seats on the way.
"""

from robokraft.archive.replay import walk
from robokraft.archive.sentences import sentence, signed
from shared_rules.tricks import CARDS, SUITS

NAMES = {"B": "blue", "R": "red", "O": "orange", "G": "green"}
REST = "-"  # stands for suits of which nothing was asked: all their cards are minus


class Trick:
    """One trick. `plays` are (seat, card), empty where the cards were not entered; `cube` is a suit letter or None.

    `discs` is the order it was judged by, `lies` the order after it; `totals` points per seat after it, where known.
    """

    def __init__(self, number, trick, leader, up, discs, lies, totals):
        self.number = number
        self.plays = [(seat, CARDS[code]) for seat, code, _n in trick.plays]
        self.led = SUITS[trick.led]
        self.leader = leader
        self.up = up
        self.discs = discs
        self.lies = lies
        self.winner = trick.winner
        self.low = trick.low
        self.won = SUITS[trick.won]
        self.cube = SUITS[trick.cube] if trick.cube >= 0 else None
        self.totals = totals

    def as_json(self):
        out = {
            name: getattr(self, name) for name in ("discs", "leader", "led", "winner", "won", "low", "cube")
        }
        cards = [{"seat": seat, "card": card} for seat, card in self.plays]
        return {"trick": self.number, "direction": "up" if self.up else "down", "cards": cards, **out}


class Round:
    """One round. `lines` per seat as `explain` gives them, or None; `notes` (trick number, text) of what the table decided."""

    def __init__(self, number, start, tricks, state, notes, finished):
        self.number = number
        self.discs = start
        self.first = state.first
        self.tricks = tricks
        self.finished = finished
        self.lines = [state.explain(seat) for seat in range(state.seats)]
        self.points = state.round_points() if finished or tricks else None
        self.cubes = [list(row) for row in state.cubes]
        self.taken = [state.tricks_of(seat) for seat in range(state.seats)]
        whole = len(tricks) == 12 and all(trick.plays for trick in tricks)
        self.left_over = state.left_over() if whole else None
        self.notes = notes

    def sentences(self, seat):
        """What makes up the points of a seat, a text a line; None while that is not known."""
        lines = self.lines[seat]
        return None if lines is None else [sentence("robokraft", line) for line in lines]

    def as_json(self):
        out = {"round": self.number, "discs": self.discs, "lead": self.first, "points": self.points}
        out["cubes"] = [dict(zip(SUITS, row)) for row in self.cubes]
        out["lines"] = self.lines
        out["tricks"] = [trick.as_json() for trick in self.tricks]
        out["notes"] = [{"trick": number, "text": text} for number, text in self.notes]
        return out

    def reseat(self, old):
        """The table changed seats: seat k is now who was at old[k]."""
        new = [old.index(seat) for seat in range(len(old))]
        for name in ("lines", "points", "cubes", "taken"):
            row = getattr(self, name)
            setattr(self, name, None if row is None else [row[seat] for seat in old])
        self.first = new[self.first]
        for trick in self.tricks:
            reseat(trick, old, new)


def reseat(trick, old, new):
    trick.plays = [(new[seat], card) for seat, card in trick.plays]
    for name in ("leader", "winner", "low"):
        setattr(trick, name, new[getattr(trick, name)])
    if trick.totals is not None:
        trick.totals = [trick.totals[seat] for seat in old]


class _Watch:
    """What a state forgets when it goes on: leads, disc orders and totals of the tricks of the open round."""

    def __init__(self):
        self.clear()

    def clear(self):
        self.start = ""
        self.leads = {}
        self.discs = {}
        self.lies = {}
        self.totals = {}
        self.notes = []

    def before(self, event, state):
        self.start = self.start or _discs(state)
        if event["type"] in ("card", "trick") and not state.table:
            up = event["dir"] == "up" if event["type"] == "trick" else int(event["card"][1:]) < 6
            self.leads[len(state.tricks) + 1] = (state.lead, up)

    def after(self, event, state, totals):
        number = len(state.tricks) + (1 if state.table else 0)
        order = _discs(state)
        if event["type"] in ("card", "trick") or state.table:
            self.discs[number] = order
        self.lies[number] = order
        if not number:
            self.start = order
        if totals and number and not state.table:
            points = state.round_points()
            if points is not None and not state.done:
                so_far = state.totals()
                self.totals[number] = [so_far[seat] + points[seat] for seat in range(state.seats)]
            elif points is not None:
                self.totals[number] = state.totals()

    def reseat(self, old):
        new = [old.index(seat) for seat in range(len(old))]
        self.leads = {number: (new[seat], up) for number, (seat, up) in self.leads.items()}
        self.totals = {number: [row[seat] for seat in old] for number, row in self.totals.items()}

    def tricks(self, state):
        made = []
        for number, trick in enumerate(state.tricks, 1):
            leader, up = self.leads[number]
            totals = self.totals.get(number)
            made.append(Trick(number, trick, leader, up, self.discs[number], self.lies[number], totals))
        return made


def _discs(state):
    return "".join(SUITS[suit] for suit in state.discs)


def rounds(game, totals=False):
    """The rounds of a history.Game, the open one too if anything was entered; `totals` also adds points up trick by trick."""
    found = []
    watch = _Watch()
    touched = False
    for moment, event, state in walk(game):
        if moment == "over":
            if touched:
                tricks = watch.tricks(state)
                found.append(Round(state.round, watch.start, tricks, state, watch.notes, state.done))
            watch.clear()
            touched = False
        elif moment == "before":
            touched = touched or event["type"] != "adjust"
            watch.before(event, state)
        else:
            if event["type"] == "void":
                watch.clear()
                touched = False
            note = _note(event, state)
            if event["type"] == "adjust" and event["field"] == "seats":
                watch.reseat(event["value"])
                for older in found:
                    older.reseat(event["value"])
            watch.after(event, state, totals)
            if note:
                watch.notes.append((len(state.tricks), note))
    return found


def _note(event, state):
    """What the table decided, as a sentence, or None."""
    if event["type"] == "void":
        return f"round {event['round']} was dropped and dealt again"
    if event["type"] != "adjust":
        return None
    field = event["field"]
    who = state.players[event["seat"]]["name"] if "seat" in event else ""
    told = {
        "discs": lambda: f"the discs lie {event['value']}",
        "leader": lambda: f"{who} leads",
        "winner": lambda: f"the last trick is {who}'s",
        "low": lambda: f"{who} was low",
        "cube": lambda: f"{who} {signed(event['delta'], plus=True)} {NAMES[event['suit']]} cube",
        "points": lambda: f"{who} {signed(event['delta'], plus=True)} points",
        "player": lambda: f"{who} takes seat {event['seat'] + 1}",
        "seats": lambda: "seats were changed",
    }[field]()
    return f"{told}: {event['note']}" if event.get("note") else told


def facts(game):
    """What can be counted over games, a dict of whole numbers per seat.

    `rounds`, `tricks`, and by suit: `up.B`, `down.B` leads, `won.B` tricks won with it, `cubes.B`, `points.B`.
    """
    out = [{} for _ in game.header["players"]]

    def add(seat, name, many=1):
        if many:
            out[seat][name] = out[seat].get(name, 0) + many

    for played in rounds(game):
        if not played.finished:
            continue
        for trick in played.tricks:
            add(trick.leader, ("up." if trick.up else "down.") + trick.led)
            add(trick.winner, "won." + trick.won)
        for seat in range(len(out)):
            add(seat, "rounds")
            add(seat, "tricks", played.taken[seat])
            for suit in range(4):
                add(seat, "cubes." + SUITS[suit], played.cubes[seat][suit])
            for suit, *_, points in played.lines[seat] or ():
                add(seat, "points." + (SUITS[suit] if suit >= 0 else REST), points)
    return out


# How a person plays each suit; leads are known where tricks were entered.
HABITS = ("suit", "leads up", "leads down", "tricks won", "cubes", "points", "points a round")


def habits(people):
    """Rows of HABITS for each of the sums of `facts`: one a suit, and one of what is known of no single suit, where anybody has it."""
    rest = any("points." + REST in counted for counted in people)
    return [[_habit(suit, counted) for suit in SUITS + REST * rest] for counted in people]


def _habit(suit, counted):
    played = counted.get("rounds", 0)
    points = counted.get("points." + suit, 0)
    numbers = [counted.get(name + suit, 0) for name in ("up.", "down.", "won.", "cubes.")]
    return (NAMES.get(suit, "other"), *numbers, points, round(points / played, 2) if played else 0.0)
