"""RoboKraft's records: what each event holds. The one table for the schema, the byte codec and the documentation."""

from shared_rules.fields import (
    Choice,
    Int,
    Items,
    Keyed,
    Maybe,
    PerSeat,
    RuleError,
    Seat,
    Text,
    Variants,
)
from shared_rules.game import ADJUSTS
from shared_rules.tricks import CARDS, SUITS, TRICKS


class DiscOrder(Text):
    """The discs from top to bottom, each suit once."""

    def check(self, value, seats):
        if type(value) is not str:
            raise RuleError("schema", "must be four letters such as BROG")
        if len(value) != 4 or [suit for suit in SUITS if suit not in value]:
            raise RuleError("discs", "%s is no order of B, R, O and G" % value)


_SEAT = Seat()
_CARD = Choice(CARDS, "card", "a card such as B6 or G0")
_SUIT = Choice(("B", "R", "O", "G"), "schema", "a suit: B, R, O or G")
_DISCS = DiscOrder(4)
_COUNT = Int(0, 52)

SETUP = (("lead", _SEAT), ("discs", _DISCS))
# name, fields, number in the byte codec; numbers never change.
EVENTS = (
    ("card", (("seat", _SEAT), ("card", _CARD)), 16),
    (
        "trick",
        (("suit", _SUIT), ("dir", Choice(("up", "down"))), ("winner", _SEAT), ("won", _SUIT), ("low", _SEAT)),
        17,
    ),
    ("cubes", (("seat", _SEAT), ("cubes", Keyed(SUITS, Int(0, 52)))), 18),
    ("tricks_won", (("counts", PerSeat(Int(0, TRICKS))),), 19),
    ("piles", (("seat", _SEAT), ("piles", Keyed(SUITS, Maybe(Items(_COUNT, 2, 2))))), 20),
    ("fix", (("of", Int(0)), ("card", _CARD)), 21),
    ("void", (("round", Int(1, 4)),), 22),
    (
        "adjust",
        Variants(
            "field",
            (
                ("discs", (("value", _DISCS),)),
                ("leader", (("seat", _SEAT),)),
                ("winner", (("seat", _SEAT),)),
                ("low", (("seat", _SEAT),)),
                ("cube", (("seat", _SEAT), ("suit", _SUIT), ("delta", Int(-4, 4)))),
            )
            + ADJUSTS,
        ),
        23,
    ),
)
