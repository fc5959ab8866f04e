"""The box's file system as one littlefs image, made for the place where MicroPython looks for it on a Pico.

The same files give the same bytes. Nothing here reads or writes a Pico.
"""

from pathlib import PurePosixPath

from robokraft.errors import WRONG, UserError

BLOCK = 4096
BLOCKS = 352
SIZE = BLOCK * BLOCKS
PAGE = 256
DISK_VERSION = 0x00020000  # what MicroPython writes at first and every release can read
DATA = "data"  # the folder of the box's memory


def build(files):
    """The image that holds `files` {path: bytes}. Raises UserError where they do not fit."""
    import littlefs

    system = empty()
    try:
        for path in sorted(files):
            folder = str(PurePosixPath(path).parent)
            if folder != ".":
                system.makedirs(folder, exist_ok=True)
            with system.open(path, "wb") as file:
                file.write(files[path])
    except littlefs.LittleFSError:
        raise UserError(f"the box's files do not fit into the {SIZE} bytes of its file system", WRONG)
    system.unmount()
    return held(system)


def empty():
    """A littlefs of the box's size with nothing in it, mounted."""
    import littlefs

    system = littlefs.LittleFS(
        block_size=BLOCK,
        block_count=BLOCKS,
        read_size=PAGE,
        prog_size=PAGE,
        disk_version=DISK_VERSION,
        mount=False,
    )
    system.format()
    system.mount()
    return system


def held(system):
    """The image as the littlefs has it now."""
    return bytes(_buffer(system))


def mounted(image):
    """The littlefs of an image, whatever version of the format a Pico has made of it; never formatted.

    Raises ValueError where there is none.
    """
    import littlefs

    context = littlefs.UserContext(SIZE)
    context.buffer[:] = image
    system = littlefs.LittleFS(
        context=context, block_size=BLOCK, block_count=BLOCKS, read_size=PAGE, prog_size=PAGE, mount=False
    )
    try:
        system.mount()
    except littlefs.LittleFSError as error:
        raise ValueError(f"no file system: {error}")
    return system


def files_of(image, under=""):
    """{path: bytes} of the files of an image whose path begins with the folder `under`. ValueError: no file system."""
    system = mounted(image)
    found = {}
    for folder, _, names in system.walk("/" + under):
        for name in names:
            path = f"{folder.rstrip('/')}/{name}".lstrip("/")
            with system.open(path, "rb") as file:
                found[path] = file.read()
    return dict(sorted(found.items()))


def used_blocks(image):
    """How many of the BLOCKS are in use."""
    return mounted(image).used_block_count


def _buffer(system):
    return system.context.buffer
