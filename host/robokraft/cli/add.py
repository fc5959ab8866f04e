"""`robokraft add`: puts logs into the archive."""

import os
from pathlib import Path
from typing import Annotated

import typer

from robokraft.archive.place import archive_folder
from robokraft.cli.archive import Folder, Json, Url, opened, progress, show, told
from robokraft.cli.output import print_json
from robokraft.errors import BAD_INPUT, GOOD, WRONG, UserError
from robokraft.files import CannotRead, read_whole

_MOST_LINES = 20  # good files told one by one


def command(
    files: Annotated[
        list[str] | None, typer.Argument(metavar="FILE...", help="Game logs, or folders of logs.")
    ] = None,
    rebuild: Annotated[
        bool, typer.Option("--rebuild", help="Make the index anew from the logs in the archive.")
    ] = False,
    json: Json = False,
    archive: Folder = None,
    index: Url = None,
):
    """Put game logs into the archive. Adding one again changes nothing; one that goes on replaces what it goes on from.

    A log that 'robokraft verify' finds something wrong with is kept and marked, but never counted. Two different logs of one
    game are both kept; the first one counts.
    Exit codes: 0 all good, 1 a log is wrong or contradicts another, 2 one cannot be read or is no log.
    """
    if not files and not rebuild:
        raise UserError("say which logs, or --rebuild; 'robokraft add --help' tells more")
    from robokraft.archive.keeping import logs_in

    paths = [path for name in files or [] for path in logs_in(name)]
    if files and not paths:
        raise UserError("there are no logs (*.jsonl) in " + ", ".join(files))
    folder = archive_folder(archive)
    if rebuild or os.path.exists(folder):
        with opened(archive, index, rebuild):
            pass  # what is wrong with the archive is said before a log goes in
    with progress("adding logs") as tell:
        results = []
        for number, path in enumerate(paths, 1):
            results.append(_added(folder, path))
            tell(number, len(paths))
    games = {}
    if os.path.isdir(folder):
        with opened(archive, index) as shelf:
            games = {game.file: game for game in shelf.games()}
    for result in results:
        game = games.get(Path(result["kept"]).name) if result["kept"] else None
        result["standing"] = game.standing if game else None
    if json:
        print_json(results)
    else:
        _tell(results, len(games), folder)
    raise typer.Exit(_code(results))


def _added(folder, path):
    from robokraft.archive.keeping import keep
    from robokraft.logfile import Unreadable

    result = {"file": str(path), "how": None, "id": None, "ok": False, "errors": [], "kept": None}
    try:
        data = read_whole(path)
    except CannotRead as error:
        return _refused(result, error.reason)
    try:
        kept = keep(folder, data)
    except Unreadable as error:
        return _refused(result, str(error))
    verdict = kept.reading.verdict
    result.update(
        how=kept.how, id=kept.reading.id, ok=verdict["ok"], errors=verdict["errors"], kept=str(kept.path)
    )
    return result


def _refused(result, reason):
    return {**result, "errors": [{"n": None, "code": "unreadable", "message": reason}]}


def _code(results):
    if any(result["how"] is None for result in results):
        return BAD_INPUT
    return WRONG if any(result["standing"] in ("bad", "conflict") for result in results) else GOOD


_WORDS = {
    "new": "added",
    "longer": "goes on from the log that was here, and takes its place",
    "known": "is in the archive already",
    "conflict": "added beside a wrong log of this game",
}


def _tell(results, known, folder):
    for result in results:
        if result["how"] is None:
            show(f"{result['file']}: not added: {result['errors'][0]['message']}")
        elif result["standing"] == "bad":
            fault = told(result["errors"][0])
            show(f"{result['file']}: WRONG, {_where(result)}, never counted: {fault}")
        elif result["standing"] == "conflict":
            show(
                f"{result['file']}: CONFLICT, {_where(result)}, not counted: another log of {result['id']} counts"
            )
        elif len(results) <= _MOST_LINES:
            show(f"{result['file']}: {_WORDS[result['how']]}")
    sums = {
        "added": sum(result["how"] in ("new", "longer", "conflict") for result in results),
        "known already": sum(result["how"] == "known" for result in results),
        "in conflict": sum(result["standing"] == "conflict" for result in results),
        "wrong": sum(result["standing"] == "bad" for result in results),
        "not added": sum(result["how"] is None for result in results),
    }
    parts = [f"{count} {word}" for word, count in sums.items() if count or word == "added"]
    there = f"{known} {'log' if known == 1 else 'logs'} in {folder}" if known else "nothing was made"
    show(f"{', '.join(parts)}; {there}")


def _where(result):
    return "kept already" if result["how"] == "known" else "kept and marked"
