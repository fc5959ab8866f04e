"""What the four robot games have in common at the box: logs of their flows verify, their pages tell every rule and show a
good log, and no other game is in memory while one is played."""

import json

import pytest

from device import play_robot_x, play_robotlab, play_robotroc, play_robots
from device.verified import verified
from flows import flow
from robokraft.virtual.box import VirtualBox
from shared_rules.game import module_of
from shared_rules.verify import Verifier
from vm.unix import ROOT

SCRIPTS = sorted((ROOT / "tests" / "flows" / "scripts").glob("robot*-*.keys"))


@pytest.mark.parametrize("path", SCRIPTS, ids=[path.stem for path in SCRIPTS])
def test_the_logs_of_the_flows_verify(path):
    with VirtualBox() as box:
        flow.play(path.read_text("utf-8"), box, path.name)
        result = verified(box)
    assert (result["errors"], result["game"]) == ([], path.stem.split("-")[0])


LOADED = """
import sys
from vm.box import Box
box = Box(%r)
box.start(%r)
box.play(%r)
print(sorted([name for name in sys.modules if "robo" in name and "virtual" not in name and name != "robokraft"]))
"""


@pytest.mark.parametrize(
    "game, start, keys",
    [
        ("robot_x", play_robot_x.start(3), "blue red red red ok ok"),
        ("robotroc", play_robotroc.start(3), "up ok:hold"),
        ("robotlab", play_robotlab.start("BR"), "blue blue ok:hold"),
        ("robots", play_robots.start(3), "red up down ok:hold"),
    ],
)
def test_only_this_game_is_in_memory(unix, tmp_path, game, start, keys):
    program = f"import sys\nsys.path.append({str(ROOT / 'tests')!r})\n" + LOADED % (
        str(tmp_path / "box"),
        start,
        keys,
    )
    names = eval(unix.check(program, heap="512K"))
    assert names
    assert all(game in name for name in names), names


def page(game):
    return (ROOT / "docs" / (game.replace("_", "-") + ".md")).read_text("utf-8")


@pytest.mark.parametrize("game", ("robot_x", "robotroc", "robotlab", "robots"))
def test_the_page_tells_every_house_rule(game):
    for name in module_of(game).RULES:
        assert f"`{name}`" in page(game)


@pytest.mark.parametrize("game, rounds", [("robot_x", [[111, 0]]), ("robotroc", [[47, 26]])])
def test_the_log_of_the_page_is_good(game, rounds):
    verifier = Verifier()
    for line in page(game).split("```jsonl\n")[1].split("```")[0].splitlines():
        verifier.feed(json.loads(line))
    result = verifier.result()
    assert (result["errors"], result["game"], result["rounds"]) == ([], game, rounds)
