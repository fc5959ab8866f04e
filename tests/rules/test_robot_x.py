"""Robot X's rules: vectors on both Pythons, and random games against an oracle that counts cards one by one."""

import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import make_robot_x, oracle_robot_x
from rules.check_robot_x import header, play
from rules.sealing import verdict
from shared_rules import robot_x
from shared_rules.fields import RuleError
from shared_rules.game import ranks_of

HERE = Path(__file__).parent
chance = st.integers(0, 2**32).map(random.Random)


def test_vectors_are_what_is_worked_out():
    assert make_robot_x.FILE.read_text("utf-8") == make_robot_x.text()


@settings(max_examples=50)
@given(chance, st.integers(2, 5), st.booleans())
def test_a_game_at_random(rng, seats, ears):
    lead = rng.randrange(seats)
    events, _told = oracle_robot_x.game(rng, seats, lead)
    player = play({"seats": seats, "lead": lead, "rules": {} if ears else {"ears": "ignored"}})
    told = oracle_robot_x.Told(seats, lead)
    state: Any = player.game.state
    for event in events:
        player.enter(event, player.game.n)
        told.apply(event)
        assert state.banks == [len(cards) for cards in told.banks]
        assert [set(parts) for parts in state.robots] == told.robots
        assert [list(row) for row in state.bonuses] == [
            [own.count(kind) for kind in robot_x.TYPES] for own in told.bonuses
        ]
        assert state.completer == told.completer
        assert state.over or state.turn() == told.turn
    points = [told.points(seat, ears) for seat in range(seats)]
    assert state.scores() == [points]
    assert state.ranks() == ranks_of(points)
    for seat in range(seats):
        lines = state.explain(seat)
        assert sum(line[3] for line in lines) == points[seat]
        assert len([line for line in lines if line[0] == "bonus"]) == len(told.bonuses[seat])


@settings(max_examples=15)
@given(chance, st.integers(2, 5))
def test_undo_goes_back_to_the_same_state(rng, seats):
    events, _told = oracle_robot_x.game(rng, seats, 0)
    player = play({"seats": seats})
    for at, event in enumerate(events):
        before = vars(player.game.state.copy())
        player.enter(event, player.game.n)
        if at % 5 == 0:
            n = player.game.n
            player.enter({"type": "undo", "of": player.game.newest}, n)
            assert {**vars(player.game.state), "stars": None, "cards": None} == {
                **before,
                "stars": None,
                "cards": None,
            }
            player.enter(event, player.game.n)


@settings(max_examples=25)
@given(chance, st.integers(2, 5))
def test_an_auction_that_breaks_a_rule_is_refused(rng, seats):
    event = oracle_robot_x.auction(rng, seats, 0, "head")
    play({"seats": seats}).enter(event, 1)
    wrong = [{**event, "price": event["price"] + 100}, {**event, "given": event["given"] + 100}]
    wrong.append({**event, "winner": (event["winner"] + 1) % seats})
    if event["bids"]:
        wrong.append({**event, "bids": [*event["bids"], event["bids"][-1]]})
        wrong.append({**event, "given": max(0, event["given"] - 100) if event["given"] else 100})
    for bad in wrong:
        if bad["price"] != event["price"] and not event["bids"]:
            continue  # only the outcome is told: any price may be
        player = play({"seats": seats})
        with pytest.raises(RuleError):
            player.enter(bad, 1)
        assert vars(player.game.state) == vars(play({"seats": seats}).game.state)


def test_a_log_is_verified():
    events, told = oracle_robot_x.game(random.Random(1), 4, 2)
    player = play({"seats": 4, "lead": 2})
    records = [header({"seats": 4, "lead": 2})]
    for event in events:
        records.append({**event, "n": len(records), "t": 0})
        player.game.apply(records[-1])
    while (due := player.game.due()) is not None:
        records.append({**due, "n": len(records), "t": 0})
        player.game.apply(records[-1])
    result = verdict(records)
    assert (result["errors"], result["warnings"]) == ([], [])
    assert result["rounds"] == [[told.points(seat) for seat in range(4)]]
