"""Loads the program in parts and settles each in flash, so that the next one finds room where the copies of it were.

It is imported before any of them. `settle()` settles what is loaded later.
"""

import sys

_PARTS = (
    "companion.ui.canvas",
    "companion.lang.en",
    "companion.storage.journal",
    "companion.session",
    "companion.ui.widgets",
    "companion.drivers.panel",
    "companion.app",
    "companion.board",
)


def _settler():
    try:
        from companion.drivers.inplace import Settler

        return Settler().step
    except ImportError:  # no Pico
        pass
    except Exception as error:  # flash is not as it is thought to be: the program stays in memory
        sys.print_exception(error)  # pyright: ignore
    return lambda: False


settle = _settler()
for part in _PARTS:
    __import__(part)
    settle()
