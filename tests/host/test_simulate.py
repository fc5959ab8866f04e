"""`robokraft simulate`: key scripts in, status, picture and log out, and one sentence for what cannot be."""

import errno
import json
import os

import pytest

from companion.storage.frames import frame
from robokraft.virtual.box import VirtualBox

SCRIPTS = [
    "blue down blue  blue down up  orange down down  red down red",
    "blue down blue  down up  orange down down  red down red",
]
SUITS = ("B", "R", "O", "G")
GAME_KEYS = {
    "id", "game", "mode", "players", "round", "trick", "phase", "turn", "discs", "supply", "cubes", "won", "points",
    "rounds", "round_points", "events",
}  # fmt: skip


def suits(*numbers):
    return dict(zip(SUITS, numbers))


@pytest.fixture
def after(robokraft, start):
    """The status after a script in a game that has just begun."""

    def run(script, *more, **changes):
        ended = robokraft(
            "simulate", "--start", start(**changes), "--keys", "-", "--json", *more, stdin=script
        )
        assert (ended.code, ended.err) == (0, "")
        return ended.json

    return run


@pytest.mark.parametrize("script", SCRIPTS)
def test_the_rulebooks_trick(after, script):
    game = after(script)["game"]
    assert game["discs"] == "RBOG"
    assert game["cubes"] == [suits(0, 0, 0, 0), suits(0, 0, 0, 0), suits(0, 1, 0, 0), suits(0, 0, 0, 0)]
    assert game["supply"] == suits(4, 3, 4, 4)
    assert game["won"] == [suits(0, 0, 0, 0)] * 3 + [suits(2, 1, 1, 0)]
    assert (game["round"], game["trick"], game["turn"], game["phase"]) == (1, 2, 3, "suit")
    assert game["round_points"] == [0, 0, -1, -4]
    assert (game["points"], game["rounds"], game["events"]) == ([0, 0, 0, 0], [], 4)


@pytest.mark.parametrize(
    "keys, asked",
    [
        ("red", "round   1, asks for tally of Bob"),
        ("red ok ok ok ok ok ok", "round   1, asks for round end"),
        ("red ok ok ok ok ok ok ok ok", "round   2 begins, asks for tally of Ann"),
    ],
)
def test_it_says_which_round_is_asked_for(robokraft, keys, asked):
    wish = {
        "game": "robots", "mode": "points", "players": ["Ann", "Bob"], "rules": {},
        "setup": {"dealer": 0, "values": "face", "robot": 25},
    }  # fmt: skip
    ended = robokraft("simulate", "--start", json.dumps(wish), "--keys", "-", stdin=keys)
    assert asked in ended.out.splitlines()


def test_every_key_of_the_status_is_there(after, robokraft):
    status = after("")
    assert set(status) == {
        "protocol", "firmware", "micropython", "device", "boot", "screen", "storage", "warnings", "game"
    }  # fmt: skip
    assert set(status["game"]) == GAME_KEYS
    assert status["game"]["players"][1] == {"id": None, "name": "Bob"}
    assert (status["protocol"], status["micropython"], status["warnings"]) == (1, None, [])
    assert set(status["storage"]) == {"games", "unexported", "capacity", "free"}
    alone = robokraft("simulate", "--keys", "-", "--json").json
    assert alone["game"] is None and alone["screen"]["name"] == "home"


@pytest.mark.parametrize(
    ("script", "phase", "turn"),
    [("", "suit", 0), ("blue", "half", 0), ("blue down", "rank", 0), ("blue down blue", "suit", 1), ("blue down blue up", "rank", 1)],
)  # fmt: skip
def test_the_phase_is_what_the_screen_asks_for(after, script, phase, turn):
    game = after(script)["game"]
    assert (game["phase"], game["turn"]) == (phase, turn)


def test_texts_go_from_top_to_bottom_with_letters_for_suits(after):
    screen = after("blue down blue  down up  orange down down  red down red  red")["screen"]
    assert screen["name"] == "trick"
    assert "Carol + R" in screen["texts"]
    assert screen["texts"].index("Dave") < screen["texts"].index("Carol + R")


def test_a_notice_is_named(after):
    assert after("blue down blue  blue down blue")["screen"]["name"] == "notice"


def test_a_hold_is_a_hold(after):
    assert after("back:hold")["screen"]["name"] == "menu"
    assert after("back")["screen"]["name"] == "notice"


def test_the_same_script_gives_the_same_game_and_another_another(after):
    first = after(SCRIPTS[0])
    assert after(SCRIPTS[0])["game"] == first["game"]
    assert after(SCRIPTS[1])["game"]["id"] != first["game"]["id"]


def test_a_days_wait_is_short(after):
    assert after("wait:86400000")["boot"] >= 86400000


