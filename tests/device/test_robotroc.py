"""RoboTroc at the box: its flows leave logs that verify, a cut costs nothing that was entered, presses are few."""

import json
import random
import statistics

import pytest

from flows import flow
from robokraft.virtual.box import VirtualBox
from rules import oracle_robotroc as oracle
from shared_rules.verify import Verifier
from vm.unix import ROOT

SCRIPTS = sorted((ROOT / "tests" / "flows" / "scripts").glob("robotroc-*.keys"))
PLACES = ("1", "2", "3a", "3b", "4", "5a", "5b", "6", "10")
KEYS = ("blue", "red", "orange", "green", "up", "down")
UNDER = (("1",), ("2",), ("3a", "3b"), ("4",), ("5a", "5b"), ("6", "10"))
BONUSES = ((1, 7), (2, 8), (3, 9), (4,), (5,), (6,))


def start(players, mode="game", games=1):
    names = ["Ann", "Bob", "Carol", "Dave"][:players]
    return {
        "game": "robotroc",
        "mode": mode,
        "players": names,
        "setup": {"lead": 0, "games": games, "shown": None},
        "rules": {},
    }


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


def card_presses(wanted, free):
    """The keys that choose the wanted cards of one kind, of those that are free; each is (key, times)."""
    keys = []
    for key, under in zip(KEYS, UNDER if isinstance(free[0], str) else BONUSES):
        here = [card for card in under if card in free]
        chosen = [card for card in here if card in wanted]
        if chosen:
            times = 3 if len(chosen) == 2 else here.index(chosen[0]) + 1
            keys += [key] * times
    return keys


def stock_keys(cards, bonuses, free_cards, free_bonuses):
    keys = []
    for kind in "HBLW":
        free = [card[1:] for card in free_cards if card[0] == kind]
        if free:
            keys += card_presses([card[1:] for card in cards if card[0] == kind], free)
        keys.append("ok")
    if free_bonuses:
        keys += card_presses(bonuses, free_bonuses)
    return [*keys, "ok"]


class Table:
    """A game of RoboTroc by keys, dealt at random; told by the oracle."""

    def __init__(self, box, rng, players, shown):
        self.box = box
        self.rng = rng
        self.players = players
        self.shown = shown
        self.presses = {}

    def press(self, what, keys):
        self.presses.setdefault(what, []).append(len(keys))
        self.box.play(" ".join(keys))

    def game(self):
        return self.box.status()["game"]

    def play(self):
        """A whole game; returns the points per seat."""
        rng, players = self.rng, self.players
        for _ in range(45):
            self.press("dump", ["up"])
        for weapons in rng.choice(([1, 2, 3, 3], [0, 2, 4, 1]))[:players]:
            self.press("announce", [KEYS[weapons]])
        self.press("head 1", [KEYS[rng.randrange(players)]])
        while self.game()["phase"] == "take":
            self.press("take", ["up"])
        cards, bonuses = list(oracle.PARTS), list(range(1, 10))
        rng.shuffle(cards)
        points = []
        total = 36 // players
        for seat in range(players):
            mine = cards[seat * total :] if seat == players - 1 else cards[seat * total : (seat + 1) * total]
            own = [bonus for bonus in range(1, 10) if bonus % players == seat]
            free = cards[seat * total :]
            if seat == players - 1:
                self.press("stock", ["ok"])
            else:
                self.press("stock", stock_keys(mine, own, free, [b for b in bonuses if b % players >= seat]))
            told = {bonus: [card for card in self.shown[bonus] if card in mine] for bonus in self.shown}
            while self.box.status()["screen"]["name"] == "notice":  # other numbers than the dump gave
                self.press("notice", ["ok"])
            assert self.game()["phase"] == "robot", self.box.status()["screen"]
            expected = oracle.best(mine, own, told, {})[0]
            assert str(expected) in self.box.status()["screen"]["texts"]
            points.append(expected)
            self.press("robot", ["ok"])
        return points


def setup(rng, players):
    shown = oracle.random_stock(rng)[2]
    wish = start(players)
    wish["setup"]["shown"] = {str(bonus): cards for bonus, cards in shown.items()}
    return wish, shown


@pytest.mark.parametrize("players", (2, 3, 4))
def test_a_game_at_random_by_keys(players):
    rng = random.Random(players)
    wish, shown = setup(rng, players)
    with VirtualBox() as box:
        box.start(wish)
        table = Table(box, rng, players, shown)
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
