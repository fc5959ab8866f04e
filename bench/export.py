"""How fast games come over the cable: the export against `mpremote cp` of the same logs as text, on the emulated Pico.

    PYTHONPATH=.:firmware:host:tests python bench/export.py [--games N] [--json FILE]

One image holds finished games of four players, in `cards` mode, and their logs as text files. It is started twice: with the
app, whose games are taken as `robokraft export` takes them (read, made into logs, verified, kept, marked); and without it, when mpremote's
own transport reads the text files as `mpremote cp` does, from its first byte at the prompt. What a file costs is counted in the box's own time; the computer costs
nothing in either. A log that differs, or an export that is not five times as fast, ends the run with exit code 1.
"""

import argparse
import json
import sys
import tempfile
from pathlib import Path

from mpremote.transport_serial import SerialTransport
from rich.console import Console
from rich.table import Table

from emulator.cord import Cord
from emulator.rig import at_first_screen
from emulator.shelf import played
from robokraft.client import Client
from robokraft.collect import take, wanted
from robokraft.deploy.image import DATA, build
from robokraft.deploy.manifest import box_files
from robokraft.emulator.firmware import found
from robokraft.emulator.pico import Pico
from robokraft.virtual.script import KEY_NAMES

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
    """The box's milliseconds that an export takes."""
    at_first_screen(pico)
    began = pico.now_ms
    with tempfile.TemporaryDirectory() as folder:
        with Client.at(Cord(pico), clock=lambda: pico.now_ms / 1000) as client:
            taken = [take(client, number, finished, folder) for number, _, finished in wanted(client)]
        took = pico.now_ms - began
        got = [one.path.read_text("utf-8") for one in taken]
    return took if got == texts and all(one.good for one in taken) else None


def copy_ms(pico, texts):
    """The box's milliseconds that `mpremote cp` of the texts takes."""
    pico.press_mask(BACK)
    pico.run(900)
    pico.press_mask(0)
    pico.run(1500)
    pico.usb.take()
    began = pico.now_ms
    mpremote = Mpremote(Port(Cord(pico)))
    mpremote.enter_raw_repl(soft_reset=False)
    got = [mpremote.fs_readfile(f"/logs/{n}.jsonl").decode() for n in range(1, len(texts) + 1)]
    return pico.now_ms - began if got == texts else None


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--games", type=int, default=10)
    options.add_argument("--json", metavar="FILE", help="write the numbers")
    options = options.parse_args()
    memory, texts = played(options.games)
    files = {f"logs/{n}.jsonl": text.encode() for n, text in enumerate(texts, 1)}
    files.update({f"{DATA}/{path}": content for path, content in memory.items()})
    image = build({**box_files(), **files})
    export = export_ms(Pico(found(), image), texts)
    copy = copy_ms(Pico(found(), image), texts)
    if export is None or copy is None:
        print(
            f"the logs that {'the export' if export is None else 'mpremote'} brought are others",
            file=sys.stderr,
        )
        sys.exit(1)
    size = sum(map(len, texts))
    numbers = {
        "games": options.games,
        "text_bytes": size,
        "export_ms": round(export),
        "mpremote_cp_ms": round(copy),
        "times_as_fast": round(copy / export, 2),
    }
    made = Table(box=None)
    for title in ("way", "ms a game", "KB of log text a second"):
        made.add_column(title, justify="left" if title == "way" else "right")
    for way, took in (("robokraft export", export), ("mpremote cp", copy)):
        made.add_row(way, f"{took / options.games:.0f}", f"{size / took:.1f}")
    console = Console(width=100)
    console.print(f"{options.games} games, {size} bytes of logs")
    console.print(made)
    console.print(f"{copy / export:.1f} times as fast; wanted: {REACH}")
    if options.json:
        Path(options.json).write_text(json.dumps(numbers, indent=1) + "\n", "utf-8")
    sys.exit(copy < REACH * export)


if __name__ == "__main__":
    main()
