"""The cable on the emulated Pico: whatever a host does, the table goes first and nothing of it changes."""

import pytest

from emulator import rig
from emulator.cord import Cord
from emulator.shelf import played
from robokraft.collect import take, wanted
from robokraft.deploy.image import DATA, build, files_of
from robokraft.errors import LOST
from robokraft.transport import Lost
from shared_rules import wire

pytestmark = pytest.mark.slow

GAME = {
    "game": "robokraft",
    "mode": "cards",
    "players": ["Ann", "Ben", "Carol", "Dan"],
    "setup": {"lead": 0, "discs": "BROG"},
}
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
    """FIELD 9, 19."""

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
    """FIELD 8, 14: Stale answers lie in the box's and the computer's buffers: who comes then is understood at once."""

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


@pytest.mark.pico
def test_what_was_printed_while_nobody_listened_hides_no_answer(shed, shelf):
    """FIELD 14: 1 KB of it, with pieces that look like answers."""
    stray = "".join(f"print('stray {number:02} ' + '#! #? ' * 9)\n" for number in range(17))
    memory = {f"{DATA}/{path}": content for path, content in shelf[0].items()}
    pico = shed.new(build({**shed.files, **memory, "main.py": stray.encode() + shed.files["main.py"]}))
    pico.usb.reading = False
    rig.at_first_screen(pico)
    pico.usb.reading = True
    with rig.client_of(pico) as client:
        assert b"stray 00 #! #?" in client._junk
        assert client.ask("status")["status"]["game"]["phase"] == "suit"


class Stalling(Cord):
    """A cord whose computer takes nothing for 2 s in the middle of an answer, once, after so many bytes."""

    left = 2000

    def read(self, timeout_s):
        data = super().read(timeout_s)
        if 0 < self.left <= len(data):
            self._pico.usb.reading = False
            self._pico.run(2000)
            self._pico.usb.reading = True
        self.left -= len(data)
        return data


class Pulled(Cord):
    """A cord that is pulled after so many bytes; the last of them arrive."""

    def __init__(self, pico, after):
        super().__init__(pico)
        self._left = after

    def read(self, timeout_s):
        if self._left <= 0:
            raise Lost("pulled")
        data = super().read(timeout_s)[: self._left]
        self._left -= len(data)
        return data


def exported(pico, folder, cord=None, **how):
    """The game that is stored, taken off the box as `robokraft export` does it."""
    with rig.client_of(pico, cord) as client:
        (one,) = [take(client, *game, folder) for game in wanted(client, **how)]
        return one


@pytest.mark.pico
def test_an_export_goes_on_after_a_stall_and_after_the_cable_was_pulled(pico, shelf, tmp_path):
    """FIELD 13: wherever it is pulled no file is there, and the next export has every byte; so has one that stalls for 2 s."""
    pulled, stalled = tmp_path / "pulled", tmp_path / "stalled"
    pulled.mkdir()
    stalled.mkdir()

    def work():
        ends = []
        for after in (60, 700, 1500, 2600):
            with pytest.raises(Lost) as lost:
                exported(pico, pulled, Pulled(pico, after))
            ends.append((lost.value.exit_code, len(list(pulled.iterdir()))))
        cord = Stalling(pico)
        return ends, exported(pico, pulled), exported(pico, stalled, cord, everything=True), cord.left

    ends, after_all, after_stall, left = rig.forked(work)
    assert ends == [(LOST, 0)] * 4 and left <= 0
    for one in (after_all, after_stall):
        assert one.good and one.path.read_text("utf-8") == shelf[1][0]
