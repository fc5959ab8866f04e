"""A game's events in the bytes of the journal, one after the other: nine bytes of memory for each and not fifty."""

from array import array

from shared_rules.live import Live


class Packed(Live):
    """`codec`: of the game. At most 65,535 records and bytes, which is more than the Pico's memory has."""

    def __init__(self, codec):
        self._codec = codec
        self._numbers = array("H")
        self._ends = array("H")
        self._data = bytearray()

    def _begin(self, at):
        return self._ends[at - 1] if at else 0

    def event(self, at):
        at %= len(self)
        return self._codec.unpack(self._data[self._begin(at) : self._ends[at]])

    def append(self, number, event):
        data = self._codec.pack(event)
        self._numbers.append(number)
        self._ends.append(len(self._data) + len(data))
        self._data.extend(data)

    def pop(self):
        last = len(self) - 1
        self._data = self._data[: self._begin(last)]
        self._numbers = self._numbers[:last]
        self._ends = self._ends[:last]

    def put(self, at, event):
        data = self._codec.pack(event)
        begin, end = self._begin(at), self._ends[at]
        self._data = self._data[:begin] + data + self._data[end:]
        for k in range(at, len(self)):
            self._ends[k] += begin + len(data) - end

    def copy(self):
        other = Packed(self._codec)
        other._numbers = self._numbers[:]
        other._ends = self._ends[:]
        other._data = self._data[:]
        return other
