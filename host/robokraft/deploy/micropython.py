"""The MicroPython that goes onto a Pico: a file that was named, one that was fetched before, or the release, fetched once."""

import hashlib
import urllib.request
from pathlib import Path

from robokraft.deploy import uf2
from robokraft.errors import UserError
from robokraft.files import read_whole
from robokraft.logfile import write_whole

RELEASE = "1.26.1"  # the one the tests were made with
FILE = "RPI_PICO-20250911-v1.26.1.uf2"
SHA256 = "fc2a8096e0d999d3caca11b34381854599d68aee3e905d3cccbd5247ca78d07c"
DOWNLOADS = "https://micropython.org/download/RPI_PICO/"
_ADDRESS = "https://micropython.org/resources/firmware/" + FILE
_WAIT_S = 30
_MOST = 4 << 20


def image(option=None, folders=None, address=_ADDRESS):
    """(bytes of the UF2, what it is). Raises UserError where there is none, or it is not for a Pico."""
    if option is not None:
        data = read_whole(option)
        try:
            return data, uf2.read(data)
        except UserError as error:
            raise UserError(f"{option}: {error.message}")
    kept = places() if folders is None else folders
    for place in kept:
        try:
            data = read_whole(place / FILE)
        except UserError:
            continue
        if hashlib.sha256(data).hexdigest() == SHA256:
            return data, uf2.read(data)
    data = _fetched(address)
    kept[0].mkdir(parents=True, exist_ok=True)
    write_whole(kept[0] / FILE, data)
    return data, uf2.read(data)


def places():
    """Where it is kept: our own folder, and that of the emulator."""
    from platformdirs import user_cache_dir

    return [Path(user_cache_dir("robokraft-companion", appauthor=False)), Path.home() / ".cache" / "rp2040py"]


def _fetched(address):
    what_to_do = f"get {FILE} from {DOWNLOADS} and name the file with --micropython"
    try:
        with urllib.request.urlopen(address, timeout=_WAIT_S) as answer:
            data = answer.read(_MOST)
    except (OSError, ValueError) as error:
        reason = getattr(error, "reason", error)
        raise UserError(f"MicroPython {RELEASE} cannot be fetched ({reason}): {what_to_do}")
    if hashlib.sha256(data).hexdigest() != SHA256:
        raise UserError(f"what was fetched as MicroPython {RELEASE} is not that file: {what_to_do}")
    return data
