"""Puts a backup back onto a box: what is not there yet, and nothing over what is there.

A game is known by its id. The box keeps its own storage id, so that games played later never meet the ones put back. Each
game is put back as a whole or not at all; interrupted, the next run does the rest.
"""

import base64
import json
import zlib
from typing import NamedTuple

from robokraft.backup import Game, id_of
from robokraft.client import MOST_PEOPLE, BoxError, CannotSay
from shared_rules import wire

_NOT_BY_HOST = ("developer",)  # is switched on at the box only
_DAMAGED = "it is damaged in the backup: another one may have it"
_UNREAD = "its bytes make no game; they are kept in the backup"
_OTHER = "the box has another game of this id: the one on the box is left as it is"
_PLAYED = "the box is still playing it: finish it there, and restore again"
_BUSY = "a game is open on the box: finish it there, and restore again"


class Plan(NamedTuple):
    """What is to be done: `wanted` games, `known` ones, `refused` [(game, why)], `cards` {game: values}, `settings` {name: value}.

    `left` [(what, why)]: what the box cannot take besides.
    """

    wanted: list[Game]
    known: list[Game]
    refused: list[tuple[Game, str]]
    cards: dict
    settings: dict
    left: list[tuple[str, str]]

    @property
    def later(self):
        """How many games could come once the game that is open on the box is over."""
        return sum(why in (_PLAYED, _BUSY) for _, why in self.refused)

    @property
    def empty(self):
        return not (self.wanted or self.cards or self.settings)


def plan(client, backup, moved=lambda done, of: None):
    """The Plan for this backup and this box; reads only. `moved(games looked at, of)`. Raises UserError."""
    there, opened = _there(client, moved)
    wanted, known, refused = [], [], []
    for game in backup.games:
        if game.damaged:
            refused.append((game, _DAMAGED))
        elif game.id is None:
            refused.append((game, _UNREAD))
        elif game.id in there:
            why = _compared(game, client.read_game(there[game.id]), there[game.id] == opened)
            if why is None:
                known.append(game)
            else:
                refused.append((game, why))
        elif opened is not None:
            refused.append((game, _BUSY))
        else:
            wanted.append(game)
    wanted.sort(key=lambda game: (game.open, game.number))  # the open one last: after it no other can come
    left = []
    cards = _cards(client, backup, left)
    return Plan(wanted, known, refused, cards, _settings(client, backup, left), left)


def _there(client, moved):
    """({id: number} of the box's games, number of the open one or None)."""
    listed, opened = client.games()
    numbers = [one["game"] for one in listed] + ([opened] if opened is not None else [])
    found = {}
    for done, number in enumerate(numbers, 1):
        piece = client.ask("read", game=number, from_=0)["bytes"]
        found[id_of(base64.b64decode(piece))] = number
        moved(done, len(numbers))
    return found, opened


def _compared(game, data, being_played):
    """None where the box has all of the game, else why it cannot be put back."""
    if data.startswith(game.data):
        return None
    return _PLAYED if being_played and game.data.startswith(data) else _OTHER


def _cards(client, backup, left):
    found = {}
    for name, values in backup.about["cards"].items():
        try:
            if client.ask("cards", game=name)["values"] != values:
                found[name] = values
        except (BoxError, CannotSay) as error:
            left.append((f"card data of {name}", error.message))
    return found


def _settings(client, backup, left):
    """What differs. The roster is that of the backup, and behind it whoever the box knows besides: nobody there is lost."""
    have = client.settings()
    wanted = {name: value for name, value in backup.about["settings"].items() if name not in _NOT_BY_HOST}
    wanted["roster"] = _roster(client, backup.about["roster"], have["roster"], left)
    return {name: value for name, value in wanted.items() if have.get(name) != value}


def _roster(client, kept, there, left):
    known = {one["id"] for one in there}
    room = MOST_PEOPLE - len(there)
    out = []
    for one in kept:
        try:
            client.check_person(one)
        except CannotSay as error:
            left.append((f"person {one['name']}", error.message))
            continue
        if one["id"] not in known and room == 0:
            left.append(
                (f"person {one['name']}", f"the box knows {MOST_PEOPLE} people, and cannot know more")
            )
            continue
        room -= one["id"] not in known
        out.append(one)
    ids = [one["id"] for one in out]
    return out + [one for one in there if one["id"] not in ids]


def carry_out(client, plan, settled, moved=lambda done, of: None):
    """Does it, after a Yes at the box, which `settled(client, outcome)` waits for. `moved(done, of)` counts bytes.

    Returns [(what, why)] of what the box did not take. Raises UserError where the box is lost, or somebody says no.
    """
    settled(client, client.ask("restore", games=len(plan.wanted))["outcome"])
    cards = {name: json.dumps(values).encode() for name, values in plan.cards.items()}
    total, done = sum(len(game.data) for game in plan.wanted) + sum(map(len, cards.values())), 0
    failed = []

    def put(what, kind, data, game="", exported=False):
        nonlocal done
        try:
            _put(client, kind, data, game, exported)
        except (BoxError, CannotSay) as error:
            failed.append((what, error.message))
        done += len(data)
        moved(done, total)

    for name, values in plan.settings.items():
        try:
            if name == "roster":
                client.set_people(values)
            else:
                client.ask("set", name=name, value=values)
        except (BoxError, CannotSay) as error:
            failed.append((f"setting {name}", error.message))
    for name, data in cards.items():
        put(f"card data of {name}", "cards", data, game=name)
    for game in plan.wanted:
        put(f"game {game.id}", "open" if game.open else "game", game.data, exported=game.exported)
    return failed


def _put(client, kind, data, game, exported):
    for at in range(0, len(data), wire.PUT_BYTES):
        piece = data[at : at + wire.PUT_BYTES]
        client.ask("put", from_=at, bytes=base64.b64encode(piece).decode())
    client.ask("keep", kind=kind, game=game, size=len(data), crc=f"{zlib.crc32(data):08x}", exported=exported)
