"""Many games, and too many, on the emulated Pico: the work stays the same, the memory whole, the game goes on."""

import random
from typing import Any

import pytest

from companion.storage.files import Files
from companion.storage.journal import Journal
from device import stored
from device.flash import Flash, LittleSystem
from emulator import five, rig
from emulator.memory import journal_of, memory_on
from robokraft.deploy.image import BLOCK, BLOCKS, DATA, build, files_of, used_blocks
from robokraft.errors import UserError
from robokraft.virtual import entering
from robokraft.virtual.box import VirtualBox
from rules.games import deal_game
from shared_rules import wire

pytestmark = [pytest.mark.slow, pytest.mark.pico]

EVENINGS = 3  # of five games
MOST_OKS = 16  # a game that is nowhere else asks twice
NAMES = ["Ann", "Ben", "Carol", "Dan"]
FIRST = ("blue down blue", "down up")
CARDS = (
    "orange down down",
    "red down red",
    "green up red",
    "down blue",
    "up green",
)


def with_open_game(memory, folder, lead=0, discs="BROG"):
    """The memory with a game begun in it."""
    setup = {"lead": lead, "discs": discs}
    with VirtualBox(rig.laid(memory, folder)) as box:
        box.configure(coach=False)
        box.start({"game": "robokraft", "mode": "cards", "players": NAMES, "setup": setup})
    return stored.memory_of(folder)


def kinds(payloads):
    """The kinds of the records: what the boxes have alike, whose clocks differ."""
    return [payload[0] for payload in payloads]


def test_many_games_in_a_row_and_then_all_of_them_read_by_a_host(shed, tmp_path, record_property):
    """Among them games of all five kinds, whose modules come and go; no allocation fails, nothing is written as a crash."""
    memory, games = stored.memory(8, 3)
    memory = {**memory, **shed.memory(None, {"coach": False})}

    def work():
        pico = shed.booted(memory)
        with VirtualBox(rig.laid(memory, tmp_path / "box")) as virtual:
            twin = rig.Twin(virtual, pico)
            for _ in range(EVENINGS):
                for game in five.GAMES:
                    five.begin(twin, game)
                    five.enter(twin, game)
            with rig.client_of(pico) as client:
                found, open_game = client.games()
                status = client.ask("status")["status"]
                assert client.ask("crashes")["crashes"] == [] and status["warnings"] == []
                assert len(found) == len(games) + 5 * EVENINGS - 1
                for number in [game["game"] for game in found] + [open_game]:
                    read = list(wire.frames(client.read_game(number)))
                    assert kinds(read) == kinds(virtual.app.journal.read(number))
                    assert number not in games or read == games[number]
            assert f"{DATA}/crashes" not in files_of(pico.flash(), DATA)
            return len(found) + 1

    count = rig.forked(work)
    record_property("told", f"{5 * EVENINGS} games in a row, then {count} read by a host: no memory error")


def filled(shed, memory, free):
    """An image with this memory and a file that leaves so many blocks free."""
    data = {**shed.files, **{f"{DATA}/{path}": content for path, content in memory.items()}}
    for blocks in range(BLOCKS - used_blocks(build(data)), 0, -1):
        try:
            image = build({**data, "ballast": bytes(blocks * BLOCK)})
        except UserError:
            continue
        if BLOCKS - used_blocks(image) >= free:
            return image
    raise AssertionError("no room")


def written_until_full(image, payloads, spare):
    """The flash with those of the open game's payloads that find room, but for the last `spare` of them."""
    context = Flash(BLOCKS)
    context.buffer[:] = image
    system: Any = LittleSystem(context, fresh=False)
    journal = Journal(Files(f"/{DATA}", system, system.open_file))
    flashes = []
    for payload in payloads[len(journal.open_payloads()) :]:
        flashes.append(bytes(context.buffer))
        if not journal.append(payload):
            return flashes[-1 - spare]
    raise AssertionError("all of them found room")


def test_a_full_storage_does_not_stop_the_game_and_deleting_gives_room(shed, tmp_path, record_property):
    """The virtual box has all the room there is; the other one shows the same, and keeps in memory what finds no room."""
    memory, games = stored.memory(6)
    rounds = deal_game(random.Random(6), 4)
    memory = with_open_game(memory, tmp_path / "begun", rounds[0]["first"], rounds[0]["before"])
    with VirtualBox(rig.laid(memory, tmp_path / "ahead")) as ahead:
        while ahead.status()["game"]["round"] < 4:
            ahead.play(entering.next_keys(ahead, rounds))
        payloads = ahead.app.journal.open_payloads()
    flash = written_until_full(filled(shed, memory, 0), payloads, 1)
    pico = rig.at_first_screen(shed.new(flash))
    with VirtualBox(rig.laid(memory_on(flash), tmp_path / "box")) as virtual:
        twin = rig.Twin(virtual, pico)
        twin.agree()
        before = virtual.status()["game"]["events"]
        while virtual.status()["game"]["events"] < before + 4:
            twin.play(entering.next_keys(virtual, rounds))
        twin.agree()
        meant, kept = virtual.app.journal.open_payloads(), journal_of(pico.flash()).open_payloads()
        assert len(kept) < len(meant) and kinds(kept) == kinds(meant[: len(kept)])
        with rig.client_of(pico) as client:
            status = client.ask("status")["status"]
        assert status["game"]["events"] == before + 4
        assert {"full", "nearly_full"} & set(status["warnings"])
        waited = len(meant) - len(kept)
        presses = 0
        rig.Quick(pico).play("back back:hold up ok  down down down ok wait:1200")  # home, past games
        while len(kept) < len(meant) and presses < MOST_OKS:  # blocks of 4 KB: not every game gives one back
            presses += 1
            rig.Quick(pico).play("ok wait:1200")
            kept = journal_of(pico.flash()).open_payloads()
        journal = journal_of(pico.flash())
        left = sorted(key for key, _, _ in journal.games())
        assert kinds(kept) == kinds(meant)
        assert left == list(range(1, len(left) + 1)) and len(left) < len(games)
        assert {key: journal.read(key) for key in left} == {key: games[key] for key in left}
    record_property(
        "told", f"full: {waited} entries waited in memory until {len(games) - len(left)} games were deleted"
    )


@pytest.mark.parametrize("count", [1, 10, 100, 200])
def test_a_start_and_an_entry_cost_the_same_with_any_number_of_games(shed, tmp_path, count, record_property):
    memory, _ = stored.memory(count)
    memory = with_open_game(memory, tmp_path / "box")
    pico = rig.at_first_screen(shed.new(shed.image(memory)))
    boot_ms = pico.wire.changed_ns / 1e6
    boot_erases = pico.chip.erases
    # The directory of an image is written anew once, at the first write of all.
    rig.Quick(pico).play(" ".join(FIRST))
    operations = pico.chip.operations = []
    rig.Quick(pico).play(" ".join(CARDS))
    pico.settle()
    erases = sum(operation.data is None for operation in operations)
    programmed = sum(len(operation.data) for operation in operations if operation.data is not None)
    record_property(
        "told",
        f"{count} games: start {boot_ms:.0f} ms and {boot_erases} erases, "
        f"{len(CARDS)} cards {erases} erases and {programmed} bytes",
    )
    assert boot_ms < 2500 and boot_erases <= 2
    assert erases <= 1 and programmed <= len(CARDS) * 3 * 256
    assert len(journal_of(pico.flash()).open_payloads()) == 1 + len(FIRST + CARDS)
