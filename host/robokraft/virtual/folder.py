"""The folder a virtual box keeps its memory in: one that is its own, held by one process at a time.

POSIX locks the folder itself; Windows cannot, there a file `<folder>.lock` beside it is locked. A lock ends with the
process, however it ends.
"""

import os
import tempfile
from pathlib import Path
from types import ModuleType

from robokraft.errors import UserError, because


class InUse(UserError):
    """Another box has the folder."""


def usual():
    """Where `play` keeps its box unless told; it may not exist yet."""
    from platformdirs import user_data_dir

    return Path(user_data_dir("robokraft-companion", appauthor=False)) / "box"


class Folder:
    """A data directory that was asked for, made if need be and locked. Raises UserError where that cannot be."""

    def __init__(self, path):
        self.path = Path(path)
        self._lock = None
        self._make()
        self._lock = self._locked()

    def _make(self):
        parent = self.path.absolute().parent
        try:
            if self.path.exists() and not self.path.is_dir():
                raise UserError(f"{self.path} is no directory")
            if not parent.is_dir():
                raise UserError(f"the directory {parent} does not exist")
            self.path.mkdir(exist_ok=True)
            with tempfile.TemporaryFile(dir=self.path):
                pass
        except OSError as error:
            raise UserError(f"cannot write to the directory {self.path}: {because(error)}")

    def _locked(self):
        busy = InUse(
            f"the directory {self.path} is in use by another virtual box: quit that one, or take another with --data"
        )
        try:
            if os.name == "nt":
                import msvcrt

                beside = self.path.with_name(self.path.name + ".lock")
                lock = os.open(beside, os.O_RDWR | os.O_CREAT)
                try:
                    msvcrt.locking(lock, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
                except OSError:
                    os.close(lock)
                    raise busy
                return lock
            import fcntl

            lock = os.open(self.path, os.O_RDONLY)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                os.close(lock)
                raise busy
            return lock
        except OSError as error:
            raise UserError(f"cannot lock the directory {self.path}: {because(error)}")

    def close(self):
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


class Scratch:
    """A folder that is gone when the box is: nothing in it has to survive, so nothing is synced."""

    def __init__(self):
        self._folder = tempfile.TemporaryDirectory(prefix="robokraft-", ignore_cleanup_errors=True)
        self.path = Path(self._folder.name)

    def close(self):
        self._folder.cleanup()


def without_sync():
    """As much of the module `os` as storage.files asks for, without what makes writes durable."""
    system = ModuleType("os_without_sync")
    for name in ("listdir", "mkdir", "remove", "replace", "stat"):
        setattr(system, name, getattr(os, name))
    return system
