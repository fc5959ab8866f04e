"""`robokraft screen`: the picture on the box's display."""

import base64
import io
from typing import Annotated

import typer

from robokraft.cli.cable import Device, Json, Port, connected, understood
from robokraft.cli.output import print_json, print_picture
from robokraft.told import shown


def command(
    context: typer.Context,
    png: Annotated[str | None, typer.Option("--png", metavar="FILE", help="Write the picture.")] = None,
    json: Json = False,
    port: Port = None,
    device: Device = None,
):
    """Print the picture on the box's display. The box must be in developer mode: Settings, Developer.

    Exit codes: 0 good, 2 a file that cannot be written, 3 no box, 4 the port cannot be used, 5 no answer, 6 the connection
    was lost, 7 the box is not in developer mode, or cannot now.
    """
    with connected(context, port, device) as client:
        screen = client.ask("screen")
    with understood("screen"):
        picture = pixels(base64.b64decode(screen["picture"], validate=True))
        texts = " | ".join(screen["texts"])
    if png is not None:
        from robokraft.logfile import write_whole
        from robokraft.virtual.picture import to_image

        image = io.BytesIO()
        to_image(picture).save(image, format="PNG", optimize=True)
        write_whole(png, image.getvalue())
    if json:
        print_json({"name": screen["name"], "texts": screen["texts"]})
    elif png is None:
        print_picture(picture)
        print(shown(f"{screen['name']}: {texts}"))


def pixels(pages):
    """128 × 64 bytes of 0 or 1, row by row, from eight pages of 128 columns, bit 0 on top."""
    pages = pages.ljust(1024, b"\0")
    return bytes(pages[y // 8 * 128 + x] >> y % 8 & 1 for y in range(64) for x in range(128))
