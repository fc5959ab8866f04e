"""Files people name: what cannot be read is said in one sentence, and nothing hangs."""

import os
import stat
import threading
import time

import pytest

from host.archive.logs import log
from robokraft import files
from robokraft.archive.place import beside_path, log_path
from robokraft.archive.reading import digest
from robokraft.errors import UserError
from robokraft.files import CannotRead, read_whole, reader
from robokraft.logfile import write_whole

posix = pytest.mark.skipif(os.name == "nt", reason="no named pipes on Windows")

# Commands that read or write a file, with FILE in its place.
READING = (
    ("verify", "FILE"),
    ("show", "FILE"),
    ("add", "FILE", "--archive", "ARCHIVE"),
    ("convert", "FILE", "--to", "text"),
    ("simulate", "--keys", "FILE"),
    ("uf2", "--micropython", "FILE", "-o", "OUT"),
    ("emulate", "--data", "FILE"),
    ("emulate", "--keys", "FILE"),
    ("restore", "FILE"),
)
WRITING = (
    ("image", "-o", "FILE"),
    ("simulate", "--keys", "KEYS", "--png", "FILE"),
    ("simulate", "--keys", "KEYS", "--start", "START", "--log", "FILE"),
)


@pytest.fixture
def words(tmp_path, start):
    """A command line with this file."""
    keys = tmp_path / "one.keys"
    keys.write_text("wait:1")
    known = {"KEYS": keys, "START": start(), "ARCHIVE": tmp_path / "archive", "OUT": tmp_path / "out"}
    return lambda line, file: [file if word == "FILE" else known.get(word, word) for word in line]


def said(ended):
    """The one sentence about a file, wherever the command prints it."""
    assert ended.code == 2 and "Errno" not in ended.out + ended.err, ended
    return ended.out + ended.err


@pytest.mark.parametrize("line", READING + WRITING, ids=" ".join)
def test_an_empty_name_is_called_by_what_it_stands_for(refused, words, line):
    assert " is empty" in refused(*words(line, ""))


@pytest.mark.parametrize("line", [one for one in READING if one[0] != "add"] + list(WRITING), ids=" ".join)
def test_a_folder_is_no_file(robokraft, words, line, tmp_path):
    assert "it is a directory" in said(robokraft(*words(line, tmp_path)))


@posix
@pytest.mark.parametrize("line", READING, ids=" ".join)
def test_a_pipe_without_a_writer_is_not_waited_for(robokraft, words, line, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert "a pipe that nobody writes to" in said(robokraft(*words(line, pipe)))


@posix
def test_a_pipe_that_somebody_writes_to_is_read_to_its_end(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    holding = os.open(pipe, os.O_RDWR)  # so that it has a writer before the thread begins

    def write():
        for _ in range(3):
            os.write(holding, b"x" * 40000)
            time.sleep(0.05)
        os.close(holding)

    writing = threading.Thread(target=write)
    writing.start()
    with reader(pipe) as stream:
        assert stream.read() == b"x" * 120000
    writing.join()


@posix
@pytest.mark.parametrize("name", ["archive.json", "LOG", "BESIDE", "index.sqlite"])
def test_a_pipe_in_the_archives_folder_is_not_waited_for(robokraft, tmp_path, name):
    """In the place of whatever the archive reads there; also when somebody has it open and never writes."""
    folder = tmp_path / "archive"
    folder.mkdir()
    identity, data = log(4)
    first, other = tmp_path / "first.jsonl", tmp_path / "other.jsonl"
    first.write_bytes(data)
    other.write_bytes(log(5, id=identity)[1])
    if name == "BESIDE":
        assert robokraft("add", first, "--archive", folder).code == 0
    place = {
        "LOG": log_path(folder, identity),
        "BESIDE": beside_path(folder, identity, digest(other.read_bytes())),
    }.get(name, folder / name)
    os.mkfifo(place)
    with open(os.open(place, os.O_RDWR), "wb"):
        ended = robokraft("add", other, "--archive", folder)
        assert str(place) in said(ended) and ended.err.count("\n") == 1, ended
        for command in ("games", "players"):
            assert robokraft(command, "--archive", folder).code == (2 if place.name == name else 0)
    assert stat.S_ISFIFO(os.stat(place).st_mode)


def test_a_file_without_end_is_given_up(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "MOST", 1 << 20)
    file = tmp_path / "large"
    file.write_bytes(bytes((1 << 20) + 1))
    with pytest.raises(CannotRead, match="larger than 1 MB"):
        read_whole(file)
    if os.path.exists("/dev/zero"):
        with pytest.raises(CannotRead, match="larger than 1 MB"):
            read_whole("/dev/zero")


@pytest.mark.parametrize(
    ("name", "why"), [("", "its name is empty"), ("a\0b", "no file name"), ("nowhere/at/all", "no such file")]
)
def test_what_cannot_be_read_is_said(name, why):
    with pytest.raises(CannotRead) as refused:
        read_whole(name)
    assert why in refused.value.message and why in refused.value.reason


@posix
def test_what_is_no_regular_file_is_never_replaced(tmp_path, process):
    (tmp_path / "there").mkdir()
    target = tmp_path / "there" / "target"
    target.write_bytes(b"old")
    link, broken = tmp_path / "link", tmp_path / "broken"
    link.symlink_to(target)
    broken.symlink_to(tmp_path / "there" / "new")
    write_whole(link, b"through")
    write_whole(broken, b"made")
    assert link.is_symlink() and target.read_bytes() == b"through"
    assert broken.is_symlink() and broken.read_bytes() == b"made"
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(UserError, match="no regular file"):
        write_whole(tmp_path / "pipe", b"x")
    assert stat.S_ISFIFO(os.stat(tmp_path / "pipe").st_mode)
    write_whole("/dev/null", b"x")
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)
    keys = tmp_path / "one.keys"
    keys.write_text("wait:1")
    done = process("simulate", "--keys", keys, "--png", "/dev/stdout")
    assert done.returncode == 0 and b"\x89PNG" in done.stdout
    assert [name for name in os.listdir(tmp_path) if name.startswith(".")] == []
