"""ROBOTS!'s records: what each event holds, the kinds of card and what they may count."""

from shared_rules.fields import Int, RuleError, Seat, Variants
from shared_rules.fields import get_varint as _get
from shared_rules.fields import put_varint as _put
from shared_rules.game import ADJUSTS

# A star is high (after 14) or low (before 2); the two are one card. Of each number and of the star there are five.
KINDS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "star", "star_low", "wild")
STAR = 13
STAR_LOW = 14
WILD = 15
PRESETS = ("face", "rummy")
_SUM = 255


class Values:
    """What cards count: the name of a preset, or a list of 16 numbers in the order of KINDS.

    The last, the wild's, may be null: a wild counts as the card it stands for.
    """

    kind = Int(0, 99)

    def check(self, value, seats):
        if type(value) is str:
            if value not in PRESETS:
                raise RuleError("schema", "must be face, rummy or a list of values")
            return
        if type(value) is not list or len(value) != len(KINDS):
            raise RuleError("schema", "must be face, rummy or a list of %d values" % len(KINDS))
        for k in range(len(KINDS)):
            if k != WILD or value[k] is not None:
                self.kind.check(value[k], seats)


class Cards:
    """Cards: an object with the number of each kind that is there, or only what they count together, a number."""

    points = Int(0, 9999)
    count = Int(1, 9)

    def check(self, value, seats):
        if type(value) is not dict:
            self.points.check(value, seats)
            return
        for name in value:
            if name not in KINDS:
                raise RuleError("schema", "there is no card %s" % name)
            self.count.check(value[name], seats)

    def pack(self, out, value):
        if type(value) is int:
            out.append(_SUM)
            _put(out, value)
            return
        out.append(len(value))
        for k in range(len(KINDS)):
            if KINDS[k] in value:
                out.append(k << 4 | value[KINDS[k]])

    def unpack(self, data, pos, seats):
        size = data[pos]
        if size == _SUM:
            return _get(data, pos + 1)
        cards = {}
        for at in range(pos + 1, pos + 1 + size):
            cards[KINDS[data[at] >> 4]] = data[at] & 15
        return cards, pos + 1 + size


_SEAT = Seat()
_TALLY = (("played", Cards()), ("hand", Cards()), ("robots", Int(0, 13)))

CARD_DATA = (("values", Values()), ("robot", Int(0, 999)))  # what the owner may have entered from the cards
SETUP = (("dealer", _SEAT),) + CARD_DATA
# name, fields, number in the byte codec; numbers never change.
EVENTS = (
    ("tally", (("seat", _SEAT),) + _TALLY, 16),
    ("fix", (("of", Int(0)),) + _TALLY, 21),
    ("void", (("round", Int(1, 999)),), 22),
    (
        "adjust",
        Variants(
            "field",
            (("dealer", (("seat", _SEAT),)),) + ADJUSTS,
        ),
        23,
    ),
)
