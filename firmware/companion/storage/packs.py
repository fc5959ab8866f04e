"""Finished games, several to a file, so that 200 games need neither 200 names nor 200 blocks.

A pack is a file of at most 12 KB in `packs/`, named by the lowest number a game in it may have:

version byte, frame(floor), then per game: frame(number, size, label), `size` bytes of frames: the payloads

`floor` is the lowest number the next game may get, so that a number is never used twice, whatever was
deleted. A game that is in two packs (a cut while it was appended) counts in the newer one. `exported` is a
file of its own: a bit per number; when it is lost, every game counts as not exported. Promised: adding,
deleting and marking are all or nothing. Opening a game reads the heads of one pack; counting and listing
read the heads of all.
"""

from companion.storage.files import StorageError
from companion.storage.frames import Reader, frame, is_newer, unframe, unvarint, varint

VERSION = 1
LONGEST_LABEL = 100  # bytes
_FOLDER = "packs"
_PACK = 12 * 1024
_MOST = 32  # games in a pack: bounds what a number has to skip after a damaged pack
_HEAD = 128  # bytes that hold the longest head of a game
_EXPORTED = "exported"
_END = 99999


class JournalError(Exception):
    """`code`: "open", "closed", "missing", "damaged", "unexported", "newer", "payload", "not_ours",
    "entropy"; a message for people; `fields`."""

    def __init__(self, code, message, **fields):
        super().__init__(message)
        self.code = code
        self.message = message
        self.fields = fields


class _Pack:
    """What the heads of a pack say: games [(number, at, start, size, label)] in the order of the file."""

    def __init__(self, name):
        self.name = name
        self.first = int(name[len(_FOLDER) + 1 :])
        self.newer = False
        self.gone = False  # deleted since its name was read
        self.floor = self.first
        self.games = []
        self.end = self.head = 0  # after the last whole game, after the pack's own head
        self.size = 0

    @property
    def whole(self):
        return self.head > 0 and self.end == self.size

    @property
    def next(self):
        return max(self.floor, self.games[-1][0] + 1 if self.games else 1)


