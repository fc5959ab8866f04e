"""What the box keeps of a game's cards: whatever the file holds no game crashes on it, and what is chosen from it verifies."""

import json
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.storage import carddata
from device.verified import verified
from robokraft.virtual.box import VirtualBox
from shared_rules.fields import RuleError
from shared_rules.robot_x_records import KINDS

SHEET = {
    "game": "robot_x",
    "mode": "scores",
    "players": ["Ann", "Bob"],
    "setup": {"lead": 0, "colours": ["blue", "pink"]},
    "rules": {},
}
CARD = {"type": "stars", "colour": 1, "stars": 3, "points": 7}
# What the owner of each game can have entered: every kind of it, and the most there can be.
GOOD = {
    "robokraft": {},
    "robot_x": {
        "colours": ["blue", "pink", "green"],
        "stars": {"head": [[9, 0], [0, 0, 1]], "left_leg": []},
        "cards": [CARD, {"type": "parts", "parts": ["head"], "points": 0}],
    },
    "robotroc": {"2": ["H6", "B5a"], "3": ["H1", "H3a"], "4": [], "6": ["H1", "B1", "W10"], "8": ["L2"]},
    "robotlab": {"disassemble": "trash"},
    "robots": {"values": "face", "robot": 25},
}
# What cannot be, and what of it is as if it had been asked.
WRONG = [
    ("robot_x", {"stars": []}, {}),
    ("robot_x", {"stars": {"head": [[99, -5]]}}, {"stars": {}}),
    ("robot_x", {"stars": {"head": [["x", 0]], "belly": [[1, 0]]}}, {"stars": {"belly": [[1, 0]]}}),
    ("robot_x", {"stars": {"head": [[1, 0]] * 9}}, {"stars": {}}),
    ("robot_x", {"stars": {"tail": [[1, 0]]}}, {"stars": {}}),
    ("robot_x", {"colours": ["blue", "blue"]}, {}),
    ("robot_x", {"colours": ["\ud800"], "cards": []}, {"cards": []}),
    ("robot_x", {"cards": [CARD, dict(CARD, colour=6)]}, {}),
    ("robot_x", {"cards": [CARD] * 37}, {}),
    ("robot_x", {"cards": ["stars"], "colours": ["blue"]}, {"colours": ["blue"]}),
    ("robotroc", {"2": ["H6"], "3": ["H1"]}, {"3": ["H1"]}),
    ("robotroc", {"2": ["H6", "H66"], "8": "W1", "4": ["W1"], "3": [[]]}, {}),
    ("robotroc", {"1": ["H1"]}, {}),
    ("robotlab", {"disassemble": "lab"}, {}),
    ("robots", {"values": "face", "robot": -1}, {"values": "face"}),
    ("robots", {"values": [1] * 15, "robot": True}, {}),
    ("robokraft", {"discs": "BROG"}, {}),
]


def write(box, game, data):
    """Lays a file there as no box would."""
    box.app.parts.files.write("cards/" + game, data if type(data) is bytes else json.dumps(data).encode())


@pytest.mark.parametrize("game", carddata.GAMES)
def test_what_can_be_entered_is_kept(game):
    with VirtualBox() as box:
        carddata.save(box.app.parts.files, game, GOOD[game])
        assert carddata.load(box.app.parts.files, game) == GOOD[game]


@pytest.mark.parametrize(("game", "data", "good"), WRONG)
def test_what_cannot_be_is_left_out_and_never_kept(game, data, good):
    with VirtualBox() as box:
        write(box, game, data)
        assert carddata.load(box.app.parts.files, game) == good
        carddata.save(box.app.parts.files, game, good)
        with pytest.raises(RuleError):
            carddata.save(box.app.parts.files, game, data)
        assert carddata.load(box.app.parts.files, game) == good


@pytest.mark.parametrize(
    "data", [b"", b"\xff{", b"[]", b"[" * 3000, b'{"":' * 1000 + b"1" + b"}" * 1000, b'{"a":1}' + b" " * 9999]
)
@pytest.mark.parametrize("game", carddata.GAMES)
def test_what_is_no_card_data_is_none(game, data):
    with VirtualBox() as box:
        write(box, game, data)
        assert carddata.load(box.app.parts.files, game) == {}


