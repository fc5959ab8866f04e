"""The index of an archive: SQLite beside the logs, or any database SQLAlchemy can reach.

Promises: it follows from the files alone, so that it may be thrown away; `follow` brings it up to date by reading only
what changed; two programs that do so at once leave what one of them would have left. Which of several logs with one id
counts depends on the files, not on the order in which they came. An SQLite file of its own is looked through when it is
opened, and made anew where it is damaged; where it cannot be written and is not up to date, the index is made in memory.
"""

import os
import time
from pathlib import Path

from sqlalchemy import bindparam, create_engine, delete, event, func, insert, select, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import (
    ArgumentError,
    IntegrityError,
    NoSuchModuleError,
    ProgrammingError,
    SQLAlchemyError,
)

from robokraft import __version__
from robokraft.archive import tables
from robokraft.archive.place import INDEX, SUFFIX, log_path
from robokraft.archive.reading import digest, read
from robokraft.archive.rows import SUMMED, SUMMED_SEATS, rows_of, sum_of
from robokraft.errors import UserError, because
from robokraft.files import CannotRead, is_text, read_there
from robokraft.installing import advice

VARIABLE = "ROBOKRAFT_INDEX"
IN_MEMORY = "sqlite://"
_BATCH = 200  # files in one transaction
_TICK_NS = 2_000_000_000  # a file younger than this may change again without a new time
_WAIT_S = 30  # for another program that writes
_FILES = ("", "-journal", "-wal", "-shm")  # what SQLite may have made for one database
_UNWRITABLE = ("readonly", "unable to open")  # in SQLite's words
_NO_DAMAGE = (*_UNWRITABLE, "locked", "is full", "i/o error")


class _Damaged(Exception):
    """What stands in the index is not what was written."""


_ANY = (SQLAlchemyError, ValueError, _Damaged)  # ValueError: bytes that are no text


