"""Writes vectors.json: `PYTHONPATH=tests python tests/rules/make_vectors.py`. Same text every time.

Rows of the rules, situations and errors stand here as they were worked out by hand; disc moves come from the formula
of games.py (not the oracle's), whole games from games.py and stories.py. test_oracle.py holds the oracle against all.
"""

import itertools
import json
import random
from pathlib import Path

from rules import games, stories
from rules.oracle import judge

FILE = Path(__file__).with_name("vectors.json")
ABOUT = {
    "file": "Test vectors for RoboKraft, for both Pythons. Written by make_vectors.py; do not edit. "
    "One row a line, so that a small reader can take them one by one (strip the comma or the last bracket).",
    "wedges": "utility of rank 0 ... 11",
    "most_wedges": "what 0 ... 13 cards of one suit can show at most",
    "moves": "[order before, suit led, up|down, order after], all 24 orders",
    "leaders": "[seats, seat that led round 1, round, seat that leads it]",
    "tricks": "{before, lead, plays in order, after, winner, low, cube}, supply full",
    "scores": "{name, cards, cubes (letters), points, lines [suit, cards, wedges, cubes, points]}; a line only for suits with any",
    "ranks": "[totals, ranks]",
    "situations": "{name, seats, lead, discs, events (n = 1, 2 ...), expect}: discs, turn, round, trick, cubes (only what is "
    "not 0, per seat), supply, totals, rounds, ranks, revokes [later n, older n] as far as given",
    "errors": "{name, seats, lead, discs, events, at (n of the record that is refused, 0 = the header), codes (any of them)}",
    "chains": "{records, crcs}: each record without crc, and its crc",
    "games": "{name, records (no t, no crc; score and end in place), expect}: the state after the last record; "
    "left_over null where not every card of the last round is named",
}
WEDGES = [0, 1, 1, 2, 2, 3, 3, 2, 2, 1, 1, 1]
MOST = [0, 3, 6, 8, 10, 12, 14, 15, 16, 17, 18, 19, 19, 19]
TRICKS = [
    ("BROG", 0, "B6 B10 O11 R7", "RBOG", 3, 2, "R"),
    ("RBOG", 1, "R5 R11 R0 R3", "BOGR", 2, 3, "R"),
    ("RBOG", 2, "G6 R11 G2 B10", "GRBO", 2, 1, "G"),
    ("RBOG", 0, "G0 G9 G0 G4", "RBGO", 1, 2, "G"),
    ("RBOG", 1, "R7 O0 B1 O0", "BROG", 3, 0, "B"),
    ("OGBR", 2, "O9 O11 G0 O10", "GOBR", 0, 2, "G"),
    ("ORGB", 2, "B11 B10 O10", "BORG", 2, 1, "B"),
    ("GRBO", 3, "B5 R6 B4 R11", "GBRO", 3, 0, "B"),
]
# (B 0s the best cards: the earlier wins; all four of one rank cannot be; 0 against 0 in the lowest suit)
MORE_TRICKS = [
    ("BROG", 0, "B7 R0 R0 G1", "RBOG", 1, 3, "R"),
    ("BROG", 0, "G0 O0 O0 G0", "BRGO", 0, 2, "G"),
    ("GORB", 1, "B0 R0 R0", "GOBR", 1, 0, "B"),
]
SCORES = [
    ("Carol of the rulebook", "R8 R2 B5 B3 O11 O9 O4 O1", "RROG", 8,
     [["B", 2, 5, 0, -2], ["R", 2, 3, 2, 6], ["O", 4, 5, 1, 5], ["G", 0, 0, 1, -1]]),
    ("cubes and no card", "", "RRRBBGGGG", -9, [["B", 0, 0, 2, -2], ["R", 0, 0, 3, -3], ["G", 0, 0, 4, -4]]),
    ("0s count", "R0 R0 O5 O6 O7 G0", "RRRO", 7, [["R", 2, 0, 3, 0], ["O", 3, 8, 1, 8], ["G", 1, 0, 0, -1]]),
    ("nothing", "", "", 0, []),
    ("a whole suit", "B0 B0 B1 B2 B3 B4 B5 B6 B7 B8 B9 B10 B11", "BBBB", 76, [["B", 13, 19, 4, 76]]),
]  # fmt: skip
RANKS = [
    ([5, 9, 9, 1], [3, 1, 1, 4]),
    ([0, 0, 0], [1, 1, 1]),
    ([-3, -9, 4], [2, 3, 1]),
    ([7, 7, 7, 8], [2, 2, 2, 1]),
]


