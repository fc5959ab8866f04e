"""Which part answers a message of `shared_rules.wire`; a part is loaded when one of its messages is asked for.

A handler gets the fields, checked against the table, and returns the answer's. What cannot be raises an error with
`code` and `message`, as rules, settings, journal and files do. Reading changes nothing.
"""

import sys

from companion.modules import forget

_GAMES = ("games", "read", "exported", "cards")
_OPTIONS = ("settings", "set", "people", "person", "forget", "clock")
_NEEDS = {"status": "companion.status", "selftest": "companion.ui.screens.selftest"}
_ABOUT = ("hello", "status", "selftest", "crashes", "screen", "press", "program")


class Handlers:
    """`load(name)` until it is False, then `answer(name, fields)`: so the table waits for one of these steps at most."""

    def __init__(self, app):
        self.app = app
        self.about = self.games = self.options = self.asker = None
        self._session = None

    def load(self, name):
        """Loads a module that this message needs, or puts away what none needs any more; whether it did."""
        part, asker = self._part(name), self.asker
        if asker is not None and part is not asker and asker.over():
            self.asker = None
            forget(_asks)
            return True
        if part is None:
            self._release()
            self._make(name)
            return True
        needs = _NEEDS.get(name)
        if needs is not None and needs not in sys.modules:
            __import__(needs)
            return True
        return False

    def answer(self, name, asked):
        """The answer's fields. Raises an error with `code` and `message`."""
        if name == "hello" and asked["session"] != self._session:
            self._session = asked["session"]
            if self.asker is not None:
                self.asker.new_session()
        return getattr(self._part(name), "on_" + name)(asked)

    def busy(self):
        """Whether a later request belongs to an earlier one."""
        return self.asker is not None and self.asker.busy()

    def _part(self, name):
        if name in _GAMES:
            return self.games
        if name in _OPTIONS:
            return self.options
        return self.about if name in _ABOUT else self.asker

    def _release(self):
        """Out of memory with the parts that keep nothing from one request to the next: one of them at a time is enough."""
        self.about = self.games = self.options = None
        forget(_passes)

    def _make(self, name):
        if name in _GAMES:
            from companion.link.games import Games

            self.games = Games(self.app)
        elif name in _OPTIONS:
            from companion.link.options import Options

            self.options = Options(self.app)
        elif name in _ABOUT:
            from companion.link.about import About

            self.about = About(self.app)
        else:
            from companion.link.asking import Asker

            self.asker = Asker(self.app)


_PASS = ("companion.link.about", "companion.link.games", "companion.link.options") + tuple(_NEEDS.values())


def _passes(name):
    return name in _PASS


def _asks(name):
    return name in ("companion.link.asking", "companion.link.restoring")
