"""The drive that a Pico shows while BOOTSEL was held as it got its power: found, recognised, and written to.

It is recognised by what its INFO_UF2.TXT says, wherever the system has put it and whatever it is called there.
"""

import errno
import os
import string
import sys
from pathlib import Path
from typing import NamedTuple

from robokraft.errors import LOST, WRONG, UserError, because
from robokraft.files import reader

INFO = "INFO_UF2.TXT"
_BOARD = "RPI-RP2"
_LONGEST = 2048
_PIECE = 64 * 1024
_FULL = (errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC))
_PLACES = {
    "darwin": ("Volumes/*",),
    "linux": ("media/*/*", "run/media/*/*", "media/*", "mnt/*"),
}


class Drive(NamedTuple):
    """A folder with an INFO_UF2.TXT: `board` is its Board-ID."""

    path: Path
    board: str

    @property
    def pico(self):
        return self.board == _BOARD


def drives(system=sys.platform, root="/"):
    """The Drives of this computer, in a steady order. `root`: where the paths of the system begin."""
    if system == "win32":
        places = [Path(f"{letter}:\\") for letter in string.ascii_uppercase[2:]]
    else:
        patterns = _PLACES.get(system, _PLACES["linux"])
        places = [place for pattern in patterns for place in sorted(Path(root).glob(pattern))]
    return [found for found in map(recognised, dict.fromkeys(places)) if found is not None]


def recognised(path):
    """The Drive at this folder, or None where it is none."""
    try:
        with reader(Path(path) / INFO) as file:
            lines = file.read(_LONGEST).decode("ascii", "replace").splitlines()
    except (OSError, UserError):
        return None
    if not lines or not lines[0].startswith("UF2 Bootloader"):
        return None
    for line in lines:
        name, colon, value = line.partition(":")
        if colon and name.strip() == "Board-ID":
            return Drive(Path(path), value.strip())
    return None


def the_one(option=None, system=sys.platform, root="/"):
    """The Drive that is meant, or None where there is none. Raises UserError for a folder that is none, and for several."""
    if option is not None:
        found = recognised(option)
        if found is None:
            raise UserError(f"{option} is no drive of a Pico: there is no {INFO} of one in it")
        seen = [found]
    else:
        seen = drives(system, root)
    picos = [one for one in seen if one.pico]
    if seen and not picos:
        raise UserError(f"{seen[0].path} is a {seen[0].board}, not a Raspberry Pi Pico ({_BOARD})", WRONG)
    if len(picos) > 1:
        there = ", ".join(str(one.path) for one in picos)
        raise UserError(f"several Picos are waiting, choose one with --drive: {there}")
    return picos[0] if picos else None


def _opened(path, flags):
    """A pipe that nobody reads from is not waited for."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0), 0o666)


def copy(data, drive, moved=lambda done, of: None):
    """Writes a UF2 to the drive, which goes away by itself when the Pico has it all. Raises UserError."""
    done = 0
    try:
        with open(drive.path / "robokraft.uf2", "wb", buffering=0, opener=_opened) as file:
            while done < len(data):
                count = file.write(data[done : done + _PIECE])
                if not count:
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
                done += count
                moved(done, len(data))
            os.fsync(file.fileno())
    except OSError as error:
        if error.errno in _FULL:
            raise UserError(
                f"{drive.path} took {done // 1024} of {len(data) // 1024} KB: {because(error)}; is it the drive of a Pico?"
            )
        if done < len(data):  # else the Pico was quicker than the system's last word
            raise UserError(
                f"the Pico went away after {done // 1024} of {len(data) // 1024} KB ({because(error)}): hold BOOTSEL, "
                "plug it in again, and run this again",
                LOST,
            )