class Index:
    """An open index of the logs in `folder`. `url`: any SQLAlchemy URL, None for SQLite beside the logs.

    anew: what was there is not even read. `unread`: {name: why} of the files that could not be, after `follow`.
    """

    def __init__(self, folder, url=None, owner="", anew=False):
        self.folder = Path(folder)
        self.unread = {}
        self._own = url is None
        self._owner = owner
        self._told = _without_password(url) if url else self.folder / INDEX
        self.engine = _engine(self.folder, url)
        self._anew = anew
        if anew and self._own:
            self._remove()
        self._begin()
        if anew and not self._own:
            self._mend(self.forget)

    def close(self):
        self.engine.dispose()

    def _begin(self):
        try:
            self._prepare()
        except (IntegrityError, ProgrammingError):
            time.sleep(1)  # another program made the tables at the same time
            self._mend(self._prepare)
        except _ANY:
            self._mend(self._prepare)
        if self._own:
            self._mend(self._look_through)

    def _mend(self, task):
        """Does the task. An SQLite file of our own that is damaged is made anew, one that cannot be written made in memory."""
        try:
            return task()
        except _ANY as error:
            said = _reason(error)
            unwritable = any(words in said.lower() for words in _UNWRITABLE) and not self._is_something_else()
            damaged = not any(words in said.lower() for words in _NO_DAMAGE)
            if not self._own or not (unwritable or damaged):
                raise UserError(f"cannot use the index {self._told}: {said}")
        if unwritable or not self._removed():
            self._go_into_memory()
        self._prepare()
        return task()

    def _is_something_else(self):
        """A folder or a pipe in the place of the index is no matter of rights: its owner should know."""
        return os.path.lexists(self._told) and not os.path.isfile(self._told)

    def _go_into_memory(self):
        if self._anew:
            raise UserError(f"cannot write the index {self._told}: the archive can only be read")
        self.engine.dispose()
        self.engine = _engine(self.folder, IN_MEMORY)
        self._own = False

    def _removed(self):
        try:
            self._remove()
            return True
        except UserError:
            return False

    def _remove(self):
        self.engine.dispose()
        try:
            for ending in _FILES:
                Path(str(self._told) + ending).unlink(missing_ok=True)
        except OSError as error:
            raise UserError(f"cannot write the index {self._told}: {because(error)}")

    def _look_through(self):
        """Raises _Damaged, or what SQLite says, where not everything in the file is as it was written."""
        seats = {}
        with self.engine.connect() as run:
            run.exec_driver_sql("BEGIN")  # no other program writes between the two tables
            if run.exec_driver_sql("PRAGMA integrity_check(1)").scalar() != "ok":
                raise _Damaged("it is damaged")
            for row in run.execute(select(*SUMMED_SEATS)):
                seats[row[0]] = seats.get(row[0], 0) + sum_of(tuple(row))
            for told, *row in run.execute(select(tables.logs.c.sum, *SUMMED)):
                if told != sum_of(tuple(row)) + seats.pop(row[0], 0):
                    raise _Damaged("it is damaged")
        if seats:
            raise _Damaged("it is damaged")

    def _prepare(self):
        """Tables of this layout, made by this version from these logs; else they are made anew."""
        maker = f"{tables.LAYOUT} {__version__} {_rules_print()}"
        with self.engine.begin() as run:
            tables.metadata.create_all(run)
            kept = {row.name: row.value for row in run.execute(select(tables.state))}
        if not self._own and kept.get("owner", self._owner) != self._owner:
            raise UserError(f"the index {self._told} belongs to another archive: give each its own database")
        if kept.get("maker") == maker and "owner" in kept:
            return
        with self.engine.begin() as run:
            tables.metadata.drop_all(run)
            tables.metadata.create_all(run)
            rows = [("lock", "0"), ("maker", maker), ("owner", self._owner)]
            run.execute(insert(tables.state), [{"name": name, "value": value} for name, value in rows])

    def forget(self):
        """Empties the index: the next `follow` reads every log again."""
        with self._writing() as run:
            run.execute(delete(tables.seats))
            run.execute(delete(tables.logs))

    def _writing(self):
        """A transaction in which no other program writes."""
        return _Writing(self.engine)

    def follow(self, progress=None):
        """Brings the index up to the files. Returns the names of the files that were read.

        `progress(done, all)` is told after each of them. Raises UserError.
        """
        return self._mend(lambda: self._follow(progress or (lambda done, of: None)))

    def _follow(self, progress):
        self.unread = {}
        found = self._files()
        now = time.time_ns()
        columns = tables.logs.c
        with self.engine.connect() as run:
            known = {
                row.file: (row.size, row.changed_ns, row.sha256)
                for row in run.execute(select(columns.file, columns.size, columns.changed_ns, columns.sha256))
            }
        changed = sorted(file for file in found if known.get(file, (0, 0, ""))[:2] != found[file])
        self._forget_files([file for file in known if file not in found])
        read_now = []
        for at in range(0, len(changed), _BATCH):
            fresh, same = [], []
            for number, file in enumerate(changed[at : at + _BATCH], at + 1):
                data = self._bytes(file)
                if data is not None:
                    size, changed_ns = found[file]
                    stamp = (size, changed_ns if now - changed_ns > _TICK_NS else 0)
                    if file in known and known[file][2] == digest(data):
                        same.append((file, stamp))
                    else:
                        fresh.append(rows_of(file, stamp, data))
                progress(number, len(changed))
            self._put(fresh, same)
            read_now += [row["file"] for row, _ in fresh]
        self._forget_files([file for file in known if file in self.unread and file in found])
        return read_now

    def _forget_files(self, files):
        if files:
            with self._writing() as run:
                self._drop(run, files)

    def _files(self):
        """(size, changed_ns) of every log in the folder."""
        found = {}
        try:
            with os.scandir(self.folder) as entries:
                for entry in entries:
                    if entry.name.endswith(SUFFIX) and not entry.name.startswith(".") and is_text(entry.name):
                        self._note(entry, found)
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise UserError(f"cannot read the archive {self.folder}: {because(error)}")
        return found

    def _note(self, entry, found):
        try:
            if entry.is_file():
                status = entry.stat()
                found[entry.name] = (status.st_size, status.st_mtime_ns)
        except OSError as error:
            self.unread[entry.name] = because(error)

    def _bytes(self, file):
        """None: it went away meanwhile, or cannot be read."""
        try:
            return read_there(self.folder / file)
        except CannotRead as error:
            self.unread[file] = error.reason
            return None

    def _put(self, fresh, same):
        if not fresh and not same:
            return
        with self._writing() as run:
            if same:
                query = update(tables.logs).where(tables.logs.c.file == bindparam("of"))
                query = query.values(size=bindparam("bytes"), changed_ns=bindparam("ns"))
                run.execute(query, [{"of": file, "bytes": stamp[0], "ns": stamp[1]} for file, stamp in same])
            if not fresh:
                return
            ids = self._drop(run, [row["file"] for row, _ in fresh], settle=False)
            run.execute(insert(tables.logs), [row for row, _ in fresh])
            seats = [seat for _, rows in fresh for seat in rows]
            if seats:
                run.execute(insert(tables.seats), seats)
            self._settle(run, ids | {row["id"] for row, _ in fresh if row["id"]})

    def _drop(self, run, files, settle=True):
        """Takes files out; the ids they had."""
        ids = set()
        for at in range(0, len(files), _BATCH):
            some = files[at : at + _BATCH]
            ids |= set(run.scalars(select(tables.logs.c.id).where(tables.logs.c.file.in_(some))).all())
            run.execute(delete(tables.seats).where(tables.seats.c.file.in_(some)))
            run.execute(delete(tables.logs).where(tables.logs.c.file.in_(some)))
        ids.discard(None)
        if settle:
            self._settle(run, ids)
        return ids

    def _settle(self, run, ids):
        """Which log counts where several have the same id."""
        columns = tables.logs.c
        ids = sorted(ids)
        for at in range(0, len(ids), _BATCH):
            some = ids[at : at + _BATCH]
            shared = select(columns.id).where(columns.id.in_(some), columns.ok == 1)
            counts = shared.group_by(columns.id).having(func.count() > 1)
            single = update(tables.logs).where(columns.id.in_(some), columns.ok == 1).values(standing="good")
            run.execute(single)
            for game_id in run.scalars(counts).all():
                files = run.scalars(select(columns.file).where(columns.id == game_id, columns.ok == 1)).all()
                for file, standing in self._standings(game_id, files).items():
                    run.execute(update(tables.logs).where(columns.file == file).values(standing=standing))

    def _standings(self, game_id, files):
        """The standing of each of several good logs of one game: the longest that goes on from the first one counts."""
        first = log_path(self.folder, game_id).name
        readings = {}
        for file in sorted(files, key=lambda file: (file != first, file)):
            data = self._bytes(file)
            if data is not None:
                readings[file] = read(data)
        chosen = next(iter(readings), None)
        for file in readings:
            if readings[file].extends(readings[chosen]):
                chosen = file
        standings = {}
        for file, reading in readings.items():
            inside = readings[chosen].records == reading.records or readings[chosen].extends(reading)
            standings[file] = "good" if file == chosen else "copy" if inside else "conflict"
        return standings


