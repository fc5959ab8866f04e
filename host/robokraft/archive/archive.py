"""The archive of a table or a club: logs, their index, and who is who, opened as one.

    with Archive(folder) as archive:
        archive.follow()
        for game in archive.games(Wanted(player="ann-1")):
            ...

Knows no game and no screen.
"""

import json
import re
from datetime import datetime
from pathlib import Path

from sqlalchemy import or_, select

from robokraft.archive import tables
from robokraft.archive.index import IN_MEMORY, Index
from robokraft.archive.people import People
from robokraft.archive.place import lister, made
from robokraft.archive.reading import is_result, read
from robokraft.errors import UserError
from robokraft.files import CannotRead, is_text, read_whole
from robokraft.logfile import Unreadable

_SOME = 500  # values in one SQL list


class Wanted:
    """Which games. `player`: an id or a name; `since`, `until`: 2026, 2026-11 or 2026-11-30, both included; None is any."""

    def __init__(self, player=None, game=None, device=None, since=None, until=None):
        for date in (since, until):
            if date is not None and not _is_date(date):
                raise UserError(f"{date} is no date such as 2026, 2026-11 or 2026-11-30")
        self.player = player
        self.game = game
        self.device = device
        self.since = since
        self.until = until


def _is_date(text):
    """Whether there is such a year, month or day."""
    if not re.fullmatch(r"\d{4}(-\d\d(-\d\d)?)?", text, re.ASCII):
        return False
    try:
        datetime.strptime(text, "%Y-%m-%d"[: len(text) - 2])
    except ValueError:
        return False
    return True


class Seat:
    """Who sat there at the end: `person` (id that stands for them, None for a guest), `name`, `points`, `place`, `facts`."""

    def __init__(self, row, people, names):
        self.person = people.one(row.person)
        self.name = names.get(self.person, row.name)
        self.points = row.points
        self.place = row.place
        self._facts = row.facts

    @property
    def facts(self):
        return json.loads(self._facts)


class Game:
    """A log as the index knows it; the columns of `tables.logs`, and `seats`."""

    def __init__(self, row):
        self.file = row.file
        self.id = row.id
        self.game = row.game
        self.mode = row.mode
        self.device = row.device
        self.started = row.started
        self.play_ms = row.play_ms
        self.reason = row.reason
        self.standing = row.standing
        self.faults = json.loads(row.faults)
        self.rules = json.loads(row.rules)
        self.rounds = json.loads(row.rounds)
        self.seats = []

    @property
    def counts(self):
        """Whether it is a result; see `reading.is_result`."""
        points = [seat.points for seat in self.seats]
        return self.standing == "good" and is_result(self.reason, self.rounds, points)

    @property
    def order(self):
        """Sorts games as they were played: undated ones first, the games of a box by their number."""
        parts = re.split(r"(\d+)", self.id or self.file)
        natural = [(int(part), "") if part.isdigit() else (0, part) for part in parts]
        return self.started or "", natural, self.file


