"""The box's end: what it answers, what it asks first, and that no host, however it behaves, disturbs the table."""

import base64
import binascii
import random
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cables import GAME, PLAYERS, WISH, Desk, answers, fill
from companion.lang import en
from companion.link import door, server
from companion.ui.canvas import Canvas
from robokraft.client import BoxError
from robokraft.virtual.box import KEYS
from shared_rules import wire

TRICKS = "blue down blue  down up  orange down down  red down red  up blue  up red  ok back  ok ok:hold"
JUNK = [
    b"AT\r\n", b"ATZ\rATI\r", b"+++", b"\x03", b"\x04", b"\x01\x05", b"12345\x03678\n", b"#", b"#?", b"\n\n\n", b"\xff\xfe\n",
    b"#?00000000 1 start {}\n", b">>> import machine\n", b"#" + b"9" * 5000 + b"\n", b"#?12345678 7 sta",
    b'#?12345678 7 hello {"session":1}\n', b"[" * 1500 + b"\n", b"\x00" * 40 + b"\n",
]  # fmt: skip


@pytest.fixture
def desk():
    with Desk() as made:
        yield made


@pytest.fixture
def client(desk):
    return desk.client()


@pytest.fixture
def playing(desk):
    """A box with a game at its second card."""
    desk.box.start(WISH)
    desk.box.play("blue down blue")
    return desk


def memory(box):
    """All files of a box: {path: content}."""
    root = box._folder.path
    return {
        path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()
    }


# Who may ask


def test_hello_tells_who_it_is(client, desk):
    assert (client.device, client.storage, client.protocol) == ("VIRTUAL", desk.app.journal.storage_id, 1)
    assert client.micropython is None and client.firmware


def test_nothing_is_answered_before_hello(desk):
    assert desk.ask(5, "status")["error"] == "hello"
    desk.hello()
    assert "status" in desk.ask(5, "status")


def serving():
    return [name for name in sys.modules if door.serves(name)]


@pytest.fixture
def forgetful():
    """For a test that puts modules out of memory: others hold them."""
    known = {name: sys.modules[name] for name in serving()}
    yield
    for name, module in known.items():
        sys.modules[name] = module
        setattr(sys.modules[name.rpartition(".")[0]], name.rpartition(".")[2], module)


@pytest.mark.usefixtures("forgetful")
def test_what_answers_a_host_is_in_memory_only_while_one_speaks(desk):
    assert desk.server is None
    desk.hello()
    desk.box.parts.clock.advance(119_000)
    desk.box.run(5)
    assert desk.server is not None and len(serving()) >= 3
    desk.box.parts.clock.advance(2_000)
    desk.box.run(5)
    assert desk.server is None and serving() == []
    desk.hello()
    assert "status" in desk.ask(5, "status")


@pytest.mark.usefixtures("forgetful")
@pytest.mark.parametrize(("free", "stays"), [(20_000, False), (60_000, True)])
def test_where_memory_is_tight_a_silent_host_gives_it_back_soon(client, desk, monkeypatch, free, stays):
    """And is answered when it speaks again, as if nothing had been."""
    monkeypatch.setattr("companion.link.door.gc.mem_free", lambda: free, raising=False)
    client.ask("status")
    desk.box.run(2500)
    assert (desk.box.app._door.server is not None) == stays
    client.ask("set", name="brightness", value=7)
    desk.box.run(2500)
    assert client.ask("start", **GAME)["outcome"] == "done"
    assert client.ask("status")["status"]["game"]["events"] == 0


@pytest.mark.usefixtures("forgetful")
def test_a_box_without_memory_for_a_key_takes_that_of_the_link(client, desk):
    client.ask("status")
    desk.box.app._crashed("input", MemoryError())
    assert desk.box.app._door.server is None
    assert client.ask("status")["status"]["screen"]["name"] == "notice"


def test_a_question_that_is_open_keeps_what_asked_it(playing):
    playing.hello()
    assert playing.ask(2, "start", **GAME)["outcome"] == "asked"
    playing.box.parts.clock.advance(300_000)
    playing.box.run(5)
    assert playing.ask(3, "outcome")["outcome"] == "asked"


def test_a_host_that_is_too_old_is_told_and_no_session_begins(desk, monkeypatch):
    monkeypatch.setattr(wire, "OLDEST", 2)
    answer = desk.hello()[1]
    assert answer["error"] == "protocol" and "protocol 1" in answer["message"]


PICTURE = base64.b64encode(bytes([1, 1, 1]) + bytes(6)).decode()


