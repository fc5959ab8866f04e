"""The journal: every payload of every game, in order, whatever happens to the power.

Promises:
- What start(), append(), mark() and finish() took is in flash when they return; a cut costs at most the
  payload in progress, never an older one, never a finished game.
- The work of an entry and of a boot does not grow with the number of games stored.
- A full storage never stops the open game: append() then keeps the newest payloads in memory, returns
  False, and writes them as soon as there is room.
- A file that a newer version wrote is left alone; a folder that is something else is refused (`NotOurs`).

Files: `about` (storage id); `now/game`, the open game: version byte, frame(number), frames of its payloads;
`now/tail`, its newest payloads in a file so small that littlefs keeps it inside the directory: version
byte, frame(number, index of its first payload), frames, where an empty frame says that the next one is a
bookmark; `now/old`, the tail before it; `now/note`, bytes that go with the game; `packs/`, `exported` (see
packs.py); `spare`, room kept free to finish and delete when all is full; `torn/` (see aside.py).

A full tail becomes the old one; when that is there already, both move into the game's file, which costs an
erase. Their heads say from which payload they go on, so a cut in between repeats nothing. They have a folder
to themselves because littlefs writes every small file of a folder anew once in a dozen changes.
"""

from companion.storage.aside import Aside
from companion.storage.files import StorageError, StorageFull
from companion.storage.frames import LONGEST, Reader, frame, is_newer, unframe, unvarint, varint
from companion.storage.packs import VERSION, JournalError, Packs, chain
from companion.storage.room import Room

_TAIL = 200  # with littlefs' own bytes this is one page of 256 to program
_TAIL_FULL = 480  # when nothing else has room; littlefs keeps up to 512 bytes inside the directory
_HEAD = 64  # bytes that hold the first frame of the open game's file
_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
_OPEN = "now/game"
_TAIL_FILE = "now/tail"
_OLD = "now/old"
_NOTE = "now/note"
_OURS = ("about", "now", "packs", "exported", "spare", "torn", "settings.json", "crashes")


class NotOurs(JournalError):
    """The folder holds files, but none of a storage. Nothing was touched."""

    def __init__(self, root):
        super().__init__("not_ours", "%s holds other files" % root, root=root)


