"""How much memory the box leaves on the real MicroPython, and how long it takes to start: bounds that may fall and are to fall."""

import pytest

from companion.ui.screens.home import game_of
from emulator import probe, rig
from emulator.test_flows import beginning_of, four_players

pytestmark = pytest.mark.slow

IN_ONE_PIECE = 16_384
LATER, LATER_IN_ONE_PIECE = 80_000, 24_000
READABLE = 70_000  # bytes that are left while a host reads the open game
START_MS = 1400  # power to the first picture, in the emulator, which knows no cache misses
GAMES = {  # the flow that begins it, bytes of the heap that are free then, keys that lead to a screen with much to it
    "robokraft": ("rulebook-trick", 100_000, "blue down blue  down up"),
    "robot_x": ("robot_x-budget", 100_000, "red red"),
    "robotroc": ("robotroc-rulebook", 98_000, "blue ok blue ok blue ok ok ok"),
    "robotlab": ("robotlab-rulebook", 100_000, "blue blue  red red"),
    "robots": ("robots-beam", 100_000, "red up down orange"),
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
    flow, least, keys = GAMES[game]
    beginning = beginning_of(flow)
    pico = rig.at_first_screen(probed.new(probed.image(probed.memory(beginning.wish, beginning.settings))))
    begun = probe.probed(pico)
    assert begun["free"] >= least and begun["largest"] >= IN_ONE_PIECE
    rig.Quick(pico).play(keys)
    pico.settle()
    alone = probe.probed(pico)
    assert f"shared_rules.{game}" in alone["modules"]
    for name in alone["modules"]:
        assert game_of(name.rsplit(".", 1)[-1]) in (None, game), name
        assert not name.endswith((".server", ".wire", ".new_game", ".status")), name
    assert alone["free"] >= LATER and alone["largest"] >= LATER_IN_ONE_PIECE
    with rig.client_of(pico) as client:
        status = client.ask("status")["status"]
        assert status["game"]["game"] == game
        assert client.read_game(client.games()[1])
        assert client.ask("crashes")["crashes"] == []
        read = probe.probed(pico)
    assert read["free"] >= READABLE
    record_property(
        "told",
        f"{begun['free']} bytes of the heap are free as a game of {game} begins, {alone['free']} a few entries later, "
        f"{alone['largest']} in one piece; {read['free']} while a host reads it",
    )


def test_it_starts_into_an_open_game_in_time(shed, record_property):
    started_ms = shed.booted(shed.memory(*four_players())).started_ms
    record_property("told", f"power to the open game: {started_ms:.0f} ms of the box's time")
    assert started_ms <= START_MS
