"""ROBOTS! at the box: random evenings by keys agree with a table that adds card by card; logs verify; a cut costs nothing."""

import json
import statistics
import sys

import pytest

from companion.storage import carddata
from device.play_robots import Evening, start
from device.verified import verified
from robokraft.virtual.box import VirtualBox


@pytest.mark.parametrize("mode", ["cards", "points"])
def test_evenings_by_keys(mode):
    tallies, rounds = [], []
    for seed in range(6):
        with VirtualBox() as box:
            evening = Evening(box, seed, mode)
            winners = evening.play()
            result = verified(box)
            assert box.status()["warnings"] == []
        assert (result["ok"], result["warnings"], result["winners"]) == (True, [], winners)
        assert result["rounds"] == evening.table.rounds
        tallies += evening.tallies
        rounds += evening.rounds
    median = statistics.median(tallies), statistics.median(rounds)
    print(f"{mode}: {median[0]} presses a tally, {median[1]} a round")
    assert median[0] <= (24 if mode == "cards" else 14)


def test_a_cut_anywhere_costs_at_most_the_tally_in_progress(tmp_path):
    keys = "red up down orange ok ok ok|down blue red red ok ok ok|ok down up ok|ok|ok".split("|")
    box = VirtualBox(tmp_path / "box")
    box.start(start(3))
    for part in keys:
        words = part.split(" ")
        for word in words[:-1]:
            box.play(word)
        before = box.status()["game"]["events"]
        box.close()
        box = VirtualBox(tmp_path / "box")
        assert box.status()["game"]["events"] == before
        screen = box.status()["screen"]["name"]
        assert screen in ("round", "tally", "results")
        box.play(part)
    game = box.status()["game"]
    assert (game["points"], game["phase"]) == ([-12, 21, 27], "tally")
    box.close()


def test_values_are_asked_once_and_kept(tmp_path):
    with VirtualBox(tmp_path / "box") as box:
        box.app.settings.set("players", [{"id": None, "name": name} for name in ("Ann", "Bob")])
        box.play("down ok up ok ok ok")
        assert box.status()["screen"]["name"] == "card_values"
        box.play("down ok ok")
        assert box.status()["screen"]["name"] == "number"  # a robot's bonus has no default
        box.play("orange orange red ok red")
        assert box.app.session.game.header["setup"] == {"dealer": 1, "values": "rummy", "robot": 25}
        box.play("back:hold up ok")
    with VirtualBox(tmp_path / "box") as box:
        assert carddata.load(box.app.journal.files, "robots") == {"values": "rummy", "robot": 25}
        box.play("back:hold up ok down down ok ok up ok ok ok")
        assert box.status()["screen"]["name"] == "dealer"
        box.play("blue")
        assert box.app.session.game.header["setup"] == {"dealer": 0, "values": "rummy", "robot": 25}


def test_what_is_kept_but_cannot_be_is_asked_anew():
    with VirtualBox() as box:
        box.app.settings.set("players", [{"id": None, "name": name} for name in ("Ann", "Bob")])
        for data in ({"values": "best", "robot": 1}, {"values": "face"}, {"values": [1], "robot": 2}):
            box.app.journal.files.write("cards/robots", json.dumps(data).encode())
            box.play("down ok up ok ok ok")
            assert box.status()["screen"]["name"] == "card_values"
            box.play("back back back back up")
        box.app.journal.files.write("cards/robots", b"\xff{")
        assert carddata.load(box.app.journal.files, "robots") == {}


def loaded():
    return {
        name
        for name in sys.modules
        if name.startswith(("shared_rules.", "companion.")) and name.split(".")[-1].split("_")[0] == "robots"
    }


def test_the_game_leaves_memory_when_it_is_over():
    with VirtualBox() as box:
        box.start(start(2))
        assert "shared_rules.robots" in loaded()
        box.play("back:hold down down down ok down ok ok ok")
        assert box.status()["game"] is None and box.status()["screen"]["name"] == "home"
        assert loaded() == set()


def test_finish_now_drops_the_open_round_or_asks_for_its_tallies():
    for count in (False, True):
        with VirtualBox() as box:
            box.start(start(2, "points"))
            box.play("red green ok ok ok ok ok ok ok ok")  # a round: 50 and 0
            box.play("red green ok ok ok")
            if count:
                box.play("back:hold down down down ok ok")
                assert box.status()["screen"]["name"] == "notice"
                box.play("blue orange ok ok ok")
                assert box.status()["game"]["phase"] == "round_end"
                box.play("back:hold down down down ok ok ok")
            else:
                box.play("back:hold down down down ok down ok ok")
            result = verified(box)
            rounds = [[0, 50], [11, 50]] if count else [[0, 50]]
            assert (result["ok"], result["rounds"]) == (True, rounds)
            assert '"reason":"stopped"' in box.log_lines()[-1]


def test_count_now_in_a_round_in_which_nothing_is_in():
    with VirtualBox() as box:
        box.start(start(2))
        box.play("back:hold down down down ok ok ok")
        assert (box.status()["screen"]["name"], box.status()["game"]["turn"]) == ("tally", 1)
