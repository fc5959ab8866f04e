"""People with dealt games at a virtual box, for the tests of the modes: they enter by keys, are disturbed, and check what
the box says against the cards on the table and the second opinion of `rules.oracle`."""

import json

from robokraft.virtual import entering
from robokraft.virtual.box import VirtualBox
from robokraft.virtual.entering import CORRECT, half_key, rank_key, suit_key
from robokraft.virtual.script import KEY_NAMES
from rules import games
from rules.oracle import judge
from shared_rules.verify import Verifier

NAMES = ("Alison", "Bob", "Carol", "Dave")
MODES = ("cards", "tricks", "scores")
LEADER, WINNER, LOW, CUBE, POINTS, DROP = [CORRECT + "down " * n + "ok " for n in (4, 5, 6, 7, 8, 11)]
DECISIONS = ("winner", "low", "leader", "cube", "points")
DISTURBANCES = ("back", "back", "restart", "look", "menu", "nothing", "wrong", "void", *DECISIONS)
# A key that means nothing, by what the box asks.
NOTHING = {
    "half": "ok", "rank": "ok", "winner": "down", "low": "down", "won": "up", "cubes": "up", "tricks_won": "blue",
    "left_over": "up", "round_end": "blue", "game_end": "blue",
}  # fmt: skip
HALF_ENTERED = ("half", "rank", "winner", "low", "won")
MOST_KEYS = 4000


def card_keys(card):
    return f"{suit_key(card[0])} {half_key(card)} {rank_key(card)}"


def pressed(keys):
    return len([word for word in keys.split() if not word.startswith("wait")])


