"""From key samples to what a person meant: a press, a hold, a repeat.

Pure: it reads no clock and no pin. The samples come in as runs (this mask was seen for so many milliseconds),
and a long run gives exactly what the same milliseconds one by one would give. Nothing is allocated until an
event is taken out.

Promised: a spike of 1 or 2 ms enters nothing, bounces enter nothing, the keys do not influence each
other, and a key that is down at the start says nothing until it was let go. Not promised: room for more
than 16 events that nobody takes.
"""

from companion.keys import BACK, DOWN, OK, UP

PRESS = 0
HOLD = 1
REPEAT = 2

_ROOM = 16
_KEYS = 8
_ALL = 0xFF
_PRESS_MS = 3
_FIRST_REPEAT_MS = 500
_NEXT_REPEAT_MS = 120
_LONGEST_IDLE_MS = 0x1FFFFFFF  # stays a small integer on the Pico; six days

_REPEATING = 1 << UP | 1 << DOWN
_HOLDABLE = 1 << OK | 1 << BACK


class Queue:
    """Events in the order they happened, at most 16; what comes when it is full is dropped and counted.

    `dropped`: events lost that way. `idle_ms`: time since the newest event, kept by the `Debouncer` (a
    key that is down but has not yet said anything does not count).
    """

    def __init__(self):
        self.dropped = 0
        self.idle_ms = 0
        self._ring = bytearray(_ROOM)
        self._first = 0
        self._count = 0

    def inject(self, kind, key):
        """Put an event in as if the key had made it. ValueError: no such kind or key."""
        if not (PRESS <= kind <= REPEAT and 0 <= key < _KEYS):
            raise ValueError(f"no event: kind {kind}, key {key}")
        self.idle_ms = 0
        if self._count == _ROOM:
            self.dropped += 1
            return
        self._ring[(self._first + self._count) % _ROOM] = kind << 3 | key
        self._count += 1

    def next(self):
        """Take the oldest event out: (kind, key), or None."""
        if not self._count:
            return None
        event = self._ring[self._first]
        self._first = (self._first + 1) % _ROOM
        self._count -= 1
        return event >> 3, event & 7


class Debouncer(Queue):
    """Feeds its queue from raw key samples.

    A press counts after 3 ms down without a gap, a release after `double_ms` up without a gap. Suits, UP
    and DOWN give PRESS when pressed; UP and DOWN then REPEAT at 500 ms and every 120 ms. OK and BACK give
    PRESS when released, or HOLD once at `hold_ms` and then nothing. These times run from the first sample
    down. Events of the same millisecond come in key order.

    `still_ms`: time since a line changed, be it a bounce. `down`: mask of the keys whose press counted and
    whose release did not yet. `stuck`: mask of the keys that were down at the first sample and have not been
    up since; they give nothing and are not in `down`.
    """

    def __init__(self, hold_ms=800, double_ms=25):
        super().__init__()
        self.still_ms = 0
        self.down = 0
        self.stuck = 0
        self._mask = 0
        self._started = False
        self._unsure = 0  # keys whose line differs from what counts
        self._armed = 0  # keys in `down` with a hold or a repeat to come
        self._differs_ms = [0] * _KEYS
        self._left_ms = [0] * _KEYS  # of armed keys: until the hold or repeat
        self.set_times(hold_ms, double_ms)

    def set_times(self, hold_ms, double_ms):
        """Change the times; a hold already begun keeps its own. ValueError: hold_ms < 4 or double_ms < 1."""
        if hold_ms <= _PRESS_MS or double_ms < 1:
            raise ValueError(f"hold_ms {hold_ms} must be over 3, double_ms {double_ms} over 0")
        self.hold_ms = hold_ms
        self.double_ms = double_ms

    def feed(self, mask, ms):
        """The raw mask (bit k: key k is down) was seen for `ms` milliseconds. Nothing happens if ms < 1."""
        if ms < 1:
            return
        mask &= _ALL
        if mask != self._mask:
            self._mask = mask
            self.still_ms = 0
        self.still_ms = min(self.still_ms + ms, _LONGEST_IDLE_MS)
        if not self._started:
            self._started = True
            self.stuck = mask
        self._settle(self._unsure & ~(mask ^ (self.down | self.stuck)))
        while ms:
            differing = mask ^ (self.down | self.stuck)
            self._unsure = differing
            step = ms
            if differing | self._armed:
                step = self._quiet_ms(mask, differing, ms)
                self._advance(differing, step)
            self.idle_ms = min(self.idle_ms + step, _LONGEST_IDLE_MS)
            ms -= step
            if differing | self._armed:
                self._act(mask, differing)

    def _settle(self, back):
        """The lines of these keys came back to what counts: only a bounce."""
        key = 0
        while back:
            if back & 1:
                self._differs_ms[key] = 0
                # A hold or repeat that came due while the line was up must not be fired by a spike.
                self._left_ms[key] = max(self._left_ms[key], _PRESS_MS)
            back >>= 1
            key += 1

    def _quiet_ms(self, mask, differing, ms):
        """How far to go, at most `ms` and at least 1, until the next thing is due."""
        step = ms
        armed = self._armed
        key = 0
        while differing | armed:
            if differing & 1:
                limit_ms = _PRESS_MS if mask >> key & 1 else self.double_ms
                step = min(step, limit_ms - self._differs_ms[key])
            elif armed & 1:
                step = min(step, self._left_ms[key])
            differing >>= 1
            armed >>= 1
            key += 1
        return max(step, 1)  # double_ms may have been shortened in the middle of a release

    def _advance(self, differing, step):
        armed = self._armed
        key = 0
        while differing | armed:
            if differing & 1:
                self._differs_ms[key] += step
            if armed & 1:
                self._left_ms[key] -= step
            differing >>= 1
            armed >>= 1
            key += 1

    def _act(self, mask, differing):
        """Everything that is due in this millisecond, in key order."""
        armed = self._armed
        key = 0
        while differing | armed:
            if differing & 1:
                if mask >> key & 1:
                    if self._differs_ms[key] >= _PRESS_MS:
                        self._pressed(key)
                elif self._differs_ms[key] >= self.double_ms:
                    self._released(key)
            elif armed & 1 and self._left_ms[key] <= 0:
                self._due(key)
            differing >>= 1
            armed >>= 1
            key += 1

    def _pressed(self, key):
        bit = 1 << key
        self._differs_ms[key] = 0
        self._unsure &= ~bit
        self.down |= bit
        if bit & _HOLDABLE:
            self._armed |= bit
            self._left_ms[key] = self.hold_ms - _PRESS_MS
            return
        if bit & _REPEATING:
            self._armed |= bit
            self._left_ms[key] = _FIRST_REPEAT_MS - _PRESS_MS
        self.inject(PRESS, key)

    def _released(self, key):
        bit = 1 << key
        self._differs_ms[key] = 0
        self._unsure &= ~bit
        was_armed = self._armed & bit
        self.down &= ~bit
        self.stuck &= ~bit
        self._armed &= ~bit
        if was_armed & _HOLDABLE:
            self.inject(PRESS, key)

    def _due(self, key):
        bit = 1 << key
        if bit & _REPEATING:
            self._left_ms[key] = _NEXT_REPEAT_MS
            self.inject(REPEAT, key)
        else:
            self._armed &= ~bit
            self.inject(HOLD, key)
