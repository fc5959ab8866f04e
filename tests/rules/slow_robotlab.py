"""A slow table of RobotLab: real cards in hands, parts lying on robots one by one, people who ask one another aloud.

It shares nothing with the rules core: every card is an object of its own, cards that are stopped are put back from memory.
`Table.step()` lets somebody do something that may be done, and tells it as an event.
"""

import copy

COLOURS = "BROGP"
PLACES = ("head", "arm", "arm", "leg", "leg")
ACTIONS = {"dig": 5, "research": 5, "malfunction": 3, "disassemble": 3, "reboot": 3, "error": 2}


def deck(young):
    cards = [(kind, colour) for colour in COLOURS for kind in ["head"] * 3 + ["arm"] * 4 + ["leg"] * 4]
    cards += [(kind, "*") for kind in ("head", "arm", "leg", "any")]
    return (
        cards
        if young
        else cards + [("action", name) for name, count in ACTIONS.items() for _ in range(count)]
    )


class Table:
    """One match. `robots`: per seat a list of five places, each None or the card that lies there."""

    def __init__(self, rng, seats, bodies, first, young, bonus_builds):
        self.rng, self.seats, self.bodies, self.young = rng, seats, bodies, young
        self.bonus_builds = bonus_builds
        self.lab = deck(young)
        rng.shuffle(self.lab)
        self.robots = [[None] * 5 for _ in range(seats)]
        self.hands = [[] for _ in range(seats)]
        opening = [3] + [4] * (seats - 2) + [5]
        for k in range(seats):
            for _ in range(opening[k]):
                self.hands[(first + k) % seats].append(self.lab.pop())
        self.trash = []
        self.turn = first
        self.digging = False
        self.must_lose = []
        self.to_ask = None
        self.winner = None
        self.memory = None  # (table before the newest card, table after it, *ERROR*s)

    # What can be seen

    def parts(self, seat):
        return [card for card in self.robots[seat] if card]

    def complete(self, seat):
        return all(card and card[1] in (self.bodies[seat], "*") for card in self.robots[seat])

    def asked(self):
        if self.to_ask and self.to_ask[1] and self.complete(self.to_ask[0]):
            return self.to_ask[1][0]
        return None

    def phase(self):
        if self.winner is not None:
            return "over"
        if self.must_lose:
            return "lose"
        if self.asked() is not None:
            return "response"
        return "dig" if self.digging else "build"

    def who(self):
        return {"lose": lambda: self.must_lose[0], "response": self.asked}.get(
            self.phase(), lambda: self.turn
        )()

    # What happens

    def freeze(self):
        return copy.deepcopy((self.robots, self.must_lose, self.turn, self.digging))

    def thaw(self, frozen):
        self.robots, self.must_lose, self.turn, self.digging = copy.deepcopy(frozen)

    def spend(self, seat, card):
        """A card leaves the hand for the table or the Trash."""
        self.hands[seat].remove(card)
        if card[0] == "action":
            self.trash.append(card)

    def draw(self, seat):
        while len(self.hands[seat]) < 5:
            if not self.lab:
                self.lab, self.trash = self.trash, []
                self.rng.shuffle(self.lab)
            if not self.lab:
                return
            self.hands[seat].append(self.lab.pop())

    def end_turn(self):
        self.draw(self.turn)
        self.turn = (self.turn + 1) % self.seats
        self.digging = False

    def remember(self, before, spent=None):
        """`spent`: what the board is without the effect of the card, but with its turn used."""
        self.memory = [before, self.freeze(), 0, spent]

    def watch(self):
        """Somebody's robot may be complete now."""
        for seat in range(self.seats):
            if self.complete(seat) and (self.to_ask is None or self.to_ask[0] != seat):
                others = [(seat + k) % self.seats for k in range(1, self.seats)]
                self.to_ask = (seat, [] if self.young else others)
        if self.to_ask and self.complete(self.to_ask[0]) and not self.to_ask[1] and not self.must_lose:
            self.winner = self.to_ask[0]

    def places_for(self, card):
        """(seat, place) where a part may lie, one place of a kind and robot."""
        found = []
        for seat in range(self.seats):
            kinds = set()
            for place in range(5):
                kind = PLACES[place]
                if self.robots[seat][place] is None and card[0] in (kind, "any") and kind not in kinds:
                    kinds.add(kind)
                    found.append((seat, place))
        return found

    def attach(self, seat, card, robot, place):
        before = self.freeze()
        self.to_ask = None
        self.spend(seat, card)
        self.robots[robot][place] = card
        self.end_turn()
        spent = copy.deepcopy((before[0], [], self.turn, self.digging))
        self.remember(before, spent)
        self.watch()
        return {"type": "attach", "seat": seat, "robot": robot, "spot": PLACES[place], "colour": card[1]}

    def hit(self, seat, name):
        before = self.freeze()
        most = max(len(self.parts(other)) for other in range(self.seats))
        for k in range(self.seats):
            other = (seat + k) % self.seats
            if most and len(self.parts(other)) == most:
                if most == 1:
                    self.robots[other] = [None] * 5
                else:
                    self.must_lose.append(other)
        self.remember(before, before)

    def error(self, seat):
        """Everything as it would be without the newest card, or with it again."""
        self.spend(seat, ("action", "error"))
        before, after, errors, spent = self.memory
        self.memory[2] = errors + 1
        self.thaw(after if (errors + 1) % 2 == 0 else spent)

    def action(self, seat, name):
        """An action in one's own build, or a bonus action at any time."""
        self.spend(seat, ("action", name))
        if name in ("malfunction", "disassemble"):
            self.to_ask = None
            if seat == self.turn and (self.digging or self.bonus_builds):
                self.end_turn()
            self.hit(seat, name)
        else:
            self.to_ask = None
            before = self.freeze()
            own = len(self.parts(seat))
            on = name == "dig" and any(len(self.parts(other)) > own for other in range(self.seats))
            self.end_turn()
            spent = self.freeze()
            if on:
                self.thaw(before)
                self.digging = True
            self.remember(before, spent)
        self.watch()
        return {"type": "action", "seat": seat, "card": name}

    def lose(self):
        robot = self.must_lose.pop(0)
        place = self.rng.choice([place for place in range(5) if self.robots[robot][place]])
        card = self.robots[robot][place]
        self.robots[robot][place] = None
        self.trash.append(card)
        self.memory = None
        self.watch()
        return {"type": "lose", "robot": robot, "spot": PLACES[place], "colour": card[1]}

    def respond(self):
        seat = self.asked()
        assert seat is not None and self.to_ask
        self.to_ask = (self.to_ask[0], self.to_ask[1][1:])
        can = [
            name for name in ("error", "malfunction", "disassemble") if ("action", name) in self.hands[seat]
        ]
        if self.memory is None or self.memory[2] == 2:
            can = [name for name in can if name != "error"]
        card = self.rng.choice(can) if can else None
        if card == "error":
            self.error(seat)
        elif card:
            self.spend(seat, ("action", card))
            self.hit(seat, card)
        self.watch()
        return {"type": "response", "seat": seat, "card": card}

    def step(self):
        """Somebody does something: the event."""
        rng, phase = self.rng, self.phase()
        if self.memory and self.memory[2] < 2:
            for seat in range(self.seats):
                if ("action", "error") in self.hands[seat] and rng.random() < 0.3:
                    self.error(seat)
                    self.watch()
                    return {"type": "error", "seat": seat}
        if phase == "lose":
            return self.lose()
        if phase == "response":
            return self.respond()
        for seat in range(self.seats):
            for name in ("malfunction", "disassemble"):
                if ("action", name) in self.hands[seat] and rng.random() < 0.015:
                    return self.action(seat, name)
        for seat in range(self.seats):
            for place, card in enumerate(self.robots[seat]):
                if card and card[1] not in (self.bodies[seat], "*") and rng.random() < 0.03:
                    self.robots[seat][place] = None
                    self.trash.append(card)
                    self.memory = None
                    return {"type": "scrap", "robot": seat, "spot": PLACES[place], "colour": card[1]}
        return self.build()

    def build(self):
        rng, seat = self.rng, self.turn
        hand = self.hands[seat]
        rng.shuffle(hand)
        if self.young and rng.random() < 0.1 and self.parts(seat):
            lying = [place for place in range(5) if self.robots[seat][place]]
            wrong = [place for place in lying if self.robots[seat][place][1] not in (self.bodies[seat], "*")]
            place = rng.choice(wrong or lying)
            card, self.robots[seat][place] = self.robots[seat][place], None
            hand.append(card)
            self.memory = None
            self.end_turn()
            return {"type": "detach", "seat": seat, "robot": seat, "spot": PLACES[place], "colour": card[1]}
        own = [card for card in hand if card[1] in (self.bodies[seat], "*") and card[0] != "action"]
        for card in own + hand:
            if card[0] == "action":
                if card[1] in ("dig", "research", "reboot") and rng.random() < 0.7:
                    return self.action(seat, card[1])
                continue
            places = self.places_for(card)
            mine = [place for place in places if place[0] == seat]
            if card in own and mine:
                return self.attach(seat, card, *mine[0])
            if places and rng.random() < 0.03:
                return self.attach(seat, card, *rng.choice(places))
        self.to_ask = self.memory = None
        for card in list(hand):
            if card not in own:
                hand.remove(card)
                self.trash.append(card)
        self.end_turn()
        return {"type": "pass", "seat": seat}
