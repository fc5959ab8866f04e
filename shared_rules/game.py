"""What all games share: the error, and the checks of record 0.

The contract a game module keeps is written in docs/architecture.md. Nothing here knows the rules of any game.
"""

from shared_rules.fields import Choice, Group, Int, Items, Maybe, Seat, SeatOrder, Text, unknown
from shared_rules.fields import RuleError as RuleError  # noqa: PLC0414  the name everybody imports from here
from shared_rules.fields import check as check_fields

VERSION = 1
GAMES = ("robokraft", "robot_x", "robotroc", "robotlab", "robots")
REASONS = ("complete", "stopped", "abandoned")

_ID = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-"
PLAYER = (("id", Maybe(Text(64))), ("name", Text(40)))
# Decisions of the table that every game has, in this order after its own.
ADJUSTS = (
    ("points", (("seat", Seat()), ("delta", Int(-9999, 9999)))),
    ("player", (("seat", Seat()), ("player", Group(PLAYER)))),
    ("seats", (("value", SeatOrder()),)),
)
_HEADER = (
    ("v", Int(0, 255)),
    ("id", Text(64)),
    ("game", Text(40)),
    ("mode", Text(40)),
    ("players", Items(Group(PLAYER), 1, 8)),
    ("device", Text(64)),
    ("firmware", Text(64)),
    ("started", Maybe(Text(20))),
)
ENVELOPE = ("n", "t", "type", "crc")


def module_of(name):
    """The module of the game `name`; imported now if it was not.

    Raises RuleError `schema` for a game this version does not know.
    """
    if name not in GAMES:
        raise RuleError("schema", "the game %s is not known to this version" % (name,))
    return getattr(__import__("shared_rules." + name), name)


def check_header(header):
    """Checks record 0 and returns (module of its game, names of unknown fields).

    Raises RuleError `schema`, or the code of the field that is wrong (`seat`, `discs`).
    """
    for name in ("setup", "rules"):
        if not isinstance(header.get(name), dict):
            raise RuleError("schema", "%s must be an object" % name)
    if header.get("v") != VERSION:
        raise RuleError("schema", "log version %s is not known to this version" % (header.get("v"),))
    check_fields(_HEADER, header, 8)
    for letter in header["id"]:
        if letter not in _ID:
            raise RuleError("schema", "id may hold only letters, digits and -")
    if not header["id"]:
        raise RuleError("schema", "id is empty")
    if header["started"] is not None:
        check_utc(header["started"])
    module = module_of(header["game"])
    if header["mode"] not in module.MODES:
        raise RuleError("schema", "mode must be one of " + ", ".join(module.MODES))
    seats = len(header["players"])
    if not module.SEATS[0] <= seats <= module.SEATS[1]:
        raise RuleError("schema", "%s is for %d to %d players" % ((module.NAME,) + module.SEATS))
    check_fields(module.SETUP, header["setup"], seats)
    for name in header["rules"]:
        if name not in module.RULES:
            raise RuleError("schema", "there is no house rule %s" % name)
        if header["rules"][name] not in module.RULES[name]:
            raise RuleError("schema", "%s must be one of %s" % (name, ", ".join(module.RULES[name])))
    names = unknown(_HEADER, header, ENVELOPE + ("setup", "rules"))
    return module, names + unknown(module.SETUP, header["setup"])


def check_utc(text):
    """Raises RuleError `schema` unless the text is shaped like 2026-11-30T19:02:11Z."""
    shape = "0000-00-00T00:00:00Z"
    good = len(text) == len(shape)
    if good:
        for k in range(len(shape)):
            digit = "0" <= text[k] <= "9"
            good = good and (digit if shape[k] == "0" else text[k] == shape[k])
    if good:
        month, day = int(text[5:7]), int(text[8:10])
        good = 1 <= month <= 12 and 1 <= day <= 31 and int(text[11:13]) < 24
        good = good and int(text[14:16]) < 60 and int(text[17:19]) <= 60
    if not good:
        raise RuleError("schema", "started must be UTC such as 2026-11-30T19:02:11Z, or null")


def ranks_of(totals):
    """Places of the totals, 1 the highest; equal totals share a place: 1, 2, 2, 4."""
    return [1 + sum(1 for other in totals if other > total) for total in totals]


SCORE = (("round", Int(1, 999)), ("points", Items(Int(), 1, 8)))
END = (
    ("points", Items(Int(), 1, 8)),
    ("ranks", Items(Int(1, 8), 1, 8)),
    ("winners", Items(Int(0, 7), 0, 8)),
    ("reason", Choice(REASONS)),
)
UNDO = (("of", Int(0)),)
# Types of record that every game has; the numbers are the codec's and never change.
COMMON = (("undo", UNDO, 2), ("score", SCORE, 3), ("end", END, 4))
