"""Finds a font of this computer that has a drawing for every letter of a text."""

import os
import sys
import unicodedata
from pathlib import Path

from robokraft.errors import UserError

_KINDS = (".ttf", ".otf", ".ttc", ".otc")
_LAST = (
    "italic",
    "oblique",
    "bold",
    "black",
    "light",
    "thin",
    "condensed",
    "mono",
    "serif",
    "math",
)  # if nothing else does
_OUTLINES = {"glyf", "CFF ", "CFF2"}  # without one a font has coloured pictures only
_UNDRAWN = ("Cf", "Zs")


def covering(text, fonts=None):
    """(path, index in the file) of each font with all letters of the text, of `fonts` or of this computer's, the best first."""
    wanted = {ord(letter) for letter in letters_of(text)}
    for path in installed() if fonts is None else fonts:
        for index, letters in _faces(path):
            if wanted <= letters:
                yield path, index


def letters_of(text):
    """What of a text needs a drawing: no joiners, no blanks, and nothing that only chooses the form of the letter before it."""
    return [
        letter
        for letter in text
        if unicodedata.category(letter) not in _UNDRAWN and not "\ufe00" <= letter <= "\ufe0f"
    ]


def named(path):
    """The font file that a person named. Raises UserError where it is none."""
    path = Path(path)
    if not path.is_file():
        raise UserError(f"there is no font file {path}")
    if not any(True for _ in _faces(path)):
        raise UserError(f"{path} is no TrueType or OpenType font with outlines")
    return path


def installed():
    """The font files of this computer, upright sans-serif ones first."""
    found = []
    for folder in _folders():
        found += [path for path in folder.rglob("*") if path.suffix.lower() in _KINDS]
    return sorted(found, key=_rank)


def _rank(path):
    name = path.stem.lower()
    return sum(word in name for word in _LAST), "sans" not in name, str(path)


def _folders():
    home = Path.home()
    if sys.platform == "win32":
        roots = [Path(os.environ.get("WINDIR", "C:/Windows"), "Fonts")]
        roots.append(Path(os.environ.get("LOCALAPPDATA", home / "AppData/Local"), "Microsoft/Windows/Fonts"))
    elif sys.platform == "darwin":
        roots = [home / "Library/Fonts", Path("/Library/Fonts"), Path("/System/Library/Fonts")]
    else:
        shared = os.environ.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share"
        own = os.environ.get("XDG_DATA_HOME") or str(home / ".local/share")
        roots = [Path(root, "fonts") for root in (own, *shared.split(":")) if root] + [home / ".fonts"]
    return [root for root in roots if root.is_dir()]


def _faces(path):
    """(index, code points) of each face in a file; none for what is no font."""
    from fontTools.ttLib import TTCollection, TTFont, TTLibError

    try:
        with open(path, "rb") as file:
            is_collection = file.read(4) == b"ttcf"
        with TTCollection(path, lazy=True) if is_collection else TTFont(path, lazy=True) as found:
            for index, font in enumerate(found.fonts if isinstance(found, TTCollection) else [found]):
                if _OUTLINES & set(font.keys()):
                    yield index, set(font.getBestCmap() or ())
    except (TTLibError, OSError, ValueError, KeyError, AssertionError, EOFError):
        return
