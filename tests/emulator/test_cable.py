"""The cable on the emulated Pico: whatever a host does, the table goes first and nothing of it changes."""

import pytest

from emulator import rig
from emulator.cord import Cord
from emulator.shelf import played
from robokraft.client import Client
from robokraft.collect import take, wanted
from robokraft.deploy.image import DATA, files_of
from robokraft.errors import LOST
from robokraft.transport import Lost
from robokraft.virtual.script import KEY_NAMES
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


def client_of(pico, cord=None):
    return Client.at(cord or Cord(pico), clock=lambda: pico.now_ms / 1000)


def pressed(pico, feed=lambda: None):
    """Presses KEYS, one every 300 ms; for each the milliseconds until the picture has last changed."""
    late = []
    for key in KEYS:
        feed()
        down_ms = pico.now_ms
        pico.press_mask(1 << KEY_NAMES.index(key))
        for step in range(30):
            pico.run(10)
            feed()
            if step == 5:
                pico.press_mask(0)
        changed_ms = pico.wire.changed_ns / 1e6 - down_ms
        late.append(round(changed_ms) if changed_ms > 0 else 999)
    return late


@pytest.fixture(scope="module")
def quiet(pico):
    """(what the presses took, the picture after them, their cards) without a host."""

    def work():
        late = pressed(pico)
        return late, pico.pixels(), cards(pico)

    return rig.forked(work)


def cards(pico):
    """The cards of the open game, by the cable."""
    from shared_rules.codec import records

    client = client_of(pico)
    kept = client.read_game(client.ask("games", before=99999)["open"])
    return [record["card"] for record in records(wire.frames(kept)) if record["type"] == "card"]


class Flood:
    """Called, it keeps requests waiting at the box; the first is a hello. `count`: how many were sent."""

    def __init__(self, pico):
        self.count = 0
        self._usb = pico.usb

    def __call__(self):
        while self._usb.waiting < 200:
            self.count += 1
            name, fields = ("status", {}) if self.count > 1 else ("hello", {"session": 1, "protocol": 1})
            self._usb.send(b"\n" + wire.request(self.count, name, fields))


@pytest.mark.parametrize("reading", [True, False], ids=["reads", "does not read"])
def test_a_host_that_floods_costs_no_press_and_no_picture(pico, quiet, reading):
    """The first entry of a game loads what no later one does: it may take as long as it takes without a host."""

    def work():
        pico.usb.reading = reading
        feed = Flood(pico)
        late = pressed(pico, feed)
        picture = pico.pixels()
        pico.usb.reading = True
        pico.run(100)
        return late, picture, feed.count, cards(pico)

    late, picture, asked, entered = rig.forked(work)
    assert picture == quiet[1] and entered == quiet[2] == ["B6", "R9", "O7"]
    assert asked > 10
    allowed = [max(LATE_MS, 1.5 * alone) for alone in quiet[0]]
    assert all(took <= most for took, most in zip(late, allowed, strict=True)), (late, quiet[0])


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
        client = client_of(pico)
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
        client = client_of(pico)
        return client.device, pico.now_ms - began_ms

    device, took_ms = rig.forked(work)
    assert device == b"EMULATED".hex() and took_ms < 1000


def test_an_export_goes_on_after_a_stall_and_after_the_cable_was_pulled(pico, shelf, tmp_path):
    def stalled():
        cord = Cord(pico)
        read, seen, stalls = cord.read, [], []

        def stall(timeout_s):
            got = read(timeout_s)
            seen.append(len(got))
            if sum(seen) > 2000 and not stalls:
                stalls.append(pico.now_ms)
                pico.usb.reading = False
                pico.run(2000)
                pico.usb.reading = True
            return got

        cord.read = stall
        client = client_of(pico, cord)
        (one,) = [take(client, number, finished, tmp_path) for number, _, finished in wanted(client)]
        assert stalls
        return one.path.read_text("utf-8"), one.good

    assert rig.forked(stalled) == (shelf[1][0], True)
    folder = tmp_path / "pulled"
    folder.mkdir()

    def pulled():
        for cut in (700, 1500, 2600):
            cord = Cord(pico)
            read, left = cord.read, [cut]

            def cuts(timeout_s, read=read, left=left):
                got = read(timeout_s)
                left[0] -= len(got)
                if left[0] <= 0:
                    raise Lost("pulled")
                return got

            cord.read = cuts
            try:
                client = client_of(pico, cord)
                for number, _, finished in wanted(client):
                    take(client, number, finished, folder)
            except Lost as lost:
                assert lost.exit_code == LOST
            assert not list(folder.iterdir())
        client = client_of(pico)
        return [take(client, number, finished, folder).good for number, _, finished in wanted(client)]

    assert rig.forked(pulled) == [True]
    assert [path.read_text("utf-8") for path in folder.iterdir()] == shelf[1]
