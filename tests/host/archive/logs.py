"""Logs to archive: whole random games with people of all scripts."""

import random

from rules import games

PEOPLE = [
    ("ann", "Ann"), ("bob", "Bob"), ("zoe", "Zoë"), ("min", "민준"), ("avi", "אבי כהן"), ("luc", "Łucja"),
    ("emo", "🤖 Robo"), ("sum", "=1+1"), (None, "Guest"),
]  # fmt: skip


def log(seed, players=None, ways=None, drop=0, **header):
    """(id, bytes) of a whole random game; `drop` leaves the last records out."""
    rng = random.Random(seed)
    seats = len(players) if players else rng.choice((3, 4))
    rounds = games.deal_game(rng, seats)
    ways = ways or games.random_ways(rng, seats)
    head = games.header_of(rng, rounds, ways)
    people = players or rng.sample(PEOPLE, seats)
    head["id"] = f"BOX{seed % 3}-K7QX2M-{seed}"
    head["players"] = [{"id": person, "name": name} for person, name in people]
    head["started"] = f"2026-{1 + seed // 28 % 12:02}-{1 + seed % 28:02}T19:02:11Z"
    head.update(header)
    records = games.complete(rng, games.numbered(head, games.render(rng, rounds, ways)))
    return head["id"], games.lines(records[: len(records) - drop]).encode()
