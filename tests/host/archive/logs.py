"""Logs to archive: whole random games with people of all scripts."""

import json
import random

from rules import check_robot_x, games, oracle_robot_x, test_robotlab, test_robotroc, test_robots
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


def early(seed, players, reason, counted=True):
    """(id, bytes) of a game that ended after a trick: `stopped`, with the open round counted or not, or `abandoned`."""
    name, data = log(seed, players=players, ways=["cards"] * len(players))
    records = [json.loads(line) for line in data.splitlines()[: len(players) + 1]]
    for record in records:
        del record["crc"]
    game = Game(records[0])
    for record in records[1:]:
        game.apply(record)

    def write(record):
        records.append({"n": len(records), "t": records[-1]["t"], **record})
        game.apply(records[-1])

    if reason == "stopped" and counted:
        write({"type": "score", "round": 1, "points": game.state.round_points()})
    write(game.ending(reason))
    return name, "".join(lines(records)).encode()


def robots(seed):
    """(id, bytes) of a random game of ROBOTS!, mistakes and corrections included."""
    records, _table, _winners = test_robots.played_through(seed)
    return _dressed(records, seed)


def robotlab(seed):
    """(id, bytes) of random matches of RobotLab, entries taken back included."""
    return _dressed(test_robotlab.play(seed)[0], seed)


def robot_x(seed):
    """(id, bytes) of a random game of Robot X."""
    rng = random.Random(seed)
    seats = rng.randint(2, 5)
    lead = rng.randrange(seats)
    events, _told = oracle_robot_x.game(rng, seats, lead)
    return _dressed(_written(check_robot_x.header({"seats": seats, "lead": lead}), events), seed)


def robotroc(seed):
    """(id, bytes) of a random series of RoboTroc."""
    rng = random.Random(seed)
    fields, events, _rounds = test_robotroc.played(rng, rng.randint(2, 4), rng.randint(1, 3))
    return _dressed(_written(test_robotroc.header(fields), events), seed)


def _written(head, events):
    """The records of a game: its events, and what the box writes by itself."""
    records, game = [head], Game(head)

    def write(event):
        records.append({"n": len(records), "t": len(records) * 4000, **event})
        game.apply(records[-1])

    for event in [*events, None]:
        while due := game.due():
            write(due)
        if event:
            write(event)
    return records


def _dressed(records, seed):
    """The log with an id, people and a date of its own."""
    head = dict(records[0])
    head["id"] = f"{head['game'].upper().replace('_', '-')}-{seed}"
    people = random.Random(seed).sample(PEOPLE, len(head["players"]))
    head["players"] = [{"id": person, "name": name} for person, name in people]
    head["started"] = f"2026-{1 + seed // 28 % 12:02}-{1 + seed % 28:02}T20:30:00Z"
    return head["id"], "".join(lines([head, *records[1:]])).encode()


KINDS = {"robokraft": log, "robot_x": robot_x, "robotroc": robotroc, "robotlab": robotlab, "robots": robots}
