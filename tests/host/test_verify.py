"""`robokraft verify`: what is a log, what is a wrong one, what is none at all."""

import io
import json
import os
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from robokraft.logfile import LONGEST_LINE, check_stream, write_whole
from robokraft.virtual.box import VirtualBox
from robokraft.virtual.evening import Evening
from shared_rules.log import lines

DOC = Path(__file__).resolve().parents[2] / "docs/log-format.md"
EVERYTHING = re.findall(r"^\{\"n\".*$", DOC.read_text(encoding="utf-8").split("```jsonl")[2], re.MULTILINE)
KEYS = ["file", "ok", "errors", "warnings", "game", "points", "ranks", "winners", "rounds"]


class Nobody:
    def say(self, text):
        pass

    show = look = lambda self: None


@pytest.fixture(scope="session")
def whole_game():
    """The lines of a whole game, by key presses, with its mistakes."""
    with VirtualBox() as box:
        Evening(box, Nobody(), 5).play()
        return [line.encode() for line in box.log_lines()]


@pytest.fixture
def verdict(robokraft, tmp_path):
    """(exit code, verdict) on the bytes of one file."""

    def run(data):
        path = tmp_path / "game.jsonl"
        path.write_bytes(data if isinstance(data, bytes) else b"".join(data))
        ended = robokraft("verify", "--json", path)
        assert ended.err == ""
        (found,) = ended.json
        assert list(found) == KEYS and found["file"] == str(path)
        assert found["ok"] == (not found["errors"])
        return ended.code, found

    return run


def codes(found):
    return [(error["n"], error["code"]) for error in found["errors"]]


def sealed(records):
    """Lines with a right chain for records however wrong."""
    return [line.encode() for line in lines([{k: v for k, v in r.items() if k != "crc"} for r in records])]


def test_a_whole_game_is_good(verdict, whole_game):
    code, found = verdict(whole_game)
    end = json.loads(whole_game[-1])
    assert (code, found["errors"], found["game"]) == (0, [], "robokraft")
    assert [found[name] for name in ("points", "ranks", "winners")] == [
        end[n] for n in ("points", "ranks", "winners")
    ]
    assert len(found["rounds"]) == 4
    assert [sum(column) for column in zip(*found["rounds"])] == found["points"]


def test_an_open_game_is_good_but_unfinished(verdict, log_of):
    code, found = verdict(log_of())
    assert (code, found["winners"], found["rounds"]) == (0, [], [])
    assert [warning["code"] for warning in found["warnings"]] == ["unfinished"]


def test_any_order_and_spacing_will_do(verdict, log_of):
    spaced = []
    for line in log_of():
        record = json.loads(line)
        turned = {name: record[name] for name in reversed(record)}
        spaced.append((json.dumps(turned, indent=None, separators=(" , ", " : ")) + "\r\n").encode())
    assert verdict(spaced)[0] == 0
    assert verdict(b"".join(spaced).rstrip(b"\r\n"))[0] == 0


def test_a_changed_record_breaks_the_chain(verdict, log_of):
    log = log_of()
    log[2] = log[2].replace(b'"B10"', b'"B9"')
    code, found = verdict(log)
    assert (code, codes(found)) == (1, [(2, "crc")])


def test_a_missing_record_is_seen(verdict, log_of):
    log = log_of()
    del log[2]
    code, found = verdict(log)
    assert code == 1 and {(2, "crc"), (2, "sequence")} <= set(codes(found))


def test_half_a_last_line_is_an_error(verdict, whole_game):
    code, found = verdict(b"".join(whole_game)[:-30])
    assert (code, codes(found)) == (1, [(len(whole_game) - 1, "schema")])
    assert len(found["rounds"]) == 4


