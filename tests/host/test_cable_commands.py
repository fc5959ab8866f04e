"""The commands, at a box that lives: by socket and by pseudo terminal, in this process and in others."""

import io
import json
import os
import threading
import time

import pytest
from PIL import Image

import barfont
from cables import WISH, Live
from companion.storage import carddata, pictures
from companion.storage.files import StorageFull
from companion.storage.settings import ALL_SHAPES
from robokraft import fonts, lettering
from robokraft.cli.config import SHAPES
from robokraft.virtual.serial import Listener, Pty

NAMES = "Ann,Zoë,李明"


@pytest.fixture(params=["socket", "pty"])
def live(request):
    if request.param == "pty" and os.name == "nt":
        pytest.skip("no pseudo terminals on Windows")
    with Live(Listener() if request.param == "socket" else Pty()) as made:
        yield made


@pytest.fixture
def at(live, robokraft):
    """Runs a command at the box, which must end well; gives what it printed."""

    def run(*arguments):
        ended = robokraft("--port", live.address, *arguments)
        assert (ended.code, ended.err) == (0, ""), ended.err
        return ended

    return run


def test_status_is_that_of_the_box(live, at):
    live.do(lambda box: (box.start(WISH), box.play("blue down blue")))
    told = at("status", "--json").json
    here = live.do(lambda box: box.status())
    assert {**told, "boot": 0} == {**here, "boot": 0} and told["game"]["events"] == 1
    text = at("status").out
    assert "box     VIRTUAL" in text and "asks for suit of Ben" in text and ", 1 entry\n" in text


def test_devices_tells_who_is_there(live, at):
    (told,) = at("devices", "--json").json
    assert (told["port"], told["device"], told["protocol"], told["error"]) == (
        live.address,
        "VIRTUAL",
        1,
        None,
    )
    assert f"{live.address}: box VIRTUAL" in at("devices").out
    assert "is VIRTUAL" not in at("devices", "--device", "VIRTUAL").out


def test_the_port_may_stand_before_after_or_in_the_environment(live, robokraft, monkeypatch):
    for words in (("--port", live.address, "status", "--json"), ("status", "--port", live.address, "--json")):
        assert robokraft(*words).json["device"] == "VIRTUAL"
    monkeypatch.setenv("ROBOKRAFT_PORT", live.address)
    assert robokraft("status", "--json").json["device"] == "VIRTUAL"
    assert robokraft("status", "--port", "socket://127.0.0.1:1", "--json").code == 4
    assert robokraft("--device", "OTHER", "status").code == 3


def test_settings_are_read_and_changed(live, at):
    values = at("config", "get", "--json").json
    assert set(values) == set(live.do(lambda box: box.app.settings.values()))
    changes = [
        ("brightness", "128", 128), ("sound", "on", True), ("flip", "true", True), ("flip", "off", False), ("language", "en", "en"),
        ("shapes", '["star","ring","bars","cross"]', ["star", "ring", "bars", "cross"]), ("rules.robokraft.ties", "last_round", "last_round"),
        ("rules", '{"robokraft":{"ties":"share"}}', {"robokraft": {"ties": "share"}}),
    ]  # fmt: skip
    for name, text, value in changes:
        assert at("config", "set", name, text, "--json").json == {name: value}
        assert at("config", "get", name, "--json").json == {name: value}
    assert live.do(lambda box: box.app.settings.get("brightness")) == 128
    assert at("config", "get", "brightness").out == "brightness 128\n"


def test_the_roster_takes_names_of_any_script_and_keeps_ids(live, at, tmp_path, monkeypatch):
    font = barfont.make(tmp_path / "a.ttf", NAMES + "Ζωή")
    monkeypatch.setattr(fonts, "installed", lambda: [font])
    first = at("config", "set", "roster", NAMES, "--json").json["roster"]
    assert [one["name"] for one in first] == NAMES.split(",") and len({one["id"] for one in first}) == 3
    later = at("config", "set", "roster", "ben=Benjamin, Zoe\u0308 ,Ann", "--json").json["roster"]
    assert later == [{"id": "ben", "name": "Benjamin"}, first[1], first[0]]
    file = tmp_path / "club.json"
    file.write_text(json.dumps([{"id": "x", "name": "Ζωή"}]), "utf-8")
    assert at("config", "set", "roster", f"@{file}", "--json").json["roster"] == [{"id": "x", "name": "Ζωή"}]
    assert live.do(lambda box: box.app.settings.get("roster")) == [{"id": "x", "name": "Ζωή"}]
    assert at("config", "set", "roster", "none", "--json").json["roster"] == []
    assert at("config", "set", "roster", "[]", "--json").json["roster"] == []


