"""Which module of screens belongs to a game. It is imported when it is needed, and only that one.

Such a module offers `place_of(app)`, the screen at which the open game stands; `look(app)`, the screen of standings;
`decisions()`, the lines of the list of corrections: (text, or its name in the language module; function of the app). It may
offer `count_now(app)`, where an open round cannot be counted as it stands: what is missing is asked for. In games other than
RoboKraft a second module, `…_setup`, offers `ask(app, plan, done)`, which asks what `setup` of record 0 holds and calls
`done(setup)` (see `new_game.Plan`). A game's own texts are in `companion.lang`, with `MODES`, `RULE`, `CARD_PAGES`, `KEY_PAGES`.
"""

import sys

_PACKAGE = "companion.ui.screens."


def screens_of(app):
    """The module of the open game."""
    return screens_for(app.session.game.module.NAME)


def screens_for(name):
    """The module of the game of this name."""
    return _loaded(name, "table" if name == "robokraft" else name)


def setup_of(name):
    """The module that asks what this game begins with, without the screens of the game: the one before is still to be put away."""
    return _loaded(name, name + "_setup")


def _loaded(name, module):
    path = _PACKAGE + module
    if path not in sys.modules:
        from companion.ui.screens.home import unload

        unload(name)  # a game needs the room of all the others
        __import__(path)
    return sys.modules[path]
