"""A second opinion on RoboKraft, written from the rulebook alone and never from shared_rules.

`judge(records)` takes the records of one log as dicts and says what they lead to. It is slow and plain on purpose:
every call starts at record 0, strikes the undone events, puts the fixed cards in place and walks the rest. It runs
on CPython only and looks at neither `t` nor `crc`. `first_error(records)` does this for every prefix, and also
holds each `score` and `end` against what the records before it give.

Where the rules are silent the choice made here is said beside the code, with the word "choice".
"""

from rules.oracle_forms import SUITS, Wrong, check_form, check_value
from rules.rulebook import (
    best_and_worst,
    deck,
    direction_of,
    least_wedges,
    most_wedges,
    moved,
    ranks_of,
    suit,
    suit_points,
    wedges_of,
)

TRICKS = 12
ENTRIES = ("card", "trick", "cubes", "tricks_won", "piles")


class Table:
    """What lies on the table. Lists by seat; a trick is a dict
    {plays: [(seat, card, n)] or None, leader, winner, low, won, cube: suit or None}."""

    def __init__(self, header):
        self.players = [dict(player) for player in header["players"]]
        self.seats = len(self.players)
        self.discs = header["setup"]["discs"]
        self.round = 1
        self.leader = self.first = header["setup"]["lead"]
        self.done = []  # points of the rounds before this one
        self.corrections = [0] * self.seats
        self.old_revokes = []
        self.clear()

    def clear(self):
        """Takes cards and cubes off the table; discs, leader and corrections stay."""
        self.started = False
        self.plays = []
        self.tricks = []
        self.cubes = [dict.fromkeys(SUITS, 0) for _ in range(self.seats)]
        self.cubes_said = [False] * self.seats
        self.counts = None
        self.piles = [None] * self.seats

    # -- what can be seen

    def supply(self):
        """4 cubes of a suit for four, 3 for three, less those with the seats."""
        return {s: self.seats - sum(cubes[s] for cubes in self.cubes) for s in SUITS}

    def by_scores(self):
        return any(self.cubes_said) or self.counts is not None

    def over(self):
        """Whether all tricks of the round are played."""
        return self.counts is not None or len(self.tricks) == TRICKS

    def tricks_of(self, seat):
        if self.counts is not None:
            return self.counts[seat]
        return sum(trick["winner"] == seat for trick in self.tricks)

    def cards_of(self, seat):
        """The seat's cards, or None where not every one is known."""
        if self.by_scores():
            return [] if self.counts is not None and self.counts[seat] == 0 else None
        cards = []
        for trick in self.tricks:
            if trick["winner"] == seat:
                if trick["plays"] is None:
                    return None
                cards += [card for _, card, _ in trick["plays"]]
        return cards

    def named_cards_of(self, seat):
        """The cards in the seat's pile that somebody entered."""
        won = [trick["plays"] or [] for trick in self.tricks if trick["winner"] == seat]
        return [card for plays in won for _, card, _ in plays]

    def pile(self, seat, s):
        """(cards, wedges) of a seat in a suit, or None where they are not known."""
        if self.piles[seat] is not None and self.piles[seat][s] is not None:
            return tuple(self.piles[seat][s])
        cards = self.cards_of(seat)
        if cards is None:
            return None
        mine = [card for card in cards if suit(card) == s]
        return len(mine), wedges_of(mine)

    def asked(self, seat):
        """Whether the points of the seat wait for its piles."""
        return any(self.cubes[seat][s] > 0 and self.pile(seat, s) is None for s in SUITS)

    def points_of(self, seat):
        """The seat's points with the cards it has now; what was not asked lies in suits without cubes."""
        unasked = self.seats * self.tricks_of(seat)
        points = 0
        for s in SUITS:
            if self.pile(seat, s) is not None:
                cards, wedges = self.pile(seat, s)
                unasked -= cards
                points += suit_points(cards, wedges, self.cubes[seat][s])
        return points - unasked

    def round_points(self):
        """Points of the round per seat, or None while they are not known."""
        if not self.over() or any(self.asked(seat) for seat in range(self.seats)):
            return None
        return [self.points_of(seat) for seat in range(self.seats)]

    def rounds(self):
        points = self.round_points()
        return self.done + ([points] if points is not None else [])

    def finished(self):
        return len(self.rounds()) == self.seats

    def revokes(self):
        """(n of the later card, n of the older): the older did not follow a suit that the later one is of.
        Choice: every such pair, sorted."""
        lines = [trick["plays"] for trick in self.tricks if trick["plays"] is not None] + [self.plays]
        failed, pairs = [], []
        for plays in lines:
            for seat, card, n in plays:
                pairs += [(n, older) for who, s, older in failed if who == seat and s == suit(card)]
                if suit(card) != suit(plays[0][1]):
                    failed.append((seat, suit(plays[0][1]), n))
        return sorted(pairs)

    def seen_cards(self):
        known = [trick["plays"] for trick in self.tricks if trick["plays"] is not None] + [self.plays]
        return [card for plays in known for _, card, _ in plays]

    def left_over(self):
        """The cards nobody was dealt, by suit and rank, once every card of the round is known; else None."""
        if len(self.tricks) < TRICKS or any(trick["plays"] is None for trick in self.tricks):
            return None
        cards = deck()
        for card in self.seen_cards():
            cards.remove(card)
        return cards

    # -- events

    def entry(self, record):
        """A card, trick, cubes, tricks_won or piles record."""
        n = record["n"]
        if self.round_points() is not None:
            if self.finished():
                raise Wrong(n, "card", "the game is over")
            self.done.append(self.round_points())
            self.old_revokes += self.revokes()
            self.round += 1
            self.clear()
        if not self.started:
            self.started = True
            self.first = self.leader
        getattr(self, "on_" + record["type"])(record, n)
        if self.over():
            self.check_sums(n)
            if record["type"] != "piles":
                self.leader = (self.first + 1) % self.seats

    def turn_to_play(self):
        return (self.leader + len(self.plays)) % self.seats

    def on_card(self, record, n):
        if self.by_scores() or self.over():
            raise Wrong(n, "card", "no card is asked for")
        if record["seat"] != self.turn_to_play():
            raise Wrong(n, "seat", f"it is the turn of seat {self.turn_to_play()}")
        card = record["card"]
        if self.seen_cards().count(card) >= deck().count(card):
            raise Wrong(n, "card", f"{card} is in")
        self.plays.append((record["seat"], card, n))
        if len(self.plays) == 1:
            self.discs = moved(self.discs, suit(card), direction_of(card))
        if len(self.plays) == self.seats:
            winner, low = best_and_worst(self.discs, [(seat, card) for seat, card, _ in self.plays])
            won = next(suit(card) for seat, card, _ in self.plays if seat == winner)
            self.end_trick(self.plays, winner, low, won)

    def on_trick(self, record, n):
        if self.by_scores() or self.over() or self.plays:
            raise Wrong(n, "card", "no trick is asked for")
        led, won = record["suit"], record["won"]
        if record["winner"] == record["low"]:
            raise Wrong(n, "seat", "winner and low are one seat")
        discs = moved(self.discs, led, record["dir"])
        if won != led:
            if record["winner"] == self.leader:
                raise Wrong(n, "card", "the leader's card is of the led suit")
            if discs.index(won) > discs.index(led):
                raise Wrong(n, "card", f"{won} is lower than the led suit")
        self.discs = discs
        self.end_trick(None, record["winner"], record["low"], won)

    def end_trick(self, plays, winner, low, won):
        cube = won if self.supply()[won] > 0 else None
        if cube is not None:
            self.cubes[low][cube] += 1
        self.tricks.append(
            {"plays": plays, "leader": self.leader, "winner": winner, "low": low, "won": won, "cube": cube}
        )
        self.plays = []
        self.leader = winner

    def on_cubes(self, record, n):
        """Choice: any order of seats, each once."""
        if self.tricks or self.plays or self.counts is not None:
            raise Wrong(n, "card", "this round is entered by tricks")
        if self.cubes_said[record["seat"]]:
            raise Wrong(n, "seat", "said before")
        self.cubes_said[record["seat"]] = True
        self.cubes[record["seat"]] = dict(record["cubes"])
        for s in SUITS:
            if self.supply()[s] < 0:
                raise Wrong(n, "supply", f"{s}: {-self.supply()[s]} too many")

    def on_tricks_won(self, record, n):
        if self.tricks or self.plays or self.counts is not None or not all(self.cubes_said):
            raise Wrong(n, "card", "tricks are not asked for")
        if sum(record["counts"]) != TRICKS:
            raise Wrong(n, "piles", f"{sum(record['counts'])} tricks")
        for seat in range(self.seats):
            if sum(self.cubes[seat].values()) > TRICKS - record["counts"][seat]:
                raise Wrong(n, "piles", f"seat {seat}: more cubes than lost tricks")
        self.counts = list(record["counts"])

    def on_piles(self, record, n):
        seat, piles = record["seat"], record["piles"]
        if not self.over() or not self.asked(seat):
            raise Wrong(n, "seat", f"no pile of seat {seat} is asked for")
        for s in SUITS:
            if piles[s] is None and self.cubes[seat][s] > 0:
                raise Wrong(n, "piles", f"{s} is asked for")
            named = [card for card in self.named_cards_of(seat) if suit(card) == s]
            if piles[s] is not None and (piles[s][0] < len(named) or piles[s][1] < wedges_of(named)):
                raise Wrong(n, "piles", f"{s}: {len(named)} cards of it were named")
        self.piles[seat] = dict(piles)

    def check_sums(self, n):
        """RULES 1.13 for the piles that are known, once all tricks are played."""
        for seat in range(self.seats):
            given = [self.pile(seat, s) for s in SUITS if self.pile(seat, s) is not None]
            rest = self.seats * self.tricks_of(seat) - sum(cards for cards, _ in given)
            if not 0 <= rest <= 13 * (4 - len(given)):
                raise Wrong(n, "piles", f"seat {seat}: {rest} cards left for {4 - len(given)} suits")
        for s in SUITS:
            known = [self.pile(seat, s) for seat in range(self.seats) if self.pile(seat, s) is not None]
            for cards, wedges in known + [(sum(p[0] for p in known), sum(p[1] for p in known))]:
                if cards > 13:
                    raise Wrong(n, "piles", f"{s}: {cards - 13} cards too many")
                if not least_wedges(cards) <= wedges <= most_wedges(cards):
                    raise Wrong(n, "piles", f"{s}: {cards} cards cannot show {wedges} wedges")

    def on_void(self, record, n):
        """Choice: a leader named after the round was finished is forgotten with it."""
        if record["round"] != self.round:
            raise Wrong(n, "schema", f"round {self.round} is open")
        if self.started:
            self.leader = self.first
        self.clear()

    def on_adjust(self, record, n):
        field = record["field"]
        if field in ("leader", "winner", "seats") and self.plays:
            raise Wrong(n, "seat", "in the middle of a trick")
        if field == "discs":
            self.discs = record["value"]
        elif field == "leader":
            self.leader = record["seat"]
        elif field in ("winner", "low"):
            self.move_trick(record, n)
        elif field == "cube":
            self.give_cube(record["seat"], record["suit"], record["delta"], n)
        elif field == "points":
            self.corrections[record["seat"]] += record["delta"]
        elif field == "player":
            self.players[record["seat"]] = dict(record["player"])
        elif field == "seats":
            self.reseat(record["value"])

    def give_cube(self, seat, s, delta, n):
        self.cubes[seat][s] += delta
        if self.cubes[seat][s] < 0 or self.supply()[s] < 0:
            raise Wrong(n, "supply", f"{s}: not so many cubes")

    def move_trick(self, record, n):
        """Another winner or low of the last trick. The lead moves only while the round goes on."""
        if not self.tricks:
            raise Wrong(n, "seat", "no trick in this round")
        trick, field, seat = self.tricks[-1], record["field"], record["seat"]
        if seat == trick["low" if field == "winner" else "winner"]:
            raise Wrong(n, "seat", "winner and low are one seat")
        if seat == trick[field]:
            return
        if trick["cube"] is not None:
            self.give_cube(trick["low"], trick["cube"], -1, n)
        trick[field] = seat
        if field == "winner":
            if trick["plays"] is not None:
                trick["won"] = next(suit(card) for who, card, _ in trick["plays"] if who == seat)
                trick["cube"] = trick["won"] if self.supply()[trick["won"]] > 0 else None
            if not self.over():
                self.leader = seat
        if trick["cube"] is not None:
            self.give_cube(trick["low"], trick["cube"], 1, n)

    def reseat(self, old_of_new):
        """Everything of a person goes along, also who leads next and who led first, and points of past rounds."""
        for name in ("players", "cubes", "cubes_said", "piles", "corrections", "counts"):
            old = getattr(self, name)
            if old is not None:
                setattr(self, name, [old[seat] for seat in old_of_new])
        self.done = [[points[seat] for seat in old_of_new] for points in self.done]
        self.leader = old_of_new.index(self.leader)
        self.first = old_of_new.index(self.first)
        for trick in self.tricks:
            for name in ("leader", "winner", "low"):
                trick[name] = old_of_new.index(trick[name])
            if trick["plays"] is not None:
                trick["plays"] = [(old_of_new.index(seat), card, n) for seat, card, n in trick["plays"]]

    # -- the result

    def phase_and_turn(self):
        if self.finished():
            return "game_end", None
        if self.round_points() is not None:
            return "round_end", None
        if self.over():
            return "piles", next(seat for seat in range(self.seats) if self.asked(seat))
        if self.by_scores():
            if all(self.cubes_said):
                return "tricks_won", None
            return "cubes", self.cubes_said.index(False)
        return "play", self.turn_to_play()

    def result(self):
        phase, turn = self.phase_and_turn()
        rounds = self.rounds()
        totals = [sum(p[seat] for p in rounds) + self.corrections[seat] for seat in range(self.seats)]
        known = not self.by_scores() and all(trick["plays"] is not None for trick in self.tricks)
        won = [{s: self.pile(seat, s) for s in SUITS} for seat in range(self.seats)]
        return {
            "players": self.players,
            "discs": self.discs,
            "supply": self.supply(),
            "cubes": self.cubes,
            "won": [{s: None if mine[s] is None else mine[s][0] for s in SUITS} for mine in won],
            "tricks_won": [self.tricks_of(seat) for seat in range(self.seats)],
            "phase": phase,
            "turn": turn,
            "leader": self.leader,
            "first": self.first,
            "started": self.started,
            "round": self.round,
            "trick": None if self.by_scores() else min(TRICKS, len(self.tricks) + 1),
            "plays": [[seat, card] for seat, card, _ in self.plays],
            "tricks": self.tricks,
            "rounds": rounds,
            "round_points": [self.points_of(seat) for seat in range(self.seats)] if known else None,
            "totals": totals,
            "ranks": ranks_of(totals),
            "revokes": sorted(self.old_revokes + self.revokes()),
            "left_over": self.left_over(),
            "finished": self.finished(),
        }


