"""An archive that is damaged, can only be read, or holds what nobody can read: what there is to see is shown."""

import json
import os
import random
import shutil
import subprocess
import sys

import pytest

from host.archive.logs import log

posix = pytest.mark.skipif(os.name == "nt", reason="rights and links as POSIX has them")
PEOPLE = [("ann", "Ann"), ("bo", "Bo"), ("cy", "Cy")]
COMMANDS = (["games", "--json"], ["stats", "--json"], ["players", "--json"])


@pytest.fixture
def full(folder, archived, tmp_path):
    """An archive of some games with an index that is older than the moment."""
    logs = tmp_path / "logs"
    logs.mkdir()
    for seed in range(12):
        name, data = log(seed, players=PEOPLE)
        (logs / f"{name}.jsonl").write_bytes(data)
        os.utime(logs / f"{name}.jsonl", (1, 1))
    assert archived("add", logs).code == 0
    for path in folder.glob("*.jsonl"):
        os.utime(path, (1, 1))
    assert archived("games").code == 0
    return folder


def places(size):
    rng = random.Random(size)
    yield from range(4096, size, 4096)
    yield from (rng.randrange(size) for _ in range(12))


def test_a_damaged_index_is_made_anew_by_any_command(full, archived):
    """Wherever it was hit: on the first bytes of a page, or in a name that then is still a name."""
    index = full / "index.sqlite"
    whole, said = index.read_bytes(), [archived(*words) for words in COMMANDS]
    for number, at in enumerate(places(len(whole))):
        hit = random.Random(at).randbytes(8) if number % 2 else b"\xff" * 8
        words, right = list(zip(COMMANDS, said))[number % 3]
        index.write_bytes(whole[:at] + hit + whole[at + 8 :])
        assert archived(*words) == right, at
    index.write_bytes(whole[:4096] + b"\xff" * 8 + whole[4104:])
    assert archived("add", full).code == 0 and archived("games", "--json") == said[0]


def test_a_name_that_is_another_is_noticed(full, archived):
    index = full / "index.sqlite"
    right = archived("stats")
    assert b"annAnn" in index.read_bytes()
    index.write_bytes(index.read_bytes().replace(b"annAnn", b"annAmy"))
    assert archived("stats") == right


@pytest.mark.parametrize("what", [b"", b"no database " * 400, b"SQLite format 3\0" + bytes(5000)])
def test_a_rebuild_does_not_read_what_was_there(what, full, archived):
    right = archived("games")
    (full / "index.sqlite").write_bytes(what)
    assert archived("add", "--rebuild").code == 0
    assert archived("games") == right


@pytest.fixture
def bound():
    """Runs the command line with the rights of anybody, also where the tests have those of root."""
    without = []
    if os.name != "nt" and os.geteuid() == 0:
        if shutil.which("setpriv") is None:
            pytest.skip("root may write anywhere")
        without = ["setpriv", "--bounding-set=-dac_override,-dac_read_search,-fowner", "--"]

    def run(*words):
        command = [*without, sys.executable, "-m", "robokraft", *map(str, words)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        return done.returncode, done.stdout, done.stderr

    return run


@posix
@pytest.mark.parametrize("index", ["fresh", "stale", "damaged", "none"])
def test_an_archive_that_can_only_be_read_can_be_looked_at(index, full, archived, bound, tmp_path):
    right = [tuple(archived(*words)) for words in COMMANDS]
    new = tmp_path / "new.jsonl"
    new.write_bytes(log(50)[1])
    at = full / "index.sqlite"
    if index == "stale":
        os.utime(full / f"{log(1)[0]}.jsonl")
    elif index == "damaged":
        at.write_bytes(at.read_bytes()[:6000])
    elif index == "none":
        at.unlink()
    for path in full.iterdir():
        path.chmod(0o444)
    full.chmod(0o555)
    before = {path: path.read_bytes() for path in full.iterdir()}
    try:
        assert [bound(*words, "--archive", full) for words in COMMANDS] == right
        assert bound("show", log(1)[0], "--archive", full)[0] == 0
        for words in (["add", new], ["add", "--rebuild"], ["players", "--rename", "ann", "Anna"]):
            code, out, err = bound(*words, "--archive", full)
            assert (
                (code, out) == (2, "") and err.startswith("robokraft: cannot write ") and err.count("\n") == 1
            )
        assert {path: path.read_bytes() for path in full.iterdir()} == before
    finally:
        full.chmod(0o755)


@posix
def test_what_cannot_be_read_is_named_and_the_others_are_shown(full, bound):
    loop, shut = full / "loop.jsonl", full / f"{log(3)[0]}.jsonl"
    loop.symlink_to(loop)
    os.utime(shut)
    shut.chmod(0)
    for words in COMMANDS:
        code, out, err = bound(*words, "--archive", full)
        assert code == 0 and err.count("\n") == 2
        assert f"robokraft: {shut.name} in the archive is left out: permission denied" in err
        assert "robokraft: loop.jsonl in the archive is left out: too many levels of symbolic links" in err
        if words[0] == "games":
            assert {game["id"] for game in json.loads(out)} == {log(k)[0] for k in range(12) if k != 3}
    shut.chmod(0o644)
    loop.unlink()
    code, out, err = bound("games", "--json", "--archive", full)
    assert (code, err) == (0, "") and len(json.loads(out)) == 12
