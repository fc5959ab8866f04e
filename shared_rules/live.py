"""The events of a game that are not undone, oldest first, each with the number of its record."""


class Live:
    """As they are. `companion.packed.Packed` keeps the same in a tenth of the memory."""

    def __init__(self):
        self._numbers = []
        self._events = []

    def __len__(self):
        return len(self._numbers)

    def number(self, at):
        """The number of the record; `at` may count from the end, like that of a list."""
        return self._numbers[at]

    def event(self, at):
        return self._events[at]

    def append(self, number, event):
        self._numbers.append(number)
        self._events.append(event)

    def pop(self):
        """Takes the newest off."""
        self._numbers.pop()
        self._events.pop()

    def put(self, at, event):
        """Another event in the place of one, under the same number."""
        self._events[at] = event

    def find(self, number):
        """The place of the event of this record, or -1."""
        for at in range(len(self)):
            if self.number(at) == number:
                return at
        return -1

    def copy(self):
        other = Live()
        other._numbers = self._numbers[:]
        other._events = self._events[:]
        return other