def test_for_people_there_are_a_picture_and_sentences(robokraft, start):
    ended = robokraft("simulate", "--start", start(), "--keys", "-", stdin=SCRIPTS[0])
    lines = ended.out.splitlines()
    assert ended.code == 0
    assert all(len(line) == 128 for line in lines[:34])
    assert any("█" in line for line in lines[1:33])
    assert "discs   RBOG from the top, cubes left B4 R3 O4 G4" in lines
    assert "screen  result:  Dave  wins  Carol" in lines
    assert "  Carol: 0 points, −1 in this round, cubes R1, cards none" in lines


def test_the_picture_and_the_log_are_written(after, robokraft, tmp_path):
    from PIL import Image

    png, log = tmp_path / "end.png", tmp_path / "game.jsonl"
    after(SCRIPTS[0], "--png", png, "--log", log)
    with Image.open(png) as image:
        assert image.format == "PNG" and image.width > 500
    assert [json.loads(line)["type"] for line in log.read_text().splitlines()] == ["game"] + ["card"] * 4
    assert robokraft("verify", log).code == 0
    assert sorted(os.listdir(tmp_path)) == ["end.png", "game.jsonl"]


# What cannot be


@pytest.mark.parametrize(
    ("script", "place"),
    [
        ("blue\nblew", "line 2: 'blew'"),
        ("ok:held", "line 1: 'ok:held'"),
        ("wait:", "line 1: 'wait:'"),
        ("BLUE", "'BLUE'"),
    ],
)
def test_a_word_that_means_nothing(refused, tmp_path, script, place):
    keys = tmp_path / "keys.txt"
    keys.write_text(script)
    said = refused("simulate", "--keys", keys)
    assert str(keys) in said and place in said


@pytest.mark.parametrize("make", ["missing", "folder", "bytes"])
def test_a_script_that_cannot_be_read(refused, tmp_path, make):
    keys = tmp_path / "keys"
    if make == "folder":
        keys.mkdir()
    elif make == "bytes":
        keys.write_bytes(b"blue \xff\xfe")
    assert str(keys) in refused("simulate", "--keys", keys)


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"game": "chess"}, "chess"),
        ({"game": None}, "game"),
        ({"game": 3}, "game"),
        ({"mode": "blitz"}, "mode"),
        ({"mode": ["cards"]}, "mode"),
        ({"mode": None}, "mode"),
        ({"players": None}, "players"),
        ({"players": "Ann, Ben, Cyd"}, "players"),
        ({"players": ["Ann", "Ben"]}, "players"),
        ({"players": list("ABCDE")}, "players"),
        ({"players": ["Ann", "Ben", 3]}, "players"),
        ({"players": ["Ann", "Ben", ""]}, "player"),
        ({"players": ["Ann", "Ben", "C" * 41]}, "name"),
        ({"players": ["Ann", "Ben", "C\nd"]}, "control"),
        ({"players": ["Ann", "Ben", {"name": "Cyd"}]}, "players"),
        ({"setup": None}, "setup"),
        ({"setup": []}, "setup"),
        ({"setup": {"lead": 0}}, "discs"),
        ({"setup": {"discs": "BROG"}}, "lead"),
        ({"setup": {"lead": 4, "discs": "BROG"}}, "seat"),
        ({"setup": {"lead": True, "discs": "BROG"}}, "lead"),
        ({"setup": {"lead": 0, "discs": "BROB"}}, "BROB"),
        ({"setup": {"lead": 0, "discs": "BROG", "deal": 1}}, "deal"),
        ({"rules": {"ties": "coin"}}, "ties"),
        ({"rules": {"jokers": "on"}}, "jokers"),
        ({"rules": []}, "rules"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_a_start_that_is_no_game(refused, start, changes, word):
    assert word in refused("simulate", "--start", start(**changes), "--keys", "-")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        '"robokraft"',
        '{"game": 1.5}',
        '{"game": "a", "game": "b"}',
        "[" * 5000,
        "\ud800",
    ],
)
def test_a_start_that_is_no_object(refused, text):
    assert "start" in refused("simulate", "--start", text, "--keys", "-")


def test_names_come_into_their_normal_form(after):
    game = after("", players=["Zoe\u0308", "Bob", "Carol"])["game"]
    assert game["players"][0]["name"] == "Zo\u00eb"


def test_no_game_no_log(robokraft, tmp_path):
    ended = robokraft("simulate", "--keys", "-", "--log", tmp_path / "game.jsonl")
    assert ended.code == 1 and "no game" in ended.err
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("option", ["--png", "--log"])
def test_a_file_that_cannot_be_written(robokraft, start, tmp_path, option):
    ended = robokraft("simulate", "--start", start(), "--keys", "-", option, tmp_path / "no" / "file")
    assert ended.code == 2 and str(tmp_path / "no") in ended.err and ended.err.count("\n") == 1
    assert robokraft("simulate", "--start", start(), "--keys", "-", option, tmp_path).code == 2
    assert os.listdir(tmp_path) == []


