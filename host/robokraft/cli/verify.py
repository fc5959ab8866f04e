"""`robokraft verify`: replays logs and says what is wrong with them."""

import glob
import os
import re
from typing import Annotated

import typer

from robokraft.archive.place import SUFFIX
from robokraft.cli.archive import Folder, Url
from robokraft.cli.output import minus, print_json
from robokraft.errors import UserError
from robokraft.told import shown

_ID = re.compile(r"[A-Za-z0-9-]{2,64}", re.ASCII)


def command(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE...", help="Game logs, also ids of games in the archive; - reads standard input."
        ),
    ],
    json: Annotated[bool, typer.Option("--json", help="Print a JSON array, an object per file.")] = False,
    archive: Folder = None,
    index: Url = None,
):
    """Replay logs with the rules and say what is wrong with them.

    Exit codes: 0 all good, 1 something is wrong, 2 a file cannot be read or is no log; the worst of all files counts.
    """
    from robokraft.logfile import exit_code
    from shared_rules.verify import Verifier

    names = _expanded(files)
    kept = _in_archive([name for name in names if _may_be_id(name)], archive, index)
    verifiers = [Verifier() for _ in names]
    verdicts = [_judged(name, kept.get(name, name), verifier) for name, verifier in zip(names, verifiers)]
    if json:
        print_json(verdicts)
    else:
        for verdict, verifier in zip(verdicts, verifiers):
            _print(verdict, verifier.game)
    raise typer.Exit(exit_code(verdicts))


def _expanded(names):
    """Windows leaves * and ? to the program."""
    if os.name != "nt":
        return names
    return [found for name in names for found in (sorted(glob.glob(name)) or [name])]


def _may_be_id(name):
    return _ID.fullmatch(name) is not None and not os.path.lexists(name)


def _in_archive(ids, archive, index):
    """{id: the log's file in the archive, or the UserError that says why there is none}."""
    from robokraft.cli.archive import opened

    found: dict = {}
    try:
        if ids:
            with opened(archive, index) as shelf:
                for name in ids:
                    found[name] = _log_of(name, shelf)
    except UserError as error:  # the archive itself cannot be used
        return dict.fromkeys(ids, error)
    return found


def _log_of(name, shelf):
    try:
        return str(shelf.folder / shelf.game(name).file)
    except UserError as error:
        return error


def _judged(name, found, verifier):
    from robokraft.logfile import check_file, unreadable

    if isinstance(found, UserError):
        return unreadable(name, f"there is no such file, and {found.message}")
    if os.path.isdir(found):
        logs = os.path.join(found, "*" + SUFFIX)
        return unreadable(
            name, f"it is a directory: name the logs in it, as {logs}; 'robokraft add' takes a whole one"
        )
    return check_file(found, verifier)


def _print(verdict, game):
    from robokraft.cli.archive import told
    from robokraft.logfile import is_unreadable

    name = shown(verdict["file"])
    if is_unreadable(verdict):
        print(f"{name}: {shown(verdict['errors'][0]['message'])}")
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
