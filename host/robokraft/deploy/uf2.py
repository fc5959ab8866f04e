"""UF2, the file a Pico takes by dragging: read, checked, and merged with the box's file system.

Every sector of the file system is in the merged file, also the empty ones: what an earlier one left there could be taken
for newer than ours. So dragging it overwrites the games on the Pico.
"""

import re
import struct
from dataclasses import dataclass

from robokraft.deploy.image import SIZE
from robokraft.errors import UserError

FLASH = 0x10000000
FILE_SYSTEM = 0xA0000  # offset in flash
FAMILY_RP2040 = 0xE48BFF56
BOARD = "Raspberry Pi Pico with RP2040"
_BLOCK = 512
_PAYLOAD = 256
_HEAD = struct.Struct("<8I")
_MAGIC = (0x0A324655, 0x9E5D5157)
_END = 0x0AB16F30
_HAS_FAMILY = 0x2000
_NOT_FOR_FLASH = 0x0001
_POINTERS_BEFORE = 12  # type, hash and length of a string object, before the pointer to its text


@dataclass(frozen=True)
class MicroPython:
    """A firmware: its bytes from the start of flash, and what was found in them (None: not found)."""

    flash: bytes
    version: str | None
    mpy: tuple[int, int] | None


def read(data, with_file_system=False):
    """The MicroPython of an official UF2 for the Raspberry Pi Pico. Raises UserError where it is anything else.

    with_file_system: also one that `merged` made.
    """
    flash = bytearray()
    end = FILE_SYSTEM + SIZE if with_file_system else FILE_SYSTEM
    if not data or len(data) % _BLOCK:
        raise UserError("that is no UF2 file: its length is not a multiple of 512 bytes")
    count = len(data) // _BLOCK
    seen = set()
    for at in range(0, len(data), _BLOCK):
        first, second, flags, address, size, number, total, family = _HEAD.unpack_from(data, at)
        if (first, second) != _MAGIC or data[at + _BLOCK - 4 : at + _BLOCK] != struct.pack("<I", _END):
            raise UserError("that is no UF2 file: a block does not begin and end as one")
        if not flags & _HAS_FAMILY or family != FAMILY_RP2040:
            raise UserError("that UF2 is for another chip: the Pico's has the family RP2040")
        if flags & _NOT_FOR_FLASH:
            continue
        if size != _PAYLOAD or total != count or number in seen or number >= count:
            raise UserError("that UF2 is damaged: its blocks are not numbered through")
        seen.add(number)
        start = address - FLASH
        if start < 0 or start % _PAYLOAD:
            raise UserError("that UF2 does not run from the Pico's flash")
        if start + size > end:
            raise UserError("that UF2 reaches into the place of the file system: it is for another board")
        flash.extend(b"\xff" * (start + size - len(flash)))
        flash[start : start + size] = data[at + _HEAD.size : at + _HEAD.size + size]
    return _recognised(bytes(flash))


def merged(firmware, image, mpy):
    """One UF2 of a MicroPython and the file system `image`, whose modules are of the bytecode version `mpy`.

    Raises UserError where that MicroPython cannot run them.
    """
    if len(image) != SIZE:
        raise UserError(f"the image has {len(image)} bytes instead of {SIZE}")
    if firmware.mpy is not None and firmware.mpy != tuple(mpy):
        raise UserError(
            f"MicroPython {firmware.version or 'of unknown version'} runs bytecode {_dotted(firmware.mpy)}, "
            f"the box's is {_dotted(mpy)}: take another MicroPython or another mpy-cross"
        )
    parts = [(FLASH, firmware.flash), (FLASH + FILE_SYSTEM, image)]
    return blocks(parts)


def blocks(parts):
    """A UF2 of [(address, bytes)], each a multiple of 256 bytes long."""
    total = sum(len(data) // _PAYLOAD for _, data in parts)
    out = bytearray()
    for address, data in parts:
        for at in range(0, len(data), _PAYLOAD):
            number = len(out) // _BLOCK
            head = _HEAD.pack(*_MAGIC, _HAS_FAMILY, address + at, _PAYLOAD, number, total, FAMILY_RP2040)
            out += head + data[at : at + _PAYLOAD].ljust(_BLOCK - _HEAD.size - 4, b"\0")
            out += struct.pack("<I", _END)
    return bytes(out)


def _recognised(flash):
    board = re.search(rb"[A-Za-z0-9][ -~]{2,60} with RP2040(?=\0)", flash)
    version = re.search(rb"MicroPython v(\d+\.\d+(?:\.\d+)?[^ \0]*) on ", flash)
    if version is None and board is None:
        raise UserError("that UF2 holds no MicroPython")
    if board is not None and board.group().decode() != BOARD:
        raise UserError(f"that is MicroPython for a {board.group().decode()}, not for a {BOARD}")
    mpy = None if board is None else _mpy_version(flash, board.start())
    return MicroPython(flash, None if version is None else version.group(1).decode(), mpy)


def _mpy_version(flash, board):
    """What `sys.implementation._mpy` says: it lies behind the pointer to the board's name in that tuple."""
    for pointer in _words(flash, FLASH + board):
        for entry in _words(flash, FLASH + pointer - _POINTERS_BEFORE):
            word = int.from_bytes(flash[entry + 4 : entry + 8], "little")
            if word & 1 and word >> 17 < 256 and word >> 1 & 0xFF in range(5, 16):
                return word >> 1 & 0xFF, word >> 9 & 3
    return None


def _words(flash, value):
    """Where this 32-bit word lies, at multiples of four."""
    wanted = struct.pack("<I", value)
    at = flash.find(wanted)
    while at >= 0:
        if at % 4 == 0:
            yield at
        at = flash.find(wanted, at + 1)


def _dotted(version):
    return ".".join(map(str, version))
