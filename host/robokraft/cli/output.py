"""How commands print: JSON for programs, pictures and sentences for people, on any console."""

import json
import sys

from robokraft.errors import UserError, because
from robokraft.files import read_whole

BLOCKS = " ▀▄█"
PLAIN = " '.#"


def unicode_console():
    """Whether standard output takes any character."""
    return (getattr(sys.stdout, "encoding", None) or "utf-8").lower().replace("-", "").startswith("utf")


def print_json(value):
    """One JSON value. Where the console's code page is an old one, other characters are escaped."""
    print(json.dumps(value, indent=2, ensure_ascii=not unicode_console()))


def print_picture(pixels):
    """The panel with half blocks, or plain characters where the console has no blocks."""
    from robokraft.virtual.picture import to_text

    text = to_text(pixels)
    if not unicode_console():
        text = text.translate(str.maketrans(BLOCKS, PLAIN))
    rule = "─" if unicode_console() else "-"
    print(rule * 128)
    print(text)
    print(rule * 128)


def read_text(path):
    """The text of a file, `-` for standard input. Raises UserError."""
    try:
        if path == "-":
            buffer = getattr(sys.stdin, "buffer", None)
            data = buffer.read() if buffer else sys.stdin.read().encode()
        else:
            data = read_whole(path)
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UserError(f"{path} is no UTF-8 text")
    except OSError as error:  # of standard input
        raise UserError(f"cannot read {path}: {because(error)}")
