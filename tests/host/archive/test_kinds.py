"""Whatever game the box knows, the archive lists, counts, shows, converts and reports it."""

import csv
import io
import json

import pytest

from host.archive.logs import KINDS
from robokraft.archive.reading import read
from robokraft.archive.rounds import rounds_of
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
                assert sum(line[-1] for line in played.lines[seat] or ()) == points


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
