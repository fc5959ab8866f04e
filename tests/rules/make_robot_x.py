"""Writes vectors_robot_x.jsonl: `PYTHONPATH=tests python tests/rules/make_robot_x.py`. Same text every time.

The rulebook's and RULES' examples and the situations stand here as they were worked out by hand; the games at random are
told by oracle_robot_x.py.
"""

import json
import random
from pathlib import Path

from rules import oracle_robot_x as oracle

FILE = Path(__file__).with_name("vectors_robot_x.jsonl")
BUDGETS = [
    ((3, 2, 1, 0), 700),
    ((2, 3, 1, 0), 700),
    ((8, 0, 0, 0), 800),
    ((0, 4, 2, 3), 1700),
    ((0, 0, 0, 0), 0),
]
GIVEN = [
    (200, 200),
    (300, 200),
    (400, 200),
    (500, 300),
    (600, 300),
    (700, 400),
    (800, 400),
    (900, 500),
    (1500, 800),
]
GAMES = 8
LONGEST = 70  # events: a line must go into the memory of a small machine


def acts(*words):
    """`bank 0`, `pass 1`, `bonus 0 parts 100`, `event 1 draw`."""
    out = []
    for word in words:
        kind, seat, *rest = word.split()
        event = {"type": kind, "seat": int(seat)}
        if kind == "bonus":
            event.update(bonus=rest[0], price=int(rest[1]))
        elif kind == "event":
            event.update(effect=rest[0], swap=None)
        out.append(event)
    return out


def auction(seat, part, bids, winner=None, price=None, given=None):
    """`bids`: `1 200, 2 300`; winner, price and what the seller gets follow unless they are named."""
    raises = [{"seat": int(b.split()[0]), "amount": int(b.split()[1])} for b in bids.split(", ") if b]
    if winner is None:
        winner, price = (raises[-1]["seat"], raises[-1]["amount"]) if raises else (seat, 100)
    if given is None:
        given = 0 if winner == seat else oracle.given(price)
    return {
        "type": "auction", "seat": seat, "part": part, "bids": raises, "winner": winner, "price": price, "given": given,
    }  # fmt: skip


def swap(seat, other, gives, takes):
    return {
        "type": "event",
        "seat": seat,
        "effect": "exchange",
        "swap": {"seat": other, "gives": gives, "takes": takes},
    }


def over(completer=None):
    return {"type": "over", "completer": completer}


def robot(seat, parts, bonuses=(0, 0, 0)):
    return {"type": "robot", "seat": seat, "parts": parts.split(), "bonuses": list(bonuses)}


def stars(seat, part, *counts):
    return {"type": "stars", "seat": seat, "part": part, "stars": list(counts)}


def card(seat, kind, **fields):
    return {"type": "card", "seat": seat, "card": {"type": kind, **fields}}


def banked(count, seats=2):
    """Seat 0 banks so many cards, the others pass."""
    return acts(*(["bank 0", *(f"pass {seat}" for seat in range(1, seats))] * count))


ADJUST = {"type": "adjust"}
RULEBOOK = [
    over(0),
    robot(0, "left_ear head left_hand belly right_hand left_leg right_leg", (1, 2, 1)),
    stars(0, "left_ear", 0, 0, 0, 2), stars(0, "head", 4, 0, 0, 0), stars(0, "left_hand", 5, 0, 0, 0),
    stars(0, "belly", 0, 3, 0, 0), stars(0, "right_hand", 0, 0, 5, 0), stars(0, "left_leg", 0, 2, 0, 0),
    stars(0, "right_leg", 0, 0, 0, 2),
    card(0, "parts", parts=["left_ear", "left_hand"], points=5), card(0, "cards", cards=1, stars=4, points=4),
    card(0, "cards", cards=2, stars=3, points=7), card(0, "stars", colour=0, stars=8, points=7),
]  # fmt: skip
NOTHING = [robot(1, "")]
COMPLETE = "head left_hand belly right_hand left_leg right_leg".split()
BOUGHT = acts("bonus 0 parts 100", "bonus 1 cards 100")


