"""RoboTroc at the box: its flows leave logs that verify, a cut costs nothing that was entered, presses are few."""

import json
import random
import statistics

import pytest

from device.play_robotroc import Evening, setup, start
from flows import flow
from robokraft.virtual.box import VirtualBox
from shared_rules.verify import Verifier
from vm.unix import ROOT

SCRIPTS = sorted((ROOT / "tests" / "flows" / "scripts").glob("robotroc-*.keys"))


def verified(box):
    verifier = Verifier()
    for line in box.log_lines():
        verifier.feed(json.loads(line))
    return verifier.result()


@pytest.mark.parametrize("path", SCRIPTS, ids=[path.stem for path in SCRIPTS])
def test_the_logs_of_the_flows_verify(path):
    with VirtualBox() as box:
        flow.play(path.read_text("utf-8"), box, path.name)
        result = verified(box)
    assert result["errors"] == []
    assert result["game"] == "robotroc"


@pytest.mark.parametrize("players", (2, 3, 4))
def test_a_game_at_random_by_keys(players):
    rng = random.Random(players)
    wish, shown = setup(rng, players)
    with VirtualBox() as box:
        box.start(wish)
        table = Evening(box, rng, players, shown)
        points = table.play()
        assert box.status()["game"]["points"] == points
        assert box.status()["game"]["phase"] == "game_end"
        result = verified(box)
        assert (result["errors"], result["rounds"]) == ([], [points])
        box.play("ok ok")
        assert box.status()["screen"]["name"] == "home"
    medians = {what: statistics.median(counts) for what, counts in table.presses.items()}
    assert (medians["dump"], medians["announce"], medians["take"], medians["robot"]) == (1, 1, 1, 1)
    total = sum(sum(counts) for counts in table.presses.values())
    print(f"{players} players: {medians}, {total} presses a game")
    assert total < 130


def seen(box):
    status = box.status()
    return status["game"], status["screen"]


def test_a_cut_leaves_the_game_where_it_stood(tmp_path):
    rng = random.Random(9)
    wish, shown = setup(rng, 2)
    wish["setup"]["games"] = 2
    folder = str(tmp_path / "box")
    keys = ["up"] * 45 + ["red", "blue", "blue", "up", "down ok up ok up ok ok ok ok", "ok", "ok ok", "ok"]
    keys += ["up", "back", "ok", "ok", "up", "back"]
    with VirtualBox(folder) as box:
        box.start(wish)
    screens = []
    for key in keys:
        with VirtualBox(folder) as box:
            box.play(key)
            box.app.notice = None
            before = seen(box)
        with VirtualBox(folder) as box:
            box.app.notice = None
            assert seen(box)[0] == before[0]
            assert seen(box)[1]["name"] == before[1]["name"]
            screens.append(before[1]["name"])
    assert set(screens) == {"dump", "announce", "head_1", "take", "stock", "robot", "results"}


LOADED = """
import sys
from vm.box import Box
box = Box(%r)
box.start(%r)
box.play("up ok:hold")
print(sorted([name for name in sys.modules if "robo" in name and "virtual" not in name and name != "robokraft"]))
"""


def test_only_this_game_is_in_memory(unix, tmp_path):
    program = f"import sys\nsys.path.append({str(ROOT / 'tests')!r})\n" + LOADED % (
        str(tmp_path / "box"),
        start(3),
    )
    names = eval(unix.check(program, heap="512K"))
    assert names
    assert all("robotroc" in name for name in names), names


def test_pages_of_the_documentation_name_every_rule():
    text = (ROOT / "docs" / "robotroc.md").read_text("utf-8")
    from shared_rules.robotroc import RULES

    for name in RULES:
        assert f"`{name}`" in text


def test_the_log_of_the_documentation_is_good():
    text = (ROOT / "docs" / "robotroc.md").read_text("utf-8")
    verifier = Verifier()
    for line in text.split("```jsonl\n")[1].split("```")[0].splitlines():
        verifier.feed(json.loads(line))
    assert verifier.result()["errors"] == []
    assert verifier.result()["rounds"] == [[47, 26]]
