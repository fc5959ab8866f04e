"""`robokraft start`: begins a game on the box."""

import random
from typing import Annotated

import typer

from robokraft.cli.cable import Device, Json, Port, connected, settled, understood
from robokraft.cli.naming import Font, draw_names
from robokraft.cli.output import print_json
from robokraft.errors import UserError
from robokraft.naming import checked


def command(
    context: typer.Context,
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="robokraft, robot_x, robotroc, robotlab or robots.")
    ],
    players: Annotated[
        str,
        typer.Option(
            "--players", metavar="A,B,C", help="Names by seat; one of the roster by name or id, else a guest."
        ),
    ],
    mode: Annotated[
        str | None,
        typer.Option(
            "--mode",
            metavar="MODE",
            help="How it is entered, by game; the first is taken unless told. robokraft: cards, tricks, scores; "
            "robot_x: game, scores; robotroc: game, children, scores; robotlab: actions, young; robots: cards, points.",
        ),
    ] = None,
    lead: Annotated[
        int, typer.Option("--lead", metavar="N", help="The seat that leads, begins or deals first, from 0.")
    ] = 0,
    discs: Annotated[
        str | None, typer.Option("--discs", metavar="BROG", help="The discs from the top; else drawn.")
    ] = None,
    setup: Annotated[
        str | None,
        typer.Option(
            "--setup",
            metavar="JSON",
            help="What else the set-up holds, as in record 0 of a log; else what the box knows of the cards.",
        ),
    ] = None,
    rules: Annotated[
        str | None, typer.Option("--rules", metavar="JSON", help="House rules; else those of the box.")
    ] = None,
    font: Font = None,
    json: Json = False,
    port: Port = None,
    device: Device = None,
):
    """Begin a game on the box: at once from its home screen, else somebody at the box must say yes.

    Exit codes: 0 it began, 2 no such game can begin, 3 no box, 4 the port cannot be used, 5 no answer, 6 the connection was
    lost, 7 the box or somebody at it said no, or it cannot now.
    """
    names = [checked(name) for name in players.split(",")]
    if not all(names):
        raise UserError("a player's name is empty")
    from robokraft.archive.kinds import known

    known(game)
    with connected(context, port, device) as client:
        wish: dict = {"game": game, "mode": mode or _first_mode(game)}
        wish["players"] = _seated(names, client.people())
        kept = {} if game == "robokraft" else client.ask("cards", game=game)["values"]
        wish["setup"] = set_up(game, wish["mode"], lead, discs, kept) | _object(setup or "{}", "set-up")
        wish["rules"] = _object(rules, "rules") if rules else _house_rules(client, game)
        _check(wish)
        draw_names(client, wish["players"], font)
        settled(client, client.ask("start", **wish)["outcome"])
        begun = client.ask("status")["status"].get("game")
    if json:
        print_json(begun)
        return
    with understood("status"):
        order = f", discs {begun['discs']} from the top" if begun and begun["discs"] else ""
        print(f"{begun['id'] if begun else game}: begun{order}")


def _first_mode(game):
    from shared_rules.game import module_of

    return module_of(game).MODES[0]


def _seated(names, roster):
    """{id, name} by seat: a person of the roster by id or, where it is clear, by name; anybody else is a guest."""
    seated = []
    for name in names:
        found = [one for one in roster if one["id"] == name] or [one for one in roster if one["name"] == name]
        if len(found) > 1:
            ids = ", ".join(one["id"] for one in found)
            raise UserError(f"several people are called {name}: name one by id: {ids}")
        seated.append(dict(found[0]) if found else {"id": None, "name": name})
        if seated.count(seated[-1]) > 1:
            raise UserError(f"{seated[-1]['name']} can sit on one seat only")
    return seated


def set_up(game, mode, lead, discs, kept):
    """The set-up as far as the options and the card data that the box keeps tell it: what is missing --setup must say."""
    if game == "robokraft":
        return {"lead": lead, "discs": discs or "".join(random.SystemRandom().sample("BROG", 4))}
    if game == "robot_x":
        return {"lead": lead, **_known(kept, "colours")}
    if game == "robots":
        return {"dealer": lead, **_known(kept, "values", "robot")}
    if game == "robotlab":
        setup = {"first": lead, "matches": 1, **_known(kept, "disassemble")}
        return setup | ({"disassemble": None} if mode == "young" else {})
    from shared_rules.robotroc_records import SHOWN_KEYS

    shown = {key: kept.get(key) or None for key in SHOWN_KEYS}
    return {"lead": lead, "games": 1, "shown": shown if any(shown.values()) else None}


def _known(kept, *fields):
    return {field: kept[field] for field in fields if field in kept}


def _house_rules(client, game):
    with understood("settings"):
        return client.ask("settings")["values"]["rules"].get(game, {})


def _object(text, what):
    from robokraft.logfile import Strict, strict_json

    try:
        value = strict_json(text)
    except Strict as error:
        raise UserError(f"the {what} is wrong: {error}")
    if not isinstance(value, dict):
        raise UserError(f"the {what} must be a JSON object")
    return value


def _check(wish):
    """Says here what the box would refuse."""
    from shared_rules.fields import RuleError
    from shared_rules.game import check_header, module_of

    missing = [field for field, _ in module_of(wish["game"]).SETUP if field not in wish["setup"]]
    if missing:
        raise UserError(
            f"the set-up of {wish['game']} needs {', '.join(missing)}: say it with --setup, as in record 0 of a log, "
            "or begin it once at the box, which keeps what its cards show"
        )
    try:
        check_header({"v": 1, "id": "X", "device": "X", "firmware": "X", "started": None, **wish})
    except RuleError as error:
        raise UserError(f"no such game can begin: {error.message}")
