"""File names out of any text, legal on every system.

Windows takes none of `<>:"/\\|?*`, no control character, no dot or space at the end, and keeps names such as CON and
LPT1 for itself, whatever follows a dot. Other systems count bytes: 255 are the limit, and room is left for an ending.
"""

import unicodedata

_FORBIDDEN = str.maketrans({letter: "_" for letter in '<>:"/\\|?*'})
_TAKEN = {"CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"}
_TAKEN |= {port + digit for port in ("COM", "LPT") for digit in "0123456789¹²³"}
LONGEST = 180  # bytes in UTF-8


def legal_name(title):
    """The title as a file name without ending: never empty, never a name Windows keeps, at most `LONGEST` bytes."""
    name = unicodedata.normalize("NFC", title).translate(_FORBIDDEN)
    # Unseen letters go: control characters, and those that turn the direction of what follows (they disguise endings).
    name = "".join(" " if unicodedata.category(c) in ("Zl", "Zp", "Zs") else c for c in name if _seen(c))
    name = name.encode("utf-8", "ignore")[:LONGEST].decode("utf-8", "ignore")
    name = name.strip(" ").rstrip(". ").lstrip(".") or "_"
    if name.split(".")[0].rstrip(" ").upper() in _TAKEN:
        name = "_" + name
    return name


def _seen(character):
    category = unicodedata.category(character)
    joiner = character in "\u200c\u200d"  # words of Persian and many emoji hang on these
    return joiner or category not in ("Cc", "Cf", "Cs", "Co", "Cn")
