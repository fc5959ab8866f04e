"""People at a table with real cards: a seeded deal, legal random play, and the keys they press for it.

They know nothing of the box but what stands on it: who is asked, and the order of the discs.
"""

import random

from robokraft.virtual.script import KEY_NAMES
from shared_rules.tricks import CARDS, SUITS, card_code, judge

DECK = tuple(card for card in CARDS for _ in range(2 if card[1:] == "0" else 1))
_HAND = 12


def card_keys(card, led=None):
    """The keys of one card; a follower leaves out the led suit."""
    suit, rank = card[0], int(card[1:])
    keys = [] if suit == led else [KEY_NAMES[SUITS.index(suit)]]
    return keys + ["up" if rank < 6 else "down", KEY_NAMES[rank % 6]]


class Hands:
    """The hands of one round, and the cards that were left undealt."""

    def __init__(self, chance, seats):
        deck = list(DECK)
        chance.shuffle(deck)
        self._chance: random.Random = chance
        self.seats = seats
        self.hands = [deck[seat * _HAND : (seat + 1) * _HAND] for seat in range(seats)]
        self.left = deck[seats * _HAND :]
        self.trick = []  # (seat, card) of the open trick
        self.played = []

    @property
    def led(self):
        return self.trick[0][1][0] if self.trick else None

    def play(self, seat):
        """A card of the seat that follows suit if it can; it is on the table now."""
        if len(self.trick) == self.seats:
            self.trick = []
        hand = self.hands[seat]
        card = self._chance.choice([card for card in hand if card[0] == self.led] or hand)
        hand.remove(card)
        self.trick.append((seat, card))
        self.played.append(card)
        return card

    def misread(self, discs):
        """A card that could be entered in place of the one just played without anybody noticing, or None.

        It lies undealt, is of the same suit and, in a trick that is full now, changes neither winner nor cube.
        """
        if len(self.trick) < self.seats:
            return None
        card = self.trick[-1][1]
        for other in self.left:
            alike = other[0] == card[0] and "0" not in (other[1:], card[1:])
            if alike and self._judged(other, discs) == self._judged(card, discs):
                return other
        return None

    def keys(self, card):
        """The keys for `card` in the place of the one just played."""
        return card_keys(card, self.led if len(self.trick) > 1 else None)

    def _judged(self, last, discs):
        plays = [(seat, card_code(card), 0) for seat, card in self.trick[:-1]] + [
            (self.trick[-1][0], card_code(last), 0)
        ]
        return judge(plays, [SUITS.index(letter) for letter in discs])
