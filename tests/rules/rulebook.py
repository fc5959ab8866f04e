"""The rulebook of RoboKraft in single plain functions, for the oracle: cards, wedges, discs, tricks, points.

Written from the rulebook and RULES section 1 alone, never from shared_rules. Knows no log and no state.
"""

from rules.oracle_forms import SUITS

WEDGES = {0: 0, 1: 1, 2: 1, 3: 2, 4: 2, 5: 3, 6: 3, 7: 2, 8: 2, 9: 1, 10: 1, 11: 1}


def suit(card):
    return card[0]


def rank(card):
    return int(card[1:])


def deck():
    """The 52 cards: in each suit two 0s and 1 to 11."""
    return [s + str(r) for s in SUITS for r in (0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)]


def wedges_of(cards):
    return sum(WEDGES[rank(card)] for card in cards)


def most_wedges(count):
    """The wedges on the dearest `count` cards of one suit (count 0 to 13)."""
    dearest_first = sorted((WEDGES[rank(card)] for card in deck() if suit(card) == "B"), reverse=True)
    return sum(dearest_first[:count])


def least_wedges(count):
    """The wedges on the cheapest `count` cards of one suit."""
    return 19 - most_wedges(13 - count)


def moved(order, led_suit, direction):
    """The disc order, top to bottom, after the disc of `led_suit` went "up" or "down"."""
    order = list(order)
    here = order.index(led_suit)
    if direction == "up":
        if here == 0:
            order = order[1:] + [led_suit]
        else:
            order[here - 1], order[here] = order[here], order[here - 1]
    else:
        if here == 3:
            order = [led_suit] + order[:3]
        else:
            order[here + 1], order[here] = order[here], order[here + 1]
    return "".join(order)


def direction_of(card):
    return "up" if rank(card) <= 5 else "down"


def best_and_worst(order, plays):
    """(winner, low) of `plays` = [(seat, card)] in the order played, the discs lying in `order` (top first)."""
    played = [s for s in order if any(suit(card) == s for _, card in plays)]
    winner = low = None
    best = worst = None
    for seat, card in plays:
        if suit(card) == played[0] and (best is None or rank(card) > best):
            winner, best = seat, rank(card)
        if suit(card) == played[-1] and (worst is None or rank(card) <= worst):
            low, worst = seat, rank(card)
    return winner, low


def suit_points(cards, wedges, cubes):
    """Points of one suit: number of cards, wedges on them, cubes."""
    if cards > 0 and cubes > 0:
        return wedges * cubes
    return -cards if cards > 0 else -cubes


def ranks_of(totals):
    """Places 1, 2, 2, 4: one more than the number of seats with more points."""
    return [1 + sum(other > mine for other in totals) for mine in totals]
