"""`robokraft uf2`: MicroPython and the box's program in one file to drag onto the Pico."""

from typing import Annotated

import typer

from robokraft.files import read_whole
from robokraft.told import shown


def command(
    micropython: Annotated[
        str,
        typer.Option(
            "--micropython", metavar="UF2", help="The official MicroPython for the Raspberry Pi Pico."
        ),
    ],
    output: Annotated[str, typer.Option("-o", "--output", metavar="FILE", help="Where the UF2 goes.")],
):
    """Merge MicroPython and the box's program into one UF2 to drag onto the Pico.

    On a Pico that was a box already it overwrites the games: export them first.
    MicroPython for the Pico: https://micropython.org/download/RPI_PICO/
    Exit codes: 0 good, 1 a part does not compile or fit, 2 the UF2 is not the right one or a file cannot be read or written.
    """
    from robokraft.deploy import bundle, uf2
    from robokraft.deploy.image import build
    from robokraft.deploy.manifest import APP, box_files
    from robokraft.logfile import check_outputs, write_whole

    check_outputs([output], [micropython])
    firmware = uf2.read(read_whole(micropython))
    files = box_files()
    about = bundle.manifest_of(files[APP + bundle.SUFFIX])
    write_whole(output, uf2.merged(firmware, build(files), about["mpy"]))
    print(
        f"{shown(output)}: MicroPython {firmware.version or '(unknown version)'}, firmware {about['firmware']}"
    )
