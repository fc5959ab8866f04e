"""`robokraft convert`: games in the forms of other programs."""

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from robokraft.archive.place import own_files
from robokraft.cli.archive import (
    Device,
    Folder,
    Kind,
    Player,
    Since,
    Until,
    Url,
    log_of,
    named,
    none_of,
    opened,
    progress,
    refuse_bad,
    wanted,
)
from robokraft.cli.output import unicode_console
from robokraft.errors import GOOD, WRONG, UserError
from robokraft.told import shown

FORMS = ("csv", "text", "bgsplay", "bgstats-link")
SHEETS = ("games", "rounds", "plays")
_ENDINGS = {"text": ".txt", "bgsplay": ".bgsplay"}


def command(
    to: Annotated[str, typer.Option("--to", metavar="FORM", help=f"One of {', '.join(FORMS)}.")],
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[GAME|FILE]...", help="Ids of games, or log files; all that are wanted without."
        ),
    ] = None,
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE|DIR", help="Write here instead of printing.")
    ] = None,
    rows: Annotated[
        str | None,
        typer.Option("--rows", metavar="SHEET", help="csv: games, rounds or plays (cards and tricks)."),
    ] = None,
    separator: Annotated[
        str, typer.Option("--separator", metavar="CHAR", help="csv: ; where Excel expects that, or tab.")
    ] = ",",
    date: Annotated[
        str | None,
        typer.Option("--date", metavar="UTC", help='BG Stats: "2026-11-30 21:30", for games without a date.'),
    ] = None,
    location: Annotated[
        str | None, typer.Option("--location", metavar="TEXT", help="BG Stats: where it was played.")
    ] = None,
    me: Annotated[
        str | None, typer.Option("--me", metavar="ID", help="bgsplay: which player you are.")
    ] = None,
    qr: Annotated[bool, typer.Option("--qr/--no-qr", help="bgstats-link: the link as a QR code too.")] = True,
    player: Player = None,
    game: Kind = None,
    device: Device = None,
    since: Since = None,
    until: Until = None,
    archive: Folder = None,
    index: Url = None,
):
    """Write games as CSV for a spreadsheet, as readable text, or for the app BG Stats.

    csv prints one sheet; into a directory it writes all three: games.csv, rounds.csv and plays.csv. The BG Stats import file
    (bgsplay) and play link (bgstats-link) were built from the app's published format and have not been tried in the app.
    Logs that 'robokraft verify' finds something wrong with are refused; without names the archive's good ones are taken.
    Exit codes: 0 good, 1 a log is wrong, or not over for BG Stats, 2 there is no such game or file.
    """
    if to not in FORMS:
        raise UserError(f"--to may be one of {', '.join(FORMS)}")
    if rows is not None and rows not in SHEETS:
        raise UserError(f"--rows may be one of {', '.join(SHEETS)}")
    separator = "\t" if separator == "tab" else separator
    if separator not in (",", ";", "\t", "|"):
        raise UserError("--separator may be , ; | or tab")
    when = None if date is None else _date(date)
    out = _Out(output, own_files(archive))
    which = wanted(player, game, device, since, until)
    if games:
        readings = [_given(text, archive, index) for text in games]
    else:
        readings = _wanted(archive, index, which)
    if to == "csv":
        _csv(readings, out, rows, separator)
    elif to == "text":
        from robokraft.export.record import record

        _write(record(readings), readings, out, to)
    else:
        _bgstats(to, readings, out, when, location, me, qr)
    raise typer.Exit(GOOD)


def _given(text, archive, index):
    reading, name = log_of(text, archive, index)
    refuse_bad(reading, name)
    return reading


def _wanted(archive, index, which):
    """The good logs in the archive, read again."""
    with opened(archive, index) as shelf:
        games = [game for game in shelf.games(which) if game.standing == "good"]
        if not games:
            raise UserError(none_of(shelf))
        readings = []
        with progress("reading logs") as tell:
            for number, game in enumerate(games, 1):
                readings.append(named(shelf.reading(game), shelf))
                tell(number, len(games))
        return readings


