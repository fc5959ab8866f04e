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


def archive_folder(option=None):
    """The folder of the archive: the option, else the environment, else the user's data directory. It may not exist yet."""
    chosen = option or os.environ.get(VARIABLE)
    if chosen:
        return Path(chosen)
    from platformdirs import user_data_dir

    return Path(user_data_dir("robokraft-companion", appauthor=False)) / "archive"


def made(folder):
    """The folder, made if need be. Raises UserError."""
    folder = Path(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        reason = because(error) if isinstance(error, OSError) else error
        raise UserError(f"cannot make the archive {folder}: {reason}; choose another with --archive")
    return folder


def log_path(folder, game_id):
    """The file of a game in the archive: `<id>.jsonl`, but for ids such as `CON` that are no file names on Windows."""
    return Path(folder) / (legal_name(game_id) + SUFFIX)


def beside_path(folder, game_id, digest):
    """The file of a log whose id has another log already: `<id>~<8 hex digits of its SHA-256>.jsonl`."""
    return Path(folder) / f"{legal_name(game_id)}~{digest[:8]}{SUFFIX}"
