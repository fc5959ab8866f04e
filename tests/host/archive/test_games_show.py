"""`add`, `games`, `show`, `players` as a person uses them."""

import json
import os
import random
import re
import unicodedata

import pytest

from host.archive.logs import early, log
from robokraft.archive.reading import read
from robokraft.archive.robokraft import facts, rounds
from rules import games as dealt
from rules import stories


@pytest.fixture
def files(tmp_path):
    """Writes logs outside the archive; gives their paths."""

    def make(*logs):
        paths = []
        for number, (name, data) in enumerate(logs):
            path = tmp_path / f"{name} {number}.jsonl"
            path.write_bytes(data)
            paths.append(path)
        return paths

    return make


def test_add_tells_what_it_did_and_ends_accordingly(archived, files, tmp_path):
    name, good = log(1)
    _, other = log(2, id=name)
    bad = good.replace(b'"type": "score"', b'"type": "Score"', 1)
    (path,) = files((name, good))
    assert archived("add", path).code == 0
    again = archived("add", path)
    assert again.code == 0 and "is in the archive already" in again.out and "1 log in" in again.out
    ended = archived("add", *files(("bad", bad), ("other", other)))
    assert ended.code == 1
    assert "WRONG, kept and marked, never counted: " in ended.out and "CONFLICT" in ended.out
    (tmp_path / "x.jsonl").write_bytes(b"no log")
    ended = archived("add", tmp_path / "x.jsonl", tmp_path / "missing.jsonl", path)
    assert ended.code == 2 and ended.out.count("not added:") == 2
    listed = archived("games", "--json").json
    assert sorted(game["standing"] for game in listed) == ["bad", "conflict", "good"]
    assert sum(game["counts"] for game in listed) == 1


READING = {
    "games": (), "stats": (), "players": (), "report": (), "convert": ("--to", "csv"), "show": ("VIRTUAL-1",),
}  # fmt: skip


