"""RobotLab: vectors on both Pythons, and random matches with real cards against a slow table."""

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from rules.sealing import verdict
from rules.slow_robotlab import COLOURS, Table, deck
from shared_rules import robotlab
from shared_rules.codec import Codec
from shared_rules.history import Game

HERE = Path(__file__).parent
VECTORS = HERE / "vectors_robotlab.json"
ALL = "BROGP*"


@pytest.mark.parametrize("hands", [[3, 5], [3, 4, 5], [3, 4, 4, 5], [3, 4, 4, 4, 5]])
def test_opening_hands(hands):
    assert robotlab.opening_hands(len(hands)) == hands


def test_the_decks():
    assert (len(deck(False)), len(deck(True))) == (80, 59)


def test_hands_are_told_until_a_seat_has_built():
    game = Game(header(4, ["B", "R", "O", "G"], 2, 1, "actions", {}))
    state: Any = game.state
    assert [state.hand(seat) for seat in range(4)] == [4, 5, 3, 4]
    for k in range(4):
        seat = (2 + k) % 4
        game.apply({"type": "pass", "seat": seat, "n": game.n, "t": 0})
        assert state.skips_discard() == (k < 3)
        assert state.hand(seat) is None


def header(seats, bodies, first, matches, mode, rules):
    return {
        "n": 0, "t": 0, "type": "game", "v": 1, "id": "slow-1", "game": "robotlab", "mode": mode,
        "players": [{"id": None, "name": f"P{seat}"} for seat in range(seats)],
        "setup": {"first": first, "bodies": bodies, "matches": matches, "disassemble": "hand"},
        "rules": rules, "device": "slow", "firmware": "0", "started": None,
    }  # fmt: skip


def agree(state, table):
    """The rules' state is what lies on the slow table."""
    for seat in range(table.seats):
        lying = Counter()
        for place, card in enumerate(table.robots[seat]):
            if card:
                lying[("head", "arm", "arm", "leg", "leg")[place], card[1]] += 1
        told = Counter(
            (robotlab.SPOTS[spot], ALL[colour]) for spot in range(3) for colour in state.robots[seat][spot]
        )
        assert told == lying
        assert state.count(seat) == sum(lying.values())
        assert state.is_complete(seat) == table.complete(seat)
    if table.winner is None:
        assert state.phase() == table.phase()
        assert state.turn() == table.who()
    else:
        assert state.done and state.rounds[-1].index(1) == table.winner


def play(seed):
    """A whole game of matches with entries taken back: (records, winners of the matches)."""
    rng = random.Random(seed)
    seats = 2 + seed % 4
    mode = "young" if seed % 3 == 0 else "actions"
    bodies = rng.sample(COLOURS, seats)
    rules = {"bonus": rng.choice(["free", "build"])}
    first, matches = rng.randrange(seats), rng.randint(1, 3)
    records = [header(seats, bodies, first, matches, mode, rules)]
    game = Game(records[0])
    won = []

    def write(event):
        record = dict(event, n=len(records), t=len(records) * 5)
        game.apply(record)
        records.append(record)
        while (due := game.due()) is not None:
            due = dict(due, n=len(records), t=len(records) * 5)
            game.apply(due)
            records.append(due)

    for number in range(matches):
        table = Table(
            rng, seats, bodies, (first + number) % seats, mode == "young", rules["bonus"] == "build"
        )
        for _ in range(500):
            event = table.step()
            write(event)
            agree(game.state, table)
            if rng.random() < 0.1 and not game.state.done:
                write({"type": "undo", "of": game.newest})
                write(event)
                agree(game.state, table)
            if table.winner is not None:
                break
        else:  # the table decides
            table.winner = rng.randrange(seats)
            write({"type": "adjust", "field": "winner", "seat": table.winner})
        won.append(table.winner)
    return records, won, game


SEEDS = range(60)


@pytest.mark.parametrize("seed", SEEDS)
def test_random_matches_agree_with_the_slow_table(seed):
    records, won, _game = play(seed)
    end = records[-1]
    assert (end["type"], end["reason"]) == ("end", "complete")
    assert end["points"] == [won.count(seat) for seat in range(len(end["points"]))]


def test_the_random_matches_hold_what_is_rare():
    kinds = Counter()
    for seed in SEEDS:
        records, _won, _game = play(seed)
        for record, after in zip(records, records[1:]):
            kinds[record["type"]] += 1
            kinds[record["type"], record.get("card")] += 1
            kinds[record["type"], after["type"]] += 1
    for what in (
        ("error", "error"),
        ("response", "error"),
        ("response", "malfunction"),
        ("action", "dig"),
        "detach",
    ):
        assert kinds[what], what


@pytest.mark.parametrize("seed", range(0, 60, 10))
def test_logs_verify_undo_to_the_start_and_the_bytes_hold_every_record(seed):
    records, won, game = play(seed)
    codec = Codec(robotlab, len(records[0]["players"]))
    for record in records[1:]:
        assert codec.unpack(codec.pack(record, 5), record["n"], record["t"] - 5) == record
    result = verdict(records)
    assert (result["errors"], result["warnings"]) == ([], [])
    assert [row.index(1) for row in result["rounds"]] == won
    while game.newest is not None:
        game.apply({"type": "undo", "of": game.newest, "n": game.n, "t": 0})
    state: Any = game.state
    assert (state.round, state.turn(), state.totals()) == (1, state.first, [0] * state.seats)
    assert not any(state.count(seat) for seat in range(state.seats))
