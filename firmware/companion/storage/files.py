"""Files of one folder, written so that a power cut leaves the old or the new content, never neither.

Promises: what append(), write(), overwrite(), remove() and move() did is durable when they return; write()
and move() are all or nothing on every file system. append() and overwrite() are so on littlefs, which keeps
a file's old state until it is closed; elsewhere a cut may leave a part of the new bytes, which frames
recognise.
Not promised: locking. One program uses the folder at a time.

Names are lower-case words, with at most one folder before them ("packs/00001").
"""

import os

_NEW = ".new"
_PIECE = 512
_EEXIST = 17
_FULL = (28, 122)  # no space left, quota exceeded


class StorageError(Exception):
    """The file system refused. `code` is "storage", `name` the file, `errno` the system's number or 0."""

    code = "storage"

    def __init__(self, name, errno=0):
        self.message = "storage: %s failed (%d)" % (name, errno)
        super().__init__(self.message)
        self.name = name
        self.errno = errno


class StorageFull(StorageError):
    """No room left. What was stored stays; the file that was to be written may hold a part of the new
    bytes."""

    code = "full"


def _error(error, name):
    number = error.errno or 0
    return (StorageFull if number in _FULL else StorageError)(name, number)


class Files:
    """The files under `root`, which is made when first written to. Every method may raise StorageError.

    `system` and `opener` are what `os` and `open` are; tests hand in a file system of their own.

    """

    def __init__(self, root, system=os, opener=open):
        self.root = root.rstrip("/")
        self._os = system
        self._open = opener
        self._made = set()
        self._sync = getattr(system, "fsync", None)
        self._replace = getattr(system, "replace", None) or system.rename

    def read(self, name, at=0, length=-1):
        """The content from byte `at` on, at most `length` bytes of it; None when there is no such file."""
        file = self.reader(name)
        if file is None:
            return None
        try:
            with file:
                if at:
                    file.seek(at)
                return file.read(length)
        except OSError as error:
            raise _error(error, name) from None

    def reader(self, name):
        """The file opened to be read in pieces, for `with`; None when there is none. Its reads raise
        OSError."""
        try:
            return self._open(self._path(name), "rb")
        except OSError as error:
            if self.size(name) is None:
                return None
            raise _error(error, name) from None

    def append(self, name, data):
        """Adds bytes, or the pieces an iterable gives, to the end of the file, which is made if need be."""
        new = self._sync and self.size(name) is None
        self._put(name, "ab", data)
        if new:
            self._settle(name)

    def overwrite(self, name, data):
        """Replaces the content. A cut may leave neither the old nor the whole new content: for what is no
        longer needed."""
        self._put(name, "wb", data)
        self._settle(name)

    def write(self, name, data):
        """Replaces the content, all or nothing."""
        self._put(name + _NEW, "wb", data)
        self.move(name + _NEW, name)

    def move(self, old, new):
        """Gives the file another name, in the place of a file that has it; all or nothing."""
        self._folder(new)
        try:
            self._replace(self._path(old), self._path(new))
        except OSError as error:
            raise _error(error, new) from None
        self._settle(new)

    def remove(self, name):
        """Removes the file; True when there was one."""
        if self.size(name) is None:
            return False
        try:
            self._os.remove(self._path(name))
        except OSError as error:
            raise _error(error, name) from None
        self._settle(name)
        return True

    def names(self, folder=""):
        """Sorted names of what is in the folder; none when there is no such folder."""
        try:
            return sorted(self._os.listdir(self._path(folder) if folder else self.root or "/"))
        except OSError:
            return []

    def size(self, name):
        """Bytes of the file; None when there is none."""
        try:
            return self._os.stat(self._path(name))[6]
        except OSError:
            return None

    def free(self):
        """Bytes free on the file system; None when it does not say. Slow on littlefs: not for every entry."""
        try:
            state = self._os.statvfs(self.root or "/")
        except (OSError, AttributeError):  # no such folder yet; Windows
            return None
        return state[1] * state[4]

    def tidy(self, folder=""):
        """Removes the ".new" files that a cut left in the folder."""
        for name in self.names(folder):
            if name.endswith(_NEW):
                self.remove(folder + "/" + name if folder else name)

    def pieces(self, name, at=0, end=None):
        """Gives the bytes `at` to `end` of a file piece by piece, none of them longer than 512 bytes."""
        file = self.reader(name)
        if file is None:
            return
        with file:
            file.seek(at)
            while end is None or at < end:
                piece = file.read(_PIECE if end is None else min(_PIECE, end - at))
                if not piece:
                    return
                at += len(piece)
                yield piece

    def _path(self, name):
        return self.root + "/" + name

    def _put(self, name, mode, data):
        self._folder(name)
        try:
            with self._open(self._path(name), mode) as file:
                for piece in (data,) if isinstance(data, (bytes, bytearray)) else data:
                    file.write(piece)
                if self._sync:
                    file.flush()
                    self._sync(file.fileno())
        except OSError as error:
            raise _error(error, name) from None

    def _folder(self, name):
        """Makes the root and the folder of a name, once each."""
        for folder in ("", name[: name.find("/")]) if "/" in name else ("",):
            if folder in self._made:
                continue
            path = self.root + "/" + folder if folder else self.root
            try:
                if path:
                    self._os.mkdir(path)
            except OSError as error:
                if error.errno != _EEXIST:
                    raise _error(error, name) from None
            self._made.add(folder)

    def _settle(self, name):
        """Makes a change of names durable, where a folder is to be synced by itself (POSIX, not Windows)."""
        if not self._sync or not hasattr(self._os, "O_DIRECTORY"):
            return
        path = self._path(name)
        try:
            folder = self._os.open(path[: path.rfind("/")] or "/", self._os.O_DIRECTORY)
        except OSError:
            return
        try:
            self._sync(folder)
        except OSError:
            pass  # some network file systems cannot; the data itself is synced
        finally:
            self._os.close(folder)
