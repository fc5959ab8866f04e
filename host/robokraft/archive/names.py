"""Names of people as they may be shown beside other text: any script, but nothing that turns what stands around it."""

import unicodedata

_TURNING = dict.fromkeys([0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)])
LEFT_TO_RIGHT, RIGHT_TO_LEFT = "\u200e", "\u200f"
ISOLATE, ISOLATED = "\u2068", "\u2069"


def plain(name):
    """The name without marks that set the direction of text, and without line breaks; never empty."""
    return " ".join(name.translate(_TURNING).split()) or "?"


def turns(name):
    """Whether a name is written from right to left somewhere."""
    return any(unicodedata.bidirectional(letter) in ("R", "AL", "AN") for letter in name)


def isolated(name):
    """The name for text that knows isolates (HTML, SVG): what stands beside it keeps its place."""
    name = plain(name)
    return f"{ISOLATE}{name}{ISOLATED}" if turns(name) else name


def in_line(name):
    """The name for a line of text that goes on from left to right after it."""
    name = plain(name)
    return name + LEFT_TO_RIGHT if turns(name) else name
