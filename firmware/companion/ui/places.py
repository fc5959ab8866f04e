"""Which module of screens belongs to the open game. It is imported when it is needed, and only that one.

Such a module offers `place_of(app)`, the screen at which the game stands; `look(app)`, the screen of standings; and
`decisions()`, the lines of the list of corrections: (name of its text in the language module, function of the app).
"""

import sys


def screens_of(app):
    name = app.session.game.module.NAME
    path = "companion.ui.screens." + ("table" if name == "robokraft" else name)
    __import__(path)
    return sys.modules[path]
