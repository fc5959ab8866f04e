"""Loads the program in parts and settles each in flash, so that the next one finds room where the copies of it were."""

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


def load():
    """The function that runs the box on a Pico, with all that it needs in memory."""
    settle = _settler()
    for part in _PARTS:
        __import__(part)
        settle()
    from companion.system.supervisor import main

    return lambda: main(settle)


def _settler():
    """What settles the modules that were loaded; it does nothing where flash is not as it is thought to be."""
    try:
        from companion.drivers.inplace import Settler

        return Settler().step
    except Exception as error:
        sys.print_exception(error)
        return lambda: False
