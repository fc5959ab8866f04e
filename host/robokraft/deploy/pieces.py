"""What of a module of bytecode the box can use where it lies in flash: the code of its functions, and its tables.

The form of a .mpy file is that of MicroPython's `py/persistentcode.c`, version 6. A file of littlefs does not lie in one
piece: each of its blocks but the first begins with pointers to blocks before it (littlefs, SPEC.md, "CTZ skip-lists").
"""

from typing import NamedTuple

BLOCK = 4096
LEAST = 12  # bytes: less is not worth the list
MOST = BLOCK - 64  # a block may hold so many, wherever it stands in the file
GREAT = 256  # pieces of so many bytes are put where no end of a block cuts them
_VERSION = b"M\x06"
_BYTECODE = 0
_ASSEMBLER = 3
_TUPLE = 10
_BYTES = 6
_TEXTS = (5, _BYTES)
_WITHOUT_DATA = 5  # the objects below: None, True and so on


class Piece(NamedTuple):
    """Where it begins in the module, and how long it is."""

    begins: int
    size: int


def pieces_of(module):
    """The pieces of a module, in order; none of one in another form than that of version 6. ValueError: it is damaged."""
    return _Reader(module).pieces() if module[:2] == _VERSION else []


def lies(place):
    """(block, place in it) of a byte of a file: the first block holds BLOCK bytes, the others what the pointers leave."""
    block = 0
    while place >= _holds(block):
        place -= _holds(block)
        block += 1
    return block, place + BLOCK - _holds(block)


def whole(begins, size):
    """Whether these bytes of a file lie in one block."""
    return lies(begins)[0] == lies(begins + size - 1)[0]


def room_for(place, pieces):
    """The first even place in a file, from `place` on, where a module with these pieces has no great one cut in two; where
    there is none, the first even one.
    """
    great = [piece for piece in pieces if GREAT <= piece.size <= MOST or piece.begins < 0]
    first = place + place % 2
    for shift in range(0, BLOCK, 2):
        if all(whole(first + shift + piece.begins, piece.size) for piece in great):
            return first + shift
    return first


def _holds(block):
    return BLOCK - 4 * (block & -block).bit_length()


class _Reader:
    def __init__(self, data):
        self._data = data
        self._at = 4
        self._found = []

    def pieces(self):
        try:
            names, objects = self._number(), self._number()
            for _ in range(names):
                self._name()
            for _ in range(objects):
                self._object()
            self._code(0)
        except IndexError:
            raise ValueError("the bytecode is cut off")
        if self._at != len(self._data):
            raise ValueError("the bytecode does not end where it should")
        return self._found

    def _number(self):
        value = 0
        while True:
            byte = self._data[self._at]
            self._at += 1
            value = value << 7 | byte & 0x7F
            if byte < 0x80:
                return value

    def _name(self):
        length = self._number()
        if not length & 1:  # else it is one that MicroPython has
            self._at += (length >> 1) + 1

    def _object(self):
        kind = self._data[self._at]
        self._at += 1
        if kind < _WITHOUT_DATA:
            return
        size = self._number()
        if kind == _TUPLE:
            for _ in range(size):
                self._object()
            return
        if kind == _BYTES:
            self._piece(size)
        self._at += size + (kind in _TEXTS)

    def _code(self, depth):
        head = self._number()
        kind, size = head & 3, head >> 3
        if kind == _BYTECODE and depth:  # the code of the module itself runs once
            self._piece(size)
        self._at += size
        if kind != _BYTECODE:
            self._number()
            if kind == _ASSEMBLER:
                self._number()
                self._number()
        if head & 4:
            for _ in range(self._number()):
                self._code(depth + 1)

    def _piece(self, size):
        if size >= LEAST:
            self._found.append(Piece(self._at, size))
