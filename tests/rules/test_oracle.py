"""The oracle against the worked examples of the rules, and against games that were really dealt and counted.

It is later compared with shared_rules; these tests are what lets it speak.
"""

import json
import random
from collections import Counter

import pytest

from rules import games, make_vectors, rulebook, stories
from rules.oracle import Wrong, first_error, judge

VECTORS = json.loads(make_vectors.FILE.read_text(encoding="utf-8"))


def named(rows):
    return [pytest.param(row, id=row["name"]) for row in rows]


def records_of(row):
    head = games.header(random.Random(1), row["seats"], row["lead"], row["discs"])
    return games.numbered(head, row["events"])


def test_the_file_is_what_its_maker_writes():
    assert make_vectors.FILE.read_text(encoding="utf-8") == make_vectors.text_of(make_vectors.vectors())


# ---- worked examples -------------------------------------------------------------------------------------------


def test_deck_and_wedges():
    assert Counter(rulebook.deck()) == Counter(games.pack())
    assert (
        [rulebook.WEDGES[rank] for rank in range(12)] == VECTORS["wedges"] == [int(w) for w in games.WEDGES]
    )
    assert rulebook.wedges_of(rulebook.deck()) == 76
    assert [rulebook.most_wedges(count) for count in range(14)] == VECTORS["most_wedges"]


def test_every_disc_move():
    assert len(VECTORS["moves"]) == 24 * 4 * 2
    for before, s, direction, after in VECTORS["moves"]:
        assert rulebook.moved(before, s, direction) == after


@pytest.mark.parametrize("row", VECTORS["tricks"], ids=lambda row: " ".join(row["plays"]))
def test_trick(row):
    seats = len(row["plays"])
    plays = [((row["lead"] + turn) % seats, card) for turn, card in enumerate(row["plays"])]
    events = [{"type": "card", "seat": seat, "card": card} for seat, card in plays]
    state = judge(records_of({"seats": seats, "lead": row["lead"], "discs": row["before"], "events": events}))
    assert (state["discs"], state["turn"]) == (row["after"], row["winner"])
    expected = [Counter(row["cube"]) if seat == row["low"] else Counter() for seat in range(seats)]
    assert [+Counter(cubes) for cubes in state["cubes"]] == expected
    assert games.decide(row["after"], plays) == (row["winner"], row["low"])
    assert games.after_lead(row["before"], row["plays"][0]) == row["after"]


@pytest.mark.parametrize("row", named(VECTORS["scores"]))
def test_score(row):
    points, lines = 0, []
    for s in "BROG":
        mine = [card for card in row["cards"] if card[0] == s]
        line = [len(mine), rulebook.wedges_of(mine), row["cubes"].count(s)]
        if line != [0, 0, 0]:
            lines.append([s, *line, rulebook.suit_points(*line)])
            points += lines[-1][-1]
    assert (points, lines) == (row["points"], row["lines"])
    assert games.count_points(row["cards"], row["cubes"]) == points


def test_who_leads_a_round():
    for seats, lead, number, leader in VECTORS["leaders"]:
        one_round = [{"type": "cubes", "seat": seat, "cubes": games.suit_counts("")} for seat in range(seats)]
        one_round.append({"type": "tricks_won", "counts": [12] + [0] * (seats - 1)})
        row = {"seats": seats, "lead": lead, "discs": "BROG", "events": one_round * (number - 1)}
        assert judge(records_of(row))["leader"] == leader


def test_ranks():
    for totals, ranks in VECTORS["ranks"]:
        assert rulebook.ranks_of(totals) == ranks == games.places(totals)


@pytest.mark.parametrize("row", named(VECTORS["situations"]))
def test_situation(row):
    records = records_of(row)
    state = judge(records)
    state["cubes"] = [{s: count for s, count in cubes.items() if count} for cubes in state["cubes"]]
    state["revokes"] = [list(pair) for pair in state["revokes"]]
    assert {name: state[name] for name in row["expect"]} == row["expect"]
    assert first_error(records) is None


@pytest.mark.parametrize("row", named(VECTORS["errors"]))
def test_error(row):
    n, code = first_error(records_of(row))
    assert n == row["at"]
    assert code in (row["codes"] or [code])


