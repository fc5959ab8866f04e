"""Whole games for the box, written as flows: really dealt cards, the keys people press for them, mistakes put right on the way.

What the box must say afterwards comes from the dealt game itself (rules/games.py), never from the box. A flow is made by
playing it: the writer looks at a box only to see whether a notice is in the way. Nothing here runs on MicroPython; what it
writes does.
"""

from rules.games import decide, totals_of

SUIT_KEYS = {"B": "blue", "R": "red", "O": "orange", "G": "green"}
SIX = ("blue", "red", "orange", "green", "up", "down")
NAMES = ("Ann", "Bob", "Carol", "Dave")
MISTAKES = ("half", "card", "twice", "look", "lead", "undo", "nothing")
SMALL = ("half", "twice", "nothing")  # in the last trick, after which the round is over


def card_keys(card, led=None):
    """The keys of one card; a follower leaves the led suit out."""
    rank = int(card[1:])
    return ([] if card[0] == led else [SUIT_KEYS[card[0]]]) + ["up" if rank < 6 else "down", SIX[rank % 6]]


def trick_keys(trick):
    """The keys of a trick without a mistake."""
    led = trick["plays"][0][1][0]
    keys = []
    for turn, (_, card) in enumerate(trick["plays"]):
        keys += card_keys(card, led if turn else None)
    return keys


def presses(played):
    """How many keys a round takes: every card, the follower's suit left out, and the OK of what was left over."""
    return sum(len(trick_keys(trick)) for trick in played["tricks"]) + 1


