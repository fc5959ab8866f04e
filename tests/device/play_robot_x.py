"""Whole games of Robot X by keys, dealt at random: an evening plays one on a box and counts the presses."""

import json

from rules import oracle_robot_x as oracle

COLOURS = ["blue", "pink", "orange", "green"]
KEYS = ("blue", "red", "orange", "green", "up", "down")
PART = {
    "left_ear": ["blue", "blue"], "right_ear": ["blue", "red"], "head": ["red"], "left_hand": ["orange", "blue"],
    "right_hand": ["orange", "red"], "belly": ["green"], "left_leg": ["up", "blue"], "right_leg": ["up", "red"],
}  # fmt: skip


def start(seats, mode="game", lead=0, rules=None):
    names = ["Ann", "Bob", "Cy", "Dan", "Eve"][:seats]
    setup = {"lead": lead, "colours": COLOURS}
    return {"game": "robot_x", "mode": mode, "players": names, "setup": setup, "rules": rules or {}}


def auction_keys(event):
    keys = ["red", *PART[event["part"]]]
    amount = 100
    for bid in event["bids"]:
        keys += [KEYS[bid["seat"]]] * ((bid["amount"] - amount) // 100)
        amount = bid["amount"]
    return [*keys, "ok"]


def number_keys(value, begins):
    return ["up" if value > begins else "down"] * abs(value - begins) + ["ok"]


def parts_keys(parts):
    keys = []
    for key, here in zip(
        KEYS, (oracle.KINDS[0:3:2], ["head"], oracle.KINDS[3:6:2], ["belly"], oracle.KINDS[6:8])
    ):
        have = [part in parts for part in here]
        if any(have):
            keys += [key] * (1 if have[0] and not all(have) or len(have) == 1 else 3 if all(have) else 2)
    return keys


def card_keys(card, known):
    """A card that was entered before is chosen, any other entered."""
    here = [other for other in known if other["type"] == card["type"]]
    if card in here:
        return ["down"] * here.index(card) + ["ok"]
    keys = ["down"] * len(here) + ["ok"]
    if card["type"] == "parts":
        keys += [*parts_keys(card["parts"]), "ok"]
    elif card["type"] == "cards":
        keys += number_keys(card["cards"], 2) + number_keys(card["stars"], 3)
    else:
        keys += [KEYS[card["colour"]], *number_keys(card["stars"], 6)]
    return keys + number_keys(card["points"], 5)


def keys_of(event, state, known):
    kind = event["type"]
    if kind == "bank":
        return ["blue"]
    if kind == "auction":
        return auction_keys(event)
    if kind == "bonus":
        return ["orange", KEYS[oracle.TYPES.index(event["bonus"])]]
    if kind == "event":
        keys = ["green", KEYS[("draw", "deal", "exchange", "search").index(event["effect"])]]
        if event["effect"] == "exchange":
            seat = event["seat"]
            able = any(state.bonuses[seat]) and any(
                any(state.bonuses[other]) for other in range(state.seats) if other != seat
            )
            if able and event["swap"] is None:
                keys.append("down")
            elif event["swap"]:
                swap = event["swap"]
                keys += [
                    KEYS[oracle.TYPES.index(swap["gives"])],
                    KEYS[swap["seat"]],
                    KEYS[oracle.TYPES.index(swap["takes"])],
                ]
        return keys
    if kind == "stars":
        if event["stars"] in known:
            at = known.index(event["stars"])
            return ["down"] * (at // 5) + [KEYS[at % 5]]
        stars = [KEYS[k] for k in range(4) for _ in range(event["stars"][k])] + ["ok"]
        return ["down"] * ((len(known) + 4) // 5) + stars
    return card_keys(event["card"], known)


def playable(rng, seats):
    """A game at random that ends within some turns."""
    while True:
        events, told = oracle.game(rng, seats, 0)
        if len(events) < 90:
            return events, told


class Evening:
    """A game of so many seats. `turns`: presses of each turn; `rounds`: those of the game, its scoring included."""

    def __init__(self, box, rng, seats):
        self.box = box
        self.events, self.told = playable(rng, seats)
        self.turns, self.rounds = [], [0]
        box.start(start(seats))

    def play(self):
        """Plays it to its last entry; returns the points per seat."""
        box = self.box
        for event in self.events:
            state = box.app.session.state
            known = self.known(state, event) if event["type"] in ("stars", "card") else []
            keys = keys_of(event, state, known)
            self.rounds[0] += len(keys)
            if event["type"] not in ("stars", "card"):
                self.turns.append(len(keys))
            if box.app.notice and keys[0] == "ok":
                box.play("ok")
            box.play(" ".join(keys))
            newest = box.app.session.newest()
            assert {name: newest[name] for name in event} == event
        return [self.told.points(seat) for seat in range(len(self.told.banks))]

    def known(self, state, event):
        """The cards that are kept and may be chosen."""
        kept = json.loads((self.box.app.parts.files.read("cards/robot_x") or b"{}").decode())
        if event["type"] == "stars":
            return kept.get("stars", {}).get(event["part"], [])
        used = [entry[0] for cards in state.cards for entry in cards]
        kept = kept.get("cards", [])
        event["card"]["parts"] = sorted(event["card"].get("parts", []), key=oracle.KINDS.index)
        if not event["card"]["parts"]:
            del event["card"]["parts"]
        return [card for card in kept if card not in used]
