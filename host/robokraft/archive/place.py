"""Where the archive is, and what its files are called. Light: imports nothing but the standard library.

A log that came off a box is written as `log_path(folder, id)`, all or nothing (`logfile.write_log`). Whatever lies in the
folder as `*.jsonl` is found the next time the archive is opened; nothing else has to be told.
"""

import os
from pathlib import Path

from robokraft.errors import UserError, because
from robokraft.files import legal_name

VARIABLE = "ROBOKRAFT_ARCHIVE"
SUFFIX = ".jsonl"
PEOPLE, INDEX = OWN_FILES = "archive.json", "index.sqlite"


def archive_folder(option=None):
    """The folder of the archive: the option, else the environment, else the user's data directory. It may not exist yet."""
    named = chosen(option)
    if named:
        return Path(named)
    from platformdirs import user_data_dir

    return Path(user_data_dir("robokraft-companion", appauthor=False)) / "archive"


def own_files(option):
    """What the archive itself has written beside its logs."""
    return [archive_folder(option) / name for name in OWN_FILES]


def chosen(option):
    """The folder that a person named, by the option or in the environment; None where it is the usual one."""
    return option or os.environ.get(VARIABLE) or None


def is_archive(folder):
    """Whether anything of an archive is there: a log, or what the archive itself writes. Raises UserError."""
    try:
        with os.scandir(folder) as entries:
            return any(entry.name.endswith(SUFFIX) or entry.name in OWN_FILES for entry in entries)
    except FileNotFoundError:
        return False
    except (OSError, ValueError) as error:
        reason = because(error) if isinstance(error, OSError) else error
        raise UserError(f"cannot read the archive {folder}: {reason}; choose another with --archive")


def made(folder, option="--archive"):
    """The folder, made if need be. `option`: the one that names another. Raises UserError."""
    folder = Path(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        reason = because(error) if isinstance(error, OSError) else error
        raise UserError(f"cannot make the folder {folder}: {reason}; choose another with {option}")
    return folder


def lister(command, folder):
    """The command that lists something of this archive, with --archive where it is not the one that is meant without."""
    named = "" if Path(folder) == archive_folder() else f" --archive {folder}"
    return f"'robokraft {command}{named}'"


def log_path(folder, game_id):
    """The file of a game in the archive: `<id>.jsonl`, but for ids such as `CON` that are no file names on Windows."""
    return Path(folder) / (legal_name(game_id) + SUFFIX)


def beside_path(folder, game_id, digest):
    """The file of a log whose id has another log already: `<id>~<8 hex digits of its SHA-256>.jsonl`."""
    return Path(folder) / f"{legal_name(game_id)}~{digest[:8]}{SUFFIX}"