def cards(first, text):
    """Card events in clockwise order from the seat `first`, for four."""
    return [{"type": "card", "seat": (first + i) % 4, "card": card} for i, card in enumerate(text.split())]


def adjust(field, **values):
    return {"type": "adjust", "field": field, **values}


def fix(of, card):
    return {"type": "fix", "of": of, "card": card}


def undo(of):
    return {"type": "undo", "of": of}


def trick(suit, direction, winner, won, low):
    return {"type": "trick", "suit": suit, "dir": direction, "winner": winner, "won": won, "low": low}


def cubes(seat, letters):
    return {"type": "cubes", "seat": seat, "cubes": games.suit_counts(letters)}


def piles(seat, **asked):
    return {"type": "piles", "seat": seat, "piles": {s: asked.get(s) for s in "BROG"}}


def won(*counts):
    return {"type": "tricks_won", "counts": list(counts)}


FIRST = cards(0, "B6 B10 O11 R7")  # RBOG, seat 3 wins, seat 2 takes a red cube
FULL = {"B": 4, "R": 4, "O": 4, "G": 4}
ONE_RED = {**FULL, "R": 3}
CAROL = [cubes(0, ""), cubes(1, ""), cubes(2, "RROG"), cubes(3, ""), won(10, 0, 2, 0)]
CAROL_PILES = piles(2, R=[2, 3], O=[4, 5], G=[0, 0])
CAROL_POINTS = [-40, 0, 8, 0]
SITUATIONS = [
    ("start", [], {"discs": "BROG", "turn": 0, "round": 1, "trick": 1, "cubes": [{}, {}, {}, {}], "supply": FULL}),
    ("lead moves its disc at once", FIRST[:1], {"discs": "RBOG", "turn": 1, "trick": 1, "supply": FULL}),
    ("first trick", FIRST,
     {"discs": "RBOG", "turn": 3, "trick": 2, "cubes": [{}, {}, {"R": 1}, {}], "supply": ONE_RED}),
    ("the same as a trick", [trick("B", "down", 3, "R", 2)],
     {"discs": "RBOG", "turn": 3, "trick": 2, "cubes": [{}, {}, {"R": 1}, {}], "supply": ONE_RED}),
    ("undo across the end of a trick", [*FIRST, undo(4)],
     {"discs": "RBOG", "turn": 3, "trick": 1, "cubes": [{}, {}, {}, {}], "supply": FULL}),
    ("undo to the start", [*FIRST, undo(4), undo(3), undo(2), undo(1)],
     {"discs": "BROG", "turn": 0, "trick": 1, "supply": FULL}),
    ("undo, then another card", [*FIRST[:1], undo(1), *cards(0, "B5")], {"discs": "ROGB", "turn": 1}),
    ("fix of the lead", [*FIRST, fix(1, "B5")],
     {"discs": "ROGB", "turn": 3, "cubes": [{"R": 1}, {}, {}, {}], "supply": ONE_RED}),
    ("fix undone", [*FIRST, fix(1, "B5"), undo(5)], {"discs": "RBOG", "turn": 3, "cubes": [{}, {}, {"R": 1}, {}]}),
    ("fix twice: the later holds", [*FIRST, fix(4, "G7"), fix(4, "R1")],
     {"turn": 3, "cubes": [{}, {}, {"R": 1}, {}]}),
    ("fix changes who leads", [*FIRST, fix(4, "G7")], {"turn": 1, "cubes": [{}, {}, {}, {"B": 1}]}),
    ("table: winner, of another suit", [*FIRST, adjust("winner", seat=1)],
     {"turn": 1, "cubes": [{}, {}, {"B": 1}, {}], "supply": {**FULL, "B": 3}}),
    ("table: winner of an unknown trick", [trick("B", "down", 3, "R", 2), adjust("winner", seat=1)],
     {"turn": 1, "cubes": [{}, {}, {"R": 1}, {}], "supply": ONE_RED}),
    ("table: low", [*FIRST, adjust("low", seat=0)], {"turn": 3, "cubes": [{"R": 1}, {}, {}, {}], "supply": ONE_RED}),
    ("table: leader", [*FIRST, adjust("leader", seat=2)], {"turn": 2, "trick": 2}),
    ("table: discs in a trick", [*FIRST[:1], adjust("discs", value="GOBR"), *FIRST[1:]],
     {"discs": "GOBR", "turn": 2, "cubes": [{}, {}, {}, {"O": 1}]}),
    ("table: discs after a trick", [*FIRST, adjust("discs", value="GOBR")],
     {"discs": "GOBR", "turn": 3, "cubes": [{}, {}, {"R": 1}, {}]}),
    ("table: cube", [*FIRST, adjust("cube", seat=0, suit="G", delta=1)],
     {"cubes": [{"G": 1}, {}, {"R": 1}, {}], "supply": {**ONE_RED, "G": 3}}),
    ("table: points", [adjust("points", seat=1, delta=-5)], {"totals": [0, -5, 0, 0], "ranks": [1, 4, 1, 1], "turn": 0}),
    ("table: points add up", [adjust("points", seat=1, delta=-5), adjust("points", seat=1, delta=8)],
     {"totals": [0, 3, 0, 0], "ranks": [2, 1, 2, 2]}),
    ("table: seats", [*FIRST, adjust("points", seat=0, delta=3), adjust("seats", value=[1, 2, 3, 0])],
     {"turn": 2, "cubes": [{}, {"R": 1}, {}, {}], "totals": [0, 0, 0, 3]}),
    ("no cube left", [*FIRST[:1], adjust("cube", seat=0, suit="R", delta=4), *FIRST[1:]],
     {"turn": 3, "cubes": [{"R": 4}, {}, {}, {}], "supply": {**FULL, "R": 0}}),
    ("void", [*FIRST, adjust("points", seat=1, delta=2), {"type": "void", "round": 1}],
     {"discs": "RBOG", "turn": 0, "round": 1, "trick": 1, "cubes": [{}, {}, {}, {}], "supply": FULL,
      "totals": [0, 2, 0, 0]}),
    ("void, cards are free again", [*FIRST, {"type": "void", "round": 1}, *cards(0, "B6")],
     {"discs": "ROBG", "turn": 1}),
    ("revoke", [*cards(0, "B6 R2 B1 B9"), *cards(1, "B4")], {"discs": "BROG", "turn": 2, "revokes": [[5, 2]]}),
    ("no revoke: the suit was shown out of turn of need", [*cards(0, "B6 B2 B1 B9"), *cards(3, "R4")], {"revokes": []}),
    ("round by scores", [*CAROL, CAROL_PILES],
     {"rounds": [CAROL_POINTS], "totals": CAROL_POINTS, "ranks": [4, 2, 1, 2], "round": 1, "turn": None,
      "cubes": [{}, {}, {"R": 2, "O": 1, "G": 1}, {}]}),
    ("next round", [*CAROL, CAROL_PILES, *cards(1, "O3")],
     {"rounds": [CAROL_POINTS], "round": 2, "turn": 2, "trick": 1, "discs": "BORG", "cubes": [{}, {}, {}, {}],
      "supply": FULL}),
    ("finished round dropped", [*CAROL, CAROL_PILES, {"type": "void", "round": 1}],
     {"rounds": [], "totals": [0, 0, 0, 0], "round": 1, "turn": 0, "supply": FULL}),
    ("cube corrected after the round", [*CAROL, CAROL_PILES, adjust("cube", seat=2, suit="R", delta=-1)],
     {"rounds": [[-40, 0, 5, 0]], "round": 1}),
]  # fmt: skip
THREE = 3
ERRORS = [
    ("not the leader", 4, cards(1, "B6"), 1, ["seat"]),
    ("out of turn", 4, [*FIRST[:2], *cards(3, "O11")], 3, ["seat"]),
    ("the winner leads", 4, [*FIRST, *cards(0, "G3")], 5, ["seat"]),
    ("no such seat", THREE, cards(3, "B6"), 1, ["seat", "schema"]),
    ("winner is low", 4, [trick("B", "down", 2, "B", 2)], 1, ["seat"]),
    ("table: winner becomes low", 4, [*FIRST, adjust("winner", seat=2)], 5, ["seat"]),
    ("table: low becomes winner", 4, [*FIRST, adjust("low", seat=3)], 5, ["seat"]),
    ("table: no trick yet", 4, [adjust("winner", seat=2)], 1, []),
    ("table: leader in a trick", 4, [*FIRST[:2], adjust("leader", seat=2)], 3, []),
    ("table: seats in a trick", 4, [*FIRST[:2], adjust("seats", value=[1, 0, 2, 3])], 3, []),
    ("table: a seat twice", 4, [adjust("seats", value=[1, 1, 2, 3])], 1, ["seat", "schema"]),
    ("card is in", 4, cards(0, "B6 B6"), 2, ["card"]),
    ("card is in since another trick", 4, [*FIRST, *cards(3, "O11")], 5, ["card"]),
    ("third 0", 4, cards(0, "B0 B0 B0"), 3, ["card"]),
    ("fix to a card that is in", 4, [*FIRST[:2], fix(2, "B6")], 3, ["card"]),
    ("fix takes a later card", 4, [*FIRST, fix(1, "O11")], 5, ["card"]),
    ("fix turns the lead", 4, [*FIRST, *cards(3, "G3"), fix(4, "G7")], 6, ["seat"]),
    ("fix of no card", 4, [adjust("points", seat=0, delta=1), fix(1, "G7")], 2, []),
    ("fix of an undone card", 4, [*cards(0, "B6"), undo(1), fix(1, "G7")], 3, []),
    ("leader wins with another suit", 4, [trick("B", "down", 0, "R", 2)], 1, []),
    ("led suit on top wins", 4, [trick("R", "up", 1, "B", 2)], 1, []),
    ("lower suit wins", 4, [trick("B", "down", 1, "O", 2)], 1, []),
    ("five red cubes", 4, [cubes(0, "RRRRR")], 1, ["supply"]),
    ("four and one red", 4, [cubes(0, "RRRR"), cubes(1, "R")], 2, ["supply"]),
    ("four red for three", THREE, [cubes(0, "RRRR")], 1, ["supply"]),
    ("a cube nobody has", 4, [adjust("cube", seat=0, suit="G", delta=-1)], 1, ["supply"]),
    ("more cubes than there are", THREE, [adjust("cube", seat=0, suit="G", delta=4)], 1, ["supply"]),
    ("eleven tricks", 4, [*CAROL[:4], won(9, 0, 2, 0)], 5, ["piles", "schema"]),
    ("more cubes than lost tricks", 4, [cubes(0, ""), cubes(1, ""), cubes(2, "RROG"), cubes(3, ""), won(3, 0, 9, 0)],
     5, ["piles", "supply"]),
    ("an asked pile left out", 4, [*CAROL, piles(2, R=[2, 3], O=[4, 5])], 6, ["piles"]),
    ("wedges two cards cannot show", 4, [*CAROL, piles(2, R=[2, 7], O=[4, 5], G=[0, 0])], 6, ["piles"]),
    ("wedges on no card", 4, [*CAROL, piles(2, R=[2, 3], O=[4, 5], G=[0, 1])], 6, ["piles"]),
    ("more cards than tricks hold", 4, [*CAROL, piles(2, R=[2, 3], O=[4, 5], G=[3, 3])], 6, ["piles"]),
    ("fourteen of a suit", 4, [cubes(0, "R"), cubes(1, ""), cubes(2, ""), cubes(3, ""), won(9, 3, 0, 0),
                               piles(0, R=[14, 19])], 6, ["piles"]),
    ("twelve cards show 16 at least", 4, [cubes(0, "R"), cubes(1, ""), cubes(2, ""), cubes(3, ""), won(9, 3, 0, 0),
                                          piles(0, R=[12, 15])], 6, ["piles"]),
    ("twenty wedges of two seats", 4, [cubes(0, "R"), cubes(1, "R"), cubes(2, ""), cubes(3, ""), won(6, 6, 0, 0),
                                       piles(0, R=[5, 12]), piles(1, R=[5, 12])], 7, ["piles"]),
    ("too few cards for four asked suits", 4, [cubes(0, "BROG"), cubes(1, ""), cubes(2, ""), cubes(3, ""),
                                               won(1, 11, 0, 0), piles(0, B=[1, 1], R=[1, 1], O=[1, 1], G=[0, 0])],
     6, ["piles"]),
    ("discs twice", 4, [adjust("discs", value="BROR")], 1, ["discs", "schema"]),
    ("three discs", 4, [adjust("discs", value="BRO")], 1, ["discs", "schema"]),
    ("nothing to undo", 4, [undo(0)], 1, ["undo"]),
    ("undo of an older event", 4, [*FIRST[:2], undo(1)], 3, ["undo"]),
    ("undo of a later number", 4, [*FIRST[:2], undo(3)], 3, ["undo"]),
    ("undone twice", 4, [*FIRST[:2], undo(2), undo(2)], 4, ["undo"]),
    ("void of another round", 4, [*FIRST, {"type": "void", "round": 2}], 5, []),
    ("card after cubes", 4, [cubes(0, ""), *cards(0, "B6")], 2, []),
    ("trick in an open trick", 4, [*FIRST[:1], trick("B", "down", 3, "R", 2)], 2, []),
    ("a float", 4, [{"type": "card", "seat": 0.5, "card": "B6"}], 1, ["schema"]),
    ("a boolean", 4, [{"type": "card", "seat": False, "card": "B6"}], 1, ["schema"]),
    ("no card", 4, [{"type": "card", "seat": 0}], 1, ["schema"]),
    ("rank 12", 4, cards(0, "B12"), 1, ["schema", "card"]),
    ("rank with a zero before", 4, cards(0, "B06"), 1, ["schema", "card"]),
    ("no such suit", 4, cards(0, "Y6"), 1, ["schema", "card"]),
    ("small letter", 4, [trick("b", "down", 3, "R", 2)], 1, ["schema"]),
    ("no such way", 4, [trick("B", "sideways", 3, "R", 2)], 1, ["schema"]),
    ("a suit is missing", 4, [{"type": "cubes", "seat": 0, "cubes": {"B": 0, "R": 0, "O": 0}}], 1, ["schema"]),
    ("negative cubes", 4, [{"type": "cubes", "seat": 0, "cubes": {"B": -1, "R": 0, "O": 0, "G": 0}}], 1,
     ["schema", "supply"]),
    ("unknown type", 4, [{"type": "dance"}], 1, ["schema"]),
    ("unknown correction", 4, [adjust("weather", value=1)], 1, ["schema"]),
]  # fmt: skip


