"""Which program is on the box, told so that a host knows whether its own is another one. Cheap: no app is read whole.

What tells one app from another are the first bytes of its file, which hold the check sum of all others
(`firmware/bundle.py`); `boot.py`, `main.py` and the reader of apps are small enough to be summed up.
"""

from binascii import crc32, hexlify

APPS = ("a", "b")
START = ("bundle.mpy", "boot.py", "main.py")
_HEAD = 16
_PIECE = 512


def program(running, root=""):
    """{"running", "in_force": "a", "b" or None, "apps": [{"name", "head"}], "start": [{"name", "size", "crc"}]} as of now.

    A generator: it yields None after each file, so that nobody has to wait for all of them, and what it tells at the end.

    running: the app that runs; the one in force may be another, which could not be imported.
    """
    apps = []
    for name in APPS:
        head = _piece(root + "/" + name + ".app", _HEAD)
        if head:
            apps.append({"name": name, "head": hexlify(head).decode()})
    yield None
    start = []
    for name in START:
        summed = _sum(root + "/" + name)
        if summed:
            start.append({"name": name, "size": summed[0], "crc": "%08x" % summed[1]})
        yield None
    in_force = (_piece(root + "/app", 1) or b"").decode()
    yield {
        "running": running,
        "in_force": in_force if in_force in APPS else None,
        "apps": apps,
        "start": start,
    }


def _piece(path, size):
    try:
        with open(path, "rb") as file:
            return file.read(size)
    except OSError:
        return None


def _sum(path):
    """(bytes, CRC-32) of a file, or None."""
    size = crc = 0
    try:
        with open(path, "rb") as file:
            piece = file.read(_PIECE)
            while piece:
                size += len(piece)
                crc = crc32(piece, crc)
                piece = file.read(_PIECE)
    except OSError:
        return None
    return size, crc & 0xFFFFFFFF
