"""Modules that are not needed for long: out of memory with them. They are imported anew when they are wanted again."""

import gc
import sys


def forget(wanted):
    """Puts out of memory every module of ours for whose full name `wanted(name)` holds."""
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


def leave(*names):
    """Puts the modules of these full names out of memory: those of a part of the game that is over. The first is there if one is."""
    if names[0] in sys.modules:
        forget(lambda name: name in names)


def load(name):
    """Loads a module of ours; False where it is in memory already."""
    if name in sys.modules:
        return False
    __import__(name)
    return True
