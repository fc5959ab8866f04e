"""RobotLab at the box: random matches by keys agree with a slow table; logs verify; a cut costs nothing; few presses."""

import statistics
import sys
from collections import Counter

import pytest

from companion.storage import carddata
from companion.ui.screens.robotlab_setup import draw_seat
from device.play_robotlab import Evening, start
from device.verified import verified
from robokraft.virtual.box import VirtualBox


def test_matches_by_keys():
    turns, matches = [], []
    for seed in range(12):
        with VirtualBox() as box:
            lab = Evening(box, seed)
            won = lab.play()
            assert box.status()["screen"]["name"] == "home"
            assert box.status()["warnings"] == []
            result = verified(box)
        assert (result["ok"], result["warnings"]) == (True, [])
        assert [row.index(1) for row in result["rounds"]] == won
        turns += lab.turns
        matches += lab.matches
    median = statistics.median(turns), statistics.median(matches)
    print(f"{median[0]} presses a turn, {median[1]} a match, {len(turns)} turns in {len(matches)} matches")
    assert median[0] <= 2


def test_a_cut_leaves_the_game_where_it_stood(tmp_path):
    keys = [
        "blue blue",
        "red red",
        "blue up",
        "red blue",
        "orange red",
        "green blue",
        "down",
        "green green red",
    ]
    keys += ["blue", "down red", "red red", "back", "ok", "up", "back"]
    with VirtualBox(tmp_path / "box") as box:
        box.start(start("BRP"))
    for key in keys:
        with VirtualBox(tmp_path / "box") as box:
            box.play(key)
            before = box.status()["game"]
        with VirtualBox(tmp_path / "box") as box:
            assert box.status()["game"] == before
            assert box.app.crashes.read() == []


def test_what_disassemble_does_is_asked_once_and_kept(tmp_path):
    with VirtualBox(tmp_path / "box") as box:
        box.app.settings.set("players", [{"id": None, "name": name} for name in ("Ann", "Bob")])
        box.play("down ok up up ok ok ok red blue up")
        assert box.status()["screen"]["name"] == "card_data"
        box.play("down ok ok")
        header = box.app.session.game.header
        assert header["setup"] == {"first": 1, "bodies": ["B", "P"], "matches": 1, "disassemble": "trash"}
        assert carddata.load(box.app.journal.files, "robotlab") == {"disassemble": "trash"}
        box.play("back:hold up ok down down ok ok up up ok ok ok red blue up")
        assert box.status()["screen"]["name"] == "number"
        box.play("ok")
        assert box.app.session.game.header["setup"]["disassemble"] == "trash"


def test_the_young_are_not_asked_and_have_no_actions():
    with VirtualBox() as box:
        box.app.settings.set("players", [{"id": None, "name": name} for name in ("Ann", "Bob")])
        box.play("down ok up up ok ok down ok blue blue red ok")
        assert box.app.session.game.header["setup"]["disassemble"] is None
        assert box.app.session.game.header["mode"] == "young"
        box.play("green")
        assert box.status()["screen"]["name"] == "build"


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_who_begins_is_drawn_alike(seats):
    drawn = Counter()
    for byte in range(256):
        source = iter([byte] + list(range(seats)))
        drawn[draw_seat(lambda _, source=source: bytes([next(source)]), seats)] += 1
    assert set(drawn) == set(range(seats))
    assert max(drawn.values()) - min(drawn.values()) <= 256 % seats
    assert draw_seat(lambda _: b"\xff", 3) == 0  # a dead source of chance


def test_a_part_is_corrected():
    with VirtualBox() as box:
        box.start(start("BR"))
        box.play("blue blue red red")
        box.play("back:hold down down ok ok down ok orange green")
        assert box.app.session.state.robots == [((), (), (3,)), ((), (1,), ())]
        assert '"type":"fix"' in "".join(box.log_lines())
        assert verified(box)["errors"] == []


def test_finish_now_asks_who_won_the_open_match():
    with VirtualBox() as box:
        box.start(start("BR", matches=3))
        box.play("blue blue back:hold down down down ok ok red")
        assert (box.status()["game"]["points"], box.status()["game"]["phase"]) == ([0, 1], "round_end")
        box.play("back back:hold down down down ok ok ok")
        result = verified(box)
        assert (result["ok"], result["points"], result["winners"]) == (True, [0, 1], [1])


def loaded(game):
    return {
        name
        for name in sys.modules
        if name.startswith(("shared_rules.", "companion."))
        and name.split(".")[-1].replace("en_", "").split("_")[0] == game
    }


def test_only_the_running_game_is_in_memory():
    with VirtualBox() as box:
        box.app.settings.set("players", [{"id": None, "name": name} for name in ("Ann", "Bob", "Carol")])
        box.play("ok red ok back:hold up ok")  # RoboKraft
        box.play("down down ok ok up up ok ok ok red blue up red ok ok")
        assert box.status()["game"]["game"] == "robotlab"
        assert loaded("robotlab") and not loaded("robots") and not loaded("robotroc")
        assert not loaded("robokraft") and not loaded("trick") and not loaded("tricks")
        box.play("back:hold up ok")
        box.play("down down ok ok up ok ok ok ok orange orange red red ok blue")
        assert box.status()["game"]["game"] == "robots" and loaded("robots") and not loaded("robotlab")
