"""A box's memory with finished games in it."""

import random
import tempfile
from pathlib import Path

from emulator.rig import memory_of
from robokraft.virtual.box import VirtualBox
from rules import games
from shared_rules import log
from shared_rules.codec import records

NAMES = ("Alison", "Bob", "Carol", "Dave")


def played(count, wish=None, **settings):
    """({path: bytes} of a box, [text of each log]) after so many random games, a card every three seconds.

    wish: a game that is open then.
    """
    rng = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "box"
        with VirtualBox(place) as box:
            for _ in range(count):
                _play(box, rng)
            kept = [list(box.app.journal.packs.payloads(number)) for number in range(1, count + 1)]
            if settings:
                box.configure(**settings)
            if wish is not None:
                box.start(wish)
        return memory_of(place), ["".join(log.lines(records(payloads))) for payloads in kept]


def _play(box, rng):
    session = box.app.session
    rounds = games.deal_game(rng, len(NAMES))
    setup = {"lead": rounds[0]["first"], "discs": rounds[0]["before"]}
    box.start({"game": "robokraft", "mode": "cards", "players": list(NAMES), "setup": setup})
    for one in rounds:
        for trick in one["tricks"]:
            for seat, card in trick["plays"]:
                box.parts.clock.advance(rng.randrange(1500, 4500))
                session.enter("card", seat=seat, card=card)
    session.close()
    box.app.home()
