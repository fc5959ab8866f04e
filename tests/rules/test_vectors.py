"""The vectors of the five games hold, on CPython and on MicroPython."""

import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
# The program that checks, its vectors, and how many facts are compared at least: a program that checks nothing fails.
VECTORS = pytest.mark.parametrize(
    "check, vectors, least",
    [
        ("check_vectors.py", "vectors.json", 550),
        ("check_robot_x.py", "vectors_robot_x.jsonl", 230),
        ("check_robotroc.py", "vectors_robotroc.jsonl", 350),
        ("check_events.py", "vectors_robotlab.json", 140),
        ("check_events.py", "vectors_robots.json", 95),
    ],
)


def counted(output: str) -> int:
    return sum(int(line.split()[1]) for line in output.splitlines())


@VECTORS
def test_on_cpython(check, vectors, least):
    environment = {"PYTHONPATH": str(HERE.parents[1]), "PYTHONUTF8": "1"}
    command = [sys.executable, HERE / check, HERE / vectors]
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr
    assert counted(done.stdout) > least


@VECTORS
def test_on_micropython(unix, check, vectors, least):
    assert counted(unix.check(HERE / check, str(HERE / vectors))) > least


def test_what_does_not_hold_is_told(tmp_path):
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_text('["given", [700, 300]]\n')
    environment = {"PYTHONPATH": str(HERE.parents[1])}
    command = [sys.executable, HERE / "check_robot_x.py", wrong]
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert done.returncode == 1
    assert "given 700: 400, not 300" in done.stdout
