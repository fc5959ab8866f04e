"""When the link may do the next piece of its work: the table goes first.

A press waits for one piece at most, some 40 ms, and where keys are being pressed for none: a piece is begun only in the
gap after a key, when its picture is there and the next key is not yet, or a while later. Where somebody presses without
any gap a host waits for a second, and then for a tenth of one a piece.
"""

from companion.link.door import TABLE_MOST_MS, TABLE_MS
from companion.ticks import since

_GAP_FROM_MS = 55
_GAP_TO_MS = 90
_SHORT_GAP_MS = 30
_BEGUN_MS = 100  # between two pieces of what was begun


class Manners:
    def __init__(self, app):
        self._app = app
        self._waits_ms = None  # since when the table has gone before

    def table_first(self, begun):
        """Whether the next piece must wait; `begun`: it is not the first of its request."""
        keys = self._app.keys
        quiet_ms = min(keys.idle_ms, keys.still_ms)
        if quiet_ms < TABLE_MS and (keys.down or not _GAP_FROM_MS <= quiet_ms < _GAP_TO_MS):
            now = self._app.parts.ticks_ms()
            if self._waits_ms is None:
                self._waits_ms = now
            often = begun and not keys.down and quiet_ms >= _SHORT_GAP_MS
            if since(now, self._waits_ms) < (_BEGUN_MS if often else TABLE_MOST_MS):
                return True
        self._waits_ms = None
        return False
