"""The doctor finds what is wrong, says what to do, and never fails itself."""

import os
import shutil
import sys
from types import SimpleNamespace

import pytest

from cables import TRICKS, WISH, Live
from robokraft import doctor
from robokraft.client import NoAnswer
from robokraft.deploy.drive import Drive
from robokraft.transport import PortError
from robokraft.transport.serial_port import udev_rule
from robokraft.virtual.serial import Listener


def of(findings, what):
    """The levels and texts of the findings about something."""
    return [(one.level, f"{one.found} → {one.do}") for one in findings if one.what == what]


@pytest.fixture
def at_box(robokraft, tmp_path):
    """What it says of a virtual box after `prepare(box)`."""

    def run(prepare=lambda box: None, *arguments):
        with Live(Listener()) as live:
            live.do(prepare)
            return robokraft("doctor", "--port", live.address, "--archive", tmp_path, *arguments)

    return run


def test_all_is_well_with_a_virtual_box(at_box):
    ended = at_box()
    assert (ended.code, ended.err) == (0, "")
    lines = ended.out.splitlines()
    assert {line[:5] for line in lines} <= {"ok   ", "note "}
    assert any("VIRTUAL" in line for line in lines) and any(
        "storage, display and keys are good" in line for line in lines
    )


def test_what_is_wrong_with_a_box_is_said_and_the_exit_code_is_one(at_box):
    def prepare(box):
        box.app._crashed("display", ValueError("oh"))
        box.start(WISH)
        box.play(TRICKS[0])
        box.app.session.close()
        box.app.home()
        box.app.parts.files.free = lambda: 1000

    ended = at_box(prepare, "--json")
    assert ended.code == 1
    found = [doctor.Finding(**one) for one in ended.json]
    assert of(found, "crash") == [
        (
            "wrong",
            "in display, 0 s after power-up: ValueError: oh → 'robokraft selftest' shows where; please report it",
        )
    ]
    assert of(found, "games") == [("note", "1 stored, 1 not exported → 'robokraft export' takes them")]
    assert ("wrong", "0 KB free → 'robokraft export', then 'robokraft delete --exported'") in of(
        found, "storage"
    )


def test_a_crash_before_the_power_came_last_is_told_and_no_fault(at_box):
    ended = at_box(lambda box: box.app.crashes.write("display", ValueError("oh")), "--json")
    found = [doctor.Finding(**one) for one in ended.json]
    assert ended.code == 0
    assert of(found, "crash") == [
        (
            "note",
            "in display, 0 s after an earlier power-up: ValueError: oh → 'robokraft selftest' shows where; please report it",
        )
    ]


def test_a_display_and_a_key_that_fail(at_box):
    def prepare(box):
        box.parts.i2c.present = False
        box.play("down")
        box.app.keys.stuck = 1  # as if it had been down since power-up
        box.press_mask(1)
        box.run(3000)

    out = at_box(prepare).out
    assert (
        "WRONG display    no display answers → check its four wires" in out
        and "down since power-up: blue" in out
    )


def test_no_port_answers(robokraft, tmp_path):
    ended = robokraft("doctor", "--port", "socket://127.0.0.1:1", "--archive", tmp_path)
    assert ended.code == 1 and "WRONG box        nothing can be reached" in ended.out


def test_ports_drives_and_no_box(robokraft, monkeypatch, tmp_path):
    other = SimpleNamespace(
        device="/dev/ttyUSB0", vid=0x1A86, pid=0x7523, description="CH340", serial_number=None
    )
    plain = SimpleNamespace(device="/dev/ttyS0", vid=None, pid=None, description="n/a", serial_number=None)
    monkeypatch.setattr(doctor, "all_ports", lambda: [plain, other])
    monkeypatch.setattr("robokraft.transport.find.candidates", list)
    monkeypatch.setattr(
        "robokraft.deploy.drive.drives", lambda: [Drive(tmp_path, "RPI-RP2"), Drive(tmp_path, "RP2350")]
    )
    ended = robokraft("doctor", "--archive", tmp_path)
    assert ended.code == 1
    assert "note  port       /dev/ttyUSB0 is no box: USB 1a86:7523, CH340\n" in ended.out
    assert "/dev/ttyS0 is no box: no USB device\n" in ended.out
    assert f"a Pico waits for its MicroPython at {tmp_path} → 'robokraft setup' puts it on" in ended.out
    assert f"{tmp_path} is a RP2350, no Pico of ours" in ended.out
    assert "TODO  box        none is plugged in → plug it in" in ended.out


@pytest.mark.parametrize(
    ("error", "what", "text"),
    [
        (
            PortError("permission", "no permission for /dev/x: it belongs to the group uucp; run this"),
            "permission",
            "uucp → run this",
        ),
        (
            PortError("busy", "/dev/x is in use by another program: close it"),
            "box",
            "in use by another program",
        ),
        (NoAnswer("at /dev/x MicroPython answers, but not our program"), "box", "at MicroPython's prompt"),
        (NoAnswer("nothing answers at /dev/x: is it the box?"), "box", "nothing answers"),
    ],
)
def test_why_a_port_gives_no_box(error, what, text):
    found = doctor.unreached("/dev/x", error)
    assert (found.level, found.what) == ("wrong", what) and text in f"{found.found} → {found.do}"


@pytest.mark.skipif(os.name == "nt" or os.getuid() == 0, reason="the system lets this user write everywhere")
def test_an_archive_that_cannot_be_written(robokraft, tmp_path):
    (tmp_path / "a").mkdir(mode=0o500)
    assert "cannot be written to" in robokraft("doctor", "--archive", tmp_path / "a").out


@pytest.mark.parametrize("name", ["x" * 300, "a\0b"])
def test_an_archive_whose_name_cannot_be_is_told(tmp_path, name):
    (found,) = of(doctor.computer(tmp_path / name), "archive")
    assert found[0] == "wrong" and "choose another with --archive" in found[1]


def test_an_archive_that_is_no_folder_and_packages_that_are_missing(monkeypatch, tmp_path):
    (tmp_path / "file").write_bytes(b"")
    assert of(doctor.computer(tmp_path / "file"), "archive")[0][0] == "wrong"
    monkeypatch.setattr(doctor, "_PACKAGES", ("pyserial", "no-such-package"))
    assert of(doctor.computer(tmp_path), "packages") == [
        ("wrong", f"missing: no-such-package → {sys.executable} -m pip install no-such-package")
    ]
    monkeypatch.setattr("robokraft.emulator.firmware.PACKAGE", "no-such-emulator")
    assert of(doctor.computer(tmp_path), "emulator") == [
        (
            "note",
            f"not installed → only for 'robokraft emulate': {sys.executable} -m pip install no-such-emulator",
        )
    ]
    shutil.rmtree(tmp_path)
    assert of(doctor.computer(tmp_path), "archive")[0][0] == "good"


def told(**changes):
    """A box on a Pico that tells of its program."""
    answers = {"running": "a", "in_force": "a", "apps": [], "start": [], **changes}
    return SimpleNamespace(ask=lambda name: answers, firmware="0.0.9")


def test_the_program_of_a_box():
    (other,) = doctor._program(told())
    assert (
        other.level == "wrong"
        and other.found.startswith("firmware 0.0.9 differs from")
        and "deploy" in other.do
    )
    (fallen,) = doctor._program(told(in_force="b"))
    assert fallen.found == "the app in force (b) could not be started; a runs instead"


def test_the_rule_is_printed(robokraft):
    ended = robokraft("doctor", "--udev")
    assert (ended.code, ended.out) == (0, udev_rule() + "\n") and "70-robokraft.rules" in ended.err
