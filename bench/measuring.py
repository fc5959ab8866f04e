"""Runs one measurement, in a process of its own."""

import importlib
import sys
import time
import traceback

TOLD_EVERY_S = 30


def measured(name):
    """(name, rows, seconds, None or what went wrong)."""
    began = last = time.monotonic()
    count = 0

    def step():
        nonlocal count, last
        count += 1
        if time.monotonic() - last > TOLD_EVERY_S:
            last = time.monotonic()
            print(f"{name}: step {count}, {last - began:.0f} s", file=sys.stderr, flush=True)

    found = []
    try:
        found.extend(importlib.import_module(f"bench.{name}").rows(step))
    except Exception:
        return name, found, time.monotonic() - began, traceback.format_exc()
    return name, found, time.monotonic() - began, None
