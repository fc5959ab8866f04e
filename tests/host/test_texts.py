"""Texts packed for the Pico are the texts, and a constant of the compiler is the number that it was."""

import ast
from pathlib import Path

import pytest

from companion import lang
from companion.lang.packed import Texts
from robokraft.deploy import compiling, texts

LANG = Path(lang.__file__).parent
LANGUAGES = sorted(file for file in LANG.glob("*.py") if texts.are_in(f"companion/lang/{file.name}"))


def unpacked(source):
    space = {}
    exec(texts.packed(source), space)
    return space["TEXTS"]


@pytest.mark.parametrize("file", LANGUAGES, ids=lambda file: file.stem)
def test_every_text_comes_back_as_it_was(file):
    source = file.read_text(encoding="utf-8")
    plain = {}
    exec(source, plain)
    there = unpacked(source)
    assert isinstance(there, Texts)
    names = [name for name in plain if name[0] != "_"]
    assert len(names) > 10
    for _ in range(2):  # also those that are kept
        for name in names:
            value = getattr(there, name)
            assert value == plain[name] and type(value) is type(plain[name]), name
    for missing in ("NOWHERE", "decide", "__path__", ""):
        assert not hasattr(there, missing)


def test_every_kind_of_value_comes_back():
    there = unpacked(
        f"A = ''\nB = ()\nC = {{}}\nD = {{True: 'on', False: ('off', 255, 0)}}\nE = {'–' * 74!r}\n"
    )
    assert (there.A, there.B, there.C, there.E) == ("", (), {}, "–" * 74)
    assert there.D == {True: "on", False: ("off", 255, 0)} and list(there.D)[0] is True


@pytest.mark.parametrize("value", [repr("x" * 224), "256", "-1", "None", "1.5", "('a', ['b'])"])
def test_what_cannot_be_packed_is_named(value):
    with pytest.raises(ValueError, match="^WRONG: "):
        texts.packed(f"GOOD = 'good'\nWRONG = {value}\n")


def test_a_private_number_becomes_a_constant_and_nothing_else_does():
    source = (
        '"""Text."""\n_A = 1 << 30\n_B = _A - 0x10  # why\n_C = "text"\nD = 5\n_E = len("12")\n'
        "_F = 1\n\ndef f():\n    global _F\n    _F = 2\n    return _A\n_G = (\n  1)\n_H = True\n"
    )
    made = compiling.prepared(source, "companion/app.py")
    lines = made.split("\n")
    assert lines[1:3] == ["_A = const(1 << 30)", "_B = const(_A - 16)"]
    assert lines[:1] + lines[3:] == source.split("\n")[:1] + source.split("\n")[3:]


def test_what_a_type_checker_reads_is_left_out_and_lines_keep_their_numbers():
    source = "TYPE_CHECKING = False\nif TYPE_CHECKING:\n    import x\n    Y = 1\n\nif True:\n    Z = 2\n"
    made = compiling.prepared(source, "companion/app.py")
    assert made == "TYPE_CHECKING = False\n\n\n\n\nif True:\n    Z = 2\n"


def test_a_constant_has_the_number_that_it_had():
    for file in LANG.parent.rglob("*.py"):
        source = file.read_text(encoding="utf-8")
        made = compiling.prepared(source, f"companion/{file.name}")
        const = "const = int\n"
        numbers = [line for line in made.split("\n") if " = const(" in line]
        space = {}
        exec(const + "\n".join(numbers), space)
        for statement in ast.parse(source).body:
            if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) in space:
                name = ast.unparse(statement.targets[0])
                assert space[name] == eval(ast.unparse(statement.value), space), (file, name)