def test_a_box_tells_which_names_it_cannot_draw_and_takes_their_pictures(client, desk):
    assert client.ask("undrawn", names=["Zoë", "李", "Ann 李"])["names"] == [
        {"name": "李", "crc": None},
        {"name": "Ann 李", "crc": None},
    ]
    client.ask("picture", name="李", picture=PICTURE)
    (one,) = client.ask("undrawn", names=["李", "Bob"])["names"]
    assert one == {"name": "李", "crc": f"{binascii.crc32(base64.b64decode(PICTURE)):08x}"}


def test_the_longest_name_and_the_largest_picture_fit_into_one_line(client, desk):
    columns = (40, 80, 96)
    data = bytes(columns) + bytes(sum(width * (k + 1) for k, width in enumerate(columns)))
    name = "🤖" * 40
    client.ask("undrawn", names=[name[:39] + str(k) for k in range(5)])
    client.ask("picture", name=name, picture=base64.b64encode(data).decode())
    assert client.ask("undrawn", names=[name])["names"][0]["crc"] == f"{binascii.crc32(data):08x}"


def test_every_message_answers_what_the_table_says(client, desk):
    desk.box.configure(developer=True)
    client.set_people([{"id": "z", "name": "Zoë"}])
    asked = {
        "games": {"before": 99999}, "read": {"game": 1, "from_": 0}, "set": {"name": "sound", "value": True}, "people": {"from_": 0},
        "person": {"at": 0, "id": "a", "name": "Ann"}, "forget": {"id": "a"}, "clock": {"utc": "2026-11-30T19:02:11Z"},
        "undrawn": {"names": ["Ann", "李"]}, "picture": {"name": "李", "picture": PICTURE}, "start": GAME, "press": {"key": "red", "hold": False}, "cards": {"game": "robots"},
    }  # fmt: skip
    client.ask("start", **GAME)
    later = {
        "hello",
        "exported",
        "maintenance",
        "start",
        "delete",
        "clear",
        "restore",
        "put",
        "keep",
        "program",
    }
    for name in [name for name in wire.names() if name not in later]:
        client.ask(name, **asked.get(name, {}))


BAD = [
    (b"{}", "status", None),
    (b'{"x":1}', "status", "schema"),
    (b"[]", "status", "schema"),
    (b"null", "status", "schema"),
    (b"{", "status", "json"),
    (b"", "status", "json"),
    (b'{"from":"0"}', "people", "schema"),
    (b'{"from":0.0}', "people", "schema"),
    (b'{"from":true}', "people", "schema"),
    (b'{"from":-1}', "people", "schema"),
    (b'{"from":99999999999999999999}', "people", "schema"),
    (b"[" * 900, "people", "json"),
    (b'{"game":1,"from":' + b"[" * 200 + b"]" * 200 + b"}", "read", "schema"),
    (b'{"game":7,"from":0}', "read", "missing"),
    (b'{"game":1}', "delete", "missing"),
    (b'{"from":0,"bytes":"AAAA"}', "put", "unasked"),
    (b'{"kind":"game","game":"","size":0,"crc":"00000000","exported":false}', "keep", "unasked"),
    (b'{"game":"chess"}', "cards", "schema"),
    (b"{}", "erase", "unknown"),
    (b"{}", "__init__", "unknown"),
    (b'{"name":"brightness","value":0}', "set", "value"),
    (b'{"name":"brightness","value":"9"}', "set", "value"),
    (b'{"name":"brightness","value":1e9}', "set", "value"),
    (b'{"name":"nothing","value":0}', "set", "unknown"),
    (b'{"name":"shapes","value":[[],[],[],[]]}', "set", "value"),
    (b'{"name":"rules","value":{"robokraft":{"x":"y"}}}', "set", "schema"),
    (b'{"name":"rules","value":{"robokraft":[]}}', "set", "schema"),
    (b'{"name":"rules","value":{"chess":{}}}', "set", "schema"),
    (b'{"name":"developer","value":true}', "set", "value"),
    (b'{"name":"roster","value":[]}', "set", "value"),
    (b'{"at":0,"id":"","name":"A"}', "person", "value"),
    (b'{"at":0,"id":"a","name":"A\\u0007"}', "person", "schema"),
    (b'{"at":0,"id":"a","name":"\\ud83d"}', "person", "json"),
    (b'{"names":[]}', "undrawn", "schema"),
    (b'{"names":["a","b","c","d","e","f"]}', "undrawn", "schema"),
    (b'{"names":[7]}', "undrawn", "schema"),
    (b'{"name":"","picture":"AQEBAAAAAAAA"}', "picture", "schema"),
    (b'{"name":"A\\n","picture":"AQEBAAAAAAAA"}', "picture", "schema"),
    (b'{"name":"A","picture":"AQEBAAAAAAA="}', "picture", "schema"),
    (b'{"name":"A","picture":"AAAA"}', "picture", "schema"),
    (b'{"name":"A","picture":"A"}', "picture", "schema"),
    (b'{"name":"A","picture":"\xc3\xa4\xc3\xa4"}', "picture", "schema"),
    (b'{"utc":"2026-02-30T00:00:00Z"}', "clock", "schema"),
    (b'{"utc":"yesterday"}', "clock", "schema"),
    (b"{}", "screen", "developer"),
    (b'{"key":"ok","hold":false}', "press", "developer"),
    (b"{}", "maintenance", "unsupported"),
    (b'{"game":1,"size":0,"crc":"00000000"}', "exported", "differs"),
    (b'{"game":7,"size":0,"crc":"00000000"}', "exported", "missing"),
]


