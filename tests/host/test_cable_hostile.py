"""Commands at something that speaks the protocol and lies: one sentence and an exit code, whatever it says."""

import functools
import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from host.test_cable_client import ME, Told, answer
from robokraft.cli import main
from robokraft.deploy import update
from robokraft.transport import find

COMMANDS = (
    ("status",), ("status", "--json"), ("devices",), ("screen",), ("clock",), ("selftest",), ("config", "get"), ("config", "get", "rules.robokraft.ties"),
    ("config", "set", "roster", "Ann,Ben"), ("config", "set", "brightness", "9"), ("start", "robokraft", "--players", "a,b,c"), ("export", "--to", "LOGS", "--open"),
    ("backup", "LOGS"), ("backup", "LOGS", "--json"), ("doctor", "--archive", "LOGS"), ("doctor", "--archive", "LOGS", "--json"), ("delete", "1"), ("delete", "--exported", "--archive", "LOGS"),
)  # fmt: skip
GOOD = {
    "hello": ME,
    "status": {"status": {"device": "D", "firmware": "0", "boot": 1, "screen": {"name": "home", "texts": []}, "game": None,
                          "storage": {"games": 0, "unexported": 0, "capacity": 1, "free": None}, "warnings": []}},
    "settings": {"values": {"brightness": 1, "rules": {}}},
    "people": {"people": [], "count": 0},
    "person": {}, "forget": {}, "set": {}, "exported": {}, "picture": {},
    "undrawn": {"names": [{"name": "Ann", "crc": None}]},
    "clock": {"was": None},
    "start": {"outcome": "done"},
    "outcome": {"outcome": "done", "message": None},
    "selftest": {"storage": True, "free": 1, "heap": 1, "display": True, "stuck": []},
    "crashes": {"crashes": [{"job": "x", "ticks": 1, "text": "line"}]},
    "screen": {"name": "home", "texts": [], "picture": ""},
    "games": {"games": [{"game": 1, "size": 3, "exported": False}], "open": None},
    "read": {"size": 3, "bytes": "AAAA"},
    "delete": {"outcome": "done"}, "clear": {"outcome": "done"},
    "cards": {"values": {"card": ["a"]}},
    "program": {"running": "a", "in_force": "a", "apps": [{"name": "a", "head": "x"}], "start": [{"name": "boot.py", "size": 1, "crc": "x"}]},
}  # fmt: skip
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(1 << 40), 1 << 40) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


def places(value, path=()):
    """Every place in a JSON value."""
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from places(inner, (*path, key))


def changed(value, path, new):
    """The value with another one at that place."""
    if not path:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = changed(value[path[0]], path[1:], new)
    return copy


program = functools.cache(update.program)
LIES = [(name, path) for name in GOOD for path in places(GOOD[name])]


@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.sampled_from(COMMANDS), st.sampled_from(LIES), VALUES)
def test_a_box_that_lies_is_told_in_one_sentence(tmp_path, monkeypatch, capsys, command, lie, value):
    name, path = lie
    said = {**GOOD, name: changed(GOOD[name], path, value)}

    def tell(got, line):
        return answer(got[0], said[got[2]]) if got is not None else b""

    def opened(_):
        told = Told(tell)
        told.answer_s = 0.001
        return told

    monkeypatch.setattr(find, "opened", opened)
    monkeypatch.setattr("robokraft.transport.opened", opened)
    monkeypatch.setattr("robokraft.deploy.update.program", program)  # made once
    monkeypatch.setattr("robokraft.client.time.sleep", lambda _: None)
    monkeypatch.setattr("robokraft.client._POLL_S", 0)
    words = [str(tmp_path) if word == "LOGS" else word for word in command]
    if {"outcome": "asked"} in (said["start"], said["delete"], said["clear"]) and said["outcome"].get(
        "outcome"
    ) == "asked":
        return  # waits for a person
    capsys.readouterr()
    with pytest.raises(SystemExit) as end:
        main([*words, "--port", "socket://127.0.0.1:1"])
    out, err = capsys.readouterr()
    assert end.value.code in (0, 1, 2, 3, 5, 7), (out, err, json.dumps(said[name]))
    assert "Traceback" not in err and (end.value.code in (0, 1, 3) or err.startswith("robokraft: ")), err