def won(parts, seats=2):
    """Seat 0 puts parts up and gets each for nothing; the others pass."""
    out = []
    for part in parts:
        out += [auction(0, part, ""), *acts(*(f"pass {seat}" for seat in range(1, seats)))]
    return out


# name, header fields, events, expectation
SITUATIONS = [
    ("start", {"lead": 1}, [], {"phase": "action", "turn": 1, "banks": [0, 0], "over": False}),
    ("turns go clockwise", {"seats": 3, "lead": 2}, acts("bank 2", "bank 0"), {"turn": 1, "banks": [1, 0, 1]}),
    ("three hundred", {}, banked(5) + [auction(0, "head", "1 300")], {"banks": [7, 0], "robots": [[], ["head"]], "turn": 1}),
    ("five hundred", {}, banked(5) + [auction(0, "head", "1 500")], {"banks": [8, 0]}),
    ("seven hundred with five in the bank", {}, banked(5) + [auction(0, "head", "1 700")], {"banks": [8, 0]}),
    ("the winner pays from the bank", {}, banked(5) + acts("pass 0") + [auction(1, "head", "0 300")], {"banks": [2, 2]}),
    ("as far as it goes", {}, banked(2) + acts("pass 0") + [auction(1, "head", "0 700")], {"banks": [0, 4]}),
    ("nobody raises", {}, banked(2) + [auction(0, "head", "")], {"banks": [2, 0], "robots": [["head"], []]}),
    ("a seller wins his own auction", {}, banked(5) + [auction(0, "head", "1 200, 0 400")], {"banks": [2, 0]}),
    ("only the outcome", {}, [auction(0, "head", "", 1, 500)], {"banks": [3, 0], "robots": [[], ["head"]]}),
    ("the winner gives more", {"rules": {"give_more": "on"}}, [auction(0, "head", "1 500", given=500)], {"banks": [5, 0]}),
    ("a second head", {}, won(["head", "head"]), {"banks": [1, 0], "robots": [["head"], []]}),
    ("a second head, full bank", {}, banked(8) + won(["head", "head"]), {"banks": [8, 0]}),
    ("prices go up", {}, banked(8) + acts("bonus 0 parts 100", "pass 1", "bonus 0 parts 200", "pass 1", "bonus 0 parts 300"),
     {"banks": [2, 0], "bonuses": [[3, 0, 0], [0, 0, 0]]}),
    ("each type has its own", {}, acts("bonus 0 parts 100", "pass 1", "bonus 0 cards 100"),
     {"bonuses": [[1, 1, 0], [0, 0, 0]]}),
    ("bonuses swapped", {}, BOUGHT + [swap(0, 1, "parts", "cards")], {"bonuses": [[0, 1, 0], [1, 0, 0]], "turn": 1}),
    ("events without effect here", {}, acts("event 0 draw", "event 1 deal", "event 0 search", "event 1 exchange"), {"turn": 0}),
    ("completion ends the game", {}, won(COMPLETE)[:-1], {"over": True, "phase": "stars", "turn": 0, "completer": 0}),
    ("ears do not complete", {}, won(["left_ear", "right_ear", *COMPLETE[:5]]), {"over": False, "completer": None}),
    ("another completes", {"seats": 3}, [auction(k % 3, part, "1 200" if k % 3 != 1 else "") for k, part in enumerate(COMPLETE)],
     {"over": True, "completer": 1}),
    ("the table ends it", {}, [over()], {"over": True, "phase": "game_end", "rounds": [[0, 0]]}),
    ("the rulebook's 111", {"mode": "scores"}, [*RULEBOOK, *NOTHING], {"rounds": [[111, 0]], "ranks": [1, 2], "finished": True}),
    ("who was complete", {"mode": "scores"}, [], {"phase": "over", "turn": None}),
    ("which parts", {"mode": "scores"}, RULEBOOK[:1], {"phase": "robot", "turn": 0}),
    ("which stars", {"mode": "scores"}, RULEBOOK[:2], {"phase": "stars", "turn": 0}),
    ("which bonuses", {"mode": "scores"}, RULEBOOK[:9], {"phase": "card", "turn": 0}),
    ("the next robot", {"mode": "scores"}, RULEBOOK, {"phase": "robot", "turn": 1}),
    ("ears ignored", {"mode": "scores", "rules": {"ears": "ignored"}}, [*RULEBOOK, *NOTHING],
     {"rounds": [[21 * 4 + 10 + 4 + 7 + 5 - 7, 0]]}),
    ("ties share", {}, [over()], {"ranks": [1, 1]}),
    ("points", {}, [over(), {**ADJUST, "field": "points", "seat": 1, "delta": -3}], {"totals": [0, -3], "ranks": [1, 2]}),
    ("fix of stars", {"mode": "scores"}, [*RULEBOOK, *NOTHING, {"type": "fix", "of": 4, "stars": [3, 0, 0, 0], "card": None}],
     {"rounds": [[22 * 4 + 10 - 4 + 7 + 5 + 7, 0]]}),
    ("fix of a card", {"mode": "scores"},
     [*RULEBOOK, *NOTHING, {"type": "fix", "of": 12, "stars": None, "card": {"type": "cards", "cards": 1, "stars": 3, "points": 7}}],
     {"rounds": [[125, 0]]}),
    ("undo across the end", {}, won(COMPLETE)[:-1] + [{"type": "undo", "of": 11}], {"over": False, "turn": 0, "phase": "action"}),
    ("dropped", {}, banked(3) + [{"type": "void", "round": 1}], {"banks": [0, 0], "turn": 0}),
    ("a robot corrected", {}, won(["head"]) + [robot(0, "belly", (0, 1, 0))],
     {"robots": [["belly"], []], "bonuses": [[0, 1, 0], [0, 0, 0]]}),
    ("a bank corrected", {}, banked(3) + [{**ADJUST, "field": "bank", "seat": 0, "delta": -2}], {"banks": [1, 0]}),
    ("turn corrected", {}, [{**ADJUST, "field": "turn", "seat": 1}], {"turn": 1}),
    ("seats change", {"seats": 3}, acts("bank 0") + [auction(1, "head", "2 200"), {**ADJUST, "field": "seats", "value": [1, 2, 0]}],
     {"robots": [[], ["head"], []], "banks": [2, 0, 1], "turn": 1}),
    ("six colours", {"mode": "scores", "colours": ["a", "b", "c", "d", "e", "f"]},
     [over(), robot(0, "head"), stars(0, "head", 1, 1, 1, 1, 1, 1), *NOTHING], {"rounds": [[36, 0]]}),
    ("no stars at all", {"mode": "scores"}, [over(), robot(0, "head"), stars(0, "head", 0, 0, 0, 0), *NOTHING], {"rounds": [[0, 0]]}),
]  # fmt: skip

