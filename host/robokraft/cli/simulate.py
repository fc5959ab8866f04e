"""`robokraft simulate`: the virtual box by script, on a simulated clock."""

import zlib
from typing import Annotated

import typer

from robokraft.cli.output import minus, print_json, print_picture, read_text
from robokraft.errors import WRONG, UserError
from robokraft.told import shown

_KEYS = (
    "Keys: blue red orange green up down ok back (80 ms, then 120 ms), KEY:hold (900 ms), wait:MS, # comment."
)
_START = '{"game", "mode", "players" (list of names), "setup", "rules"}'


def command(
    keys: Annotated[
        str, typer.Option("--keys", metavar="FILE|-", help=f"The script; - is standard input. {_KEYS}")
    ],
    data: Annotated[
        str | None, typer.Option("--data", metavar="DIR", help="Keep the box's memory in this directory.")
    ] = None,
    start: Annotated[
        str | None, typer.Option("--start", metavar="JSON", help=f"Begin a game at once: {_START}.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the status object instead.")] = False,
    png: Annotated[str | None, typer.Option("--png", metavar="FILE", help="Write the last picture.")] = None,
    log: Annotated[
        str | None, typer.Option("--log", metavar="FILE", help="Write the log of the game.")
    ] = None,
):
    """Play a key script on a virtual box and print how it ends: screen and status.

    Without --data everything but what is written is forgotten, and the same script gives the same game.
    Exit codes: 0 good, 1 the box failed inside or there is no game to write, 2 a script, start or directory that cannot be used.
    """
    from robokraft.virtual import script

    text = read_text(keys)
    try:
        steps = script.parse(text)
    except script.ScriptError as error:
        raise UserError(f"{keys}, {error}")
    wish = None if start is None else _wish(start)
    from robokraft.logfile import check_outputs, check_writable

    check_outputs([png, log], [keys])
    for path in (png, log):
        if path is not None:
            check_writable(path)

    from robokraft.virtual.box import VirtualBox

    with VirtualBox(data, storage_seed=zlib.crc32(f"{start}\n{text}".encode())) as box:
        if start is not None:
            box.start(wish)
        script.play(steps, box)
        status, pixels = box.status(), box.pixels()
        if log is not None:
            _write_log(box, log)
        if json:
            print_json(status)
        else:
            _print(status, pixels)
        if png is not None:
            _write_png(pixels, png)
    if "crash" in status["warnings"]:
        raise UserError("the box failed inside: its crash log has the place", WRONG)


def _wish(text):
    from robokraft.logfile import Strict, strict_json

    try:
        return strict_json(text)
    except Strict as error:
        raise UserError(f"the start is wrong: {error}")


def _write_png(pixels, path):
    import io

    from robokraft.logfile import write_whole
    from robokraft.virtual.picture import to_image

    picture = io.BytesIO()
    to_image(pixels).save(picture, format="PNG", optimize=True)
    write_whole(path, picture.getvalue())


def _write_log(box, path):
    from robokraft.logfile import write_log

    lines = box.log_lines()
    if not lines:
        raise UserError("there is no game whose log could be written", WRONG)
    write_log(path, lines)


def _print(status, pixels):
    print_picture(pixels)
    print_status(status)


def print_status(status):
    """The status object for people."""
    from robokraft.archive.sentences import many

    screen = status["screen"]
    words = [
        text for text in screen["texts"] if any(map(str.isalpha, text))
    ]  # signs are nothing without their place
    print(shown("  ".join([f"screen  {screen['name'].replace('_', ' ')}:", *words])))
    game = status["game"]
    if game is None:
        print("game    none")
    else:
        _print_game(game)
    storage = status["storage"]
    print(f"memory  {many(storage['games'], 'game')}, {storage['unexported']} of them not exported")
    if status["warnings"]:
        print("warns   " + ", ".join(status["warnings"]))


def _print_game(game):
    from robokraft.archive.sentences import many
    from robokraft.cli.archive import in_line

    names = [in_line(player["name"]) for player in game["players"]]
    entries = "1 entry" if game["events"] == 1 else f"{game['events']} entries"
    print(f"game    {game['game']} ({game['mode']}), {game['id']}, {entries}")
    print(f"round   {_round(game)}, asks for {game['phase'].replace('_', ' ')}", end="")
    print("" if game["turn"] is None else f" of {names[game['turn']]}")
    if game["discs"] is not None:
        supply = " ".join(f"{suit}{count}" for suit, count in game["supply"].items())
        print(f"discs   {game['discs']} from the top, cubes left {supply}")
    for seat, name in enumerate(names):
        line = f"  {name}: {minus(many(game['points'][seat], 'point'))}"
        if game["round_points"] is not None:
            line += f", {minus(game['round_points'][seat])} in this round"
        if game["cubes"] is not None:
            line += f", cubes {_held(game['cubes'][seat])}, cards {_held(game['won'][seat])}"
        print(line)


def _round(game):
    """The round that is asked for; the status object stays in the last one until the first entry of the next."""
    if len(game["rounds"]) == game["round"] and game["phase"] not in ("left_over", "round_end", "game_end"):
        return f"{game['round'] + 1} begins"
    return f"{game['round']}, trick {game['trick']}" if game["trick"] is not None else str(game["round"])


def _held(counts):
    if counts is None:
        return "not known"
    held = [f"{suit}{'?' if count is None else count}" for suit, count in counts.items() if count != 0]
    return " ".join(held) or "none"
