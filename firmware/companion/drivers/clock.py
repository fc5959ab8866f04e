"""The time of day, once a host has told it. A box has no clock of its own: until then, and after every start, it has none.

The time is kept as the distance to a count of seconds that only goes forward. Years 2000 to 2099, no leap seconds.
"""

_FORM = "0000-00-00T00:00:00Z"
_DAYS_BEFORE = (0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334)


class Clock:
    """`seconds()`: a count of seconds, from any moment on."""

    def __init__(self, seconds):
        self._seconds = seconds
        self._offset = None

    def set(self, text):
        """From now on it is `text`, UTC as 2026-11-30T19:02:11Z. ValueError if it is no such time."""
        self._offset = _seconds_of(text) - int(self._seconds())

    def utc(self):
        """UTC as text, or None while it was not set."""
        if self._offset is None:
            return None
        return _text_of(self._offset + int(self._seconds()))


def _seconds_of(text):
    """Seconds since the year 2000 began."""
    if len(text) != len(_FORM):
        raise ValueError("no UTC time: " + text)
    for letter, form in zip(text, _FORM):
        if not (letter in "0123456789" if form == "0" else letter == form):
            raise ValueError("no UTC time: " + text)
    year, month, day = int(text[:4]), int(text[5:7]), int(text[8:10])
    hour, minute, second = int(text[11:13]), int(text[14:16]), int(text[17:19])
    days = _days_before(year, month) + day - 1
    seconds = ((days * 24 + hour) * 60 + minute) * 60 + second
    if (
        not (2000 <= year < 2100 and 1 <= month <= 12) or _text_of(seconds) != text
    ):  # the 30th of February, 24:00
        raise ValueError("no UTC time: " + text)
    return seconds


def _days_before(year, month):
    """Days from 2000 on that lie before this month; 2000 is a leap year, and every fourth until 2099."""
    years = year - 2000
    days = years * 365 + (years + 3) // 4 + _DAYS_BEFORE[(month - 1) % 12]
    return days + 1 if month > 2 and years % 4 == 0 else days


def _text_of(seconds):
    days, rest = divmod(seconds, 86400)
    year = 2000 + days // 366
    while _days_before(year + 1, 1) <= days:
        year += 1
    month = 12
    while _days_before(year, month) > days:
        month -= 1
    day = days - _days_before(year, month) + 1
    return "%04d-%02d-%02dT%02d:%02d:%02dZ" % (
        year, month, day, rest // 3600, rest // 60 % 60, rest % 60
    )  # fmt: skip
