"""The index follows from the files: twice the same is once, made anew it is the same, on SQLite and on PostgreSQL."""

import os
import subprocess
import sys

import pytest
from sqlalchemy import select

from host.archive.logs import log
from robokraft.archive import tables
from robokraft.archive.archive import Archive, Wanted
from robokraft.archive.keeping import keep
from robokraft.errors import UserError

INDEXES = ["sqlite", "postgres"]


@pytest.fixture
def index_url(request, tmp_path):
    """A URL for the index; None is SQLite beside the logs."""

    def make(kind):
        return request.getfixturevalue("postgres")() if kind == "postgres" else None

    return make


def everything(archive):
    """All the index says, but for the times of files."""
    with archive.index.engine.connect() as run:
        logs = [
            {name: value for name, value in row._asdict().items() if name != "changed_ns"}
            for row in run.execute(select(tables.logs).order_by(tables.logs.c.file))
        ]
        seats = run.execute(select(tables.seats).order_by(tables.seats.c.file, tables.seats.c.seat)).all()
    return logs, [tuple(row) for row in seats]


def edited(data):
    """The log after somebody improved a score in it by hand, without a new chain."""
    at = data.index(b'"type": "score"')
    points = data.index(b"[", at) + 1
    return data[:points] + b"9" + data[points:]


@pytest.mark.parametrize("kind", INDEXES)
def test_twice_is_once_and_made_anew_is_the_same(kind, index_url, shelf, folder):
    """FIELD 23."""
    logs = [log(seed) for seed in range(12)]
    archive = shelf(*[data for _, data in logs], url=index_url(kind))
    first = everything(archive)
    assert len(first[0]) == 12 and [game.counts for game in archive.games()] == [True] * 12
    for _, data in logs:
        keep(folder, data)
    assert archive.follow() == [] and everything(archive) == first
    archive.index.forget()
    assert everything(archive) == ([], [])
    assert len(archive.follow()) == 12 and everything(archive) == first


@pytest.mark.parametrize("kind", INDEXES)
def test_both_indexes_say_the_same(kind, index_url, shelf):
    archive = shelf(*[log(seed)[1] for seed in range(20)], edited(log(20)[1]), url=index_url(kind))
    games = archive.games()
    assert [game.order for game in games] == sorted(game.order for game in games)
    assert {game.id for game in archive.games(Wanted(player="avi"))} == {
        game.id for game in games if any(seat.person == "avi" for seat in game.seats)
    }
    assert [game.id for game in archive.games(Wanted(device="nobody"))] == []
    assert len(archive.games(Wanted(since="2026-01-10", until="2026-01-12"))) == 3
    assert len(archive.games(Wanted(since="2026", until="2026"))) == 21
    assert len(archive.games(Wanted(until="2025"))) == 0
    assert archive.game("BOX0-K7QX2M-0").id == "BOX0-K7QX2M-0"


def test_files_that_come_change_and_go(shelf, folder):
    archive = shelf(log(1)[1])
    name, data = log(2)
    (folder / f"{name}.jsonl").write_bytes(data)
    assert archive.follow() == [f"{name}.jsonl"]
    (folder / f"{name}.jsonl").write_bytes(edited(data))
    archive.follow()
    assert [game.standing for game in archive.games()] == ["good", "bad"]
    (folder / f"{name}.jsonl").unlink()
    archive.follow()
    assert [game.id for game in archive.games()] == [log(1)[0]]
    (folder / ".half.jsonl").write_bytes(data)
    (folder / "folder.jsonl").mkdir()
    assert archive.follow() == []


def test_a_change_in_the_same_moment_is_seen(shelf, folder):
    """Same size, same time: only the bytes tell."""
    name, data = log(3)
    archive = shelf(data)
    path = folder / f"{name}.jsonl"
    status = path.stat()
    path.write_bytes(data.replace(b'"seat"', b'"seaT"', 1))
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert path.stat().st_size == status.st_size
    assert archive.follow() == [path.name] and archive.games()[0].standing == "bad"


def test_a_wrong_log_is_marked_by_the_name_of_its_fault_and_never_counted(shelf):
    _, good = log(4)
    _, bad = log(5)
    (wrong,) = [game for game in shelf(good, edited(bad)).games() if not game.counts]
    assert wrong.standing == "bad" and {fault["code"] for fault in wrong.faults} & {"crc", "score", "schema"}
    assert wrong.seats and all(seat.points is None and seat.place is None for seat in wrong.seats)


@pytest.mark.parametrize("kind", INDEXES)
@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 0, 2)])
def test_which_log_of_a_game_counts_does_not_depend_on_the_order(order, kind, index_url, shelf, folder):
    name, data = log(6)
    _, other = log(7, id=name)
    files = [(f"{name}.jsonl", data), ("another.jsonl", other), ("copy.jsonl", data)]
    archive = shelf(url=index_url(kind))
    for number in order:
        (folder / files[number][0]).write_bytes(files[number][1])
        archive.follow()
    standings = {game.file: game.standing for game in archive.games()}
    assert standings == {f"{name}.jsonl": "good", "another.jsonl": "conflict", "copy.jsonl": "copy"}
    (folder / f"{name}.jsonl").unlink()
    archive.follow()
    assert {game.file: game.standing for game in archive.games()} == {
        "another.jsonl": "good",
        "copy.jsonl": "conflict",
    }


def test_the_longest_log_of_a_game_counts(shelf, folder):
    name, whole = log(8)
    archive = shelf(log(8, drop=20)[1])
    assert [(game.standing, game.counts) for game in archive.games()] == [("good", False)]
    (folder / "whole.jsonl").write_bytes(whole)
    archive.follow()
    assert {game.file: game.standing for game in archive.games()} == {
        f"{name}.jsonl": "copy",
        "whole.jsonl": "good",
    }


