"""Everything on a box in one file, version 1: a zip with `backup.json`, and a file for each game.

`backup.json`: {"backup": 1, "made" (UTC), "device", "storage", "firmware", "micropython", "settings", "roster", "cards" {game:
what the owner entered}, "crashes" [{"job", "ticks", "text"}], "games" [{"number", "id" (null: its bytes make no game),
"open", "exported", "file", "size", "sha256"}]}. A game's file holds its compact records as the message `read` gives them.
"""

import hashlib
import io
import json
import os
import struct
import zipfile
import zlib
from datetime import datetime, timezone
from pathlib import Path
from typing import NamedTuple

from robokraft.archive.kinds import TITLES
from robokraft.errors import UserError
from robokraft.files import legal_name, read_whole
from robokraft.logfile import Strict, strict_json, write_whole
from shared_rules import wire
from shared_rules.codec import unpack_header
from shared_rules.fields import RuleError

VERSION = 1
SUFFIX = ".zip"
_ABOUT = "backup.json"
_MOST_BYTES = 16 << 20  # of all files in the zip: a box holds 1.4 MB
_FIELDS = {
    "made": str,
    "device": str,
    "storage": str,
    "firmware": str,
    "settings": dict,
    "roster": list,
    "cards": dict,
    "crashes": list,
    "games": list,
}

_GAME = {"number": int, "file": str, "size": int, "sha256": str}


class Game(NamedTuple):
    """A game in a backup: its number there, `id` or None, whether it was being played, was exported; its frames.

    damaged: the file does not hold its bytes any more; `data` is empty then.
    """

    number: int
    id: str | None
    open: bool
    exported: bool
    data: bytes
    damaged: bool = False


class Backup(NamedTuple):
    """What a file holds: `about` is `backup.json`, `games` in the order of their numbers."""

    about: dict
    games: list[Game]


# Making one


def take(client, moved=lambda done, of: None):
    """The Backup of a box. `moved(done, of)` is told how far it is, in bytes. Raises UserError."""
    listed, opened = client.games()
    wanted = [(one["game"], one["size"], one["exported"], False) for one in reversed(listed)]
    if opened is not None:
        wanted.append((opened, 0, False, True))
    total, done = max(1, sum(size for _, size, _, _ in wanted)), 0

    def count(size):
        nonlocal done
        done += size
        moved(min(done, total), total)

    games = []
    for number, size, exported, is_open in wanted:
        data = client.read_game(number, count, None if is_open else size)
        games.append(Game(number, id_of(data), is_open, exported, data))
    settings = client.settings()
    roster = settings.pop("roster")
    about = {
        "backup": VERSION,
        "made": datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "device": client.device,
        "storage": client.storage,
        "firmware": client.firmware,
        "micropython": client.micropython,
        "settings": settings,
        "roster": roster,
        "cards": _cards(client),
        "crashes": client.ask("crashes")["crashes"],
    }
    return Backup(about, games)


def _cards(client):
    found = {}
    for game in TITLES:
        values = client.ask("cards", game=game)["values"]
        if values:
            found[game] = values
    return found


def id_of(data):
    """The id in record 0 of a game's frames, also of their beginning alone; None where there is none to be read."""
    try:
        size, start = wire.get_varint(data, 0)
        identity = unpack_header(data[start : start + size])["id"]
    except (RuleError, IndexError, KeyError, TypeError, ValueError):
        return None
    return identity if isinstance(identity, str) else None


def packed(backup):
    """The bytes of the file."""
    games, files = [], {}
    for game in backup.games:
        name = f"games/{game.number:05d}"
        files[name] = game.data
        games.append(
            {
                "number": game.number,
                "id": game.id,
                "open": game.open,
                "exported": game.exported,
                "file": name,
                "size": len(game.data),
                "sha256": hashlib.sha256(game.data).hexdigest(),
            }
        )
    about = {**backup.about, "games": games}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(_ABOUT, json.dumps(about, indent=1, ensure_ascii=False) + "\n")
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


def need_new(target, otherwise=""):
    """Raises UserError where `target` is a file that is there: a backup is never overwritten unasked."""
    if os.path.lexists(target) and not Path(target).is_dir():
        raise UserError(f"{target} is there already: choose another name{otherwise}")


def write(backup, target):
    """Writes the file, all or nothing, and reads it back; `target` is its name or a folder. Its path. Raises UserError."""
    path = Path(target)
    if os.path.exists(path) and not (os.path.isdir(path) or os.path.isfile(path)):
        raise UserError(f"cannot write {path}: it is no regular file, and could not be read back")
    if os.path.isdir(path):
        about = backup.about
        made = about["made"].replace(":", "").replace("-", "")
        path = path / legal_name(f"robokraft-{about['device']}-{about['storage']}-{made}{SUFFIX}")
    write_whole(path, packed(backup))
    if read(path).games != backup.games:
        raise UserError(f"{path} does not hold what was written: is the disk sound?")
    return path


# Reading one


def read(path):
    """The Backup in a file. Raises UserError where it is none, is damaged but for games, or is of a newer version."""
    try:
        with zipfile.ZipFile(io.BytesIO(read_whole(path))) as archive:
            about = strict_json(_member(archive, _ABOUT).decode())
            _check(about)
            games = [_game(archive, entry) for entry in about["games"]]
            if sum(len(game.data) for game in games) > _MOST_BYTES:
                raise _Bad("its games are larger than a box")
    except _DAMAGED:
        raise UserError(f"{path} is no backup of a box, or is damaged")
    except (_Bad, Strict, ValueError) as error:
        raise UserError(f"{path} is no backup that can be used: {error}")
    return Backup({**about, "games": None}, games)


# What zipfile raises for bytes that are no zip, not those they were, or encrypted.
_DAMAGED = (
    zipfile.BadZipFile, zlib.error, struct.error, KeyError, NotImplementedError, RuntimeError, EOFError, OSError, UnicodeDecodeError,
)  # fmt: skip


class _Bad(Exception):
    pass


def _check(about):
    if not isinstance(about, dict) or type(about.get("backup")) is not int or about["backup"] < 1:
        raise _Bad("it does not say that it is one")
    if about["backup"] > VERSION:
        raise _Bad("a newer version of this program made it; update this program")
    for name, kind in _FIELDS.items():
        if not isinstance(about.get(name), kind):
            raise _Bad(f"{name} is missing")
    people = about["roster"]
    if not all(
        isinstance(one, dict) and all(type(one.get(k)) is str for k in ("id", "name")) for one in people
    ):
        raise _Bad("its list of people is damaged")
    if len({one["id"] for one in people}) < len(people):
        raise _Bad("two of its people have the same id")
    if not all(isinstance(values, dict) for values in about["cards"].values()):
        raise _Bad("its card data is damaged")


def _game(archive, entry):
    if not isinstance(entry, dict) or any(type(entry.get(name)) is not kind for name, kind in _GAME.items()):
        raise _Bad("its list of games is damaged")
    said = entry["number"], entry.get("open") is True, entry.get("exported") is True
    try:
        data = _member(archive, entry["file"])
    except _DAMAGED:
        data = None
    if data is None or len(data) != entry["size"] or hashlib.sha256(data).hexdigest() != entry["sha256"]:
        name = entry.get("id")
        return Game(said[0], name if isinstance(name, str) else None, *said[1:], data=b"", damaged=True)
    return Game(said[0], id_of(data), *said[1:], data=data)


def _member(archive, name):
    info = archive.getinfo(name)
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise NotImplementedError("packed in a way that is not ours")
    if info.file_size > _MOST_BYTES:
        raise _Bad(f"{name} is larger than a box")
    return archive.read(name)
