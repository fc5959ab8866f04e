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
OUTCOMES = ("asked", "done", "refused", "failed", "none")
KINDS = ("game", "open", "cards")  # what may be put back: a finished game, the one that is played, card data


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


_GAME = ("game", Int(1, 99998))
_OUTCOME = (("outcome", Choice(OUTCOMES)),)
_PERSON_ID = ("id", Text(40))
_APP = Choice(("a", "b"))
_STORED = Group((("game", Int(1)), ("size", Int(0)), ("exported", Flag())))
_CRASH = Group((("job", Text(40)), ("ticks", Int(0)), ("text", Any("text of several lines", str))))

# name, protocol version it is in from, what it does, whether the box asks for OK first, request, answer
MESSAGES = (
    (
        "hello",
        1,
        READS,
        False,
        (("session", Int(1, _NUMBER)), ("protocol", Int(1, 255))),
        (
            ("product", Text(40)),
            ("protocol", Int(1, 255)),
            ("firmware", Text(64)),
            ("micropython", Maybe(Text(40))),
            ("device", Text(64)),
            ("storage", Text(64)),
        ),
    ),
    ("status", 1, READS, False, (), (("status", Any("the status object", dict)),)),
    (
        "games",
        1,
        READS,
        False,
        (("before", Int(1, 99999)),),
        (("games", Items(_STORED, 0, 32)), ("open", Maybe(Int(1)))),
    ),
    ("read", 1, READS, False, (_GAME, ("from", Int(0))), (("size", Int(0)), ("bytes", Text(MOST)))),
    ("exported", 1, SETS, False, (_GAME, ("size", Int(0)), ("crc", Text(8))), ()),
    ("settings", 1, READS, False, (), (("values", Any("an object of settings", dict)),)),
    ("set", 1, SETS, False, (("name", Text(40)), ("value", Any("what the setting may be"))), ()),
    (
        "people",
        1,
        READS,
        False,
        (("from", Int(0)),),
        (("people", Items(Group(PLAYER), 0, PEOPLE)), ("count", Int(0))),
    ),
    ("person", 1, SETS, False, (("at", Int(0)), _PERSON_ID, ("name", Text(40))), ()),
    ("forget", 1, SETS, False, (_PERSON_ID,), ()),
    ("clock", 1, SETS, False, (("utc", Text(20)),), (("was", Maybe(Text(20))),)),
    (
        "start",
        1,
        ACTS,
        True,
        (
            ("game", Text(40)),
            ("mode", Text(40)),
            ("players", Items(Group(PLAYER), 1, 8)),
            ("setup", Any("as in record 0 of a log")),
            ("rules", Any("as in record 0 of a log")),
        ),
        _OUTCOME,
    ),
    ("delete", 1, ACTS, True, (_GAME,), _OUTCOME),
    ("clear", 1, ACTS, True, (("games", Int(1, 99998)),), _OUTCOME),
    (
        "cards",
        1,
        READS,
        False,
        (("game", Text(40)),),
        (("values", Any("an object of what the owner entered", dict)),),
    ),
    ("restore", 1, ACTS, True, (("games", Int(0, 99998)),), _OUTCOME),
    ("put", 1, SETS, False, (("from", Int(0)), ("bytes", Text(900))), ()),
    (
        "keep",
        1,
        ACTS,
        False,
        (
            ("kind", Choice(KINDS)),
            ("game", Text(40)),
            ("size", Int(0)),
            ("crc", Text(8)),
            ("exported", Flag()),
        ),
        (("number", Maybe(Int(1))),),
    ),
    ("maintenance", 1, ACTS, True, (), _OUTCOME),
    (
        "program",
        1,
        READS,
        False,
        (),
        (
            ("running", Maybe(_APP)),
            ("in_force", Maybe(_APP)),
            ("apps", Items(Group((("name", _APP), ("head", Text(40)))), 0, 2)),
            ("start", Items(Group((("name", Text(20)), ("size", Int(0)), ("crc", Text(8)))), 0, 4)),
        ),
    ),
    ("outcome", 1, READS, False, (), (("outcome", Choice(OUTCOMES)), ("message", Maybe(Text(400))))),
    (
        "selftest",
        1,
        READS,
        False,
        (),
        (
            ("storage", Flag()),
            ("free", Maybe(Int(0, 1 << 50))),
            ("heap", Maybe(Int(0))),
            ("display", Flag()),
            ("stuck", Items(Choice(KEYS), 0, 8)),
        ),
    ),
    ("crashes", 1, READS, False, (), (("crashes", Items(_CRASH, 0, 5)),)),
    (
        "screen",
        1,
        READS,
        False,
        (),
        (("name", Text(40)), ("texts", Any("a list of texts", list)), ("picture", Text(MOST))),
    ),
    ("press", 1, ACTS, False, (("key", Choice(KEYS)), ("hold", Flag())), ()),
)


def message(name):
    """The table's entry for a message, or None."""
    for entry in MESSAGES:
        if entry[0] == name:
            return entry
    return None


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
    if b"\\ud" in data or b"\\uD" in data:
        raise RuleError("json", "half a character")
    return parsed_any(data)


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
