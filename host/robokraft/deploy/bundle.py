"""The app as one file, `a.app` or `b.app` on the box: made, read and checked. `firmware/bundle.py` has its format.

The same modules and manifest give the same bytes. Whatever reads one raises ValueError where it is none or is not whole.
"""

import hashlib
import json
import struct
from binascii import crc32
from pathlib import PurePosixPath

from robokraft.deploy.pieces import Piece, lies, pieces_of, room_for, whole

SUFFIX = ".app"
_MAGIC = b"RKB\x02"
_OLDER = b"RKB\x01"  # without lists of pieces
_HEAD = struct.Struct("<4sHHII")
_PIECE = struct.Struct("<HHH")
HEAD_SIZE = _HEAD.size


def build(modules, about):
    """The bundle of `modules` {path: bytes}. `about`: what its manifest says beside `files`, which is added here."""
    folders = {str(parent) for path in modules for parent in PurePosixPath(path).parents} - {"."}
    names = [*sorted(folders), *sorted(modules)]
    keys = {crc32(f"/{name}".encode()): name for name in names}
    if len(keys) != len(names):
        raise ValueError("two names of the bundle have the same CRC-32: rename one")
    manifest = {
        **about,
        "files": {path: [len(modules[path]), _digest(modules[path])] for path in sorted(modules)},
    }
    told = (json.dumps(manifest, separators=(",", ":")) + "\n").encode()
    begins = _HEAD.size + 8 * len(names) + len(told)
    body, places = b"", []
    for name in names:
        module = modules.get(name)
        places.append(0)
        if module is not None:
            body += _front(module, begins + len(body))
            places[-1] = begins + len(body)
            body += module
    index = struct.pack(f"<{2 * len(names)}I", *keys, *places)
    rest = index + told + body
    return _HEAD.pack(_MAGIC, len(names), 0, len(told), crc32(rest)) + rest


def front_size(head):
    """How many bytes, from the start, `manifest_of` needs; `head`: the first HEAD_SIZE bytes or more."""
    count, length = _head(head)
    return _HEAD.size + 8 * count + length


def checksum_of(head):
    """CRC-32 of everything behind the head, as the head says it."""
    _head(head)
    return _HEAD.unpack_from(head)[4]


def manifest_of(data):
    """The manifest; `data`: the bundle, or its first `front_size` bytes. `files`: path → [size, SHA-256 in hex], in order."""
    count, length = _head(data)
    begins = _HEAD.size + 8 * count
    if len(data) < begins + length:
        raise ValueError("the bundle is cut off in its manifest")
    try:
        manifest = json.loads(data[begins : begins + length])
        manifest["files"].items()
    except (ValueError, TypeError, LookupError, AttributeError):
        raise ValueError("the bundle's manifest cannot be read")
    return manifest


def modules_of(data):
    """{path: bytes} of its modules, each as the manifest says it is."""
    places = _places(data)
    place, found = front_size(data), {}
    for path, (size, digest) in manifest_of(data)["files"].items():
        place = places.get(crc32(f"/{path}".encode()), 0)
        found[path] = bytes(data[place : place + size])
        if len(found[path]) != size or _digest(found[path]) != digest:
            raise ValueError(f"{path} in the bundle is not what its manifest says")
        place += size
    if place != len(data):
        raise ValueError("the bundle goes on after its last module")
    return found


def sizes_in(data):
    """{path: (bytes of the module, bytes of those of its pieces that are used where they lie)}"""
    places, found = _places(data), {}
    for path, (size, _) in manifest_of(data)["files"].items():
        end = places[crc32(f"/{path}".encode())] - 2
        begins = end - _PIECE.size * int.from_bytes(data[end : end + 2], "little")
        found[path] = (size, sum(size for _, _, size in _PIECE.iter_unpack(data[begins:end])))
    return found


def verify(data):
    """Raises ValueError where any byte of it is not the one that `build` wrote."""
    about = manifest_of(data)
    modules = modules_of(data)
    del about["files"]
    if build(modules, about) != bytes(data):
        raise ValueError("the bundle's index or manifest is damaged")


def _places(data):
    """{CRC-32 of a path: where its module begins}"""
    count, _ = _head(data)
    numbers = struct.unpack_from(f"<{2 * count}I", data, _HEAD.size)
    return dict(zip(numbers[:count], numbers[count:]))


def _front(module, place):
    """What goes before a module where `place` bytes of the file are written: zeros, so that neither a great piece of it nor
    the list is cut in two, then the list of its pieces that lie in one block each.
    """
    found = pieces_of(module)
    longest = _PIECE.size * len(found) + 2
    begins = room_for(place + longest, [Piece(-longest, longest), *found])
    listed = [piece for piece in found if whole(begins + piece.begins, piece.size)]
    told = b"".join(_PIECE.pack(*lies(begins + piece.begins), piece.size) for piece in listed)
    return (told + struct.pack("<H", len(listed))).rjust(begins - place, b"\0")


def _head(data):
    if len(data) < _HEAD.size:
        raise ValueError("that is no bundle: it is too short")
    magic, count, _, length, _ = _HEAD.unpack_from(data)
    if magic not in (_MAGIC, _OLDER):
        raise ValueError("that is no bundle of this version")
    return count, length


def _digest(data):
    return hashlib.sha256(data).hexdigest()
