"""Robot X told slowly and apart from the rules core, and games at random. Nothing of shared_rules is used.

A told game is a list of events as a table would report them; `Told` keeps the cards of banks one by one.
"""

KINDS = ("left_ear", "head", "right_ear", "left_hand", "belly", "right_hand", "left_leg", "right_leg")
TYPES = ("parts", "cards", "stars")


class Told:
    """Banks as lists of cards, robots as sets, bonuses as lists of types."""

    def __init__(self, seats, lead):
        self.turn = lead
        self.banks = [[] for _ in range(seats)]
        self.robots = [set() for _ in range(seats)]
        self.bonuses = [[] for _ in range(seats)]
        self.completer = None
        self.stars = [{} for _ in range(seats)]
        self.cards = [[] for _ in range(seats)]

    def bank_card(self, seat):
        if len(self.banks[seat]) < 8:
            self.banks[seat].append("card")

    def spend(self, seat, amount):
        while amount and self.banks[seat]:
            self.banks[seat].pop()
            amount -= 100

    def apply(self, event):
        seat, kind = event.get("seat"), event["type"]
        if kind == "bank":
            self.bank_card(seat)
        elif kind == "auction":
            self.auction(event)
        elif kind == "bonus":
            self.spend(seat, event["price"])
            self.bonuses[seat].append(event["bonus"])
        elif kind == "event" and event["swap"]:
            swap = event["swap"]
            self.bonuses[seat].remove(swap["gives"])
            self.bonuses[swap["seat"]].remove(swap["takes"])
            self.bonuses[seat].append(swap["takes"])
            self.bonuses[swap["seat"]].append(swap["gives"])
        elif kind == "stars":
            self.stars[seat][event["part"]] = event["stars"]
        elif kind == "card":
            self.cards[seat].append(event["card"])
        if kind in ("bank", "auction", "bonus", "event", "pass") and self.completer is None:
            self.turn = (self.turn + 1) % len(self.banks)

    def auction(self, event):
        seller, winner = event["seat"], event["winner"]
        if winner == seller:
            self.spend(winner, event["price"] - 100)
        else:
            self.spend(winner, event["price"])
            for _ in range(event["given"] // 100):
                self.bank_card(seller)
        if event["part"] in self.robots[winner]:
            self.bank_card(winner)
        self.robots[winner].add(event["part"])
        if len([part for part in self.robots[winner] if "ear" not in part]) == 6:
            self.completer = winner

    def points(self, seat, ears=True):
        total, colours, met = 0, set(), 0
        parts = {p: stars for p, stars in self.stars[seat].items() if ears or "ear" not in p}
        for stars in parts.values():
            for colour, count in enumerate(stars):
                for _ in range(count):
                    total += 1
                    colours.add(colour)
        for card in self.cards[seat]:
            if card["type"] == "parts":
                good = set(card["parts"]) <= self.robots[seat]
            elif card["type"] == "cards":
                good = sum(1 for stars in parts.values() if sum(stars) == card["stars"]) >= card["cards"]
            else:
                good = sum(stars[card["colour"]] for stars in parts.values()) >= card["stars"]
            met += card["points"] if good else -card["points"]
        return total * len(colours) + met + (10 if seat == self.completer else 0)


def given(price):
    """By the table of RULES 2.5, counted out: half of the cards, one more where they are odd, never fewer than two."""
    cards = ["card"] * (price // 100)
    return 100 * max(2, len(cards[::2]))


def auction(rng, seats, seller, part):
    """An auction at random: everyone raises or folds in turn until one is left."""
    holder, amount, bids = seller, 100, []
    inside = [True] * seats
    seat = (seller + 1) % seats
    while sum(inside) > 1:
        if seat == holder:
            break
        if inside[seat]:
            if amount < 700 and rng.random() < 0.45:
                amount += 100 * rng.choice((1, 1, 1, 2, 3))
                holder = seat
                bids.append({"seat": seat, "amount": amount})
            else:
                inside[seat] = False
        seat = (seat + 1) % seats
    return {
        "type": "auction", "seat": seller, "part": part, "bids": bids, "winner": holder, "price": amount,
        "given": 0 if holder == seller else given(amount),
    }  # fmt: skip


def card(rng, kind, colours):
    points = rng.randint(1, 9)
    if kind == "parts":
        return {"type": kind, "parts": rng.sample(KINDS, rng.randint(1, 3)), "points": points}
    if kind == "cards":
        return {"type": kind, "cards": rng.randint(1, 3), "stars": rng.randint(1, 4), "points": points}
    return {"type": kind, "colour": rng.randrange(colours), "stars": rng.randint(1, 9), "points": points}


def game(rng, seats, lead, colours=4):
    """(events, Told) of a whole game at random."""
    told = Told(seats, lead)
    events = []

    def enter(event):
        events.append(event)
        told.apply(event)

    while told.completer is None:
        seat = told.turn
        what = rng.choice(("bank", "bank", "auction", "auction", "auction", "bonus", "event"))
        if what == "bank" and len(told.banks[seat]) < 8:
            enter({"type": "bank", "seat": seat})
        elif what == "bonus":
            kind = rng.choice(TYPES)
            owned = told.bonuses[seat].count(kind)
            if owned < 3:
                enter({"type": "bonus", "seat": seat, "bonus": kind, "price": 100 * (owned + 1)})
        elif what == "event":
            enter(_event(rng, told, seat))
        elif what == "auction":
            enter(auction(rng, seats, seat, rng.choice(KINDS)))
    for seat in range(seats):
        for part in sorted(told.robots[seat], key=KINDS.index):
            stars = [rng.choice((0, 0, 0, 1, 2, 3)) for _ in range(colours)]
            enter({"type": "stars", "seat": seat, "part": part, "stars": stars})
        for kind in sorted(told.bonuses[seat], key=TYPES.index):
            enter({"type": "card", "seat": seat, "card": card(rng, kind, colours)})
    return events, told


def _event(rng, told, seat):
    """An event card; an exchange only where nobody gets a fourth of a type."""
    effect = rng.choice(("draw", "deal", "exchange", "search"))
    swap = None
    other = rng.choice([s for s in range(len(told.banks)) if s != seat])
    if effect == "exchange" and told.bonuses[seat] and told.bonuses[other]:
        gives, takes = rng.choice(told.bonuses[seat]), rng.choice(told.bonuses[other])
        mine = [*told.bonuses[seat], takes]
        theirs = [*told.bonuses[other], gives]
        mine.remove(gives)
        theirs.remove(takes)
        if mine.count(takes) <= 3 and theirs.count(gives) <= 3:
            swap = {"seat": other, "gives": gives, "takes": takes}
    return {"type": "event", "seat": seat, "effect": effect, "swap": swap}
