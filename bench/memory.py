"""What is in the memory of the emulated Pico: in each of the five games, and after many games in a row.

Each game is begun from home by its keys, on a machine that was just switched on; then all of them on one that is never
switched off, each left half-way for the next.
"""

import tempfile
from functools import partial
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
    started = machine.started(shed, memory)
    first = {}
    for game in five.GAMES:
        first[game] = rig.forked(partial(_begun, memory, started, game))
        step()
    found = {game: [] for game in five.GAMES}
    with (
        tempfile.TemporaryDirectory() as folder,
        VirtualBox(rig.laid(memory, Path(folder) / "box")) as virtual,
    ):
        twin = rig.Twin(virtual, started)
        for _ in range(EVENINGS):
            for game in five.GAMES:
                five.begin(twin, game)
                five.enter(twin, game)
                found[game].append(probe.probed(twin.pico))
                step()
        played = virtual.status()["storage"]["games"] + 1
    for game, probes in found.items():
        alone = first[game]
        loaded, kept = machine.bytecode(shed, alone["modules"])
        yield Row(
            f"bytecode in memory in {game}",
            kept / 1024,
            "KB",
            most=MOST_KB,
            beside=[
                ("with what is used in flash", loaded / 1024, "KB"),
                ("modules", len(alone["modules"]), ""),
            ],
        )
        yield Row(
            f"free heap in {game}",
            alone["free"] / 1024,
            "KB",
            least=LEAST_KB,
            beside=[
                (f"after {played} games in a row", probes[-1]["free"] / 1024, "KB"),
                ("largest piece then", probes[-1]["largest"] / 1024, "KB"),
                ("whole heap", alone["heap"] / 1024, "KB"),
            ],
        )
    yield Row(
        "least free heap, many games in a row",
        min(probes[-1]["free"] for probes in found.values()) / 1024,
        "KB",
        least=LEAST_KB,
        note=f"{played} games",
    )


def _begun(memory, pico, game):
    """What is in memory in this game, the first since the machine was switched on."""
    with (
        tempfile.TemporaryDirectory() as folder,
        VirtualBox(rig.laid(memory, Path(folder) / "box")) as virtual,
    ):
        twin = rig.Twin(virtual, pico)
        five.begin(twin, game)
        five.enter(twin, game)
        return probe.probed(pico)
