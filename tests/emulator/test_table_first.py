"""The table goes first on the emulated Pico: from the key to the picture under 100 ms, whatever a host does at the cable.

The time of an erase is the flash's own and is not counted. Before it is measured a card is entered and taken back: with
its first entry a new image writes its directories together, once.
"""

import pytest

from bench.machine import pressed
from emulator import rig
from emulator.flood import ANYTHING, READING, Flood, requests, with_junk
from emulator.memory import events, journal_of
from emulator.shelf import played
from emulator.test_cable import GAME
from shared_rules import wire

pytestmark = pytest.mark.slow

MOST_MS = 100
WARMING = "blue down blue back"
TRICK = "blue down blue  down up  orange down down  back  orange down down  red down red"
AGAIN = "orange up up  up orange  back  up orange  up green  green down  back back"
PAUSES_MS = (0, 37, 11, 53, 23, 5, 61)  # so that the keys meet whatever the link does at every moment


@pytest.fixture(scope="module")
def pico(shed):
    """A box with a game at its first card and one that is stored; for use in forks."""
    return shed.booted(played(1, GAME, coach=False)[0])


def times(pico, keys):
    """[(key, milliseconds from it to the last pixel that changed, without erases)]."""
    found = []
    for number, key in enumerate(keys.split()):
        erases = pico.chip.erases
        ms, _ = pressed(pico, key)
        assert ms is not None, f"{key} changed nothing"
        found.append((key, round(ms - (pico.chip.erases - erases) * pico.chip.timing.erase_ms, 1)))
        pico.run(PAUSES_MS[number % len(PAUSES_MS)])
    return found


def warmed(pico):
    times(pico, WARMING)
    return pico


def assert_quick(found):
    assert max(ms for _, ms in found) < MOST_MS, " ".join(f"{key} {ms}" for key, ms in found)


def test_a_host_that_asks_without_end_costs_no_press(pico):
    """FIELD 8: it reads, with junk in between. The host is answered nevertheless, and every entry is in flash."""

    def work():
        flood = Flood(warmed(pico), with_junk(requests(READING)))
        pico.run(1500)
        before = flood.answers
        found = times(pico, TRICK)
        return found, before, flood.answers - before, events(journal_of(pico.flash()))

    found, before, answers, entered = rig.forked(work)
    assert_quick(found)
    assert before > 2 and answers > 1
    assert entered


@pytest.mark.pico
def test_nothing_that_a_host_may_do_unasked_costs_a_press(pico):
    def work():
        flood = Flood(warmed(pico), requests(ANYTHING))
        pico.run(1500)
        return times(pico, f"{TRICK} {AGAIN}"), flood.answers

    found, answers = rig.forked(work)
    assert_quick(found)
    assert answers > len(ANYTHING)


@pytest.mark.pico
def test_two_hundred_answers_that_nobody_reads_cost_no_press(pico):
    """FIELD 8: the host opens the port and stops to read."""

    def work():
        warmed(pico)
        pico.usb.reading = False
        hello = wire.request(1, "hello", {"session": 77, "protocol": wire.VERSION})
        pico.usb.send(hello + b"".join(wire.request(n, "status", {}) for n in range(2, 202)))
        pico.run(1000)
        return times(pico, f"{TRICK} {AGAIN}")

    assert_quick(rig.forked(work))
