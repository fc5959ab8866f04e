"""Kinds of field: what a value may be, and how it lies in compact bytes.

A table of fields is a tuple of (name, kind). The same table checks a record, packs it and documents it. A kind offers
`check(value, seats)`, `pack(out, value)` and `unpack(data, pos, seats) -> (value, next pos)`; pack is only given what
check let through. Floats are never allowed, nor booleans for integers.
"""

_HIGH = 1 << 30


class RuleError(Exception):
    """What a rule, a record or a field refuses. `code` for programs, `message` for people, who count seats from 1; `fields`
    with the facts."""

    def __init__(self, code, message, **fields):
        super().__init__(message)
        self.code = code
        self.message = message
        self.fields = fields


def put_varint(out, number):
    """Appends a number ≥ 0, seven bits a byte, lowest first."""
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)


def get_varint(data, pos):
    """(number, next position); raises IndexError where the bytes end too early."""
    number = shift = 0
    while True:
        byte = data[pos]
        pos += 1
        number |= (byte & 127) << shift
        if byte < 128:
            return number, pos
        shift += 7


class Int:
    """A whole number from `low` to `high`."""

    def __init__(self, low=-_HIGH, high=_HIGH):
        self.low = low
        self.high = high

    def check(self, value, seats):
        if type(value) is not int:
            raise RuleError("schema", "must be a whole number")
        if not self.low <= value <= self.high:
            raise RuleError("schema", "must be from %d to %d" % (self.low, self.high))

    def pack(self, out, value):
        put_varint(out, value * 2 if value >= 0 else -value * 2 - 1)

    def unpack(self, data, pos, seats):
        number, pos = get_varint(data, pos)
        return (-(number + 1) // 2 if number & 1 else number // 2), pos


class Seat(Int):
    """A seat of this game, from 0."""

    def check(self, value, seats):
        if type(value) is not int:
            raise RuleError("schema", "must be a seat number")
        if not 0 <= value < seats:
            raise RuleError(
                "seat", "no seat has the number %d: records count seats from 0 to %d" % (value, seats - 1)
            )

    def pack(self, out, value):
        out.append(value)

    def unpack(self, data, pos, seats):
        return data[pos], pos + 1


class Choice:
    """One of a few names. A name that is not among them is an error with `code`."""

    def __init__(self, names, code="schema", what=""):
        self.names = names
        self.code = code
        self.what = what or "one of " + ", ".join(names)
        self.index = {}
        for k in range(len(names)):
            self.index[names[k]] = k

    def check(self, value, seats):
        if type(value) is not str:
            raise RuleError("schema", "must be " + self.what)
        if value not in self.index:
            raise RuleError(self.code, "%s is not %s" % (value, self.what))

    def pack(self, out, value):
        out.append(self.index[value])

    def unpack(self, data, pos, seats):
        return self.names[data[pos]], pos + 1


class Text:
    """A text of at most `most` code points, without control characters."""

    def __init__(self, most):
        self.most = most

    def check(self, value, seats):
        if type(value) is not str:
            raise RuleError("schema", "must be a text")
        if len(value) > self.most:
            raise RuleError("schema", "is longer than %d characters" % self.most)
        for letter in value:
            if letter < " " or "\x7f" <= letter <= "\x9f":
                raise RuleError("schema", "holds a control character")
            if "\ud800" <= letter <= "\udfff":
                raise RuleError("schema", "holds half a character")

    def pack(self, out, value):
        data = value.encode()
        put_varint(out, len(data))
        out.extend(data)

    def unpack(self, data, pos, seats):
        size, pos = get_varint(data, pos)
        return bytes(data[pos : pos + size]).decode(), pos + size


class Maybe:
    """Null or a value of the kind."""

    def __init__(self, kind):
        self.kind = kind

    def check(self, value, seats):
        if value is not None:
            self.kind.check(value, seats)

    def pack(self, out, value):
        out.append(0 if value is None else 1)
        if value is not None:
            self.kind.pack(out, value)

    def unpack(self, data, pos, seats):
        if not data[pos]:
            return None, pos + 1
        return self.kind.unpack(data, pos + 1, seats)


class Items:
    """A list of `low` to `high` values of one kind."""

    def __init__(self, kind, low, high):
        self.kind = kind
        self.low = low
        self.high = high

    def check(self, value, seats):
        if type(value) is not list:
            raise RuleError("schema", "must be a list")
        if not self.low <= len(value) <= self.high:
            raise RuleError("schema", "must hold %d to %d values" % (self.low, self.high))
        for item in value:
            self.kind.check(item, seats)

    def pack(self, out, value):
        out.append(len(value))
        for item in value:
            self.kind.pack(out, item)

    def unpack(self, data, pos, seats):
        items = []
        count = data[pos]
        pos += 1
        for _ in range(count):
            item, pos = self.kind.unpack(data, pos, seats)
            items.append(item)
        return items, pos


class Once(Items):
    """A list in which nothing stands twice; where something does, the error has `code`."""

    def __init__(self, kind, low, high, code="schema"):
        Items.__init__(self, kind, low, high)
        self.code = code

    def check(self, value, seats):
        Items.check(self, value, seats)
        for k in range(len(value)):
            if value[k] in value[:k]:
                raise RuleError(self.code, "%s stands twice" % value[k])


class PerSeat(Items):
    """A list with one value of the kind for each seat."""

    def __init__(self, kind):
        Items.__init__(self, kind, 0, 8)

    def check(self, value, seats):
        Items.check(self, value, seats)
        if len(value) != seats:
            raise RuleError("schema", "must hold one value a seat, %d" % seats)


class SeatOrder(PerSeat):
    """Every seat once, in some order."""

    def __init__(self):
        PerSeat.__init__(self, Seat())

    def check(self, value, seats):
        PerSeat.check(self, value, seats)
        for seat in range(seats):
            if seat not in value:
                raise RuleError("seat", "must name every seat once")


class Keyed:
    """An object that holds exactly the keys, each with a value of one kind."""

    def __init__(self, keys, kind):
        self.keys = keys
        self.kind = kind

    def check(self, value, seats):
        if type(value) is not dict or len(value) != len(self.keys):
            raise RuleError("schema", "must be an object of %s" % ", ".join(self.keys))
        for key in self.keys:
            if key not in value:
                raise RuleError("schema", "must be an object of %s" % ", ".join(self.keys))
            self.kind.check(value[key], seats)

    def pack(self, out, value):
        for key in self.keys:
            self.kind.pack(out, value[key])

    def unpack(self, data, pos, seats):
        value = {}
        for key in self.keys:
            value[key], pos = self.kind.unpack(data, pos, seats)
        return value, pos


class Group:
    """An object with its own table of fields."""

    def __init__(self, fields):
        self.fields = fields

    def check(self, value, seats):
        if type(value) is not dict:
            raise RuleError("schema", "must be an object")
        check(self.fields, value, seats)

    def pack(self, out, value):
        pack(self.fields, out, value)

    def unpack(self, data, pos, seats):
        return unpack(self.fields, data, pos, seats)


NOTE = Text(200)


class Variants:
    """Tables of fields, told apart by the name in one field (an `adjust` by its `field`); each may carry a `note`."""

    def __init__(self, key, tables):
        self.key = key
        self.tables = tables
        names = []
        for name, _fields in tables:
            names.append(name)
        self.choice = Choice(tuple(names))

    def table(self, value):
        return self.tables[self.choice.index[value[self.key]]][1]


def check(fields, value, seats):
    """Raises RuleError, naming the field, where one is missing or wrong."""
    if isinstance(fields, Variants):
        check(((fields.key, fields.choice),), value, seats)
        if "note" in value:
            check((("note", NOTE),), value, seats)
        fields = fields.table(value)
    for name, kind in fields:
        if name not in value:
            raise RuleError("schema", "%s is missing" % name)
        try:
            kind.check(value[name], seats)
        except RuleError as error:
            error.message = "%s: %s" % (name, error.message)
            raise


def unknown(fields, value, envelope=()):
    """Names in the value that the table does not hold, in order; `envelope` names are allowed too."""
    if isinstance(fields, Variants):
        envelope = envelope + (fields.key, "note")
        fields = fields.table(value)
    elif len(value) == len(fields) + len(envelope):
        return []
    known = [name for name, _kind in fields]
    return sorted([name for name in value if name not in known and name not in envelope])


def pack(fields, out, value):
    """Appends the fields' bytes to the bytearray `out`."""
    if isinstance(fields, Variants):
        fields.choice.pack(out, value[fields.key])
        fields = fields.table(value)
    for name, kind in fields:
        kind.pack(out, value[name])


def unpack(fields, data, pos, seats):
    """(object, next position)."""
    value = {}
    if isinstance(fields, Variants):
        name, pos = fields.choice.unpack(data, pos, seats)
        value[fields.key] = name
        fields = fields.table(value)
    for name, kind in fields:
        value[name], pos = kind.unpack(data, pos, seats)
    return value, pos