def test_a_good_log_counts_where_a_wrong_one_came_first(shelf):
    name, data = log(9)
    archive = shelf(edited(data), data)
    assert sorted((game.id, game.standing) for game in archive.games()) == [(name, "bad"), (name, "good")]
    assert archive.game(name).standing == "good"


def test_an_index_that_is_damaged_is_made_anew(shelf, folder):
    archive = shelf(log(10)[1])
    archive.index.close()
    (folder / "index.sqlite").write_bytes(b"not a database at all, but long enough to be looked at" * 100)
    with Archive(folder) as again:
        again.follow()
        assert len(again.games()) == 1


def test_another_version_reads_everything_again(shelf, folder, monkeypatch):
    shelf(log(11)[1]).index.close()
    monkeypatch.setattr("robokraft.archive.index.__version__", "9.9")
    with Archive(folder) as later:
        assert later.follow() == [log(11)[0] + ".jsonl"]


def test_a_database_belongs_to_one_archive(shelf, tmp_path, postgres):
    url = postgres()
    shelf(log(12)[1], url=url)
    with pytest.raises(UserError, match="belongs to another archive"):
        Archive(tmp_path / "other", url)


@pytest.mark.parametrize("url", ["nonsense", "oracle://x/y", "postgresql://club:secret@127.0.0.1:9/none"])
def test_an_index_that_cannot_be_used_is_said_without_its_password(url, folder):
    with pytest.raises(UserError) as said:
        Archive(folder, url)
    assert "secret" not in said.value.message and "\n" not in said.value.message


WRITER = """
import sys
from robokraft.archive.archive import Archive
from robokraft.archive.keeping import keep
for path in sys.argv[3:]:
    keep(sys.argv[1], open(path, "rb").read())
    with Archive(sys.argv[1], sys.argv[2] or None) as archive:
        archive.follow()
"""


@pytest.mark.slow
@pytest.mark.parametrize("kind", INDEXES)
def test_two_programs_at_once_leave_what_one_would(kind, index_url, shelf, folder, tmp_path):
    url = index_url(kind)
    paths = []
    for seed in range(16):
        name, data = log(seed)
        (tmp_path / name).write_bytes(data)
        paths.append(str(tmp_path / name))
    shelf(url=url)
    order = [paths, paths[::-1]]
    running = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, str(folder), url or "", *some],
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
        for some in order
    ]
    assert [(process.communicate(timeout=120)[1], process.returncode) for process in running] == [
        (b"", 0)
    ] * 2
    archive = shelf(url=url)
    both = everything(archive)
    archive.index.forget()
    archive.follow()
    assert len(both[0]) == 16 and everything(archive) == both


# People


def test_people_are_known_by_id_and_guests_are_nobody(shelf):
    """FIELD 24."""
    players = [("ann", "Ann"), ("x1", "Ann"), (None, "Ann"), (None, "Ann")]
    archive = shelf(log(1, players=players)[1], log(2, players=players)[1])
    assert archive.persons() == [("ann", "Ann"), ("x1", "Ann")]
    with pytest.raises(UserError, match="ann, x1"):
        archive.person("Ann")
    assert archive.person("x1") == "x1"


def test_a_name_is_that_of_the_newest_game(shelf):
    """FIELD 24."""
    old = log(1, players=[("ann", "Anna"), ("bob", "Bob"), ("c", "C")], started="2020-01-01T00:00:00Z")[1]
    new = log(2, players=[("ann", "Annika"), ("bob", "Bob"), ("c", "C")], started="2025-01-01T00:00:00Z")[1]
    assert dict(shelf(new, old).persons())["ann"] == "Annika"


def test_rename_and_merge_stay_through_a_rebuild_and_can_be_taken_back(shelf, folder):
    one = log(1, players=[("ann", "Ann"), ("bob", "Bob"), ("c", "C")])[1]
    two = log(2, players=[("ann2", "Anne"), ("bob", "Bob"), ("c", "C")])[1]
    archive = shelf(one, two)
    archive.people.rename("bob", "Robert")
    archive.people.merge("ann2", "ann")
    archive.index.forget()
    archive = shelf()
    assert dict(archive.persons()) == {"ann": "Ann", "bob": "Robert", "c": "C"}
    assert len(archive.games(Wanted(player="ann"))) == len(archive.games(Wanted(player="ann2"))) == 2
    assert {seat.name for game in archive.games() for seat in game.seats} == {"Ann", "Robert", "C"}
    archive.people.split("ann2")
    for nothing in ("", "   ", "\u3000\xa0"):
        archive.people.rename("bob", "Robert")
        archive.people.rename("bob", nothing)
        assert dict(shelf().persons()) == {"ann": "Ann", "ann2": "Anne", "bob": "Bob", "c": "C"}


def test_merges_in_a_circle_are_refused(shelf):
    people = shelf(log(1, players=[("a", "A"), ("b", "B"), ("c", "C")])[1]).people
    people.merge("a", "b")
    people.merge("b", "c")
    with pytest.raises(UserError, match="already"):
        people.merge("c", "a")
    assert people.one("a") == "c" and people.all_of("b") == ["c", "a", "b"]


@pytest.mark.parametrize(
    "text", [b"{", b"[]", b'{"v": 1}', b"\xff", b'{"v":2,"id":"","names":{},"merged":{}}']
)
def test_decisions_that_cannot_be_read_are_never_overwritten(text, folder):
    (folder / "archive.json").write_bytes(text)
    with pytest.raises(UserError, match=r"archive\.json"):
        Archive(folder)
    assert (folder / "archive.json").read_bytes() == text