TAMPERED = {
    "a key twice": (b'"seat":1', b'"seat":1,"seat":1'),
    "a float": (b'"seat":1', b'"seat":1.0'),
    "an exponent": (b'"seat":1', b'"seat":1e0'),
    "not a number": (b'"seat":1', b'"seat":NaN'),
    "a boolean": (b'"seat":1', b'"seat":true'),
    "a text": (b'"seat":1', b'"seat":"1"'),
    "a null": (b'"seat":1', b'"seat":null'),
    "a huge number": (b'"t":', b'"t":1' + b"0" * 30),
    "a number beyond all": (b'"t":', b'"t":1' + b"0" * 6000),
    "a deep nest": (b'"seat":1', b'"seat":1,"x":' + b"[" * 30000 + b"]" * 30000),
    "not UTF-8": (b'"card":"B10"', b'"card":"B10\xff"'),
    "half a character": (b'"card":"B10"', b'"card":"B10","x":"\\ud800"'),
    "an array": (b"{", b"[{"),
    "a text around": (b"{", b'"{'),
    "a line that is empty": (b"{", b"\n{"),
    "an unknown type": (b'"type":"card"', b'"type":"karte"'),
    "no type": (b'"type":"card",', b""),
    "no t": (b'"t":', b'"tt":'),
    "no crc": (b'"crc":', b'"cr":'),
    "a crc that is a number": (b'"crc":"', b'"crc":1,"x":"'),
    "a NUL": (b"{", b"\0{"),
}


@pytest.mark.parametrize("how", TAMPERED)
def test_what_json_may_not_say_in_a_log_is_a_schema_error(verdict, log_of, how):
    log = log_of()
    old, new = TAMPERED[how]
    assert old in log[2]
    log[2] = log[2].replace(old, new, 1)
    code, found = verdict(log)
    assert code == 1
    assert (2, "schema") in codes(found)


HEADERS = {
    "a decomposed name": (lambda record: record["players"][0].update(name="Zoe\u0308"), "schema"),
    "a name too long": (lambda record: record["players"][0].update(name="x" * 41), "schema"),
    "a control character": (lambda record: record["players"][0].update(name="a\tb"), "schema"),
    "another version": (lambda record: record.update(v=2), "schema"),
    "version true": (lambda record: record.update(v=True), "schema"),
    "another game": (lambda record: record.update(game="chess"), "schema"),
    "two players": (lambda record: record.update(players=record["players"][:2]), "schema"),
    "a lead that is no seat": (lambda record: record["setup"].update(lead=4), "seat"),
    "discs": (lambda record: record["setup"].update(discs="BROB"), "discs"),
    "no such month": (lambda record: record.update(started="2026-13-01T00:00:00Z"), "schema"),
    "no such day": (lambda record: record.update(started="2026-02-29T00:00:00Z"), "schema"),
    "no such day in any year": (lambda record: record.update(started="2028-06-31T00:00:00Z"), "schema"),
    "no such year": (lambda record: record.update(started="0000-01-01T00:00:00Z"), "schema"),
}


@pytest.mark.parametrize("how", HEADERS)
def test_a_record_0_that_cannot_be(verdict, log_of, how):
    records = [json.loads(line) for line in log_of()]
    change, expected = HEADERS[how]
    change(records[0])
    code, found = verdict(sealed(records))
    assert (code, codes(found)) == (1, [(0, expected)])


@pytest.mark.parametrize(
    "started",
    [None, "2028-02-29T00:00:00Z", "2026-12-31T23:59:60Z", "1970-01-01T00:00:03Z", "9999-12-31T23:59:59Z"],
)
def test_every_moment_there_is_may_be_the_start(verdict, log_of, started):
    records = [json.loads(line) for line in log_of()]
    records[0]["started"] = started
    code, found = verdict(sealed(records))
    assert (code, codes(found)) == (0, [])


