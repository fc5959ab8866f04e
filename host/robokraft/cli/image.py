"""`robokraft image`: the box's file system as one file."""

from typing import Annotated

import typer

from robokraft.told import shown


def command(
    output: Annotated[str, typer.Option("-o", "--output", metavar="FILE", help="Where the image goes.")],
):
    """Make the box's file system: a littlefs image of 1,408 KB with the program of the box.

    It belongs at offset 0xA0000 of a Pico's flash; 'robokraft uf2' makes one file of it and MicroPython.
    Exit codes: 0 good, 1 a part does not compile or fit, 2 a part is missing or the file cannot be written.
    """
    from robokraft.deploy.image import BLOCK, BLOCKS, build, used_blocks
    from robokraft.deploy.manifest import box_files, firmware_version
    from robokraft.logfile import write_whole

    files = box_files()
    image = build(files)
    write_whole(output, image)
    held = sum(map(len, files.values()))
    print(
        f"{shown(output)}: firmware {firmware_version()}, {len(files)} files of {held} bytes, "
        f"{used_blocks(image) * BLOCK // 1024} of {BLOCKS * BLOCK // 1024} KB used"
    )
