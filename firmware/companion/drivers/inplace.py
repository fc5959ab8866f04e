"""The app's bytecode and tables, used where they lie in flash: what an import made of them in memory is let go.

All of the flash is at addresses of its own, and bytecode is the same in both. A function has the address of its bytecode at the
fourth of its words (`mp_obj_fun_bc_t`, py/objfun.h), a `bytes` that of its data (`mp_obj_str_t`, py/objstr.h): `settle()`
puts there the place in flash where exactly the same bytes lie, in the file of the app, which names such places itself
(`firmware/bundle.py`). What does not find its bytes there stays as it is.

Code that runs must not lose its memory. So generators stay in it, and the modules of RUNNING, which call `settle()`; nobody
else may. And nobody may write the file of the app that runs: `robokraft deploy` writes the other one.
"""

# Viper's type names are known to the compiler alone. An address of the RP2040 that begins with 1 is in flash, with 2 in memory.
# ruff: noqa: F821

import sys
from array import array

import micropython
import rp2
from machine import mem32

import bundle

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

RUNNING = (
    "/companion/drivers/inplace.mpy",
    "/companion/system/start.mpy",
    "/companion/system/supervisor.mpy",
)
_FLASH = 0x10000000
_FLASH_SIZE = 0x200000
_BLOCK = 4096
_PAYLOAD = 4088  # what a block holds at most beside the names of others, but for the first
_NOT_WRITABLE = -30


class _Watched:
    """The flash as littlefs reads it; `block`: the one that it read last."""

    def __init__(self):
        self._flash = rp2.Flash()
        self.block = 0

    def readblocks(self, block, buffer, begin=0):
        self.block = block
        return self._flash.readblocks(block, buffer, begin)

    def writeblocks(self, block, buffer, begin=0):
        return _NOT_WRITABLE

    def ioctl(self, operation, argument):
        return self._flash.ioctl(operation, argument) if operation > 3 else 0  # 4 and 5: numbers


def lying(path):
    """The addresses of the blocks of a file in flash, in order. OSError: it is not there, or no chain of blocks.

    The last one is where littlefs reads its last byte; each block begins with the number of the one before it
    (littlefs, SPEC.md, "CTZ skip-lists").
    """
    import os

    import vfs

    last = os.stat(path)[6] - 1
    watched: Any = _Watched()
    with vfs.VfsLfs2(watched).open(path, "rb") as file:
        file.seek(last)
        file.read(1)
    count = watched.ioctl(4, 0)
    begins = _FLASH + _FLASH_SIZE - count * _BLOCK
    block = watched.block
    found = array("I", (0 for _ in range(lies(last)[0] + 1)))
    for index in range(len(found) - 1, -1, -1):
        if not 0 <= block < count:
            raise OSError(path)
        found[index] = begins + block * _BLOCK
        block = mem32[found[index]]
    return found


def lies(place):
    """(number of the block, place in it) of a byte of a file of littlefs: `lfs_ctz_index` in lfs.c."""
    block = place // _PAYLOAD
    if block:
        block = (place - 4 * (bin(block - 1).count("1") + 2)) // _PAYLOAD
    return block, place - _PAYLOAD * block - 4 * bin(block).count("1")


@micropython.viper
def _settle(words: ptr32, end: ptr16, blocks: ptr32) -> int:
    """Settles an object. 0: no piece is equal to its copy, 1: it has none, 2: done. `end`: where the list of pieces ends."""
    held = words[3]
    if held >> 28 == 1:
        return 1
    if held >> 28 != 2:
        return 0
    copy = ptr8(held)
    count = end[0]
    pieces = ptr16(int(end) - 6 * count)
    for k in range(count):
        there = ptr8(blocks[pieces[3 * k]] + pieces[3 * k + 1])
        size = pieces[3 * k + 2]
        if copy[3] != there[3]:  # near it is the name of a function: there most of them differ
            continue
        at = 0
        while at < size and copy[at] == there[at]:
            at += 1
        if at == size:
            words[3] = int(there)
            return 2
    return 0


@micropython.viper
def _walk(names: ptr32, end: int, blocks, kinds: ptr32) -> int:
    """Settles the values of a dict (`mp_obj_dict_t`, py/obj.h), also those of its classes; 0: they were settled before."""
    size = names[2]
    table = ptr32(names[3])
    for k in range(size):
        value = table[2 * k + 1]
        if value & 3 or value >> 28 != 2:
            continue
        words = ptr32(value)
        kind = words[0]
        if kind == kinds[0] or kind == kinds[1]:  # a function, bytes
            if int(_settle(value, end, blocks)) == 1 and kinds[6]:
                return 0
        elif kind == kinds[2]:  # a class: its names are in the slot that the byte says (`mp_obj_type_t`)
            slot = int(ptr8(value)[19])
            if slot:
                kinds[6] = 1
                _walk(words[4 + slot], end, blocks, kinds)
                kinds[6] = 0
        elif kind == kinds[3] or kind == kinds[4] or kind == kinds[5]:  # what a class holds a function in
            value = words[1]
            if value >> 28 == 2:
                _settle(value, end, blocks)
    return 1


@micropython.viper
def _kind(words: ptr32) -> int:
    return words[0]


class Settler:
    """Settles the modules of an app, `bundle.app`. OSError: its file is not there."""

    def __init__(self):
        self._blocks = lying(bundle.app.path)
        kinds = (
            _kind(id(lies)),
            _kind(id(bytes(1))),
            id(type),
            id(property),
            id(staticmethod),
            id(classmethod),
        )
        self._kinds = array("I", kinds + (0,))

    def step(self):
        """Settles every module that was loaded since the last time; none may be half loaded now. Whether there was one."""
        if not bundle.fresh:
            return False
        bundle.fresh = False
        for module in sys.modules.values():
            path = getattr(module, "__file__", None)
            if path is not None and path.startswith(bundle.PLACE):
                del module.__file__  # nobody asks for it
                path = path[len(bundle.PLACE) :]
                if path not in RUNNING and not hasattr(module, "__path__"):
                    self._settle(path, module.__dict__)
        return True

    def _settle(self, path, names):
        block, place = lies(bundle.app.place(path) - 2)
        _walk(id(names), self._blocks[block] + place, self._blocks, self._kinds)