EVENTS = {
    "another's turn": ({"type": "card", "seat": 0, "card": "B1"}, "seat"),
    "no such seat": ({"type": "card", "seat": 4, "card": "B1"}, "seat"),
    "no such card": ({"type": "card", "seat": 3, "card": "B12"}, "card"),
    "a card twice": ({"type": "card", "seat": 3, "card": "B6"}, "card"),
    "more cubes than there are": (
        {"type": "adjust", "field": "cube", "seat": 0, "suit": "R", "delta": 4},
        "supply",
    ),
    "no disc order": ({"type": "adjust", "field": "discs", "value": "BBBB"}, "discs"),
    "an undo of an old event": ({"type": "undo", "of": 1}, "undo"),
    "a score too early": ({"type": "score", "round": 2, "points": [0, 0, 0, 0]}, "score"),
    "an end that adds wrongly": (
        {"type": "end", "points": [1, 0, 0, 0], "ranks": [1, 2, 2, 2], "winners": [0], "reason": "abandoned"},
        "end",
    ),
    "a fall of time": ({"type": "card", "seat": 3, "card": "B1", "t": 1}, "sequence"),
}


@pytest.mark.parametrize("how", EVENTS)
def test_an_event_that_cannot_be(verdict, log_of, how):
    records = [json.loads(line) for line in log_of()]
    event, expected = EVENTS[how]
    records.append({"n": 5, "t": records[-1]["t"], **event})
    code, found = verdict(sealed(records))
    assert (code, codes(found)) == (1, [(5, expected)])


@pytest.mark.parametrize(("wrong", "named"), [(74100, 51), (1, 50)], ids=["too late", "too early"])
def test_one_wrong_time_is_one_fault(verdict, whole_game, wrong, named):
    records = [json.loads(line) for line in whole_game]
    records[50]["t"], right = wrong, records[50]["t"]
    assert 1 < records[49]["t"] and right < records[60]["t"] < 74100
    code, found = verdict(sealed(records))
    assert (code, codes(found)) == (1, [(named, "sequence")])


def test_every_fall_of_time_is_named(verdict, whole_game):
    records = [json.loads(line) for line in whole_game]
    records[50]["t"] = records[70]["t"] = 1
    code, found = verdict(sealed(records))
    assert (code, codes(found)) == (1, [(50, "sequence"), (70, "sequence")])


def test_wrong_piles_are_named_by_suit(verdict, log_of):
    header = json.loads(log_of(mode="scores")[0])
    none = {"B": 0, "R": 0, "O": 0, "G": 0}
    events = [{"type": "cubes", "seat": seat, "cubes": none} for seat in range(4)]
    events[0]["cubes"] = {**none, "R": 1}
    events.append({"type": "tricks_won", "counts": [3, 3, 3, 3]})
    events.append({"type": "piles", "seat": 0, "piles": {"B": None, "R": [2, 7], "O": None, "G": None}})
    code, found = verdict(
        sealed([header] + [{"n": k + 1, "t": 0, **event} for k, event in enumerate(events)])
    )
    assert (code, codes(found)) == (1, [(6, "piles")])
    assert found["errors"][0]["message"].startswith("R:")


def test_unknown_fields_and_a_revoke_are_warnings(verdict, log_of):
    log = log_of(
        "blue down blue  down up  orange down down  red down red   red up blue  up red  up orange  blue up up"
    )
    records = [json.loads(line) for line in log]
    records[2]["mood"] = "good"
    code, found = verdict(sealed(records))
    assert code == 0
    assert [(w["n"], w["code"]) for w in found["warnings"]][0] == (2, "unknown_field")
    code, found = verdict(
        log_of(
            "blue down blue  down up  orange down down  red down red   blue up blue  up red  up orange  up up"
        )
    )
    assert (code, [w["code"] for w in found["warnings"]]) == (0, ["revoke", "revoke", "unfinished"])


def test_a_name_may_be_written_with_escapes(verdict, log_of):
    log = log_of(players=["Zo\u00eb", "가은", "Carol", "Dave"])
    log[0] = log[0].decode().encode("ascii", "backslashreplace").replace(b"\\xeb", b"\\u00eb")
    assert log[0].isascii() and verdict(log)[0] == 0


