"""What the commands of the archive share: their options, the archive opened and brought up to date, a progress bar."""

import os
import re
import sys
import time
from contextlib import contextmanager
from typing import Annotated

import typer

from robokraft.archive.place import SUFFIX, VARIABLE, archive_folder, chosen, is_archive, lister
from robokraft.errors import WRONG, UserError
from robokraft.told import harmless, shown

Folder = Annotated[
    str | None, typer.Option("--archive", metavar="DIR", envvar=VARIABLE, help="The folder of the archive.")
]
Url = Annotated[
    str | None,
    typer.Option(
        "--index",
        metavar="URL",
        envvar="ROBOKRAFT_INDEX",
        help="A database for the index, such as postgresql://host/name, instead of SQLite in the folder.",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Player = Annotated[str | None, typer.Option("--player", metavar="ID|NAME", help="Only games of this person.")]
Kind = Annotated[
    str | None, typer.Option("--game", metavar="GAME", help="Only this game, such as robokraft or robot_x.")
]
Device = Annotated[str | None, typer.Option("--device", metavar="SERIAL", help="Only games from this box.")]
Since = Annotated[
    str | None,
    typer.Option("--since", metavar="DATE", help="From this year, month or day on: 2026-11-30, UTC."),
]
Until = Annotated[str | None, typer.Option("--until", metavar="DATE", help="Up to it, and all of it.")]

_QUIET_S = 0.7  # what is over sooner needs no bar


@contextmanager
def opened(folder, url, rebuild=False):
    """The archive, its index brought up to its files. A folder that is none stays as it is; one that was named must be there."""
    from robokraft.archive.archive import Archive

    place = archive_folder(folder)
    there = is_archive(place)
    if not there and chosen(folder) and not os.path.isdir(place):
        raise UserError(f"there is no archive {place}; 'robokraft add FILE --archive {place}' makes one")
    with Archive(place, url, bare=not there, anew=rebuild) as archive:
        with progress("reading logs") as tell:
            archive.follow(tell)
        for name, why in sorted(archive.index.unread.items()):
            print(f"robokraft: {shown(name)} in the archive is left out: {shown(why)}", file=sys.stderr)
        yield archive


def none_of(shelf):
    """The sentence where there are no games to tell of."""
    if shelf.games():
        return f"no such games; {lister('games', shelf.folder)} lists them all"
    return (
        f"no games in {shelf.folder} yet: 'robokraft export' takes them off a box (with --port virtual off that of "
        "'robokraft play'), 'robokraft add FILE' puts in a log"
    )


def wanted(player=None, game=None, device=None, since=None, until=None):
    from robokraft.archive.archive import Wanted
    from robokraft.archive.kinds import known

    return Wanted(player, None if game is None else known(game), device, since, until)


def log_of(text, folder, url):
    """(Reading, name for people) of a log file, or of a game in the archive by its id. Raises UserError."""
    from robokraft.archive.archive import reading_of

    if text.endswith(SUFFIX) or "/" in text or os.path.isfile(text):
        return reading_of(text), text
    with opened(folder, url) as archive:
        game = archive.game(text)
        return named(archive.reading(game), archive), str(game.id)


def named(reading, archive):
    """The reading with the names the archive knows its people by, here and in what is made of it."""
    with archive.index.engine.connect() as run:
        names = archive.names(run)
    if reading.game is not None:
        players = reading.game.state.players
        for seat, player in enumerate(players):
            person = archive.people.one(player["id"])
            players[seat] = {"id": person, "name": names.get(person, player["name"])}
    return reading


def refuse_bad(reading, name):
    """Raises UserError where the log does not pass `verify`: nothing is made of it."""
    if not reading.ok:
        fault = reading.verdict["errors"][0]
        raise UserError(f"{name} is no good log: {told(fault)}", WRONG)


def told(fault, game=None):
    """A fault of a log in one line; with the names of who sits where if the game (history.Game) is known."""
    place = "" if fault["n"] is None else f"record {fault['n']}: "
    return f"{fault['code']}: {place}{_with_names(harmless(fault['message']), game)}"


def _with_names(message, game):
    """Who sits where is certain as long as nobody took another's seat."""
    if game is None or game.state.players != game.header["players"]:
        return message

    def named(found):
        seat = int(found[1])
        if not 0 < seat <= len(game.state.players):
            return found[0]
        return f"{in_line(game.state.players[seat - 1]['name'])}{found[2] or ''} (seat {seat})"

    return re.sub(r"\bseat (\d+)('s)?", named, message)


@contextmanager
def progress(title):
    """A function to be told (done, all); a bar on a terminal's standard error, once it takes a moment."""
    begun = time.monotonic()
    bar = None

    def tell(done, of):
        nonlocal bar
        if bar is None:
            if not sys.stderr.isatty() or time.monotonic() - begun < _QUIET_S or done == of:
                return
            from rich.console import Console
            from rich.progress import Progress

            bar = Progress(console=Console(stderr=True), transient=True)
            bar.start()
            bar.add_task(title, total=of)
        bar.update(bar.task_ids[0], completed=done, total=of)

    try:
        yield tell
    finally:
        if bar is not None:
            bar.stop()


@contextmanager
def working(title):
    """Says at once on standard error what is done; on a terminal it turns until it is over."""
    if not sys.stderr.isatty():
        print(f"{title} …", file=sys.stderr, flush=True)
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(f"{title} …", spinner="line"):
        yield


def table(*columns):
    """A plain table; a column named `>…` is right-aligned, one named `~…` may be broken into lines.

    Its cells are never read as markup, and steer nothing.
    """
    from rich.table import Table
    from rich.text import Text

    class Plain(Table):
        def add_row(self, *cells, **how):
            super().add_row(*(Text(shown(one)) for one in cells), **how)

    made = Plain(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for column in columns:
        justify = "right" if column.startswith(">") else "left"
        made.add_column(column.lstrip(">~"), justify=justify, no_wrap=not column.startswith("~"))
    return made


def show(*things):
    """Prints tables and texts; texts are never read as markup, and steer nothing. As wide as they are where nobody watches."""
    from rich.console import Console

    watched = sys.stdout.isatty()
    console = Console(highlight=False, width=None if watched else 1000)
    for thing in things:
        if isinstance(thing, str):
            console.print(shown(thing), markup=False, soft_wrap=True)
            continue
        if watched:
            console.print(thing)
            continue
        with console.capture() as captured:
            console.print(thing)
        for line in captured.get().splitlines():
            print(line.rstrip())


def in_line(name):
    """A name in a table or a line: marks for direction only where the console takes any character."""
    from robokraft.archive import names
    from robokraft.cli.output import unicode_console

    name = harmless(name)
    return names.in_line(name) if unicode_console() else names.plain(name)
