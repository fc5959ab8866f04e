"""What a host and the box say to each other over the cable: the one table of messages, and how a message is a line.

A request is `#?` CRC ` ` number ` ` name ` ` JSON object, an answer `#!` CRC ` ` number ` ` part ` ` parts ` ` piece of
a JSON object, each a line of at most LONGEST bytes. CRC is 8 lower-case hex digits of CRC-32 over what follows its space.
A line begins with `#`, so that a Python prompt takes it for a comment. docs/protocol.md is made from this table.

Reading never raises but where it says so, whatever the bytes: what is no message is None. Nothing is read into memory
beyond the one line.
"""

import json
from binascii import crc32

from shared_rules import fields
from shared_rules.fields import Choice, Group, Int, Items, Maybe, RuleError, Text, get_varint
from shared_rules.game import PLAYER
from shared_rules.log import canonical

VERSION = 1
OLDEST = 1  # the oldest version of the box that a host understands, and the other way round
PRODUCT = "robokraft-companion"
LONGEST = 1024  # bytes of a line, without its end
PIECE = 960  # bytes of an answer in one line
MOST = 4096  # bytes of a whole answer
GAME_BYTES = 1152  # of a game in one answer
PUT_BYTES = 672  # in one request
PEOPLE = 8  # in one answer
_NUMBER = 1 << 30
_BRACKETS = 256  # opening ones in a request: bounds the memory that reading it takes
_ASK, _ANSWER = b"#?", b"#!"

# What a message does: nothing; something that may be done again without harm; something to be done once.
READS, SETS, ACTS = "reads", "sets", "acts"
KEYS = ("blue", "red", "orange", "green", "up", "down", "ok", "back")


class Flag:
    """True or false."""

    def check(self, value, seats):
        if value is not True and value is not False:
            raise RuleError("schema", "must be true or false")


class Any:
    """Any JSON value, or any of a `kind` (dict, list, str); `what` says which."""

    def __init__(self, what, kind=None):
        self.what = what
        self.kind = kind

    def check(self, value, seats):
        if self.kind is not None and type(value) is not self.kind:
            raise RuleError("schema", "must be " + self.what)


# Name, protocol version it is in from, what it does, `asks` where the box asks for OK first; request; answer. A field is
# its name and its kind, see _kind. Texts, since the box needs few of these tables and each for a moment only.
MESSAGES = (
    "hello 1 reads; session int 1 1073741824, protocol int 1 255; product text 40, protocol int 1 255, firmware text 64, "
    "micropython maybe text 40, device text 64, storage text 64",
    "status 1 reads; ; status object the status object",
    "games 1 reads; before int 1 99999; games items 0 32 stored, open maybe int 1",
    "read 1 reads; game int 1 99998, from int 0; size int 0, bytes text 4096",
    "exported 1 sets; game int 1 99998, size int 0, crc text 8; ",
    "settings 1 reads; ; values object an object of settings",
    "set 1 sets; name text 40, value any what the setting may be; ",
    "people 1 reads; from int 0; people items 0 8 player, count int 0",
    "person 1 sets; at int 0, id text 40, name text 40; ",
    "forget 1 sets; id text 40; ",
    "undrawn 1 reads; names items 1 5 text 40; names items 0 5 drawn",
    "picture 1 sets; name text 40, picture text 700; ",
    "clock 1 sets; utc text 20; was maybe text 20",
    "start 1 acts asks; game text 40, mode text 40, players items 1 8 player, setup any as in record 0 of a log, "
    "rules any as in record 0 of a log; outcome outcome",
    "delete 1 acts asks; game int 1 99998; outcome outcome",
    "clear 1 acts asks; games int 1 99998; outcome outcome",
    "cards 1 reads; game text 40; values object an object of what the owner entered",
    "restore 1 acts asks; games int 0 99998; outcome outcome",
    "put 1 sets; from int 0, bytes text 900; ",
    "keep 1 acts; kind kept, game text 40, size int 0, crc text 8, exported flag; number maybe int 1",
    "maintenance 1 acts asks; ; outcome outcome",
    "program 1 reads; ; running maybe app, in_force maybe app, apps items 0 2 head, start items 0 4 file",
    "outcome 1 reads; ; outcome outcome, message maybe text 400",
    "selftest 1 reads; ; storage flag, free maybe int 0 1125899906842624, heap maybe int 0, display flag, "
    "stuck items 0 8 key",
    "crashes 1 reads; ; crashes items 0 5 crash",
    "screen 1 reads; ; name text 40, texts list a list of texts, picture text 4096",
    "press 1 acts; key key, hold flag; ",
)
_CHOICES = (
    ("key", KEYS),
    ("outcome", ("asked", "done", "refused", "failed", "none")),
    (
        "kept",
        ("game", "open", "cards"),
    ),  # what may be put back: a finished game, the one that is played, card data
    ("app", ("a", "b")),
)
_GROUPS = (
    ("drawn", "name text 40, crc maybe text 8"),
    ("stored", "game int 1, size int 0, exported flag"),
    ("crash", "job text 40, ticks int 0, text lines text of several lines"),
    ("head", "name app, head text 40"),
    ("file", "name text 20, size int 0, crc text 8"),
)
_ANY = (("any", None), ("object", dict), ("list", list), ("lines", str))


