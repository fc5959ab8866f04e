"""The modes: whole games by keys, each way of entry, with all that can happen in between; the points are those of the cards
on the table, and of the independent scorer. Also what the box asks, and that it asks for nothing it could know."""

import random

import pytest

from device.modes import MODES, Disturbed, Table
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