class Journal:
    """The games in `files`. `entropy(n)` gives n random bytes; needed once, when the storage is made.

    storage_id  six letters and digits, made with the storage
    open_key    number of the open game, or None
    waiting     True while payloads are only in memory, because the storage is full or failing
    notices     [(code, fields)] of what had to be done or passed over: "torn" {file, bytes}, "gap"
                {payloads}, "lost" {file}, "duplicate" {number}, "damaged" {file}, "newer" {file},
                "nearly_full", "full", "storage"
    """

    def __init__(self, files, entropy=None):
        self.notices = []
        self.files = files
        self._load_about(entropy)
        for folder in ("", "now", "packs"):
            files.tidy(folder)
        self.packs = Packs(files, self._say)
        self._room = Room(files, self._say)
        self._aside = Aside(files, self._say)
        self._blocked = False
        self._close()
        self._recover()
        self._room.keep_spare()

    # The open game

    @property
    def number(self):
        """The number the next game gets, from 1; never used twice."""
        return self.open_key + 1 if self.open_key else self.packs.next()

    def open_payloads(self):
        """The payloads of the open game, in order; [] when none is open."""
        return list(self._open_game())

    def start(self, payload):
        """Begins a game. JournalError "open", "newer", "payload"; StorageFull when a game might not fit any
        more."""
        if self.open_key:
            raise JournalError("open", "a game is open", number=self.open_key)
        if self._blocked:
            raise JournalError("newer", "the open game was written by a newer version")
        _check(payload)
        self.need_room()
        number = self.packs.next()
        head = bytes([VERSION]) + frame(varint(number))
        data = head + frame(payload)
        self.files.write(_OPEN, data)
        self._close()
        self.open_key = self.packs.open_number = number
        self._start = len(head)
        self._end = len(data)
        self._moved = 1

    def need_room(self):
        """StorageFull when another game might not fit any more."""
        self._room.look()
        if not self._room.for_a_game():
            raise StorageFull(_OPEN)

    def append(self, payload):
        """Adds to the open game. True: durable. False: kept in memory, see `waiting`. JournalError
        "closed", "payload"."""
        self._need_open()
        _check(payload)
        data = frame(payload)
        self._newest += data
        self._fresh += 1
        self._mark = None
        return self._put(data)

    def mark(self, page):
        """Keeps a whole number >= 0 as the bookmark of the open game, until the next append(). Returned as
        by append()."""
        self._need_open()
        if page == self._mark:
            return not self.waiting
        self._mark = page
        return self._put(_mark(page))

    def marked(self):
        """The bookmark, or None."""
        return self._mark

    def note(self, data):
        """Keeps a few bytes with the open game, in place of those kept before. StorageError: they are not kept."""
        self._need_open()
        self.files.write(_NOTE, bytes([VERSION]) + frame(varint(self.open_key) + data))

    def noted(self):
        """The bytes kept with the open game; b"" where there are none."""
        got = unframe(self.files.read(_NOTE) or b"", 1)
        number, at = unvarint(got[0]) if got else (0, 0)
        return got[0][at:] if number and number == self.open_key else b""

    def flush(self):
        """Tries to write what waits in memory; True when nothing waits."""
        return not self.waiting or self._put(b"")

    def finish(self, label=b""):
        """Closes the open game and stores it under its number, which is returned; `label` (at most 100
        bytes) is what a listing shows. StorageFull: it is still open."""
        self._need_open()
        number = self.open_key

        def pack():
            size = self._end - self._start + len(self._newest)
            self.packs.add(number, label, size, self._frames())

        self._room.use_spare(pack)
        self._drop_open()
        self._room.look()
        return number

    # Games that come back

    def take_in(self, size, pieces, exported=False):
        """Stores a finished game that was kept elsewhere, all or nothing: `pieces` gives `size` bytes of frames.
        Its number. JournalError "open"; StorageFull when it might not fit."""
        number = self._free_number(size)
        self.packs.add(number, b"", size, pieces)
        if exported:
            self.packs.mark_exported(number)
        return number

    def take_up(self, pieces):
        """Makes a game that was kept elsewhere the open one; `pieces` gives its frames. Its number. Errors as take_in()."""
        number = self._free_number(0)
        self.files.write(_OPEN, chain(bytes([VERSION]) + frame(varint(number)), pieces))
        self._close()
        self._load_open()
        return number

    def _free_number(self, size):
        if self.open_key or self._blocked:
            raise JournalError("open", "a game is open", number=self.open_key)
        if not self._room.for_a_game(size):
            raise StorageFull("packs")
        return self.packs.next()

    # Finished games

    def games(self, before=99999, most=99999):
        """[(key, size in bytes, exported)], newest first; those below the key `before`, at most `most`."""
        return self.packs.games(before, most)

    def label(self, key):
        """The label of a finished game, or its first payload when it has none. JournalError "missing",
        "damaged"."""
        return self.packs.label(key) or next(self.packs.payloads(key))

    def payloads(self, key):
        """Gives the payloads of a finished or the open game one by one. JournalError "missing", "damaged"."""
        return self._open_game() if key == self.open_key else self.packs.payloads(key)

    def read(self, key):
        """The payloads of a game as a list. JournalError "missing", "damaged"."""
        return list(self.payloads(key))

    def piece(self, key, at, most):
        """(size, bytes from `at` on, `most` or fewer) of the frames of a finished or the open game. JournalError "missing"."""
        if key != self.open_key:
            return self.packs.piece(key, at, most)
        filed = self._end - self._start
        if at < filed:
            data = self.files.read(_OPEN, self._start + at, min(most, filed - at))
        else:
            data = bytes(self._newest[at - filed : at - filed + most])
        return filed + len(self._newest), data

    def mark_exported(self, key):
        """Notes that a finished game is safe elsewhere. JournalError "missing", "newer"."""
        self.packs.mark_exported(key)

    def delete(self, key, force=False):
        """Removes a finished game. JournalError "missing", or "unexported" when it is not exported and not
        forced."""
        if not force and self.packs.has(key) and not self.packs.exported(key):
            raise JournalError("unexported", "game %d is not exported yet" % key, number=key)
        self._room.use_spare(lambda: self.packs.delete(key))
        self._room.keep_spare()
        self.flush()

    def stats(self):
        """(games, not exported, capacity in games, free bytes or None). Reads the heads of all packs once."""
        games, unexported = self.packs.counts()
        free = self.files.free()
        return games, unexported, games + self._room.games(free), free

    def nearly_full(self):
        """Whether less than 64 KB are free. Asks the file system: not for every entry."""
        return self._room.nearly_full()

    # Writing

    def _close(self):
        self.open_key = None
        self.waiting = False
        self._start = self._end = 0  # in now/game: where the payloads begin, where the good bytes end
        self._moved = 0  # payloads in now/game
        self._newest = bytearray()  # frames of the payloads that are not in now/game
        self._fresh = 0  # how many they are
        self._old = self._old_size = 0  # the first of them that are in now/old: how many, and their bytes
        self._mark = None
        self._used = 0  # bytes of now/tail; 0: nothing in it is needed; None: it must be replaced as a whole

    def _need_open(self):
        if not self.open_key:
            raise JournalError("closed", "no game is open")

    def _put(self, data):
        """Makes the newest payloads and the bookmark durable; `data` are the bytes that came last."""
        try:
            if self._used and self._used + len(data) <= _TAIL:
                self.files.append(_TAIL_FILE, data)
                self._used += len(data)
            else:
                self._renew_tail(len(data))
        except StorageError as error:
            self._used = None
            self.waiting = True
            self._say(error.code)
            return False
        self.waiting = False
        return True

    def _renew_tail(self, size):
        """Writes the tail anew, without bookmarks that are over; `size` bytes of it came last."""
        tail = self._tail()
        if len(tail) > _TAIL and self._used and not self._old:
            late = self._mark is None  # the payload that found no room; a bookmark is none
            self.files.move(_TAIL_FILE, _OLD)
            self._used = 0
            self._old = self._fresh - late
            self._old_size = len(self._newest) - late * size
            tail = self._tail()
        if len(tail) > _TAIL:
            try:
                self._move_newest()
            except StorageFull:
                if len(tail) > _TAIL_FULL:
                    raise
            else:
                if self._mark is None:
                    self._used = 0
                    return
                tail = self._tail()
        if self._used == 0 and self._mark is None:
            self.files.overwrite(_TAIL_FILE, tail)
        else:
            self.files.write(_TAIL_FILE, tail)
        self._used = len(tail)

    def _move_newest(self):
        """Moves the newest payloads into the game's file."""
        newest = bytes(self._newest)
        if self.files.size(_OPEN) == self._end:
            self.files.append(_OPEN, newest)
        else:  # a cut or a full storage left a part of an append
            self.files.write(_OPEN, self._frames(0))
        self._end += len(newest)
        self._moved += self._fresh
        self._fresh = self._old = self._old_size = 0
        self._newest = bytearray()

    def _tail(self):
        head = bytes([VERSION]) + frame(varint(self.open_key) + varint(self._moved + self._old))
        return (
            head + bytes(self._newest[self._old_size :]) + (b"" if self._mark is None else _mark(self._mark))
        )

    def _frames(self, at=None):
        """Gives the bytes of the open game in pieces, from its first payload or from byte `at` of its
        file."""
        for piece in self.files.pieces(_OPEN, self._start if at is None else at, self._end):
            yield piece
        yield bytes(self._newest)

    def _open_game(self):
        if not self.open_key:
            return
        with self.files.reader(_OPEN) as file:
            reader = Reader(file, self._start)
            for _ in range(self._moved):
                yield reader.next()
        at = 0
        while at < len(self._newest):
            payload, at = unframe(self._newest, at)
            yield payload

    def _drop_open(self):
        # The game first: a tail alone is known by its number, a game without its tail would be short.
        for name in (_OPEN, _OLD, _TAIL_FILE, _NOTE):
            self.files.remove(name)
        self._close()
        self.packs.open_number = 0

    # Recovery

    def _say(self, code, **fields):
        if (code, fields) not in self.notices and len(self.notices) < 16:
            self.notices.append((code, fields))

    def _load_about(self, entropy):
        data = self.files.read("about")
        got = unframe(data, 1) if data else None
        if is_newer(data, VERSION):
            raise JournalError("newer", "the storage was made by a newer version")
        if got:
            self.storage_id = got[0].decode()
            return
        names = [name[:-4] if name.endswith(".new") else name for name in self.files.names()]
        ours = [name for name in names if name in _OURS]
        if not ours and [name for name in names if not name.startswith(".")]:
            raise NotOurs(self.files.root)
        if entropy is None:
            raise JournalError("entropy", "a new storage needs entropy")
        if data is not None or "now" in ours or "packs" in ours:
            self._say("lost", file="about")
        self.storage_id = "".join([_LETTERS[byte & 31] for byte in entropy(6)])
        self.files.write("about", bytes([VERSION]) + frame(self.storage_id.encode()))

    def _recover(self):
        """Takes up what a cut left. Torn ends stay where they are until the next entry needs the place."""
        tails = [(name, self._load_tail(name)) for name in (_OLD, _TAIL_FILE)]
        number = self.packs.next()
        opened = not self._blocked and self._load_open()
        if self._blocked:
            return
        if opened:
            for name, tail in tails:
                if tail:
                    self._join(name, tail)
            self._drop_if_packed()
            return
        for name, tail in tails:
            if tail and tail[0] >= number:
                self._say("lost", file=_OPEN)
                self._aside.keep(name, whole=True)
                self.packs.skip_to(tail[0] + 1)
            self.files.remove(name)

    def _load_open(self):
        """Takes up the open game; False when there is none."""
        file = self.files.reader(_OPEN)
        if file is None:
            return False
        with file:
            if is_newer(file.read(_HEAD), VERSION):
                self._block(_OPEN)
                return False
            reader = Reader(file, 1)
            head = reader.next()
            if head:
                self._start = reader.pos
                while reader.next() is not None:
                    self._moved += 1
                self._end = reader.pos
        if not head or not self._moved:
            self._say("lost", file=_OPEN)
            self._aside.keep(_OPEN, whole=True)
            if head:
                self.packs.skip_to(unvarint(head)[0] + 1)
            self._close()
            return False
        self.open_key = self.packs.open_number = unvarint(head)[0]
        if self._end != self.files.size(_OPEN):
            self._aside.keep(_OPEN, self._end)
        return True

    def _load_tail(self, name):
        """(number, index of the first payload, [frames], bookmark, whether bytes had to be cut off, size)
        or None."""
        data = self.files.read(name)
        if not data:
            return None
        if is_newer(data, VERSION):
            self._block(name)
            return None
        got = unframe(data, 1)
        if got is None:
            self._aside.keep(name, whole=True)
            return None
        number, at = unvarint(got[0])
        first = unvarint(got[0], at)[0]
        frames = []
        mark = None
        at = got[1]
        while True:
            got = unframe(data, at)
            page = unframe(data, got[1]) if got and not got[0] else None
            if page:
                mark = unvarint(page[0])[0]
                got = page
            elif got and got[0]:
                frames.append(data[at : got[1]])
                mark = None
            else:
                break
            at = got[1]
        if at < len(data):
            self._aside.keep(name, at)
        return number, first, frames, mark, at < len(data), len(data)

    def _join(self, name, tail):
        """Adds a tail to the open game, without the payloads that have moved into its file already."""
        number, first, frames, mark, torn, size = tail
        if number != self.open_key:
            return
        known = self._moved + self._fresh - first
        if known < 0:
            self._say("gap", payloads=-known)
            self._aside.keep(name)
            return
        if known > len(frames):
            return
        self._newest += b"".join(frames[known:])
        self._fresh += len(frames) - known
        if mark is not None or frames[known:]:  # else it is a tail that was just begun
            self._mark = mark
        if name == _OLD:
            self._old = self._fresh
            self._old_size = len(self._newest)
            return
        self._used = None if known or torn else size

    def _drop_if_packed(self):
        """A cut in finish(): the game is open and stored. The open one goes when the stored one is
        complete."""
        if not self.open_key or not self.packs.has(self.open_key):
            return
        try:
            stored = list(self.packs.payloads(self.open_key))
        except JournalError:
            return
        mine = self.open_payloads()
        if stored[: len(mine)] == mine:
            self._say("duplicate", number=self.open_key)
            self._drop_open()

    def _block(self, name):
        self._blocked = True
        self._say("newer", file=name)


def _check(payload):
    if not 0 < len(payload) <= LONGEST:
        raise JournalError("payload", "a payload has 1 to %d bytes" % LONGEST)


def _mark(page):
    return frame(b"") + frame(varint(page))