def _date(text):
    from datetime import datetime

    from robokraft.archive.telling import second

    for shape in ("%Y-%m-%d %H:%M:%S", "%Y-%m-%d %H:%M", "%Y-%m-%d"):
        try:
            return second(datetime.strptime(text, shape))
        except ValueError:
            pass
    raise UserError(f'{text} is no date such as "2026-11-30 21:30"')


class _Out:
    """Where it goes: `name` as it was given (None: printed); what is in `kept`, or was read, is never overwritten."""

    def __init__(self, name, kept):
        self.name = name
        self.kept = kept

    def path(self, readings, to):
        path = Path(self.name)
        return path / (_name(readings) + _ENDINGS[to]) if os.path.isdir(path) else path


def _csv(readings, out, rows, separator):
    from robokraft.errors import because
    from robokraft.export.sheets import sheet

    names = [rows or "games"]
    path = None if out.name is None else Path(out.name)
    if path is not None and (os.path.isdir(path) or str(out.name).endswith(("/", os.sep))):
        try:
            path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UserError(f"cannot make the directory {path}: {because(error)}")
        names = SHEETS if rows is None else names
        for name in names:
            one = _Out(str(path / f"{name}.csv"), out.kept)
            _write(sheet(name, readings, separator), readings, one, "csv")
    else:
        _write(sheet(names[0], readings, separator), readings, out, "csv")


def _write(text, readings, out, to):
    from robokraft.logfile import check_outputs, write_whole

    if out.name is None:
        buffer = getattr(sys.stdout, "buffer", None)
        if buffer is not None and not sys.stdout.isatty():
            sys.stdout.flush()
            buffer.write(text.encode())
            buffer.flush()
        else:
            print(text.removeprefix("\ufeff").replace("\r\n", "\n"), end="")
        return
    path = out.path(readings, to)
    check_outputs([path], [*out.kept, *[reading.path for reading in readings]])
    write_whole(path, text.encode())
    print(shown(path))


def _name(readings):
    from robokraft.archive.telling import heading
    from robokraft.files import legal_name

    return legal_name(heading(readings[0]) if len(readings) == 1 else f"{len(readings)} games")


def _bgstats(to, readings, out, date, location, me, qr):
    from robokraft.export import bgstats

    over = [reading for reading in readings if reading.counts]
    if not over:
        raise UserError("that game is not over, or nothing was scored in it: BG Stats takes results", WRONG)
    undated = [reading.id for reading in over if bgstats.play_date(reading, date) is None]
    if undated:
        raise UserError(f"{undated[0]} has no date, as the box's clock was not set: say it with --date")
    if to == "bgsplay":
        _write(bgstats.import_file(over, date, location, me), over, out, to)
        return
    links = [bgstats.link(reading, date, location) for reading in over]
    long = [reading.id for reading, link in zip(over, links) if len(link) > bgstats.LONGEST_LINK]
    if long:
        raise UserError(f"the link of {long[0]} would be longer than the app takes", WRONG)
    if out.name is not None:
        _write("".join(link + "\n" for link in links), over, out, "text")
        return
    for link in links:
        if qr and len(links) == 1:
            _draw(link)
        print(link)


def _draw(link):
    from robokraft.export.qr import lines, modules

    rows = modules(link)
    blocks = unicode_console()
    if rows is None:
        print("robokraft: no QR code holds so long a link", file=sys.stderr)
        return
    width = len(rows) * (1 if blocks else 2)
    if sys.stdout.isatty():
        have = os.get_terminal_size().columns
        if have < width:
            print(f"robokraft: the QR code needs {width} columns, the window has {have}", file=sys.stderr)
            return
    colours = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    for line in lines(rows, blocks, colours):
        print(line)
