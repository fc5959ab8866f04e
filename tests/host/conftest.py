"""The command in this process and in one of its own, and a game to begin with."""

import io
import json
import subprocess
import sys
from typing import NamedTuple

import pytest

from robokraft.cli import main

START = {
    "game": "robokraft",
    "mode": "cards",
    "players": ["Alison", "Bob", "Carol", "Dave"],
    "setup": {"lead": 0, "discs": "BROG"},
}
FIRST_TRICK = "blue down blue  down up  orange down down  red down red"


class Ended(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def json(self):
        return json.loads(self.out)


@pytest.fixture
def robokraft(capsys, monkeypatch):
    """Runs the command line in this process."""

    def run(*arguments, stdin=b""):
        stream = io.TextIOWrapper(io.BytesIO(stdin if isinstance(stdin, bytes) else stdin.encode()), "utf-8")
        monkeypatch.setattr(sys, "stdin", stream)
        capsys.readouterr()
        with pytest.raises(SystemExit) as end:
            main([str(argument) for argument in arguments])
        return Ended(int(end.value.code or 0), *capsys.readouterr())

    return run


@pytest.fixture
def refused(robokraft):
    """Runs a command line that cannot be: one sentence on standard error, nothing else, and the exit code."""

    def run(*arguments, code=2, **how):
        ended = robokraft(*arguments, **how)
        assert (ended.code, ended.out) == (code, "")
        said = [line for line in ended.err.splitlines(True) if not line.startswith("waiting for the box")]
        assert len(said) == 1 and said[0].startswith("robokraft: ")
        return said[0]

    return run


@pytest.fixture
def process():
    """Runs the command line in a process of its own; `how` goes to subprocess.run."""

    def run(*arguments, **how):
        command = [sys.executable, "-c", "from robokraft.cli import main; main()", *map(str, arguments)]
        return subprocess.run(command, timeout=60, **{"capture_output": True, **how})

    return run


@pytest.fixture
def start():
    """The `--start` of the first game, with changes; a value of None leaves the field out."""

    def make(**changes):
        wish = {**START, **changes}
        return json.dumps({name: value for name, value in wish.items() if value is not None})

    return make


@pytest.fixture
def log_of(robokraft, start, tmp_path):
    """The lines of the log of a script."""

    def make(script=FIRST_TRICK, **changes):
        path = tmp_path / "made.jsonl"
        path.unlink(missing_ok=True)  # that of another game would stay
        assert (
            robokraft(
                "simulate", "--start", start(**changes), "--keys", "-", "--log", path, stdin=script
            ).code
            == 0
        )
        return path.read_bytes().splitlines(keepends=True)

    return make
