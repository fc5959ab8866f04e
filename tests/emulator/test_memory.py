"""How much memory the box leaves on the real MicroPython, and how long it takes to start: bounds that may fall and are to fall."""

import re

import pytest

from emulator.test_flows import four_players
from robokraft.deploy.image import build

pytestmark = pytest.mark.slow

FREE = 48_000  # bytes of the heap with a game on the table
IN_ONE_PIECE = 16_384
START_MS = 1650  # power to the first picture, in the emulator, which knows no cache misses
PROGRAM = """
import gc, sys, time
gc.threshold(32768)
import bundle
bundle.use("a")
from companion.app import App
from companion.board import Board
from companion.system.supervisor import Supervisor
board = Board()
supervisor = Supervisor(App(board), board, lambda: None, lambda: None, time.sleep_ms)
end = time.ticks_add(time.ticks_ms(), 400)
while time.ticks_diff(end, time.ticks_ms()) > 0:
    supervisor.turn()
gc.collect()
free = gc.mem_free()
try:
    bytearray(%d)
    print("free", free)
except MemoryError:
    print("in pieces")
print(" ".join(sys.modules), "end")
"""


def test_a_game_has_memory_left_and_only_its_own_modules(shed, box_files, record_property):
    memory = shed.memory(*four_players())
    data = {f"data/{path}": content for path, content in memory.items()}
    main = (PROGRAM % IN_ONE_PIECE).encode()
    pico = shed.new(build({**box_files, **data, "main.py": main}))
    said = bytearray()

    def ended():
        said.extend(pico.usb.take())
        return b" end\r\n" in said

    assert pico.until(ended, 20_000, 50), said.decode()
    free, modules = re.search(r"free (\d+)\s+(.*) end", said.decode()).groups()
    assert int(free) >= FREE
    modules = modules.split()
    assert "companion.ui.screens.trick" in modules
    others = [
        name
        for name in modules
        if re.search(r"robot_x|robotroc|robotlab|robots|link\.server|wire|new_game", name)
    ]
    assert others == []
    record_property("told", f"{int(free)} bytes of the heap are free in a game of RoboKraft")


def test_it_starts_into_an_open_game_in_time(shed, record_property):
    started_ms = shed.booted(shed.memory(*four_players())).started_ms
    record_property("told", f"power to the open game: {started_ms:.0f} ms of the box's time")
    assert started_ms <= START_MS
