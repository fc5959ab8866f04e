"""The rules core against vectors, on both Pythons, and against the oracle on random games."""

import copy
import functools
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import games
from rules.games import complete
from rules.oracle import Wrong, judge
from rules.stories import story
from shared_rules.codec import Codec, pack_header, unpack_header
from shared_rules.fields import RuleError
from shared_rules.history import Game
from shared_rules.log import check_record, tables_of
from shared_rules.tricks import CARDS, SUITS
from shared_rules.verify import Verifier

HERE = Path(__file__).parent
VECTORS = HERE / "vectors.json"

# Making a story takes a good half second, since the oracle begins anew with every record: a few are told again and again.
STORIES = 10
which = st.integers(0, STORIES - 1)
chance = st.integers(0, 2**32)


@functools.cache
def told(number, seats):
    return complete(random.Random(number), story(random.Random(number), seats, revokes=bool(number % 2)))


def replay(records):
    game = Game(records[0])
    for record in records[1:]:
        game.apply(record)
    return game


def assert_revokes(ours, theirs):
    """The oracle names every pair of a revoke, the rules the first later card of each: no other, and none left out."""
    assert set(ours) <= set(theirs)
    assert {older for _later, older in theirs} >= {older for _later, older in ours}
    assert bool(ours) == bool(theirs)
    assert [later for later, _older in ours][:1] == [later for later, _older in sorted(theirs)][:1]


def assert_agree(game, expected):
    """The whole state against what the oracle says."""
    state = game.state
    assert "".join(SUITS[suit] for suit in state.discs) == expected["discs"]
    assert dict(zip(SUITS, state.supply)) == expected["supply"]
    assert [dict(zip(SUITS, row)) for row in state.cubes] == expected["cubes"]
    assert state.turn() == expected["turn"]
    assert state.round == expected["round"]
    if expected["trick"] is not None:
        assert state.trick == expected["trick"]
    assert state.scores() == expected["rounds"]
    assert state.totals() == expected["totals"]
    assert state.ranks() == expected["ranks"]
    assert_revokes(
        [(warning[0], warning[3]) for warning in state.warnings],
        [tuple(pair) for pair in expected["revokes"]],
    )
    assert state.finished == expected["finished"]
    assert state.players == expected["players"]
    for seat in range(state.seats):
        won = expected["won"][seat]
        rows = state.rows(seat)
        for suit, letter in enumerate(SUITS):
            if won[letter] is not None and rows[suit] is not None:
                assert rows[suit][0] == won[letter]
        lines = state.explain(seat)
        if lines is not None and state.done:
            assert sum(line[4] for line in lines) == state.scores()[-1][seat]


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("number", range(STORIES))
def test_random_games_with_trouble_agree_with_the_oracle(seats, number):
    records = told(number, seats)
    game = Game(records[0])
    for count, record in enumerate(records[1:], 2):
        game.apply(record)
        if count % 7 == 0 or count > len(records) - 12:
            assert_agree(game, judge(records[:count]))
    assert game.due() is None
    assert game.end is not None


FACTS = (
    "discs",
    "supply",
    "cubes",
    "lead",
    "first",
    "round",
    "rounds",
    "extra",
    "table",
    "played",
    "done",
    "counts",
)


