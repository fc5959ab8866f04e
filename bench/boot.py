"""From power to a usable screen on the emulated Pico, with an empty memory and with 200 games stored.

Usable is the box when its first picture is whole; that a key then acts is looked at as well.
"""

import tempfile
from pathlib import Path

from bench import machine
from bench.game import NAMES
from bench.rows import Row
from device import stored
from robokraft.virtual.box import VirtualBox

GAMES = 200
MOST_MS = 1500
WISH = {
    "game": "robokraft",
    "mode": "cards",
    "players": NAMES,
    "setup": {"lead": 0, "discs": "BROG"},
    "rules": {},
}


def boot_ms(shed, memory, key):
    """Milliseconds from power to the last pixel of the first picture; `key` then changes it."""
    pico = machine.started(shed, memory)
    ready_ms = pico.wire.changed_ns / 1e6
    ms, changed = machine.pressed(pico, key)
    assert ms is not None and changed, f"{key} does nothing"
    return ready_ms


def with_open_game(memory):
    """The memory with a game open in it, by the virtual box."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "box"
        for path, data in memory.items():
            (place / path).parent.mkdir(parents=True, exist_ok=True)
            (place / path).write_bytes(data)
        with VirtualBox(place) as box:
            box.start(WISH)
            box.play("blue down blue  down up  orange down down  red down red")
        return stored.memory_of(place)


def rows(step=lambda: None):
    shed = machine.shed()
    full, _ = stored.memory(GAMES)
    empty_ms = boot_ms(shed, shed.memory(), "down")
    step()
    full_ms = boot_ms(shed, full, "down")
    step()
    open_ms = boot_ms(shed, with_open_game(full), "blue")
    step()
    yield Row("power to home, no game stored", empty_ms, "ms", most=MOST_MS)
    yield Row(
        f"power to home, {GAMES} games stored",
        full_ms,
        "ms",
        most=MOST_MS,
        beside=[("no game stored", empty_ms, "ms")],
    )
    yield Row(
        f"power to the open game, {GAMES} others stored",
        open_ms,
        "ms",
        most=MOST_MS,
        beside=[("home, no game stored", empty_ms, "ms")],
    )
