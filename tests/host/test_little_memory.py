"""A box that has too little memory free: it is said to be so, with what to do, and nothing is concluded from its silence."""

import pytest

from host.test_cable_client import Told, answer
from host.test_cable_hostile import GOOD, program
from robokraft import transport
from robokraft.deploy import reach, update
from robokraft.transport import find

REFUSED = {"error": "memory", "message": "the box has too little memory free for that now"}
DO = "ask again; if that changes nothing, end the game, or unplug the box and plug it in again"
PROGRAM = {"running": "a", "in_force": "a", "apps": [], "start": []}
PORT = ("--port", "socket://127.0.0.1:1")


@pytest.fixture
def box(monkeypatch):
    """A box that says what is good, but for these answers."""

    def make(**answers):
        said = {**GOOD, "program": PROGRAM, **answers}

        def opened(_):
            told = Told(lambda got, line: answer(got[0], said[got[2]]))
            told.answer_s = 0.001
            return told

        for module in (transport, find, reach):
            monkeypatch.setattr(module, "opened", opened)
        monkeypatch.setattr(update, "program", program)  # made once

    return make


def selftest(heap):
    return {**GOOD["selftest"], "heap": heap}


@pytest.mark.parametrize(
    ("message", "what"),
    [("program", "program"), ("selftest", "self-test"), ("status", "games"), ("crashes", "crash")],
)
def test_the_doctor_concludes_nothing_from_a_question_that_is_refused(
    box, robokraft, tmp_path, message, what
):
    box(**{message: REFUSED})
    ended = robokraft("doctor", *PORT, "--archive", tmp_path)
    (line,) = [line for line in ended.out.splitlines() if f" {what} " in line[:17]]
    assert line == f"WRONG {what:10} could not be read: {REFUSED['message']} → {DO}"
    assert ended.code == 1 and "older than this program" not in ended.out


def test_a_box_older_than_the_question_is_still_said_to_be_older(box, robokraft, tmp_path):
    box(program={"error": "unknown", "message": "there is no message program"})
    out = robokraft("doctor", *PORT, "--archive", tmp_path).out
    assert "WRONG program    firmware 0 is older than this program → 'robokraft deploy'" in out


def test_an_answer_whose_inside_makes_no_sense_is_told_by_the_doctor(box, robokraft, tmp_path):
    box(status={"status": {"storage": None}})
    out = robokraft("doctor", *PORT, "--archive", tmp_path).out
    assert "WRONG games      could not be read: the box's answer to games makes no sense" in out


@pytest.mark.parametrize(("heap", "code"), [(20 * 1024 - 1, 1), (20 * 1024, 0), (None, 0)])
def test_the_self_test_judges_the_memory(box, robokraft, tmp_path, heap, code):
    box(selftest=selftest(heap))
    ended = robokraft("selftest", *PORT)
    assert ended.code == code
    assert ("TOO LITTLE: end the game" in ended.out) == (code == 1)
    found = robokraft("doctor", *PORT, "--archive", tmp_path).out
    said = (
        "WRONG memory     19 KB free, too little → end the game, or unplug the box and plug it in again"
        in found
    )
    assert said == (code == 1) and ("storage, display and keys are good" in found) == (code == 0)


@pytest.mark.parametrize("command", ["status", "selftest", "backup"])
def test_what_to_do_is_said_wherever_the_box_refuses(box, refused, tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    box(status=REFUSED, selftest=REFUSED, games=REFUSED)
    said = refused(command, *PORT, code=7)
    assert said == f"robokraft: the box says: {REFUSED['message']}; {DO}\n"


def test_a_backup_that_is_refused_names_the_way_without_one(box, robokraft):
    box(games=REFUSED)
    ended = robokraft("deploy", *PORT)
    assert (ended.code, ended.out) == (7, "")
    assert (
        "nothing was changed" in ended.err
        and DO in ended.err
        and "'robokraft deploy --no-backup'" in ended.err
    )
    ended = robokraft("setup", *PORT, "--yes")
    assert ended.code == 7 and "'robokraft deploy --no-backup'" in ended.err


def test_setup_says_that_the_memory_is_little_and_looks_at_once(box, robokraft, monkeypatch):
    monkeypatch.setattr("robokraft.deploy.update.same", lambda program, told: True)
    box(selftest=selftest(5 * 1024))
    ended = robokraft("setup", *PORT, "--yes")
    assert ended.code == 1 and "memory  5 KB free, TOO LITTLE: end the game" in ended.out
    assert "is ready" not in ended.out
    box(selftest=selftest(50 * 1024))
    ended = robokraft("setup", *PORT, "--yes")
    assert ended.code == 0 and ended.out.count("the box is ready") == 1
    assert ended.err.startswith("looking for the Pico …\n")


@pytest.mark.parametrize("command", ["deploy", "setup"])
def test_the_backup_before_a_new_program_overwrites_none(box, robokraft, tmp_path, command):
    box()
    (tmp_path / "v.zip").write_bytes(b"the only one")
    ended = robokraft(command, *PORT, "--backup", tmp_path / "v.zip")
    assert ended.code == 2 and "v.zip is there already: choose another name" in ended.err
    assert (tmp_path / "v.zip").read_bytes() == b"the only one"
