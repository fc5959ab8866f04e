"""`robokraft verify`: replays logs and says what is wrong with them."""

import glob
import os
from typing import Annotated

import typer

from robokraft.cli.output import print_json
from robokraft.told import harmless


def command(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Game logs; - reads standard input.")],
    json: Annotated[bool, typer.Option("--json", help="Print a JSON array, an object per file.")] = False,
):
    """Replay logs with the rules and say what is wrong with them.

    Exit codes: 0 all good, 1 something is wrong, 2 a file cannot be read or is no log; the worst of all files counts.
    """
    from robokraft.logfile import check_file, exit_code

    verdicts = [check_file(name) for name in _expanded(files)]
    if json:
        print_json(verdicts)
    else:
        for verdict in verdicts:
            _print(verdict)
    raise typer.Exit(exit_code(verdicts))


def _expanded(names):
    """Windows leaves * and ? to the program."""
    if os.name != "nt":
        return names
    return [found for name in names for found in (sorted(glob.glob(name)) or [name])]


def _print(verdict):
    print(f"{harmless(verdict['file'])}: {'good' if verdict['ok'] else 'WRONG'}{_sum(verdict)}")
    for kind in ("errors", "warnings"):
        for entry in verdict[kind]:
            place = "" if entry["n"] is None else f"record {entry['n']}: "
            print(f"  {kind[:-1]} {entry['code']}: {place}{harmless(entry['message'])}")


def _sum(verdict):
    if verdict["game"] is None:
        return ""
    points = ", ".join(f"seat {seat} {points}" for seat, points in enumerate(verdict["points"]))
    return f", {verdict['game']}, {len(verdict['rounds'])} rounds finished: {points}"
