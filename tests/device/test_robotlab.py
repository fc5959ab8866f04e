"""RobotLab at the box: random matches by keys agree with a slow table; logs verify; a cut costs nothing; few presses."""

import json
import random
import statistics
import sys
from collections import Counter

import pytest

from companion.storage import carddata
from companion.ui.screens.robotlab_setup import draw_seat
from flows import flow
from robokraft.virtual.box import VirtualBox
from rules.slow_robotlab import COLOURS, Table
from shared_rules.verify import Verifier
from vm.unix import ROOT

SCRIPTS = sorted((ROOT / "tests" / "flows" / "scripts").glob("robotlab-*.keys"))
KEYS = ("blue", "red", "orange", "green", "up", "down")
SPOTS = ("head", "arm", "leg")
CARDS = ("dig", "research", "reboot", "malfunction", "disassemble", "error")


def start(bodies, first=0, mode="actions", matches=1, **rules):
    names = ["Ann", "Bob", "Carol", "Dave", "Eve"][: len(bodies)]
    setup = {"first": first, "bodies": list(bodies), "matches": matches, "disassemble": "hand"}
    return {"game": "robotlab", "mode": mode, "players": names, "setup": setup, "rules": rules}


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
    assert (result["errors"], result["game"]) == ([], "robotlab")


def part_keys(event):
    colour = (*COLOURS_BY_KEY, "*").index(event["colour"])
    return [KEYS[SPOTS.index(event["spot"])], KEYS[colour]]


COLOURS_BY_KEY = ("B", "R", "O", "G", "P")


def keys_of(event, screen, parts):
    """The presses for what happened at the table; `parts` are those of the screen that asks for one, a key each."""
    kind = event["type"]
    if kind == "attach":
        other = [] if event["robot"] == event["seat"] else ["up", KEYS[event["robot"]]]
        return other + part_keys(event)
    if kind == "pass":
        return ["down"]
    if kind == "action":
        keys = ["green", KEYS[CARDS.index(event["card"])]]
        return keys + [KEYS[event["seat"]]] if event["card"] in CARDS[3:] else keys
    if kind == "error":
        if screen == "build":
            return ["green", "down", KEYS[event["seat"]]]
        return ["down", KEYS[event["seat"]]]
    if kind == "response":
        return ["ok"] if event["card"] is None else [KEYS[CARDS[::-1].index(event["card"])]]
    keys = [KEYS[parts.index((event["spot"], event["colour"]))]]
    return ["green"] + keys if kind == "detach" else keys


class Lab:
    """One game by keys; the presses of each turn and of each match are counted."""

    def __init__(self, box, seed):
        rng = self.rng = random.Random(seed)
        self.box = box
        seats = 2 + seed % 4
        self.young = seed % 3 == 0
        self.bodies = rng.sample(COLOURS, seats)
        self.bonus = rng.choice(["free", "build"])
        self.first = rng.randrange(seats)
        self.presses = Counter()
        self.turns, self.matches = [], []
        box.start(start(self.bodies, self.first, "young" if self.young else "actions", 2, bonus=self.bonus))

    def play(self):
        won = []
        for number in range(2):
            seats = len(self.bodies)
            table = Table(
                self.rng, seats, self.bodies, (self.first + number) % seats, self.young, self.bonus == "build"
            )
            pressed = 0
            while table.winner is None:
                before = table.robots, table.who()
                parts = self.different(table, before[1])
                screen = self.box.status()["screen"]["name"]
                event = table.step()
                if event["type"] == "scrap":
                    keys = self.scrap(event, table)
                else:
                    keys = keys_of(event, screen, parts)
                    self.turns += (
                        [len(keys)] if event["type"] in ("attach", "action", "pass", "detach") else []
                    )
                self.box.play(" ".join(keys))
                self.box.app.notice = None
                self.box.run(20)
                pressed += len(keys)
                self.agree(table)
            won.append(table.winner)
            self.matches.append(pressed + 2)
            self.box.play("ok ok")
        return won

    def scrap(self, event, table):
        """By the menu: a part fewer."""
        parts = [part for part in self.box.app.session.state.parts(event["robot"])]
        at = parts.index((SPOTS.index(event["spot"]), (*COLOURS_BY_KEY, "*").index(event["colour"])))
        return f"back:hold down down ok down down ok {KEYS[event['robot']]} {KEYS[at]}".split()

    @staticmethod
    def different(table, seat):
        parts = []
        for spot in SPOTS:
            lying = {
                card[1]
                for place, card in enumerate(table.robots[seat])
                if card and ("head", "arm", "arm", "leg", "leg")[place] == spot
            }
            parts += [(spot, colour) for colour in (*COLOURS_BY_KEY, "*") if colour in lying]
        return parts

    def agree(self, table):
        game = self.box.status()["game"]
        if table.winner is not None:
            assert game["rounds"][-1].index(1) == table.winner
            assert self.box.status()["screen"]["name"] == "results"
        else:
            assert (game["phase"], game["turn"]) == (table.phase(), table.who())
            screen = self.box.status()["screen"]["name"]
            assert screen == {"dig": "build"}.get(table.phase(), table.phase())


