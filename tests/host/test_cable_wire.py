"""Messages as lines: whatever the bytes are, they are a message or nothing, alike on both Pythons."""

import importlib.util
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.storage import frames
from shared_rules import wire
from shared_rules.fields import RuleError
from shared_rules.wire import LONGEST, MOST, Lines, read_answer, read_request, request

ROOT = Path(__file__).resolve().parents[2]
TEXT = st.text(st.characters(exclude_categories=("Cs",)), max_size=60)
VALUE = st.recursive(
    st.none() | st.booleans() | st.integers(-(1 << 30), 1 << 30) | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=8,
)


def lines_of(data, cuts):
    """The lines of the data when it comes in pieces of these sizes."""
    lines, found, rest = Lines(), [], data
    while rest:
        size = cuts.pop() if cuts else len(rest)
        piece, rest = bytearray(rest[:size]), rest[size:]
        at = 0
        while at < len(piece):
            at, line = lines.feed(piece, at, len(piece))
            if line is not None:
                found.append(line)
    return found


@given(st.binary(max_size=80))
def test_no_bytes_are_too_strange_to_be_read(data):
    for mark in (b"", b"#?", b"#!", b"#?00000000 ", b"#!00000000 1 0 1 "):
        read_request(mark + data)
        read_answer(mark + data)


@given(st.binary(max_size=80))
def test_no_body_with_a_right_crc_is_too_strange(body):
    for mark, read in ((b"#?", read_request), (b"#!", read_answer)):
        got = read(mark + wire._crc(body) + b" " + body)
        assert got is None or got[0] >= 0


@given(st.binary(max_size=60))
def test_no_json_is_too_strange(data):
    try:
        wire.parsed(data)
    except RuleError as error:
        assert error.code == "json"


@pytest.mark.parametrize(
    "text",
    [b"[" * 900, b'{"a":' * 180, b"{" * 257, b'"\\ud83d"', b'"\\uDC00"', b"\xff", b"", b"nul", b"1" * 5000],
    ids=range(9),
)
def test_json_that_nobody_needs_is_refused(text):
    with pytest.raises(RuleError) as refused:
        wire.parsed(text)
    assert refused.value.code == "json"


@given(st.integers(0, 1 << 30), st.sampled_from(wire.names()), VALUE)
def test_a_request_is_read_as_it_was_written(number, name, value):
    line = request(number, name, {"value": value})
    assert line.endswith(b"\n") and line.count(b"\n") == 1 and line.startswith(b"#")
    got = read_request(line[:-1])
    assert got is not None
    assert (got[0], got[2], json.loads(got[3])) == (number, name, {"value": value})
    assert read_answer(line[:-1]) is None, "an echo is no answer"


@given(st.data())
def test_one_changed_byte_is_noticed(data):
    line = request(17, "person", {"at": 3, "id": "zoë", "name": "李明"})[:-1]
    at = data.draw(st.integers(0, len(line) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda byte: byte != line[at]))
    assert read_request(line[:at] + bytes([byte]) + line[at + 1 :]) is None


JSON_BYTES = st.binary(max_size=MOST).map(lambda data: data.replace(b"\n", b" ").replace(b"\r", b" "))


@given(JSON_BYTES, st.integers(0, 1 << 30))
def test_an_answer_is_put_together_as_it_was(data, number):
    out = memoryview(bytearray(LONGEST + 1))
    pieces = []
    for part in range(wire.parts_of(data)):
        size = wire.put_answer(out, number, part, data)
        assert size <= LONGEST + 1 and out[size - 1] == 10
        got = read_answer(bytes(out[: size - 1]))
        assert got is not None and got[:3] == (number, part, wire.parts_of(data))
        pieces.append(got[3])
    assert b"".join(pieces) == data


@given(
    st.lists(
        st.sampled_from([b"AT\r", b"#", b"\n", b"#?half", b"\x03", b"x" * 700, b"#" * 1100, b"\xff"]),
        max_size=12,
    ),
    st.lists(st.integers(1, 40), max_size=30),
)
def test_lines_do_not_depend_on_how_they_come(junk, cuts):
    """FIELD 25."""
    good = request(1, "status", {})
    data = b"".join(junk) + b"\n" + good
    whole = lines_of(data, [])
    assert lines_of(data, list(cuts)) == whole
    assert whole[-1] == good[:-1]
    assert all(len(line) <= LONGEST and line[:1] == b"#" for line in whole)


def test_a_line_of_the_greatest_length_is_taken_and_a_longer_one_is_not():
    longest = b"#" + b"x" * (LONGEST - 1)
    assert lines_of(longest + b"\n", []) == [longest]
    assert lines_of(longest + b"x\n" + b"#next\n", []) == [b"#next"]
    assert lines_of(longest + b"x" * 100000 + b"\n#next\n", [33] * 2000) == [b"#next"]


def test_a_message_that_no_line_holds_is_refused():
    with pytest.raises(RuleError) as refused:
        request(1, "set", {"name": "rules", "value": "x" * LONGEST})
    assert refused.value.code == "long"