class Archive:
    """An open archive. Raises UserError where folder or index cannot be used.

    bare: nothing of an archive is in the folder, or there is no folder; it stays so. anew: the index is made anew.
    """

    def __init__(self, folder, url=None, bare=False, anew=False):
        self.folder = Path(folder) if bare else made(folder)
        self.people = People(self.folder)
        if bare:
            url = IN_MEMORY
        elif url is not None and self.people.stamp is None:
            self.people.save()
        self.index = Index(self.folder, url, self.people.stamp or "", anew)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.index.close()

    def follow(self, progress=None):
        """Brings the index up to the files; see Index.follow."""
        return self.index.follow(progress)

    # Games

    def games(self, wanted=None):
        """The games that are wanted, good or not, as they were played."""
        wanted = wanted or Wanted()
        columns = tables.logs.c
        query = select(tables.logs)
        if wanted.game is not None:
            query = query.where(columns.game == wanted.game)
        if wanted.device is not None:
            query = query.where(columns.device == wanted.device)
        if wanted.since is not None:
            query = query.where(columns.started >= wanted.since)
        if wanted.until is not None:
            query = query.where(columns.started < wanted.until + "~")  # after every letter of a date
        with self.index.engine.connect() as run:
            if wanted.player is not None:
                query = query.where(columns.file.in_(self._files_of(run, wanted.player)))
            return self._made(run, run.execute(query).all(), everything=wanted.player is None)

    def _made(self, run, rows, everything):
        games = {row.file: Game(row) for row in rows}
        names = self.names(run)
        columns = tables.seats.c
        query = select(tables.seats).order_by(columns.file, columns.seat)
        files = sorted(games)
        if everything and len(files) > _SOME:
            found = run.execute(query)
        else:
            parts = [files[at : at + _SOME] for at in range(0, len(files), _SOME)]
            found = (row for part in parts for row in run.execute(query.where(columns.file.in_(part))))
        for row in found:
            if row.file in games:
                games[row.file].seats.append(Seat(row, self.people, names))
        return sorted(games.values(), key=lambda game: game.order)

    def game(self, text):
        """The one game a person means by an id or the beginning of one. Raises UserError."""
        if not is_text(text):
            raise self._no_game(text)
        columns = tables.logs.c
        with self.index.engine.connect() as run:
            rows = run.execute(select(tables.logs).where(or_(columns.id == text, columns.file == text))).all()
            if not rows and text:
                pattern = columns.id.startswith(text, autoescape=True)
                rows = run.execute(select(tables.logs).where(pattern)).all()
            games = self._made(run, rows, everything=False)
        good = [game for game in games if game.standing == "good"] or games
        ids = sorted({str(game.id) for game in good})
        if not good:
            raise self._no_game(text)
        if len(ids) > 1:
            raise UserError(
                f"{text} may be any of {len(ids)} games: {', '.join(ids[:4])}{' …' * (len(ids) > 4)}"
            )
        return good[0]

    def _no_game(self, text):
        return UserError(f"the archive has no game {text}; {lister('games', self.folder)} lists them")

    def reading(self, game):
        """The log of a Game, read again. Raises UserError."""
        return reading_of(self.folder / game.file)

    # People

    def names(self, run):
        """Name of every person: as the owner decided, else as in their newest game."""
        seats, logs = tables.seats.c, tables.logs.c
        query = select(seats.person, seats.name, logs.started, logs.id).distinct()
        query = query.join_from(tables.seats, tables.logs, seats.file == logs.file)
        query = query.where(seats.person.is_not(None), logs.standing == "good")
        names, newest, chiefs = {}, {}, {}
        for person, name, started, game_id in run.execute(query):
            key = (started or "", game_id)
            if person not in newest or key > newest[person]:
                newest[person] = key
                names[person] = name
        for person in names:
            chiefs[person] = self.people.one(person)
        for person, chief in sorted(chiefs.items()):
            names.setdefault(chief, names[person])
        names.update(self.people.names)
        return names

    def persons(self):
        """(id, name) of everybody who has one, by name; merged ones once."""
        with self.index.engine.connect() as run:
            names = self.names(run)
        return sorted(
            ((person, name) for person, name in names.items() if self.people.one(person) == person),
            key=lambda entry: (entry[1].casefold(), entry[0]),
        )

    def person(self, text):
        """The id a person is meant by: an id, or a name that only one has. Raises UserError."""
        persons = self.persons()
        chief = self.people.one(text)
        if chief in dict(persons):
            return chief
        found = [person for person, name in persons if name.casefold() == text.casefold()]
        if not found:
            command = lister("players", self.folder)
            raise UserError(f"the archive knows nobody by the id or name {text}; {command} lists them")
        if len(found) > 1:
            raise UserError(f"{text} may be any of {', '.join(found)}: say the id")
        return found[0]

    def _files_of(self, run, text):
        """A query of the files of games in which a person, or a guest of that name, sits."""
        seats = tables.seats.c
        try:
            ids = self.people.all_of(self.person(text))
        except UserError:
            names = run.scalars(select(seats.name).where(seats.person.is_(None)).distinct()).all()
            names = [name for name in names if name.casefold() == text.casefold()]
            if not names:
                raise
            return select(seats.file).where(seats.person.is_(None), seats.name.in_(names))
        return select(seats.file).where(seats.person.in_(ids))

    def together(self, one, other):
        """Ids of games in which both persons sit."""
        seats = tables.seats.c
        mine = select(seats.file).where(seats.person.in_(self.people.all_of(one)))
        theirs = select(seats.file).where(seats.person.in_(self.people.all_of(other)))
        query = select(tables.logs.c.id).where(tables.logs.c.file.in_(mine), tables.logs.c.file.in_(theirs))
        with self.index.engine.connect() as run:
            return sorted(run.scalars(query.where(tables.logs.c.standing == "good")).all())


def reading_of(path):
    """The Reading of a log file. Raises UserError."""
    try:
        return read(read_whole(path), path)
    except Unreadable as error:
        raise CannotRead(path, str(error))
