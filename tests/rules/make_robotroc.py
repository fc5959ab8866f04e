"""Writes vectors_robotroc.jsonl: `PYTHONPATH=tests python tests/rules/make_robotroc.py`. Same text every time.

The rulebook's and RULES' examples and the situations stand here as they were worked out by hand; the stocks at random
are judged by oracle_robotroc.py, which tries every robot.
"""

import json
import random
from pathlib import Path

from rules import oracle_robotroc as oracle

FILE = Path(__file__).with_name("vectors_robotroc.jsonl")
NONE = {"2": None, "3": None, "4": None, "6": None, "8": None}


def shown(**told):
    return {**NONE, **{key[1:]: cards.split() for key, cards in told.items()}}


# name, cards, bonuses, shown, rules, robot, points
BEST = [
    ("rulebook", "H6 B5a L5a W6", [6, 8], shown(_6="H6 B5a L5a", _8="W10"), {}, "H6 B5a L5a W6", 47),
    ("two robots, 7 and 9", "H10 H4 B5a B3a L6 L2 W10 W4", [7, 9], NONE, {}, "H10 B5a L6 W10", 71),
    (
        "7 and 9 add",
        "H10 H4 B5a B3a L6 L2 W10 W4",
        [7, 9],
        NONE,
        {"head_twice": "times_3"},
        "H10 B5a L6 W10",
        61,
    ),
    ("bonus 1 best unmet", "H3a H6 B3a B5a L3b L10 W3a W10", [1], NONE, {}, "H6 B5a L10 W10", 41),
    ("bonus 1 without the weapon", "H3a B3a L3b W4", [1], NONE, {}, "H3a B3a L3b", 24),
    (
        "bonus 1 of the parts alone",
        "H3a B3a L3b W4",
        [1],
        NONE,
        {"same_power": "parts"},
        "H3a B3a L3b W4",
        28,
    ),
    ("bonus 1 not with tens", "H10 B10 L10 W10", [1], NONE, {}, "H10 B10 L10 W10", 40),
    ("no legs", "H10 B10 W10", [4, 8], {**NONE, "4": [], "8": []}, {}, None, 0),
    ("one weapon", "H1 B1 L1 W1 W10 W6", [], NONE, {}, "H1 B1 L1 W10", 13),
    ("bonus 5: three weapons", "H1 B1 L1 W1 W10 W6 W5a", [5], NONE, {}, "H1 B1 L1 W5a W6 W10", 24),
    ("all female", "H2 H3a B2 L2", [4], shown(_4="H2 B2 L2"), {}, "H2 B2 L2", 21),
    ("not all female", "H2 H10 B2 L2", [4], shown(_4="H2 B2 L2"), {}, "H2 B2 L2", 21),
    ("female best unmet", "H1 H10 B2 L2", [4, 7], shown(_4="H1 B2 L2"), {}, "H10 B2 L2", 29),
    ("two parts in hand", "H6 B1 B5b L2 W1 W4", [2], shown(_2="B1 W1"), {}, "H6 B1 L2 W1", 25),
    ("one of two parts", "H6 B1 L2 W4", [2], shown(_2="B1"), {}, "H6 B1 L2 W4", 13),
    ("the part of bonus 8 left off", "H6 H5a B1 L2", [8], shown(_8="H6"), {}, "H5a B1 L2", 18),
    ("the part of bonus 8 laid all the same", "H10 H1 B1 L1", [7, 8], shown(_8="H10"), {}, "H10 B1 L1", 22),
    ("a head of bonus 3", "H6 H2 B1 L1", [3], shown(_3="H2 H1"), {}, "H2 B1 L1", 14),
    ("bonus 9 on a weapon", "H1 B2 L3a W10", [9], NONE, {}, "H1 B2 L3a W10", 26),
]
STOCKS = 60


def stock(seat, cards, bonuses=(), told=NONE):
    return {"type": "stock", "seat": seat, "cards": cards.split(), "bonuses": list(bonuses), "shown": told}