def situation(name, events, expect):
    return {"name": name, "seats": 4, "lead": 0, "discs": "BROG", "events": events, "expect": expect}


def error(name, seats, events, at, codes):
    return {
        "name": name,
        "seats": seats,
        "lead": 0,
        "discs": "BROG",
        "events": events,
        "at": at,
        "codes": codes,
    }


def chains():
    rng = random.Random("chains")
    rounds = games.deal_game(rng, 3)
    whole = games.complete(rng, games.numbered(games.header_of(rng, rounds, ["tricks"] * 3), games.render(
        rng, rounds, ["tricks"] * 3)))[:6]  # fmt: skip
    named = dict(whole[0], players=[
        {"id": None, "name": "Zoë \"Z\" \\ / 민준"}, {"id": "p1", "name": "Ωmega 🤖"}, {"id": None, "name": "Łucja"},
    ])  # fmt: skip
    note = {
        "n": 1,
        "t": 4,
        "type": "adjust",
        "field": "points",
        "seat": 2,
        "delta": -1,
        "note": "für die Tür – 만세",
    }
    examples = [whole, [named, note], [{"n": 0}], [{"b": [1, {"z": None, "a": True}], "a": "", "n": 0}]]
    bare = [
        [{key: value for key, value in record.items() if key != "crc"} for record in records]
        for records in examples
    ]
    return [{"records": records, "crcs": games.chain(records)} for records in bare]