def test_names_that_the_box_cannot_draw_come_as_pictures(live, at, robokraft, tmp_path, monkeypatch):
    monkeypatch.setattr(fonts, "installed", list)
    ended = robokraft("--port", live.address, "config", "set", "roster", "Ann,李明,小")
    assert ended.code == 0 and "no font here has all letters of 李明, 小" in ended.err

    def pieces(box):
        return [
            [shown for _, shown in box.app.names().pieces(name)]
            if not box.app.canvas.can_draw(name)
            else None
            for name in ("李明", "小", "Ann")
        ]

    ids = {
        one["name"]: one["id"]
        for one in json.loads(robokraft("--port", live.address, "config", "get", "roster", "--json").out)[
            "roster"
        ]
    }
    assert live.do(pieces) == [[ids["李明"]], [ids["小"]], None]
    font = barfont.make(tmp_path / "a.ttf", "李明小")
    at("config", "set", "roster", "Ann,李明,小", "--font", font)
    drawn = lettering.pictures(["李明", "小", "小明", "明"], [font])
    assert live.do(pieces) == [[drawn["李明"]], [drawn["小"]], None]
    at("start", "robokraft", "--players", "李明,Bob,小明", "--font", font)  # a guest's name too
    assert live.do(lambda box: [shown for _, shown in box.app.names().pieces("小明")]) == [drawn["小明"]]
    other = barfont.make(tmp_path / "b.ttf", "李明小abc")
    live.do(lambda box: setattr(box.parts.files, "write", refuses(box.parts.files.write)))
    at("config", "set", "roster", "Ann,李明,小", "--font", other)  # the same drawings: nothing is sent
    live.do(lambda box: delattr(box.parts.files, "write"))
    assert REFUSED == []
    ended = robokraft(
        "--port", live.address, "config", "set", "roster", "Ann,李", "--font", tmp_path / "none.ttf"
    )
    assert (ended.code, ended.err) == (2, f"robokraft: there is no font file {tmp_path / 'none.ttf'}\n")
    assert len(live.do(lambda box: box.app.settings.get("roster"))) == 3  # nothing was changed
    at("config", "set", "players", '[{"id": null, "name": "明"}]', "--font", font)
    assert live.do(lambda box: [shown for _, shown in box.app.names().pieces("明")]) == [drawn["明"]]


def test_restore_brings_the_pictures_that_lack_also_where_nothing_else_does(
    live, at, robokraft, tmp_path, monkeypatch
):
    monkeypatch.setattr(fonts, "installed", list)
    robokraft("--port", live.address, "config", "set", "roster", "Ann,李明")
    at("backup", tmp_path / "all.zip")
    font = barfont.make(tmp_path / "a.ttf", "李明")
    assert "nothing to put back" in at("restore", tmp_path / "all.zip", "--dry-run").out
    assert live.do(lambda box: pictures.load(box.parts.files, "李明")) is None
    at("restore", tmp_path / "all.zip", "--font", font)
    assert (
        live.do(lambda box: pictures.load(box.parts.files, "李明"))
        == lettering.pictures(["李明"], [font])["李明"]
    )


def test_a_picture_that_the_box_cannot_keep_stops_nothing(live, robokraft, tmp_path):
    font = barfont.make(tmp_path / "a.ttf", "李明")
    live.do(lambda box: setattr(box.parts.files, "write", refuses(box.parts.files.write)))
    ended = robokraft(
        "--port", live.address, "start", "robokraft", "--players", "李明,Bob,Cyd", "--font", font
    )
    assert ended.code == 0 and "李明" in ended.err and "P1 to P5" in ended.err
    assert live.do(lambda box: box.status()["game"]["players"][0]["name"]) == "李明"
    assert len(REFUSED) == 1
    REFUSED.clear()


REFUSED: list[str] = []