def test_no_more_is_kept_than_is_read_again():
    cards = [{"type": "parts", "parts": list(KINDS), "points": k} for k in range(36)]
    with VirtualBox() as box:
        with pytest.raises(RuleError, match="4096 bytes"):
            carddata.save(box.app.parts.files, "robot_x", {"cards": cards})
        assert carddata.load(box.app.parts.files, "robot_x") == {}


def test_looking_at_the_cards_of_another_game_leaves_nothing_in_memory():
    with VirtualBox() as box:
        box.start(SHEET)
        before = set(sys.modules)
        carddata.save(box.app.parts.files, "robotroc", GOOD["robotroc"])
        assert carddata.load(box.app.parts.files, "robotroc") == GOOD["robotroc"]
        assert set(sys.modules) == before and "shared_rules.robot_x_records" in before


def test_stars_that_cannot_be_are_asked_anew():
    with VirtualBox() as box:
        write(box, "robot_x", {"stars": {"head": [[99, -5]]}})
        box.start(SHEET)
        box.play("blue red ok ok")
        assert box.status()["screen"]["name"] == "stars"
        box.play("blue ok red ok ok blue")
        assert box.app.session.state.rounds == [[11, 1]]
        assert verified(box)["errors"] == []
        assert carddata.load(box.app.parts.files, "robot_x") == {"stars": {"head": [[1, 0]]}}


def test_a_bonus_card_of_a_colour_that_this_game_lacks_is_not_offered():
    with VirtualBox() as box:
        write(box, "robot_x", {"cards": [dict(CARD, colour=5), CARD]})
        box.start(SHEET)
        box.play("blue ok orange ok")
        assert [text for text, _ in box.app.stack[-1].options] == ["3 pink: 7", "another card"]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-99, 99) | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


@st.composite
def spoilt(draw, game):
    """Data of this game in which something is another thing."""
    data = json.loads(json.dumps(draw(st.sampled_from([GOOD[game], *(w for g, w, _ in WRONG if g == game)]))))
    for _ in range(draw(st.integers(0, 3))):
        here, steps = data, draw(st.integers(1, 4))
        for _ in range(steps):
            keys = list(here) if type(here) is dict else list(range(len(here)))
            if not keys:
                break
            key = draw(st.sampled_from(keys))
            if type(here[key]) not in (dict, list) or steps == 1:
                here[key] = draw(JSON)
                break
            here = here[key]
    return data


# Through the set-up of each game to the screens that use what is kept: score sheet, stock, matches, tally.
BEGIN = {
    "robot_x": "down ok up up up up ok ok down ok ok",
    "robotroc": "down ok up up up ok ok down down ok ok",
    "robotlab": "down ok up up ok ok ok red blue up",
    "robots": "down ok up ok ok ok",
}
ON = {
    "robot_x": "blue red ok blue red orange ok ok blue blue ok blue ok ok ok",
    "robotroc": "blue ok blue ok blue ok blue ok red red orange orange green green up blue ok ok ok ok down ok",
    "robotlab": "ok ok ok blue blue red red back",
    "robots": "down ok ok blue ok ok red ok blue ok ok ok",
}


@pytest.mark.parametrize("game", list(BEGIN))
@settings(max_examples=25)
@given(data=st.data())
def test_no_contents_crash_a_game(game, data):
    with VirtualBox() as box:
        box.app.settings.set("players", [{"id": None, "name": name} for name in ("Ann", "Bob")])
        write(box, game, data.draw(JSON | spoilt(game)))
        for key in (BEGIN[game] + " " + ON[game]).split(" "):
            box.play(key)
            box.status()
        assert box.app.crashes.read() == []
        if box.app.session.game is not None:
            assert verified(box)["errors"] == []


@settings(max_examples=25)
@given(
    data=spoilt("robot_x"), keys=st.lists(st.sampled_from("blue red down ok ok ok back".split()), max_size=30)
)
def test_no_contents_crash_a_score_sheet(data, keys):
    with VirtualBox() as box:
        write(box, "robot_x", data)
        box.start(SHEET)
        box.play("blue red green ok blue red orange ok")
        for key in keys:
            box.play(key)
            box.status()
        assert verified(box)["errors"] == []


def test_an_entry_that_verify_would_refuse_is_refused():
    with VirtualBox() as box:
        box.start(SHEET)
        box.play("blue red ok ok")
        before = box.log_lines()
        with pytest.raises(RuleError, match="must be from 0 to 9"):
            box.app.session.enter("stars", seat=0, part="head", stars=[99, 0])
        assert box.log_lines() == before and box.app.session.state.stars[0] == ()
