"""Robot X's records: what each event holds. The one table for the schema, the byte codec and the documentation.

Also CARD_DATA, what the owner may have entered from the cards.
"""

from shared_rules.fields import Choice, Group, Int, Items, Maybe, Once, RuleError, Seat, Text, Variants
from shared_rules.game import ADJUSTS

KINDS = ("left_ear", "head", "right_ear", "left_hand", "belly", "right_hand", "left_leg", "right_leg")
TYPES = ("parts", "cards", "stars")
EFFECTS = ("draw", "deal", "exchange", "search")
MOST_COLOURS = 6
COPIES = 8  # cards of each part
MOST_CARDS = 36  # bonus cards
MOST_PRICE = 9900


class _Money(Int):
    """An amount in steps of 100."""

    def check(self, value, seats):
        Int.check(self, value, seats)
        if value % 100:
            raise RuleError("schema", "must be a multiple of 100")


_SEAT = Seat()
_KIND = Choice(KINDS, "card", "a part such as head or left_leg")
_TYPE = Choice(TYPES)
_PARTS = Once(_KIND, 0, 8)
_STARS = Items(Int(0, 9), 1, MOST_COLOURS)
_MONEY = _Money(0, MOST_PRICE)
_POINTS = ("points", Int(0, 99))
# The condition of a bonus card, RULES 2.10.
_CARD = Variants(
    "type",
    (
        ("parts", (("parts", Once(_KIND, 1, 8)), _POINTS)),
        ("cards", (("cards", Int(1, 8)), ("stars", Int(0, 9)), _POINTS)),
        ("stars", (("colour", Int(0, MOST_COLOURS - 1)), ("stars", Int(1, 72)), _POINTS)),
    ),
)
_SWAP = Group((("seat", _SEAT), ("gives", _TYPE), ("takes", _TYPE)))

_COLOURS = ("colours", Once(Text(20), 1, MOST_COLOURS))
_KNOWN = Items(_STARS, 0, COPIES)

SETUP = (("lead", _SEAT), _COLOURS)
CARD_DATA = (
    _COLOURS,
    ("stars", tuple([(part, _KNOWN) for part in KINDS])),
    ("cards", Items(Group(_CARD), 0, MOST_CARDS)),
)
# name, fields, number in the byte codec; numbers never change.
EVENTS = (
    ("bank", (("seat", _SEAT),), 16),
    (
        "auction",
        (
            ("seat", _SEAT),
            ("part", _KIND),
            ("bids", Items(Group((("seat", _SEAT), ("amount", _Money(100, MOST_PRICE)))), 0, 99)),
            ("winner", _SEAT),
            ("price", _Money(100, MOST_PRICE)),
            ("given", _MONEY),
        ),
        17,
    ),
    ("bonus", (("seat", _SEAT), ("bonus", _TYPE), ("price", _MONEY)), 18),
    ("event", (("seat", _SEAT), ("effect", Choice(EFFECTS)), ("swap", Maybe(_SWAP))), 19),
    ("pass", (("seat", _SEAT),), 20),
    ("over", (("completer", Maybe(_SEAT)),), 21),
    ("robot", (("seat", _SEAT), ("parts", _PARTS), ("bonuses", Items(Int(0, 3), 3, 3))), 22),
    ("stars", (("seat", _SEAT), ("part", _KIND), ("stars", _STARS)), 23),
    ("card", (("seat", _SEAT), ("card", Group(_CARD))), 24),
    ("fix", (("of", Int(0)), ("stars", Maybe(_STARS)), ("card", Maybe(Group(_CARD)))), 25),
    ("void", (("round", Int(1, 1)),), 26),
    (
        "adjust",
        Variants(
            "field",
            (
                ("turn", (("seat", _SEAT),)),
                ("bank", (("seat", _SEAT), ("delta", Int(-8, 8)))),
            )
            + ADJUSTS,
        ),
        27,
    ),
)
