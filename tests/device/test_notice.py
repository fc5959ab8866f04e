"""A notice says all it has to say: what a correction changes for the hands, however much that is."""

import re
from collections import Counter

import pytest

from cables import GAME
from companion.lang import en
from companion.ui.screens import table
from robokraft.virtual.box import VirtualBox
from robokraft.virtual.table import card_keys

NAMES = ["Ann", "Ben", "Cid", "Dora"]
START = {**GAME, "players": NAMES}
PLAYED = """G9 B8 O10 R8  B1 O11 R5 B10  O8 B4 O2 G11  G3 R1 R9 G6  G7 R7 G0 G0  B11 G10 O5 R6  R11 O0 O7 B9
    O6 B2 R4 R0  R3 G4 B0 O0  G2 B0 G5 B5  R0 R10 G1 O3""".split()
LINE = re.compile(
    r"Tricks? (?P<tricks>[\d, ]+): (?P<who>\w+) wins|(?P<name>\w+) (?P<sign>[+−]) (?P<cubes>[BROG ]+)"
)


@pytest.fixture
def box():
    with VirtualBox() as box:
        yield box


def corrected(box):
    """The first lead of eleven tricks was O1: the results of the tricks before and after."""
    box.start(START)
    for card in PLAYED:
        box.play(" ".join(card_keys(card)))
    before = table.trick_results(box.app.session.state)
    box.play("ok " + "up " * 11 + "ok blue " + " ".join(card_keys("O1")))
    return before, table.trick_results(box.app.session.state)


def pages(box):
    """The words of the notice, page for page, a key that would be half a card turning them."""
    out = []
    while box.status()["screen"]["name"] == "notice":
        texts = box.status()["screen"]["texts"]
        out.append([text for text in texts if text not in "0123↓"])
        assert len(out[-1]) <= 8
        if "↓" not in texts:
            return out
        box.play("orange")
    return out


def test_it_goes_on_page_by_page_to_all_that_hands_must_put_right(box):
    before, after = corrected(box)
    said = pages(box)
    assert len(said) == 2 and box.app.stack[-1].keys.empty
    tricks, cubes = {}, Counter()
    for match in LINE.finditer("\n".join(sum(said, [])).replace("\nwins", " wins")):
        if match["who"]:
            tricks.update(dict.fromkeys(map(int, match["tricks"].split(", ")), match["who"]))
        else:
            for suit in match["cubes"].split():
                cubes[match["name"], suit] += 1 if match["sign"] == "+" else -1
    assert tricks == {
        number: NAMES[new[0]]
        for number, (old, new) in enumerate(zip(before, after, strict=True), 1)
        if old[0] != new[0]
    }
    moved = Counter()
    for results, step in ((before, -1), (after, 1)):
        for _winner, low, cube in results:
            moved[NAMES[low], "BROG"[cube]] += step if cube >= 0 else 0
    assert +cubes == +moved and -cubes == -moved
    assert said[-1][-1] == en.DISCS_AS_SHOWN


def test_after_the_last_page_a_press_is_a_press_again(box):
    corrected(box)
    box.play("blue")
    assert box.app.stack[-1].keys.empty and box.status()["screen"]["name"] == "notice"
    box.play("blue")
    assert box.app.stack[-1].keys.suit == 0 and box.app.notice is None


def test_an_offer_is_taken_on_the_last_page_only(box):
    taken = []
    box.app.say(["line %d" % number for number in range(9)], "OK: more", lambda: taken.append(1))
    box.run(20)
    box.play("ok")
    assert taken == [] and "line 8" in box.status()["screen"]["texts"]
    box.play("ok")
    assert taken == [1]
