"""What recovery cut off is kept aside in `torn/`, the newest few pieces, as evidence and for whoever can read it."""

from companion.storage.files import StorageError

_FOLDER = "torn/"
_MOST = 4  # pieces
_BYTES = 512  # of a torn end


class Aside:
    """`say(code, **fields)` is told of every piece: "torn" {file, bytes}."""

    def __init__(self, files, say):
        self._files = files
        self._say = say

    def keep(self, name, at=0, whole=False):
        """Keeps the bytes of a file from `at` on, a few hundred of them, or moves the whole file."""
        files = self._files
        try:
            self._say("torn", file=name, bytes=(files.size(name) or 0) - at)
            names = [old for old in files.names(_FOLDER[:-1]) if old.isdigit()]
            data = b"" if whole else files.read(name, at, _BYTES)
            if data and names and files.read(_FOLDER + names[-1]) == data:
                return  # an earlier boot did it, and nothing was entered since
            for old in names[: max(0, len(names) - _MOST + 1)]:
                files.remove(_FOLDER + old)
            aside = _FOLDER + "%05d" % (int(names[-1]) + 1 if names else 1)
            if whole:
                files.move(name, aside)
            else:
                files.write(aside, data)
        except StorageError:
            pass  # it is only evidence