# Not a log at all


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"dear diary\n",
        b"\x7fELF\0\0\0\1\n\0",
        b"[]\n",
        b"\n\n\n",
        b"a,b\n1,2\n",
        b"{" + b" " * (LONGEST_LINE + 9),
    ],
    ids=["empty", "text", "binary", "array", "blank", "csv", "one endless line"],
)
def test_what_is_no_log_is_unreadable(verdict, data):
    code, found = verdict(data)
    assert (code, codes(found)) == (2, [(None, "unreadable")])
    assert found["game"] is None and found["warnings"] == []


def test_a_large_file_of_something_else_is_given_up_early(verdict):
    code, found = verdict(b"x,y\n" * 5_000_000)
    assert (code, codes(found)) == (2, [(None, "unreadable")])


def test_errors_without_end_come_to_an_end(verdict, log_of):
    code, found = verdict(log_of() + [b"{}\n"] * 200_000)
    assert code == 1 and 10_000 < len(found["errors"]) < 10_010
    assert "not read" in found["errors"][-1]["message"]


def test_missing_files_and_directories_are_unreadable(robokraft, tmp_path):
    for name in (tmp_path, tmp_path / "none.jsonl", "nul\0name"):
        ended = robokraft("verify", name, "--json")
        assert (ended.code, ended.json[0]["errors"][0]["code"]) == (2, "unreadable")


def test_the_worst_of_all_files_counts(robokraft, log_of, tmp_path):
    good, bad, none = tmp_path / "good.jsonl", tmp_path / "bad.jsonl", tmp_path / "none.jsonl"
    log = log_of()
    good.write_bytes(b"".join(log))
    bad.write_bytes(b"".join(log[:2] + log[3:]))
    assert robokraft("verify", good, good).code == 0
    assert robokraft("verify", good, bad, good).code == 1
    assert robokraft("verify", none, bad, good).code == 2
    assert [found["file"] for found in robokraft("verify", "--json", bad, none).json] == [str(bad), str(none)]


def test_standard_input_is_a_file_too(robokraft, log_of):
    log = b"".join(log_of())
    ended = robokraft("verify", "-", "--json", stdin=log)
    assert (ended.code, ended.json[0]["file"], ended.json[0]["ok"]) == (0, "-", True)
    assert robokraft("verify", "-", stdin=b"").code == 2


def test_people_read_a_line_a_finding(robokraft, log_of, tmp_path):
    path = tmp_path / "bad.jsonl"
    path.write_bytes(b"".join(log_of()).replace(b'"B10"', b'"B9"'))
    out = robokraft("verify", path).out.splitlines()
    assert out[0].startswith(f"{path}: WRONG, robokraft")
    assert out[1] == "  error crc: record 2: the crc does not fit the record and the one before it"


def test_a_verdict_names_the_players(robokraft, log_of, tmp_path):
    path = tmp_path / "good.jsonl"
    path.write_bytes(b"".join(log_of()))
    assert robokraft("verify", path).out.splitlines()[0] == (
        f"{path}: good, robokraft, 0 rounds finished: Alison 0, Bob 0, Carol 0, Dave 0"
    )


def test_what_cannot_be_read_is_not_called_wrong(robokraft, tmp_path):
    assert robokraft("verify", tmp_path / "none.jsonl").out == (
        f"{tmp_path / 'none.jsonl'}: no such file or directory\n"
    )
    (tmp_path / "diary.jsonl").write_text("dear diary\n")
    assert robokraft("verify", tmp_path / "diary.jsonl").out == (
        f"{tmp_path / 'diary.jsonl'}: it is no game log\n"
    )
    assert robokraft("verify", tmp_path).out == (
        f"{tmp_path}: it is a directory: name the logs in it, as {tmp_path / '*.jsonl'}; 'robokraft add' takes a whole one\n"
    )


