"""What this computer has of a box that is known by its serial number: logs in the archive, backups beside it."""

import os
import re
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from robokraft.archive.place import SUFFIX


class Known(NamedTuple):
    """`storages` {storage id: logs of games}; `backup`: the newest backup, or None."""

    storages: dict[str, int]
    backup: Path | None

    @property
    def games(self):
        return sum(self.storages.values())


def known(serial, folder):
    """What is Known of the box `serial` (hex, any case) in the archive `folder`."""
    pattern = re.compile(rf"{re.escape(serial)}-([0-9A-Za-z]+)-\d+{re.escape(SUFFIX)}", re.IGNORECASE)
    names = [path.name for path in Path(folder).rglob("*" + SUFFIX)] if os.path.isdir(folder) else []
    storages = Counter(match.group(1) for match in map(pattern.fullmatch, sorted(set(names))) if match)
    backups = Path(folder) / "backups"
    kept = [path for path in backups.glob("robokraft-*.zip") if f"-{serial.lower()}-" in path.name.lower()]
    return Known(dict(storages), max(kept, key=lambda path: path.name.rsplit("-", 1)[-1], default=None))


def told(known):
    """The same in sentences for a person whose board has lost its memory."""
    if not known.games and known.backup is None:
        return ["nothing of it is in the archive on this computer"]
    lines = []
    if known.games:
        where = ", ".join(f"{count} of memory {storage}" for storage, count in sorted(known.storages.items()))
        lines.append(
            f"{known.games} of its games {'is' if known.games == 1 else 'are'} safe in the archive ({where}); "
            "what was not exported is gone"
        )
    if known.backup is not None:
        lines.append(f"'robokraft restore {known.backup}' puts its newest backup back")
    lines.append("it gets a new memory id, so that later games never meet earlier ones")
    return lines
