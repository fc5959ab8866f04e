"""Logs to archive: whole random games with people of all scripts."""

import random

from rules import games, test_robotroc, test_robots
from shared_rules.history import Game
from shared_rules.log import lines

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


def robots(seed):
    """(id, bytes) of a random game of ROBOTS!, mistakes and corrections included."""
    records, _table, _winners = test_robots.played_through(seed)
    return _dressed(records, seed)


def robotroc(seed):
    """(id, bytes) of a random series of RoboTroc."""
    rng = random.Random(seed)
    fields, events, _rounds = test_robotroc.played(rng, rng.randint(2, 4), rng.randint(1, 3))
    records = [test_robotroc.header(fields)]
    game = Game(records[0])

    def write(event):
        records.append({"n": len(records), "t": len(records) * 4000, **event})
        game.apply(records[-1])

    for event in [*events, None]:
        while due := game.due():
            write(due)
        if event:
            write(event)
    return _dressed(records, seed)


def _dressed(records, seed):
    """The log with an id, people and a date of its own."""
    head = dict(records[0])
    head["id"] = f"{head['game'].upper()}-{seed}"
    people = random.Random(seed).sample(PEOPLE, len(head["players"]))
    head["players"] = [{"id": person, "name": name} for person, name in people]
    head["started"] = f"2026-{1 + seed // 28 % 12:02}-{1 + seed % 28:02}T20:30:00Z"
    return head["id"], "".join(lines([head, *records[1:]])).encode()


KINDS = {"robokraft": log, "robots": robots, "robotroc": robotroc}
