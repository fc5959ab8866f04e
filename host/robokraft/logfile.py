"""Game logs as files: read strictly line by line, checked with the rules core, written all or nothing.

A line counts only if it is what every JSON reader understands alike: UTF-8, no key twice, no floats, no NaN. Reading
holds one line at a time; a file that is no log at all is given up early, however large it is.
"""

import contextlib
import io
import json
import os
import re
import sys
import tempfile
import unicodedata
from pathlib import Path

from robokraft.errors import BAD_INPUT, GOOD, WRONG, UserError, because
from robokraft.files import CannotRead, reader
from shared_rules.verify import Verifier

_INTO = re.compile(r"/dev/(stdout|stderr|null|fd/\d+)")
LONGEST_LINE = 1 << 20  # bytes
MOST_ERRORS = 10000
_MOST_STRANGE = 1000  # lines read before a file without one JSON object is given up
_STDIN = "-"


class Strict(ValueError):
    """A text that is not the JSON a log may hold."""


class Unreadable(Exception):
    """A file that cannot be read, or is no game log."""


def _pairs(pairs):
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise Strict(f"the key {json.dumps(twice)} stands twice")
    return found


def _float(text):
    raise Strict(f"{text[:20]} is no whole number")


_decode = json.JSONDecoder(object_pairs_hook=_pairs, parse_float=_float, parse_constant=_float).decode


def strict_json(text):
    """What a JSON text says; raises Strict, with a sentence for people, where a log may not say it like that."""
    try:
        value = _decode(text)
        if "\\u" in text or not text.isascii():
            json.dumps(value, ensure_ascii=False).encode()
        return value
    except Strict:
        raise
    except RecursionError:
        raise Strict("it is nested too deeply")
    except UnicodeEncodeError:
        raise Strict("it holds half a character (a lone surrogate)")
    except json.JSONDecodeError as error:
        what = error.msg.lower().removesuffix(" at")
        raise Strict(f"it is no JSON: {what} at character {error.pos + 1}")
    except ValueError:
        raise Strict("it holds a number that is too large")


def parse_line(line):
    """The value of one line of a log (bytes); raises Strict."""
    if not line.strip(b" \t\r\n"):
        raise Strict("the line is empty")
    if line.startswith(b"\xef\xbb\xbf"):
        raise Strict("the file begins with a byte order mark")
    try:
        text = line.decode()
    except UnicodeDecodeError:
        raise Strict("the line is not UTF-8")
    return strict_json(text)


def _names(record):
    """The names of people in a record, whatever it is."""
    if not isinstance(record, dict):
        return
    players = record.get("players")
    for player in (players if isinstance(players, list) else []) + [record.get("player")]:
        name = player.get("name") if isinstance(player, dict) else None
        if isinstance(name, str):
            yield name


def _check_started(verifier):
    """Not a matter of the shared rules either: the box has no calendar of all years, and nothing depends on it."""
    from robokraft.archive.telling import started

    text = verifier.game.header["started"]
    if text is not None and started(text) is None:
        verifier.error(0, "schema", f"started is {text}, and there is no such day")


def check_stream(stream, verifier=None):
    """The verdict on a log read from a binary stream (see `Verifier.result`). Raises Unreadable.

    Whoever wants more than the verdict hands in a Verifier and keeps it.
    """
    verifier = verifier or Verifier()
    seen = strange = 0
    while True:
        line = stream.readline(LONGEST_LINE + 1)
        if not line:
            break
        if len(line) > LONGEST_LINE:
            raise Unreadable(f"line {seen + 1} is longer than a line of a game log can be")
        seen += 1
        try:
            record = parse_line(line)
            verifier.feed(record)
            strange += not isinstance(record, dict)
            if seen == 1 and verifier.game is not None:
                _check_started(verifier)
            if not line.isascii() or b"\\u" in line:
                for name in _names(record):
                    # Not a matter of the shared rules: MicroPython cannot know it. Nothing depends on it.
                    if not unicodedata.is_normalized("NFC", name):
                        verifier.error(record.get("n"), "schema", "a name is not in the Unicode form NFC")
        except Strict as error:
            verifier.unreadable(str(error))
            strange += 1
        except RecursionError:
            verifier.unreadable("it is nested too deeply")
        if strange == seen == _MOST_STRANGE:
            break
        if len(verifier.errors) > MOST_ERRORS:
            verifier.unreadable(f"more than {MOST_ERRORS} errors: the rest of the file was not read")
            break
    if not seen:
        raise Unreadable("the file is empty")
    if strange == seen:
        raise Unreadable("it is no game log")
    return verifier.result()


def check_file(name, verifier=None):
    """The verdict on the log in a file, `-` for standard input, as `robokraft verify --json` prints it."""
    try:
        return {"file": name, **_checked(name, verifier)}
    except (Unreadable, CannotRead, OSError) as error:
        message = because(error) if isinstance(error, OSError) else getattr(error, "reason", str(error))
        return unreadable(name, message)


