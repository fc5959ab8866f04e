"""Measurements: the program that runs them, and that the numbers in docs/performance.md are those of the presses' model."""

import json
import sys

import pytest

from bench import __main__ as program
from bench import presses, robot_presses, rows
from bench.rows import Row

DOCUMENT = program.DOCS.read_text(encoding="utf-8")
MET = Row("quick", 10, "ms", most=12, beside=[("slow", 26.31, "ms")])
MISSED = Row("slow", 1234.5, "ms", most=12)
LEAST = Row("room", 99.04, "KB", least=100)
FREE = Row("seen", 3, "")


def documented():
    """{what: measured} of the table in the document."""
    table = DOCUMENT.split(program.BEGIN)[1].split(program.END)[0]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines() if line]
    return {row[1].split(" (")[0]: row[2] for row in cells[2:]}


class Pool:
    """Runs in this process what the program would give to others."""

    def __init__(self, *_, **__):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def imap_unordered(self, work, names):
        return map(work, names)


class Context:
    Pool = Pool


@pytest.fixture
def run(monkeypatch, capsys):
    """Runs the program with these rows as the measurement `one`; (exit code, what it printed)."""
    monkeypatch.setattr(program.multiprocessing, "get_context", lambda _: Context)
    monkeypatch.setattr(program, "names", lambda: ["one", "other"])

    def ran(found, *arguments):
        def measure(step):
            step()
            for row in found:
                if isinstance(row, Exception):
                    raise row
                yield row

        module = type(sys)("bench.one")
        module.rows = measure
        monkeypatch.setitem(sys.modules, "bench.one", module)
        monkeypatch.setattr(sys, "argv", ["bench", "one", *arguments])
        code = program.main()
        return code, capsys.readouterr()

    return ran


def test_every_measurement_is_found():
    assert {"archive", "boot", "game", "memory", "presses", "robotroc", "verify"} <= set(program.names())


def test_a_goal_is_met_missed_or_there_is_none():
    assert [row.met for row in (MET, MISSED, LEAST, FREE)] == [True, False, False, None]
    assert [row.goal() for row in (MET, LEAST, FREE)] == ["≤ 12 ms", "≥ 100 KB", ""]


def test_a_missed_goal_ends_with_1_and_one_that_is_known_does_not(run, monkeypatch):
    assert run([MET, FREE])[0] == 0
    code, said = run([MET, MISSED])
    assert code == 1 and "missed: one: slow" in said.out
    monkeypatch.setitem(rows.MISSED_KNOWN, "one: slow", "it is an example")
    code, said = run([MET, MISSED])
    assert code == 0 and "known: one: slow: it is an example" in said.out


def test_a_measurement_that_fails_ends_with_1_and_writes_nothing(run, monkeypatch, tmp_path):
    document = tmp_path / "performance.md"
    document.write_text(f"{program.BEGIN}\n{program.END}\n")
    monkeypatch.setattr(program, "DOCS", document)
    code, said = run([MET, ValueError("broken")], "--write")
    assert code == 1 and "failed: one" in said.out and "broken" in said.err
    assert document.read_text() == f"{program.BEGIN}\n{program.END}\n"


def test_rows_are_written_as_json_and_into_the_document(run, monkeypatch, tmp_path):
    document, file = tmp_path / "performance.md", tmp_path / "rows.json"
    other = "| other | kept | 1 ms | | | |"
    document.write_text(
        f"# Numbers\n\n{program.BEGIN}\n| one | old |\n{other}\n{program.END}\n\nmore\n", encoding="utf-8"
    )
    monkeypatch.setattr(program, "DOCS", document)
    assert run([MET], "--write", "--json", str(file))[0] == 0
    assert json.loads(file.read_text(encoding="utf-8")) == {
        "v": 1,
        "rows": [
            {
                "measurement": "one",
                "what": "quick",
                "value": 10,
                "unit": "ms",
                "most": 12,
                "least": None,
                "met": True,
                "beside": [{"what": "slow", "value": 26.3, "unit": "ms"}],
                "note": "",
            }
        ],
    }
    text = document.read_text(encoding="utf-8")
    assert text.startswith("# Numbers\n\n") and text.endswith("\n\nmore\n") and "old" not in text
    assert text.splitlines()[5:7] == ["| one | quick | 10 ms | ≤ 12 ms | ok | slow 26.3 ms |", other]


def test_a_miss_in_the_document_is_known_and_has_a_reason():
    table = DOCUMENT.split(program.BEGIN)[1].split(program.END)[0]
    missed = [line.split(" | ") for line in table.splitlines() if "| missed" in line]
    for cells in missed:
        assert rows.MISSED_KNOWN[f"{cells[0].strip('| ')}: {cells[1].split(' (')[0]}"]


@pytest.mark.slow
def test_model_and_box_agree_on_the_presses_and_the_document_has_their_numbers(monkeypatch):
    monkeypatch.setattr(presses, "GAMES", 20)
    found = list(presses.rows())
    assert len(found) == 8 and {row.most for row in found} == {None, 119, 90}
    assert all(row.met is not False for row in found)
    told = documented()
    for row in found:
        assert float(told[row.what]) == pytest.approx(row.value, rel=0.05)  # twenty games only


@pytest.mark.slow
def test_the_document_has_the_presses_of_the_robot_games(monkeypatch):
    monkeypatch.setattr(robot_presses, "PLAYED", 2)
    found = list(robot_presses.rows())
    told = documented()
    assert len(found) == 10
    for row in found[::2]:  # two games only: no more than the order of size of a turn
        assert float(told[row.what]) / 2 <= row.value <= float(told[row.what]) * 2, row