def test_matches_by_keys():
    turns, matches = [], []
    for seed in range(12):
        with VirtualBox() as box:
            lab = Lab(box, seed)
            won = lab.play()
            assert box.status()["screen"]["name"] == "home"
            assert box.status()["warnings"] == []
            result = verified(box)
        assert (result["ok"], result["warnings"]) == (True, [])
        assert [row.index(1) for row in result["rounds"]] == won
        turns += lab.turns
        matches += lab.matches
    median = statistics.median(turns), statistics.median(matches)
    print(f"{median[0]} presses a turn, {median[1]} a match, {len(turns)} turns in {len(matches)} matches")
    assert median[0] <= 2


def test_a_cut_leaves_the_game_where_it_stood(tmp_path):
    keys = [
        "blue blue",
        "red red",
        "blue up",
        "red blue",
        "orange red",
        "green blue",
        "down",
        "green green red",
    ]
    keys += ["blue", "down red", "red red", "back", "ok", "up", "back"]
    with VirtualBox(tmp_path / "box") as box:
        box.start(start("BRP"))
    for key in keys:
        with VirtualBox(tmp_path / "box") as box:
            box.play(key)
            before = box.status()["game"]
        with VirtualBox(tmp_path / "box") as box:
            assert box.status()["game"] == before
            assert box.app.crashes.read() == []


def test_what_disassemble_does_is_asked_once_and_kept(tmp_path):
    with VirtualBox(tmp_path / "box") as box:
        box.app.settings.set("players", [{"id": None, "name": name} for name in ("Ann", "Bob")])
        box.play("down ok up up ok ok ok red blue up")
        assert box.status()["screen"]["name"] == "card_data"
        box.play("down ok ok")
        header = box.app.session.game.header
        assert header["setup"] == {"first": 1, "bodies": ["B", "P"], "matches": 1, "disassemble": "trash"}
        assert carddata.load(box.app.journal.files, "robotlab") == {"disassemble": "trash"}
        box.play("back:hold up ok down down ok ok up up ok ok ok red blue up")
        assert box.status()["screen"]["name"] == "number"
        box.play("ok")
        assert box.app.session.game.header["setup"]["disassemble"] == "trash"


def test_the_young_are_not_asked_and_have_no_actions():
    with VirtualBox() as box:
        box.app.settings.set("players", [{"id": None, "name": name} for name in ("Ann", "Bob")])
        box.play("down ok up up ok ok down ok blue blue red ok")
        assert box.app.session.game.header["setup"]["disassemble"] is None
        assert box.app.session.game.header["mode"] == "young"
        box.play("green")
        assert box.status()["screen"]["name"] == "build"


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_who_begins_is_drawn_alike(seats):
    drawn = Counter()
    for byte in range(256):
        source = iter([byte] + list(range(seats)))
        drawn[draw_seat(lambda _, source=source: bytes([next(source)]), seats)] += 1
    assert set(drawn) == set(range(seats))
    assert max(drawn.values()) - min(drawn.values()) <= 256 % seats
    assert draw_seat(lambda _: b"\xff", 3) == 0  # a dead source of chance


def test_a_part_is_corrected():
    with VirtualBox() as box:
        box.start(start("BR"))
        box.play("blue blue red red")
        box.play("back:hold down down ok ok down ok orange green")
        assert box.app.session.state.robots == [((), (), (3,)), ((), (1,), ())]
        assert '"type":"fix"' in "".join(box.log_lines())
        assert verified(box)["errors"] == []


def test_finish_now_asks_who_won_the_open_match():
    with VirtualBox() as box:
        box.start(start("BR", matches=3))
        box.play("blue blue back:hold down down down ok ok red")
        assert (box.status()["game"]["points"], box.status()["game"]["phase"]) == ([0, 1], "round_end")
        box.play("back back:hold down down down ok ok ok")
        result = verified(box)
        assert (result["ok"], result["points"], result["winners"]) == (True, [0, 1], [1])


def loaded(game):
    return {
        name
        for name in sys.modules
        if name.startswith(("shared_rules.", "companion."))
        and name.split(".")[-1].replace("en_", "").split("_")[0] == game
    }


def test_only_the_running_game_is_in_memory():
    with VirtualBox() as box:
        box.app.settings.set("players", [{"id": None, "name": name} for name in ("Ann", "Bob", "Carol")])
        box.play("ok red ok back:hold up ok")  # RoboKraft
        box.play("down down ok ok up up ok ok ok red blue up red ok ok")
        assert box.status()["game"]["game"] == "robotlab"
        assert loaded("robotlab") and not loaded("robots") and not loaded("robotroc")
        assert not loaded("robokraft") and not loaded("trick") and not loaded("tricks")
        box.play("back:hold up ok")
        box.play("down down ok ok up ok ok ok ok orange orange red red ok blue")
        assert box.status()["game"]["game"] == "robots" and loaded("robots") and not loaded("robotlab")