@pytest.mark.parametrize(("text", "name", "code"), BAD, ids=range(len(BAD)))
def test_what_cannot_be_is_refused_and_changes_nothing(playing, text, name, code):
    playing.hello()
    before, screen = memory(playing.box), playing.box.pixels()
    body = b"2 %s %s" % (name.encode(), text)
    (answer,) = playing.raw(b"#?" + wire._crc(body) + b" " + body + b"\n")
    assert answer[0] == 2 and answer[1].get("error") == code
    assert code is None or 0 < len(answer[1]["message"]) <= 400
    assert memory(playing.box) == before and playing.box.pixels() == screen
    assert playing.ask(3, "status")["status"]["warnings"] == []


def test_a_game_that_cannot_begin_is_refused(client, desk):
    for change in ({"game": "chess"}, {"mode": "x"}, {"players": PLAYERS[:2]}, {"setup": {"lead": 3, "discs": "BROG"}}, {"setup": 5},
                   {"setup": {"lead": 0, "discs": "BROG", "x": 1}}, {"rules": {"ties": "x"}}, {"rules": []},
                   {"players": [{"id": "a", "name": name} for name in ("Ann", "Ben", "Cyd")]}):  # fmt: skip
        with pytest.raises(BoxError):
            client.ask("start", **{**GAME, **change})
    assert desk.box.status()["game"] is None and desk.box.status()["screen"]["name"] == "home"


# Junk


@pytest.mark.parametrize("junk", JUNK, ids=range(len(JUNK)))
def test_junk_is_skipped_and_the_next_request_is_answered(playing, junk):
    playing.hello()
    before = memory(playing.box)
    assert playing.raw(junk) == []
    playing.box.run(500)
    assert memory(playing.box) == before
    assert playing.raw(b"\n" + wire.request(2, "status", {}))[0][1]["status"]["game"]["events"] == 1


def test_a_request_that_comes_byte_by_byte_is_taken(desk):
    for byte in wire.request(1, "hello", {"session": 9, "protocol": 1})[:-1]:
        assert desk.raw(bytes([byte]), 3) == []
    assert desk.raw(b"\n")[0][1]["product"] == wire.PRODUCT


def test_stale_output_does_not_hide_the_answer(desk):
    """FIELD 14."""
    desk.cable.room = 4096
    desk.cable.to_host += b"Traceback (most recent call last):\n" * 29 + b"no end"
    assert desk.client().device == "VIRTUAL"


def noise(size, seed):
    """Junk of every kind, with pieces of real requests, whose CRC is wrong or that are cut."""
    chance = random.Random(seed)
    out = bytearray()
    real = [
        wire.request(7, "start", GAME),
        wire.request(8, "delete", {"game": 1}),
        wire.request(9, "forget", {"id": "a"}),
    ]
    while len(out) < size:
        kind = chance.randrange(5)
        if kind == 0:
            out += chance.randbytes(chance.randrange(1, 400))
        elif kind == 1:
            out += chance.choice(JUNK)
        elif kind == 2:
            out += b"#" * chance.randrange(1, 1500)
        else:
            line = bytearray(chance.choice(real))
            if kind == 3:
                line[chance.randrange(2, len(line) - 1)] ^= 1 << chance.randrange(7)
            else:
                line = line[: chance.randrange(1, len(line) - 1)]
            out += line + b"\n"
    return bytes(out)


