"""Whole games of RoboTroc by keys, dealt at random: an evening plays one on a box and counts the presses."""

from rules import oracle_robotroc as oracle

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


class Evening:
    """A game by keys, dealt at random; told by the oracle. `presses`: of each entry, by what was asked."""

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
