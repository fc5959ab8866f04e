"""One whole four-player game as people would enter it: 192 cards, a few mistakes and how they are put right.

Every key goes through the buttons of the box. What happens is told to a stage with `say(text)`, `show()` after every
entry, and `look()` where people would stop to read.
"""

import random

from robokraft.errors import WRONG, UserError
from robokraft.virtual.table import Hands, card_keys

PLAYERS = ("Alison", "Bob", "Carol", "Dave")
_TRICKS = 12
_MOST_PAGES = 20


class Evening:
    """`play()` brings a fresh box from its home screen through a game and back."""

    def __init__(self, box, stage, seed):
        self._box = box
        self._stage = stage
        self._chance = random.Random(seed)
        self._mistakes = ["half", "card", "twice", "left"]  # in this order, each once
        self._misread = None

    def play(self):
        self._box.configure(players=[{"id": None, "name": name} for name in PLAYERS])
        self._press("ok", "blue", "ok")  # quick start, Alison leads, the discs are laid
        self._stage.say(f"Quick start: discs {self._game()['discs']} from the top, {PLAYERS[0]} leads.")
        self._stage.say(
            "R1 T1 is round 1, trick 1: who played what, the discs from the top, each player's cubes."
        )
        while self._game() is not None:
            self._round()

    def _game(self):
        return self._box.status()["game"]

    def _press(self, *keys):
        self._box.play(" ".join(keys))
        self._stage.show()

    def _round(self):
        hands = Hands(self._chance, len(PLAYERS))
        for trick in range(1, _TRICKS + 1):
            for _ in PLAYERS:
                self._card(hands, trick)
            self._tell(hands, trick)
        if self._misread:
            self._correct(*self._misread)
        for _ in range(_MOST_PAGES):
            game = self._game()
            if game is None or game["phase"] == "suit":
                return
            self._stage.look()
            self._press("ok")
        raise UserError("the box did not go on after the round", WRONG)

    def _card(self, hands, trick):
        """One card, the round's or the trick's mistake first."""
        game = self._game()
        seat = game["turn"]
        if seat is None:
            raise UserError("the box asks nobody for a card", WRONG)
        card = hands.play(seat)
        keys = hands.keys(card)
        if self._is_time("half", trick == 2):
            keys = self._wrong_half(keys, PLAYERS[seat])
        elif self._is_time("card", trick == 5 and len(hands.trick) == 2):
            self._wrong_card(hands, game["events"], PLAYERS[seat])
        elif self._is_time("twice", game["rounds"] and trick == 3):
            self._twice(hands)
        elif self._mistakes == ["left"] and len(game["rounds"]) == 2:
            lies = hands.misread(game["discs"])
            if lies:
                self._mistakes = []
                self._misread = (lies, card)
                keys = hands.keys(lies)
        self._press(*keys)

    def _is_time(self, mistake, condition):
        if not condition or self._mistakes[:1] != [mistake]:
            return False
        self._mistakes.pop(0)
        return True

    def _wrong_half(self, keys, name):
        """UP for DOWN or the other way round; the keys that are left to press."""
        half = keys[-2]
        wrong = "down" if half == "up" else "up"
        self._press(*keys[:-2], wrong)
        self._stage.look()
        self._press("back")
        self._stage.say(f"  {name} pressed {wrong.upper()} for {half.upper()}: BACK takes the press back")
        return keys[-2:]

    def _wrong_card(self, hands, events, name):
        wrong = hands.left[0]
        self._press(*hands.keys(wrong))
        while self._game()["events"] > events:
            self._press("back")
        self._stage.look()
        self._stage.say(f"  {name}'s card was not {wrong}: BACK takes the card back")

    def _twice(self, hands):
        old = next(card for card in hands.played if card[1:] != "0")
        self._press(*hands.keys(old))
        self._stage.look()
        self._stage.say(
            f"  {old} is in already: the box says where, and the next press starts the card again"
        )

    def _correct(self, lies, card):
        """A card that was read wrongly is found by what was left over."""
        self._misread = None
        self._stage.look()
        self._press(*card_keys(lies))
        self._press(*card_keys(card))
        self._stage.look()
        self._stage.say(
            f"  left over lies {lies}, which was entered: it was {card}, and what followed is replayed"
        )

    def _tell(self, hands, trick):
        game = self._game()
        cards = "  ".join(f"{PLAYERS[seat][0]} {card:3}" for seat, card in hands.trick)
        cubes = "  ".join(
            "".join(suit * count for suit, count in row.items()) or "-" for row in game["cubes"]
        )
        place = f"R{game['round']} T{trick:<2}"
        self._stage.say(f"{place}  {cards}  {game['discs']}  cubes {cubes}")
