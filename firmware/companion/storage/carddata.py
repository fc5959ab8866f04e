"""What is printed only on the cards of a game, as its owner entered it: one small file a game, asked once and kept.

Written all or nothing. What may stand in it the records of the game declare (`CARD_DATA`), with the kinds of field of its
events: what is chosen from it makes an entry that holds. What is otherwise is as if it had not been asked yet. The values of
a game that is played go into its log.
"""

import json
import sys

from companion.modules import forget
from companion.storage.files import StorageError
from shared_rules.fields import RuleError

_PLACE = "cards/"
GAMES = ("robokraft", "robot_x", "robotroc", "robotlab", "robots")  # by name: none of them need be loaded
MOST = 4096  # bytes of a file
_BRACKETS = 200  # opening ones, more than any game has: bounds the memory that reading takes
_SEATS = 8


def load(files, game):
    """What there is for this game and can be, a dict; empty where nothing was entered or the file cannot be read."""
    return _checked(game, stored(files, game))[0]


def stored(files, game):
    """The same as it stands in the file, whatever it holds: costs the table nothing."""
    try:
        return parsed(files.read(_PLACE + game, 0, MOST) or b"") or {}
    except StorageError:
        return {}


def parsed(text):
    """The object whose JSON these bytes are, or None."""
    if text.count(b"[") + text.count(b"{") > _BRACKETS:
        return None
    try:
        data = json.loads(text.decode())
    except ValueError:  # UnicodeError is one
        return None
    return data if type(data) is dict else None


def save(files, game, data):
    """Keeps the data of this game. Raises RuleError or StorageError; then what was kept before still is."""
    wrong = _checked(game, data)[1]
    if wrong:
        raise RuleError("schema", wrong[0])
    text = json.dumps(data).encode()
    if len(text) > MOST:
        raise RuleError("schema", "card data of a game has at most %d bytes" % MOST)
    files.write(_PLACE + game, text)


def _checked(game, data):
    """What of the data is as the game declares it, and a line for each thing that is not."""
    name = "shared_rules.%s_records" % game
    before = None if name in sys.modules else set(sys.modules)
    __import__(name)
    checked = _sifted(getattr(sys.modules[name], "CARD_DATA", ()), data)
    if before is not None:  # there is no room for a second game
        forget(lambda module: module not in before)
    return checked


def _sifted(table, data):
    """As `_checked`, by a table of names and kinds; in the place of a kind may stand another table."""
    good, wrong = {}, []
    kinds = dict(table)
    for name in sorted(data):
        kind, value = kinds.get(name), data[name]
        try:
            if kind is None:
                raise RuleError("schema", "no card of this game tells that")
            if type(kind) is not tuple:
                kind.check(value, _SEATS)
            elif type(value) is not dict:
                raise RuleError("schema", "must be an object")
            else:
                value, inner = _sifted(kind, value)
                wrong += ["%s: %s" % (name, line) for line in inner]
            good[name] = value
        except RuleError as error:
            wrong.append("%s: %s" % (name, error.message))
    return good, wrong
