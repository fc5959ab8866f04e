"""RoboTroc at the box: its flows leave logs that verify, a cut costs nothing that was entered, presses are few."""

import random
import statistics

import pytest

from device.play_robotroc import Evening, setup
from device.verified import verified
from robokraft.virtual.box import VirtualBox


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


def test_card_pictures_are_told_in_the_settings_and_count_from_the_next_game():
    with VirtualBox() as box:
        box.play("down down down ok")
        while not box.app.stack[-1].options[box.app.stack[-1].at][0].endswith("RoboTroc"):
            box.play("down")
        box.play("ok up ok down ok blue orange ok")  # bonus 3: heads 1 and 3a
        assert box.status()["screen"] == {"name": "notice", "texts": ["Kept", "for this box"]}
        box.play("ok down ok red ok ok ok ok back back back up up")  # female: head 2
        assert box.status()["screen"]["name"] == "home" and box.app.crashes.read() == []
        box.app.settings.set("players", [{"id": None, "name": name} for name in ("Ann", "Bob")])
        box.play("ok down down ok ok ok ok blue")
        shown = box.app.session.game.header["setup"]["shown"]
        assert shown["3"] == ["H1", "H3a"] and shown["4"] == ["H2"] and shown["2"] is None