@pytest.mark.parametrize("command", READING)
def test_an_archive_that_is_not_there_is_named_and_not_made(refused, tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    told = refused(command, "--archive", "nowhere", *READING[command])
    assert "there is no archive nowhere" in told and "robokraft add FILE --archive nowhere" in told
    monkeypatch.setenv("ROBOKRAFT_ARCHIVE", "nowhere")
    assert "there is no archive nowhere" in refused(command, *READING[command])
    assert "there is no archive nowhere" in refused("add", "--rebuild")
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("command", ["add", "games"])
def test_a_file_is_no_archive(refused, files, tmp_path, command):
    (path,) = files(log(1))
    told = refused(command, *[path] * (command == "add"), "--archive", path)
    assert f"cannot read the archive {path}: " in told and told.endswith("; choose another with --archive\n")


@pytest.mark.parametrize("command", READING)
def test_reading_makes_nothing_in_a_folder_that_is_no_archive(robokraft, tmp_path, monkeypatch, command):
    other = tmp_path / "photos"
    other.mkdir()
    ended = robokraft(command, "--archive", other, *READING[command])
    assert ended.code == (2 if command in ("report", "convert", "show") else 0)
    assert os.listdir(other) == [] and os.listdir(tmp_path) == ["photos"]


def test_the_usual_archive_need_not_be_there(robokraft, refused, tmp_path, monkeypatch):
    monkeypatch.delenv("ROBOKRAFT_ARCHIVE", raising=False)
    monkeypatch.setattr("platformdirs.user_data_dir", lambda *_, **__: str(tmp_path / "data"))
    for command in ("games", "stats"):
        ended = robokraft(command)
        assert (ended.code, ended.err) == (0, "")
        assert ended.out.startswith(
            f"no games in {tmp_path / 'data' / 'archive'} yet: 'robokraft export' takes"
        )
    assert robokraft("games", "--json").json == [] and robokraft("players", "--json").json == []
    assert "no games in" in refused("report")
    assert os.listdir(tmp_path) == []


def test_what_is_not_added_makes_no_archive(robokraft, files, tmp_path):
    (tmp_path / "diary.jsonl").write_text("dear diary\n")
    club = tmp_path / "club"
    for path in (tmp_path / "nofile", tmp_path / "diary.jsonl"):
        ended = robokraft("add", path, "--archive", club)
        assert ended.code == 2 and ended.out.endswith("0 added, 1 not added; nothing was made\n")
    assert not club.exists()
    (path,) = files(log(1))
    assert robokraft("add", tmp_path / "nofile", path, "--archive", club).code == 2
    assert robokraft("add", path, "--archive", club).out.endswith("1 known already; 1 log in " + f"{club}\n")


def test_a_good_log_beside_a_wrong_one_is_added(archived, files):
    name, good = log(3)
    bad, fine = files(
        (name, good.replace(b'"won": "', b'"Won": "', 1).replace(b'"seat": 0', b'"seat": 1', 1)), (name, good)
    )
    assert archived("add", bad).code == 1
    ended = archived("add", fine)
    assert ended.code == 0 and "added beside a wrong log" in ended.out


def test_add_takes_folders_and_says_json(archived, files, tmp_path):
    files(log(1), log(2))
    found = archived("add", tmp_path, "--json")
    assert [entry["how"] for entry in found.json] == ["new", "new"] and found.code == 0


def test_add_without_anything_to_add(refused, tmp_path, monkeypatch):
    monkeypatch.setenv("ROBOKRAFT_ARCHIVE", str(tmp_path / "a"))
    assert "--rebuild" in refused("add")
    assert "no logs" in refused("add", tmp_path)


def test_games_are_listed_as_they_were_played(archived, files):
    undated = log(9, started=None)
    archived("add", *files(log(5), log(3), undated))
    rows = archived("games").out.splitlines()[1:]
    assert [row.split()[0] for row in rows] == [undated[0], log(3)[0], log(5)[0]]
    assert "no date" in rows[0] and "2026-01-04 19:02 UTC" in rows[1]
    assert [game["id"] for game in archived("games", "--json", "--since", "2026-01-05").json] == [log(5)[0]]
    assert archived("games", "--device", "E6614103E7", "--json").json != []


@pytest.mark.parametrize(
    "date", ["yesterday", "2026-1-1", "26", "2026-01-01T00", "2026-13", "2026-02-30", "0000"]
)
def test_dates_that_are_none(archived, date):
    for words in (
        ["games"],
        ["stats"],
        ["report"],
        ["report", "x"],
        ["convert", "--to", "csv"],
        ["convert", "--to", "csv", "x"],
    ):
        for option in ("--since", "--until"):
            ended = archived(*words, option, date)
            assert ended.code == 2 and f"{date} is no date" in ended.err, (words, option)


def test_a_name_is_never_read_as_markup_nor_as_a_direction(archived, files):
    players = [(None, "[red]x[/red]"), ("b", "[/]"), ("c", "a\u202eb")]
    archived("add", *files(log(4, players=players)))
    for command in (["games"], ["show", log(4)[0]]):
        out = archived(*command).out
        assert "[red]x[/red]" in out and "[/]" in out and "ab" in out and "\u202e" not in out


@pytest.mark.parametrize("page", ["ascii", "cp437", "cp1252"])
def test_names_on_an_old_console(process, files, folder, page):
    import os

    environment = {
        **os.environ,
        "PYTHONIOENCODING": page,
        "PYTHONUTF8": "0",
        "ROBOKRAFT_ARCHIVE": str(folder),
    }
    players = [("a", "민준"), ("b", "אבי"), ("c", "🤖"), ("d", "Zoë")]
    paths = files(log(6, players=players, ways=["cards"] * 4))
    for command in (["add", *paths], ["games"], ["games", "--json"], ["show", log(6)[0]], ["players"]):
        ran = process(*command, env=environment)
        assert (ran.returncode, ran.stderr) == (0, b""), command
        assert ran.stdout.decode(page)


# show


def test_show_replays_every_trick(archived, files):
    name, data = log(7, players=[("a", "Ann"), ("b", "Bob"), ("c", "Zoë")], ways=["cards"] * 3)
    (path,) = files((name, data))
    shown = archived("show", path)
    assert shown.code == 0
    records = [json.loads(line) for line in data.splitlines()]
    cards = [record["card"] for record in records if record["type"] == "card"]
    told = json.loads(archived("show", path, "--json").out)
    assert [
        card["card"] for played in told["played"] for trick in played["tricks"] for card in trick["cards"]
    ] == cards
    for played in told["played"]:
        assert len(played["tricks"]) == 12
        assert played["points"] == told["rounds"][played["round"] - 1]
        assert played["points"] == [sum(line[4] for line in lines) for lines in played["lines"]]
    rows = [row for row in shown.out.splitlines() if row.split()[:1] in ([str(n)] for n in range(1, 13))]
    assert sum(row.count("*") for row in rows) == 36 and sum(row.count(">") for row in rows) == 36


def test_show_marks_lead_winner_and_low(archived, files):
    """> the lead, * the winner, - the low, under the names."""
    _, data = log(8, ways=["cards"] * 3, players=[("a", "Ann"), ("b", "Bob"), ("c", "Zoë")])
    (path,) = files(("g", data))
    told = json.loads(archived("show", path, "--json").out)
    trick = told["played"][0]["tricks"][0]
    lines = archived("show", path, "--round", "1").out.splitlines()
    row = lines[[line.split()[:1] for line in lines].index(["trick"]) + 1]
    cards = {card["seat"]: card["card"] for card in trick["cards"]}
    assert f"{cards[trick['winner']]}*" in row and f"{cards[trick['low']]}-" in row
    assert f">{cards[trick['leader']]}" in row and row.split()[1] == trick["discs"]


def test_show_by_the_beginning_of_an_id(archived, files):
    archived("add", *files(log(1), log(2)))
    assert archived("show", "BOX1").code == 0
    assert "BOX2-K7QX2M-2" in archived("show", "BOX2-K7").out
    both = archived("show", "BOX")
    assert both.code == 2 and "any of 2 games" in both.err
    assert archived("show", "").code == 2 and archived("show", "BOX1", "--round", "7").code == 2


def test_show_of_a_wrong_log_says_what_is_wrong(archived, files):
    _, data = log(9)
    ended = archived("show", *files(("bad", data.replace(b'"type": "score"', b'"type": "skore"', 1))))
    assert ended.code == 1 and ended.out.startswith("WRONG ")


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 2, 3, 5])
def test_stories_are_retold_as_they_ended(seed):
    """Undone entries, corrections, misdeals, changed seats: the rounds and habits add up to what the log says."""
    records = stories.story(random.Random(seed), 3 + seed % 2)
    reading = read(dealt.lines(dealt.complete(random.Random(seed), records)).encode())
    assert reading.ok
    told = rounds(reading.game, totals=True)
    assert [played.points for played in told if played.finished] == reading.verdict["rounds"]
    counted = facts(reading.game)
    for seat, seat_facts in enumerate(counted):
        points = sum(value for name, value in seat_facts.items() if name.startswith("points."))
        assert points == sum(row[seat] for row in reading.verdict["rounds"])
        assert seat_facts["rounds"] == len(told)
    for played in told:
        for trick in played.tricks:
            assert sorted(trick.discs) == sorted("BROG") and trick.winner != trick.low
            assert not trick.plays or trick.plays[0][0] == trick.leader