def standing_events(records):
    """The events that were not undone, in order. Only events can be undone: no undo, score or end."""
    standing = []
    for record in records[1:]:
        if record.get("type") in ("score", "end"):
            continue
        check_form(record, len(records[0]["players"]))
        if record["type"] != "undo":
            standing.append(record)
        elif not standing or standing[-1]["n"] != record["of"]:
            raise Wrong(record["n"], "undo", f"not the newest event: {record['of']}")
        else:
            standing.pop()
    return standing


def fixed_events(events):
    """The events with the cards as the fixes say they were, the later fix last; the fixes themselves are gone."""
    events = [dict(event) for event in events]
    for fix in [event for event in events if event["type"] == "fix"]:
        cards = [e for e in events if e["n"] == fix["of"] and e["n"] < fix["n"] and e["type"] == "card"]
        if not cards:
            raise Wrong(fix["n"], "card", f"no standing card record {fix['of']}")
        cards[0]["card"] = fix["card"]
    return [event for event in events if event["type"] != "fix"]


def judge(records):
    """What the records of a RoboKraft log lead to. Raises Wrong with the first record that does not fit.

    Keys: players, discs, supply {suit: n}, cubes [{suit: n}], won [{suit: cards or None}], tricks_won, phase ("play",
    "cubes", "tricks_won", "piles", "round_end", "game_end"), turn (seat or None), leader (who leads the next trick, or
    the open one), first (who led the round first), started, round, trick (from 1; None in a round by scores), plays
    (the open trick), tricks (of this round), rounds (points of each finished round), round_points (so far; None where
    cards are unknown), totals, ranks, revokes [(n of the later card, n of the older)], left_over (cards or None),
    finished.
    """
    header = records[0]
    if header.get("type") != "game" or len(header["players"]) not in (3, 4):
        raise Wrong(0, "schema", "not a game of three or four")
    check_value(0, "discs", header["setup"]["discs"], "discs", 4)
    check_value(0, "lead", header["setup"]["lead"], "seat", len(header["players"]))
    table = Table(header)
    for event in fixed_events(standing_events(records)):
        if event["type"] in ENTRIES:
            table.entry(event)
        elif event["type"] == "void":
            table.on_void(event, event["n"])
        else:
            table.on_adjust(event, event["n"])
    return table.result()


def end_of(state):
    """The fields of the `end` record of a game that was played out."""
    winners = [seat for seat, place in enumerate(state["ranks"]) if place == 1]
    return {"points": state["totals"], "ranks": state["ranks"], "winners": winners, "reason": "complete"}


def first_error(records):
    """(n, code) of the first record after which the log cannot be, or None. Tries every prefix: slow.
    The n is that of the record written last, which after a `fix` is the fix and not the entry that no longer fits."""
    for count in range(1, len(records) + 1):
        record = records[count - 1]
        if record["n"] != count - 1:
            return count - 1, "sequence"
        try:
            state = judge(records[:count])
        except Wrong as error:
            return record["n"], error.code
        rounds, number = state["rounds"], record.get("round")
        if record["type"] == "score" and (number > len(rounds) or record["points"] != rounds[number - 1]):
            return record["n"], "score"
        if record["type"] == "end" and record["reason"] == "complete":
            expected = end_of(state)
            if not state["finished"] or any(record[name] != expected[name] for name in expected):
                return record["n"], "end"
    return None
