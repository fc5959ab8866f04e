"""The key scripts over a port: tried on a virtual box that lives in real time behind a socket, and on one that differs."""

import pytest

import hil
from cables import Live
from flows import flow
from robokraft.transport.find import connect
from robokraft.virtual.serial import Listener


@pytest.fixture
def live():
    with Live(Listener()) as made:
        made.do(lambda box: box.configure(developer=True))
        yield made


@pytest.mark.parametrize("name", ["rulebook-trick", "redo"])
def test_a_script_holds_over_the_cable(live, name):
    with connect(live.address) as client:
        held, pictures = hil.play(client, hil.SCRIPTS / f"{name}.keys")
        assert held > 3 and pictures > 3


def test_the_second_script_ends_the_game_of_the_first(live):
    with connect(live.address) as client:
        for name in ("rulebook-trick", "card-in"):
            assert hil.play(client, hil.SCRIPTS / f"{name}.keys")[0] > 0


def test_another_picture_is_noticed(live, monkeypatch):
    monkeypatch.setattr(hil, "LATE_S", 0.5)
    monkeypatch.setattr(hil, "LOOKS", 2)
    show = live.do(lambda box: box.app.canvas)
    text = type(show).text
    monkeypatch.setattr(
        type(show),
        "text",
        lambda self, *words, **how: None if self is show else text(self, *words, **how),
    )
    with connect(live.address) as client, pytest.raises(flow.FlowError, match="another picture"):
        hil.play(client, hil.SCRIPTS / "rulebook-trick.keys")


def test_what_the_cable_cannot_play_is_left_out(live):
    with connect(live.address) as client:
        for name in ("quick-start", "meaningless"):
            with pytest.raises(hil.Skipped):
                hil.play(client, hil.SCRIPTS / f"{name}.keys")


def test_a_script_that_there_is_not_is_named_before_any_is_played(live, monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["hil", "--port", live.address, "redo", "reddo"])
    assert hil.main() == 2
    told = capsys.readouterr()
    assert told.out == "" and "there is no script reddo" in told.err


def test_developer_mode_is_asked_for(monkeypatch, capsys):
    with Live(Listener()) as live:
        monkeypatch.setattr("sys.argv", ["hil", "--port", live.address])
        assert hil.main() == 7
    assert "developer mode" in capsys.readouterr().err
