"""Modules that are not needed for long: out of memory with them. They are imported anew when they are wanted again."""

import gc
import sys


def forget(wanted):
    """Puts out of memory every module of ours for whose full name `wanted(name)` holds; whether there was one."""
    found = False
    for name in list(sys.modules):
        if name.startswith(("companion.", "shared_rules.")) and wanted(name):
            found = True
            del sys.modules[name]
            package, _, last = name.rpartition(".")
            package = sys.modules.get(package)
            if hasattr(package, last):
                delattr(package, last)
    if found:
        gc.collect()  # what is loaded next must not lie between pieces of garbage
    return found


def leave(*names):
    """Puts the modules of these full names out of memory: those of a part of the game that is over. The first is there if one is."""
    if names[0] in sys.modules:
        forget(lambda name: name in names)


class Loader:
    """Loads modules of ours in two turns each: to tidy the heap and to import in one would keep a press waiting."""

    def __init__(self):
        self._tidied = False

    def step(self, name):
        """Does what the next turn is for; whether there was anything to do."""
        if name in sys.modules:
            return False
        self._tidied = not self._tidied
        if self._tidied:
            gc.collect()
            return True
        bundle = sys.modules.get("bundle")
        tidies = getattr(bundle, "tidy", False)
        if tidies:
            bundle.tidy = False  # pyright: ignore
        try:
            __import__(name)
        finally:
            if tidies:
                bundle.tidy = True  # pyright: ignore
        return True

    def tidied(self):
        """The heap was tidied just now."""
        self._tidied = True