def test_a_game_in_the_archive_is_meant_by_its_id(robokraft, log_of, tmp_path, monkeypatch):
    monkeypatch.setenv("ROBOKRAFT_ARCHIVE", str(tmp_path / "archive"))
    (tmp_path / "archive").mkdir()
    log_of()
    assert robokraft("add", tmp_path / "made.jsonl").code == 0
    (identity,) = [game["id"] for game in robokraft("games", "--json").json]
    path = tmp_path / "archive" / f"{identity}.jsonl"
    for name in (identity, identity[:9]):
        assert robokraft("verify", name).out.startswith(f"{path}: good, robokraft")
    (found,) = robokraft("verify", identity, "--json").json
    assert (found["file"], found["ok"]) == (str(path), True)
    ended = robokraft("verify", "NONE-1", path)
    assert ended.code == 2 and ended.out.startswith(
        "NONE-1: there is no such file, and the archive has no game NONE-1; 'robokraft games' lists them\n"
    )
    assert ended.out.count("good") == 1
    assert robokraft("verify", "NONE-1", "--archive", tmp_path / "no").out.startswith(
        "NONE-1: there is no such file, and there is no archive "
    )


# Writing


def test_a_file_is_there_whole_or_not_at_all(tmp_path, monkeypatch):
    path = tmp_path / "game.jsonl"
    write_whole(path, b"old")

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(Exception, match="no space left"):
        write_whole(path, b"new and longer")
    assert path.read_bytes() == b"old" and os.listdir(tmp_path) == ["game.jsonl"]


# Whatever a line says

STRANGE = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["B6", "BROG", "cube"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=150)
@given(st.data())
def test_any_record_gets_a_verdict(data):
    """One value anywhere in a good log is replaced by anything that JSON can say."""
    records = [json.loads(line) for line in EVERYTHING]
    inside = data.draw(st.sampled_from(records))
    while True:
        key = data.draw(st.sampled_from(sorted(inside) if isinstance(inside, dict) else range(len(inside))))
        if not isinstance(inside[key], (dict, list)) or not inside[key] or data.draw(st.booleans()):
            break
        inside = inside[key]
    inside[key] = data.draw(STRANGE)
    found = check_stream(io.BytesIO(b"".join(sealed(records))))
    assert found["ok"] == (not found["errors"])


def revoking(*between):
    """A log in which Łukasz, at seat 2, wins a trick without following red, and leads red; `between` comes before the lead."""
    players = [{"id": None, "name": name} for name in ("Анна", "Łukasz", "Cleo", "Dave")]
    begin = {
        "v": 1, "game": "robokraft", "mode": "cards", "id": "REVOKE-1", "device": "REVOKE", "firmware": "0.1",
        "started": None, "players": players, "setup": {"lead": 0, "discs": "BROG"}, "rules": {},
    }  # fmt: skip
    cards = [
        {"type": "card", "seat": seat, "card": card}
        for seat, card in ((0, "R6"), (1, "O7"), (2, "R2"), (3, "R3"), (1, "R8"))
    ]
    records = [begin | {"type": "game"}, *cards[:4], *between, cards[4]]
    return b"".join(sealed([record | {"n": n, "t": n * 1000} for n, record in enumerate(records)]))


def test_who_is_blamed_is_the_person_at_that_seat(robokraft, verdict):
    """Records count seats from 0, people from 1."""
    found = verdict(revoking())[1]
    said = "plays R but did not follow it in record 2"
    assert [(one["code"], one["message"]) for one in found["warnings"]][:1] == [("revoke", f"seat 2 {said}")]
    ended = robokraft("verify", found["file"])
    assert f"  warning revoke: record 5: Łukasz (seat 2) {said}\n" in ended.out


def test_where_seats_changed_hands_nobody_is_named(robokraft, verdict):
    change = {"type": "adjust", "field": "player", "seat": 1, "player": {"id": None, "name": "Eve"}}
    found = verdict(revoking(change))[1]
    assert "revoke: record 6: seat 2 plays R" in robokraft("verify", found["file"]).out
    turn = {"type": "card", "seat": 2, "card": "R9"}
    found = verdict(revoking(turn))[1]
    assert (
        "record 5: Cleo (seat 3) cannot play: it is Łukasz's (seat 2) turn"
        in robokraft("verify", found["file"]).out
    )