# The memory


def test_a_game_goes_on_where_it_was(robokraft, start, tmp_path):
    data = tmp_path / "box"
    first = robokraft(
        "simulate", "--data", data, "--start", start(), "--keys", "-", "--json", stdin=SCRIPTS[0]
    ).json
    later = robokraft("simulate", "--data", data, "--keys", "-", "--json", stdin="red").json
    assert later["game"] == {**first["game"], "phase": "half"}
    assert robokraft("simulate", "--data", data, "--keys", "-", "--json").json["game"] == first["game"]


def test_two_memories_never_give_a_game_the_same_id(robokraft, start, tmp_path):
    ids = [
        robokraft("simulate", "--data", tmp_path / name, "--start", start(), "--keys", "-", "--json").json[
            "game"
        ]["id"]
        for name in ("one", "two")
    ]
    assert ids[0] != ids[1]


def test_an_open_game_is_not_started_over(robokraft, refused, start, tmp_path):
    data = tmp_path / "box"
    robokraft("simulate", "--data", data, "--start", start(), "--keys", "-", stdin=SCRIPTS[0])
    assert "open" in refused("simulate", "--data", data, "--start", start(), "--keys", "-")
    assert robokraft("simulate", "--data", data, "--keys", "-", "--json").json["game"]["events"] == 4


def test_a_directory_of_something_else_is_left_alone(refused, tmp_path):
    (tmp_path / "letter.txt").write_text("dear")
    assert str(tmp_path) in refused("simulate", "--data", tmp_path, "--keys", "-")
    assert os.listdir(tmp_path) == ["letter.txt"]


@pytest.mark.parametrize("make", ["file", "orphan", "newer"])
def test_a_directory_that_cannot_be(refused, tmp_path, make):
    data = tmp_path / "box"
    if make == "file":
        data.write_text("")
    elif make == "orphan":
        data = data / "below"
    else:
        data.mkdir()
        (data / "about").write_bytes(b"\x09" + frame(b"later", b"\x09"))
    assert str(tmp_path) in refused("simulate", "--data", data, "--keys", "-")


@pytest.mark.skipif(
    os.name == "nt" or getattr(os, "geteuid", lambda: 1)() == 0, reason="root may write anywhere"
)
def test_a_directory_that_may_not_be_written(refused, tmp_path):
    tmp_path.chmod(0o500)
    try:
        assert "cannot" in refused("simulate", "--data", tmp_path / "box", "--keys", "-")
    finally:
        tmp_path.chmod(0o700)


@pytest.mark.parametrize(
    ("number", "told"),
    [
        (errno.ENOSPC, "no space left on device (make room on the disk, or name another)"),
        (errno.EIO, "input/output error (the disk fails: name another)"),
    ],
)
def test_a_disk_that_takes_nothing_is_told_in_words(refused, tmp_path, monkeypatch, number, told):
    def failing(_):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr("os.fsync", failing)
    said = refused("simulate", "--keys", "-", "--data", tmp_path / "box")
    assert said == f"robokraft: the directory {tmp_path / 'box'} cannot be used: {told}\n"


def test_a_game_that_finds_no_room_is_told_in_words(refused, start, tmp_path, monkeypatch):
    monkeypatch.setattr("companion.storage.room.Room.for_a_game", lambda self: False)
    said = refused("simulate", "--start", start(), "--keys", "-", "--data", tmp_path / "box")
    assert "the game cannot begin: no space left on device (make room on the disk" in said


def test_a_memory_belongs_to_one_box_at_a_time(robokraft, refused, process, tmp_path):
    with VirtualBox(tmp_path / "box"):
        said = refused("simulate", "--data", tmp_path / "box", "--keys", "-")
        assert "in use" in said and "quit that one, or take another with --data" in said
        ran = process("simulate", "--data", tmp_path / "box", "--keys", "-", input=b"")
        assert ran.returncode == 2 and b"in use" in ran.stderr
    assert robokraft("simulate", "--data", tmp_path / "box", "--keys", "-").code == 0


@pytest.mark.skipif(os.name == "nt", reason="pseudo terminals are POSIX")
@pytest.mark.parametrize("columns", [80, 128])
def test_a_picture_is_not_broken_by_a_narrow_terminal(process, tmp_path, columns):
    import fcntl
    import pty
    import struct
    import termios

    script = tmp_path / "ok.keys"
    script.write_text("ok\n")
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    process("simulate", "--keys", script, capture_output=False, stdout=theirs, stderr=theirs)
    os.close(theirs)
    said = b""
    try:
        while more := os.read(ours, 65536):
            said += more
    except OSError:  # all was read
        pass
    os.close(ours)
    text = said.decode()
    hint = "the picture needs 128 columns, this window has 80: --png FILE writes it"
    assert (hint in text) == (columns < 128) and ("─" * 128 in text) == (columns >= 128)
    assert "screen  " in text
