"""Starts the app in force, or the other one if that cannot be imported, or leaves the prompt: see docs/recovery.md.

The apps are /a.app and /b.app; /app names the one in force.
"""

import gc
import sys

import micropython

from __main__ import begin, say, stay_out  # pyright: ignore  # boot.py ran here before

gc.threshold(100000)  # what imports leave behind would lie between the modules and cut the memory into pieces
micropython.kbd_intr(-1)  # pyright: ignore  # a byte 0x03 does not end the app; at the prompt it works again

_WORDS = {
    "maintenance": ("Maintenance", "", "A computer may", "now change the", "app. To end it:", "unplug"),
    "crashes": ("Three crashes", "in a row. The", "app is not run.", "Games are safe", "", "Again: unplug"),
    "back": ("BACK was held:", "the app is not", "run. Games are", "safe.", "", "Run it: unplug"),
    "broken": ("The app cannot", "be started.", "Games are safe.", "", "Connect it to a", "computer"),
}


def _main():
    """The main function of the app in force, or else of the other one; None if neither can be imported."""
    try:
        import bundle
    except Exception as error:
        sys.print_exception(error)
        return None
    for name in bundle.names():
        try:
            bundle.use(name)
            from companion.system.supervisor import main

            return main
        except Exception as error:
            sys.print_exception(error)
    return None


if stay_out is None:
    begin()
    run = _main()
    if run is not None:
        run()
    stay_out = "broken"
say(*_WORDS[stay_out])
