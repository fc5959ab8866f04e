"""Who is who: names and merges the owner decided, kept as `archive.json` beside the logs and nowhere else.

A person is known by id. Merging says that two ids are one person; the logs stay as they are, so it can be taken back. A
guest has no id and is nobody here.
"""

import json
import secrets
from pathlib import Path

from robokraft.archive.place import PEOPLE
from robokraft.errors import UserError
from robokraft.files import read_there
from robokraft.logfile import Strict, strict_json, write_whole
from robokraft.naming import checked


class People:
    """Names and merges of an archive. `stamp` is the archive's own id, made at random once."""

    def __init__(self, folder):
        self._path = Path(folder) / PEOPLE
        self.names = {}
        self.merged = {}
        self.stamp = None
        data = read_there(self._path)
        if data is not None:
            self._load(data)

    def _load(self, data):
        try:
            kept = strict_json(data.decode())
            if kept["v"] != 1:
                raise UserError(f"{self._path} was written by a newer version of this program")
            self.stamp, self.names, self.merged = kept["id"], dict(kept["names"]), dict(kept["merged"])
        except (Strict, UnicodeDecodeError, KeyError, TypeError, ValueError):
            raise UserError(
                f"{self._path} is damaged: put it right, or remove it to do without names and merges"
            )

    def save(self):
        self.stamp = self.stamp or secrets.token_hex(8)
        kept = {"v": 1, "id": self.stamp, "names": self.names, "merged": self.merged}
        write_whole(
            self._path, (json.dumps(kept, indent=1, sort_keys=True, ensure_ascii=False) + "\n").encode()
        )

    def one(self, person):
        """The id that stands for a person; None stays None."""
        seen = set()
        while person in self.merged and person not in seen:
            seen.add(person)
            person = self.merged[person]
        return person

    def all_of(self, person):
        """Every id of that person, its own first."""
        chief = self.one(person)
        return [chief] + sorted(other for other in self.merged if self.one(other) == chief and other != chief)

    def rename(self, person, name):
        """From now on the person has this name everywhere; an empty one, or blanks, takes the decision back."""
        chief, name = self.one(person), checked(name)
        if name:
            self.names[chief] = name
        else:
            self.names.pop(chief, None)
        self.save()

    def merge(self, person, into):
        """The two ids are one person, known by the second."""
        gone, chief = self.one(person), self.one(into)
        if gone == chief:
            raise UserError(f"{person} and {into} are the same person already")
        self.merged[gone] = chief
        self.save()

    def split(self, person):
        """Takes a merge back."""
        if person not in self.merged:
            raise UserError(f"{person} was not merged into anybody")
        del self.merged[person]
        self.save()