class _Writing:
    """A transaction that holds the lock row from its first statement on."""

    def __init__(self, engine):
        self._context = engine.begin()

    def __enter__(self):
        run = self._context.__enter__()
        run.execute(update(tables.state).where(tables.state.c.name == "lock").values(value="0"))
        return run

    def __exit__(self, *how):
        return self._context.__exit__(*how)


def _engine(folder, url):
    if url is None:
        engine = create_engine("sqlite:///" + str(folder / INDEX), connect_args={"timeout": _WAIT_S})
    else:
        try:
            parsed = make_url(url)
            if parsed.drivername in ("postgresql", "postgres"):
                parsed = parsed.set(drivername="postgresql+psycopg")
            engine = create_engine(parsed)
        except (ArgumentError, NoSuchModuleError):
            raise UserError(f"{_without_password(url)} is no database URL such as postgresql://host/name")
        except ModuleNotFoundError as error:
            package = "psycopg[binary]" if error.name == "psycopg" else error.name
            raise UserError(f"the driver {error.name} for this index is not installed: {advice(package)}")
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _quick_sqlite)
    return engine


def _quick_sqlite(connection, _record):
    # A power cut may cost the index, which is made anew; the logs themselves are synced.
    connection.execute("PRAGMA synchronous=OFF")


def _rules_print():
    """Changes with the rules: a log that a new version judges otherwise has to be judged again."""
    import shared_rules

    folders = (Path(shared_rules.__file__).parent, Path(__file__).parent)
    return digest(b"".join(path.read_bytes() for folder in folders for path in sorted(folder.glob("*.py"))))[
        :16
    ]


def _without_password(url):
    try:
        return make_url(url).render_as_string(hide_password=True)
    except ArgumentError:
        return "the index"


def _reason(error):
    text = str(getattr(error, "orig", None) or error).strip().splitlines()
    return text[0].rstrip(".") if text else type(error).__name__
