"""Brings a log into the archive's folder without ever losing one.

Promises: a good log that has more records replaces the one it begins with; anything else with the same id is kept beside
it; what is there already is not written again. Nothing is seen under its name before it is whole.
"""

import os
from pathlib import Path

from robokraft.archive.place import SUFFIX, beside_path, log_path, made
from robokraft.archive.reading import read
from robokraft.files import read_there
from robokraft.logfile import Unreadable, write_whole

NEW = "new"  # the archive did not have this game
LONGER = "longer"  # it goes on from what the archive had, and took its place
KNOWN = "known"  # the archive has it, or more of it
CONFLICT = "conflict"  # another log of the same id: both are kept


class Kept:
    """How a log was kept: `how` (NEW, LONGER, KNOWN, CONFLICT), `path` in the archive, and its `reading`."""

    def __init__(self, how, path, reading):
        self.how = how
        self.path = path
        self.reading = reading


def keep(folder, data):
    """Keeps the bytes of a log; makes `folder` for the first one. Raises Unreadable for what is no game log, UserError
    where it cannot write."""
    reading = read(data)
    name = reading.id or "unknown-" + reading.digest[:16]
    path = log_path(folder, name)
    beside = beside_path(folder, name, reading.digest)
    there = read_there(path)
    if there is None:
        how = NEW
    elif there == data or beside.is_file():
        how, path = KNOWN, path if there == data else beside
        return Kept(how, path, reading)
    else:
        how = _against(there, reading)
        if how == KNOWN:
            return Kept(how, path, reading)
        if how == CONFLICT:
            path = beside
    made(folder)
    write_whole(path, data)
    return Kept(how, path, reading)


def _against(there, reading):
    """What a log is to the one that has its place."""
    try:
        older = read(there)
    except Unreadable:
        return CONFLICT
    if older.id != reading.id:  # ids that differ in case alone, where file names do not
        return CONFLICT
    if older.ok and reading.ok:
        if older.records == reading.records or older.extends(reading):
            return KNOWN
        if reading.extends(older):
            return LONGER
    return CONFLICT


def logs_in(path):
    """The log files a person means by a path: the file itself, or every log in a folder and the folders in it."""
    path = Path(path)
    if not os.path.isdir(path):
        return [path]
    return sorted(found for found in path.rglob("*" + SUFFIX) if found.is_file())
