"""What is in the memory of the emulated Pico: in each of the five games, and after many games in a row.

All games are begun from home by their keys, on one machine that is never switched off; each is left half-way for the next.
"""

import tempfile
from pathlib import Path

from bench import machine
from bench.rows import Row
from emulator import five, probe, rig
from robokraft.virtual.box import VirtualBox

EVENINGS = 3  # of five games in a row
LEAST_KB = 100
MOST_KB = 80


def rows(step=lambda: None):
    shed = machine.shed()
    memory = shed.memory(None, {"coach": False})
    found = {game: [] for game in five.GAMES}
    with tempfile.TemporaryDirectory() as folder:
        with VirtualBox(rig.laid(memory, Path(folder) / "box")) as virtual:
            twin = rig.Twin(virtual, machine.started(shed, memory))
            for _ in range(EVENINGS):
                for game in five.GAMES:
                    five.begin(twin, game)
                    five.enter(twin, game)
                    found[game].append(probe.probed(twin.pico))
                    step()
            played = virtual.status()["storage"]["games"] + 1
    for game, probes in found.items():
        loaded, kept = machine.bytecode(shed, probes[0]["modules"])
        yield Row(
            f"bytecode in memory in {game}",
            kept / 1024,
            "KB",
            most=MOST_KB,
            beside=[
                ("with what is used in flash", loaded / 1024, "KB"),
                ("modules", len(probes[0]["modules"]), ""),
            ],
        )
        yield Row(
            f"free heap in {game}",
            probes[0]["free"] / 1024,
            "KB",
            least=LEAST_KB,
            beside=[
                (f"after {played} games in a row", probes[-1]["free"] / 1024, "KB"),
                ("largest piece then", probes[-1]["largest"] / 1024, "KB"),
                ("whole heap", probes[0]["heap"] / 1024, "KB"),
            ],
        )
    yield Row(
        "least free heap, many games in a row",
        min(probes[-1]["free"] for probes in found.values()) / 1024,
        "KB",
        least=LEAST_KB,
        note=f"{played} games",
    )
