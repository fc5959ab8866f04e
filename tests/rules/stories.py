"""Random RoboKraft games as they go at a real table: presses taken back and entered again, wrong cards put right
later, tricks nobody remembers, misdeals, and every decision the table may take.

`story(rng, seats)` plays one such game to its end and returns the records of its log (without t and crc), `score` and
`end` where they belong. People hold real cards and follow suit (`revokes=True`: sometimes not). The oracle is asked
after every record whose turn it is and whether an idea fits; an idea that does not fit is not written.
"""

import copy

from rules import games
from rules.oracle import Wrong, end_of, judge

SUITS = games.SUITS


class Story:
    """A game under way: `records` written so far, `now` what the oracle says they lead to, and the people's side:

    `hands` (None before the deal), `trick_cards` (true cards of each trick of the round), `sheet` (a round played
    beside the box, to be entered by scores) and `pending` [(n, true card)], wrong cards nobody put right yet.
    """

    SIDE = ("hands", "left", "way", "trick_cards", "sheet", "pending")

    def __init__(self, rng, seats, trouble, revokes):
        self.rng, self.seats, self.trouble, self.revokes = rng, seats, trouble, revokes
        discs = "".join(rng.sample(SUITS, 4))
        self.records = [games.header(rng, seats, rng.randrange(seats), discs)]
        self.hands, self.left, self.way, self.trick_cards, self.sheet, self.pending = (
            None,
            [],
            "",
            [],
            None,
            [],
        )
        self.before = []  # for each event that stands: (n, the people's side before it)
        self.last_end = None
        self.now = judge(self.records)

    # ---- writing

    def side(self):
        return copy.deepcopy([getattr(self, name) for name in self.SIDE])

    def go_back(self, side):
        for name, value in zip(self.SIDE, copy.deepcopy(side), strict=True):
            setattr(self, name, value)

    def fits(self, *events):
        """What the records with these events would lead to, or None."""
        try:
            return judge(
                self.records + [{"n": len(self.records) + i, **event} for i, event in enumerate(events)]
            )
        except Wrong:
            return None

    def write(self, event, after=None):
        """Writes an event that leads to `after`, and the score and end that follow from it. Returns its n."""
        n = len(self.records)
        if event["type"] != "undo":
            self.before.append((n, self.side()))
        known = self.now["rounds"]
        self.records.append({"n": n, **event})
        self.now = after or judge(self.records)
        for number, points in enumerate(self.now["rounds"]):
            if number >= len(known) or points != known[number]:
                self.add({"type": "score", "round": number + 1, "points": points})
        end = end_of(self.now) if self.now["finished"] else None
        if end and (end != self.last_end or self.records[-1]["type"] == "score"):
            self.add({"type": "end", **end})
        self.last_end = end
        return n

    def add(self, event):
        self.records.append({"n": len(self.records), **copy.deepcopy(event)})

    def try_write(self, event):
        """Writes an event of play or of the table, unless a wrong card could then no longer be put right: then that
        comes first and False is returned. False too for an event that does not fit."""
        fixes = [{"type": "fix", "of": n, "card": card} for n, card in self.pending]
        after = self.fits(event)
        if after is None:
            return False
        if fixes and self.fits(event, *fixes) is None:
            self.put_right()
            return False
        self.write(event, after)
        return True

    def put_right(self):
        while self.pending:
            n, card = self.pending[0]
            self.write({"type": "fix", "of": n, "card": card})
            del self.pending[0]

    # ---- playing

    def between_tricks(self):
        return not self.now["plays"]

    def step(self):
        phase, seat = self.now["phase"], self.now["turn"]
        if phase in ("round_end", "play") and self.hands is None:
            self.new_deal()
        elif phase in ("cubes", "tricks_won") or self.sheet is not None and phase in ("play", "round_end"):
            self.enter_sheet()
        elif phase == "piles":
            cubes = [s for s in SUITS if self.now["cubes"][seat][s]]
            if self.try_write(games.piles_event(seat, self.pile(seat), cubes)):
                self.round_may_be_over()
        elif (
            self.between_tricks()
            and self.way != "cards"
            and self.rng.random() < (0.4, 1.0)[self.way == "tricks"]
        ):
            self.enter_trick()
        else:
            self.enter_card(self.now["leader"] if seat is None else seat)

    def new_deal(self):
        self.way = self.rng.choice(("cards", "cards", "cards", "mixed", "tricks", "scores"))
        self.hands, self.left = games.deal(self.rng, self.seats)
        self.trick_cards, self.sheet = [[]], None
        if self.way == "scores":
            played = games.play_round(self.rng, self.seats, self.now["leader"], self.now["discs"])
            taken = [sum(trick["winner"] == seat for trick in played["tricks"]) for seat in range(self.seats)]
            self.sheet = list(zip(played["cubes"], played["cards"], taken, strict=True))

    def round_may_be_over(self):
        if self.now["phase"] in ("round_end", "game_end"):
            self.hands = self.sheet = None

    def enter_sheet(self):
        seat = self.now["turn"] if self.now["phase"] == "cubes" else 0
        if self.now["phase"] == "tricks_won":
            event = {"type": "tricks_won", "counts": [taken for _, _, taken in self.sheet]}
        else:
            event = {"type": "cubes", "seat": seat, "cubes": games.suit_counts(self.sheet[seat][0])}
        if self.try_write(event):
            self.round_may_be_over()

    def pile(self, seat):
        """The true cards a seat has won."""
        if self.sheet is not None:
            return self.sheet[seat][1]
        tricks = zip(self.now["tricks"], self.trick_cards, strict=False)
        return [card for trick, cards in tricks if trick["winner"] == seat for card in cards]

    def enter_trick(self):
        """A trick is played and only its outcome is entered."""
        leader = self.now["leader"]
        plays = []
        for turn in range(self.seats):
            seat = (leader + turn) % self.seats
            plays.append((seat, games.choose(self.rng, self.hands[seat], plays[0][1][0] if plays else None)))
        winner, low = games.decide(games.after_lead(self.now["discs"], plays[0][1]), plays)
        won = dict(plays)[winner][0]
        event = games.trick_event({"plays": plays, "winner": winner, "low": low, "won": won})
        if self.try_write(event):
            for seat, card in plays:
                self.hands[seat].remove(card)
                self.trick_cards[-1].append(card)
            self.trick_cards.append([])
            self.round_may_be_over()

    def enter_card(self, seat):
        cards = self.trick_cards[-1]
        card = games.choose(self.rng, self.hands[seat], cards[0][0] if cards else None)
        if self.revokes and self.rng.random() < 0.03:
            card = self.rng.choice(self.hands[seat])
        written = card
        late = self.now["trick"] == 12 and self.way != "cards"
        if self.left and not late and self.rng.random() < self.trouble / 2:
            written = self.rng.choice(self.left)
        elif self.pending and late:
            self.put_right()
            return
        if not self.try_write({"type": "card", "seat": seat, "card": written}):
            return
        self.hands[seat].remove(card)
        cards.append(card)
        if written != card:
            self.pending.append((self.before[-1][0], card))
        if self.between_tricks():
            self.trick_cards.append([])
        self.round_may_be_over()

    # ---- trouble

    def disturb(self):
        self.rng.choice(
            (self.take_back, self.put_right, self.decide, self.decide, self.decide, self.misdeal)
        )()

    def take_back(self):
        """Undoes up to 14 events, then enters none, some or all of them again."""
        taken = []
        for _ in range(self.rng.choice((1, 1, 2, 3, 5, 14))):
            if self.before:
                n, side = self.before.pop()
                taken.append((self.records[n], self.side()))
                self.write({"type": "undo", "of": n})
                self.go_back(side)
        taken.reverse()
        again = self.rng.choice((0, len(taken), len(taken), self.rng.randrange(len(taken) + 1)))
        new_n = {}
        for record, side in taken[:again]:
            event = {key: value for key, value in record.items() if key != "n"}
            if event["type"] == "fix":
                event["of"] = new_n.get(event["of"], event["of"])
            new_n[record["n"]] = self.write(event)
            self.go_back(side)
            self.pending = [(new_n.get(n, n), card) for n, card in self.pending]

    def misdeal(self):
        """The open round, or the one just finished, is dropped. Not often: a game should end."""
        if self.rng.random() < 0.4 and self.now["started"]:
            self.put_right()
            self.write({"type": "void", "round": self.now["round"]})
            self.hands = self.sheet = None

    def decide(self):
        """One decision of the table; what does not fit here is thought over again, but not for ever."""
        any(self.decide_something() for _ in range(6))

    def decide_something(self):
        """Writes a random decision of the table, if it fits here. Returns whether it did."""
        rng, seat = self.rng, self.rng.randrange(self.seats)
        by_scores = self.sheet is not None or self.now["phase"] in ("cubes", "tricks_won", "piles")
        known = all(trick["plays"] is not None for trick in self.now["tricks"])
        field = rng.choice(
            ("discs", "leader", "winner", "winner", "low", "cube", "points", "player", "seats", "seats")
        )
        event = {"type": "adjust", "field": field}
        if field == "discs":
            event["value"] = "".join(rng.sample(SUITS, 4))
        elif field == "cube":
            event.update(seat=seat, suit=rng.choice(SUITS), delta=rng.choice((-1, 1, 1)))
            if by_scores or not self.now["started"]:
                return False
        elif field == "points":
            event.update(seat=seat, delta=rng.choice((-7, -1, 1, 2, 30)))
        elif field == "player":
            event.update(seat=seat, player={"id": None, "name": rng.choice(games.NAMES)})
        elif field == "seats":
            event["value"] = rng.sample(range(self.seats), self.seats)
        else:
            event["seat"] = seat
            if by_scores or field == "winner" and not known and self.now["trick"] == 12:
                return False
        if rng.random() < 0.3:
            event["note"] = "so the table decided"
        after = self.fits(event)
        if after is None or len(after["rounds"]) != len(self.now["rounds"]):
            return False
        if not self.try_write(event):
            return False
        if field == "seats":
            for name in ("hands", "sheet"):
                things = getattr(self, name)
                if things is not None:
                    setattr(self, name, [things[old] for old in event["value"]])
        return True


def story(rng, seats, trouble=0.07, revokes=False):
    """The records of one whole game, from `game` to `end`. `trouble`: how often, per entry, something happens."""
    tale = Story(rng, seats, trouble, revokes)
    while True:
        if rng.random() < trouble:
            tale.disturb()
        elif not tale.now["finished"]:
            tale.step()
        elif tale.pending:
            tale.put_right()
        elif rng.random() < 0.6:
            return tale.records
        else:
            tale.disturb()
