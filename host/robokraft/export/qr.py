"""A QR code for a terminal: two rows of modules in a line of text, dark on light whatever the terminal's colours are."""

import segno
from segno.encoder import DataOverflowError

QUIET = 4  # light modules around it, as the standard asks


def modules(text):
    """The code as rows of booleans (dark), with its quiet zone; None for a text no code can hold."""
    try:
        code = segno.make(text, error="l", micro=False, boost_error=False)
    except DataOverflowError:
        return None
    return [[bool(dark) for dark in row] for row in code.matrix_iter(border=QUIET)]


def lines(rows, blocks=True, colours=True):
    """The code as lines of text, two modules high with `blocks`, else two characters a module.

    Without `colours` light is drawn and dark left out, which is right on a dark terminal; most readers take either.
    """
    if not blocks:
        body = ["".join("##" if dark else "  " for dark in row) for row in rows]
        return body
    out = []
    for at in range(0, len(rows), 2):
        upper = rows[at]
        lower = rows[at + 1] if at + 1 < len(rows) else [colours is False] * len(upper)
        if colours:
            text = "".join(" ▄▀█"[2 * up + down] for up, down in zip(upper, lower))
            out.append(f"\x1b[38;2;0;0;0;48;2;255;255;255m{text}\x1b[0m")
        else:
            out.append("".join(" ▄▀█"[2 * (not up) + (not down)] for up, down in zip(upper, lower)))
    return out
