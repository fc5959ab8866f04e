"""The cable on the emulated Pico: whatever a host does, the table goes first and nothing of it changes."""

import pytest

from emulator import rig
from emulator.shelf import played
from robokraft.deploy.image import DATA, files_of
from shared_rules import wire

pytestmark = pytest.mark.slow

GAME = {
    "game": "robokraft",
    "mode": "cards",
    "players": ["Ann", "Ben", "Carol", "Dan"],
    "setup": {"lead": 0, "discs": "BROG"},
}
KEYS = "blue down blue down up orange down down red".split()
LATE_MS = 100
HOSTILE = (
    b"AT\r\n", b"+++ATH\r", b"12345\x03678\n", b"\x03\x03\x04\x02\x01\x05A\x01", b"#?0123456", b"\n#?00000000 1 start {}\n",
    b"#" * 1500 + b"\n", b"\xff\x00" * 200, wire.request(7, "forget", {"id": "a"})[:-9], b"[" * 400 + b"\n", b"import machine\r\n",
)  # fmt: skip


@pytest.fixture(scope="module")
def shelf():
    return played(1, GAME, coach=False)


@pytest.fixture(scope="module")
def pico(shed, shelf):
    """A box with a game at its first card and one that is stored; for use in forks."""
    return shed.booted(shelf[0])


def data(pico):
    return {name: content for name, content in files_of(pico.flash()).items() if name.startswith(DATA)}


def test_hostile_bytes_change_nothing_and_the_next_line_is_taken(pico):
    def work():
        before = data(pico)
        for piece in HOSTILE:
            pico.usb.send(piece)
            pico.run(30)
        pico.usb.send(b"#?0")  # three bytes of a line, and silence
        assert pico.until(lambda: not pico.usb.waiting)
        pico.run(200)
        assert data(pico) == before
        pico.press("blue")
        client = rig.client_of(pico)
        status = client.ask("status")["status"]
        assert status["game"]["phase"] == "half" and status["warnings"] == []
        return client.device

    assert rig.forked(work) == b"EMULATED".hex()


def test_two_hundred_requests_that_nobody_reads_are_no_burden_later(pico):
    """Stale answers lie in the box's and the computer's buffers: who comes then is understood at once."""

    def work():
        pico.usb.reading = False
        pico.usb.send(b"".join(wire.request(n, "people", {"from": 0}) for n in range(1, 201)))
        pico.until(lambda: not pico.usb.waiting, 20000)
        pico.usb.reading = True
        began_ms = pico.now_ms
        client = rig.client_of(pico)
        return client.device, pico.now_ms - began_ms

    device, took_ms = rig.forked(work)
    assert device == b"EMULATED".hex() and took_ms < 1000
