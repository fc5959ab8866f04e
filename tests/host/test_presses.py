"""The count of presses: a small run works, model and box agree, and docs/performance.md has the command and the numbers."""

import json
import os
import subprocess
import sys

import pytest

from vm.unix import ROOT

DOCUMENT = (ROOT / "docs" / "performance.md").read_text(encoding="utf-8")
PATHS = (ROOT, ROOT / "firmware", ROOT / "host", ROOT / "tests")


@pytest.fixture(scope="module")
def small_run(tmp_path_factory):
    """(finished process, numbers) of twenty games."""
    file = tmp_path_factory.mktemp("presses") / "presses.json"
    ran = subprocess.run(
        [sys.executable, ROOT / "bench" / "presses.py", "--games", "20", "--json", file],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, PATHS)), "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        timeout=300,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran, json.loads(file.read_text(encoding="utf-8"))


def documented():
    """{(mode and how, players): mean} of the table in the document."""
    found = {}
    for line in DOCUMENT.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 7 and cells[1] in ("3", "4"):
            found[cells[0], int(cells[1])] = float(cells[2])
    return found


@pytest.mark.slow
def test_model_and_box_agree_and_the_goals_are_reached(small_run):
    ran, numbers = small_run
    assert numbers["wrong"] == [] and numbers["checked"] == 3 and "checked: model and box" in ran.stdout
    assert [row["rounds"] for row in numbers["rows"]] == [80] * 4 + [60] * 4
    goals = {row["mode"]: (row["mean"], row["reach"]) for row in numbers["rows"] if row["reach"]}
    assert {mode: reach for mode, (_, reach) in goals.items()} == {"cards": 119, "tricks": 90}
    assert all(mean <= reach for mean, reach in goals.values())


@pytest.mark.slow
def test_the_document_has_the_numbers_of_this_program(small_run):
    means = {}
    for row in small_run[1]["rows"]:
        name = row["mode"] + (", " + row["how"] if row["how"] else "")
        means[name, row["players"]] = row["mean"]
    assert set(documented()) == set(means)
    for key, mean in documented().items():
        assert mean == pytest.approx(means[key], rel=0.05), key  # twenty games only


def test_the_document_names_the_command():
    assert "make bench BENCH=presses" in DOCUMENT and "bench/presses.py" in DOCUMENT
    assert (ROOT / "bench" / "presses.py").exists()
