"""Which part answers a message of `shared_rules.wire`; a part is loaded when one of its messages is asked for.

A handler gets the fields, checked against the table, and returns the answer's. One with much to do is a generator: it
yields None after each piece of the work, and the answer's fields at the end. What cannot be raises an error with `code`
and `message`, as rules, settings, journal and files do. Reading changes nothing.
"""

import sys

from companion.modules import forget, load

_PARTS = (  # its module and its class, the messages
    ("games", "Games", "games read exported cards"),
    ("options", "Options", "settings set people person forget undrawn picture clock"),
    ("about", "About", "hello status selftest crashes screen press program"),
    ("asking", "Asker", ""),  # all others
)
_LINK = "companion.link."
_STATUS, _TRIAL = "companion.status", "companion.storage.trial"
_NEEDS = {
    "hello": _STATUS,
    "status": _STATUS,
    "screen": _STATUS,
    "selftest": _TRIAL,
    "program": "companion.system.program",
    "cards": "companion.storage.carddata",
    "restore": "companion.link.restoring",
}


class Handlers:
    """`load(name)` until it is False, then `begin(name, fields)`, and `go_on()` until it gives the answer's fields.

    So the table waits for one of these steps at most.
    """

    def __init__(self, app):
        self.app = app
        self.about = self.games = self.options = self.asking = None
        self._session = None
        self._work = None  # of a handler that has not come to its end

    def load(self, name):
        """Does a step of loading what this message needs, or of putting away what none needs any more; whether it did."""
        module, kind, _ = _part_of(name)
        part, asker = getattr(self, module), self.asking
        if asker is not None and part is not asker and asker.over():
            self.asking = None
            forget(_asks)
            return True
        if part is not None:
            needs = _NEEDS.get(name)
            return needs is not None and load(needs)
        loaded = sys.modules.get(_LINK + module)
        if loaded is not None:
            setattr(self, module, getattr(loaded, kind)(self.app))
            return True
        return load(_LINK + module)

    def begin(self, name, asked):
        """The answer's fields, or None: there is more to do. Raises an error with `code` and `message`."""
        if name == "hello" and asked["session"] != self._session:
            self._session = asked["session"]
            if self.asking is not None:
                self.asking.new_session()
        answer = getattr(getattr(self, _part_of(name)[0]), "on_" + name)(asked)
        if not hasattr(answer, "send"):
            return answer
        self._work = answer
        return self.go_on()

    def goes_on(self):
        return self._work is not None

    def go_on(self):
        """As `begin`, of what was begun."""
        work, self._work = self._work, None
        answer = next(work)  # pyright: ignore
        if answer is None:
            self._work = work
        return answer

    def drop(self):
        """Nobody waits any more for what was begun."""
        self._work = None

    def busy(self):
        """Whether a later request belongs to an earlier one."""
        return self.asking is not None and self.asking.busy()


def _asks(name):
    return name in (_LINK + "asking", _LINK + "restoring")


def _part_of(name):
    for part in _PARTS[:-1]:
        if name in part[2].split(" "):
            return part
    return _PARTS[-1]