@pytest.mark.slow
def test_a_megabyte_of_noise_enters_nothing_and_no_key_is_lost():
    """The same keys with and without a host that floods: the same pictures after each, the same game, byte by byte."""
    with Desk() as quiet, Desk() as loud:
        flood = noise(1 << 20, 1)
        loud.cable.to_box += flood
        for desk in (quiet, loud):
            desk.box.start(WISH)
        for word in TRICKS.split() * 8:
            for desk in (quiet, loud):
                desk.box.play(word)
            assert loud.box.pixels() == quiet.box.pixels(), word
        while loud.cable.to_box:
            loud.box.run(100)
        quiet.box.run(loud.box.parts.clock.now_ms - quiet.box.parts.clock.now_ms)
        assert loud.box.log_lines() == quiet.box.log_lines()
        assert memory(loud.box) == memory(quiet.box)
        assert loud.box.status() == quiet.box.status()
        assert loud.client().ask("status")["status"]["warnings"] == []


@settings(max_examples=30)
@given(st.lists(st.binary(max_size=40) | st.sampled_from(JUNK), max_size=20))
def test_any_junk_around_requests_changes_nothing(pieces):
    with Desk() as desk:
        desk.hello()
        before = memory(desk.box)
        for number, piece in enumerate(pieces, 2):
            desk.raw(piece + b"\n", 1)
            assert desk.ask(number, "people", **{"from": 0}) == {"people": [], "count": 0}
        assert memory(desk.box) == before


# A host that does not read


def test_two_hundred_unread_answers_cost_no_key_and_no_picture():
    """FIELD 8."""
    with Desk() as quiet, Desk() as unread:
        for desk in (quiet, unread):
            desk.box.start(WISH)
        unread.cable.to_box += wire.request(1, "hello", {"session": 1, "protocol": 1})
        for number, word in enumerate(TRICKS.split() * 7, 2):
            for _ in range(2):
                unread.cable.to_box += wire.request(number, "status", {})
            for desk in (quiet, unread):
                desk.box.play(word)
            assert unread.box.pixels() == quiet.box.pixels(), word
        assert len(TRICKS.split()) * 7 * 2 >= 200 and unread.cable.to_box == b""
        assert len(unread.cable.to_host) == unread.cable.room, "nothing was read"
        assert unread.box.log_lines() == quiet.box.log_lines()
        unread.box.run(3000)
        later = unread.client().ask("status")["status"]
        assert later["game"] == quiet.box.status()["game"] and later["warnings"] == []


def test_an_answer_that_nobody_takes_is_dropped_and_the_next_one_is_whole(desk):
    desk.hello()
    desk.cable.room = 0
    desk.raw(wire.request(2, "settings", {}))
    desk.box.run(2500)
    desk.cable.room = 4096
    assert desk.raw(b"") == []
    assert "values" in desk.ask(3, "settings")


def test_a_slow_reader_gets_the_whole_answer(desk):
    desk.hello()
    desk.cable.room = 3
    desk.cable.to_box += wire.request(2, "settings", {})
    out = b""
    while not answers(out):
        desk.box.run(1)
        out += bytes(desk.cable.to_host)
        desk.cable.to_host.clear()
        assert desk.box.parts.clock.now_ms < 20000
    assert answers(out)[0][1]["values"]["brightness"] == 255


def test_a_slow_reader_who_asks_again_meanwhile_sees_the_end_of_it(desk):
    """Were it begun anew for each, none would ever be whole."""
    desk.hello()
    line = wire.request(2, "settings", {})
    desk.cable.room = 1
    desk.cable.to_box += line
    out = b""
    for ms in range(3000):
        if ms % 100 == 99:
            desk.cable.to_box += b"\n" + line
        desk.box.run(1)
        out += bytes(desk.cable.to_host)
        desk.cable.to_host.clear()
        if len(answers(out)) > 2:
            break
    assert len(answers(out)) > 2


# Once and in order


def test_a_repeated_request_is_done_once_and_answered_twice(desk):
    desk.hello()
    line = wire.request(2, "start", GAME)
    assert desk.raw(line) == desk.raw(line) == [(2, {"outcome": "done"})]
    assert desk.app.journal.open_key == 1 and desk.box.status()["screen"]["name"] != "question"


