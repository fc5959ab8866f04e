"""RoboTroc's rules: vectors on both Pythons, and random play against an oracle that tries everything."""

import copy
import random
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rules import make_robotroc, oracle_robotroc
from rules.check_robotroc import header, play
from rules.sealing import verdict
from shared_rules import robotroc, robotroc_best
from shared_rules.game import ranks_of

HERE = Path(__file__).parent
chance = st.integers(0, 2**32).map(random.Random)


def test_vectors_are_what_is_worked_out():
    assert make_robotroc.FILE.read_text("utf-8") == make_robotroc.text()


@given(chance)
def test_the_best_robot_is_the_best_of_all(rng):
    cards, bonuses, shown, rules = oracle_robotroc.random_stock(rng)
    points, having = oracle_robotroc.best(cards, bonuses, shown, rules)
    codes = [robotroc_best.PARTS.index(card) for card in cards] + [35 + bonus for bonus in bonuses]
    told = {bonus: tuple(robotroc_best.PARTS.index(card) for card in names) for bonus, names in shown.items()}
    found = robotroc_best.best(codes, told, rules)
    if found is None:
        assert points == 0
        return
    robot, lines, others = found
    assert sum(line[3] for line in lines) == points
    names = tuple(robotroc_best.PARTS[code] for code in robot)
    more = 10 * (min(sum(card[0] == kind for card in cards) for kind in "HBL") - 1)
    alone, good = oracle_robotroc.worth(names, bonuses, shown, rules)
    assert alone + more == points
    assert {number: times for what, number, times, _ in lines if what == "bonus"} == {
        bonus: int(bonus in good) for bonus in bonuses if bonus not in (5, 7, 9)
    }
    assert others == {bonus: having.get(bonus) for bonus in others}
    assert set(others) == set(bonuses) - good - {5, 7, 9}


def test_a_full_stock_with_all_bonuses():
    rng = random.Random(3)
    for _ in range(2):
        _cards, _bonuses, shown, rules = oracle_robotroc.random_stock(rng)
        shown[6] = ["H3a", "B10", "W10"]
        points, _having = oracle_robotroc.best(oracle_robotroc.PARTS, range(1, 10), shown, rules)
        told = {bonus: tuple(robotroc_best.PARTS.index(name) for name in shown[bonus]) for bonus in shown}
        _robot, lines, _others = robotroc_best.best(range(45), told, rules)
        assert sum(line[3] for line in lines) == points


@given(chance, st.integers(2, 4), st.sampled_from(robotroc.RULES["second_round"]))
def test_the_dump_as_it_is_counted_out(rng, seats, second):
    lead = rng.randrange(seats)
    player = play({"seats": seats, "lead": lead, "mode": "children", "rules": {"second_round": second}})
    state: Any = player.game.state
    told = []
    while state.in_dump():
        assert state.turn() == oracle_robotroc.turns(seats, lead, len(told) + 1, second)[-1]
        picked = len(told) < seats or rng.random() < 0.8
        told.append((state.turn(), picked))
        player.enter({"type": "pick" if picked else "empty", "seat": state.turn()}, len(told))
        assert state.markers() == oracle_robotroc.markers(told, seats)
        assert state.in_dump() == 45 - sum(1 for _, picked in told if picked)
    assert state.phase() == "stock"


def dealt(rng, seats):
    """The 45 cards over the seats: [(cards, bonuses)]."""
    stocks = [([], []) for _ in range(seats)]
    for card in oracle_robotroc.PARTS + list(range(1, 10)):
        stock = rng.choice(stocks)
        stock[isinstance(card, int)].append(card)
    return stocks


def played(rng, seats, games):
    """(header fields, events, points per game) of a whole series as a table might play it."""
    shown: dict = {key: None for key in robotroc.SHOWN_KEYS}
    told = oracle_robotroc.random_stock(rng)[2]
    fields = {
        "seats": seats,
        "games": games,
        "mode": rng.choice(robotroc.MODES),
        "lead": rng.randrange(seats),
    }
    fields["shown"] = {**shown, **{str(bonus): told[bonus] for bonus in told if rng.random() < 0.5}}
    events, rounds = [], []
    for game in range(games):
        if fields["mode"] != "scores":
            lead = (fields["lead"] + game) % seats
            count = rng.choice((3, 45))
            events += [{"type": "pick", "seat": seat} for seat in oracle_robotroc.turns(seats, lead, count)]
            if count < 45:
                events.append({"type": "leave"})
        points = []
        for seat, (cards, bonuses) in enumerate(dealt(rng, seats)):
            here = {bonus: [card for card in told[bonus] if card in cards] for bonus in told}
            names = dict(shown)
            for bonus in bonuses:
                if bonus in told and fields["shown"][str(bonus)] is None:
                    names[str(bonus)] = here[bonus]
            events.append({"type": "stock", "seat": seat, "cards": cards, "bonuses": bonuses, "shown": names})
            events.append({"type": "robot", "seat": seat, "parts": None})
            points.append(oracle_robotroc.best(cards, bonuses, told, {})[0])
        rounds.append(points)
    return fields, events, rounds


@settings(max_examples=20)
@given(chance, st.integers(2, 4), st.integers(1, 2))
def test_a_series_at_random(rng, seats, games):
    fields, events, rounds = played(rng, seats, games)
    player = play(fields)
    for event in events:
        player.enter(event, player.game.n)
        if rng.random() < 0.05:
            before = player.game.n
            again = copy.deepcopy(event)
            player.enter({"type": "undo", "of": player.game.newest}, before)
            player.enter(again, player.game.n)
    assert player.game.state.scores() == rounds
    totals = [sum(column) for column in zip(*rounds)]
    assert player.game.state.totals() == totals
    assert player.game.state.ranks() == ranks_of(totals)
    assert player.game.state.finished


@settings(max_examples=20)
@given(chance)
def test_undo_goes_back_to_the_same_state(rng):
    fields, events, _ = played(rng, 3, 1)
    player = play(fields)
    for at, event in enumerate(events):
        before = vars(player.game.state.copy())
        player.enter(event, player.game.n)
        if at % 7 == 0:
            player.enter({"type": "undo", "of": player.game.newest}, player.game.n)
            assert vars(player.game.state) == before
            player.enter(event, player.game.n)


def test_a_log_is_verified():
    fields, events, rounds = played(random.Random(1), 3, 2)
    player = play(fields)
    records = [header(fields)]
    for event in events:
        due = player.game.due()
        while due is not None:
            records.append({**due, "n": len(records), "t": 0})
            player.game.apply(records[-1])
            due = player.game.due()
        records.append({**event, "n": len(records), "t": 0})
        player.game.apply(records[-1])
    while (due := player.game.due()) is not None:
        records.append({**due, "n": len(records), "t": 0})
        player.game.apply(records[-1])
    result = verdict(records)
    assert (result["errors"], result["rounds"]) == ([], rounds)
    assert result["game"] == "robotroc"
