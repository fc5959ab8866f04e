"""Rules of the five games, their events, log and wire format: pure, for CPython and MicroPython."""
