"""`robokraft demo`: one whole game through the buttons of a virtual box, shown, exported, verified, charted."""

import sys
import time
from typing import Annotated

import typer

from robokraft.cli.output import minus, unicode_console
from robokraft.errors import WRONG, UserError
from robokraft.told import shown

_ENTRY_S = 0.015  # so that a person sees the cards come in
_LOOK_S = 0.12
_BAR = 16
_BESIDE = 8  # rows of text under the picture


def command(
    seed: Annotated[int, typer.Option("--seed", help="Another number deals other cards.")] = 1,
    log: Annotated[
        str | None, typer.Option("--log", metavar="FILE", help="Keep the log of the game.")
    ] = None,
):
    """Play one whole four-player game on a virtual box, by key presses alone, with mistakes and their corrections.

    The game is then exported as a log, the log verified, the points charted.
    Exit codes: 0 the game is good, 1 it is not, 2 a file that cannot be written.
    """
    import tempfile
    from pathlib import Path

    from robokraft.logfile import check_file, check_writable, write_log
    from robokraft.virtual.box import VirtualBox
    from robokraft.virtual.evening import PLAYERS, Evening

    if log is not None:
        check_writable(log)
    with VirtualBox(storage_seed=seed) as box:
        with _stage(box) as stage:
            Evening(box, stage, seed).play()
        name, lines = box.game_id(), box.log_lines()
    with tempfile.TemporaryDirectory(prefix="robokraft-") as folder:
        path = log or str(Path(folder) / f"{name}.jsonl")
        write_log(path, lines)
        verdict = check_file(path)
    print(
        f"\nlog     {name}, {len(lines)} records, {'kept in ' + shown(log) if log else '--log FILE keeps it'}"
    )
    for entry in verdict["errors"] + verdict["warnings"]:
        print(f"        record {entry['n']}: {entry['code']}: {entry['message']}")
    if not verdict["ok"] or not verdict["winners"]:
        raise UserError("the log is not that of a whole and good game", WRONG)
    print("verify  good: every record replayed, every point computed again\n")
    _chart(verdict, PLAYERS)


def _stage(box):
    if not sys.stdout.isatty() or not unicode_console():
        return Plain()
    from shutil import get_terminal_size

    from robokraft.virtual.cells import fitting

    columns, rows = get_terminal_size()
    size = fitting(columns, rows - _BESIDE)
    return Plain() if size is None else Live(box, size)


class Plain:
    """Lines, one a trick, for a file or a pipe."""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def say(self, text):
        print(text, flush=True)

    def show(self):
        pass

    def look(self):
        pass


class Live:
    """The picture in the terminal, with the last lines under it, slowly enough to be seen."""

    def __init__(self, box, size):
        from rich.live import Live as RichLive

        self._box = box
        self._size = size
        self._lines = []
        self._live = RichLive(auto_refresh=False)

    def __enter__(self):
        self._live.__enter__()
        return self

    def __exit__(self, *how):
        self._live.__exit__(*how)

    def say(self, text):
        self._lines = (self._lines + [text])[2 - _BESIDE :]
        self.show()

    def show(self):
        from rich.text import Text

        from robokraft.virtual.cells import drawn

        picture = Text(drawn(self._box.pixels(), self._size), style="#e2f0ff on #06090e", no_wrap=True)
        picture.append("\n\n" + "\n".join(self._lines), style="default on default")
        picture.overflow = "ellipsis"
        self._live.update(picture, refresh=True)
        time.sleep(_ENTRY_S)

    def look(self):
        self.show()
        time.sleep(_LOOK_S)


def _chart(verdict, names):
    """Points by round, and a bar for each total."""
    from rich.console import Console
    from rich.table import Table

    rounds, totals = verdict["rounds"], verdict["points"]
    full, light = ("█", "░") if unicode_console() else ("#", "-")
    longest = max(1, *map(abs, totals))
    table = Table("place", "player", *[f"round {k + 1}" for k in range(len(rounds))], "total", "", box=None)
    for column in table.columns[2:-1]:
        column.justify = "right"
    for seat in sorted(range(len(names)), key=lambda seat: (verdict["ranks"][seat], seat)):
        bar = (full if totals[seat] >= 0 else light) * round(abs(totals[seat]) * _BAR / longest)
        points = [minus(row[seat]) for row in rounds]
        table.add_row(str(verdict["ranks"][seat]), names[seat], *points, minus(totals[seat]), bar)
    Console().print(table)
