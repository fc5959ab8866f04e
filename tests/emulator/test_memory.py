"""How much memory the box leaves on the real MicroPython, and how long it takes to start: bounds that may fall and are to fall."""

import pytest

from companion.ui.screens.home import game_of
from emulator import probe, rig
from emulator.test_flows import beginning_of, four_players

pytestmark = pytest.mark.slow

IN_ONE_PIECE = 14_000
READABLE = 9_000  # bytes that are left while a host reads the open game
START_MS = 1650  # power to the first picture, in the emulator, which knows no cache misses
GAMES = {  # the flow that begins it, keys that lead to a screen with much to it, bytes of the heap that are free there
    "robokraft": ("rulebook-trick", "blue down blue  down up", 45_000),
    "robot_x": ("robot_x-budget", "red red", 38_000),
    "robotroc": ("robotroc-rulebook", "blue ok blue ok blue ok ok ok", 30_000),
    "robotlab": ("robotlab-rulebook", "blue blue  red red", 40_000),
    "robots": ("robots-beam", "red up down orange", 40_000),
}
ALWAYS = "robokraft"


@pytest.fixture(scope="module")
def probed(uf2, box_files):
    return rig.Shed(uf2, probe.with_probe(box_files))


@pytest.mark.parametrize(
    "game", [game if game == ALWAYS else pytest.param(game, marks=pytest.mark.pico) for game in GAMES]
)
def test_a_game_has_memory_left_and_only_its_own_modules(probed, game, record_property):
    """Also while a host reads it, whose answers have modules of their own."""
    flow, keys, least = GAMES[game]
    beginning = beginning_of(flow)
    pico = rig.at_first_screen(probed.new(probed.image(probed.memory(beginning.wish, beginning.settings))))
    rig.Quick(pico).play(keys)
    pico.settle()
    alone = probe.probed(pico)
    assert f"shared_rules.{game}" in alone["modules"]
    for name in alone["modules"]:
        assert game_of(name.rsplit(".", 1)[-1]) in (None, game), name
        assert not name.endswith((".server", ".wire", ".new_game", ".status")), name
    assert alone["free"] >= least and alone["largest"] >= IN_ONE_PIECE
    with rig.client_of(pico) as client:
        status = client.ask("status")["status"]
        assert status["game"]["game"] == game
        assert client.read_game(client.games()[1])
        assert client.ask("crashes")["crashes"] == []
        read = probe.probed(pico)
    assert read["free"] >= READABLE
    record_property(
        "told",
        f"{alone['free']} bytes of the heap are free in a game of {game}, {alone['largest']} in one piece; "
        f"{read['free']} while a host reads it",
    )


def test_it_starts_into_an_open_game_in_time(shed, record_property):
    started_ms = shed.booted(shed.memory(*four_players())).started_ms
    record_property("told", f"power to the open game: {started_ms:.0f} ms of the box's time")
    assert started_ms <= START_MS