def whole_games():
    told = []
    for seats in (3, 4):
        rng = random.Random(f"plain {seats}")
        rounds = games.deal_game(rng, seats)
        for ways in (["cards"] * seats, ["tricks"] * seats, ["scores"] * seats, list(games.WAYS)[:seats]):
            if ways[0] != "cards" or seats == 3 or ways[1] != "cards":
                name = f"plain game of {seats}: " + " ".join(ways)
                told.append(
                    (
                        name,
                        games.numbered(games.header_of(rng, rounds, ways), games.render(rng, rounds, ways)),
                    )
                )
    for seed in range(4):
        rng = random.Random(f"story {seed}")
        told.append((f"story {seed}", stories.story(rng, 3 + seed % 2, revokes=seed > 1)))
    found = []
    for name, records in told:
        state = judge(records)
        keys = ("discs", "cubes", "supply", "rounds", "totals", "ranks", "revokes", "left_over", "finished")
        found.append({"name": name, "records": records, "expect": {key: state[key] for key in keys}})
    return found


def vectors():
    orders = ["".join(order) for order in itertools.permutations("BROG")]
    return {
        "about": ABOUT,
        "wedges": WEDGES,
        "most_wedges": MOST,
        "moves": [
            [order, s, way, games.after_lead(order, s + rank)]
            for order in orders for s in "BROG" for way, rank in (("up", "5"), ("down", "6"))
        ],
        "leaders": [
            [seats, lead, number, (lead + number - 1) % seats]
            for seats in (3, 4) for lead in range(seats) for number in range(1, seats + 1)
        ],
        "tricks": [
            dict(zip(("before", "lead", "plays", "after", "winner", "low", "cube"), row, strict=True), plays=row[2].split())
            for row in TRICKS + MORE_TRICKS
        ],
        "scores": [
            {"name": name, "cards": mine.split(), "cubes": list(letters), "points": points, "lines": lines}
            for name, mine, letters, points, lines in SCORES
        ],
        "ranks": RANKS,
        "situations": [situation(*row) for row in SITUATIONS],
        "errors": [{**error("discs of the set-up", 4, [], 0, ["discs", "schema"]), "discs": "BBRO"},
                   {**error("leader of the set-up", 3, [], 0, ["seat", "schema"]), "lead": 3},
                   *[error(*row) for row in ERRORS]],
        "chains": chains(),
        "games": whole_games(),
    }  # fmt: skip


def text_of(tables):
    """JSON with one row a line, so that a changed row is one changed line."""
    parts = []
    for name, rows in tables.items():
        if isinstance(rows, list) and isinstance(rows[0], (list, dict)):
            body = (
                "[\n"
                + ",\n".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in rows)
                + "]"
            )
        else:
            body = json.dumps(rows, ensure_ascii=False)
        parts.append(f'"{name}": {body}')
    return "{" + ",\n".join(parts) + "}\n"


if __name__ == "__main__":
    FILE.write_text(text_of(vectors()), encoding="utf-8")
