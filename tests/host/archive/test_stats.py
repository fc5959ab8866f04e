"""What games add up to, against sums made here from the logs alone."""

import csv
import io
import json

import pytest

from host.archive.logs import KINDS, early, log
from robokraft.archive.stats import by_kind, persons, records, standings


@pytest.fixture
def thirty(shelf):
    return shelf(*[log(seed)[1] for seed in range(30)])


def endings(seeds):
    """(players, end record) straight from the logs, in order of play."""
    found = []
    for seed in seeds:
        lines = [json.loads(line) for line in log(seed)[1].splitlines()]
        end = next(record for record in reversed(lines) if record["type"] == "end")
        found.append((lines[0]["players"], end))
    return found


def test_the_leaderboard_is_what_the_ends_say(thirty):
    sums = {}
    for players, end in endings(range(30)):
        for seat, player in enumerate(players):
            if player["id"] is not None:
                row = sums.setdefault(player["id"], [0, 0, 0, 0])
                for at, value in enumerate(
                    (1, seat in end["winners"], end["points"][seat], end["ranks"][seat])
                ):
                    row[at] += value
    people = persons(by_kind(thirty.games())["robokraft"])
    assert {one.person: [one.games, one.wins, one.points, one.places] for one in people} == sums
    assert [one.wins for one in people] == sorted((row[1] for row in sums.values()), reverse=True)
    assert None not in sums and len(people) == 8


def test_records_are_the_extremes(thirty):
    found = {record.what: record.value for record in records(by_kind(thirty.games())["robokraft"])}
    totals = [points for _, end in endings(range(30)) for points in end["points"]]
    assert (found["highest total"], found["lowest total"]) == (max(totals), min(totals))
    assert found["closest win"] <= found["clearest win"] and found["shortest game"] <= found["longest game"]


def test_standings_end_where_the_leaderboard_is(thirty):
    games = by_kind(thirty.games())["robokraft"]
    _, last = standings(games)[-1]
    assert last == {one.person: (one.games, one.wins, one.points) for one in persons(games)}


def test_head_to_head_is_the_same_from_both_sides(thirty, archived):
    def pair(one, other):
        told = archived("stats", "--player", one, "--versus", other, "--json").json
        (found,) = told["games"]["robokraft"]["against"]
        return found

    ann, bob = pair("ann", "bob"), pair("bob", "ann")
    assert (ann["games"], ann["ahead"], ann["level"]) == (bob["games"], bob["behind"], bob["level"])
    assert (
        ann["average_margin"] == -bob["average_margin"]
        and ann["games"] == ann["ahead"] + ann["behind"] + ann["level"]
    )


def test_two_people_are_told_of_by_the_games_in_which_both_sat(shelf, archived):
    both = [("a", "Ann"), ("b", "Bob"), ("c", "C")]
    shelf(
        log(1, players=both)[1],
        log(2, players=both)[1],
        log(3, players=[("a", "Ann"), ("c", "C"), ("d", "D")])[1],
    )
    told = archived("stats", "--player", "a", "--versus", "Bob", "--json").json
    assert told["counted"] == told["games"]["robokraft"]["games"] == 2
    assert {row["id"]: row["games"] for row in told["games"]["robokraft"]["leaderboard"]} == {"a": 2, "b": 2}
    assert [(row["id"], row["games"]) for row in told["games"]["robokraft"]["against"]] == [("b", 2)]
    for one, other in (("a", "b"), ("b", "a")):
        line = ["--player", one, "--versus", other, "--json"]
        seats = [
            (seat["points"], seat["name"], game["id"])
            for game in archived("games", "--json").json
            for seat in game["players"]
            if seat["id"] in (one, other) and {one, other} <= {who["id"] for who in game["players"]}
        ]
        records = {row["what"]: row for row in archived("stats", *line).json["games"]["robokraft"]["records"]}
        for what, (points, who, game) in (("highest total", max(seats)), ("lowest total", min(seats))):
            assert (records[what]["value"], records[what]["who"], records[what]["game"]) == (
                points,
                who,
                game,
            )
    text = archived("stats", "--player", "a", "--versus", "b").out
    assert text.startswith("RoboKraft: 2 games with Bob\n") and "\nC " not in text
    assert "no such games" in archived("stats", "--player", "b", "--versus", "d").out


def test_an_edited_open_or_abandoned_log_does_not_touch_the_standings(thirty, folder, archived):
    before = archived("stats", "--json").json
    _, bad = log(40)
    files = [bad.replace(b'"points": [', b'"points": [7', 1), log(41, drop=1)[1]]
    for number, data in enumerate(files):
        (folder / f"x{number}.jsonl").write_bytes(data)
    after = archived("stats", "--json").json
    assert after["left_out"] == {"bad": 1, "open": 1} and after["games"] == before["games"]
    text = archived("stats").out
    assert "not counted: 1 wrong, 1 open" in text


def test_a_game_that_was_stopped_before_anything_was_scored_is_nobodys_win(shelf, archived, tmp_path):
    players = [("ann", "Ann"), ("bob", "Bob"), ("cid", "Cid")]
    nothing, data = early(1, players, "stopped", counted=False)
    something, scored = early(2, players, "stopped")
    shelf(data, scored)
    told = archived("stats", "--json").json
    assert (told["counted"], told["left_out"]) == (1, {"stopped": 1})
    assert {row["games"] for row in told["games"]["robokraft"]["leaderboard"]} == {1}
    assert "not counted: 1 stopped before anything was scored" in archived("stats").out
    listed = {game["id"]: game["counts"] for game in archived("games", "--json").json}
    assert listed == {nothing: False, something: True}
    marks = [line.rsplit("  ", 1)[-1].strip() for line in archived("games").out.splitlines()[1:]]
    assert sorted(marks) == ["stopped", "stopped: not counted"]
    sheet = archived("convert", "--to", "csv", nothing).out.removeprefix("\ufeff")
    (row,) = csv.DictReader(io.StringIO(sheet))
    assert (row["end"], row["counts"], row["rank_1"]) == ("stopped", "0", "")
    assert archived("convert", "--to", "bgsplay", nothing).code == 1
    assert archived("report", nothing, "-o", tmp_path / "page.html").code == 0
    assert "win</h1>" not in (tmp_path / "page.html").read_text("utf-8")


