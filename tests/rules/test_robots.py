"""ROBOTS!: vectors on both Pythons, and random games of real cards against a checker that adds card by card."""

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from rules.sealing import verdict
from shared_rules import robots
from shared_rules.codec import Codec
from shared_rules.fields import RuleError
from shared_rules.history import Game

HERE = Path(__file__).parent
VECTORS = HERE / "vectors_robots.json"


@pytest.mark.parametrize("heap, taken", [(0, 0), (1, 1), (2, 1), (3, 2), (5, 3), (8, 4)])
def test_tractor_beam(heap, taken):
    assert robots.half_of(heap) == taken


# ---- a slow table ----------------------------------------------------------------------------------------------

SUITS = "GPWRB"
OWN = [3, 3, 3, 3, 3, 3, 3, 3, 7, 7, 7, 7, 7, 11, 2, 19]


def worth(card, values, star) -> int:
    """What one card counts. A card is (colour, rank), rank 15 a star, 1 a star laid low, 0 a wild."""
    rank = card[1]
    if values == "face":
        return (14 if star == "1_or_14" else 15) if rank == 15 else rank
    if values == "rummy":
        return rank if 2 <= rank <= 9 else 10 if 10 <= rank <= 14 else 15
    special = {15: OWN[13], 1: OWN[14], 0: OWN[15]}
    return special[rank] if rank in special else OWN[rank - 2]


def kind(rank):
    return {15: "star", 1: "star_low", 0: "wild"}.get(rank, str(rank))


class SlowTable:
    """Deals 74 cards, lets people lay sets, runs and robots at random, and adds points one card at a time."""

    def __init__(self, rng, seats, values, star, bonus, tie_rule):
        self.rng, self.seats, self.values, self.star = rng, seats, values, star
        self.bonus, self.tie_rule = bonus, tie_rule
        self.totals = [0] * seats
        self.rounds = []
        self.playing = list(range(seats))

    def deal(self):
        """(played, hand, robots) of each seat that plays."""
        rng = self.rng
        deck = [(s, rank) for s in SUITS for rank in range(2, 16)]
        wilds = 4
        played = {seat: [] for seat in self.playing}
        built = Counter()
        while deck and rng.random() < 0.9:
            seat = rng.choice(self.playing)
            if rng.random() < 0.5:
                rank = rng.randrange(2, 16)
                same = [card for card in deck if card[1] == rank]
                spread = rng.sample(same, rng.randint(3, len(same))) if len(same) >= 3 else []
                if len(spread) == 4 and wilds and rng.random() < 0.5:
                    wilds -= 1
                    spread.append(("W", rank if self.values == "face" else 0))
                if len(spread) == 5:
                    built[seat] += 1
            else:
                start, length = rng.randrange(1, 13), rng.randint(3, 5)
                suit = rng.choice(SUITS)
                spread = [(suit, 15 if rank == 1 else rank) for rank in range(start, min(start + length, 16))]
                if not all(card in deck for card in spread):
                    continue
            for card in spread:
                if card in deck:
                    deck.remove(card)
            if spread and spread[0][1] == 15 and spread[1][1] == 2:
                spread[0] = (spread[0][0], 1)
            played[seat] += spread
        deck += [("W", 0)] * (0 if self.values == "face" else wilds)
        rng.shuffle(deck)
        out = rng.choice(self.playing)
        tallies = []
        for seat in self.playing:
            hand = [] if seat == out else [deck.pop() for _ in range(rng.randint(1, 4)) if deck]
            tallies.append((seat, played[seat], hand, built[seat]))
        return tallies

    def score(self, tallies):
        row = [0] * self.seats
        for seat, played, hand, built in tallies:
            for card in played:
                row[seat] += worth(card, self.values, self.star)
            for card in hand:
                row[seat] -= worth(card, self.values, self.star)
            for _ in range(built):
                row[seat] += self.bonus
        self.rounds.append(row)
        self.totals = [a + b for a, b in zip(self.totals, row)]
        best = [seat for seat in range(self.seats) if self.totals[seat] == max(self.totals)]
        over = max(self.totals) >= 250
        self.playing = (
            best if over and len(best) > 1 and self.tie_rule == "leaders" else list(range(self.seats))
        )
        return best if over and len(best) == 1 else None


def cards_of(cards, as_points, table):
    if as_points:
        return sum(worth(card, table.values, table.star) for card in cards)
    return dict(Counter(kind(card[1]) for card in cards))


def header(rng, seats, values, rules, bonus, dealer):
    return {
        "n": 0, "t": 0, "type": "game", "v": 1, "id": "slow-1", "game": "robots",
        "mode": rng.choice(["cards", "points"]),
        "players": [{"id": None, "name": f"P{seat}"} for seat in range(seats)],
        "setup": {"dealer": dealer, "values": OWN if values == "own" else values, "robot": bonus},
        "rules": rules, "device": "slow", "firmware": "0", "started": None,
    }  # fmt: skip