def refuses(write):
    """A write that finds no room for pictures of names, and counts them."""

    def other(name, data):
        if name.startswith("names/"):
            REFUSED.append(name)
            raise StorageFull(name)
        write(name, data)

    return other


def test_a_name_may_begin_as_json_does(live, at):
    told = at("config", "set", "roster", ",[x],B,C", "--json").json["roster"]
    assert [one["name"] for one in told] == ["[x]", "B", "C"]


def test_a_backslash_in_a_name_loses_nobody(live, at):
    at("config", "set", "roster", "Ann,Bob,Cyd")
    wanted = ["Dee", "a\\udo", "Eve", "b\\\\uDef", "c\\"]
    told = at("config", "set", "roster", ",".join(wanted), "--json").json["roster"]
    assert [one["name"] for one in told] == wanted


@pytest.mark.parametrize(
    ("words", "code", "what"),
    [
        (("get", "nothing"), 2, "no setting nothing"),
        (("set", "brightness"), 2, "NAME VALUE"),
        (("set", "brightness", "bright"), 2, "the value is wrong"),
        (("set", "brightness", "300"), 7, "brightness cannot be 300: 1 to 255"),
        (("set", "brightness", "0"), 7, "brightness cannot be 0: 1 to 255"),
        (("set", "brightness", "-1"), 7, "brightness cannot be -1: 1 to 255"),
        (("set", "brightness", "-1.5"), 2, "a whole number, not '-1.5'"),
        (("set", "brightness", "9" * 5000), 2, "a whole number, not '999"),
        (("set", "brightness", ""), 2, "a whole number, not ''"),
        (("set", "display", "sh"), 7, 'cannot be "sh": "ssd1306" or "sh1106"'),
        (("set", "players", "Ann,Bob"), 2, "the value is wrong"),
        (("set", "players", "[7]"), 2, "the players are a list of"),
        (("set", "players", '[{"id": 7, "name": "A"}]'), 7, "players cannot be"),
        (("set", "players", '[{"id": null, "name": "A\u202eB"}]'), 2, "cannot be seen"),
        (("set", "flip", "yes"), 2, "on or off (true or false), not 'yes'"),
        (("set", "flip", "1"), 2, "on or off (true or false), not '1'"),
        (("get", "rules.foo.bar"), 2, "there is no house rule rules.foo.bar: "),
        (("get", "rules.robokraft.bar"), 2, "robokraft has no house rule bar: there are "),
        (("get", "rules.robokraft"), 2, "robokraft has no house rule without a name"),
        (("set", "rules.robokraft.bar", "x"), 2, "robokraft has no house rule bar"),
        (("set", "roster", ""), 2, "names nobody: write 'config set roster none'"),
        (("set", "roster", " , "), 2, "names nobody"),
        (("set", "developer", "on"), 7, "at the box only"),
        (("set", "roster", "[x],B,C"), 2, "a list that begins with [ is read as JSON: put a comma before it"),
        (("set", "roster", "a=A,a=B"), 2, "same id"),
        (("set", "roster", "Ann,Ann"), 2, "Ann is named twice"),
        (("set", "roster", "Zo\u00eb,Ben,Zoe\u0308"), 2, "Zo\u00eb is named twice"),
        (("set", "roster", '[{"id":1,"name":"A"}]'), 2, "roster is a list"),
        (("set", "roster", "x" * 41), 2, "40 characters at most"),
        (("set", "roster", "Ann,An\u200bn"), 2, "cannot be seen"),
        (("set", "roster", "a=\u202eA"), 2, "cannot be seen"),
        (("set", "roster", '[{"id":"","name":"A"}]'), 2, "empty name or id"),
        (("set", "players", '[{"id":"a","name":"A"},{"id":"a","name":"B"}]'), 7, "and no id twice"),
        (("set", "shapes", '["star\x07"]'), 2, "invalid control character at character 7"),
        (
            ("set", "shapes", "[0,0,0,0]"),
            7,
            "shapes cannot be [0, 0, 0, 0]: a list of four different ones of circle, ",
        ),
        (("set", "shapes", "star"), 2, "the value is wrong: it is no JSON"),
        (("get", ""), 2, "NAME is empty"),
        (("set", "rules.robokraft.ties", "mine"), 7, "share, last_round"),
        (("put", "x"), 2, "config get"),
    ],
)
def test_settings_that_cannot_be_are_refused(refused, words, code, what):
    with Live(Listener()) as live:
        live.do(lambda box: box.configure(roster=[{"id": "ann", "name": "Ann"}]))
        before = live.do(lambda box: box.app.settings.values())
        assert what in refused("config", *words, "--port", live.address, code=code)
        assert live.do(lambda box: box.app.settings.values()) == before


