"""The count of presses in the robot games: a small run works, and docs/performance.md has its command and its rows."""

import json
import os
import subprocess
import sys

import pytest

from vm.unix import ROOT

DOCUMENT = (ROOT / "docs" / "performance.md").read_text(encoding="utf-8")
PATHS = (ROOT, ROOT / "firmware", ROOT / "host", ROOT / "tests")


@pytest.mark.slow
def test_a_small_run_agrees_with_the_document(tmp_path):
    file = tmp_path / "presses.json"
    ran = subprocess.run(
        [sys.executable, ROOT / "bench" / "robot_presses.py", "--games", "2", "--json", file],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, PATHS)), "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        timeout=300,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    rows = json.loads(file.read_text(encoding="utf-8"))["rows"]
    section = DOCUMENT.split("## Presses in the robot games")[1].split("\n## ")[0]
    told = {}
    for line in section.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 7 and cells[1].isdigit():
            told[cells[0]] = float(cells[2])
    assert set(told) == {row["game"] for row in rows}
    for row in rows:  # two games only: no more than the order of size
        assert told[row["game"]] / 2 <= row["turn"] <= told[row["game"]] * 2, row


def test_the_document_names_the_command():
    assert "make bench BENCH=robot_presses" in DOCUMENT
    assert (ROOT / "bench" / "robot_presses.py").exists()
