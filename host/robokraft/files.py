"""Files as people name them: their bytes, with one sentence where they cannot be read, and legal names for new ones.

Windows takes none of `<>:"/\\|?*`, no control character, no dot or space at the end, and keeps names such as CON and
LPT1 for itself, whatever follows a dot. Other systems count bytes: 255 are the limit, and room is left for an ending.
"""

import errno
import io
import os
import select
import stat
import unicodedata

from robokraft.errors import UserError, because

MOST = 64 << 20  # bytes of a file that is read at once, and of a pipe
_NO_WAIT = getattr(os, "O_NONBLOCK", 0)
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


def is_text(value):
    """Whether a value is no text of half characters, as which bytes come that are not UTF-8."""
    try:
        return not isinstance(value, str) or value.encode() is not None
    except UnicodeEncodeError:
        return False


class CannotRead(UserError):
    """`reason`: the same without the name of the file."""

    def __init__(self, path, reason):
        super().__init__(f"cannot read {path or 'a file'}: {reason}")
        self.reason = reason


def reader(path) -> io.BufferedIOBase:
    """The bytes of a file or a pipe as a stream. Raises CannotRead; a pipe that nobody writes to is not waited for."""
    try:
        if not str(path):
            raise CannotRead(path, "its name is empty")
        file = open(path, "rb", opener=lambda path, flags: os.open(path, flags | _NO_WAIT))
        if not _NO_WAIT:
            return file
        if stat.S_ISFIFO(os.fstat(file.fileno()).st_mode):
            with file:
                return io.BytesIO(_piped(path, file.fileno()))
        os.set_blocking(file.fileno(), True)
        return file
    except OSError as error:
        raise CannotRead(path, _reason(path, error))
    except ValueError:  # a NUL in it
        raise CannotRead("", "that is no file name")


def read_whole(path):
    """The bytes of a file. Raises CannotRead."""
    try:
        with reader(path) as stream:
            data = stream.read(MOST + 1)
    except OSError as error:
        raise CannotRead(path, _reason(path, error))
    if len(data) > MOST:
        raise CannotRead(path, f"it is larger than {MOST >> 20} MB")
    return data


def read_there(path):
    """The bytes of a regular file, None where there is none. Raises CannotRead; a pipe in its place is not waited for."""
    try:
        with open(path, "rb", opener=lambda path, flags: os.open(path, flags | _NO_WAIT)) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise CannotRead(path, "it is no regular file")
            return file.read()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise CannotRead(path, _reason(path, error))


def _reason(path, error):
    """Windows says of a folder that access is denied."""
    folder = error.errno == errno.EISDIR or (error.errno == errno.EACCES and os.path.isdir(path))
    return "it is a directory" if folder else because(error)


def _piped(path, handle):
    out = bytearray()
    try:
        while len(out) <= MOST:
            try:
                piece = os.read(handle, 1 << 16)
            except BlockingIOError:
                select.select([handle], [], [])
                continue
            if not piece:
                break
            out += piece
    finally:
        os.set_blocking(handle, True)  # on some systems its other users share it
    if not out:
        raise CannotRead(path, "it is a pipe that nobody writes to")
    return bytes(out)
