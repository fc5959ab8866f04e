"""A real littlefs image in memory, as MicroPython keeps it on the Pico: counts erases, and cuts the power
inside them."""

import io
import os

from littlefs import LittleFS, UserContext, lfs
from littlefs.errors import LittleFSError

BLOCK = 4096
PAGE = 256


class Flash(UserContext):
    """Flash memory that counts, and remembers every operation since watch() was called."""

    def __init__(self, blocks):
        UserContext.__init__(self, blocks * BLOCK)
        self.erases = self.programmed = 0
        self.step = 0
        self.log = None

    def watch(self):
        self.start = bytes(self.buffer)
        self.log = []

    def prog(self, cfg, block, off, data):
        self.programmed += len(data)
        return self._do(block * BLOCK + off, bytes(data))

    def erase(self, cfg, block):
        self.erases += 1
        return self._do(block * BLOCK, b"\xff" * BLOCK)

    def _do(self, at, data):
        if self.log is not None:
            self.log.append((self.step, at, data))
        self.buffer[at : at + len(data)] = data
        return 0

    def cuts(self):
        """Gives (step, image) for a cut half-way through and right after every operation since watch()."""
        image = bytearray(self.start)
        for step, at, data in self.log:
            half = bytearray(image)
            half[at : at + len(data) // 2] = data[: len(data) // 2]
            if len(data) == BLOCK:  # the rest of a block whose erase broke off holds anything
                half[at + BLOCK // 2 : at + BLOCK] = b"\xa5" * (BLOCK // 2)
            yield step, half
            image[at : at + len(data)] = data
            yield step, bytearray(image)


class LittleSystem:
    """`os` and `open` on a littlefs volume, shaped as MicroPython's: no fsync, rename replaces."""

    def __init__(self, flash, fresh=True):
        self.volume = LittleFS(
            context=flash,
            mount=False,
            block_size=BLOCK,
            block_count=len(flash.buffer) // BLOCK,
            read_size=32,
            prog_size=PAGE,
            cache_size=4 * PAGE,
            lookahead_size=32,
            block_cycles=100,
        )
        if fresh:
            self.volume.format()
        self.volume.mount()

    def open_file(self, path, mode):
        return _File(_run(lfs.file_open, self.volume.fs, path, mode, "utf-8"), self.volume.fs)

    def rename(self, old, new):
        _run(self.volume.rename, old, new)

    def remove(self, path):
        _run(self.volume.remove, path)

    def mkdir(self, path):
        _run(lfs.mkdir, self.volume.fs, path)  # LittleFS.mkdir says that it exists without the number

    def listdir(self, path):
        return _run(self.volume.listdir, path)

    def stat(self, path):
        return os.stat_result((0, 0, 0, 0, 0, 0, _run(self.volume.stat, path).size, 0, 0, 0))

    def statvfs(self, path):
        blocks = self.volume.block_count
        free = blocks - self.volume.used_block_count
        return (BLOCK, BLOCK, blocks, free, free)


class _File(io.IOBase):
    def __init__(self, handle, fs):
        self._handle = handle
        self._fs = fs

    def seek(self, at):
        return _run(lfs.file_seek, self._fs, self._handle, at, 0)

    def read(self, length=-1):
        if length < 0:
            length = _run(lfs.file_size, self._fs, self._handle)
        return _run(lfs.file_read, self._fs, self._handle, length)

    def write(self, data):
        return _run(lfs.file_write, self._fs, self._handle, bytes(data))

    def close(self):
        if self._handle is not None:
            handle, self._handle = self._handle, None
            _run(lfs.file_close, self._fs, handle)


def _run(call, *arguments):
    try:
        return call(*arguments)
    except LittleFSError as error:
        raise OSError(-error.code, str(error)) from None
