"""What is decided before a box's program is exchanged, without a Pico: who can run it, where it goes, what is the same."""

import hashlib

import pytest

from cables import Live
from companion.system.program import program as telling
from robokraft.deploy import bundle, update
from robokraft.deploy.manifest import APP, box_files, start_files
from robokraft.deploy.update import App, Found, Program
from robokraft.errors import UserError
from robokraft.virtual.serial import Listener


@pytest.fixture(scope="module")
def files():
    return box_files()


@pytest.fixture(scope="module")
def program(files):
    return Program(files[APP + bundle.SUFFIX], start_files())


def found(program=None, **changes):
    """A Pico with nothing on it, or with this program; with changes."""
    about = {
        "serial": "e661", "machine": "Raspberry Pi Pico with RP2040", "micropython": (1, 26, 1), "mpy": (6, 3), "free": 1_300_000,
        "names": {}, "in_force": None, "apps": {}, "start": {},
    }  # fmt: skip
    if program is not None:
        start = {name: hashlib.sha256(data).hexdigest() for name, data in program.start.items()}
        names = {"a.app": len(program.app), "app": 1, "data": None, **{name: 9 for name in program.start}}
        about.update(names=names, in_force="a", apps={"a": whole(program)}, start=start)
    return Found(**{**about, **changes})


def whole(program):
    return App(len(program.app), program.app[: bundle.HEAD_SIZE], True)


def other(program):
    """Another app."""
    head = program.app[: bundle.HEAD_SIZE - 4] + b"abcd"
    return App(len(program.app) - 1, head, True)


def test_the_right_pico_is_taken(program):
    update.refuse(found(), program.manifest)


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        (
            {"machine": "Raspberry Pi Pico 2 with RP2350"},
            "no Raspberry Pi Pico: it says that it is Raspberry Pi Pico 2",
        ),
        ({"micropython": (1, 23, 0)}, "MicroPython 1.23.0; the box needs 1.24"),
        ({"mpy": (5, 0)}, "runs bytecode 5.0, the box's program is 6"),
    ],
)
def test_another_one_is_refused_by_its_name(program, changes, what):
    with pytest.raises(UserError, match=what):
        update.refuse(found(**changes), program.manifest)


def test_machine_code_needs_its_very_version(program):
    update.refuse(found(mpy=(6, 1)), {**program.manifest, "mpy": [6, 0]})
    with pytest.raises(UserError, match=r"6\.1, the box's program is 6\.3"):
        update.refuse(found(mpy=(6, 1)), {**program.manifest, "mpy": [6, 3]})


def test_a_bare_pico_gets_everything(program):
    work = update.plan(found(), program)
    assert (work.write, work.in_force, work.app_changes) == ("a", "a", True)
    assert work.start == ["bundle.mpy", "boot.py", "main.py"] and work.remove == []


def test_the_same_program_is_nothing_to_do(program):
    assert update.plan(found(program), program).nothing
    assert not update.plan(found(program, start={}), program).nothing


@pytest.mark.parametrize(
    ("in_force", "apps", "goes_to"),
    [
        ("a", "a", "b"),
        ("b", "ab", "a"),
        ("a", "b", "a"),  # what is in force is not there: the one that works stays
        (None, "a", "b"),
        (None, "b", "a"),
    ],
)
def test_the_new_app_never_takes_the_place_of_the_one_that_works(program, in_force, apps, goes_to):
    there = {name: other(program) for name in apps}
    names = {name + ".app": 9 for name in apps}
    work = update.plan(found(names=names, apps=there, in_force=in_force), program)
    assert (work.write, work.in_force) == (goes_to, goes_to)


def test_an_app_with_a_wrong_byte_does_not_count(program):
    broken = App(len(program.app), program.app[: bundle.HEAD_SIZE], False)
    work = update.plan(found(program, apps={"a": broken}), program)
    assert work.write == "a"


def test_an_app_that_is_there_but_not_in_force_is_only_named(program):
    work = update.plan(found(program, apps={"a": other(program), "b": whole(program)}), program)
    assert (work.write, work.in_force, work.app_changes) == (None, "b", True)


def test_no_room_is_said_and_what_a_cut_left_counts(program):
    names = {"a.app": len(program.app), "app": 1}
    little = found(names=names, apps={"a": other(program)}, in_force="a", free=100_000)
    with pytest.raises(UserError, match="robokraft delete --exported.*nothing was changed"):
        update.plan(little, program)
    for left in ("b.app", "b.app.new"):
        update.plan(little._replace(names={**names, left: len(program.app)}), program)


def test_programs_that_are_not_ours_are_named():
    assert found(names={"main.py": 5, "lib": None}).foreign == ["main.py"]
    assert found(names={"main.py": 5, "data": None}).foreign == []
    assert found().bare and not found(names={"a": None}).bare


def told_by(running, root):
    *pieces, told = telling(running, root)
    assert pieces and not any(pieces)
    return told


def test_what_the_box_tells_of_itself_says_whether_it_is_the_same(files, program, tmp_path):
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    told = told_by("a", str(tmp_path))
    assert update.same(program, told)
    assert not update.same(program, told_by("b", str(tmp_path)))  # the one to fall back on runs
    assert not update.same(program, told_by(None, str(tmp_path)))
    changed = Program(program.app, {**program.start, "main.py": b"x"})
    assert not update.same(changed, told)
    assert not update.same(Program(program.app[:12] + b"abcd" + program.app[16:], program.start), told)
    assert told_by(None, str(tmp_path / "no")) == {"running": None, "in_force": None, "apps": [], "start": []}


def test_the_bundle_says_its_own_sum(program):
    head = program.app[: bundle.HEAD_SIZE]
    assert bundle.checksum_of(head) == bundle.crc32(program.app[bundle.HEAD_SIZE :])
    with pytest.raises(ValueError):
        bundle.checksum_of(b"RK")


def test_a_virtual_box_is_refused(refused):
    with Live(Listener()) as live:
        assert "virtual box" in refused("deploy", "--port", live.address)


def test_without_a_box_it_says_so(refused, monkeypatch):
    monkeypatch.setattr("robokraft.deploy.reach.candidates", list)
    assert "no box was found" in refused("deploy", code=3)
    assert "reached" in refused("deploy", "--port", "socket://127.0.0.1:1", code=4)
