"""RoboKraft's arithmetic at the end of a round: wedges, what piles can hold, the lines of the score.

Pure functions over small lists. A row is [cards, wedges] of one suit, or None where it was not asked. Rulebook, Robot
Cards and End of Game and Scoring; RULES 1.2, 1.11, 1.13.
"""

from shared_rules.fields import RuleError
from shared_rules.tricks import SUITS

WEDGES = (0, 1, 1, 2, 2, 3, 3, 2, 2, 1, 1, 1)
# The most wedges 0 … 13 cards of one suit can show.
_CAP = bytes((0, 3, 6, 8, 10, 12, 14, 15, 16, 17, 18, 19, 19, 19))


def most(cards):
    return _CAP[cards]


def least(cards):
    """The fewest wedges that many cards of one suit can show: 19 less the dearest missing ones."""
    return 19 - _CAP[13 - cards]


def count(codes):
    """Rows of the four suits for card codes (suit × 12 + rank)."""
    rows = [[0, 0] for _ in range(4)]
    for code in codes:
        row = rows[code // 12]
        row[0] += 1
        row[1] += WEDGES[code % 12]
    return rows


def lines(rows, cubes, total):
    """The lines (suit, cards, wedges, cubes, points) of one seat; suit -1 is all cards of suits that were not asked.

    `total` is the number of cards the seat won. Suits of which the seat has neither card nor cube give no line.
    """
    out = []
    rest = total
    for suit in range(4):
        row, cube = rows[suit], cubes[suit]
        cards, wedges = row or (0, 0)
        rest -= cards
        if cards and cube:
            out.append((suit, cards, wedges, cube, wedges * cube))
        elif cards or cube:
            out.append((suit, cards, wedges, cube, -cards - cube))
    if rest:
        out.append((-1, rest, 0, 0, -rest))
    return out


def _wrong(suit, text, by):
    raise RuleError("piles", "%s: %s" % (SUITS[suit], text), suit=suit, by=by)


def _check_row(suit, cards, wedges, whose=""):
    if cards > 13:
        _wrong(suit, "%d cards%s, %d more than there are" % (cards, whose, cards - 13), cards - 13)
    if wedges > most(cards):
        over = wedges - most(cards)
        _wrong(suit, "%d wedges%s, %d more than %d cards can show" % (wedges, whose, over, cards), over)
    if wedges < least(cards):
        under = least(cards) - wedges
        _wrong(suit, "%d wedges%s, %d fewer than %d cards must show" % (wedges, whose, under, cards), -under)


def check_pile(rows, cubes, total, known):
    """Checks one seat's rows: raises RuleError `piles` with `suit` and the difference `by`.

    `total` is the number of cards the seat won, `known` the card codes of them that were entered.
    """
    sure = count(known)
    rest = total
    missing = False
    for suit in range(4):
        if rows[suit] is None:
            missing = missing or cubes[suit] > 0
            rest -= sure[suit][0]
            continue
        cards, wedges = rows[suit]
        _check_row(suit, cards, wedges)
        rest -= cards
        if cards < sure[suit][0] or wedges < sure[suit][1]:
            by = min(cards - sure[suit][0], wedges - sure[suit][1])
            _wrong(suit, "%d cards and %d wedges of it were entered before" % tuple(sure[suit]), by)
        if rest < 0:
            _wrong(suit, "%d cards more than were won" % -rest, -rest)
    over = rest - 13 * len([1 for row in rows if row is None])
    if over > 0:
        raise RuleError("piles", "%d cards are missing: %d were won" % (over, total), suit=-1, by=-over)
    if rest and missing:
        suit = [s for s in range(4) if rows[s] is None and cubes[s]][0]
        _wrong(suit, "its cards are needed: there is a cube of it", 0)
    if rest < 0:
        raise RuleError(
            "piles", "%d cards more than the %d that were won" % (-rest, total), suit=-1, by=-rest
        )


def check_all(seats):
    """Checks the rows of all seats together; rows that are not told yet are None. Raises RuleError `piles`."""
    for suit in range(4):
        told = [rows[suit] for rows in seats if rows[suit] is not None]
        _check_row(suit, sum([row[0] for row in told]), sum([row[1] for row in told]), " in all")


def _fit(rests, open_suits, room):
    """Whether the cards that each seat still has to show fit into the suits open to it (no set of seats has too many)."""
    for chosen in range(1, 1 << len(rests)):
        cards = 0
        suits = [False] * 4
        for seat in range(len(rests)):
            if chosen >> seat & 1:
                cards += rests[seat]
                for suit in range(4):
                    suits[suit] = suits[suit] or open_suits[seat][suit]
        if cards > sum([room[suit] for suit in range(4) if suits[suit]]):
            return False
    return True


def only_pile(rows, sure, totals, seat, suit):
    """[cards, wedges] of a pile if RULES 1.13 leaves no other, else None, also where nothing fits.

    `rows`: per seat its four rows, None where not told; `sure`: per seat rows of the cards that were entered; `totals`:
    cards each seat won.
    """
    room, wedges = [13] * 4, 19
    rests, open_suits = list(totals), []
    for other in range(len(rows)):
        open_suits.append([row is None for row in rows[other]])
        for s in range(4):
            row = rows[other][s] or sure[other][s]
            room[s] -= row[0]
            rests[other] -= row[0]
            wedges -= row[1] if s == suit else 0
    open_suits[seat][suit] = False
    only = None
    for cards in range(max(min(rests[seat], room[suit]), -1) + 1):
        rests[seat] -= cards
        room[suit] -= cards
        fits = _fit(rests, open_suits, room)
        rests[seat] += cards
        room[suit] += cards
        if fits and only is not None:
            return None
        only = cards if fits else only
    if only is None:
        return None
    low = max(least(only), wedges - most(room[suit] - only))
    if low != min(most(only), wedges - least(room[suit] - only)):
        return None
    return [only + sure[seat][suit][0], low + sure[seat][suit][1]]
