"""Dates, times and outcomes in words: the same in the terminal, in reports and in files."""

from datetime import datetime, timedelta, timezone

from robokraft.archive.kinds import title
from robokraft.archive.names import plain

MODES = {"cards": "every card", "tricks": "trick by trick", "scores": "scores only"}


def started(text):
    """The datetime (UTC) of a log's `started`, or None: unknown, or no day there is."""
    if text is None:
        return None
    try:
        # A leap second is as good as the second before it.
        return datetime.strptime(text.replace(":60Z", ":59Z"), "%Y-%m-%dT%H:%M:%SZ").replace(
            tzinfo=timezone.utc
        )
    except ValueError:
        return None


def ended(text, play_ms):
    """When play ended, as far as the box's time of play tells; None where the start is not known."""
    begun = started(text)
    if begun is None:
        return None
    try:
        return begun + timedelta(milliseconds=play_ms)
    except OverflowError:  # after the last year there is
        return begun


def day(moment):
    """`2026-11-30`: strftime writes the year 1 with one digit on some systems."""
    return str(moment)[:10]


def second(moment):
    """`2026-11-30 19:02:11`."""
    return str(moment)[:19]


def when(text):
    """`2026-11-30 19:02 UTC`, or `no date`."""
    begun = started(text)
    return "no date" if begun is None else f"{second(begun)[:-3]} UTC"


def minutes(play_ms):
    """Whole minutes of play, at least one where there was any."""
    return 0 if play_ms <= 0 else max(1, round(play_ms / 60000))


def span(play_ms):
    """`47 min`, `2 h 05 min`."""
    whole = minutes(play_ms)
    return f"{whole} min" if whole < 60 else f"{whole // 60} h {whole % 60:02} min"


def outcome(standing, reason, counts):
    """What a game came to, in a word or two; empty for one that is simply over."""
    if standing == "bad":
        return "WRONG: not counted"
    if standing == "copy":
        return "copy: not counted"
    if standing == "conflict":
        return "conflict: not counted"
    how = "" if reason == "complete" else reason or "open"
    return how if counts else f"{how}: not counted"


def heading(reading):
    """A title for one game: `RoboKraft Ann, Ben, Zoë 2026-11-30`."""
    header = reading.header or {}
    names = ", ".join(plain(player["name"]) for player in reading.players)
    begun = started(header.get("started"))
    return " ".join(
        part for part in (title(header.get("game", "game")), names, day(begun) if begun else "") if part
    )