def test_guests_of_one_name_are_never_added_up(shelf, archived, folder, robokraft, monkeypatch):
    players = [(None, "Guest"), (None, "Guest"), ("a", "Ann")]
    shelf(*[log(seed, players=players)[1] for seed in range(5)])
    told = archived("stats", "--json").json["games"]["robokraft"]
    assert [row["id"] for row in told["leaderboard"]] == ["a"] and told["guest_seats"] == 10
    refused = archived("stats", "--player", "Guest")
    assert refused.code == 2 and "knows nobody" in refused.err
    assert f"'robokraft players --archive {folder}' lists them" in refused.err
    assert f"'robokraft games --archive {folder}' lists them" in archived("show", "NONE").err
    assert f"'robokraft games --archive {folder}' lists them all" in archived("games", "--game", "robots").out
    monkeypatch.setenv("ROBOKRAFT_ARCHIVE", str(folder))
    assert "'robokraft players' lists them" in robokraft("stats", "--player", "Guest").err
    assert len(archived("games", "--player", "guest", "--json").json) == 5


def test_merged_people_are_one_in_the_sums(shelf, archived):
    shelf(
        log(1, players=[("a", "Ann"), ("b", "Bob"), ("c", "C")])[1],
        log(2, players=[("a2", "Ann"), ("b", "Bob"), ("c", "C")])[1],
    )
    archived("players", "--merge", "a2", "a")
    rows = archived("stats", "--json").json["games"]["robokraft"]["leaderboard"]
    assert {row["id"]: row["games"] for row in rows} == {"a": 2, "b": 2, "c": 2}
    (row,) = archived("stats", "--player", "a2", "--json").json["games"]["robokraft"]["leaderboard"]
    assert row["id"] == "a" and row["games"] == 2


def test_habits_count_the_cards_of_the_logs(shelf, archived):
    players = [("a", "Ann"), ("b", "Bob"), ("c", "C")]
    _, data = log(3, players=players, ways=["cards"] * 3)
    shelf(data)
    records = [json.loads(line) for line in data.splitlines()]
    cards = [record for record in records if record["type"] == "card"]
    leads = cards[::3]
    for entry in archived("stats", "--json").json["games"]["robokraft"]["habits"]:
        seat = [person for person, _ in players].index(entry["id"])
        for row in entry["suits"]:
            mine = [
                card["card"]
                for card in leads
                if card["seat"] == seat and card["card"][0] == row["suit"][0].upper()
            ]
            assert row["leads_up"] == sum(int(card[1:]) < 6 for card in mine)
            assert row["leads_down"] == sum(int(card[1:]) >= 6 for card in mine)
    assert (
        sum(
            row["tricks_won"]
            for entry in archived("stats", "--json").json["games"]["robokraft"]["habits"]
            for row in entry["suits"]
        )
        == 36
    )


def test_points_of_suits_that_were_not_asked_are_in_the_table(shelf, archived):
    """The suits and the others add up to a round's points."""
    players = [("a", "Ann"), ("b", "Bob"), ("c", "C")]
    shelf(log(5, players=players, ways=["scores"] * 3)[1])
    rows = archived("games", "--json").json[0]["rounds"]
    habits = archived("stats", "--json").json["games"]["robokraft"]["habits"]
    for entry in habits:
        seat = [person for person, _ in players].index(entry["id"])
        assert [row["suit"] for row in entry["suits"]] == ["blue", "red", "orange", "green", "other"]
        assert sum(row["points"] for row in entry["suits"]) == sum(row[seat] for row in rows)
    assert any(entry["suits"][-1]["points"] for entry in habits)
    text = archived("stats").out
    head = text[text.index("Suits, points a round") :].splitlines()[1]
    assert head.split() == ["player", "blue", "red", "orange", "green", "other"]


def test_an_empty_archive_says_so(archived):
    ended = archived("stats")
    assert ended.code == 0 and "no games" in ended.out
    assert archived("stats", "--versus", "x").code == 2


@pytest.mark.slow
def test_a_thousand_games_twice(shelf, folder, archived, tmp_path):
    """Added twice they are there once; sums and lists come within the time a person waits."""
    import time

    source = tmp_path / "logs"
    source.mkdir()
    for seed in range(1000):
        name, data = KINDS[("robokraft", "robots", "robotroc")[seed % 10 // 8 * (1 + seed % 2)]](seed)
        (source / f"{name}.jsonl").write_bytes(data)
    assert archived("add", source).code == 0
    first = archived("games", "--json").json
    again = archived("add", source)
    assert again.code == 0 and "0 added, 1000 known already; 1000 logs" in again.out
    assert archived("games", "--json").json == first and len(first) == 1000
    begun = time.monotonic()
    told = archived("stats", "--json").json
    assert told["counted"] == 1000 and time.monotonic() - begun < 10
    assert {kind: some["games"] for kind, some in told["games"].items()} == {
        "robokraft": 800,
        "robots": 100,
        "robotroc": 100,
    }
    begun = time.monotonic()
    assert archived("report", "-o", tmp_path / "season.html").code == 0 and time.monotonic() - begun < 30