def test_the_host_names_the_shapes_that_there_are():
    assert SHAPES == ALL_SHAPES


def test_the_clock_is_set_and_the_difference_told(live, at):
    first = at("clock", "--json").json
    assert first["was"] is None and first["late_s"] is None
    assert live.do(lambda box: box.parts.utc())[:13] == first["set"][:13]
    live.do(lambda box: box.parts.set_utc("2001-01-01T00:00:00Z"))
    assert at("clock", "--json").json["late_s"] > 7e8
    assert "slow" in (live.do(lambda box: box.parts.set_utc("2001-01-01T00:00:00Z")) or at("clock").out)


def test_a_roster_that_is_too_long_changes_nothing(live, robokraft, at):
    at("config", "set", "roster", "ann=Ann,ben=Ben")
    ended = robokraft("config", "set", "roster", ",".join(f"N{k}" for k in range(40)), "--port", live.address)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err == "robokraft: the box knows 32 people at most, not 40: nothing was changed\n"
    assert (
        at("config", "get", "roster").out
        == 'roster [{"id": "ann", "name": "Ann"}, {"id": "ben", "name": "Ben"}]\n'
    )


def test_a_game_begins_with_people_of_the_roster_and_guests(live, at):
    at("config", "set", "roster", "ann=Ann,zoe=Zoë")
    game = at(
        "start", "robokraft", "--players", "zoe,Ann,Tom", "--discs", "GROB", "--lead", "2", "--json"
    ).json
    assert game["players"] == [
        {"id": "zoe", "name": "Zoë"},
        {"id": "ann", "name": "Ann"},
        {"id": None, "name": "Tom"},
    ]
    assert (game["discs"], game["turn"], game["mode"], game["events"]) == ("GROB", 2, "cards", 0)


def test_house_rules_of_the_box_hold_unless_others_are_given(live, at):
    at("config", "set", "rules.robokraft.ties", "last_round")
    at("start", "robokraft", "--players", "a,b,c", "--mode", "tricks")
    header = json.loads(live.do(lambda box: box.log_lines()[0]))
    assert header["rules"] == {"ties": "last_round"} and header["mode"] == "tricks"
    assert sorted(header["setup"]["discs"]) == sorted("BROG")


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (("chess", "--players", "a,b,c"), "chess"),
        (("robokraft", "--players", "a,b"), "3 to 4 players"),
        (("robokraft", "--players", "a,,c"), "empty"),
        (("robokraft", "--players", "Ann,Ann,c"), "one seat only"),
        (("robokraft", "--players", "a,b,\u2067c"), "cannot be seen"),
        (("", "--players", "a,b,c"), "GAME is empty"),
        (("robokraft", "--players", "a,b,c", "--mode", "x"), "mode"),
        (("robokraft", "--players", "a,b,c", "--discs", "BRO"), "discs"),
        (("robokraft", "--players", "a,b,c", "--lead", "3"), "lead"),
        (("robokraft", "--players", "a,b,c", "--rules", "[]"), "object"),
        (("robokraft", "--players", "a,b,c", "--setup", "{"), "set-up is wrong"),
        (("robot_x", "--players", "a,b,c"), "the set-up of robot_x needs colours"),
        (("robots", "--players", "a,b,c"), "the set-up of robots needs values, robot"),
        (("robotlab", "--players", "a,b"), "the set-up of robotlab needs bodies, disassemble"),
        (("robotroc", "--players", "a,b,c", "--lead", "9"), "lead"),
    ],
)
def test_a_game_that_cannot_begin_is_said(refused, words, what):
    with Live(Listener()) as live:
        live.do(lambda box: box.configure(roster=[{"id": "ann", "name": "Ann"}]))
        assert what in refused("start", *words, "--port", live.address)
        assert live.do(lambda box: box.status())["game"] is None


BODIES = '{"bodies": ["B", "R"]}'


