"""RobotLab's records: what each event holds, the parts and the cards."""

from shared_rules.fields import Choice, Int, Maybe, PerSeat, RuleError, Seat, Variants
from shared_rules.game import ADJUSTS

# Blue, red, orange, green, purple; a rainbow part has the colour of the robot it is on.
COLOURS = ("B", "R", "O", "G", "P", "*")
RAINBOW = 5
SPOTS = ("head", "arm", "leg")
ROOM = (1, 2, 2)  # parts of each kind on a robot
COPIES = (3, 4, 4)  # of each kind in a colour; of rainbow parts there is one of each, and one that is any
ACTIONS = ("dig", "research", "reboot", "malfunction", "disassemble", "error")
BONUS = ("malfunction", "disassemble", "error")
ERRORS = 2


class Bodies(PerSeat):
    """The colour of each seat's body; no two are alike."""

    def __init__(self):
        PerSeat.__init__(self, Choice(COLOURS[:RAINBOW]))

    def check(self, value, seats):
        PerSeat.check(self, value, seats)
        if len(set(value)) < len(value):
            raise RuleError("schema", "two robots have the same body")


_SEAT = Seat()
_PART = (("robot", _SEAT), ("spot", Choice(SPOTS)), ("colour", Choice(COLOURS)))
_BODIES = Bodies()
_PLACE = Choice(("hand", "trash"))

SETUP = (
    ("first", _SEAT),
    ("bodies", _BODIES),
    ("matches", Int(1, 99)),
    ("disassemble", Maybe(_PLACE)),
)
CARD_DATA = (("disassemble", _PLACE),)  # what the owner may have entered from the cards
# name, fields, number in the byte codec; numbers never change.
EVENTS = (
    ("attach", (("seat", _SEAT),) + _PART, 16),
    ("action", (("seat", _SEAT), ("card", Choice(ACTIONS[:5]))), 17),
    ("error", (("seat", _SEAT),), 18),
    ("lose", _PART, 19),
    ("response", (("seat", _SEAT), ("card", Maybe(Choice(BONUS)))), 20),
    ("fix", (("of", Int(0)),) + _PART, 21),
    ("void", (("round", Int(1, 999)),), 22),
    (
        "adjust",
        Variants(
            "field",
            (
                ("first", (("seat", _SEAT),)),
                ("turn", (("seat", _SEAT),)),
                ("bodies", (("value", _BODIES),)),
                ("part", _PART + (("delta", Int(-1, 1)),)),
                ("winner", (("seat", _SEAT),)),
            )
            + ADJUSTS,
        ),
        23,
    ),
    ("pass", (("seat", _SEAT),), 24),
    ("detach", (("seat", _SEAT),) + _PART, 25),
    ("scrap", _PART, 26),
)