def test_a_carriage_return_before_the_end_is_no_part_of_the_line():
    line = request(5, "status", {})[:-1]
    assert read_request(line + b"\r") == read_request(line)


@pytest.mark.parametrize(
    "number", [b"-1", b"+5", b" 5", b"5_0", b"", b"1073741825", b"9" * 300, "٣".encode()]
)
def test_numbers_are_plain_digits_within_bounds(number):
    body = number + b" status {}"
    assert read_request(b"#?" + wire._crc(body) + b" " + body) is None


@given(st.lists(st.binary(max_size=200), max_size=6))
def test_frames_are_those_of_the_storage(payloads):
    data = b"".join(map(frames.frame, payloads))
    assert wire.frames(data) == payloads


@given(st.binary(min_size=1, max_size=40), st.data())
def test_a_damaged_frame_is_noticed(payload, data):
    whole = frames.frame(payload)
    bad = whole[: data.draw(st.integers(1, len(whole) - 1))]
    with pytest.raises(RuleError) as damaged:
        wire.frames(bad)
    assert damaged.value.code == "damaged"


@given(st.binary(max_size=60))
def test_no_bytes_of_a_game_are_too_strange(data):
    try:
        wire.frames(data)
    except RuleError as error:
        assert error.code == "damaged"


def test_the_table_is_sound():
    names = wire.names()
    assert len(set(names)) == len(names) and names[0] == "hello"
    for name in names:
        since, does, asks, asked = wire.message(name)
        answer = wire.answer(name)
        assert name.isascii() and name.islower() and 1 <= since <= wire.VERSION
        assert does in (wire.READS, wire.SETS, wire.ACTS) and isinstance(asks, bool)
        for field, kind in asked + answer:
            assert field != "error" and callable(kind.check)
    assert wire.message("nothing") is None


@pytest.mark.parametrize(
    "value",
    [None, [], "x", {}, {"key": "ok"}, {"key": "ok", "hold": 1}, {"key": "ok", "hold": True, "more": 1}],
)
def test_fields_are_exactly_those_of_the_table(value):
    table = wire.message("press")[3]
    assert wire.checked(table, {"key": "ok", "hold": True})
    with pytest.raises(RuleError):
        wire.checked(table, value)


ON_BOTH = """
import sys
from shared_rules import wire
from shared_rules.fields import RuleError

lines = wire.Lines()
with open(sys.argv[1], "rb") as file:
    data = file.read()
at = 0
while at < len(data):
    at, line = lines.feed(data, at, len(data))
    if line is None:
        continue
    got = wire.read_request(line)
    text = "-"
    if got is not None:
        entry = wire.message(got[2])
        try:
            text = "good" if wire.checked(entry[3], wire.parsed(got[3])) is not None else "?"
        except RuleError as error:
            text = error.code + " " + error.message
        except TypeError:
            text = "no message"
    print(len(line), got and got[:2], wire.read_answer(line), text)
"""


def test_micropython_reads_the_same(unix, tmp_path, capsys):
    fields = [
        ("hello", '{"session":1,"protocol":1}'),
        ("hello", '{"session":true,"protocol":1}'),
        ("hello", '{"session":1.5,"protocol":1}'),
        ("hello", '{"session":1}'),
        ("hello", '{"session":1,"protocol":1,"x":2}'),
        ("person", '{"at":0,"id":"zoë","name":"李明 😀"}'),
        ("person", '{"at":0,"id":"a","name":"a\\u0007b"}'),
        ("person", '{"at":-1,"id":"a","name":"\\ud83d"}'),
        ("start", "[" * 300),
        ("start", '{"a":' * 120),
        ("press", '{"key":"ok","hold":false}'),
        ("press", '{"key":"no","hold":false}'),
        ("nothing", "{}"),
        ("status", "nul"),
        ("status", ""),
    ]
    data = b"AT\r\n+++\x03\x04\n#\n#?\n" + b"#" * 2000 + b"\n"
    for number, (name, text) in enumerate(fields):
        body = f"{number} {name} {text}".encode()
        data += b"#?" + wire._crc(body) + b" " + body + b"\n"
        data += b"#?" + wire._crc(body)[::-1] + b" " + body + b"\n"
        data += b"#!" + wire._crc(body) + b" " + body + b"\n"
    file = tmp_path / "lines"
    file.write_bytes(data)
    there = unix.check(ON_BOTH, str(file))
    import subprocess
    import sys

    here = subprocess.run(
        [sys.executable, "-c", ON_BOTH, str(file)], capture_output=True, text=True, cwd=ROOT, timeout=60
    )
    assert here.stderr == "" and here.stdout.count("good") == 3
    assert there == here.stdout


def test_the_document_is_made_from_the_table():
    spec = importlib.util.spec_from_file_location("make_protocol", ROOT / "tools" / "make_protocol.py")
    assert spec and spec.loader
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    assert tool.main(["--check"]) == 0, "python tools/make_protocol.py makes it anew"
    assert list(tool.SENTENCES) and set(tool.SENTENCES) == set(wire.names())
    for name in wire.names():
        fields = wire.message(name)[3] + wire.answer(name)
        assert {field for field, _ in fields} == set(tool.SENTENCES[name][1]), name
