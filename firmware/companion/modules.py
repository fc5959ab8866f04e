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
