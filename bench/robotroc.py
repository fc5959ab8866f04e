"""How long the emulated Pico looks for the best robot.

Stocks: a usual one (a quarter of the cards), and all 36 parts with all nine bonuses and pictures spread so that most of them
matter. The time is that of the search alone, without the display.
"""

from pathlib import Path

from bench.rows import Row
from robokraft.deploy.compiling import compiled
from robokraft.deploy.image import build, files_of
from robokraft.emulator.firmware import found
from robokraft.emulator.pico import Pico

ROOT = Path(__file__).resolve().parents[1]
REACH_MS = 2000
MAIN = """
import time
from shared_rules import robotroc_best as rb
shown = {2: (3, 30), 3: (1, 4, 7), 4: (0, 3, 5, 8, 10, 13, 16, 20, 22, 25), 6: (6, 12, 33), 8: (26,)}
out = open("told.txt", "w")
for name, cards in (("usual", (0, 5, 8, 10, 13, 20, 23, 28, 33, 36, 41)), ("full", tuple(range(45)))):
    began = time.ticks_us()
    found = rb.best(cards, shown, {})
    took = time.ticks_diff(time.ticks_us(), began)
    out.write("%s %d %d\\n" % (name, took, sum([line[3] for line in found[1]])))
out.close()
"""


def measured():
    """[(stock, milliseconds, points)]."""
    files = {"main.py": MAIN.encode()}
    for name in ("__init__", "robotroc_best"):
        path = f"shared_rules/{name}"
        files[path + ".mpy"] = compiled(ROOT / (path + ".py"), path + ".py")
    pico = Pico(found(), build(files), plugged=False)
    while "told.txt" not in (there := files_of(pico.flash())) or there["told.txt"].count(b"\n") < 2:
        pico.run(500)
        assert pico.now_ms < 30000, "the Pico does not come to an end"
    rows = [line.split() for line in there["told.txt"].decode().splitlines()]
    return [(name, int(us) / 1000, int(points)) for name, us, points in rows]


def rows(step=lambda: None):
    (_, usual_ms, _), (_, full_ms, _) = measured()
    step()
    yield Row(
        "RoboTroc's best robot of the full stock",
        full_ms,
        "ms",
        most=REACH_MS,
        beside=[("of a usual stock", usual_ms, "ms")],
    )