def test_an_older_request_is_refused(desk):
    desk.hello()
    desk.ask(2, "person", at=0, id="a", name="Ann")
    desk.ask(3, "forget", id="a")
    assert desk.ask(2, "person", at=0, id="a", name="Ann")["error"] == "sequence"
    assert desk.ask(2, "person", at=0, id="b", name="Ben")["error"] == "sequence"
    assert desk.ask(4, "people", **{"from": 0})["count"] == 0


def test_another_hosts_session_gets_no_answer_of_the_one_before(desk):
    desk.hello(session=1)
    desk.ask(2, "person", at=0, id="a", name="Ann")
    desk.hello(session=2)
    assert desk.ask(2, "people", **{"from": 0})["count"] == 1


def test_a_repeated_hello_begins_nothing_anew(desk):
    hello = wire.request(1, "hello", {"session": 5, "protocol": 1})
    desk.raw(hello)
    desk.ask(2, "status")
    assert desk.raw(hello)[0][1]["error"] == "sequence"
    assert "status" in desk.ask(3, "status")


@settings(max_examples=40)
@given(st.data())
def test_whatever_is_sent_again_is_done_once(data):
    """New requests, and old ones again in any order: each is done at most once, in its order."""
    with Desk() as desk:
        desk.hello()
        sent, did = [], []
        desk.ask(2, "people", **{"from": 0})
        options = desk.handlers.options
        change = options._change
        options._change = lambda name, value: (
            did.append(value[0]["id"] if value else None),
            change(name, value),
        )
        for number in range(3, data.draw(st.integers(4, 14))):
            if sent and data.draw(st.booleans()):
                desk.raw(data.draw(st.sampled_from(sent)), 5)
            line = wire.request(number, "person", {"at": 0, "id": f"p{number}", "name": "x"})
            sent.append(line)
            if data.draw(st.integers(0, 3)):  # else it was lost on the way
                assert desk.raw(line, 5)[-1] == (number, {})
        assert did == sorted(set(did), key=lambda one: int(one[1:]))
        assert [one["id"] for one in desk.app.settings.get("roster")] == did[::-1]


# Asked on the box


def asked(desk, name, number=50, **fields):
    assert desk.ask(number, name, **fields) == {"outcome": "asked"}
    assert desk.box.status()["screen"]["name"] == "question"


def outcome(desk, number):
    return desk.ask(number, "outcome")["outcome"]


def test_a_game_begins_at_once_from_home(desk):
    desk.hello()
    assert desk.ask(2, "start", **GAME) == {"outcome": "done"}
    assert [player["name"] for player in desk.box.status()["game"]["players"]] == ["Ann", "Ben", "Cyd"]


def test_with_a_game_open_the_box_asks_first(playing):
    playing.hello()
    before = playing.box.log_lines()
    asked(playing, "start", **GAME)
    assert playing.box.status()["screen"]["texts"][:3] == list(en.ASKED_START)
    assert outcome(playing, 51) == "asked" and playing.box.log_lines() == before
    playing.box.play("ok")
    assert outcome(playing, 52) == "done"
    assert playing.box.status()["game"]["events"] == 0 and playing.app.journal.open_key == 2
    assert playing.app.journal.games()[0][0] == 1, "the game that was open is kept"


def test_what_asked_is_let_go_once_its_outcome_was_told(playing):
    playing.hello()
    asked(playing, "start", **GAME)
    playing.ask(51, "status")
    assert playing.handlers.asking is not None, "the question is open"
    playing.box.play("ok")
    playing.ask(52, "status")
    assert playing.handlers.asking is not None, "nobody was told yet"
    assert outcome(playing, 53) == "done"
    playing.ask(54, "status")
    assert playing.handlers.asking is None and outcome(playing, 55) == "none"
    asked(playing, "start", 56, **GAME)
    playing.box.play("back")
    assert outcome(playing, 57) == "refused"
    playing.ask(58, "status")
    assert playing.ask(59, "start", **GAME)["error"] == "refused", "a no is remembered"


def test_back_is_a_no_and_the_entry_goes_on(playing):
    playing.hello()
    playing.box.play("down")
    asked(playing, "start", **GAME)
    playing.box.play("blue red up back")
    assert outcome(playing, 51) == "refused"
    assert playing.box.status()["game"]["phase"] == "rank"
    playing.box.play("up")
    assert playing.box.status()["game"]["events"] == 2


def test_elsewhere_than_on_home_it_asks_too(desk):
    desk.hello()
    desk.box.play("down ok")
    asked(desk, "start", **GAME)
    desk.box.play("ok")
    assert outcome(desk, 51) == "done" and desk.box.status()["game"]["events"] == 0


