"""RoboTroc's records: what each event holds. The one table for the schema, the byte codec and the documentation."""

from shared_rules.fields import Choice, Int, Keyed, Maybe, Once, RuleError, Seat, Variants
from shared_rules.game import ADJUSTS
from shared_rules.robotroc_best import NEEDED, PARTS

MOST_GAMES = 99


class Shown(Keyed):
    """What the bonuses 2, 3, 4, 6 and 8 show: cards, or null where it is not told. 4: the female parts.

    Bonus 2 shows two cards, 6 three, 8 one; 3 heads only, 4 no weapons. `whole`: nothing of it may be missing.
    """

    def __init__(self, cards, whole):
        Keyed.__init__(self, SHOWN_KEYS, Maybe(cards))
        self.whole = whole

    def check(self, value, seats):
        Keyed.check(self, value, seats)
        for key in SHOWN_KEYS:
            cards = value[key]
            if cards is None:
                continue
            most = NEEDED.get(int(key), 1 if key == "8" else 27)
            if len(cards) > most or (self.whole and (len(cards) < most and most < 27 or not cards)):
                raise RuleError("card", "bonus %s cannot show %d cards" % (key, len(cards)))
            for name in cards:
                if key == "3" and name[0] != "H" or key == "4" and name[0] == "W":
                    raise RuleError("card", "bonus %s cannot show %s" % (key, name))


class _Told:
    """What one of these bonuses shows, as its owner told it; an empty list is untold again."""

    def __init__(self, key):
        self.key = key

    def check(self, value, seats):
        told = dict([(key, None) for key in SHOWN_KEYS])
        told[self.key] = None if value == [] else value
        _SHOWN.check(told, seats)


SHOWN_KEYS = ("2", "3", "4", "6", "8")
_SEAT = Seat()
_CARD = Choice(PARTS, "card", "a card such as H6, B5a or W10")
_CARDS = Once(_CARD, 0, 36, "card")
_STOCK = (
    ("cards", _CARDS),
    ("bonuses", Once(Int(1, 9), 0, 9, "card")),
    ("shown", Shown(_CARDS, False)),
)

_SHOWN = Shown(_CARDS, True)

SETUP = (("lead", _SEAT), ("games", Int(1, MOST_GAMES)), ("shown", Maybe(_SHOWN)))
CARD_DATA = tuple([(key, _Told(key)) for key in SHOWN_KEYS])  # what the owner may have entered from the cards
# name, fields, number in the byte codec; numbers never change.
EVENTS = (
    ("pick", (("seat", _SEAT),), 16),
    ("empty", (("seat", _SEAT),), 17),
    ("leave", (), 18),
    ("announce", (("seat", _SEAT), ("weapons", Int(0, 9))), 19),
    ("head_1", (("seat", _SEAT),), 20),
    ("take", (("seat", _SEAT), ("cards", Int(0, 9))), 21),
    ("stock", (("seat", _SEAT),) + _STOCK, 22),
    ("robot", (("seat", _SEAT), ("parts", Maybe(Once(_CARD, 0, 6, "card")))), 23),
    ("fix", (("of", Int(0)),) + _STOCK, 24),
    ("void", (("round", Int(1, MOST_GAMES)),), 25),
    (
        "adjust",
        Variants(
            "field",
            (
                ("turn", (("seat", _SEAT),)),
                ("direction", (("value", Choice(("left", "right"))),)),
                ("games", (("value", Int(1, MOST_GAMES)),)),
            )
            + ADJUSTS,
        ),
        26,
    ),
)