def names():
    """Of all messages, in the order of the table."""
    return [text[: text.index(" ")] for text in MESSAGES]


def message(name):
    """(protocol version it is in from, what it does, whether the box asks for OK first, fields of the request), or None."""
    parts = _parts(name)
    if parts is None:
        return None
    words = parts[0].split(" ")
    return int(words[1]), words[2], words[3:] == ["asks"], _fields(parts[1])


def answer(name):
    """The fields of the answer to a message of the table."""
    return _fields(_parts(name)[2])


def _parts(name):
    for text in MESSAGES:
        if text.startswith(name + " "):
            return text.split("; ")
    return None


def _fields(text):
    table = []
    for field in text.split(", ") if text else ():
        words = field.split(" ")
        table.append((words[0], _kind(words[1], words[2:])))
    return tuple(table)


def _kind(kind, words):
    """int LOW [HIGH], text MOST, flag, maybe KIND, items LOW HIGH KIND, player; any, object, list, lines WHAT; a choice, a group."""
    if kind == "int":
        return Int(*[int(word) for word in words])
    if kind == "text":
        return Text(int(words[0]))
    if kind == "flag":
        return Flag()
    if kind == "maybe":
        return Maybe(_kind(words[0], words[1:]))
    if kind == "items":
        return Items(_kind(words[2], words[3:]), int(words[0]), int(words[1]))
    if kind == "player":
        return Group(PLAYER)
    for name, of in _CHOICES:
        if name == kind:
            return Choice(of)
    for name, text in _GROUPS:
        if name == kind:
            return Group(_fields(text))
    for name, of in _ANY:
        if name == kind:
            return Any(" ".join(words), of)
    raise ValueError(kind)


def checked(table, value):
    """The value, if it holds exactly the fields of the table. Raises RuleError `schema`."""
    if type(value) is not dict:
        raise RuleError("schema", "must be an object")
    for name in value:
        if name not in [field for field, _kind in table]:
            raise RuleError("schema", "%s is not a field of this message" % str(name)[:40])
    fields.check(table, value, 8)
    return value


def parsed(data):
    """The value of the JSON text of a request, in bytes. Raises RuleError `json`."""
    if data.count(b"[") + data.count(b"{") > _BRACKETS:
        raise RuleError("json", "more brackets than any message has")
    if _has_half(data):
        raise RuleError("json", "half a character")
    return parsed_any(data)


def _has_half(data):
    """Whether an escape stands for half of a character, which a name cannot hold; `\\\\ud` is a backslash and two letters."""
    for mark in (b"\\ud", b"\\uD"):
        at = data.find(mark)
        while at >= 0:
            before = at
            while before and data[before - 1] == 92:
                before -= 1
            if not (at - before) & 1:
                return True
            at = data.find(mark, at + 1)
    return False


def parsed_any(data):
    """The value of a JSON text in bytes. Raises RuleError `json`."""
    try:
        return json.loads(bytes(data).decode())
    except (ValueError, RuntimeError):  # no UTF-8, no JSON, nested too deeply
        raise RuleError("json", "no JSON")


# Lines