class Writer:
    """Plays `rounds` (of games.deal_game) on a fresh box; `text()` is the flow. `rng` None: no mistakes."""

    def __init__(self, box, rounds, rng=None):
        self._box = box
        self._rounds = rounds
        self._rng = rng
        self._lines = []
        self._cubes = []
        self.made = []  # the mistakes that were made

    def text(self):
        return "\n".join(self._lines) + "\n"

    def play(self):
        first = self._rounds[0]
        names = NAMES[: len(self._rounds)]
        self._lines.append(f"# start {first['first']} {first['before']} {', '.join(names)}")
        setup = {"lead": first["first"], "discs": first["before"]}
        self._box.start({"game": "robokraft", "mode": "cards", "players": names, "setup": setup, "rules": {}})
        for number, played in enumerate(self._rounds):
            self._round(number, played)
        self._press("ok")
        self._expect("screen home | game none | games 1")

    def _press(self, *keys):
        self._lines.append(" ".join(keys))
        self._box.play(self._lines[-1])

    def _expect(self, what):
        self._lines.append("# expect " + what)

    def _clear(self):
        """A notice in the way of OK or BACK is cleared, as people would."""
        if self._box.status()["screen"]["name"] == "notice":
            self._press("back")

    def _round(self, number, played):
        self._lines.append(f"# round {number + 1}")
        self._cubes = [[] for _ in played["cubes"]]
        self._in = []
        misread = self._misread(played)
        wrong = [card for card in played["left"] if not misread or card != misread[1][1]]
        for at, trick in enumerate(played["tricks"]):
            last = at + 1 == len(played["tricks"])
            self._trick(trick, wrong, misread[1] if misread and misread[0] == at else None, last)
            self._in += [card for _, card in trick["plays"] if not misread or card != misread[1][0]]
        seats = len(played["points"])
        if misread:
            self.made.append("left over")
            self._clear()
            self._press(*card_keys(misread[1][1]), *card_keys(misread[1][0]))
            self._clear()
        elif self._rng and self._rng.random() < 0.5:
            self.made.append("across")
            last = played["tricks"][-1]["plays"][-1][1]
            self._clear()
            self._press("back", "ok", *card_keys(last))
        rounds = " / ".join(" ".join(map(str, r["points"])) for r in self._rounds[: number + 1])
        totals = " ".join(map(str, totals_of(self._rounds[: number + 1])))
        last = number + 1 == seats
        cubes = [_held(letters) for letters in played["cubes"]]
        self._clear()
        self._expect(f"screen left_over | rounds {rounds} | points {totals} | cubes {' '.join(cubes)}")
        self._press(*["ok"] * (seats + 2))
        self._expect(
            f"screen results | phase {'game_end' if last else 'round_end'} | discs {played['discs']}"
        )
        if not last:
            self._press("ok")
            self._expect(f"screen trick | turn {self._rounds[number + 1]['first']} | round {number + 1}")

    def _misread(self, played):
        """(trick, (card, what it was read as)): nobody notices before the end, as it changes neither winner nor cube."""
        if not self._rng or self._rng.random() < 0.3:
            return None
        choices = []
        for at, trick in enumerate(played["tricks"]):
            for turn, (_, card) in enumerate(trick["plays"]):
                if turn and "0" not in card[1:2] and card[0] == trick["plays"][0][1][0]:
                    for other in played["left"]:
                        same = other[0] == card[0] and other[1:] != "0"
                        if same and _unnoticed(trick, turn, other):
                            choices.append((at, (card, other)))
        return self._rng.choice(choices) if choices else None

    def _trick(self, trick, wrong, misread, last):
        """`wrong`: cards that may be entered by mistake, as nobody has them; `misread`: (card, what it is entered as)."""
        mistake = "nothing"
        if self._rng and not misread:
            mistake = self._rng.choice(SMALL if last else MISTAKES)
        turn = self._rng.randrange(len(trick["plays"])) if mistake != "nothing" else None
        if mistake == "lead":
            mistake, turn = "look", 0
        led = trick["plays"][0][1][0]
        entered = []
        for at, (_, card) in enumerate(trick["plays"]):
            keys = card_keys(card, led if at and mistake != "look" else None)
            if misread and card == misread[0]:
                keys = card_keys(misread[1])
            if at == turn:
                keys = self._mistake(mistake, keys, wrong, entered)
            self._press(*keys)
            entered.append(card)
        if mistake == "look":
            self._clear()
            seat, card = trick["plays"][turn]
            self._press("ok", "up", "ok", SIX[seat], *card_keys(card))
        if trick["cube"]:
            self._cubes[trick["low"]].append(trick["cube"])
        cubes = " ".join(_held(letters) for letters in self._cubes)
        if not misread or misread[0] in [card for _, card in trick["plays"]]:
            turn = trick["winner"] if self._box.status()["game"]["phase"] == "suit" else "none"
            self._expect(f"turn {turn} | discs {trick['discs']} | cubes {cubes}")

    def _mistake(self, mistake, keys, wrong, entered):
        """Makes it, puts it right as far as that is done at once; the keys that are to be pressed now."""
        if mistake == "twice" and not [old for old in self._in + entered if old[1:] != "0"]:
            mistake = "nothing"
        if mistake != "nothing":
            self.made.append(mistake)
        if mistake == "half":
            self._press(*keys[:-2], "down" if keys[-2] == "up" else "up", "back")
            return keys[-2:]
        if mistake == "card":
            events = self._box.status()["game"]["events"]
            self._press(*card_keys(self._rng.choice(wrong)))
            self._back_to(events)
        elif mistake == "twice":
            self._press(*card_keys(self._rng.choice([old for old in self._in + entered if old[1:] != "0"])))
            self._clear()
        elif mistake == "look":
            return card_keys(self._rng.choice(wrong))
        elif mistake == "undo" and entered:
            events = self._box.status()["game"]["events"]
            self._clear()
            self._press("back", "ok:hold")
            assert self._box.status()["game"]["events"] == events
        return keys

    def _back_to(self, events):
        while self._box.status()["game"]["events"] > events:
            self._press("back")


def _held(letters):
    return "".join(s + str(letters.count(s)) for s in "BROG" if s in letters) or "-"


def _unnoticed(trick, turn, other):
    """Whether `other` in place of this play gives the trick and the cube to the same people."""
    plays = list(trick["plays"])
    plays[turn] = (plays[turn][0], other)
    return decide(trick["discs"], plays) == (trick["winner"], trick["low"])
