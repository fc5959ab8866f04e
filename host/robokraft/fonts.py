"""The fonts of this computer: which have a drawing for every letter of a text.

A damaged font fails in any way that its bytes may lead to; it is passed over like one without the letters.
"""

import logging
import os
import sys
import unicodedata
from pathlib import Path

from robokraft.errors import UserError

_KINDS = (".ttf", ".otf", ".ttc", ".otc")
_LAST = (  # words in the names of fonts that are taken if nothing else does
    "italic", "oblique", "bold", "black", "light", "thin", "condensed", "mono", "serif", "math", "blank", "lastresort",
    "fallback",
)  # fmt: skip
_OUTLINES = {"glyf", "CFF ", "CFF2"}  # without one a font has coloured pictures only


def faces(path):
    """(index, code points) of each face with outlines in a font file; none for what is no font, or a damaged one."""
    from fontTools.ttLib import TTCollection, TTFont

    logging.getLogger("fontTools").setLevel(logging.CRITICAL)
    try:
        with open(path, "rb") as file:
            is_collection = file.read(4) == b"ttcf"
        with TTCollection(path, lazy=True) if is_collection else TTFont(path, lazy=True) as found:
            for index, font in enumerate(found.fonts if isinstance(found, TTCollection) else [found]):
                if _OUTLINES & set(font.keys()):
                    yield index, set(font.getBestCmap() or ())
    except Exception:
        return


def letters_of(text):
    """What of a text needs a drawing: no joiners, no blanks, and nothing that only chooses the form of the letter before it."""
    return [letter for letter in text if unicodedata.category(letter) != "Zs" and not is_silent(letter)]


def is_silent(letter):
    """Whether it only joins letters or chooses the form of the one before it."""
    return unicodedata.category(letter) == "Cf" or "\ufe00" <= letter <= "\ufe0f"


def named(path):
    """The font file that a person named. Raises UserError where it is none."""
    if not os.path.isfile(path):
        raise UserError(f"there is no font file {path}")
    if not any(True for _ in faces(path)):
        raise UserError(f"{path} is no TrueType or OpenType font with outlines")
    return Path(path)


def installed():
    """The font files of this computer, upright sans-serif ones first."""
    found = []
    for folder in _folders():
        found += [path for path in folder.rglob("*") if path.suffix.lower() in _KINDS and path.is_file()]
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