def test_crc_chain():
    def crc32(data):
        """CRC-32 bit by bit."""
        rest = 0xFFFFFFFF
        for byte in data:
            rest ^= byte
            for _ in range(8):
                rest = rest >> 1 ^ (0xEDB88320 if rest & 1 else 0)
        return rest ^ 0xFFFFFFFF

    assert crc32(b"123456789") == 0xCBF43926
    for row in VECTORS["chains"]:
        last = "00000000"
        for record, crc in zip(row["records"], row["crcs"], strict=True):
            text = json.dumps(record, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
            last = "%08x" % crc32(last.encode() + text.encode())
            assert last == crc


@pytest.mark.parametrize("row", named(VECTORS["games"]))
def test_whole_game(row):
    state = json.loads(json.dumps(judge(row["records"])))
    assert {name: state[name] for name in row["expect"]} == row["expect"]
    assert first_error(row["records"]) is None


def test_a_wrong_score_and_a_wrong_end_are_found():
    records = VECTORS["games"][0]["records"]
    for kind in ("score", "end"):
        n = next(record["n"] for record in records if record["type"] == kind)
        points = [1 + records[n]["points"][0], *records[n]["points"][1:]]
        assert first_error(records[:n] + [{**records[n], "points": points}]) == (n, kind)


# ---- dealt games -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [3, 4])
def test_cards_tricks_and_scores_of_one_game_agree(seats):
    for seed in range(120):
        rng = random.Random(f"{seats} {seed}")
        rounds = games.deal_game(rng, seats)
        expected = [played["points"] for played in rounds]
        for ways in ["cards"] * seats, ["tricks"] * seats, ["scores"] * seats, games.random_ways(rng, seats):
            records = games.numbered(games.header_of(rng, rounds, ways), games.render(rng, rounds, ways))
            state = judge(records)
            assert state["rounds"] == expected, (seed, ways)
            assert state["totals"] == games.totals_of(rounds)
            assert state["finished"] and not state["revokes"]
            assert [+Counter(cubes) for cubes in state["cubes"]] == [
                Counter(mine) for mine in rounds[-1]["cubes"]
            ]
            if ways[-1] == "cards":
                assert sorted(state["left_over"]) == rounds[-1]["left"]


@pytest.mark.parametrize("seats", [3, 4])
def test_nothing_is_lost_or_made(seats):
    """After every card: cards won and open, cubes taken and left, discs."""
    rng = random.Random(seats)
    rounds = games.deal_game(rng, seats)
    records = games.numbered(
        games.header_of(rng, rounds, ["cards"] * seats), games.render(rng, rounds, ["cards"] * seats)
    )
    played = 0
    for count, record in enumerate(records, 1):
        state = judge(records[:count])
        played += record["type"] == "card"
        in_this_round = played - 12 * seats * (state["round"] - 1)
        assert sum(sum(won.values()) for won in state["won"]) + len(state["plays"]) == in_this_round
        taken = sum((Counter(cubes) for cubes in state["cubes"]), Counter())
        assert {s: taken[s] + state["supply"][s] for s in "BROG"} == dict.fromkeys("BROG", seats)
        assert min(state["supply"].values()) >= 0
        assert sorted(state["discs"]) == sorted("BROG")
    assert played == 12 * seats * seats


@pytest.mark.parametrize("seed", range(8))
def test_story_holds_at_every_record(seed):
    records = stories.story(random.Random(f"test {seed}"), 3 + seed % 2, revokes=seed % 4 > 1)
    assert first_error(records) is None
    assert judge(records)["finished"]
    assert records[-1]["type"] == "end" or any(record["type"] == "end" for record in records)


def test_undo_to_every_prefix():
    """Taking back the newest event gives exactly what was before it."""
    records = stories.story(random.Random("undo"), 3)
    standing, before = [], {}
    for count, record in enumerate(records):
        if record["type"] == "undo":
            standing.pop()
        elif record["type"] not in ("game", "score", "end"):
            before[record["n"]] = judge(records[:count])
            standing.append(record["n"])
    for n in reversed(standing[-40:]):
        records = [*records, {"n": len(records), "type": "undo", "of": n}]
        assert judge(records) == before[n]


def test_complete_gives_a_log():
    rng = random.Random("log")
    rounds = games.deal_game(rng, 4)
    records = games.complete(rng, games.numbered(games.header_of(rng, rounds, ["cards"] * 4), games.render(
        rng, rounds, ["cards"] * 4)))  # fmt: skip
    read = [json.loads(line) for line in games.lines(records).splitlines()]
    assert read == records
    assert [record["n"] for record in read] == list(range(len(read)))
    assert [record["t"] for record in read] == sorted(record["t"] for record in read)
    assert [record["crc"] for record in read] == games.chain(read)


def test_a_damaged_record_is_refused():
    head = games.header(random.Random(1), 4, 0, "BROG")
    with pytest.raises(Wrong) as error:
        judge([head, {"n": 1, "type": "card", "seat": 0, "card": "Z9"}])
    assert (error.value.n, error.value.code) == (1, "schema")


def test_a_fix_does_not_reach_forward():
    events = [{"type": "fix", "of": 2, "card": "B6"}, {"type": "card", "seat": 0, "card": "B7"}]
    with pytest.raises(Wrong) as error:
        judge(records_of({"seats": 4, "lead": 0, "discs": "BROG", "events": events}))
    assert error.value.n == 1