class Lines:
    """Takes bytes as they come and gives what stands in a line from its first `#` on, unless it is longer than LONGEST."""

    def __init__(self):
        self._line = memoryview(bytearray(LONGEST))
        self._size = 0
        self._over = False

    @property
    def begun(self):
        """Whether there is the beginning of what may become a line."""
        return self._size > 0 and not self._over

    def feed(self, data, start, end):
        """Takes data[start:end] up to the end of a line: (where to go on, the line or None)."""
        at = data.find(b"\n", start, end)
        stop = end if at < 0 else at
        if not self._size:
            start = data.find(b"#", start, stop)
            if start < 0:
                start = stop
        size = self._size + stop - start
        if size > LONGEST:
            self._over = True
        if not self._over:
            self._line[self._size : size] = data[start:stop]
            self._size = size
        if at < 0:
            return end, None
        line = None
        if not self._over and size:
            line = bytes(self._line[:size])
        self._size = 0
        self._over = False
        return at + 1, line


def request(number, name, value):
    """The line of a request, with its end. Raises RuleError `long` where no line holds it."""
    body = ("%d %s %s" % (number, name, canonical(value))).encode()
    line = _ASK + _crc(body) + b" " + body
    if len(line) > LONGEST:
        raise RuleError("long", "the message is longer than %d bytes" % LONGEST)
    return line + b"\n"


def read_request(line):
    """(number, CRC, name, JSON text as bytes) of a line without its end, or None."""
    words = _words(line, _ASK, 2)
    if words is None:
        return None
    return words[0], words[1], words[2].decode(), words[3]


def put_answer(out, number, part, data):
    """Writes line `part` of the answer `data` into the memoryview `out` of LONGEST + 1 bytes and returns its size."""
    piece = memoryview(data)[part * PIECE : (part + 1) * PIECE]
    head = ("%d %d %d " % (number, part, parts_of(data))).encode()
    head = _ANSWER + ("%08x " % (crc32(piece, crc32(head)) & 0xFFFFFFFF)).encode() + head
    size = len(head) + len(piece)
    out[: len(head)] = head
    out[len(head) : size] = piece
    out[size] = 10
    return size + 1


def parts_of(data):
    """How many lines the answer is."""
    return max(1, (len(data) + PIECE - 1) // PIECE)


def read_answer(line):
    """(number, part, parts, piece) of a line without its end, or None."""
    words = _words(line, _ANSWER, 3)
    if words is None:
        return None
    part, parts = _number(words[2]), _number(words[3])
    if part is None or parts is None or not part < parts <= MOST // PIECE + 1:
        return None
    return words[0], part, parts, words[4]


def frames(data):
    """The payloads of a game from the bytes that `read` gave. Raises RuleError `damaged`.

    Each is its length as a varint, itself, and the low 16 bits of CRC-32 over both, low byte first.
    """
    out = []
    at = 0
    while at < len(data):
        try:
            size, start = get_varint(data, at)
            end = start + size
            if crc32(data[at:end]) & 0xFFFF != data[end] | data[end + 1] << 8:
                raise IndexError
        except IndexError:
            raise RuleError("damaged", "the bytes of the game are damaged after %d" % at)
        out.append(bytes(data[start:end]))
        at = end + 2
    return out


def _crc(body):
    return ("%08x" % (crc32(body) & 0xFFFFFFFF)).encode()


def _words(line, mark, count):
    """[number, CRC, word … word, rest]: `count` words and the rest after the number; None for what is no such line.

    Whatever stands before the mark (half a line, a print without end, a prompt) is passed over.
    """
    end = len(line)
    if line[-1:] == b"\r":
        end -= 1
    view = memoryview(line)  # a long line is in memory once
    at = line.find(mark)
    while at >= 0:
        if line[at + 10 : at + 11] == b" " and _crc(view[at + 11 : end]) == line[at + 2 : at + 10]:
            return _split(line, at, end, count)
        at = line.find(mark, at + 1)
    return None


def _split(line, at, end, count):
    words = [line[at + 2 : at + 10]]
    at += 11
    for _ in range(count):
        stop = line.find(b" ", at, end)
        if stop < 0:
            return None
        words.append(line[at:stop])
        at = stop + 1
    number = _number(words[1])
    if number is None:
        return None
    for word in words[2:]:
        for byte in word:
            if not 32 < byte < 127:
                return None
    return [number, words[0]] + words[2:] + [line[at:end]]


def _number(word):
    if not 0 < len(word) <= 10 or not word.isdigit():
        return None
    number = int(word)
    return number if number <= _NUMBER else None
