"""Robot X at the box: logs verify, a cut costs nothing that was entered, banks and budgets stay secret, presses are few."""

import json
import random
import re
import statistics

import pytest

from device.play_robot_x import Evening, start
from device.verified import logged, verified
from robokraft.virtual.box import VirtualBox


@pytest.mark.parametrize("seats", (2, 3, 5))
def test_a_game_at_random_by_keys(seats):
    with VirtualBox() as box:
        evening = Evening(box, random.Random(seats), seats)
        points = evening.play()
        assert box.status()["game"]["points"] == points
        result = verified(box)
        assert (result["errors"], result["rounds"]) == ([], [points])
    assert statistics.median(evening.turns) <= 5


def holds(thing, count):
    """Whether a number stands anywhere in it on its own."""
    return re.search(rf"(?<![\w.]){count}(?![\w.])", json.dumps(thing)) is not None


def test_banks_are_nowhere_before_the_end():
    """Two games alike but for what the banks hold: nothing that the box says between their actions differs."""
    seen = []
    for banked in ("blue", "green red"):
        with VirtualBox() as box:
            box.start(start(2))
            box.play(f"{banked} {banked} {banked} green blue {banked} green blue")
            box.app.notice = None
            texts = []
            for keys in (
                "",
                "ok",
                "down",
                "back",
                "red",
                "red",
                "back back",
                "orange",
                "back",
                "green",
                "back",
                "back:hold",
                "back",
            ):
                box.play(keys)
                status = box.status()
                del status["boot"]
                texts.append((status["screen"], status["game"]))
            assert box.app.session.state.banks == ([3, 1] if banked == "blue" else [0, 0])
            seen.append(texts)
            for record in logged(box)[1:]:
                assert set(record) <= {"n", "t", "type", "seat", "effect", "swap", "crc"}
    assert seen[0] == seen[1]


def test_a_budget_is_seen_once_and_kept_nowhere(tmp_path):
    with VirtualBox(str(tmp_path / "box")) as box:
        box.start(start(3))
        box.play("red red down")
        events = box.status()["game"]["events"]
        dark = sum(box.pixels())
        box.play("blue blue red red red orange")
        assert sum(box.pixels()) != dark
        assert box.status()["screen"] == {"name": "budget", "texts": []}
        assert not holds(box.status()["game"], 700)
        box.play("back:hold")
        assert box.status()["screen"]["name"] == "budget"
        box.play("ok down")
        assert sum(box.pixels()) == dark
        box.play("ok red red ok")
        assert box.status()["game"]["events"] == events + 1
        assert not holds(logged(box), 700)
        assert not [
            path for path in (tmp_path / "box").rglob("*") if path.is_file() and b"700" in path.read_bytes()
        ]


def test_the_seller_may_be_given_more():
    with VirtualBox() as box:
        box.start(start(2, rules={"give_more": "on"}))
        box.play("red red red red red red")  # 500
        box.play("ok")
        assert box.status()["screen"]["texts"][:2] == ["To the seller", "300"]
        box.play("up up up ok")
        assert logged(box)[1]["given"] == 500
        assert box.app.session.state.banks == [5, 0]


def test_a_cut_leaves_the_game_where_it_stood(tmp_path):
    folder = str(tmp_path / "box")
    keys = [
        "blue",
        "orange blue",
        "red red red red ok",
        "green red",
        "red orange blue ok",
        "blue",
        "red green ok",
        "blue",
    ]
    keys += [
        "red orange red ok",
        "blue",
        "red up blue ok",
        "blue",
        "red up red ok",
        "red red ok ok",
        "red red ok",
        "blue",
    ]
    screens = []
    with VirtualBox(folder) as box:
        box.start(start(2))
    for key in keys:
        with VirtualBox(folder) as box:
            box.play(key)
            box.app.notice = None
            before = box.status()
        with VirtualBox(folder) as box:
            now = box.status()
            assert now["game"] == before["game"]
            assert now["screen"]["name"] == before["screen"]["name"]
            screens.append(now["screen"]["name"])
    assert "action" in screens


def test_stars_are_asked_once_and_kept(tmp_path):
    wish = start(2, "scores")
    with VirtualBox(str(tmp_path / "box")) as box:
        box.start(wish)
        box.play("blue red ok ok")  # a head each: two blue stars and a red one, then six others
        assert box.status()["screen"]["name"] == "stars"
        box.play("blue blue red ok  red ok ok")
        assert box.status()["screen"]["name"] == "known_stars"
        box.play("down back down orange ok")
        assert box.app.session.state.rounds == [[16, 1]]
        box.play("ok ok ok ok")
    with VirtualBox(str(tmp_path / "box")) as box:
        box.start(wish)
        box.play("blue red ok ok red  red ok ok blue")  # of the known ones the second, then the first
        assert box.app.session.state.rounds == [[11, 6]]
        # it was another card after all: the newest stars stand in the place of the wrong ones
        box.play("back:hold down down ok down down down ok red ok green green green ok")
        assert box.app.session.state.rounds == [[11, 3]]
        kept = json.loads(box.app.parts.files.read("cards/robot_x").decode())["stars"]
        assert kept == {"head": [[0, 0, 1, 0], [0, 0, 0, 3]]}
        assert verified(box)["errors"] == []


def test_more_known_cards_than_a_page_holds():
    with VirtualBox() as box:
        box.app.parts.files.write(
            "cards/robot_x", json.dumps({"stars": {"head": [[k, 0, 0, 0] for k in range(1, 8)]}}).encode()
        )
        box.start(start(2, "scores"))
        box.play("blue red ok ok down")
        assert "↓ another" in box.status()["screen"]["texts"]
        box.play("green")  # the page has two
        assert box.status()["screen"]["name"] == "known_stars"
        box.play("back")
        assert "↓ more" in box.status()["screen"]["texts"]
        box.play("down red")
        assert box.app.session.state.stars[0][0][:2] == ("head", (7, 0, 0, 0))