class Table:
    """A game on the table and the box beside it. `rounds` as dealt; `extra` corrections of points."""

    def __init__(self, rounds, mode, folder=None, numbers=False):
        self.rounds, self.mode, self.folder, self.numbers = rounds, mode, folder, numbers
        self.seats = len(rounds[0]["points"])
        self.extra = [0] * self.seats
        self.presses = 0
        self.asked = []  # (phase, turn) as the box asked, one after the other
        self.records = []
        self.box = VirtualBox(folder)
        self.box.start(
            {
                "game": "robokraft",
                "mode": mode,
                "players": list(NAMES[: self.seats]),
                "setup": {"lead": rounds[0]["first"], "discs": rounds[0]["before"]},
            }
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.box.close()

    @property
    def game(self):
        return self.box.status()["game"]

    @property
    def screen(self):
        return self.box.status()["screen"]["name"]

    @property
    def texts(self):
        return self.box.status()["screen"]["texts"]

    def press(self, keys):
        self.presses += pressed(keys)
        self.box.play(keys)

    def log(self):
        return [json.loads(line) for line in self.box.log_lines()]

    def next(self):
        """What the person presses next, or None at the end."""
        return entering.next_keys(self.box, self.rounds, self.numbers)

    def enter(self, until=None, before=None):
        """Enters until the game is over or `until(game)` holds. `before(game)` is called before every key."""
        for _ in range(MOST_KEYS):
            game = self.game
            if game is None or until is not None and until(game):
                return
            finished = [played["points"] for played in self.rounds[: len(game["rounds"])]]
            assert game["rounds"] == finished, self.texts
            place = (game["phase"], game["turn"])
            if before is not None and before(game):
                continue
            if self.screen not in ("notice", "question") and self.asked[-1:] != [place]:
                self.asked.append(place)
            self.press(self.next())
        raise AssertionError(f"still not there: {self.box.status()}")

    def restart(self):
        """The power goes and comes again."""
        self.box.close()
        self.box = VirtualBox(self.folder)

    def check_log(self):
        """The finished game's log is good, and gives the points of the game on the table; returns its records."""
        records = self.log()
        verifier = Verifier()
        for record in records:
            verifier.feed(record)
        verdict = verifier.result()
        points = [played["points"] for played in self.rounds]
        totals = [sum(row[seat] for row in points) + self.extra[seat] for seat in range(self.seats)]
        assert (verdict["errors"], verdict["warnings"], verdict["ok"]) == ([], [], True)
        opinion = judge(records)
        assert verdict["rounds"] == opinion["rounds"] == points
        assert verdict["points"] == opinion["totals"] == totals
        assert records[-1]["type"] == "end" and records[-1]["reason"] == "complete"
        assert self.box.status()["warnings"] == []
        return records


class Disturbed(Table):
    """A table where much goes wrong; what happens is drawn from `rng`.

    `missing`: pairs (what, phase) that shall still happen; each is struck out when it did. `way`: every round is entered
    another way. `floor`: so many events are not taken back any more, because the person could not enter them again.
    """

    def __init__(self, rounds, mode, folder, rng, missing, often=0.05, way=False):
        self.rng, self.missing, self.often, self.way = rng, missing, often, way
        self.floor = 0
        self.chosen = -1  # the round the way of entry was last chosen for
        Table.__init__(self, rounds, mode, folder, numbers=rng.random() < 0.4)

    def play(self):
        self.enter(before=self.disturb)

    def disturb(self, game):
        """Perhaps something happens; returns whether anything did."""
        if self.way and self.choose_way(game):
            return True
        if self.screen == "question":
            return False
        missing = sorted(what for what, phase in self.missing if phase == game["phase"])
        if missing and self.rng.random() < 0.3:
            what = self.rng.choice(missing)
        elif self.rng.random() < self.often:
            what = self.rng.choice(DISTURBANCES + ("whole",) * self.way)
        else:
            return False
        happened = self.decide(game, what) if what in DECISIONS else getattr(self, what)(game)
        if happened is False:
            return False
        self.missing.discard((what, game["phase"]))
        return True

    # Taken back and entered again

    def back(self, game):
        taken = 0
        if game["events"] <= self.floor:
            return False
        for _ in range(self.rng.choice((1, 1, 1, 2, 5))):
            events = self.game["events"]
            if events <= self.floor:
                break
            self.press("back")
            while self.screen == "question" or (self.screen == "notice" and self.offers()):
                self.press(self.rng.choice(("ok", "ok", "back")))
            taken += events - self.game["events"]
        if taken and self.rng.random() < 0.5:
            for _ in range(self.rng.randrange(taken + 1)):
                self.press("ok:hold")

    def offers(self):
        return any("take back" in text for text in self.texts)

    # The power goes

    def restart(self, game=None):
        before = self.game
        if before["phase"] in HALF_ENTERED:
            started = len(before["rounds"]) < before["round"]
            trick = self.rounds[len(before["rounds"])]["tricks"][before["trick"] - 1 if started else 0]
            if before["phase"] in ("winner", "low", "won"):
                before["turn"] = trick["plays"][0][0]
            before["phase"] = "suit"
        if before["phase"] == "tricks_won":
            before["turn"] = 0
        Table.restart(self)
        after = self.game
        assert after == before
        assert self.box.status()["warnings"] == []

    # Nothing changes

    def unchanged(self, keys):
        before = self.game
        self.press(keys)
        assert self.game == before, keys

    def look(self, game):
        if self.screen not in ("trick", "result") or game["phase"] != "suit":
            return False
        turns = " ".join(self.rng.choice(("up", "up", "down")) for _ in range(self.rng.randrange(9)))
        self.unchanged(f"ok {turns} back")

    def menu(self, game):
        if self.screen == "notice":
            return False
        self.unchanged("back:hold down up back")

    def nothing(self, game):
        if self.screen == "notice" or game["phase"] not in NOTHING:
            return False
        self.unchanged(NOTHING[game["phase"]])

    # What the table decides

    def wrong(self, game):
        """A card that is another one is entered, and put right as soon as the last three presses are in."""
        if game["phase"] != "suit" or self.screen not in ("trick", "result") or not self.by_card():
            return False
        played = self.rounds[len(game["rounds"])]
        at = 0 if len(game["rounds"]) == game["round"] else game["trick"] - 1
        plays = played["tricks"][at]["plays"]
        others = [card for card in played["left"] if card[1:] != "0"]
        if (
            not others
            or game["discs"] != (played["tricks"][at - 1]["discs"] if at else played["before"])
            and (game["turn"] == plays[0][0])
        ):
            return False
        lies = self.rng.choice(others)
        seat = game["turn"]
        card = dict(plays)[seat]
        self.press(card_keys(lies))
        if self.screen == "notice":
            self.press("back")
        if self.screen == "left_over":
            self.press(card_keys(lies) + " " + card_keys(card))
        elif self.game["phase"] in ("round_end", "piles"):  # nothing is left to look at: taken back
            self.press("back")
            if self.screen in ("notice", "question"):
                self.press("ok")
            return None
        else:
            self.press(f"ok up ok {KEY_NAMES[seat]} {card_keys(card)}")
        if self.screen == "notice":
            self.press("back")
        self.floor = self.game["events"]

    def by_card(self):
        """Whether the box asks for a card and not for a whole trick."""
        return type(self.box.app.stack[-1]).__name__ == "Trick"

    def decide(self, game, what):
        """Decisions of the table that come to nothing in the end, one after the other; or corrected points."""
        if game["phase"] != "suit" or self.screen not in ("trick", "result"):
            return False
        fresh = len(game["rounds"]) == game["round"]
        played = self.rounds[len(game["rounds"]) - fresh]
        at = 11 if fresh else game["trick"] - 2
        seat = self.rng.randrange(self.seats)
        opened = at + 1 < 12 and game["turn"] != played["tricks"][at + 1]["plays"][0][0]
        if what == "points":
            self.press(POINTS + f"{KEY_NAMES[seat]} up up up ok")
            self.extra[seat] += 3
        elif what == "cube":
            suit = self.rng.choice(games.SUITS)
            if fresh or not game["supply"][suit] or at < 0:
                return False
            start = f"{CUBE}{KEY_NAMES[seat]} {suit_key(suit)} "
            self.press(f"{start}ok")
            assert self.game["cubes"][seat][suit] == game["cubes"][seat][suit] + 1
            self.press(f"{start}down down ok")
        elif opened or fresh:
            return False
        elif what == "leader":
            self.press(LEADER + KEY_NAMES[seat])
            assert self.game["turn"] == seat
            self.press(LEADER + KEY_NAMES[game["turn"]])
        else:
            trick = played["tricks"][at]
            if at < 0 or seat in (trick["winner"], trick["low"]):
                return False
            menu = WINNER if what == "winner" else LOW
            self.press(menu + KEY_NAMES[seat])
            self.press(menu + KEY_NAMES[trick[what]])
        self.press("blue back" if self.screen == "notice" else "wait:1")
        after = self.game
        for name in ("phase", "turn", "discs", "supply", "cubes", "won", "rounds", "trick"):
            assert after[name] == game[name], (what, name)
        self.floor = after["events"]

    def void(self, game):
        """A misdeal: the round is dropped and dealt again, from the discs as they lie on the box."""
        if self.screen == "notice" or game["phase"] in HALF_ENTERED:
            return False
        if game["phase"] == "game_end" or (game["phase"] == "suit" and len(game["rounds"]) == game["round"]):
            return False
        if game["phase"] == "cubes" and len(game["rounds"]) == game["round"]:
            return False
        self.press(DROP)
        assert self.screen == "question"
        self.press("ok back")
        at = game["round"] - 1
        after = self.game
        assert (after["round"], after["trick"]) == (game["round"], 1)
        first = self.rounds[at]["first"]
        discs = after["discs"]
        for number in range(at, self.seats):
            self.rounds[number] = games.play_round(
                self.rng, self.seats, (first + number - at) % self.seats, discs
            )
            discs = self.rounds[number]["discs"]
        self.floor = after["events"]

    # Another way of entry

    def choose_way(self, game):
        """At the start of a round any mode is chosen in the menu; between tricks, now and then, one trick as a whole."""
        if self.screen in ("notice", "question") or game["phase"] not in ("suit", "cubes"):
            return False
        at = len(game["rounds"])
        fresh = (
            at == game["round"] or game["trick"] == 1 and not any(sum(row.values()) for row in game["cubes"])
        )
        fresh = fresh and game["turn"] == (self.rounds[at]["first"] if game["phase"] == "suit" else 0)
        if fresh and self.chosen != at:
            self.chosen = at
            self.press(entering.way(self.rng.choice(MODES)))
            return True
        return False

    def whole(self, game):
        """A trick whose cards nobody remembers: those that are in are taken back, and it is entered as a whole."""
        if game["phase"] != "suit" or not self.by_card() or self.screen not in ("trick", "result"):
            return False
        at = len(game["rounds"])
        trick = 0 if at == game["round"] else game["trick"] - 1
        played = self.rounds[at]
        if game["turn"] == played["tricks"][trick]["plays"][0][0]:
            if game["discs"] != (played["tricks"][trick - 1]["discs"] if trick else played["before"]):
                return False
        if game["events"] <= self.floor + self.seats:
            return False
        self.press(entering.WHOLE_TRICK)
