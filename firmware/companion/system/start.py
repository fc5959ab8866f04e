"""Loads the program in parts and settles each in flash, so that the next part finds room where the copies of it were.

`settle` is for the supervisor: it settles what was loaded meanwhile.
"""

import sys

from companion.inplace import Settler

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
    """The function that settles; one that does nothing where flash is not as it is thought to be."""
    try:
        return Settler().step
    except Exception as error:
        sys.print_exception(error)
        return lambda: False


settle = _settler()
for part in _PARTS:
    __import__(part)
    settle()


def main():
    """Runs the box on a Pico. Does not return: it ends with a reset."""
    from companion.system.supervisor import main

    main(settle)
