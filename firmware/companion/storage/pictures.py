"""Pictures of the names that the box has no letters for, as a host drew them: one small file a name, written all or nothing.

A picture is its columns at 8, at 16 and at 24 rows, a byte each, whose highest bit says that the name is read from the
right, and then these columns as `Canvas.bitmap` takes them.
"""

from binascii import crc32

from companion.storage.files import StorageError
from companion.storage.frames import frame, unframe

COLUMNS = (40, 80, 96)  # the most at 8, 16 and 24 rows
MOST = 56  # names: of all people that a box knows, and of guests
_FOLDER = "names/"
_VERSION = 2


def is_picture(data):
    """Whether these bytes are a picture of a name."""
    if len(data) < 3:
        return False
    size = 3
    for k in range(3):
        columns = data[k] & 127
        if not 0 < columns <= COLUMNS[k]:
            return False
        size += columns * (k + 1)
    return len(data) == size


def load(files, name):
    """The picture of this name, or None where there is none that can be read."""
    try:
        data = files.read(_place(name))
    except StorageError:
        return None
    if not data or data[0] != _VERSION:
        return None
    got = unframe(data, 1, data[:1])
    if got is None:
        return None
    about = name.encode() + b"\0"
    picture = got[0][len(about) :]
    return picture if got[0].startswith(about) and is_picture(picture) else None


def save(files, name, picture, needed):
    """Keeps the picture of this name; where there are too many, those of the names not in `needed` go. Raises StorageError."""
    there = files.names(_FOLDER[:-1])
    if len(there) >= MOST:
        kept = [_place(one) for one in needed]
        for old in there:
            if _FOLDER + old not in kept:
                files.remove(_FOLDER + old)
    about = bytes([_VERSION])
    files.write(_place(name), about + frame(name.encode() + b"\0" + picture, about))


def _place(name):
    return _FOLDER + "%08x" % (crc32(name.encode()) & 0xFFFFFFFF)
