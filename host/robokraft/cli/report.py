"""`robokraft report`: one HTML file about a game, a person or a season."""

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
    none_of,
    opened,
    progress,
    refuse_bad,
    wanted,
)
from robokraft.errors import GOOD, UserError
from robokraft.told import shown


def command(
    one: Annotated[
        str | None,
        typer.Argument(metavar="[GAME|FILE]", help="The id of a game, or a log file; without it the season."),
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(
            "--output", "-o", metavar="FILE|DIR", help="The HTML file; named by its title without this."
        ),
    ] = None,
    png: Annotated[
        str | None,
        typer.Option("--png", metavar="FILE", help="Write the pictures as a PNG for a chat instead."),
    ] = None,
    player: Player = None,
    game: Kind = None,
    device: Device = None,
    since: Since = None,
    until: Until = None,
    archive: Folder = None,
    index: Url = None,
):
    """Write one HTML file that needs nothing else: of a game its discs, race, points by suit, cubes and every trick; of a
    season (or with --player of a person) the standings over time, records and habits.

    Exit codes: 0 good, 1 the log is wrong, 2 there is no such game or person, or a file cannot be written.
    """
    _need_parts()
    from robokraft.logfile import check_outputs

    if output is not None and output.lower().endswith(".png") and not os.path.isdir(output):
        raise UserError(f"-o names the HTML file: '--png {shown(output)}' makes a picture")
    wanted(player, game, device, since, until)  # says what cannot be, also where one game was named
    if one:
        page, read = _game(one, archive, index)
    else:
        page, read = _season(archive, index, player, game, device, since, until), None
    html = _path(page, output) if output is not None or png is None else None
    check_outputs([png, html], [read, *own_files(archive)])
    if png is not None:
        _write_png(page, png)
    if html is not None:
        _write_html(page, html)
    raise typer.Exit(GOOD)


def _need_parts():
    from importlib.util import find_spec

    missing = [name for name in ("jinja2", "matplotlib") if find_spec(name) is None]
    if missing:
        from robokraft.installing import advice

        raise UserError(f"reports need {' and '.join(missing)}: {advice(*missing)}")


def _game(text, archive, index):
    from robokraft.report.game import game_page

    reading, name = log_of(text, archive, index)
    refuse_bad(reading, name)
    return game_page(reading), reading.path


def _season(archive, index, player, game, device, since, until):
    from robokraft.report.season import season_page

    with opened(archive, index) as shelf:
        person = shelf.person(player) if player else None
        games = shelf.games(wanted(person, game, device, since, until))
        if not games:
            raise UserError(none_of(shelf))
        name = dict(shelf.persons())[person] if person else None
    told = [f"box {device}"] if device else []
    told += [f"since {since}"] if since else []
    told += [f"until {until}"] if until else []
    return season_page(games, told, person, name)


def _path(page, output):
    from robokraft.files import legal_name

    path = Path(output or ".")
    return path / (legal_name(page.title) + ".html") if os.path.isdir(path) else path


def _write_html(page, path):
    from robokraft.logfile import write_whole

    with progress("drawing") as tell:
        text = page.html(tell)
    write_whole(path, text.encode())
    print(shown(path))


def _write_png(page, png):
    import io

    from robokraft.logfile import write_whole
    from robokraft.report.poster import poster

    image, missing = poster(page)
    if missing:
        print(f"robokraft: no font on this computer has {shown(missing[:20])}", file=sys.stderr)
    out = io.BytesIO()
    image.save(out, format="PNG", optimize=True)
    write_whole(png, out.getvalue())
    print(shown(png))
