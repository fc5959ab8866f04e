"""The app as one file, read where it lies: a file system for the importer, with nothing in it but modules.

As a hundred small files the app took a block of flash for each, and 6 ms for each look into a folder.

    16 bytes    b"RKB", version 2; number of entries n (2 bytes), 0 (2 bytes), length of the manifest (4 bytes),
                CRC-32 of all that follows (4 bytes)
    n × 4       for each entry the CRC-32 of its path, "/companion" or "/companion/app.mpy"
    n × 4       for each entry where its module begins in the file; 0: it is a folder
    …           the manifest, for a computer: JSON
    …           the modules, one after the other, each knows where it ends; before each, 6 bytes for every piece of it that can
                be used where it lies: block of the file, place in the block, length; then their number (2 bytes)

Numbers have their lowest byte first. `host/robokraft/deploy/bundle.py` makes these files.
"""

import sys
from binascii import crc32

import vfs

_HEADS = (b"RKB\x02", b"RKB\x01")  # the older one has no lists of pieces
_FOLDER = (0x4000, 0, 0, 0, 0, 0, 0, 0, 0, 0)
_MODULE = (0x8000, 0, 0, 0, 0, 0, 0, 0, 0, 0)
_NOT_THERE = 2
PLACE = "/box"
in_use = None  # the app that modules come from: its name
app = None  # the app itself
fresh = False  # whether a module was read since this was set to False


class Bundle:
    """What `vfs.mount` takes. OSError where the file at `path` is none."""

    def __init__(self, path):
        self.path = path
        with open(path, "rb") as file:
            head = file.read(16)
            if head[:4] not in _HEADS:
                raise OSError(_NOT_THERE)
            size = 4 * (head[4] | head[5] << 8)
            self._keys = file.read(size)
            self._places = file.read(size)

    def mount(self, readonly, mkfs):
        pass

    def umount(self):
        pass

    def stat(self, path):
        return _MODULE if self.place(path) else _FOLDER

    def open(self, path, mode):
        global fresh
        fresh = True
        place = self.place(path)
        file = open(self.path, "rb")
        file.seek(place)
        return file

    def place(self, path):
        """Where its module begins in the file; 0: it is a folder. OSError: there is none."""
        key = crc32(path.encode()).to_bytes(4, "little")
        at = self._keys.find(key)
        while at > 0 and at & 3:  # half in one and half in the next
            at = self._keys.find(key, at + 1)
        if at < 0:
            raise OSError(_NOT_THERE)
        return int.from_bytes(self._places[at : at + 4], "little")


def names():
    """The apps to try: the one that the file `/app` names, then the other of `a` and `b`."""
    try:
        with open("/app") as file:
            first = file.read(1)
    except OSError:
        first = "a"
    return ("b", "a") if first == "b" else ("a", "b")


def use(name):
    """From now on modules come from this app, `/a.app` or `/b.app`. OSError where there is none."""
    global app, in_use
    for loaded in list(sys.modules):
        if loaded.startswith(("companion", "shared_rules", "adafruit")):
            del sys.modules[loaded]
    if PLACE in sys.path:
        vfs.umount(PLACE)
    sys.path[:] = ["", ".frozen", "/lib"]
    app = Bundle("/" + name + ".app")
    vfs.mount(app, PLACE)
    in_use = name
    sys.path[:] = [".frozen", PLACE]  # nothing is looked for in the file system itself
