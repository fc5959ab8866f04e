"""The modes: whole games by keys, each way of entry, with all that can happen in between; the points are those of the cards
on the table, and of the independent scorer. Also what the box asks, and that it asks for nothing it could know."""

import random

import pytest

from device.modes import CUBE, DROP, LEADER, LOW, MODES, POINTS, WINNER, Disturbed, Table, card_keys
from robokraft.virtual import entering
from robokraft.virtual.script import KEY_NAMES
from rules import games

SEATS = (4, 3)


def dealt(seed, seats):
    return games.deal_game(random.Random(seed), seats)


# Whole games


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("seed", (1, 2, 3))
def test_a_game_gives_the_same_points_in_every_mode(seed, seats):
    rounds = dealt(seed, seats)
    ends = []
    for mode in MODES:
        with Table(rounds, mode) as table:
            table.enter()
            ends.append(table.check_log()[-1])
    assert [[end[name] for name in ("points", "ranks", "winners")] for end in ends[1:]] == [
        [ends[0][name] for name in ("points", "ranks", "winners")]
    ] * 2


@pytest.mark.parametrize("mode", ("tricks", "scores"))
@pytest.mark.parametrize("seats", SEATS)
def test_piles_by_flipping_and_by_numbers_are_the_same_records(mode, seats):
    logs = []
    for numbers in (False, True):
        with Table(dealt(4, seats), mode, numbers=numbers) as table:
            table.enter()
            logs.append([{**record, "t": 0, "crc": ""} for record in table.check_log()])
    assert logs[0] == logs[1]
    assert len([record for record in logs[0] if record["type"] == "piles"]) > seats


def pairs(whats, phases):
    return {(what, phase) for what in whats.split() for phase in phases.split()}


MUST_HAPPEN = {
    "cards": pairs("back restart menu nothing", "half rank left_over round_end")
    | pairs("back restart menu look wrong void winner low leader cube points", "suit"),
    "tricks": pairs("back restart menu nothing", "half winner low won")
    | pairs("back restart menu look void winner low leader cube points", "suit")
    | pairs("back restart menu void", "piles round_end"),
    "scores": pairs("back restart menu nothing", "cubes tricks_won round_end")
    | pairs("back restart menu void", "piles"),
}


@pytest.mark.slow
@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("mode", MODES)
def test_whatever_happens_the_points_are_those_of_the_cards(mode, seats, tmp_path):
    missing = set(MUST_HAPPEN[mode])
    for seed in range(3):
        rng = random.Random(f"{mode} {seats} {seed}")
        with Disturbed(games.deal_game(rng, seats), mode, tmp_path / str(seed), rng, missing) as table:
            table.play()
            table.check_log()
    assert missing == set()


@pytest.mark.slow
@pytest.mark.parametrize("seats", SEATS)
def test_every_round_another_way_and_single_tricks_as_a_whole(seats, tmp_path):
    types, missing = set(), {("whole", "suit"), ("void", "suit"), ("restart", "cubes"), ("back", "piles")}
    for seed in range(4):
        rng = random.Random(f"mixed {seats} {seed}")
        rounds = games.deal_game(rng, seats)
        with Disturbed(rounds, MODES[seed % 3], tmp_path / str(seed), rng, missing, 0.03, way=True) as table:
            table.play()
            types |= {record["type"] for record in table.check_log()}
    assert missing == set()
    assert {"card", "trick", "cubes", "tricks_won", "piles", "adjust", "undo", "void"} <= types


# Decisions, taken back


AT_A_LEAD = {
    "discs": entering.disc_order("GORB"),
    "leader": LEADER + "green",
    "points": POINTS + "red up up ok",
}
AFTER_A_TRICK = {"winner": WINNER, "low": LOW, "cube": CUBE + "blue red ok", "void": DROP + "ok"}


@pytest.mark.parametrize("what", (*AT_A_LEAD, *AFTER_A_TRICK))
@pytest.mark.parametrize("mode", ("cards", "tricks"))
def test_a_decision_is_taken_back_and_entered_again(mode, what):
    rounds = dealt(7, 4)
    with Table(rounds, mode) as table:
        table.enter(until=lambda game: game["trick"] == 4)
        before = table.game
        keys = {**AT_A_LEAD, **AFTER_A_TRICK}[what]
        if what in ("winner", "low"):
            trick = rounds[0]["tricks"][2]
            other = [seat for seat in range(4) if seat not in (trick["winner"], trick["low"])][0]
            keys += KEY_NAMES[other]
        table.press(keys)
        table.press("back")  # the notice
        after = table.game
        assert after != before and after["events"] == before["events"] + 1
        table.press("back")
        assert table.game == before
        table.press("ok:hold")
        assert table.game == after and table.screen == "notice"
        table.press("back")
        assert table.game == after and table.screen in ("trick", "result")
        table.press("back")
        if table.game != before:
            table.press("back")
        assert table.game == before
        table.enter(until=lambda game: len(game["rounds"]) == 1)
        assert table.game["rounds"] == [rounds[0]["points"]]
        assert table.box.status()["warnings"] == []


def test_a_card_put_right_after_the_round_is_taken_back_and_entered_again():
    rounds = dealt(7, 4)
    lies = [card for card in rounds[0]["left"] if card[1:] != "0"][0]
    seat, card = rounds[0]["tricks"][-1]["plays"][-1]
    with Table(rounds, "cards") as table:
        table.enter(until=lambda game: game["trick"] == 12 and game["turn"] == seat)
        table.press(card_keys(lies))
        wrong = table.game
        assert wrong["phase"] == "left_over" and table.screen in ("left_over", "notice")
        if table.screen == "notice":
            table.press("blue back")
        table.press(f"{card_keys(lies)} {card_keys(card)}")
        right = table.game
        assert right["rounds"] == [rounds[0]["points"]]
        table.press("back")
        table.press("back ok" if table.screen != "question" else "ok")
        assert table.game == wrong
        table.press("ok")
        assert table.game == wrong, "a notice is no answer"


def test_a_decision_after_the_round_is_taken_back_without_the_round():
    rounds = dealt(7, 4)
    with Table(rounds, "tricks") as table:
        table.enter(until=lambda game: game["phase"] == "round_end")
        before = table.game
        table.press(POINTS + "red up up ok back")
        assert table.game["points"][1] == before["points"][1] + 2
        table.press("back")
        assert table.game == before and table.screen == "notice"
        assert "points" in table.texts
