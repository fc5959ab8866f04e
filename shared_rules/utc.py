"""UTC as texts such as 2026-11-30T19:02:11Z, and as seconds since 2000-01-01. Pure: it reads no clock."""

from shared_rules.fields import RuleError
from shared_rules.game import check_utc

_DAY = 86400
_BEFORE = (0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334)  # days before each month


def seconds_of(text):
    """Seconds since 2000-01-01T00:00:00Z. Raises RuleError `schema` for what is no such time from 2000 to 2099."""
    check_utc(text)
    year, month, day = int(text[:4]), int(text[5:7]), int(text[8:10])
    if not 2000 <= year < 2100:
        raise RuleError("schema", "the year must be from 2000 to 2099")
    days = _days(year, month) + day - 1
    after = _days(year, month + 1) if month < 12 else _days(year + 1, 1)
    if days >= after:
        raise RuleError("schema", "the month has no day %d" % day)
    return days * _DAY + int(text[11:13]) * 3600 + int(text[14:16]) * 60 + int(text[17:19])


def text_of(seconds):
    """The text for so many seconds since 2000-01-01T00:00:00Z."""
    days, second = divmod(seconds, _DAY)
    year = 2000
    while days >= _days(year + 1, 1):
        year += 1
    month = 1
    while month < 12 and days >= _days(year, month + 1):
        month += 1
    day = days - _days(year, month) + 1
    return "%04d-%02d-%02dT%02d:%02d:%02dZ" % (
        year,
        month,
        day,
        second // 3600,
        second // 60 % 60,
        second % 60,
    )


def _days(year, month):
    """Days from 2000-01-01 to the first of the month; every fourth year of this century has 29 February."""
    years = year - 2000
    leap = 1 if month > 2 and year % 4 == 0 else 0
    return years * 365 + (years + 3) // 4 + _BEFORE[month - 1] + leap
