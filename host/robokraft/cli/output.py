"""How commands print: JSON for programs, pictures and sentences for people, on any console."""

import json
import os
import re
import sys

from robokraft.errors import UserError, because
from robokraft.files import read_whole

BLOCKS = " ▀▄█"
PLAIN = " '.#"
_WIDTH = 128
_STEERING = re.compile(
    "[\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)  # JSON itself escapes those below a blank


def unicode_console():
    """Whether standard output takes any character."""
    return (getattr(sys.stdout, "encoding", None) or "utf-8").lower().replace("-", "").startswith("utf")


def in_terminal():
    """Whether somebody sits there: the box in the terminal reads standard input and draws on standard error."""
    return sys.stdin.isatty() and sys.stdout.isatty() and sys.stderr.isatty()


def minus(number):
    """A number for people, also as a text, with a real minus where the console has one."""
    return str(number).replace("-", "−") if unicode_console() else str(number)


def amount(size):
    """Bytes for people, in a unit in which they are no long number."""
    size //= 1024
    for unit in ("KB", "MB"):
        if size < 10000:
            return f"{size} {unit}"
        size //= 1024
    return f"{size} GB"


def print_json(value):
    """One JSON value. What could steer a terminal is escaped; where its code page is an old one, all but ASCII is."""
    text = json.dumps(value, indent=2, ensure_ascii=not unicode_console())
    print(_STEERING.sub(lambda found: f"\\u{ord(found.group()):04x}", text))


def print_picture(pixels):
    """The panel with half blocks, or plain characters where the console has no blocks; a hint where it would be broken."""
    from robokraft.virtual.picture import to_text

    text = to_text(pixels)
    if not unicode_console():
        text = text.translate(str.maketrans(BLOCKS, PLAIN))
    have = _columns()
    if have is not None and have < _WIDTH:
        print(f"the picture needs {_WIDTH} columns, this window has {have}: --png FILE writes it")
        return
    rule = "─" if unicode_console() else "-"
    print(rule * _WIDTH)
    print(text)
    print(rule * _WIDTH)


def _columns():
    """Of the terminal that standard output is, or None."""
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns or None
    except (OSError, ValueError, AttributeError):  # it is none, or no file at all
        return None


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
