"""RoboKraft's cards, discs and tricks: what a lead moves, who wins, who is low. Pure functions over small lists.

Suits are 0 … 3 (B R O G); a card's code is suit × 12 + rank. Both 0s of a suit have the same code.
"""

SUITS = "BROG"
TRICKS = 12
CARDS = tuple([suit + str(rank) for suit in SUITS for rank in range(12)])


def card_code(text):
    """Suit × 12 + rank of a card such as `O11`."""
    return SUITS.index(text[0]) * 12 + int(text[1:])


def moved(discs, suit, up):
    """The disc order after a lead (rulebook, Company Value): `discs` top to bottom, `suit` led, rank 0–5 is up."""
    order = list(discs)
    at = order.index(suit)
    del order[at]
    if up:
        order.insert(at - 1 if at else 3, suit)
    else:
        order.insert(at + 1 if at < 3 else 0, suit)
    return order


def judge(plays, discs):
    """(winner, low, suit of the winning card) of a full trick: `plays` are (seat, card code, n) in order of play.

    Rulebook, Gameplay; of two equal 0s the later one is the lower.
    """
    best = worst = None
    for at in range(len(plays)):
        seat, code, _n = plays[at]
        suit = code // 12
        value = ((3 - discs.index(suit)) * 12 + code % 12) * 8 - at
        if best is None or value > best[0]:
            best = (value, seat, suit)
        if worst is None or value < worst[0]:
            worst = (value, seat)
    return best[1], worst[1], best[2]


class Trick:
    """A finished trick. `plays` is empty where nobody entered the cards; `cube` is the suit the low took, or -1."""

    def __init__(self, plays, led, winner, low, won, n):
        self.plays = plays
        self.led = led
        self.winner = winner
        self.low = low
        self.won = won
        self.cube = -1
        self.n = n

    def copy(self):
        other = Trick(self.plays, self.led, self.winner, self.low, self.won, self.n)
        other.cube = self.cube
        return other
