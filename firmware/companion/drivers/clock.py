"""The time of day, once a host has told it. A box has no clock of its own: until then, and after every start, it has none.

The time is kept as the distance to a count of seconds that only goes forward. Years 2000 to 2099, no leap seconds.
"""

from shared_rules.utc import seconds_of, text_of


class Clock:
    """`seconds()`: a count of seconds, from any moment on."""

    def __init__(self, seconds):
        self._seconds = seconds
        self._offset = None

    def set(self, text):
        """From now on it is `text`, UTC as 2026-11-30T19:02:11Z. RuleError `schema` if it is no such time."""
        self._offset = seconds_of(text) - int(self._seconds())

    def utc(self):
        """UTC as text, or None while it was not set."""
        if self._offset is None:
            return None
        return text_of(self._offset + int(self._seconds()))
