"""Presses per round in random legal games, for each mode and number of players.

Counted is every key from the first of a round's entry to the one that scores it, entered without a mistake; not counted are
the OKs that turn the pages of the result. Piles are flipped card by card, in `scores` too. The presses are counted by a
model of the keys, because a thousand games on the box take an hour; the model is held against the real box on the first
games of every kind, press by press, and a difference fails the run.
"""

import random
import statistics

from bench.rows import Row
from robokraft.virtual import entering
from robokraft.virtual.box import VirtualBox
from rules import games
from shared_rules import sums

SUITS = games.SUITS
NAMES = ("Alison", "Bob", "Carol", "Dave")
KINDS = (("cards", "every suit pressed"), ("cards", "led suit left out"), ("tricks", ""), ("scores", ""))
REACH = {("cards", "led suit left out", 4): 119, ("tricks", "", 4): 90}  # docs/performance.md
GAMES = 1000  # of each number of players
CHECKED = 3
RESULT = ("left_over", "round_end", "game_end")


# The model


def card_presses(played, all_suits):
    """Suit, half, rank; a follower of the led suit may leave the suit out."""
    presses = 0
    for trick in played["tricks"]:
        lead = trick["plays"][0]
        for play in trick["plays"]:
            follows = play is not lead and play[1][0] == lead[1][0]
            presses += 2 if follows and not all_suits else 3
    return presses


def trick_presses(played):
    """Suit, way, winner, low, and the suit that won, where the leader lost and the led suit is not on top."""
    presses = 0
    for trick in played["tricks"]:
        leader, lead = trick["plays"][0]
        presses += 5 if trick["winner"] != leader and trick["discs"][0] != lead[0] else 4
    return presses + pile_presses(played)


def score_presses(played):
    """A press a cube and OK; UP or DOWN from an even share of the tricks that are left, and OK; the last seat follows."""
    seats = len(played["points"])
    presses = sum(len(cubes) + 1 for cubes in played["cubes"])
    left = 12
    for seat in range(seats - 1):
        if left:
            won = sum(trick["winner"] == seat for trick in played["tricks"])
            presses += abs(won - min(12 // seats, left)) + 1
            left -= won
    return presses + pile_presses(played)


def pile_presses(played):
    """For each suit of which a seat has cubes a press a card, and OK; no OK where no card can be left, nothing where the
    pile follows from the others."""
    seats = len(played["points"])
    totals = [len(cards) for cards in played["cards"]]
    piles = [sums.count([card_code(card) for card in cards]) for cards in played["cards"]]
    rows = [[None] * 4 if total else [[0, 0]] * 4 for total in totals]
    sure = [[[0, 0]] * 4] * seats
    presses = 0
    for seat in range(seats):
        left = totals[seat]
        told: list = [None] * 4
        for suit in range(4 if left else 0):
            if SUITS[suit] not in played["cubes"][seat]:
                continue
            trial = [told if other == seat else rows[other] for other in range(seats)]
            cards = piles[seat][suit][0]
            if sums.only_pile(trial, sure, totals, seat, suit) is None:
                presses += cards + (cards != min(left, 13))
            told[suit] = piles[seat][suit]
            left -= cards
        if totals[seat]:
            rows[seat] = told
    return presses


def card_code(card):
    return SUITS.index(card[0]) * 12 + int(card[1:])


def by_model(kind, played):
    mode, how = kind
    if mode == "cards":
        return card_presses(played, how == "every suit pressed")
    return trick_presses(played) if mode == "tricks" else score_presses(played)


# The box


def by_box(kind, rounds):
    """Presses of each round, on a virtual box."""
    presses = [0] * len(rounds)
    seats = len(rounds[0]["points"])
    with VirtualBox() as box:
        setup = {"lead": rounds[0]["first"], "discs": rounds[0]["before"]}
        box.start({"game": "robokraft", "mode": kind[0], "players": list(NAMES[:seats]), "setup": setup})
        while True:
            game = box.status()["game"]
            key = game and entering.next_keys(box, rounds, all_suits=kind[1] == "every suit pressed")
            if not key:
                return presses
            if game["phase"] not in RESULT:
                presses[len(game["rounds"])] += len(key.split())
            box.play(key)


# The run


def measure(count, step):
    """Rows of the table and the differences between box and model; `step()` after each game."""
    found, wrong = [], []
    for seats in (4, 3):
        rng = random.Random(seats)
        presses = {kind: [] for kind in KINDS}
        for number in range(count):
            rounds = games.deal_game(rng, seats)
            for kind in KINDS:
                counted = [by_model(kind, played) for played in rounds]
                presses[kind] += counted
                if number < CHECKED:
                    seen = by_box(kind, rounds)
                    if seen != counted:
                        wrong.append(
                            f"{' '.join(kind)}, {seats} players: the box takes {seen}, the model {counted}"
                        )
            step()
        for kind in KINDS:
            found.append(row(kind, seats, sorted(presses[kind])))
    return found, wrong


def row(kind, seats, presses):
    return {
        "mode": kind[0],
        "how": kind[1],
        "players": seats,
        "rounds": len(presses),
        "mean": round(statistics.mean(presses), 1),
        "median": statistics.median(presses),
        "p95": presses[(95 * len(presses) + 99) // 100 - 1],
        "max": presses[-1],
        "reach": REACH.get((*kind, seats)),
    }


def rows(step=lambda: None):
    measured, wrong = measure(GAMES, step)
    if wrong:
        raise AssertionError("\n".join(wrong))
    for one in measured:
        name = one["mode"] + (", " + one["how"] if one["how"] else "")
        yield Row(
            f"presses a round, {name}, {one['players']} players, mean",
            one["mean"],
            "",
            most=one["reach"],
            beside=[("median", one["median"], ""), ("95 %", one["p95"], ""), ("most", one["max"], "")],
        )