@pytest.mark.parametrize(
    ("game", "words", "kept", "setup"),
    [
        ("robot_x", (), {"colours": ["red", "blue"]}, {"lead": 1, "colours": ["red", "blue"]}),
        ("robots", (), {"values": "face", "robot": 20}, {"dealer": 1, "values": "face", "robot": 20}),
        ("robotroc", (), {}, {"lead": 1, "games": 1, "shown": None}),
        ("robotroc", ("--setup", '{"games": 3}'), {}, {"lead": 1, "games": 3, "shown": None}),
        ("robotlab", ("--setup", BODIES), {"disassemble": "trash"}, {"disassemble": "trash"}),
        ("robotlab", ("--setup", BODIES, "--mode", "young"), {}, {"disassemble": None}),
    ],
)
def test_any_game_begins_with_what_the_box_knows_of_its_cards(at, live, game, words, kept, setup):
    live.do(lambda box: kept and carddata.save(box.app.journal.files, game, kept))
    at("start", game, "--players", "Ann,Ben", "--lead", "1", *words)
    if game == "robotlab":
        setup = {"first": 1, "matches": 1, "bodies": ["B", "R"], **setup}
    assert json.loads(live.do(lambda box: box.log_lines()[0]))["setup"] == setup


@pytest.mark.parametrize(("key", "code"), [("ok", 0), ("back", 7)])
def test_while_a_game_is_open_somebody_must_say_yes(live, robokraft, key, code):
    live.do(lambda box: box.start(WISH))

    def somebody():
        while live.do(lambda box: box.status())["screen"]["name"] != "question":
            time.sleep(0.02)
        live.do(lambda box: box.play(key))

    answering = threading.Thread(target=somebody)
    answering.start()
    ended = robokraft("start", "robokraft", "--players", "x,y,z", "--port", live.address)
    answering.join()
    assert ended.code == code and "answer at the box" in ended.err
    names = [player["name"] for player in live.do(lambda box: box.status())["game"]["players"]]
    assert names == (["x", "y", "z"] if code == 0 else WISH["players"])


def test_the_screen_in_developer_mode_only(live, at, robokraft, tmp_path):
    ended = robokraft("screen", "--port", live.address)
    assert ended.code == 7 and "Settings, Developer" in ended.err
    live.do(lambda box: box.configure(developer=True))
    png = tmp_path / "screen.png"
    told = at("screen", "--png", png, "--json").json
    assert told["texts"] == live.do(lambda box: box.status())["screen"]["texts"]

    from robokraft.virtual.picture import to_image

    wanted = to_image(live.do(lambda box: bytes(box.pixels())))
    assert (
        Image.open(io.BytesIO(png.read_bytes())).convert("RGB").tobytes() == wanted.convert("RGB").tobytes()
    )
    assert at("screen").out.count("\n") >= 33


def test_the_selftest_ends_with_1_where_something_is_wrong(live, at, robokraft):
    assert at("selftest", "--json").json["storage"] is True
    assert "display answers" in at("selftest").out
    live.do(lambda box: (box.press_mask(2), setattr(box.app.keys, "stuck", 2)))
    ended = robokraft("selftest", "--port", live.address)
    assert ended.code == 1 and "STUCK: red" in ended.out


def test_in_another_process_while_keys_are_pressed(live, process):
    live.do(lambda box: box.start(WISH))
    done = process("--port", live.address, "status", "--json")
    assert done.returncode == 0 and json.loads(done.stdout)["game"]["id"].startswith("VIRTUAL-")


def test_errors_are_one_sentence_with_their_code(refused, monkeypatch, tmp_path):
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: [])
    assert "no box was found" in refused("status", code=3)
    assert "nothing can be reached" in refused("status", "--port", "socket://127.0.0.1:1", code=4)
    assert "write socket://HOST:PORT" in refused("status", "--port", "socket://x", code=2)
    if os.name != "nt":
        assert "there is no port" in refused("export", "--to", tmp_path, "--port", "/dev/ttyACM99", code=4)


def test_devices_without_a_box_ends_with_3(robokraft, monkeypatch):
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: [])
    ended = robokraft("devices", "--json")
    assert (ended.code, ended.json) == (3, [])
    assert "no box was found" in robokraft("devices").out
    (told,) = robokraft("devices", "--json", "--port", "socket://127.0.0.1:1").json
    assert told["device"] is None and "nothing can be reached" in told["error"]