def test_one_question_at_a_time_and_none_soon_after_a_no(playing):
    playing.hello()
    asked(playing, "start", **GAME)
    assert playing.ask(51, "start", **GAME)["error"] == "busy"
    playing.box.play("back")
    assert playing.ask(52, "start", **GAME)["error"] == "refused"
    playing.box.run(10000)
    asked(playing, "start", 53, **GAME)


def test_a_question_that_went_away_with_its_screen_is_a_no(playing):
    playing.hello()
    asked(playing, "start", **GAME)
    playing.app.home()
    assert outcome(playing, 51) == "refused" and playing.app.journal.open_key == 1


def test_a_yes_that_cannot_be_done_says_why(playing, monkeypatch):
    from companion.storage.files import StorageFull

    playing.hello()
    asked(playing, "start", **GAME)

    def full(name):
        raise StorageFull(name)

    monkeypatch.setattr(playing.app.journal, "finish", lambda: full("packs"))
    playing.box.play("ok")
    answer = playing.ask(51, "outcome")
    assert answer["outcome"] == "failed" and "storage" in answer["message"]
    assert playing.app.journal.open_key == 1


@pytest.fixture
def stored(desk):
    """A box that holds one finished game."""
    desk.box.start(WISH)
    desk.box.play("blue down blue")
    desk.app.session.close()
    desk.app.home()
    desk.hello()
    return desk


def mark(desk, number=2):
    size, data = desk.app.journal.piece(1, 0, 100000)
    return desk.ask(number, "exported", game=1, size=size, crc=wire._crc(data).decode())


def test_an_exported_game_is_deleted_after_one_yes(stored):
    assert mark(stored) == {}
    asked(stored, "delete", game=1)
    assert stored.app.journal.games() != []
    stored.box.play("ok")
    assert outcome(stored, 51) == "done" and stored.app.journal.games() == []


@pytest.mark.parametrize(("keys", "left"), [("ok ok", 0), ("ok back", 1), ("back", 1), ("ok", 1)])
def test_the_only_copy_is_deleted_after_two(stored, keys, left):
    asked(stored, "delete", game=1)
    assert en.ASKED_DELETE[2] in stored.box.status()["screen"]["texts"]
    stored.box.play(keys)
    assert len(stored.app.journal.games()) == left
    assert outcome(stored, 51) == {"ok ok": "done", "ok": "asked"}.get(keys, "refused")


def test_spikes_and_other_keys_delete_nothing(stored):
    asked(stored, "delete", game=1)
    for _ in range(200):
        for mask in (1 << KEYS.index("ok"), 0xFF):
            stored.box.press_mask(mask)
            stored.box.run(2)
            stored.box.press_mask(0)
            stored.box.run(30)
    stored.box.play("blue red orange green up down")
    assert outcome(stored, 51) == "asked" and len(stored.app.journal.games()) == 1


def test_only_the_very_game_is_marked_as_exported(stored):
    size, data = stored.app.journal.piece(1, 0, 100000)
    crc = wire._crc(data).decode()
    for number, (wrong_size, wrong_crc) in enumerate(
        ((size - 1, crc), (size, "00000000"), (size, crc.upper() + " ")), 2
    ):
        answer = stored.ask(number, "exported", game=1, size=wrong_size, crc=wrong_crc)
        assert answer["error"] in ("differs", "schema")
        assert stored.app.journal.stats()[:2] == (1, 1)
    assert mark(stored, 9) == {} and stored.app.journal.stats()[:2] == (1, 0)


@pytest.mark.parametrize(
    ("keys", "page"), [("", "game_end"), ("ok down down ok", "past_games")], ids=("game end", "past games")
)
def test_a_page_that_stands_says_at_once_that_its_game_is_exported(playing, keys, page):
    playing.box.play("back:hold down down down ok down ok ok " + keys)
    playing.hello()
    assert playing.box.status()["screen"]["name"] == page
    assert en.NOT_EXPORTED in playing.box.status()["screen"]["texts"]
    assert mark(playing) == {}
    playing.box.run(100)
    texts = playing.box.status()["screen"]["texts"]
    assert en.EXPORTED in texts and en.NOT_EXPORTED not in texts


# The box itself


def test_the_picture_is_what_the_panel_shows(client, desk):
    from robokraft.cli.screen import pixels

    desk.box.configure(developer=True)
    for keys in ("", "down", "ok", "blue"):
        desk.box.play(keys)
        shown = client.ask("screen")
        assert pixels(base64.b64decode(shown["picture"])) == bytes(desk.box.pixels())
        assert shown["texts"] == desk.box.status()["screen"]["texts"]