# name, header fields, events, number of the record that is refused (0: the header), code
ERRORS = [
    ("out of turn", {}, acts("bank 1"), 1, "seat"),
    ("nine in the bank", {}, banked(8) + acts("bank 0"), 17, "supply"),
    ("raise of nothing", {}, [auction(0, "head", "1 100")], 1, "bids"),
    ("not higher", {"seats": 3}, [auction(0, "head", "1 300, 2 300")], 1, "bids"),
    ("not in hundreds", {}, [auction(0, "head", "", 1, 250, 200)], 1, "schema"),
    ("the seller raises himself", {}, [auction(0, "head", "0 200")], 1, "bids"),
    ("who folded raises", {"seats": 3}, [auction(0, "head", "2 200, 0 300, 1 400")], 1, "bids"),
    ("another winner", {}, [auction(0, "head", "1 300", 0, 300, 0)], 1, "bids"),
    ("another at 100", {}, [auction(0, "head", "", 1, 100, 100)], 1, "bids"),
    ("too little to the seller", {}, [auction(0, "head", "1 500", given=200)], 1, "bids"),
    ("too much to the seller", {}, [auction(0, "head", "1 500", given=400)], 1, "bids"),
    ("more than the price", {"rules": {"give_more": "on"}}, [auction(0, "head", "1 500", given=600)], 1, "bids"),
    ("a seller who wins gives", {}, [auction(0, "head", "", 0, 100, 100)], 1, "bids"),
    ("no such part", {}, [auction(0, "nose", "")], 1, "card"),
    ("a fourth bonus", {}, acts(*["bonus 0 parts 100", "pass 1", "bonus 0 parts 200", "pass 1", "bonus 0 parts 300", "pass 1",
                                  "bonus 0 parts 400"]), 7, "supply"),
    ("wrong price", {}, acts("bonus 0 parts 200"), 1, "bids"),
    ("swap with oneself", {}, BOUGHT + [swap(0, 0, "parts", "parts")], 3, "seat"),
    ("swap of nothing", {}, BOUGHT + [swap(0, 1, "stars", "cards")], 3, "supply"),
    ("swap to a fourth", {}, acts("bonus 0 parts 100", "bonus 1 parts 100", "bonus 0 parts 200", "bonus 1 cards 100",
                                  "bonus 0 parts 300", "pass 1", "bonus 0 stars 100", "pass 1")
     + [swap(0, 1, "stars", "parts")], 9, "supply"),
    ("swap by another event", {}, [{**swap(0, 1, "parts", "parts"), "effect": "draw"}], 1, "schema"),
    ("an action after the end", {}, won(COMPLETE)[:-1] + acts("bank 0"), 12, "phase"),
    ("no action in scores", {"mode": "scores"}, acts("bank 0"), 1, "phase"),
    ("stars during the game", {}, won(["head"]) + [stars(0, "head", 1, 0, 0, 0)], 3, "phase"),
    ("stars of a part that is not there", {"mode": "scores"}, [over(), robot(0, "head"), stars(0, "belly", 1, 0, 0, 0)], 3, "card"),
    ("stars of other colours", {"mode": "scores"}, [over(), robot(0, "head"), stars(0, "head", 1, 0, 0)], 3, "card"),
    ("a bonus too many", {"mode": "scores"}, [over(), robot(0, "head"), card(0, "stars", colour=0, stars=1, points=1)], 3, "supply"),
    ("a colour too many", {"mode": "scores"}, [over(), robot(0, "", (0, 0, 1)), card(0, "stars", colour=4, stars=1, points=1)], 3, "card"),
    ("over twice", {"mode": "scores"}, [over(), over(0)], 2, "phase"),
    ("a complete robot unannounced", {}, [robot(0, " ".join(COMPLETE))], 1, "phase"),
    ("fix of something else", {}, acts("bank 0") + [{"type": "fix", "of": 1, "stars": [1, 0, 0, 0], "card": None}], 2, "card"),
    ("after the end", {}, [over(), robot(0, "head")], 2, "end"),
    ("no colours", {"colours": []}, [], 0, "schema"),
    ("six players", {"seats": 6}, [], 0, "schema"),
]  # fmt: skip


def rows():
    rng = random.Random(7)
    for numbers, amount in BUDGETS:
        yield "budgets", [list(numbers), amount]
    for price, amount in GIVEN:
        yield "given", [price, amount]
    for name, head, events, expect in SITUATIONS:
        yield "situations", {"name": name, "head": head, "events": events, "expect": expect}
    for number in range(GAMES):
        seats, lead = 2 + number % 4, number % 2
        rules = {"ears": "ignored"} if number % 3 == 0 else {}
        events, told = oracle.game(rng, seats, lead)
        while len(events) > LONGEST:
            events, told = oracle.game(rng, seats, lead)
        points = [told.points(seat, not rules) for seat in range(seats)]
        expect = {
            "banks": [len(cards) for cards in told.banks],
            "rounds": [points],
            "completer": told.completer,
        }
        head = {"seats": seats, "lead": lead, "rules": rules}
        yield "situations", {"name": f"at random {number}", "head": head, "events": events, "expect": expect}
    for name, head, events, at, code in ERRORS:
        yield "errors", {"name": name, "head": head, "events": events, "at": at, "code": code}


def text():
    """A vector a line: [kind, vector]."""
    return "\n".join(json.dumps(row, separators=(",", ":")) for row in rows()) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), "utf-8")