def played_through(seed):
    """A whole random game with undone entries and wrong ones put right: (records, table, winners)."""
    rng = random.Random(seed)
    seats = rng.randint(2, 5)
    values = rng.choice(["face", "rummy", "own"])
    rules = {"star": rng.choice(["1_or_15", "1_or_14"]), "tie_round": rng.choice(["all", "leaders"])}
    table = SlowTable(rng, seats, values, rules["star"], rng.randrange(0, 60), rules["tie_round"])
    head = header(rng, seats, values, rules, table.bonus, dealer := rng.randrange(seats))
    records, game, won = [head], Game(head), None

    def write(event):
        record = dict(event, n=len(records), t=len(records) * 7)
        game.apply(record)
        records.append(record)
        while (due := game.due()) is not None:
            due = dict(due, n=len(records), t=len(records) * 7)
            game.apply(due)
            records.append(due)

    def wrong(event, right):
        """Enters something else first: taken back, or corrected later."""
        bad = dict(event, played=rng.randrange(200), robots=0)
        write(bad)
        if rng.random() < 0.5 or game.end is not None or game.state.finished:
            write({"type": "undo", "of": game.newest})
            write(right)
        else:
            fix = dict(right, type="fix", of=game.newest)
            del fix["seat"]
            write(fix)

    while won is None:
        number = len(table.rounds)
        tallies = table.deal()
        first = (dealer + number + 1) % seats
        rest = sorted(tallies, key=lambda tally: (tally[0] - first) % seats)
        assert game.state.phase() in ("tally", "round_end")
        if rng.random() < 0.3:
            rng.shuffle(rest)
        else:
            assert game.state.done or game.state.turn() == rest[0][0]
        for seat, played, hand, built in rest:
            event = {
                "type": "tally", "seat": seat, "robots": built,
                "played": cards_of(played, rng.random() < 0.3, table),
                "hand": cards_of(hand, rng.random() < 0.3, table),
            }  # fmt: skip
            if rng.random() < 0.15:
                wrong(event, event)
            else:
                write(event)
        won = table.score(tallies)
        state: Any = game.state
        assert state.round == len(table.rounds)
        assert state.scores() == table.rounds
        assert state.totals() == table.totals
        assert won or state.next_players() == table.playing
        assert state.finished == (won is not None)
        for seat in range(seats):
            lines = state.explain(seat)
            assert sum(line[4] for line in lines or ()) == table.rounds[-1][seat]
            assert all(line[4] == line[2] * line[3] for line in lines or ())
        assert "hand" not in [warning[1] for warning in state.warnings]
    return records, table, won


SEEDS = range(60)


@pytest.mark.parametrize("seed", SEEDS)
def test_random_games_agree_with_the_slow_table(seed):
    records, table, won = played_through(seed)
    end = records[-1]
    assert (end["type"], end["reason"], end["winners"], end["points"]) == (
        "end",
        "complete",
        won,
        table.totals,
    )


@pytest.mark.parametrize("seed", range(0, 60, 12))
def test_logs_verify_and_a_changed_one_does_not(seed):
    records, table, _won = played_through(seed)

    good = verdict(records)
    assert (good["ok"], good["errors"], good["warnings"]) == (True, [], [])
    assert (good["game"], good["points"], good["rounds"]) == ("robots", table.totals, table.rounds)
    at = next(k for k, record in enumerate(records) if record["type"] == "score")
    points = list(records[at]["points"])
    points[0] += 1
    bad = verdict(records[:at] + [dict(records[at], points=points)] + records[at + 1 :])
    assert not bad["ok"] and bad["errors"][0]["code"] == "score"


@pytest.mark.parametrize("seed", range(5))
def test_everything_is_undone_to_the_start(seed):
    records, _table, _won = played_through(seed)
    game = Game(records[0])
    fresh = [repr(game.state.explain(0)), game.state.totals(), game.state.turn(), game.state.round]
    for record in records[1:]:
        game.apply(record)
    while game.newest is not None:
        game.apply({"type": "undo", "of": game.newest, "n": game.n, "t": 0})
    assert [repr(game.state.explain(0)), game.state.totals(), game.state.turn(), game.state.round] == fresh
    assert game.state.warnings == []


@pytest.mark.parametrize("seed", range(5))
def test_the_bytes_hold_every_record(seed):
    records, _table, _won = played_through(seed)
    codec = Codec(robots, len(records[0]["players"]))
    for n, record in enumerate(records[1:], 1):
        assert codec.unpack(codec.pack(record, 7), n, 7 * (n - 1)) == record


@pytest.mark.parametrize("seats", [2, 5])
def test_random_tallies_are_refused_exactly_when_the_deck_does_not_hold_them(seats):
    """Against every card laid out one by one: five of each number, four wilds that stand for what is missing."""
    rng = random.Random(seats)
    refused = 0
    for number in range(400):
        values = "face" if number % 2 else "rummy"
        head = header(rng, seats, values, {}, 10, 0)
        game = Game(head)
        pile = Counter()
        for seat in range(seats):
            cards = Counter(
                rng.choice(robots.KINDS[:: 1 + number % 3]) for _ in range(rng.randrange(60 // seats))
            )
            cards = Counter({name: min(count, 9) for name, count in cards.items()})
            trial = pile + cards
            numbers = {k: trial[k] for k in robots.KINDS[:13]}
            numbers["star"] = trial["star"] + trial["star_low"]
            missing = sum(max(0, count - 5) for count in numbers.values())
            if values == "face":
                good = trial["wild"] == 0 and missing <= 4
            else:
                good = trial["wild"] <= 4 and missing == 0
            event = {"type": "tally", "seat": seat, "played": dict(cards), "hand": 0, "robots": 0}
            try:
                game.apply(dict(event, n=game.n, t=0))
                assert good, trial
                pile = trial
            except RuleError as error:
                assert error.code == "tally" and not good, trial
                refused += 1
                break
    assert 50 < refused < 350
