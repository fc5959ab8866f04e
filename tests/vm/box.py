"""A box for flows on the MicroPython unix build: the firmware's app on the simulated parts. Runs on both Pythons.

It has what a flow asks for, as `robokraft.virtual.box` has, which is CPython's alone. Time passes in steps as long as a key
is down or up: the buttons keep what was seen as runs, so nothing of it is lost.

Run as a program it plays flows: arguments are an empty folder, then files. It prints a line for each and exits with 1
if one failed. Before the folder `--logs` prints each game's log as well, `--pictures` a sum of the pixels of each picture.
"""

import gc
import os
import sys
from binascii import crc32

from companion.app import App
from companion.board import WIRES
from companion.session import records
from companion.status import status
from companion.storage.files import Files
from robokraft.virtual import script
from robokraft.virtual.parts import Parts, SimClock, seeded_entropy
from shared_rules import log

_LONGEST_MS = 200
_TIDY_AFTER = 16  # runs: eight keys
_MICROPYTHON = sys.implementation.name == "micropython"
_NAMES = ("game", "mode", "players", "setup", "rules")


class Unsynced:
    """As much of `os` as the files ask for, without what makes writes durable: nothing cuts the power here."""

    def __init__(self):
        for name in ("listdir", "mkdir", "remove", "rename", "stat"):
            setattr(self, name, getattr(os, name))
        if hasattr(os, "replace"):
            self.replace = os.replace


class Box:
    """One box with its memory in `folder`. What was written there before is taken up, as at power-up."""

    def __init__(self, folder, device="FLOW", start_ms=0):
        clock = SimClock(start_ms)
        files = Files(folder, Unsynced())  # pyright: ignore[reportArgumentType]
        self.parts = Parts(files, clock=clock, entropy=seeded_entropy(7), device=device, wires=WIRES)
        self.app = App(self.parts)
        self._runs = 0
        self.run(20)

    def press_mask(self, mask):
        self.parts.buttons.set(mask)

    def run(self, ms):
        while ms > 0:
            step = min(ms, _LONGEST_MS)
            self.parts.clock.advance(step)
            ms -= step
            self.app.step()
        self._runs = (self._runs + 1) % _TIDY_AFTER
        if _MICROPYTHON and not self._runs:
            gc.collect()  # as the box does when nothing is to do: memory then does not fall to pieces

    def play(self, keys):
        script.play(script.parse(keys), self)

    def configure(self, **settings):
        self.app.settings.update(settings)
        self.app.apply_settings()
        self.app.step()

    def start(self, wish):
        wish = dict(wish)
        wish["players"] = [{"id": None, "name": name} for name in wish["players"]]
        self.app.session.start(*[wish[name] for name in _NAMES], started=None)
        self.app.enter_game()
        self.app.step()

    def status(self):
        return status(self.app)

    def pixels(self):
        """What a person sees on the panel: 128 × 64 bytes of 0 or 1."""
        return self.parts.i2c.pixels()

    def picture(self, name):
        """A line that two boxes give alike only if they have drawn alike."""
        return "picture %s %08x" % (name, crc32(self.app.panel.buffer) & 0xFFFFFFFF)

    def log_lines(self):
        """The lines of the log of the open game, or else of the newest one, one by one."""
        journal = self.app.journal
        key = journal.open_key
        if key is None:
            key = journal.games(most=1)[0][0]
        return log.lines(records(journal.read(key)))


def main(arguments):
    from flows import flow

    wish = arguments.pop(0) if arguments[0].startswith("--") else None
    folder, files = arguments[0], arguments[1:]
    os.mkdir(folder + "/flows")
    failed = 0
    for number in range(len(files)):
        box = on_picture = None
        gc.collect()
        box = Box("%s/flows/%d" % (folder, number))
        on_picture = _printer(box) if wish == "--pictures" else None
        try:
            with open(files[number]) as lines:
                print(files[number], flow.play(lines, box, files[number], on_picture))
        except flow.FlowError as error:
            failed = 1
            print(error)
        if wish == "--logs":
            for line in box.log_lines():
                print(line, end="")
    return failed


def _printer(box):
    return lambda name: print(box.picture(name))


if __name__ == "__main__":
    sys.path.append(__file__.rsplit("/", 2)[0])
    sys.exit(main(sys.argv[1:]))
