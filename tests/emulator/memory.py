"""The emulated box's memory read on this computer, by the box's own code: as it is, and as a power cut would leave it."""

from typing import Any

from companion.session import records
from companion.storage.files import Files
from companion.storage.journal import Journal
from device.flash import Flash, LittleSystem
from robokraft.deploy.image import BLOCKS, DATA, files_of
from robokraft.deploy.uf2 import FILE_SYSTEM


def files_on(flash):
    """The files of the box's memory on this flash, for the box's own code."""
    context = Flash(BLOCKS)
    context.buffer[:] = flash
    system: Any = LittleSystem(context, fresh=False)
    return Files(f"/{DATA}", system, system.open_file)


def journal_of(flash):
    """The box's journal as it comes up on this flash."""
    return Journal(files_on(flash))


def memory_on(flash):
    """{path: bytes} of the box's memory on this flash."""
    return {path.removeprefix(f"{DATA}/"): data for path, data in files_of(flash, DATA).items()}


def events(journal):
    """The records of the open game without their time."""
    return [{**record, "t": 0} for record in records(journal.open_payloads())]


def cuts(before, operations):
    """(operations done, flash) for a cut before each operation, half-way through it, and after the last."""
    flash = bytearray(before)
    for done, operation in enumerate(operations):
        local = operation.moved(-FILE_SYSTEM)
        yield done, bytes(flash)
        half = bytearray(flash)
        local.apply(half, half=True)
        yield done, bytes(half)
        local.apply(flash)
    yield len(operations), bytes(flash)
