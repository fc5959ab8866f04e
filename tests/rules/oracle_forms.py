"""The form of a RoboKraft record, for the oracle: fields, kinds of values, and the error `Wrong`.

Written from the log format alone. Says `schema` for a wrong shape, `seat` for a seat that is not there, `discs` for
an order without all four. Knows nothing of turns or cards in play.
"""

import re

SUITS = "BROG"
FIELDS = {
    "card": {"seat": "seat", "card": "card"},
    "trick": {"suit": "suit", "dir": "dir", "winner": "seat", "won": "suit", "low": "seat"},
    "cubes": {"seat": "seat", "cubes": "suit counts"},
    "tricks_won": {"counts": "seat counts"},
    "piles": {"seat": "seat", "piles": "piles"},
    "fix": {"of": "number", "card": "card"},
    "void": {"round": "number"},
    "undo": {"of": "number"},
}
ADJUST = {
    "discs": {"value": "discs"},
    "leader": {"seat": "seat"},
    "winner": {"seat": "seat"},
    "low": {"seat": "seat"},
    "cube": {"seat": "seat", "suit": "suit", "delta": "integer"},
    "points": {"seat": "seat", "delta": "integer"},
    "player": {"seat": "seat", "player": "player"},
    "seats": {"value": "seat order"},
}


class Wrong(Exception):
    """A record that cannot be: its number `n`, a `code` of the log format, and words."""

    def __init__(self, n, code, message):
        super().__init__(f"{n}: {code}: {message}")
        self.n, self.code, self.message = n, code, message


def whole(value):
    return isinstance(value, int) and not isinstance(value, bool)


def check_value(n, name, value, kind, seats):
    """Raises Wrong when `value` of the field `name` is not of its kind."""

    def demand(ok, code="schema"):
        if not ok:
            raise Wrong(n, code, f"{name}: {value!r}")

    if kind == "seat":
        demand(whole(value))
        demand(0 <= value < seats, "seat")
    elif kind == "card":
        demand(isinstance(value, str) and re.fullmatch("[BROG]([0-9]|1[01])", value))
    elif kind == "suit":
        demand(isinstance(value, str) and value in tuple(SUITS))
    elif kind == "dir":
        demand(value in ("up", "down"))
    elif kind == "number":
        demand(whole(value) and value >= 0)
    elif kind == "integer":
        demand(whole(value))
    elif kind == "suit counts":
        demand(isinstance(value, dict) and sorted(value) == sorted(SUITS))
        demand(all(whole(count) and count >= 0 for count in value.values()))
    elif kind == "seat counts":
        demand(isinstance(value, list) and len(value) == seats)
        demand(all(whole(count) and count >= 0 for count in value))
    elif kind == "piles":
        demand(isinstance(value, dict) and sorted(value) == sorted(SUITS))
        for pile in value.values():
            demand(pile is None or (isinstance(pile, list) and len(pile) == 2))
            demand(pile is None or all(whole(count) and count >= 0 for count in pile))
    elif kind == "discs":
        demand(isinstance(value, str))
        demand(sorted(value) == sorted(SUITS), "discs")
    elif kind == "player":
        demand(isinstance(value, dict) and "id" in value and isinstance(value.get("name"), str))
    elif kind == "seat order":
        demand(isinstance(value, list) and all(whole(seat) for seat in value))
        demand(sorted(value) == list(range(seats)), "seat")


def check_form(record, seats):
    n, kind = record["n"], record.get("type")
    fields = FIELDS.get(kind)
    if kind == "adjust":
        fields = ADJUST.get(record.get("field"))
    if fields is None:
        raise Wrong(n, "schema", f"unknown type or field {kind!r}")
    for name, form in fields.items():
        if name not in record:
            raise Wrong(n, "schema", f"{name} is missing")
        check_value(n, name, record[name], form, seats)