class Packs:
    """The packs in `files`; `say(code, **fields)` is told what had to be passed over.

    `open_number` is set by the journal to the number of the open game, 0 for none: what a cut left of that
    very game at the end of a pack is no damage.
    """

    def __init__(self, files, say):
        self.open_number = 0
        self._files = files
        self._say = say
        self._next = 0
        self._counts = None
        self._changed = 0  # times that the counts became others
        self._bits = None  # exported games: bit k is number _base + k
        self._base = 1
        self._bits_newer = False

    def next(self):
        """The number of the next game, from 1; never one that a game had before."""
        if not self._next:
            names = self._names()
            self._next = 1
            if names:
                pack = self._scan(names[-1])
                self._next = pack.next if pack.whole else pack.next + _MOST
        return self._next

    def skip_to(self, number):
        """No later game gets a number below this one."""
        if number > self.next():
            self._files.write("%s/%05d" % (_FOLDER, number), _pack_head(number))
            self._next = number

    def add(self, number, label, size, pieces):
        """Stores a game: `pieces` gives `size` bytes of frames. StorageError: nothing was stored."""
        if len(label) > LONGEST_LABEL:
            raise JournalError("payload", "label longer than %d bytes" % LONGEST_LABEL)
        head = frame(varint(number) + varint(size) + label)
        names = self._names()
        pack = self._scan(names[-1]) if names else None
        if pack and pack.whole and number >= pack.next and _room(pack, len(head) + size):
            self._files.append(pack.name, chain(head, pieces))
        else:
            self._files.write("%s/%05d" % (_FOLDER, number), chain(_pack_head(number) + head, pieces))
        self._next = number + 1
        self._recount()

    def games(self, before=_END, most=_END):
        """[(number, size in bytes, exported)] of games below the number `before`, newest first, at most
        `most`."""
        return _last(self.listing(before, most))

    def listing(self, before=_END, most=_END):
        """As `games`, a pack at a time: yields None after each, and the list at the end."""
        out = []
        for pack, below in self._newest_first(before):
            for number, _, _, size, _ in reversed(pack.games):
                if number < min(before, below) and len(out) < most:
                    out.append((number, size, self.exported(number)))
            if len(out) >= most:
                break
            yield None
        yield out

    def counts(self):
        """(games, games not exported)."""
        return _last(self.counting())

    def counting(self):
        """As `counts`, a pack at a time: yields None after each, and the numbers at the end."""
        counts = self._counts
        if counts is None:
            changed = self._changed
            games = unexported = 0
            for pack, below in self._newest_first(_END):
                for game in pack.games:
                    if game[0] < below:
                        games += 1
                        unexported += not self.exported(game[0])
                yield None
            counts = games, unexported
            if changed == self._changed:  # else it was counted while the table went on
                self._counts = counts
        yield counts

    def has(self, number):
        return self._find(number)[1] is not None

    def label(self, number):
        """The label the game was stored with. JournalError "missing"."""
        return self._need(number)[1][4]

    def payloads(self, number):
        """Gives the payloads of a game one by one. JournalError "missing", or "damaged" where they break
        off."""
        pack, game = self._need(number)
        file = self._files.reader(pack.name)
        with file:
            reader = Reader(file, game[2])
            end = game[2] + game[3]
            while reader.pos < end:
                payload = reader.next()
                if payload is None or reader.pos > end:
                    raise JournalError("damaged", "game %d is damaged" % number, number=number)
                yield payload

    def piece(self, number, at, most):
        """(size, bytes `at` to `at` + `most`) of the frames of a game. JournalError "missing"."""
        pack, game = self._need(number)
        size = game[3]
        return size, self._files.read(pack.name, game[2] + at, min(most, size - at)) if at < size else b""

    def exported(self, number):
        """Whether the game is marked as exported."""
        self._load_bits()
        return number >= self._base and bool(self._bits >> (number - self._base) & 1)

    def mark_exported(self, number):
        """Marks a stored game. JournalError "missing"; "newer" when the marks are those of a newer
        version."""
        self._need(number)
        if self.exported(number):
            return
        if self._bits_newer:
            raise JournalError("newer", "the list of exported games was written by a newer version")
        base = int(self._names()[0])
        bits = self._bits << self._base - base if base < self._base else self._bits >> base - self._base
        bits |= 1 << (number - base)
        packed = bits.to_bytes((self.next() - base) // 8 + 1, "little")
        self._files.write(_EXPORTED, bytes([VERSION]) + frame(varint(base) + packed))
        self._bits = bits
        self._base = base
        self._recount()

    def delete(self, number):
        """Removes a game for good. JournalError "missing". StorageError: it is still there."""
        pack, (_, at, start, size, _) = self._need(number)
        head = _pack_head(pack.next)
        newest = pack.name.endswith(self._names()[-1])
        if pack.head == at and start + size == pack.size and not newest:
            self._files.remove(pack.name)
        else:
            before = self._files.pieces(pack.name, pack.head, at)
            after = self._files.pieces(pack.name, start + size, pack.size)
            self._files.write(pack.name, chain(head, before, after))
        self._recount()

    def _recount(self):
        self._counts = None
        self._changed += 1

    def _names(self):
        return [name for name in self._files.names(_FOLDER) if len(name) == 5 and name.isdigit()]

    def _newest_first(self, before):
        """(pack, number below which its games count), without packs that begin at `before` or later."""
        below = self.open_number or _END
        for name in reversed(self._names()):
            if int(name) < before:
                pack = self._scan(name)
                if pack.newer:
                    self._say("newer", file=pack.name)
                elif not pack.whole and not pack.gone and pack.next != below:
                    self._say("damaged", file=pack.name)
                yield pack, below
            below = int(name)

    def _find(self, number):
        names = [name for name in self._names() if int(name) <= number]
        if names:
            pack = self._scan(names[-1])
            for game in pack.games:
                if game[0] == number:
                    return pack, game
        return None, None

    def _need(self, number):
        found = self._find(number)
        if found[1] is None:
            raise JournalError("missing", "no game %s is stored" % number, number=number)
        return found

    def _scan(self, name):
        pack = _Pack(_FOLDER + "/" + name)
        pack.size = self._files.size(pack.name) or 0
        file = self._files.reader(pack.name)
        if file is None:
            pack.gone = True
            return pack
        try:
            with file:
                _read_heads(file, pack)
        except OSError:
            pack.head = 0
        return pack

    def _load_bits(self):
        if self._bits is not None:
            return
        self._bits = 0
        try:
            data = self._files.read(_EXPORTED)
        except StorageError:
            data = b""
        if data is None:
            return
        self._bits_newer = is_newer(data, VERSION)
        got = unframe(data, 1)
        if self._bits_newer or got is None:
            self._say("newer" if self._bits_newer else "damaged", file=_EXPORTED)
            return
        self._base, at = unvarint(got[0])
        self._bits = int.from_bytes(got[0][at:], "little")


def _last(steps):
    value = None
    for step in steps:
        value = step
    return value


def _read_heads(file, pack):
    data = file.read(_HEAD)
    pack.newer = is_newer(data, VERSION)
    got = unframe(data, 1)
    if pack.newer or got is None:
        return
    pack.floor = max(pack.first, unvarint(got[0])[0])
    pack.head = pack.end = at = got[1]
    while True:
        file.seek(at)
        got = unframe(file.read(_HEAD))
        if got is None:
            return
        number, pos = unvarint(got[0])
        size, pos = unvarint(got[0], pos)
        start = at + got[1]
        if start + size > pack.size:
            return
        pack.games.append((number, at, start, size, got[0][pos:]))
        pack.end = at = start + size


def _pack_head(floor):
    return bytes([VERSION]) + frame(varint(floor))


def _room(pack, size):
    return not pack.games or (pack.end + size <= _PACK and len(pack.games) < _MOST)


def chain(first, *rest):
    """The bytes `first`, then the pieces that each of `rest` gives."""
    yield first
    for pieces in rest:
        for piece in pieces:
            yield piece