def test_keys_are_pressed_in_developer_mode(client, desk):
    desk.box.configure(developer=True)
    client.ask("press", key="down", hold=False)
    client.ask("press", key="ok", hold=False)
    desk.box.run(20)
    assert desk.box.status()["screen"]["name"] != "home"
    client.ask("press", key="back", hold=False)
    desk.box.run(20)
    assert desk.box.status()["screen"]["name"] == "home"


def test_settings_are_in_force_at_once(client, desk):
    client.ask("set", name="hold_ms", value=1900)
    assert desk.app.keys.hold_ms == 1900
    client.ask("set", name="shapes", value=["ring", "bars", "star", "diamond"])
    assert desk.app.canvas.shapes == ("ring", "bars", "star", "diamond")
    values = client.settings()
    assert values["hold_ms"] == 1900 and set(values) == set(desk.app.settings.values())


def test_a_full_roster_in_every_script_goes_and_comes(client, desk):
    people = [{"id": f"id-{k}", "name": "😀李明Ζωήعلي"[k % 9 :] + str(k)} for k in range(32)]
    client.set_people(people)
    assert client.people() == people == desk.app.settings.get("roster")
    with pytest.raises(BoxError):
        client.ask("person", at=0, id="one-more", name="x")
    longest = [{"id": "𝕏" * 40, "name": "𝕐" * 40}, people[5], people[3]]
    client.set_people(longest)
    assert client.people() == longest
    client.set_people([])
    assert client.people() == []


def test_the_clock_goes_on_from_what_it_was_told(client, desk):
    assert client.ask("clock", utc="2026-12-31T23:59:58Z") == {"was": None}
    desk.box.run(3000)
    assert desk.app.parts.utc() == "2027-01-01T00:00:01Z"
    assert client.ask("clock", utc="2026-11-30T19:02:11Z")["was"].startswith("2027-01-01T00:00:0")


def test_the_selftest_tells_what_does_not_answer(client, desk, monkeypatch):
    from companion.storage.files import StorageError

    assert client.ask("selftest") == {
        "storage": True,
        "free": None,
        "heap": None,
        "display": True,
        "stuck": [],
    }

    def fails(name, data):
        raise StorageError(name, 5)

    monkeypatch.setattr(desk.app.parts.files, "write", fails)
    desk.app.panel.lost()
    desk.app.keys.stuck = 0b1000001
    found = client.ask("selftest")
    assert (found["storage"], found["stuck"]) == (False, ["blue", "ok"])


def test_a_fault_of_the_link_is_written_down_and_the_table_plays_on(playing, monkeypatch):
    playing.hello()
    screen = playing.box.pixels()

    def broken(asked):
        raise ZeroDivisionError("oh")

    playing.ask(2, "games", before=9)
    monkeypatch.setattr(playing.handlers.games, "on_games", broken, raising=True)
    answer = playing.ask(3, "games", before=9)
    assert answer == {"error": "internal", "message": "ZeroDivisionError in the box: oh"}
    assert playing.box.pixels() == screen
    playing.box.play("down up")
    assert playing.box.status()["game"]["events"] == 2
    (crash,) = playing.ask(4, "crashes")["crashes"]
    assert crash["job"] == "link" and "ZeroDivisionError: oh" in crash["text"]


def test_a_fault_that_comes_again_and_again_is_written_down_once(playing, monkeypatch):
    playing.hello()
    playing.ask(2, "games", before=9)

    def broken(asked):
        raise ZeroDivisionError("oh")

    monkeypatch.setattr(playing.handlers.games, "on_games", broken)
    before = None
    for number in range(3, 9):
        assert playing.ask(number, "games", before=9)["error"] == "internal"
        before = before or memory(playing.box)
    assert memory(playing.box) == before


def test_too_little_memory_is_said_and_no_matter_for_the_table(playing, monkeypatch):
    playing.hello()
    playing.ask(2, "games", before=9)
    before, screen = memory(playing.box), playing.box.pixels()

    def broken(asked):
        raise MemoryError

    monkeypatch.setattr(playing.handlers.games, "on_games", broken)
    assert playing.ask(3, "games", before=9)["error"] == "memory"
    with monkeypatch.context() as change:
        change.setattr(wire, "read_request", broken)
        assert playing.raw(wire.request(4, "status", {})) == []
    assert "status" in playing.ask(4, "status")
    assert playing.box.pixels() == screen and memory(playing.box) == before
    assert playing.box.status()["warnings"] == []


