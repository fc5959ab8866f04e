"""What the tests of the emulated Pico share: machines that are booted once, twins that check one box against the other.

Booting takes half a minute of processor time, so a machine is booted once for each memory it begins with, and every test
that uses it gets a copy of the running machine: a fork of the process. Where there is no fork each test boots its own.
"""

import json
import os
import pickle
import tempfile
import traceback
from pathlib import Path

from device.stored import memory_of
from emulator.cord import Cord
from flows.flow import FlowError
from robokraft.client import Client
from robokraft.deploy.image import DATA, build
from robokraft.virtual import script
from robokraft.virtual.box import VirtualBox
from robokraft.virtual.picture import to_text

FAST = {script.PRESS_MS: 12, script.UP_MS: 34}  # quick fingers: the same script in a quarter of the time
LATE_MS = 4000  # the emulated box shows within this what the virtual one shows
BOOT_MS = 8000
_STEP_MS = 20
DISCS_DRAWN_AT = {  # by screen: left and top of each disc of an order that the box drew
    "lead": [(8 + 32 * k, 8) for k in range(4)],
    "lay_discs": [(8, 16 * k) for k in range(4)],
}


def forked(work):
    """Runs work() in a fork of this process and returns what it returned. AssertionError with its trace if it raised."""
    if not hasattr(os, "fork"):
        return work()
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            outcome = (True, work())
        except BaseException:
            outcome = (False, traceback.format_exc())
        try:
            with os.fdopen(writing, "wb") as pipe:
                pickle.dump(outcome, pipe)
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        told = pipe.read()
    os.waitpid(child, 0)
    assert told, "the forked process ended without a word"
    good, value = pickle.loads(told)
    assert good, value
    return value


class Shed:
    """Booted machines, each with the memory {path: bytes} that it began with."""

    def __init__(self, uf2, files):
        self._uf2 = uf2
        self.files = files
        self._booted = {}
        self._memories = {}

    def memory(self, wish=None, settings=None):
        """The memory of a box that was switched off after these settings and the start of this game."""
        key = json.dumps([wish, settings or None], sort_keys=True)
        if key not in self._memories:
            with tempfile.TemporaryDirectory() as folder:
                with VirtualBox(Path(folder) / "box") as box:
                    if settings:
                        box.configure(**settings)
                    if wish is not None:
                        box.start(wish)
                self._memories[key] = memory_of(Path(folder) / "box")
        return self._memories[key]

    def image(self, memory=None):
        """The file system with the box's program and this memory."""
        data = {f"{DATA}/{path}": content for path, content in (memory or {}).items()}
        return build({**self.files, **data})

    def new(self, image, **how):
        """A machine that was just switched on."""
        from robokraft.emulator.pico import Pico

        return Pico(self._uf2, image, **how)

    def booted(self, memory=None):
        """A machine at its first screen. For use in forked() alone: it is lent to others as well."""
        key = tuple(sorted((memory or {}).items()))
        pico = self._booted.get(key)
        if pico is None:
            pico = at_first_screen(self.new(self.image(memory)))
            if hasattr(os, "fork"):
                self._booted[key] = pico
        return pico


def at_first_screen(pico):
    """The machine when its first screen is there and at rest."""
    assert pico.until(lambda: any(pico.pixels()), BOOT_MS), "nothing on the panel"
    pico.started_ms = pico.wire.changed_ns / 1e6
    assert pico.settle(), "the first screen does not come to rest"
    return pico


def laid(memory, folder):
    """Writes a memory into a folder, which is made, and returns that."""
    for path, content in memory.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)
    return folder


def assert_same(pico, pixels, what="the picture"):
    """The emulated panel shows these pixels."""
    seen = pico.pixels()
    if seen != bytes(pixels):
        raise FlowError(f"{what} differs; emulated:\n{to_text(seen)}\nvirtual:\n{to_text(pixels)}")


class Quick:
    """A machine pressed by quick fingers, for a key script."""

    def __init__(self, pico):
        self.pico = pico
        self.press_mask = pico.press_mask

    def run(self, ms):
        self.pico.run(FAST.get(ms, ms))

    def play(self, text):
        script.play(script.parse(text), self)


def client_of(pico, cord=None):
    """A client of the emulated box, whose waits are of emulated time."""
    return Client.at(cord or Cord(pico), clock=lambda: pico.now_ms / 1000)


class Twin:
    """A virtual box and an emulated one with the same memory, whose keys go down and up together.

    Has what `flows.flow` asks of a box. Whenever its status is asked for, both must show the same picture.
    """

    def __init__(self, virtual, pico, fast=True):
        self.virtual = virtual
        self.pico = pico
        self.compared = 0
        self._fast = fast

    def press_mask(self, mask):
        self.virtual.press_mask(mask)
        self.pico.press_mask(mask)

    def run(self, ms):
        if self._fast:
            ms = FAST.get(ms, ms)
        self.virtual.run(ms)
        self.pico.run(ms)

    def play(self, text):
        script.play(script.parse(text), self)

    def status(self):
        self.agree()
        return self.virtual.status()

    def agree(self):
        """Waits until both show the same, for LATE_MS at most."""
        for _ in range(LATE_MS // _STEP_MS):
            self._lay_as_drawn()
            if self.pico.pixels() == bytes(self.virtual.pixels()):
                self.compared += 1
                return
            self.virtual.run(_STEP_MS)
            self.pico.run(_STEP_MS)
        assert_same(self.pico, self.virtual.pixels())

    def _lay_as_drawn(self):
        """Each box draws the discs by its own chance: the virtual one lays them as the emulated one's picture shows them."""
        screen = self.virtual.app.stack[-1]
        places = DISCS_DRAWN_AT.get(screen.name)
        if places is None or screen.discs is None:
            return
        here, there = (_discs_at(places, box.pixels()) for box in (self.virtual, self.pico))
        if here != there and len(set(here)) == 4 and set(here) == set(there):
            screen.discs[:] = [screen.discs[here.index(disc)] for disc in there]
            self.virtual.app.redraw()


def _discs_at(places, pixels):
    """The pixels of the disc at each (left, top) of a picture."""
    return [
        b"".join(bytes(pixels[128 * y + x : 128 * y + x + 16]) for y in range(top, top + 16))
        for x, top in places
    ]
