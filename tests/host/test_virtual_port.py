"""The box of `play` as a port of the other commands, while nobody plays."""

import os

import pytest

from cables import TRICKS, WISH
from robokraft.logfile import check_file
from robokraft.virtual.box import VirtualBox


@pytest.fixture
def box(tmp_path):
    """The folder of a virtual box on which a game was begun."""
    folder = tmp_path / "box"
    with VirtualBox(folder) as playing:
        playing.start(WISH)
        playing.play(TRICKS[0])
    return folder


@pytest.fixture
def at_home(monkeypatch, box):
    """The same box where `play` keeps its own."""
    monkeypatch.setattr("platformdirs.user_data_dir", lambda *_, **__: str(box.parent))
    monkeypatch.delenv("ROBOKRAFT_ARCHIVE", raising=False)
    return box


def test_games_of_play_come_into_the_archive(at_home, robokraft):
    assert robokraft("export", "--port", "virtual").out == (
        "nothing new on the box; the game that is being played is not over: --open takes it too; "
        f"the logs are in {at_home.parent / 'archive'}\n"
    )
    ended = robokraft("export", "--open", "--port", "virtual")
    assert (ended.code, ended.err) == (0, "")
    assert ended.out == f"1 game exported, 1 new in {at_home.parent / 'archive'}\n"
    (log,) = (at_home.parent / "archive").glob("*.jsonl")
    assert check_file(str(log))["ok"] and log.read_text("utf-8").count('"type":"card"') == 3
    assert "Ann 0, Ben 0, Cyd 0" in robokraft("games").out


def test_a_folder_of_play_data_is_a_port_too_and_changes_are_kept(box, robokraft):
    assert robokraft("config", "set", "roster", "Ann,Ben,Cyd,Dora", "--port", box).code == 0
    told = robokraft("config", "get", "roster", "--port", box, "--json").json
    assert [one["name"] for one in told["roster"]] == ["Ann", "Ben", "Cyd", "Dora"]
    game = robokraft("status", "--port", box, "--json").json["game"]
    assert (game["players"][0]["name"], game["trick"], game["phase"]) == ("Ann", 2, "suit")
    with VirtualBox(box) as playing:
        assert playing.status()["game"]["id"] == game["id"]


def test_nobody_is_at_its_keys(at_home, refused):
    for port, window in (("virtual", "robokraft play"), (at_home, f"robokraft play --data {at_home}")):
        told = refused("start", "robokraft", "--players", "Ann,Ben,Cyd", "--port", port, code=7)
        assert f"this needs an OK at its keys; run '{window} --listen 4711'" in told
    with VirtualBox(at_home) as playing:
        assert playing.status()["game"]["trick"] == 2


def test_what_restore_needs_is_said_of_the_folder_that_was_named(box, robokraft, refused, tmp_path):
    assert robokraft("backup", tmp_path / "kept.zip", "--port", box).code == 0
    other = tmp_path / "other"
    with VirtualBox(other):
        pass
    told = refused("restore", tmp_path / "kept.zip", "--port", other, code=7)
    assert f"run 'robokraft play --data {other} --listen 4711'" in told


def test_one_that_is_played_on_is_not_disturbed(box, at_home, refused):
    with VirtualBox(box):
        told = refused("export", "--port", "virtual", code=4)
        assert "quit it with q" in told and "give the --port at the top of its window" in told
        assert f"'robokraft play --data {box} --listen 4711'" in refused("status", "--port", box, code=4)


def test_a_folder_that_holds_none_stays_as_it_is(tmp_path, monkeypatch, refused):
    monkeypatch.setattr("platformdirs.user_data_dir", lambda *_, **__: str(tmp_path / "data"))
    assert "'robokraft play' makes one" in refused("status", "--port", "virtual", code=4)
    (tmp_path / "photos").mkdir()
    assert "is no serial port, and holds no virtual box" in refused(
        "export", "--port", tmp_path / "photos", code=4
    )
    assert os.listdir(tmp_path) == ["photos"] and os.listdir(tmp_path / "photos") == []
