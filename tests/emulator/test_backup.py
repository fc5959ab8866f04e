"""Everything off an emulated Pico in one file, and back onto another one: through its own USB port and flash."""

import threading

import pytest

from cables import TRICKS, WISH, fill
from emulator import desks, rig
from robokraft import backup, restore
from robokraft.client import Client
from robokraft.deploy.image import files_of
from robokraft.transport import opened
from robokraft.virtual.box import VirtualBox

pytestmark = [pytest.mark.slow, pytest.mark.pico]


def with_games(folder):
    """The memory of a box with finished games, an open one, a name and a setting."""
    with VirtualBox(folder) as box:
        fill(Holder(box))
        box.configure(brightness=99, coach=False, roster=[{"id": "zoe", "name": "Zoë"}])
        box.start(WISH)
        box.play(TRICKS[0])
    return rig.memory_of(folder)


class Holder:
    """What `fill` asks of a desk."""

    def __init__(self, box):
        self.box = box
        self.app = box.app


def data_of(journal, number):
    """All bytes of a game, by the pieces that there are."""
    data = b""
    while piece := journal.piece(number, len(data), 100000)[1]:
        data += piece
    return data


def test_everything_comes_off_a_pico_and_onto_another_one(shed, tmp_path):
    memory = with_games(tmp_path / "one")

    def off():
        pico = shed.booted(memory)

        def work(address):
            with Client.at(opened(address)) as client:
                return backup.take(client)

        return desks.served(pico, work)

    taken = backup.read(backup.write(rig.forked(off), tmp_path / "all.zip"))
    assert [game.open for game in taken.games] == [False, False, False, True]
    with VirtualBox(rig.laid(memory, tmp_path / "same")) as box:
        journal = box.app.journal
        for game in taken.games:
            assert data_of(journal, game.number) == game.data
    assert (
        taken.about["roster"] == [{"id": "zoe", "name": "Zoë"}]
        and taken.about["settings"]["brightness"] == 99
    )

    def onto():
        pico = shed.booted(shed.memory())
        asked = threading.Event()

        def turn():
            if asked.is_set():
                asked.clear()
                pico.run(200)
                pico.press("ok")

        def work(address):
            with Client.at(opened(address)) as client:
                plan = restore.plan(client, taken)
                failed = restore.carry_out(client, plan, lambda c, outcome: c.settle(outcome, asked.set))
                return len(plan.wanted), failed, restore.plan(client, taken)

        told = desks.served(pico, work, turn=turn)
        return told, {
            path.removeprefix("data/"): data for path, data in files_of(pico.flash(), "data").items()
        }

    (wanted, failed, again), left = rig.forked(onto)
    assert (wanted, failed) == (4, []) and again.empty and len(again.known) == 4
    with VirtualBox(rig.laid(left, tmp_path / "after")) as box:
        assert box.status()["game"]["events"] == 3  # the trick's cards
        assert [data_of(box.app.journal, game.number) for game in taken.games] == [
            game.data for game in taken.games
        ]
        assert box.app.settings.get("brightness") == 99