def test_while_keys_are_pressed_requests_wait_but_not_for_ever(playing):
    """The table goes first: no request is done between quick presses; after a second one is."""
    playing.hello()
    playing.box.run(500)
    began = playing.box.parts.clock.now_ms
    playing.cable.to_box += wire.request(2, "status", {})
    answered = None
    for _ in range(30):
        playing.box.press_mask(2)
        playing.box.run(30)
        playing.box.press_mask(0)
        playing.box.run(50)
        if playing.cable.to_host and answered is None:
            answered = playing.box.parts.clock.now_ms - began
    assert answered is not None and 900 < answered < 1800


def test_a_key_on_its_way_holds_the_link_before_it_says_anything(playing):
    """BACK says what it is when it is let go: until its picture is there nothing is done for a host."""
    playing.hello()
    playing.box.run(500)
    playing.box.press_mask(1 << KEYS.index("back"))
    playing.box.run(10)
    playing.cable.to_box += wire.request(2, "status", {})
    playing.box.run(90)
    playing.box.press_mask(0)
    playing.box.run(60)
    assert not playing.cable.to_host and playing.server._request is None
    assert playing.box.status()["screen"]["name"] == "notice"
    playing.box.run(200)
    assert playing.cable.to_host


def test_what_reads_all_packs_reads_one_in_a_turn(desk):
    """A press waits for one of them, however many games are stored."""
    desk.hello()
    packs = desk.app.journal.packs
    for number in (1, 100, 200):
        packs.skip_to(number)
        packs.add(number, b"", 5, [b"later"])
    assert len(packs._names()) == 3
    reader, read = packs._files.reader, []

    def opened(name):
        if name.startswith("packs/"):
            read.append((name, desk.app.parts.clock.now_ms))
        return reader(name)

    packs._files.reader = opened
    for number, name, fields in ((2, "status", {}), (3, "games", {"before": 99999})):
        read.clear()
        desk.ask(number, name, **fields)
        assert len(read) == 3 and len({ms for _, ms in read}) == 3, (name, read)


def test_games_that_are_counted_while_one_is_stored_are_counted_anew(desk):
    fill(desk)
    packs = desk.app.journal.packs
    counting = packs.counting()
    assert next(counting) is None
    packs.add(packs.next(), b"", 5, [b"later"])
    *_, counts = counting
    assert counts == (3, 3) and packs.counts() == (4, 4)


def test_a_pack_that_is_deleted_while_packs_are_counted_is_no_damage(desk):
    packs = desk.app.journal.packs
    for number in (1, 100, 200):
        packs.skip_to(number)
        packs.add(number, b"", 5, [b"later"])
    counting = packs.counting()
    assert next(counting) is None
    packs.delete(1)
    *_, counts = counting
    assert counts == packs.counts() == (2, 2) and desk.app.journal.notices == []


def test_the_longest_status_there_is_fits(client, desk):
    names = ["𝕐" * 40] * 4
    desk.box.start({**WISH, "players": names})
    desk.app.warnings += [f"warning-{k}" for k in range(12)]
    assert [one["name"] for one in client.ask("status")["status"]["game"]["players"]] == names


def test_the_questions_fit_the_screen():
    canvas = Canvas(bytearray(1024))
    for lines in (
        en.ASKED_START,
        (en.ASKED_DELETE[0], en.ASKED_DELETE[1] % 9999, en.ASKED_DELETE[2]),
        en.ASKED_MAINTENANCE,
    ):
        assert len(lines) == 3
        assert [line for line in lines if canvas.width(line, 16) > 128] == []


def test_what_was_done_and_cannot_be_told_for_want_of_memory_is_not_done_again(monkeypatch):
    """The answer finds no memory: the host hears so, and its repeat is answered the same and does nothing."""
    with Desk() as desk:
        desk.hello()
        real, wanting = server.json.dumps, ["once"]

        def dumps(value, *more, **how):
            if wanting and "outcome" in value:
                wanting.pop()
                raise MemoryError
            return real(value, *more, **how)

        monkeypatch.setattr(server.json, "dumps", dumps)
        line = wire.request(2, "start", GAME)
        told = desk.raw(line)
        assert [(number, got["error"]) for number, got in told] == [(2, "memory")] and not wanting
        begun = desk.box.game_id()
        assert begun is not None
        assert desk.raw(line) == told and desk.box.game_id() == begun