# players


def test_players_are_listed_renamed_and_merged(archived, files):
    archived(
        "add",
        *files(
            log(1, players=[("a", "Ann"), ("b", "Bob"), ("c", "C")]),
            log(2, players=[("a2", "Anne"), ("b", "Bob"), (None, "G")]),
        ),
    )
    assert [entry["id"] for entry in archived("players", "--json").json] == ["a", "a2", "b", "c"]
    assert archived("players", "--rename", "b", "=Bär").code == 0
    assert archived("players", "--merge", "a2", "a").code == 0
    assert archived("players", "--json").json == [
        {"id": "b", "name": "=Bär", "games": 2, "merged": []},
        {"id": "a", "name": "Ann", "games": 2, "merged": ["a2"]},
        {"id": "c", "name": "C", "games": 1, "merged": []},
    ]
    assert "=Bär" in archived("show", log(2)[0]).out
    refused = archived("players", "--merge", "b", "c")
    assert refused.code == 2 and "both played in" in refused.err
    assert archived("players", "--rename", "nobody", "x").code == 2
    assert archived("players", "--rename", "b", "x" * 41).code == 2
    assert archived("players", "--split", "a2").code == 0
    assert archived("players", "--split", "a2").code == 2


STEERING = "a\x1b[2J\x07\x9b2J\x7f\u2028[red]b[/]"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such file names")
def test_nothing_in_the_archive_steers_the_terminal(robokraft, archived, folder):
    """Names that somebody wrote into archive.json, names of files, and logs that pass no check."""
    identity, data = log(3, [("ann", "Ann"), ("b[/]", "Bob"), ("c", "Carol")])
    (folder / f"{identity}.jsonl").write_bytes(data)
    named = json.dumps(STEERING)[1:-1].encode()
    (folder / (STEERING.replace("/", "") + ".jsonl")).write_bytes(data.replace(b"Carol", named))
    head = json.loads(data.split(b"\n")[0])
    for number, spoilt in enumerate(
        (
            {**head, "id": STEERING},
            {**head, "rules": {STEERING: STEERING}},
            {**head, "mode": STEERING},
            {**head, STEERING: 1},
            {**head, "players": [{"id": STEERING, "name": STEERING}] * 3},
        )
    ):
        (folder / f"bad{number}.jsonl").write_text(json.dumps(spoilt, ensure_ascii=False) + "\n", "utf-8")
    kept = {"v": 1, "id": "x", "names": {"ann": STEERING}, "merged": {STEERING: "ann"}}
    (folder / "archive.json").write_text(json.dumps(kept))
    told = {}
    for words in (["games"], ["players"], ["stats"], ["stats", "--player", "ann"], ["show", identity]):
        for json_too in ([], ["--json"]):
            told[" ".join(words + json_too)] = archived(*words, *json_too)
    for path in sorted(folder.glob("*.jsonl")):
        told[f"show {path}"] = robokraft("show", path)
        told[f"verify {path}"] = robokraft("verify", path)
    for words, ended in told.items():
        assert ended.code in (0, 1, 2), (words, ended)
        for letter in ended.out + ended.err:
            assert letter == "\n" or unicodedata.category(letter) not in ("Cc", "Zl", "Zp"), (words, ended)
    assert "b[/]" in told["players"].out and "[red]b[/]" in told["players"].out
    assert [one["name"] for one in told["players --json"].json if one["id"] == "ann"] == [STEERING]


def test_a_stopped_game_tells_that_its_open_round_counts(robokraft, archived, tmp_path):
    players = [("a", "Анна"), ("b", "Bob"), ("c", "C")]
    for reason in ("stopped", "abandoned"):
        (tmp_path / reason).write_bytes(early(3, players, reason)[1])
        told = robokraft("verify", tmp_path / reason).out
        assert ("0 rounds finished, the open one counted: Анна" in told) == (reason == "stopped")
        assert ("0 rounds finished: Анна 0, Bob 0, C 0" in told) == (reason == "abandoned")


def test_people_read_one_kind_of_minus(robokraft, archived, files):
    name, data = log(2, players=[("a", "Ann"), ("b", "Bob"), ("c", "C")])
    archived("add", *files((name, data)))
    assert any(points < 0 for row in read(data).verdict["rounds"] for points in row)
    for words in (["show", name], ["games"], ["stats"], ["stats", "--player", "c"]):
        assert not re.search(r"(^|\s)-\d", archived(*words).out), words
    (tmp,) = files((name, data))
    assert not re.search(r" -\d", robokraft("verify", tmp).out)
    assert re.search(r" -\d", archived("show", name, "--json").out)
