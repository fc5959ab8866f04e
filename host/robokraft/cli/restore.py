"""`robokraft restore`: a backup back onto a box."""

import sys
from typing import Annotated

import typer

from robokraft.cli.cable import Device, Json, Port, connected, settled
from robokraft.cli.naming import Font, draw_names
from robokraft.cli.output import print_json
from robokraft.errors import GOOD, WRONG
from robokraft.told import shown


def command(
    context: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", help="What 'robokraft backup' wrote.")],
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only tell what would be done.")] = False,
    font: Font = None,
    json: Json = False,
    port: Port = None,
    device: Device = None,
):
    """Put the games, names, settings and card data of a backup back onto a box that does not have them.

    The box asks for OK. Nothing that is on the box is replaced but settings: a game of the same id with other content stays,
    and is told. Interrupted, run it again.
    Exit codes: 0 good, 1 something could not be put back, 2 the file cannot be used, 3 no box, 4 the port cannot be used,
    5 no answer, 6 the connection was lost in the middle, 7 somebody at the box said no, or it cannot now.
    """
    from robokraft import backup, restore
    from robokraft.cli.archive import progress

    kept = backup.read(file)
    failed = []
    with connected(context, port, device) as client:
        with progress("looking") as tell:
            plan = restore.plan(client, kept, tell)
        if not plan.empty and not dry_run:
            if plan.later:
                print(_without_games(plan), file=sys.stderr, flush=True)
            with progress("restoring") as tell:
                failed = restore.carry_out(client, plan, settled, tell)
        if not dry_run:
            settings = client.settings()
            draw_names(client, settings["roster"] + settings["players"], font)
    failed += [(f"game {game.id or game.number}", why) for game, why in plan.refused] + plan.left
    _tell(plan, failed, dry_run, json)
    raise typer.Exit(WRONG if failed else GOOD)


def _without_games(plan):
    games = "1 game stays" if plan.later == 1 else f"{plan.later} games stay"
    rest = ", ".join(_parts([], plan.cards, plan.settings))
    return f"a game is open on the box: {games} out until it is over, and only this is put back now: {rest}"


def _parts(games, cards, settings):
    parts = []
    if games:
        parts.append(f"{len(games)} {'game' if len(games) == 1 else 'games'}")
    if cards:
        parts.append("card data of " + ", ".join(cards))
    if settings:
        parts.append("settings " + ", ".join(settings))
    return parts


def _tell(plan, failed, dry_run, json):
    lost = {what for what, _ in failed}
    games = [game.id for game in plan.wanted if f"game {game.id}" not in lost]
    cards = [name for name in plan.cards if f"card data of {name}" not in lost]
    settings = [name for name in plan.settings if f"setting {name}" not in lost]
    known = [game.id for game in plan.known]
    if json:
        print_json(
            {
                "done": not dry_run,
                "games": games,
                "known": known,
                "cards": cards,
                "settings": settings,
                "failed": [{"what": what, "why": why} for what, why in failed],
            }
        )
        return
    for what, why in failed:
        print(f"NOT {shown(what)}: {shown(why)}")
    parts = _parts(games, cards, settings)
    there = f"; {len(known)} {'game was' if len(known) == 1 else 'games were'} there already" if known else ""
    would = "would be put back" if dry_run else "put back"
    print(f"{would}: {', '.join(parts)}{there}" if parts else f"nothing to put back{there}")
