"""What a game costs in the archive: added, listed, added up, from 100 games to 10,000.

The logs are whole random games of RoboKraft, four in ten of them card by card. `add` is verify, a synced file and the index;
`again` the same logs once more; `open` brings an index up to date in which nothing changed; the rest is what a command does
after that. Another index: ROBOKRAFT_INDEX=postgresql://…, an empty database of its own.
"""

import json
import os
import random
import tempfile
import time
from pathlib import Path

from bench.rows import Row
from robokraft.archive import stats
from robokraft.archive.archive import Archive
from robokraft.archive.keeping import keep
from rules import games
from shared_rules.log import lines

SIZES = (100, 1000, 10000)
TEMPLATES = 200
PEOPLE = 40
STEPS = {
    "add": "a new game into the archive",
    "again": "a game that is there already",
    "open": "archive opened",
    "games": "a game listed",
    "stats": "a game added up",
    "report": "page of the season",
}
WHOLE = ("open", "report")  # not a game's share


def templates():
    """Records of whole games."""
    rng = random.Random(1)
    for _ in range(TEMPLATES):
        seats = rng.choice((3, 4))
        rounds = games.deal_game(rng, seats)
        ways = games.random_ways(rng, seats)
        yield games.complete(
            rng, games.numbered(games.header_of(rng, rounds, ways), games.render(rng, rounds, ways))
        )


def logs(count):
    """The bytes of so many different games."""
    rng = random.Random(2)
    made = list(templates())
    for number in range(count):
        head, *rest = made[number % TEMPLATES]
        people = rng.sample(range(PEOPLE), len(head["players"]))
        players = [{"id": f"p{person}", "name": f"Player {person}"} for person in people]
        day = f"20{number // 336 % 90 + 10:02}-{number // 28 % 12 + 1:02}-{number % 28 + 1:02}"
        head = {**head, "id": f"BENCH-{number}", "players": players, "started": f"{day}T19:00:00Z"}
        yield "".join(lines([head, *rest])).encode()


def measured(count, folder):
    """Seconds of each of STEPS with so many games."""
    url = os.environ.get("ROBOKRAFT_INDEX")
    seconds = {}

    def timed(name, task):
        begun = time.perf_counter()
        result = task()
        seconds[name] = seconds.get(name, 0) + time.perf_counter() - begun
        return result

    with Archive(folder, url) as archive:
        for data in logs(count):
            timed("add", lambda data=data: keep(folder, data))
        timed("add", archive.follow)
        time.sleep(2.1)  # so that no file is younger than the index trusts
        archive.follow()
        for data in logs(count):
            timed("again", lambda data=data: keep(folder, data))
        timed("again", archive.follow)
    with timed("open", lambda: _opened(folder, url)) as archive:
        found = timed("games", archive.games)
        counted = stats.by_kind(found)["robokraft"]
        assert len(counted) == count
        timed(
            "stats",
            lambda: (stats.persons(counted), stats.records(counted), json.dumps(stats.left_out(found))),
        )
        if _has("matplotlib"):
            from robokraft.report.season import season_page

            timed("report", lambda: season_page(found, []).html())
    return seconds


def _opened(folder, url):
    archive = Archive(folder, url)
    archive.follow()
    return archive


def _has(name):
    from importlib.util import find_spec

    return find_spec(name) is not None


def rows(step=lambda: None):
    by_size = {}
    for count in SIZES:
        with tempfile.TemporaryDirectory(prefix="robokraft-bench-") as folder:
            by_size[count] = measured(count, Path(folder))
        step()
    most = SIZES[-1]
    for name, what in STEPS.items():
        if name not in by_size[most]:
            continue
        whole = name in WHOLE
        values = [seconds[name] * 1000 / (1 if whole else count) for count, seconds in by_size.items()]
        yield Row(
            f"{what}, {most:,} games",
            values[-1],
            "ms",
            beside=[(f"{count:,} games", value, "ms") for count, value in zip(SIZES[:-1], values)],
        )
