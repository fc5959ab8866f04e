"""A Pico found before it is a box: the drive of BOOTSEL on three systems, the MicroPython for it, what is known of it."""

import errno
import hashlib
import os
from pathlib import Path

import pytest

from robokraft.deploy import drive, known, micropython
from robokraft.errors import UserError

INFO = "UF2 Bootloader v3.0\r\nModel: Raspberry Pi RP2\r\nBoard-ID: RPI-RP2\r\n"
PICO_2 = "UF2 Bootloader v1.0\r\nModel: Raspberry Pi RP2350\r\nBoard-ID: RP2350\r\n"


def mounted(path, text=INFO):
    path.mkdir(parents=True)
    (path / "INFO_UF2.TXT").write_bytes(text.encode())
    return path


@pytest.mark.parametrize(
    ("system", "place"),
    [
        ("linux", "media/ann/RPI-RP2"),
        ("linux", "run/media/ann/RPI-RP2"),
        ("linux", "media/usb0"),
        ("linux", "mnt/pico"),
        ("darwin", "Volumes/RPI-RP2"),
        ("darwin", "Volumes/RPI-RP2 1"),
    ],
)
def test_the_drive_is_found_where_the_system_puts_it(tmp_path, system, place):
    path = mounted(tmp_path / place)
    (tmp_path / place).with_name("OTHER").mkdir()
    assert drive.the_one(system=system, root=tmp_path) == drive.Drive(path, "RPI-RP2")


def test_on_windows_every_letter_is_looked_at(monkeypatch):
    looked = []
    monkeypatch.setattr(drive, "recognised", lambda path: looked.append(str(path)))
    assert drive.drives("win32") == []
    assert looked == [f"{letter}:\\" for letter in "CDEFGHIJKLMNOPQRSTUVWXYZ"]


@pytest.mark.parametrize(
    "text", ["", "something else", "UF2 Bootloader v3.0\n", "Board-ID: RPI-RP2", "\0" * 5000]
)
def test_what_only_looks_like_one_is_none(tmp_path, text):
    mounted(tmp_path / "media/RPI-RP2", text)
    assert drive.the_one(system="linux", root=tmp_path) is None
    with pytest.raises(UserError, match="no drive of a Pico"):
        drive.the_one(tmp_path / "media/RPI-RP2")


def test_another_board_and_several_are_said(tmp_path):
    other = mounted(tmp_path / "media/ann/RP2350", PICO_2)
    with pytest.raises(UserError, match="RP2350, not a Raspberry Pi Pico"):
        drive.the_one(system="linux", root=tmp_path)
    with pytest.raises(UserError, match="RP2350, not"):
        drive.the_one(other)
    for name in ("one", "two"):
        mounted(tmp_path / "media/ann" / name)
    with pytest.raises(UserError, match="several Picos.*--drive"):
        drive.the_one(system="linux", root=tmp_path)


def test_the_file_is_copied_whole_and_told(tmp_path):
    there = drive.recognised(mounted(tmp_path / "d"))
    data, told = bytes(range(256)) * 1000, []
    drive.copy(data, there, lambda done, of: told.append((done, of)))
    assert (tmp_path / "d" / "robokraft.uf2").read_bytes() == data
    assert told[-1] == (len(data), len(data))


class Unplugged:
    """A file whose drive goes away after so many bytes."""

    def __init__(self, room):
        self.room = room

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def fileno(self):
        raise OSError(5, "Input/output error")

    def write(self, data):
        self.room -= len(data)
        if self.room < 0:
            raise OSError(5, "Input/output error")
        return len(data)


def test_a_pico_that_goes_away_early_is_said_and_at_the_end_is_as_it_should_be(tmp_path, monkeypatch):
    there = drive.recognised(mounted(tmp_path / "d"))
    data = bytes(200_000)
    monkeypatch.setattr("builtins.open", lambda *_, **__: Unplugged(100_000))
    with pytest.raises(UserError, match="went away after 64 of 195 KB"):
        drive.copy(data, there)
    monkeypatch.setattr("builtins.open", lambda *_, **__: Unplugged(len(data)))
    drive.copy(data, there)


class Small(Unplugged):
    """A file on a disk that has so much room, and takes of a piece what fits."""

    def fileno(self):
        return os.open(os.devnull, os.O_RDONLY)

    def write(self, data):
        taken = min(len(data), self.room)
        if not taken:
            raise OSError(errno.ENOSPC, "No space left on device")
        self.room -= taken
        return taken