def fix(of, cards):
    return {"type": "fix", "of": of, "cards": cards.split(), "bonuses": [], "shown": NONE}


def robot(seat, parts=None):
    return {"type": "robot", "seat": seat, "parts": parts and parts.split()}


def turns(kind, *seats):
    return [{"type": kind, "seat": seat} for seat in seats]


def announce(*weapons):
    return [{"type": "announce", "seat": seat, "weapons": count} for seat, count in enumerate(weapons)]


def take(seat, cards):
    return {"type": "take", "seat": seat, "cards": cards}


def dump(seats, lead):
    """Nobody makes an empty move: 45 picks."""
    return turns("pick", *oracle.turns(seats, lead, 45))


LEAVE = [{"type": "leave"}]
FIRST = "H6 B5a L5a W6"
OTHER = "H10 B10 L10 W10"
PLAIN = [stock(0, FIRST), robot(0), stock(1, OTHER), robot(1)]
ADJUST = {"type": "adjust"}

# name, header fields, events, expectation
SITUATIONS = [
    ("start", {}, [], {"phase": "dump", "turn": 0, "markers": 50, "in_dump": 45, "round": 1}),
    ("to the right", {}, turns("pick", 0), {"turn": 3, "markers": 50, "in_dump": 44}),
    ("first round over", {}, turns("pick", 0, 3, 2, 1), {"turn": 2, "markers": 50, "in_dump": 41}),
    ("then to the left", {}, turns("pick", 0, 3, 2, 1, 2), {"turn": 3, "markers": 49, "in_dump": 40}),
    ("the last again", {"rules": {"second_round": "last"}}, turns("pick", 0, 3, 2, 1), {"turn": 1}),
    ("and on", {"rules": {"second_round": "last"}}, turns("pick", 0, 3, 2, 1, 1), {"turn": 2}),
    ("the starter", {"rules": {"second_round": "starter"}}, turns("pick", 0, 3, 2, 1), {"turn": 0}),
    ("two players", {"seats": 2, "lead": 1}, turns("pick", 1, 0, 1), {"turn": 0}),
    ("an empty move leaves a marker", {}, turns("pick", 0, 3, 2, 1) + turns("empty", 2), {"markers": 49, "in_dump": 41}),
    ("no second one", {}, turns("pick", 0, 3, 2, 1) + turns("empty", 2, 3, 0, 1, 2), {"markers": 46, "in_dump": 41}),
    ("empty dump", {}, dump(4, 0), {"phase": "announce", "turn": 0, "in_dump": 0, "markers": 9}),
    ("empty dump, children", {"mode": "children"}, dump(4, 0), {"phase": "stock", "turn": 0}),
    ("left early", {}, turns("pick", 0) + LEAVE, {"phase": "announce"}),
    ("scores only", {"mode": "scores"}, [], {"phase": "stock", "turn": 0}),
    ("announced", {"seats": 2}, LEAVE + announce(2, 3), {"phase": "head_1", "turn": None}),
    ("head 1 begins", {"seats": 2}, LEAVE + announce(2, 3) + turns("head_1", 1),
     {"phase": "take", "turn": 1, "may_take": 3}),
    ("who has none is passed by", {}, LEAVE + announce(0, 4, 0, 5) + turns("head_1", 2),
     {"phase": "take", "turn": 3, "may_take": 5}),
    ("all took", {}, LEAVE + announce(0, 4, 0, 5) + turns("head_1", 2) + [take(3, 5), take(1, 4)], {"phase": "stock"}),
    ("nobody has a weapon", {}, LEAVE + announce(0, 0, 0, 0), {"phase": "stock"}),
    ("taken until nothing is left", {"seats": 4}, dump(4, 0) + announce(9, 0, 0, 0) + turns("head_1", 0) + [take(0, 9)],
     {"phase": "stock"}),
    ("stock, then robot", {"seats": 2, "mode": "scores"}, PLAIN[:1], {"phase": "robot", "turn": 0}),
    ("next stock", {"seats": 2, "mode": "scores"}, PLAIN[:2], {"phase": "stock", "turn": 1, "totals": [0, 0]}),
    ("scored", {"seats": 2, "mode": "scores"}, PLAIN,
     {"phase": "game_end", "totals": [22, 40], "ranks": [2, 1], "finished": True, "rounds": [[22, 40]]}),
    ("own choice", {"seats": 2, "mode": "scores"}, [stock(0, FIRST), robot(0, "H6 B5a L5a"), *PLAIN[2:]],
     {"rounds": [[16, 40]]}),
    ("own choice without legs", {"seats": 2, "mode": "scores"}, [stock(0, FIRST), robot(0, "H6 B5a"), *PLAIN[2:]],
     {"rounds": [[0, 40]]}),
    ("second game", {"seats": 2, "mode": "scores", "games": 2}, [*PLAIN, stock(0, FIRST), robot(0)],
     {"round": 2, "totals": [22, 40], "rounds": [[22, 40]], "phase": "stock", "turn": 1, "finished": False}),
    ("next starter", {"games": 2, "seats": 2}, [*LEAVE, *PLAIN, *turns("pick", 1)], {"round": 2, "turn": 0}),
    ("series adds up", {"seats": 2, "mode": "scores", "games": 2}, PLAIN + PLAIN,
     {"totals": [44, 80], "finished": True, "rounds": [[22, 40], [22, 40]]}),
    ("longer series", {"seats": 2, "mode": "scores"}, [*PLAIN, {**ADJUST, "field": "games", "value": 3}],
     {"finished": False, "phase": "round_end"}),
    ("points", {"seats": 2, "mode": "scores"}, [*PLAIN, {**ADJUST, "field": "points", "seat": 0, "delta": 18}],
     {"totals": [40, 40], "ranks": [1, 1]}),
    ("last game decides", {"seats": 2, "mode": "scores", "games": 2, "rules": {"ties": "last_game"}},
     [stock(0, OTHER), robot(0), stock(1, FIRST), robot(1), *PLAIN], {"totals": [62, 62], "ranks": [2, 1]}),
    ("dropped", {"seats": 2, "mode": "scores"}, [*PLAIN, {"type": "void", "round": 1}],
     {"rounds": [], "totals": [0, 0], "phase": "stock"}),
    ("another starter", {}, [{**ADJUST, "field": "turn", "seat": 2}, *turns("pick", 2)], {"turn": 1}),
    ("another direction", {}, [*turns("pick", 0, 3, 2, 1), {**ADJUST, "field": "direction", "value": "right"}, *turns("pick", 2)],
     {"turn": 1}),
    ("seats change", {}, [*turns("pick", 0, 3, 2, 1), {**ADJUST, "field": "seats", "value": [1, 2, 3, 0]}],
     {"turn": 1}),
    ("undo", {"seats": 2, "mode": "scores"}, [*PLAIN, {"type": "undo", "of": 4}], {"phase": "robot", "turn": 1, "rounds": []}),
    ("fix", {"seats": 2, "mode": "scores"}, [*PLAIN, fix(1, "H6 B5a L6 W6")],
     {"rounds": [[23, 40]]}),
    ("a card too few", {"mode": "children"}, [*dump(4, 0), stock(0, FIRST)], {"warnings": ["stock"]}),
    ("told with the stock", {"seats": 2, "mode": "scores"},
     [stock(0, FIRST, [6, 8], shown(_6="H6 B5a L5a", _8="")), robot(0), *PLAIN[2:]], {"rounds": [[47, 40]]}),
    ("told before the game", {"seats": 2, "mode": "scores", "shown": shown(_6="H6 B5a L5a", _8="W10")},
     [stock(0, FIRST, [6, 8]), robot(0), *PLAIN[2:]], {"rounds": [[47, 40]]}),
]  # fmt: skip

