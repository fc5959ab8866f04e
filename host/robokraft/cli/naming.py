"""What the commands that give a box names share: the font for those that it has no letters for."""

import sys
from typing import Annotated

import typer


def _a_font(path: str | None):
    """Raises UserError before anything is done where the file is no font."""
    if path is not None:
        from robokraft import fonts

        fonts.named(path)
    return path


Font = Annotated[
    str | None,
    typer.Option(
        "--font",
        metavar="FILE",
        callback=_a_font,
        help="The font for names that are not in Latin letters; else one of this computer's.",
    ),
]


def draw_names(client, people, font=None):
    """Sends the pictures that the box lacks of the names of these {id, name}, and says which names stay without one."""
    from robokraft import lettering

    without = lettering.letter(client, [one["name"] for one in people], font)
    if without:
        print(lettering.told(without, font), file=sys.stderr)
