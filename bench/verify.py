"""What `verify` takes for a record on this computer, beside reading, writing and summing up the same line with the standard library."""

import io
import json
import random
import statistics
import time
import zlib

from bench.rows import Row
from robokraft.logfile import check_stream
from rules import games
from shared_rules.log import lines

GAMES = 60
ROUNDS = 7
MOST_TIMES = 3


def logs():
    """Whole random games, each a list of lines in bytes; every way of entry."""
    rng = random.Random(5)
    for _ in range(GAMES):
        seats = rng.choice((3, 4))
        rounds = games.deal_game(rng, seats)
        ways = games.random_ways(rng, seats)
        head = games.header_of(rng, rounds, ways)
        records = games.complete(rng, games.numbered(head, games.render(rng, rounds, ways)))
        yield [line.encode() for line in lines(records)]


def verified(log):
    """The log as `robokraft verify` reads and replays it."""
    assert check_stream(io.BytesIO(b"".join(log)))["ok"]


def plain(log):
    """The same lines read, written with sorted keys, and summed up."""
    crc = "00000000"
    for line in log:
        record = json.loads(line)
        told = record.pop("crc")
        text = json.dumps(record, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        crc = f"{zlib.crc32((crc + text).encode()):08x}"
        assert crc == told


def rows(step=lambda: None):
    made = list(logs())
    count = sum(map(len, made))
    times: dict = {verified: [], plain: []}
    for _ in range(ROUNDS):  # in turn, so that what else the computer does hits both
        for work, seconds in times.items():
            began = time.process_time()
            for log in made:
                work(log)
            seconds.append(time.process_time() - began)
        step()
    micros = {work: min(seconds) / count * 1e6 for work, seconds in times.items()}
    ratio = statistics.median(a / b for a, b in zip(times[verified], times[plain]))
    yield Row(
        "verify, per record",
        ratio,
        "times",
        most=MOST_TIMES,
        beside=[
            ("verify", micros[verified], "µs"),
            ("json.loads, sorted json.dumps and CRC of that line", micros[plain], "µs"),
        ],
        note=f"{count} records of {GAMES} random games",
    )
