"""What is printed only on the cards of a game, as its owner entered it: one small file a game, asked once and kept.

Written all or nothing. What stands in it is the game's own business; the values of a game that is played go into its log.
"""

import json

from companion.storage.files import StorageError

_PLACE = "cards/"
GAMES = ("robokraft", "robot_x", "robotroc", "robotlab", "robots")  # by name: none of them need be loaded


def load(files, game):
    """The data of this game, a dict; empty where none was entered or the file cannot be read."""
    try:
        text = files.read(_PLACE + game)
    except StorageError:
        return {}
    if text is None:
        return {}
    try:
        data = json.loads(text.decode())
    except ValueError:  # UnicodeError is one
        return {}
    return data if type(data) is dict else {}


def save(files, game, data):
    """Keeps the data of this game. Raises StorageError; then what was kept before still is."""
    files.write(_PLACE + game, json.dumps(data).encode())
