"""Whatever game the box knows, the archive lists, counts, shows, converts and reports it."""

import csv
import io
import json

import pytest

from host.archive.logs import KINDS
from robokraft.archive.reading import read
from robokraft.archive.rounds import rounds_of
from robokraft.archive.sentences import sentence
from robokraft.export.record import record

SEEDS = range(6)


@pytest.mark.parametrize("kind", KINDS)
def test_rounds_are_what_the_log_says(kind):
    for seed in SEEDS:
        reading = read(KINDS[kind](seed)[1])
        assert reading.ok, reading.verdict["errors"][:1]
        told = rounds_of(reading.game)
        assert [played.points for played in told if played.finished] == reading.verdict["rounds"]
        for played in told:
            for seat, points in enumerate(played.points):
                if kind != "robotlab":  # its lines are the parts of a robot
                    assert sum(line[-1] for line in played.lines[seat] or ()) == points
                assert all(played.sentences(seat) or ())


@pytest.mark.parametrize(
    ("kind", "line", "words"),
    [
        ("robokraft", (0, 4, 3, 2, 6), "blue 3 × 2 = 6"),
        ("robokraft", (1, 2, 0, 0, -2), "red 2 cards, no cube −2"),
        ("robot_x", ("stars", 6, 3, 18), "6 stars × 3 colours = 18"),
        ("robot_x", ("bonus", 1, 0, -10), "bonus card 2 not met −10"),
        ("robotroc", ("part", 1, 2, 4), "head 2 × 2 = 4"),
        ("robotroc", ("part", 21, 1, 3), "legs 3b +3"),
        ("robotroc", ("bonus", 4, 0, 5), "bonus 4 not met +5"),
        ("robotroc", ("auxiliary", 0, 1, 10), "1 auxiliary robot +10"),
        ("robotlab", (1, 4, 1), "purple arm, as the body"),
        ("robots", (1, 12, 2, -10, -20), "2 × 14 in the hand at −10 = −20"),
        ("robots", (2, -1, 1, 25, 25), "1 robot at 25 = 25"),
        ("robots", (0, -1, 1, 130, 130), "played +130"),
    ],
)
def test_a_line_of_an_explanation_in_words(kind, line, words):
    assert sentence(kind, line) == words


@pytest.mark.parametrize("kind", KINDS)
def test_every_command_takes_it(kind, archived, shelf, tmp_path):
    logs = [KINDS[kind](seed) for seed in SEEDS]
    shelf(*[data for _, data in logs])
    ends = [json.loads(data.splitlines()[-1]) for _, data in logs]
    assert all(end["type"] == "end" for end in ends)
    listed = archived("games", "--game", kind, "--json").json
    assert len(listed) == len(logs) and all(game["counts"] for game in listed)
    told = archived("stats", "--json").json["games"][kind]
    assert max(max(end["points"]) for end in ends) == told["records"][0]["value"]
    name, data = logs[0]
    shown = archived("show", name)
    assert shown.code == 0 and str(ends[0]["points"][0]) in shown.out
    text = archived("convert", "--to", "csv", "--rows", "plays", name).out.removeprefix("\ufeff")
    assert len(list(csv.reader(io.StringIO(text)))) > 2
    assert f'[Points "{" ".join(map(str, ends[0]["points"]))}"]' in record([read(data)])
    assert archived("convert", "--to", "bgstats-link", "--no-qr", name).code == 0
    assert archived("report", name, "-o", tmp_path / "x.html").code == 0
    assert "<svg" in (tmp_path / "x.html").read_text("utf-8")
