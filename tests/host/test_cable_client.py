"""The host's end: what it makes of silence, noise, strangers, other versions, and a cable that is pulled."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cables import GAME, Desk, Pump
from robokraft.client import BoxError, Client, NoAnswer
from robokraft.errors import LOST, NO_ANSWER, REFUSED, UserError
from robokraft.told import harmless
from robokraft.transport import BOX_S, EMULATED_S, Lost
from shared_rules import wire

ME = {
    "product": wire.PRODUCT,
    "protocol": 1,
    "firmware": "0",
    "micropython": None,
    "device": "D",
    "storage": "S",
}


class Told:
    """A transport whose other end is a function: request → the bytes it says. Time passes when nothing comes."""

    name = "told"
    serial_number = None
    answer_s = BOX_S

    def __init__(self, tell):
        self.now_s = 0.0
        self.requests = []
        self._tell = tell
        self._waiting = b""

    def write(self, data):
        for line in data.split(b"\n"):
            if line:
                self.requests.append(line)
                self._waiting += self._tell(wire.read_request(line), line)

    def read(self, timeout_s):
        data, self._waiting = self._waiting[:7], self._waiting[7:]
        self.now_s += 0 if data else timeout_s
        return data

    def close(self):
        self.closed = True


def answer(number, value, **how):
    """The lines of an answer."""
    data = wire.canonical(value).encode()
    out = memoryview(bytearray(wire.LONGEST + 1))
    return b"".join(
        bytes(out[: wire.put_answer(out, number, part, data)]) for part in range(wire.parts_of(data))
    )


def box(**answers):
    """What a box says that answers hello and these messages."""
    answers = {"hello": ME, **answers}
    return lambda got, line: answer(got[0], answers[got[2]])


def at(tell):
    transport = Told(tell)
    return Client.at(transport, clock=lambda: transport.now_s), transport


def refused(tell):
    transport = Told(tell)
    with pytest.raises(UserError) as error:
        Client.at(transport, clock=lambda: transport.now_s)
    assert transport.closed and "\n" not in error.value.message
    return error.value, transport


# Silence


def test_silence_is_asked_once_more_and_then_told():
    error, transport = refused(lambda got, line: b"")
    assert error.exit_code == NO_ANSWER and "nothing answers" in error.message
    assert len(transport.requests) == 2 and transport.requests[0] == transport.requests[1]
    assert transport.now_s <= 10


def test_an_answer_that_is_lost_is_asked_for_again_and_done_once():
    with Desk() as desk:
        client = desk.client()
        transport = client._transport
        taken, lost = transport._taken, []

        def loses():
            data = taken()
            if not lost:
                lost.append(data)
                return data[: len(data) // 2]
            return data

        transport._taken = loses
        assert client.ask("start", **GAME) == {"outcome": "done"}
        assert lost and transport.written[-1] == transport.written[-2]
        assert desk.app.journal.open_key == 1
        assert client.ask("status")["status"]["game"]["events"] == 0


def test_a_part_that_is_lost_is_asked_for_again():
    with Desk() as desk:
        desk.box.configure(developer=True)
        client = desk.client()
        transport, taken, seen = client._transport, client._transport._taken, bytearray()

        def flips():
            data = bytearray(taken())
            before = len(seen)
            seen.extend(data)
            if before <= 1300 < len(seen):
                data[1300 - before] ^= 1
            return bytes(data)

        transport._taken = flips
        assert len(client.ask("screen")["picture"]) == 1368
        assert len(seen) > 2800, "the whole answer came twice"


def test_an_answer_that_begins_anew_is_put_together_right():
    value = {"values": {"x": "y" * 2000}}

    def tell(got, line):
        if got[2] == "hello":
            return answer(got[0], ME)
        whole = answer(got[0], value)
        first = whole.split(b"\n")[0] + b"\n"
        return first + b"junk\n" + first[:50] + b"\n" + whole

    client, _ = at(tell)
    assert client.ask("settings") == value


def test_answers_to_older_requests_are_passed_over():
    client, _ = at(
        lambda got, line: (
            answer(got[0] - 1, {"status": {"n": 1}})
            + answer(got[0], ME if got[2] == "hello" else {"status": {"n": 2}})
        )
    )
    assert client.ask("status") == {"status": {"n": 2}}


GLUED = [
    b"\x00",
    b"x",
    b">>> ",
    b"#",
    b"#!",
    b"#!00000000 ",
    b"#?12345678 7 sta",
    b"Traceback" * 300,
    b"\xff\r",
    b"\x1b[2J",
]


@pytest.mark.parametrize("junk", GLUED, ids=range(len(GLUED)))
def test_junk_right_before_any_line_hides_no_answer(junk):
    value = {"values": {"x": "#! #?" * 500}}

    def tell(got, line):
        whole = answer(got[0], ME if got[2] == "hello" else value)
        return b"".join(junk + part + b"\n" + junk for part in whole.split(b"\n")[:-1])

    client, transport = at(tell)
    assert client.ask("settings") == value
    assert transport.now_s == 0 and len(transport.requests) == 2


def test_a_late_answer_to_another_program_is_none_to_this():
    """The box still writes what a program that was ended had asked: same numbers from 1, other content."""
    stale = b"".join(answer(number, {"games": [], "open": 1}) for number in range(1, 9))
    client, _ = at(
        lambda got, line: (
            (stale if got[2] == "hello" else b"")
            + answer(got[0], ME if got[2] == "hello" else {"status": {"n": 2}})
        )
    )
    assert client.ask("status") == {"status": {"n": 2}}


def test_a_line_that_grows_slowly_is_waited_for():
    """Seven bytes in half a second, as from a busy emulator: nothing is asked twice. A stranger who talks on is left."""
    client, transport = at(box(status={"status": {"x": "x" * 40}}))
    read = transport.read
    transport.read = lambda timeout_s: (setattr(transport, "now_s", transport.now_s + 0.5), read(timeout_s))[
        1
    ]
    assert client.ask("status") == {"status": {"x": "x" * 40}}
    assert transport.now_s > BOX_S + 1 and len(transport.requests) == 2
    endless = Told(lambda got, line: b"$GPGGA,1 " * 10000)
    endless.read = lambda timeout_s: (setattr(endless, "now_s", endless.now_s + 0.1), b"$GPGGA,1 ")[1]
    with pytest.raises(NoAnswer, match="it says: \\$GPGGA"):
        Client.at(endless, clock=lambda: endless.now_s)
    assert endless.now_s < 2 * BOX_S + 1


# Strangers


def test_an_echo_is_no_box():
    error, _ = refused(lambda got, line: line + b"\r\n")
    assert error.exit_code == NO_ANSWER


def test_a_python_prompt_is_named():
    error, _ = refused(lambda got, line: b"\r\n>>> " + line + b"\r\n>>> ")
    assert "MicroPython answers, but not our program" in error.message


def test_a_box_that_starts_anew_is_no_stranger():
    error, _ = refused(lambda got, line: b"MPY: soft reboot\r\n")
    assert error.exit_code == NO_ANSWER and "is starting anew: try again in a moment" in error.message


def test_what_a_stranger_says_is_shown_harmlessly():
    error, _ = refused(lambda got, line: b"\x1b[2JGPS $GPGGA,1\r\n")
    assert (
        "no RoboKraft Companion" in error.message
        and "$GPGGA" in error.message
        and "\x1b" not in error.message
    )


def test_another_product_is_no_box():
    error, _ = refused(box(hello={**ME, "product": "toaster"}))
    assert error.exit_code == NO_ANSWER and "no RoboKraft Companion" in error.message


# Versions


def test_a_newer_box_wants_a_newer_program():
    for hello in ({**ME, "protocol": 2}, {"error": "protocol", "message": "this box speaks protocol 2"}):
        error, _ = refused(box(hello=hello))
        assert (
            error.exit_code == NO_ANSWER
            and "protocol 2" in error.message
            and "update this program" in error.message
        )


def test_a_box_that_is_too_old_is_to_be_updated(monkeypatch):
    monkeypatch.setattr(wire, "OLDEST", 2)
    monkeypatch.setattr(wire, "VERSION", 3)
    error, _ = refused(box())
    assert "too old" in error.message and "protocol 1" in error.message


def test_an_older_box_is_not_asked_what_it_does_not_know(monkeypatch):
    client, transport = at(box())
    later = [text.replace("status 1", "status 2") for text in wire.MESSAGES]
    monkeypatch.setattr(wire, "MESSAGES", tuple(later))
    with pytest.raises(NoAnswer, match="too old for that"):
        client.ask("status")
    assert len(transport.requests) == 1


def test_a_hello_may_have_fields_of_later_versions():
    client, _ = at(box(hello={**ME, "colour": "red"}))
    assert client.device == "D"


# A box that breaks its word


@settings(max_examples=150)
@given(st.lists(st.binary(max_size=50) | st.sampled_from([b"\n", b"#!", b"#"]), max_size=10), st.data())
def test_no_bytes_from_a_box_are_too_strange(pieces, data):
    def tell(got, line):
        if got[2] == "hello":
            return answer(got[0], ME)
        out = b"\n".join(pieces)
        body = b"%d 0 1 " % got[0] + data.draw(st.binary(max_size=20) | st.just(b'{"status":1}'))
        return (
            out
            + b"\n"
            + (b"#!" + wire._crc(body) + b" " + body if data.draw(st.booleans()) else body)
            + b"\n"
        )

    client, transport = at(tell)
    try:
        client.ask("status")
    except UserError as error:
        assert error.exit_code in (NO_ANSWER, REFUSED)
    assert transport.now_s < 60


@pytest.mark.parametrize(
    "value",
    [
        [],
        None,
        5,
        {},
        {"games": 1, "open": None},
        {"games": [{"game": 1}], "open": None},
        {"games": [], "open": "x"},
    ],
)
def test_an_answer_that_is_not_the_tables_makes_no_sense(value):
    client, _ = at(box(games=value))
    with pytest.raises(NoAnswer, match="makes no sense"):
        client.games()


def test_a_list_or_a_game_without_end_is_noticed():
    one = {"game": 5, "size": 9, "exported": False}
    client, _ = at(box(games={"games": [one], "open": None}, read={"size": 9, "bytes": ""}))
    with pytest.raises(NoAnswer):
        client.games()
    with pytest.raises(NoAnswer, match="breaks off"):
        client.read_game(5)
    client, _ = at(box(read={"size": 9, "bytes": "?"}))
    with pytest.raises(NoAnswer, match="base64"):
        client.read_game(5)


def test_an_error_of_the_box_is_one_sentence():
    client, _ = at(box(status={"error": "full", "message": "no room"}))
    with pytest.raises(BoxError) as error:
        client.ask("status")
    assert (error.value.code, error.value.exit_code, error.value.message) == (
        "full",
        REFUSED,
        "the box says: no room",
    )


def test_after_a_no_it_is_said_when_to_try_again():
    client, _ = at(box(status={"error": "refused", "message": "it was refused at the box a moment ago"}))
    with pytest.raises(BoxError, match="a moment ago; wait ten seconds, then try again$"):
        client.ask("status")


# The cable is pulled


def test_after_a_loss_what_may_be_repeated_goes_on():
    """FIELD 26."""
    with Desk() as desk:
        desk.box.start({**GAME, "players": ["a", "b", "c"]})
        client = desk.client()
        whole = client.read_game(1)
        for cut in range(0, 900, 61):
            client = desk.client(cut_after=None)
            client._transport.cut_after = cut
            client.reopen = lambda: Pump(desk.box, desk.cable)
            assert client.read_game(1) == whole, cut


def test_what_must_be_done_once_is_not_repeated_after_a_loss():
    with Desk() as desk:
        client = desk.client()
        client._transport.cut_after = 5
        client.reopen = lambda: Pump(desk.box, desk.cable)
        with pytest.raises(Lost) as error:
            client.ask("start", **GAME)
        assert error.value.exit_code == LOST and desk.app.journal.open_key == 1
        assert client.ask("status")["status"]["game"]["events"] == 0


def test_a_box_that_does_not_come_back_is_lost():
    with Desk() as desk:
        client = desk.client()
        client._transport.cut_after = 0
        client.reopen = lambda: None
        with pytest.raises(Lost):
            client.ask("status")


def test_waiting_for_the_answer_at_the_box():
    with Desk() as desk:
        desk.box.start({**GAME, "players": ["a", "b", "c"]})
        client = desk.client()
        told = []
        for key, wanted in (("back", "said no"), ("ok", None)):
            desk.box.run(11000)
            outcome = client.ask("start", **GAME)["outcome"]

            def wait(_, key=key):
                desk.box.run(500)
                desk.box.play(key)

            if wanted:
                with pytest.raises(BoxError, match=f"{wanted}$"):
                    client.settle(outcome, lambda: told.append(1), wait)
            else:
                client.settle(outcome, lambda: told.append(1), wait)
        assert told == [1, 1] and desk.app.journal.open_key == 2


# What a stranger could do with its answers


@pytest.mark.parametrize(
    "name", ["", "a/b", "/tmp/x", "../x", "a b", "a\n", "x" * 65, "\u00e9", "\u0661", "a\\b", ".", None, 5]
)
@pytest.mark.parametrize("field", ["device", "storage"])
def test_a_name_that_could_be_a_path_is_no_box(field, name):
    error, _ = refused(box(hello={**ME, field: name}))
    assert error.exit_code == NO_ANSWER and "no RoboKraft Companion" in error.message


def test_a_hello_that_lacks_something_is_no_box():
    for field in ME:
        error, _ = refused(box(hello={name: value for name, value in ME.items() if name != field}))
        assert error.exit_code == NO_ANSWER and "no RoboKraft Companion" in error.message, field


def test_nothing_a_box_says_steers_the_terminal():
    evil = "a\x1b[2J\x07\x9bb\u2028c"
    client, _ = at(
        box(
            status={"status": {evil: [evil, {"Zoë 李明 \u0645\u06cc\u200c\u062e": "one\n\ttwo"}]}},
            people={"error": "no\x1b]0;", "message": "a\x1b[2J\nb"},
        )
    )
    good = "a?[2J??b?c"
    assert client.ask("status")["status"] == {
        good: [good, {"Zoë 李明 \u0645\u06cc\u200c\u062e": "one\n\ttwo"}]
    }
    assert harmless("half \ud800") == "half ?"
    with pytest.raises(BoxError) as error:
        client.ask("people", from_=0)
    assert (error.value.code, error.value.message) == ("no?]0;", "the box says: a?[2J b")


def test_brackets_without_end_make_no_sense():
    deep = []
    for _ in range(900):
        deep = [deep]
    client, _ = at(box(status={"status": {"x": deep}}))
    with pytest.raises(NoAnswer, match="too many brackets"):
        client.ask("status")


def test_games_and_people_without_end_are_refused():
    one = {"id": "a", "name": "A"}
    client, transport = at(
        box(
            read={"size": 1 << 30, "bytes": "AAAA"},
            people={"people": [one] * 8, "count": 1 << 20},
        )
    )
    with pytest.raises(NoAnswer, match="no game is so long"):
        client.read_game(1)
    with pytest.raises(NoAnswer, match="more than 32 people"):
        client.people()
    assert len(transport.requests) == 3
    client, transport = at(box(read={"size": 200000, "bytes": "AAAA"}))
    with pytest.raises(NoAnswer, match="breaks off after 3072 of 200000"):
        client.read_game(1)


def test_a_list_that_no_box_has_room_for_ends_soon():
    """Whatever is listed is kept in memory and then read: 99,998 games one by one, or games larger than any flash."""

    def lying(step, size):
        def tell(got, line):
            if got[2] == "hello":
                return answer(got[0], ME)
            first = wire.parsed(got[3])["before"] - 1
            listed = range(first, max(first - step, 0), -1)
            games = [{"game": number, "size": size, "exported": False} for number in listed]
            return answer(got[0], {"games": games, "open": None})

        return at(tell)

    client, transport = lying(1, 0)
    with pytest.raises(NoAnswer, match="than any has room for"):
        client.games()
    assert len(transport.requests) <= 600
    client, transport = lying(32, 1 << 18)
    with pytest.raises(NoAnswer, match="than any has room for"):
        client.games()
    assert len(transport.requests) < 10


def test_a_game_is_no_longer_than_it_was_listed():
    client, _ = at(box(games={"games": [], "open": None}, read={"size": 6, "bytes": "AAAAAAAA"}))
    assert client.read_game(1, listed=6) == bytes(6)
    with pytest.raises(NoAnswer, match="with 6 bytes, and was listed with 3"):
        client.read_game(1, listed=3)


def test_games_in_no_order_are_refused():
    listed = [{"game": number, "size": 9, "exported": False} for number in (5, 7)]
    client, _ = at(box(games={"games": listed, "open": None}))
    with pytest.raises(NoAnswer, match="in no order"):
        client.games()


@pytest.mark.parametrize("piece", [b"#", b"#x\n", b"$GPGGA\n", b"# line without end ", b""], ids=range(5))
def test_a_stranger_behind_a_socket_is_known_within_a_minute(piece):
    """It says a piece every half a second, for ever."""
    transport = Told(lambda got, line: b"")
    transport.answer_s = EMULATED_S

    def read(timeout_s):
        transport.now_s += min(timeout_s, 0.5)
        return piece

    transport.read = read
    with pytest.raises(NoAnswer):
        Client.at(transport, clock=lambda: transport.now_s)
    assert transport.now_s <= 2 * EMULATED_S + 1
