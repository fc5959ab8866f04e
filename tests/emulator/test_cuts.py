"""The power goes at any moment of a round: every card that was acknowledged is there, and the box comes back.

One four-player round is played on the emulated Pico and every flash operation of it recorded. Then, on the host, the flash
is rebuilt as it stood before each operation and half-way through each, and the box's own journal reads it. Every twentieth
of these is switched on.
"""

import random
import time
from functools import partial

import pytest

from emulator import rig
from emulator.memory import cuts, events, journal_of, memory_on
from robokraft.deploy.uf2 import FILE_SYSTEM
from robokraft.emulator.flashchip import PowerCut
from robokraft.virtual.box import VirtualBox
from robokraft.virtual.table import Hands

pytestmark = pytest.mark.slow

WISH = {
    "game": "robokraft",
    "mode": "cards",
    "players": ["Alison", "Bob", "Carol", "Dave"],
    "setup": {"lead": 0, "discs": "BROG"},
    "rules": {},
}
CARDS = 48
EVERY = 20  # is switched on: a start takes half a minute of processor time


def played(pico, folder, cards):
    """Plays so many cards: (flash before, flash operations, [(operations, payloads) so far] after each card, flash after).

    The emulated box must have entered what the virtual one has.
    """
    chance = random.Random(3)
    with VirtualBox(folder) as virtual:
        twin = rig.Twin(virtual, pico)
        twin.agree()
        before = pico.flash()
        pico.chip.operations = operations = []
        acknowledged = []
        journal = virtual.app.journal
        hands = Hands(chance, 4)
        for _ in range(cards):
            seat = virtual.status()["game"]["turn"]
            twin.play(" ".join(hands.keys(hands.play(seat))))
            twin.agree()  # the panel shows that it is in
            acknowledged.append((len(operations), len(journal.open_payloads())))
        after = pico.flash()
        assert events(journal_of(after)) == events(journal)
        return before, operations, acknowledged, after


def comes_back(shed, flash, folder):
    """Switched on with this flash, the emulated Pico shows what a virtual box with the same files shows."""
    memory = memory_on(flash)
    pico = rig.at_first_screen(shed.new(flash))
    with VirtualBox(rig.laid(memory, folder)) as virtual:
        rig.Twin(virtual, pico, fast=False).agree()


def test_nothing_acknowledged_is_lost_wherever_the_power_goes(shed, tmp_path, record_property):
    memory = shed.memory(WISH)
    pico = shed.booted(memory)
    folder = rig.laid(memory, tmp_path / "box")
    began = time.monotonic()
    before, operations, acknowledged, after = rig.forked(lambda: played(pico, folder, CARDS))
    played_s = time.monotonic() - began
    payloads = journal_of(after).open_payloads()
    assert len(payloads) > CARDS <= len(operations)
    total = 2 * len(operations) + 1
    step = total // (total // EVERY + 1) | 1  # odd: before an operation and half-way through one in turn
    chosen = [(k + 1) * step for k in range(total // EVERY)]
    booted = []
    for number, (done, flash) in enumerate(cuts(before, operations)):
        kept = journal_of(flash).open_payloads()
        least = max((count for so_far, count in acknowledged if so_far <= done), default=1)
        later = [count for so_far, count in acknowledged if so_far > done]
        most = min(later, default=len(payloads))
        assert kept == payloads[: len(kept)], f"cut after {done}: other payloads"
        assert least <= len(kept) <= most, f"cut after {done}: {len(kept)} payloads, not {least} to {most}"
        if number in chosen:
            booted.append(flash)
    erases = sum(operation.data is None for operation in operations)
    for number, flash in enumerate(booted):
        rig.forked(partial(comes_back, shed, flash, tmp_path / f"cut{number}"))
    record_property(
        "told",
        f"{total} cuts in {len(operations)} flash operations ({erases} erases) of {CARDS} cards, "
        f"{len(booted)} of them booted; played in {played_s:.0f} s",
    )


def test_a_cut_while_it_runs_leaves_what_the_rebuilt_one_has(shed):
    """The same keys to the same machine, once to the end and once with the power going in the second operation."""
    pico = shed.booted(shed.memory(WISH))
    keys = "blue down red wait:100"

    def whole():
        before = pico.flash()
        pico.chip.operations = []
        pico.play(keys)
        return before, pico.chip.operations

    def cut():
        pico.chip.cut(1, half=True)
        with pytest.raises(PowerCut):
            pico.play(keys)
        return pico.flash()

    before, operations = rig.forked(whole)
    assert len(operations) >= 2
    rebuilt = bytearray(before)
    operations[0].moved(-FILE_SYSTEM).apply(rebuilt)
    operations[1].moved(-FILE_SYSTEM).apply(rebuilt, half=True)
    assert rig.forked(cut) == bytes(rebuilt)