def facts(game):
    state = game.state
    now = [getattr(state, name) for name in FACTS] + [len(state.tricks), state.totals(), state.players]
    return copy.deepcopy(now)


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("number", range(STORIES // 2))
def test_undo_at_every_prefix_gives_the_state_before(number, seats):
    """Forwards the facts before each event are kept; backwards every undo must give them, down to the start."""
    records = told(number, seats)
    game = Game(records[0])
    before = []
    for record in records[1:]:
        if record["type"] == "undo":
            before.pop()
        elif record["type"] not in ("score", "end"):
            before.append(facts(game))
        game.apply(record)
    n = len(records)
    for expected in reversed(before):
        game.apply({"n": n, "t": 0, "type": "undo", "of": game.newest})
        assert facts(game) == expected
        n = settle(game, n + 1)
    assert game.newest is None and game.stated == [] and game.end is None


def test_undo_replays_a_few_events_and_checkpoints_stay_few(monkeypatch):
    rng = random.Random(11)
    rounds = games.deal_game(rng, 4)
    events = [event for played in rounds for event in games.round_events(rng, played, "cards")]
    game = Game(games.header_of(rng, rounds, ["cards"] * 4))
    applied = []
    state = game.module.State
    real = state.apply
    monkeypatch.setattr(state, "apply", lambda self, event, n: (applied.append(n), real(self, event, n)))
    for at, event in enumerate(events):
        game.apply({**event, "n": game.n, "t": 0})
        settle(game, game.n)
        assert len(game._marks) <= 9
        if at % 17 == 16:
            for _ in range(3):
                applied.clear()
                game.apply({"n": game.n, "t": 0, "type": "undo", "of": game.newest})
                settle(game, game.n)
                assert len(applied) <= 6
            for again in events[at - 2 : at + 1]:
                game.apply({**again, "n": game.n, "t": 0})
                settle(game, game.n)
    assert len(events) > 190


def settle(game, n):
    """Applies what the box would write by itself; returns the next number."""
    due = game.due()
    while due is not None:
        game.apply(dict(due, n=n, t=0))
        n += 1
        due = game.due()
    return n


@given(which, st.sampled_from([3, 4]), chance)
def test_undo_one_then_enter_it_again_changes_nothing(number, seats, at):
    records = told(number, seats)
    records = records[: 2 + at % (len(records) - 2)]
    game = replay(records)
    if not game.events():
        return
    expected = judge(records)
    n, event = game.event()
    game.apply({"n": len(records), "t": 0, "type": "undo", "of": game.newest})
    again = len(records) + 1
    game.apply(dict(event, n=again, t=0))
    expected["revokes"] = [
        [again if later == n else later, again if older == n else older]
        for later, older in expected["revokes"]
    ]
    assert_agree(game, expected)


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("number", range(STORIES))
def test_log_to_bytes_to_log_is_exact(number, seats):
    records = told(number, seats)
    bare = [{name: record[name] for name in record if name != "crc"} for record in records]
    codec = Codec(Game(records[0]).module, seats)
    back = [unpack_header(pack_header(records[0]))]
    t = 0
    for n, record in enumerate(bare[1:], 1):
        payload = codec.pack(record, record["t"] - t)
        if record["type"] == "card":
            assert len(payload) <= 6
        back.append(codec.unpack(payload, n, t))
        t = record["t"]
    assert back == bare


def test_damaged_bytes_are_a_named_error():
    records = told(5, 4)
    codec = Codec(Game(records[0]).module, 4)
    rng = random.Random(6)
    refused = 0
    for record in records[1:]:
        payload = bytearray(codec.pack(record))
        payload[rng.randrange(len(payload))] ^= 1 << rng.randrange(8)
        try:
            codec.unpack(bytes(payload[: rng.randrange(len(payload) + 1)]))
        except RuleError as error:
            assert error.code == "schema"
            refused += 1
    assert refused > len(records) // 4


def verdict(records):
    verifier = Verifier()
    for record in records:
        verifier.feed(record)
    return verifier.result()


def codes(records):
    return [error["code"] for error in verdict(records)["errors"]]


@pytest.mark.parametrize("number", range(STORIES))
def test_verify_accepts_whole_games(number):
    records = told(number, 3 + number % 2)
    result = verdict(records)
    assert result["ok"], result["errors"]
    expected = judge(records)
    assert result["points"] == expected["totals"]
    assert result["rounds"] == expected["rounds"]
    assert [warning["code"] for warning in result["warnings"]].count("unfinished") == 0


@given(which, chance)
def test_a_changed_lost_or_swapped_line_is_found(number, seed):
    rng = random.Random(seed)
    records = told(number, 3)
    at = rng.randrange(len(records) - 1)
    changed = [dict(record) for record in records]
    how = rng.choice(["change", "lose", "swap", "double"])
    if how == "lose":
        del changed[at]
    elif how == "swap":
        changed[at], changed[at + 1] = changed[at + 1], changed[at]
    elif how == "double":
        changed.insert(at, changed[at])
    else:
        name = rng.choice(sorted(set(changed[at]) - {"n", "type"}))
        value = changed[at][name]
        if name == "crc":
            changed[at][name] = "%08x" % (int(value, 16) ^ 1 << rng.randrange(32))
        elif type(value) is int:
            changed[at][name] = value + 1
        elif name == "card":
            changed[at][name] = rng.choice([card for card in CARDS if card != value])
        else:
            changed[at][name] = "B" if value != "B" else "R"
    result = verdict(changed)
    assert not result["ok"]
    assert {error["code"] for error in result["errors"]} & {"crc", "sequence"}


def test_the_first_entry_that_no_longer_fits_after_a_fix_is_named():
    game = Game(told(1, 4)[0] | {"setup": {"lead": 0, "discs": "BROG"}})
    for n, card in enumerate(["B6", "B10", "O11", "R7"], 1):
        game.apply({"n": n, "t": 0, "type": "card", "seat": n - 1, "card": card})
    game.apply({"n": 5, "t": 0, "type": "card", "seat": 3, "card": "G3"})
    with pytest.raises(RuleError) as caught:
        game.apply({"n": 6, "t": 0, "type": "fix", "of": 4, "card": "G7"})
    assert caught.value.code == "seat"
    assert caught.value.fields["n"] == 5
    assert game.state.turn() == 0 and game.newest == 5


def test_the_oracle_refuses_what_the_rules_refuse():
    """Random wrong events after random prefixes: both refuse or both take them."""
    rng = random.Random(11)
    taken = refused = 0
    for _ in range(150):
        records = told(rng.randrange(STORIES), rng.choice([3, 4]))
        records = records[: rng.randrange(1, len(records))]
        if any(record["type"] == "end" for record in records):
            continue
        game = replay(records)
        seats = len(records[0]["players"])
        event = random_event(rng, seats, game)
        event.update(n=len(records), t=0)
        if event.get("field") == "winner" and game.state.table:
            continue  # ours lets the cards move though the next trick has begun; the oracle does not
        try:
            check_record(tables_of(game.module), event, seats)
            game.apply(event)
            ours = None
        except RuleError as error:
            ours = error.code
        try:
            judge(records + [event])
            theirs = None
        except Wrong as error:
            theirs = error.code
        assert (ours is None) == (theirs is None), (event, ours, theirs)
        taken += ours is None
        refused += ours is not None
    assert taken > 10 and refused > 30


def random_event(rng, seats, game):
    seat = rng.randrange(seats)
    live = [game.live.number(at) for at in range(len(game.live))] or [1]
    return rng.choice(
        [
            {"type": "card", "seat": game.state.turn() or 0, "card": rng.choice(CARDS)},
            {"type": "card", "seat": seat, "card": rng.choice(CARDS)},
            {"type": "undo", "of": rng.choice(live[-2:])},
            {"type": "fix", "of": rng.choice(live), "card": rng.choice(CARDS)},
            {"type": "void", "round": rng.randrange(1, seats + 1)},
            {"type": "adjust", "field": "discs", "value": "GORB"},
            {"type": "adjust", "field": "leader", "seat": seat},
            {"type": "adjust", "field": "winner", "seat": seat},
            {"type": "adjust", "field": "low", "seat": seat},
            {
                "type": "adjust",
                "field": "cube",
                "seat": seat,
                "suit": rng.choice(SUITS),
                "delta": rng.choice([-1, 1]),
            },
            {
                "type": "trick",
                "suit": "B",
                "dir": "up",
                "winner": seat,
                "won": rng.choice(SUITS),
                "low": rng.randrange(seats),
            },
        ]
    )