@pytest.mark.parametrize("short", [1, 5120, 100_000])
def test_a_drive_that_does_not_take_all_of_it_is_no_success(tmp_path, monkeypatch, short):
    there = drive.recognised(mounted(tmp_path / "d"))
    data = bytes(200_000)
    monkeypatch.setattr("builtins.open", lambda *_, **__: Small(len(data) - short))
    with pytest.raises(UserError, match="of 195 KB: no space left on device.*the drive of a Pico"):
        drive.copy(data, there)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes on Windows")
def test_pipes_are_not_waited_for(tmp_path):
    (tmp_path / "d").mkdir()
    os.mkfifo(tmp_path / "d" / drive.INFO)
    assert drive.recognised(tmp_path / "d") is None
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(UserError, match="a pipe that nobody writes to"):
        micropython.image(tmp_path / "pipe")
    os.mkfifo(mounted(tmp_path / "e") / "robokraft.uf2")
    with pytest.raises(UserError, match="after 0 of"):
        drive.copy(b"x", drive.Drive(tmp_path / "e", "RPI-RP2"))


def release():
    found = Path.home() / ".cache" / "rp2040py" / micropython.FILE
    if not found.exists():
        pytest.skip("MicroPython was not fetched here")
    return found


def test_the_release_is_taken_from_what_was_fetched_before_and_checked(tmp_path):
    data, about = micropython.image(folders=[tmp_path / "none", release().parent])
    assert about.version == micropython.RELEASE and hashlib.sha256(data).hexdigest() == micropython.SHA256
    assert micropython.image(release())[0] == data


def test_it_is_fetched_once(tmp_path):
    address = release().as_uri()
    data, _ = micropython.image(folders=[tmp_path / "cache"], address=address)
    assert (tmp_path / "cache" / micropython.FILE).read_bytes() == data
    assert micropython.image(folders=[tmp_path / "cache"], address="file:///nothing")[0] == data


def test_what_cannot_be_fetched_or_is_another_file_says_what_to_do(tmp_path):
    other = tmp_path / "other.uf2"
    other.write_bytes(b"x")
    for address, what in (
        (other.as_uri(), "is not that file"),
        ((tmp_path / "no").as_uri(), "cannot be fetched"),
    ):
        with pytest.raises(UserError, match=f"{what}.*--micropython"):
            micropython.image(folders=[tmp_path / "cache"], address=address)
    with pytest.raises(UserError, match="cannot read"):
        micropython.image(tmp_path / "no.uf2")
    with pytest.raises(UserError, match="other.uf2: that is no UF2 file"):
        micropython.image(other)


def test_a_bare_board_is_known_by_its_serial_number(tmp_path):
    """FIELD 12."""
    serial = "e66118604b1f2a21"
    for name in (
        f"{serial}-JEXM97-1",
        f"{serial}-JEXM97-2",
        f"{serial}-2BCD34-1",
        "e66118604b1f2a22-JEXM97-1",
        f"{serial}-x",
    ):
        (tmp_path / f"{name}.jsonl").write_text("{}")
    (tmp_path / f"{serial}-JEXM97-2~0123abcd.jsonl").write_text("{}")
    (tmp_path / "backups").mkdir()
    for stamp in ("JEXM97-20261130T100000Z", "2BCD34-20261129T100000Z"):
        (tmp_path / "backups" / f"robokraft-{serial}-{stamp}.zip").write_bytes(b"")
    found = known.known(serial.upper(), tmp_path)
    assert found.storages == {"JEXM97": 2, "2BCD34": 1} and found.games == 3
    assert found.backup.name == f"robokraft-{serial}-JEXM97-20261130T100000Z.zip"
    told = known.told(found)
    assert "3 of its games are safe in the archive (1 of memory 2BCD34, 2 of memory JEXM97)" in told[0]
    assert "robokraft restore" in told[1] and "new memory id" in told[2]
    assert known.told(known.known("00", tmp_path / "none")) == [
        "nothing of it is in the archive on this computer"
    ]


def test_without_a_pico_it_says_what_to_do(robokraft, monkeypatch, tmp_path):
    monkeypatch.setattr("robokraft.deploy.reach.candidates", list)
    monkeypatch.setattr(drive, "drives", lambda *_: [])
    ended = robokraft("setup", "--wait", 0, "--names", "Ann,Ann")
    assert ended.code == 2 and "Ann is named twice" in ended.err
    ended = robokraft("setup", "--wait", 0)
    assert ended.code == 3 and ended.out == "" and "hold BOOTSEL" in ended.err
    assert (
        "nobody is there to be asked"
        in robokraft("setup", "--drive", mounted(tmp_path / "d"), "--micropython", release()).err
    )
    ended = robokraft("setup", "--drive", tmp_path)
    assert (ended.code, ended.out) == (2, "") and "no drive of a Pico" in ended.err
