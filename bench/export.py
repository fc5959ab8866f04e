"""How fast games come over the cable: the export against `mpremote cp` of the same logs as text, on the emulated Pico.

One image holds finished games of four players, in `cards` mode, and their logs as text files. It is started twice: with the
app, whose games are taken as `robokraft export` takes them (found, read, made into logs, verified, kept, marked); and without
it, when mpremote's own transport reads the text files as `mpremote cp` does. What it takes is counted in the box's own time,
from the first byte that the computer says; the computer's own work costs nothing in either.
"""

import tempfile

from mpremote.transport_serial import SerialTransport

from bench.rows import Row
from emulator.cord import Cord
from emulator.rig import at_first_screen, client_of
from emulator.shelf import played
from robokraft.collect import take, wanted
from robokraft.deploy.image import DATA, build
from robokraft.deploy.manifest import box_files
from robokraft.emulator.firmware import found
from robokraft.emulator.pico import Pico
from robokraft.virtual.script import KEY_NAMES

GAMES = 10
REACH = 5
BACK = 1 << KEY_NAMES.index("back")


class Port:
    """What mpremote asks of a serial port, over the emulated cable."""

    def __init__(self, cord):
        self._cord = cord
        self._there = bytearray()

    def inWaiting(self):
        if not self._there:
            self._there += self._cord.read(0.05)
        return len(self._there)

    def read(self, count):
        while len(self._there) < count:
            self._there += self._cord.read(1)
        data = bytes(self._there[:count])
        del self._there[:count]
        return data

    def write(self, data):
        self._cord.write(data)
        return len(data)


class Mpremote(SerialTransport):
    def __init__(self, port):
        self.serial = port
        self.in_raw_repl = False
        self.use_raw_paste = True
        self.mounted = False
        self.is_pty = False


def export_ms(pico, texts):
    """The box's milliseconds that an export takes. AssertionError where a log is another."""
    at_first_screen(pico)
    began = pico.now_ms
    with tempfile.TemporaryDirectory() as folder:
        with client_of(pico) as client:
            taken = [take(client, *game, folder) for game in wanted(client)]
        took = pico.now_ms - began
        got = [one.path.read_text("utf-8") for one in taken]
    assert got == texts and all(one.good for one in taken), "the export brought other logs"
    return took


def copy_ms(pico, texts):
    """The box's milliseconds that `mpremote cp` of the texts takes. AssertionError where one is another."""
    pico.press_mask(BACK)
    pico.run(900)
    pico.press_mask(0)
    pico.run(1500)
    pico.usb.take()
    began = pico.now_ms
    mpremote = Mpremote(Port(Cord(pico)))
    mpremote.enter_raw_repl(soft_reset=False)
    got = [mpremote.fs_readfile(f"/logs/{n}.jsonl").decode() for n in range(1, len(texts) + 1)]
    assert got == texts, "mpremote brought other logs"
    return pico.now_ms - began


def rows(step=lambda: None):
    memory, texts = played(GAMES)
    files = {f"logs/{n}.jsonl": text.encode() for n, text in enumerate(texts, 1)}
    files.update({f"{DATA}/{path}": content for path, content in memory.items()})
    image = build({**box_files(), **files})
    export = export_ms(Pico(found(), image), texts)
    step()
    copy = copy_ms(Pico(found(), image), texts)
    step()
    yield Row(
        f"a game over the cable ({GAMES} games of four players, {sum(map(len, texts)) // GAMES:,} bytes of log each)",
        copy / export,
        "times",
        least=REACH,
        beside=[
            ("robokraft export", export / GAMES, "ms a game"),
            ("mpremote cp", copy / GAMES, "ms a game"),
        ],
    )