# name, header fields, events, number of the record that is refused (0: the header), code
ERRORS = [
    ("out of turn", {}, turns("pick", 1), 1, "seat"),
    ("empty in the first round", {}, turns("empty", 0), 1, "phase"),
    ("dump is empty", {}, dump(4, 0) + turns("pick", 0), 46, "phase"),
    ("ten weapons", {}, LEAVE + announce(5, 5), 3, "supply"),
    ("more than announced", {"seats": 2}, LEAVE + announce(2, 3) + turns("head_1", 1) + [take(1, 4)], 5, "supply"),
    ("more than there are", {}, dump(4, 0) + announce(0, 9, 0, 0) + turns("head_1", 1) + [take(1, 10)], 51, "schema"),
    ("no stage 2 for children", {"mode": "children"}, LEAVE + announce(1), 2, "phase"),
    ("a card twice", {"mode": "scores"}, [stock(0, "H6 H6")], 1, "card"),
    ("a card of another", {"mode": "scores"}, [stock(0, "H6"), stock(1, "H6")], 2, "card"),
    ("a bonus of another", {"mode": "scores"}, [stock(0, "", [7]), stock(1, "", [7])], 2, "card"),
    ("no such card", {"mode": "scores"}, [stock(0, "H7")], 1, "card"),
    ("pictures not told", {"mode": "scores"}, [stock(0, "H6", [2])], 1, "card"),
    ("pictures not in the stock", {"mode": "scores"}, [stock(0, "H6", [2], shown(_2="H5a H6"))], 1, "card"),
    ("bonus 2 shows two", {"shown": shown(_2="H6")}, [], 0, "card"),
    ("bonus 3 shows heads", {"shown": shown(_3="B6")}, [], 0, "card"),
    ("robot without stock", {"mode": "scores"}, [robot(0)], 1, "phase"),
    ("two heads", {"mode": "scores"}, [stock(0, "H6 H5a B1 L1"), robot(0, "H6 H5a B1 L1")], 2, "card"),
    ("two weapons", {"mode": "scores"}, [stock(0, "H6 B1 L1 W1 W2"), robot(0, "H6 B1 L1 W1 W2")], 2, "card"),
    ("not in the stock", {"mode": "scores"}, [stock(0, "H6 B1 L1"), robot(0, "H6 B1 L2")], 2, "card"),
    ("fix of no stock", {}, [*turns("pick", 0), fix(1, "H6")], 2, "card"),
    ("fix that no longer fits", {"mode": "scores"},
     [stock(0, "H6 B1 L1"), robot(0, "H6 B1 L1"), fix(1, "H5a B1 L1")], 2, "card"),
    ("fewer games than played", {"seats": 2, "mode": "scores", "games": 2},
     [*PLAIN, stock(0, FIRST), {**ADJUST, "field": "games", "value": 1}], 6, "phase"),
    ("five players", {"seats": 5}, [], 0, "schema"),
    ("no such rule", {"rules": {"head_twice": "times_5"}}, [], 0, "schema"),
]  # fmt: skip


def rows():
    rng = random.Random(20)
    for name, cards, bonuses, told, rules, parts, points in BEST:
        having = oracle.best(cards.split(), bonuses, _plain(told), rules)[1] if parts else {}
        yield (
            "best",
            [name, cards.split(), bonuses, told, rules, points, parts and parts.split(), _keys(having)],
        )
    for number in range(STOCKS):
        cards, bonuses, told, rules = oracle.random_stock(rng)
        points, having = oracle.best(cards, bonuses, told, rules)
        named = {str(bonus): names for bonus, names in told.items()}
        yield "best", ["at random %d" % number, cards, bonuses, named, rules, points, None, _keys(having)]
    for name, head, events, expect in SITUATIONS:
        yield "situations", {"name": name, "head": head, "events": events, "expect": expect}
    for name, head, events, at, code in ERRORS:
        yield "errors", {"name": name, "head": head, "events": events, "at": at, "code": code}


def _plain(told):
    return {int(bonus): cards for bonus, cards in told.items() if cards is not None}


def _keys(having):
    return {str(bonus): points for bonus, points in sorted(having.items())}


def text():
    """A vector a line: [kind, vector]."""
    return "\n".join(json.dumps(row, separators=(",", ":")) for row in rows()) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), "utf-8")