def unreadable(name, message):
    """The verdict where there is no log to be judged."""
    errors = [{"n": None, "code": "unreadable", "message": message}]
    nothing = dict.fromkeys(("game", "points", "ranks", "winners", "rounds"))
    return {"file": name, "ok": False, "errors": errors, "warnings": [], **nothing}


def _checked(name, verifier):
    if name == _STDIN:
        stdin = getattr(sys.stdin, "buffer", None) or io.BytesIO(sys.stdin.read().encode())
        return check_stream(stdin, verifier)
    with reader(name) as stream:
        return check_stream(stream, verifier)


def is_unreadable(verdict):
    """Whether there was no log to be judged."""
    return any(error["code"] == "unreadable" for error in verdict["errors"])


def exit_code(verdicts):
    """0 all good, 1 something is wrong, 2 something could not be read: the worst of all."""
    worst = GOOD
    for verdict in verdicts:
        worst = max(worst, BAD_INPUT if is_unreadable(verdict) else GOOD if verdict["ok"] else WRONG)
    return worst


def write_whole(path, data):
    """Writes bytes under a name that is there only when the file is whole; through a link to its target. Raises UserError.

    What is no regular file is never replaced: /dev/stdout and its like are written into, others are refused. A game log
    gives way to a log of the same game alone.
    """
    with _writing(path) as target:
        _keep_game(target, data)
        if _INTO.fullmatch(target.as_posix()):
            with open(target, "wb") as stream:
                stream.write(data)
            return
        handle, new = _begun(target)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            os.chmod(new, 0o666 & ~_umask())
            os.replace(new, target)
        except BaseException:
            os.unlink(new)
            raise


def _keep_game(target, data):
    there = _game_in(target)
    if there is not None and there != _game_of(data):
        raise UserError(f"{target} is the log of game {there or 'without an id'}: choose another name")


def _game_in(path):
    """`_game_of` for a file that may not be there, or may be anything."""
    try:
        with open(path, "rb") if os.path.isfile(path) else io.BytesIO() as stream:
            return _game_of(stream.read(LONGEST_LINE))
    except OSError:  # what cannot be read is not judged
        return None


def _game_of(data):
    """The id in the first line of a game log, "" for one without; None for bytes that are no log."""
    try:
        first = json.loads(data[:LONGEST_LINE].split(b"\n", 1)[0])
    except (ValueError, RecursionError):
        return None
    if not isinstance(first, dict) or first.get("type") != "game":
        return None
    return first["id"] if isinstance(first.get("id"), str) else ""


def check_outputs(outputs, inputs=()):
    """Raises UserError where a file that is to be written is one that is read, or another that is written.

    A name may be None, or that of no file at all; `-` is standard input.
    """
    outputs = [path for path in outputs if path is not None]
    for number, path in enumerate(outputs):
        for other in inputs:
            if other is not None and _same(path, 0 if other == _STDIN else other):
                raise UserError(f"{path} is read, and would be overwritten: choose another name to write to")
        twice = any(os.path.realpath(path) == os.path.realpath(other) for other in outputs[:number])
        if twice and (os.path.isfile(path) or not os.path.exists(path)):
            raise UserError(f"{path} would be written twice: choose another name for one of them")


def _same(path, other):
    try:
        return os.path.isfile(path) and os.path.samestat(os.stat(path), os.stat(other))
    except (OSError, ValueError):
        return False


def check_writable(path):
    """Raises UserError where `write_whole` could not begin: said before long work, not after it."""
    with _writing(path) as target:
        if not _INTO.fullmatch(target.as_posix()):
            handle, new = _begun(target)
            os.close(handle)
            os.unlink(new)


@contextlib.contextmanager
def _writing(path):
    """The file that is meant by a path, behind its links. Raises UserError, also for what fails inside."""
    if not str(path):
        raise UserError("the name of a file is empty")
    path = Path(path)
    try:
        if path.is_dir():
            raise UserError(f"cannot write {path}: it is a directory")
        if not _INTO.fullmatch(path.as_posix()):
            path = Path(os.path.realpath(path))
            if path.exists() and not path.is_file():
                raise UserError(f"cannot write {path}: it is no regular file")
        yield path
    except (OSError, ValueError) as error:
        raise UserError(f"cannot write {path}: {because(error) if isinstance(error, OSError) else error}")


def _begun(target):
    """(handle, name) of a new file beside it that will take its place."""
    return tempfile.mkstemp(prefix=".", suffix=".new", dir=target.absolute().parent)


def write_log(path, lines):
    """Writes the lines of a log (texts with their ends) all or nothing. Raises UserError."""
    write_whole(path, "".join(lines).encode())


def _umask():
    mask = os.umask(0)
    os.umask(mask)
    return mask
