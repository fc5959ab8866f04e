"""Whether a pile follows from what is entered, by RULES 1.13 alone: a maximal flow of the cards that are not told into the
room that the suits have left. Written for the tests and never from the box's own way."""

from rules.rulebook import least_wedges, most_wedges, wedges_of

SUITS = "BROG"


def cards_of(played, seat, suit):
    return [card for card in played["cards"][seat] if card[0] == suit]


def pile_of(played, seat, suit):
    cards = cards_of(played, seat, suit)
    return len(cards), wedges_of(cards)


def fits(rests, ways, room):
    """Whether `rests[seat]` cards of every seat find room in the suits of `ways[seat]`: one card after the other, moving
    others out of its way."""
    lies = {(seat, suit): 0 for seat in range(len(rests)) for suit in SUITS}

    def place(seat, tried):
        for suit in ways[seat]:
            if suit in tried:
                continue
            tried.add(suit)
            if sum(lies[other, suit] for other in range(len(rests))) < room[suit]:
                lies[seat, suit] += 1
                return True
            for other in range(len(rests)):
                if lies[other, suit] and other != seat and place(other, tried):
                    lies[other, suit] -= 1
                    lies[seat, suit] += 1
                    return True
        return False

    return all(place(seat, set()) for seat in range(len(rests)) for _ in range(rests[seat]))


def possible_piles(totals, told, named, seat, suit):
    """All (cards, wedges) that the pile can be.

    totals: cards each seat won. told: {(seat, suit): (cards, wedges)} of the piles that are known. named: per seat, cards
    it won that were entered.
    """
    seats = range(len(totals))
    have = {}
    for who in seats:
        for s in SUITS:
            mine = [card for card in named[who] if card[0] == s]
            have[who, s] = told.get((who, s), (len(mine), wedges_of(mine)))
    room = {s: 13 - sum(have[who, s][0] for who in seats) for s in SUITS}
    rests = [totals[who] - sum(have[who, s][0] for s in SUITS) for who in seats]
    ways = [[s for s in SUITS if (who, s) not in told and (who, s) != (seat, suit)] for who in seats]
    wedges = 19 - sum(have[who, suit][1] for who in seats)
    found = []
    for more in range(min(rests[seat], room[suit]) + 1):
        others = [rest - more * (who == seat) for who, rest in enumerate(rests)]
        if fits(others, ways, {**room, suit: room[suit] - more}):
            rest = room[suit] - more
            for w in range(wedges + 1):
                if least_wedges(more) <= w <= most_wedges(more):
                    if least_wedges(rest) <= wedges - w <= most_wedges(rest):
                        found.append((have[seat, suit][0] + more, have[seat, suit][1] + w))
    return found
