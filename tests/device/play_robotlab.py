"""Whole games of RobotLab by keys, dealt at random: an evening plays one on a box and counts the presses."""

import random

from rules.slow_robotlab import COLOURS, Table

KEYS = ("blue", "red", "orange", "green", "up", "down")
SPOTS = ("head", "arm", "leg")
CARDS = ("dig", "research", "reboot", "malfunction", "disassemble", "error")


def start(bodies, first=0, mode="actions", matches=1, **rules):
    names = ["Ann", "Bob", "Carol", "Dave", "Eve"][: len(bodies)]
    setup = {"first": first, "bodies": list(bodies), "matches": matches, "disassemble": "hand"}
    return {"game": "robotlab", "mode": mode, "players": names, "setup": setup, "rules": rules}


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


class Evening:
    """One game by keys; the presses of each turn and of each match are counted."""

    def __init__(self, box, seed):
        rng = self.rng = random.Random(seed)
        self.box = box
        seats = 2 + seed % 4
        self.young = seed % 3 == 0
        self.bodies = rng.sample(COLOURS, seats)
        self.bonus = rng.choice(["free", "build"])
        self.first = rng.randrange(seats)
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
