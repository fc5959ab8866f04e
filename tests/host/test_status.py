"""The status object: one and the same on both Pythons, for every place of a game."""

import json

from companion.status import game_status, lettered
from robokraft.virtual.box import VirtualBox
from shared_rules.history import Game

SCRIPT = "ok blue ok  blue down blue  down up  orange down down  red down red"
HEADER = {
    "n": 0, "t": 0, "type": "game", "v": 1, "id": "X", "game": "robokraft", "mode": "tricks",
    "players": [{"id": None, "name": name} for name in ("Ann", "Ben", "Cyd")],
    "setup": {"lead": 0, "discs": "BROG"}, "rules": {}, "device": "X", "firmware": "0", "started": None,
}  # fmt: skip

ON_MICROPYTHON = """
import json, sys
from companion.status import game_status
from shared_rules.history import Game

header, events = json.load(open(sys.argv[1]))
game = Game(header)
for event in events:
    game.apply(event)
print(json.dumps(game_status(game)))
"""


def test_a_game_is_told_alike_on_micropython(unix, tmp_path):
    with VirtualBox() as box:
        box.play(SCRIPT)
        here = box.status()
        header, *events = [json.loads(line) for line in box.log_lines()]
    assert here["micropython"] is None and len(events) == 4
    game = tmp_path / "game.json"
    game.write_text(json.dumps([header, events]))
    there = json.loads(unix.check(ON_MICROPYTHON, str(game)))
    assert there == here["game"]


def play(*events, mode="tricks"):
    game = Game({**HEADER, "mode": mode})
    for n, event in enumerate(events):
        game.apply({"n": n + 1, "t": 0, **event})
    return game_status(game)


TRICK = {"type": "trick", "suit": "R", "dir": "up", "winner": 1, "won": "R", "low": 2}


def test_cards_that_nobody_entered_are_not_known():
    status = play(TRICK)
    none = {"B": 0, "R": 0, "O": 0, "G": 0}
    assert status["won"] == [none, None, none]
    assert (status["round_points"], status["phase"], status["turn"]) == (None, "suit", 1)
    assert status["cubes"][2] == {"B": 0, "R": 1, "O": 0, "G": 0}


def test_piles_that_were_asked_are_known_and_the_others_not():
    status = play(*[TRICK] * 12)
    assert (status["trick"], status["phase"], status["turn"]) == (12, "round_end", None)
    # Seat 2 took all cubes and no card; nobody's pile is asked.
    assert status["won"] == [{"B": 0, "R": 0, "O": 0, "G": 0}, None, {"B": 0, "R": 0, "O": 0, "G": 0}]
    assert status["rounds"] == [[0, -36, -3]] and status["points"] == [0, -36, -3]


def test_the_next_rounds_first_entry_clears_the_finished_one():
    before, after = play(*[TRICK] * 12), None
    events = [TRICK] * 12 + [{"type": "score", "round": 1, "points": [0, -36, -3]}, TRICK]
    after = play(*events)
    assert (before["round"], after["round"], after["trick"]) == (1, 2, 2)
    assert sum(after["cubes"][2].values()) == 1


def test_a_round_by_scores_asks_for_cubes_tricks_and_piles():
    none = {"B": 0, "R": 0, "O": 0, "G": 0}
    cubes = [{"type": "cubes", "seat": seat, "cubes": {**none, "R": seat}} for seat in range(3)]
    won = {"type": "tricks_won", "counts": [4, 4, 4]}
    places = [play(*cubes[:k], mode="scores") for k in range(4)] + [play(*cubes, won, mode="scores")]
    assert [(place["phase"], place["turn"]) for place in places] == [
        ("cubes", 0),
        ("cubes", 1),
        ("cubes", 2),
        ("tricks_won", None),
        ("piles", 1),
    ]


def test_symbols_become_letters():
    assert lettered("Carol + \x02 \x01\x03\x04") == "Carol + R BOG"
