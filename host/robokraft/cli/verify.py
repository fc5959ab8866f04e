"""`robokraft verify`: replays logs and says what is wrong with them."""

import glob
import os
from typing import Annotated

import typer

from robokraft.cli.output import minus, print_json
from robokraft.told import shown


def command(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Game logs; - reads standard input.")],
    json: Annotated[bool, typer.Option("--json", help="Print a JSON array, an object per file.")] = False,
):
    """Replay logs with the rules and say what is wrong with them.

    Exit codes: 0 all good, 1 something is wrong, 2 a file cannot be read or is no log; the worst of all files counts.
    """
    from robokraft.logfile import check_file, exit_code
    from shared_rules.verify import Verifier

    verifiers = [(name, Verifier()) for name in _expanded(files)]
    verdicts = [check_file(name, verifier) for name, verifier in verifiers]
    if json:
        print_json(verdicts)
    else:
        for verdict, (_, verifier) in zip(verdicts, verifiers):
            _print(verdict, verifier.game)
    raise typer.Exit(exit_code(verdicts))


def _expanded(names):
    """Windows leaves * and ? to the program."""
    if os.name != "nt":
        return names
    return [found for name in names for found in (sorted(glob.glob(name)) or [name])]


def _print(verdict, game):
    from robokraft.cli.archive import told
    from robokraft.logfile import is_unreadable

    name = shown(verdict["file"])
    if is_unreadable(verdict):
        print(f"{name}: cannot be read: {shown(verdict['errors'][0]['message'])}")
        return
    print(f"{name}: {'good' if verdict['ok'] else 'WRONG'}{_sum(verdict, game)}")
    for kind in ("errors", "warnings"):
        for entry in verdict[kind]:
            print(f"  {kind[:-1]} {shown(told(entry, game))}")


def _sum(verdict, game):
    if verdict["game"] is None:
        return ""
    from robokraft.cli.archive import in_line

    names = [in_line(player["name"]) for player in game.state.players]
    points = ", ".join(f"{name} {minus(points)}" for name, points in zip(names, verdict["points"]))
    many = len(verdict["rounds"])
    finished = f"{many} {'round' if many == 1 else 'rounds'} finished"
    if game.end and game.partial:
        finished += ", the open one counted"
    return f", {verdict['game']}, {finished}: {points}"
