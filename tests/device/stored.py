"""A box's memory with many finished games in it, written by the box's own storage on this computer."""

import os
import random
import tempfile
from pathlib import Path

from companion.storage.files import Files
from companion.storage.frames import frame
from companion.storage.journal import Journal
from robokraft.virtual.folder import without_sync
from rules import games
from shared_rules import robokraft
from shared_rules.codec import Codec, pack_header

_KINDS = 4  # different games; the others are the same under another number


def payloads(rng, number, seats=4):
    """The payloads of a whole random game of RoboKraft, every card entered."""
    ways = ["cards"] * seats
    rounds = games.deal_game(rng, seats)
    head, *events = games.complete(
        rng, games.numbered(games.header_of(rng, rounds, ways), games.render(rng, rounds, ways))
    )
    codec = Codec(robokraft, seats)
    out = [pack_header({**head, "id": f"STORED-{number}"})]
    t = 0
    for event in events:
        out.append(codec.pack(event, event["t"] - t))
        t = event["t"]
    return out


def fill(journal, count, seats=4):
    """Stores so many games in a journal; returns the payloads of each by its number."""
    kinds = [payloads(random.Random(seed), seed, seats) for seed in range(min(count, _KINDS))]
    stored = {}
    for number in range(journal.number, journal.number + count):
        head, *events = kinds[number % len(kinds)]
        game = [head.replace(b'"STORED-', b'"STORED-%d-' % number), *events]
        frames = b"".join(map(frame, game))
        journal.packs.add(number, b"", len(frames), (frames,))
        stored[number] = game
    return stored


def memory(count, seats=4):
    """({path: bytes} of a box that has so many finished games, the payloads of each by its number)."""
    with tempfile.TemporaryDirectory() as folder:
        stored = fill(Journal(Files(folder, without_sync()), os.urandom), count, seats)
        return memory_of(Path(folder)), stored


def memory_of(folder):
    """{path: bytes} of a virtual box's folder."""
    return {
        file.relative_to(folder).as_posix(): file.read_bytes() for file in folder.rglob("*") if file.is_file()
    }
