"""Room on the file system: warns early, and keeps a spare file that a full storage can still finish and
delete with."""

from companion.storage.files import StorageError, StorageFull

_NAME = "spare"
_SPARE = 16 * 1024  # a whole pack, written anew
_BLOCK = 4096
_NEARLY_FULL = 64 * 1024
_LEAST = 16 * 1024  # below this no game is begun
_GAME = 2560  # bytes of a usual game with its share of the pack
_MOST_GAMES = 9999


class Room:
    """The room that `files` has. `say("nearly_full")` is called when little is left."""

    def __init__(self, files, say):
        self._files = files
        self._say = say

    def free(self):
        """Bytes free beside the spare file, or None when the file system does not say."""
        return self._beside_spare(self._files.free())

    def _beside_spare(self, free):
        if free is not None and self._files.size(_NAME) != _SPARE:
            free = max(0, free - _SPARE)
        return free

    def nearly_full(self):
        """Whether less than 64 KB are free. Asks the file system: not for every entry."""
        free = self.free()
        return free is not None and free < _NEARLY_FULL

    def look(self):
        """Warns when little is left."""
        if self.nearly_full():
            self._say("nearly_full")

    def for_a_game(self, size=0):
        """Whether a game may begin: it must find room to its end. `size`: bytes of it that are known already."""
        free = self.free()
        return free is None or free >= _LEAST + size

    def games(self, free):
        """How many more games of the usual size fit into these free bytes of the file system, at most 9999."""
        free = self._beside_spare(free)
        return _MOST_GAMES if free is None else min(_MOST_GAMES, max(0, free - _LEAST) // _GAME)

    def use_spare(self, act):
        """Runs act() and returns what it does; on a full storage once more, with the spare room given up
        for it."""
        try:
            return act()
        except StorageFull:
            if not self._files.remove(_NAME):
                raise
        try:
            return act()
        finally:
            self.keep_spare()

    def keep_spare(self):
        """Sets the spare room aside, if it is not and there is enough."""
        if self._files.size(_NAME) == _SPARE:
            return
        free = self._files.free()
        if free is not None and free < _SPARE + _BLOCK:
            return
        try:
            self._files.write(_NAME, (bytes(512) for _ in range(_SPARE // 512)))
        except StorageError:
            pass  # tried again at the next chance
