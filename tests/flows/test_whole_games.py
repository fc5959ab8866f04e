"""Whole games with mistakes that are put right: the box, its log and the oracle agree, on both Pythons to the last byte."""

import functools
import json
import random
import tempfile
from collections import Counter

import pytest

from flows import flow, whole
from robokraft.virtual.box import VirtualBox
from rules import games, oracle
from shared_rules.verify import Verifier
from vm.box import Box
from vm.unix import ROOT

SEEDS = [(seats, seed) for seats in (3, 4) for seed in range(3)]


@functools.lru_cache(maxsize=None)
def written(seats, seed):
    """(the dealt game, the flow, the lines of its log, the mistakes)."""
    rng = random.Random(f"{seats} {seed}")
    rounds = games.deal_game(rng, seats)
    with tempfile.TemporaryDirectory() as folder:
        box = Box(folder)
        writer = whole.Writer(box, rounds, rng)
        writer.play()
        assert box.status()["warnings"] == []
        return rounds, writer.text(), list(box.log_lines()), writer.made


@pytest.mark.parametrize("seats, seed", SEEDS)
def test_a_whole_game_with_mistakes_is_judged_as_by_the_oracle(seats, seed):
    rounds, text, lines, made = written(seats, seed)
    records = [json.loads(line) for line in lines]
    judged = oracle.judge(records)
    assert judged["rounds"] == [played["points"] for played in rounds]
    assert judged["discs"] == rounds[-1]["discs"]
    assert judged["cubes"] == [games.suit_counts(letters) for letters in rounds[-1]["cubes"]]
    # A correction after the last round that changes no total leaves the end as it stands, and comes after it.
    end = [record for record in records if record["type"] == "end"][-1]
    totals = games.totals_of(rounds)
    assert judged["totals"] == end["points"] == totals
    assert (end["ranks"], end["reason"]) == (games.places(totals), "complete")
    verifier = Verifier()
    for record in records:
        verifier.feed(record)
    verdict = verifier.result()
    assert (verdict["ok"], verdict["errors"]) == (True, [])
    assert [warning for warning in verdict["warnings"] if warning["code"] != "revoke"] == []
    assert len(made) > 10
    with VirtualBox() as box:
        assert flow.play(text, box, f"game {seats} {seed}") > 50
        box.play("down down ok")
        assert past(box) == {whole.NAMES[seat]: points for seat, points in enumerate(totals)}


def past(box):
    """{name: total} of the past game that is shown."""
    rows = {}
    for top, _, text in sorted(box.app.canvas.texts):
        rows.setdefault(top, []).append(text)
    lines = [row for top, row in rows.items() if top and len(row) == 3]
    return {name: int(total.replace("−", "-")) for _, name, total in lines}


def test_a_past_game_shows_the_people_where_they_sat_at_the_end():
    with VirtualBox() as box:
        flow.play("# start 0 BROG Ann, Bob, Carol, Dave", box)
        decide = "back:hold down down ok "
        box.play(decide + "up up up up ok red up up up ok back")  # Bob gets 3 points
        box.play(decide + "up up up ok green up ok back")  # P5 for Dave
        assert box.status()["game"]["players"][3]["name"] == "P5"
        box.play(decide + "up up ok green blue red back")  # P5, Ann, Bob, Carol
        box.play(decide + "up up up ok orange ok back")  # P1 for Bob, and taken back
        assert box.status()["game"]["players"][2]["name"] == "P1"
        box.play("back blue back")
        box.play("back:hold down down down ok ok ok ok down down ok")
        assert past(box) == {"P5": 0, "Ann": 0, "Bob": 3, "Carol": 0}


def test_every_kind_of_mistake_was_made():
    made = Counter()
    for seats, seed in SEEDS:
        made.update(written(seats, seed)[3])
    assert set(made) == {"half", "card", "twice", "look", "undo", "left over", "across"}


@pytest.mark.parametrize("seats", [3, 4])
def test_micropython_writes_the_same_log(seats, unix, tmp_path):
    (tmp_path / "there").mkdir()
    _, text, _, _ = written(seats, 0)
    path = tmp_path / "game.keys"
    path.write_text(text, "utf-8")
    # Once more from the flow: a game that was started anew has the same id, and its time goes on alike.
    box = Box(str(tmp_path / "here"))
    held = flow.play(text, box)
    out = unix.check(
        ROOT / "tests" / "vm" / "box.py", "--logs", str(tmp_path / "there"), str(path), heap="640K"
    )
    first, *log = out.splitlines()
    assert first == f"{path} {held}"
    assert log == [line.rstrip("\n") for line in box.log_lines()]


@pytest.mark.parametrize("seats, most", [(3, 93), (4, 120)])
def test_presses_of_a_round(seats, most, tmp_path):
    """The mean over random legal games: every press from the first lead to the OK of what was left over."""
    rng = random.Random(seats)
    counts = [whole.presses(games.play_round(rng, seats, 0, "BROG")) for _ in range(300)]
    mean = sum(counts) / len(counts)
    print(f"{seats} players: {mean:.1f} presses a round, {min(counts)} to {max(counts)}")
    assert mean <= most and max(counts) < 3 * 12 * seats
    played = games.play_round(rng, seats, 0, "BROG")
    keys = [key for trick in played["tricks"] for key in whole.trick_keys(trick)] + ["ok"]
    assert len(keys) == whole.presses(played)
    flow.play(
        f"# start 0 BROG {', '.join(whole.NAMES[:seats])}\n# count\n{' '.join(keys)}\n"
        f"# expect screen results | presses {len(keys)} | rounds {' '.join(map(str, played['points']))}",
        Box(str(tmp_path)),
    )
