"""The texts of a language on the Pico: a few pieces of bytes instead of two hundred objects, read when they are wanted.

`robokraft.deploy.texts` makes them of a language's module. A text's place in the `sheets` stands in `places` (2 bytes: 2,048 ×
number of the sheet + place in it), at the number that the first 3 bytes of its name's CRC-32 have in `keys`. There lies a
tag, and what belongs to it:

    0 … 223    a text of so many bytes, in UTF-8
    224        a tuple: a byte, how many values follow
    225        a table: a byte, how many keys follow, each before its value
    226        a number: a byte
    227, 228   True, False
"""

from binascii import crc32

_TUPLE = 224
_NUMBER = 226
_TRUE = 227
_SHEET = 2048
_KEPT = 24  # values that need not be read again


class Texts:
    """Has the names of the language's module as attributes."""

    def __init__(self, keys, places, sheets):
        self._keys = keys
        self._places = places
        self._sheets = sheets
        self._kept = {}

    def __getattr__(self, name):
        value = self._kept.get(name)
        if value is None:
            value = self._read(name)
            if len(self._kept) >= _KEPT:
                self._kept.clear()
            self._kept[name] = value
        return value

    def _read(self, name):
        key = crc32(name.encode()).to_bytes(4, "little")[:3]
        at = self._keys.find(key)
        while at > 0 and at % 3:  # some of one and some of the next
            at = self._keys.find(key, at + 1)
        if at < 0:
            raise AttributeError(name)
        at = at // 3 * 2
        place = self._places[at] | self._places[at + 1] << 8
        return self._value(self._sheets[place // _SHEET], place % _SHEET)[0]

    def _value(self, data, at):
        """(the value that begins there, where the next one begins)"""
        tag = data[at]
        at += 1
        if tag < _TUPLE:
            return str(data[at : at + tag], "utf-8"), at + tag
        if tag >= _TRUE:
            return tag == _TRUE, at
        count = data[at]
        at += 1
        if tag == _NUMBER:
            return count, at
        values = []
        for _ in range(count if tag == _TUPLE else 2 * count):
            value, at = self._value(data, at)
            values.append(value)
        if tag == _TUPLE:
            return tuple(values), at
        return {values[k]: values[k + 1] for k in range(0, 2 * count, 2)}, at
