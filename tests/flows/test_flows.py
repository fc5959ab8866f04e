"""The flows in `scripts/`: what people do at the box and what it says, on CPython and on the MicroPython unix build.

A flow is keys and expectations only (flow.py), so that the same file runs on every kind of box.
"""

import json
from pathlib import Path

import pytest

from companion.status import game_status
from flows import flow
from robokraft.virtual.box import VirtualBox
from vm.box import Box
from vm.unix import ROOT

SCRIPTS = sorted(Path(__file__).with_name("scripts").glob("*.keys"))
PICTURED = sorted((ROOT / "tests" / "screens" / "scripts").glob("*.keys"))
PICTURED += [path for path in SCRIPTS if flow.pictures(path.read_text("utf-8"))]
HEAP = "1M"  # room for what plays the flows, and for the names of five games in one piece: other tests say how tight the box is
NAMES = [path.stem for path in SCRIPTS]


class Asked(VirtualBox):
    """A box whose game is asked for after every key, as if the box were at home: there no screen knows better than the rules."""

    def run(self, ms):
        super().run(ms)
        game = self.app.session.game
        if game is not None:
            assert json.loads(json.dumps(game_status(game)))["phase"]


@pytest.mark.parametrize("path", SCRIPTS, ids=NAMES)
def test_the_box_does_what_the_flow_says(path):
    with Asked() as box:
        assert flow.play(path.read_text("utf-8"), box, path.name) > 0
        assert box.status()["warnings"] == []


@pytest.fixture(scope="module")
def played(unix, tmp_path_factory):
    """What the MicroPython box printed of each flow; all are played by one process."""
    folder = tmp_path_factory.mktemp("boxes")
    ran = unix.run(ROOT / "tests" / "vm" / "box.py", str(folder), *map(str, SCRIPTS), heap=HEAP)
    return ran.stdout + ran.stderr


@pytest.mark.parametrize("path", SCRIPTS, ids=NAMES)
def test_micropython_does_the_same(path, played, tmp_path):
    text = path.read_text("utf-8")
    held = flow.play(text, Box(str(tmp_path / "box")), path.name)
    said = [line for line in played.splitlines() if line.startswith(str(path))]
    assert said == [f"{path} {held}"], played[-400:]


def test_micropython_draws_every_picture_alike(unix, tmp_path):
    """The scripts of the committed pictures, their pixels summed up."""
    ran = unix.run(
        ROOT / "tests" / "vm" / "box.py", "--pictures", str(tmp_path), *map(str, PICTURED), heap=HEAP
    )
    assert (ran.exit, ran.stderr) == (0, ""), ran.stdout
    here = []
    for path in PICTURED:
        box = Box(str(tmp_path / path.stem))
        flow.play(
            path.read_text("utf-8"), box, path.name, lambda name, box=box: here.append(box.picture(name))
        )
    assert len(here) > 250
    assert [line for line in ran.stdout.splitlines() if line.startswith("picture ")] == here


def test_a_flow_that_does_not_hold_is_told_with_its_line():
    with VirtualBox() as box:
        with pytest.raises(
            flow.FlowError, match="lost, line 2: expected turn 1, the box says 0\n  screen trick: "
        ):
            flow.play("# start 0 BROG Ann, Bob, Carol\nblue  # expect phase half | turn 1", box, "lost")


@pytest.mark.parametrize(
    "line, why",
    [
        ("# expect nonsense 1", "the box has no nonsense now"),
        ("# expect game somewhere", "nothing is remembered as somewhere"),
        ("bleu", "is no key"),
        ("# expect screen trick", "expected screen trick, the box says home"),
        ("# expect text Nobody", "expected text Nobody, the box says Quick start"),
        ("# expect no-text Quick start", "expected no-text Quick start"),
        ("# remember here\ndown down down # expect game none | shows here", "expected shows here"),
        ("blue red # expect presses 1", "expected presses 1, the box says 2"),
    ],
)
def test_what_cannot_hold_fails(line, why):
    with VirtualBox() as box, pytest.raises(flow.FlowError, match=why):
        flow.play(line, box)
