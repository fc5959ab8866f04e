"""`robokraft config`: the settings of the box, and the people it knows."""

import json as json_module
import re
import secrets
import unicodedata
from typing import Annotated

import typer

from robokraft import told
from robokraft.cli.cable import Device, Json, Port, connected, understood
from robokraft.cli.naming import Font, draw_names
from robokraft.cli.output import print_json, read_text
from robokraft.errors import UserError
from robokraft.naming import checked

_RULES = "rules."
_NOBODY = "none"  # the roster without anybody: an empty text is more likely a variable that was not set
_NUMBER = re.compile(r"-?[0-9]{1,9}", re.ASCII)
SHAPES = ("circle", "triangle", "square", "cross", "diamond", "star", "ring", "bars")
_MAY_BE = {  # what the box leaves unsaid where it refuses a value
    "shapes": "a list of four different ones of " + ", ".join(SHAPES),
    "players": 'five at most, each {"id": text or null, "name": text}, none without a name and no id twice',
}
_SWITCHES = {"on": True, "off": False, "true": True, "false": False}


def command(
    context: typer.Context,
    action: Annotated[str, typer.Argument(metavar="get|set")],
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="A setting; a house rule is rules.GAME.SWITCH.")
    ] = None,
    value: Annotated[
        str | None,
        typer.Argument(metavar="VALUE", help="A number, on or off, a word, JSON, or @FILE with JSON in it."),
    ] = None,
    font: Font = None,
    json: Json = False,
    port: Port = None,
    device: Device = None,
):
    """Read or change the settings of the box.

    get shows one setting or all; set changes one. The roster is set as a list of names, 'Ann,Zoë,ben=Benjamin': who is on it
    already keeps the id, others get a new one or the id before '='; or as JSON, [{"id": "ann", "name": "Ann"}]; 'none' empties it.
    Developer mode is switched on at the box only.
    Exit codes: 0 good, 2 no such setting or value, 3 no box, 4 the port cannot be used, 5 no answer, 6 the connection was
    lost, 7 the box refuses the value, or cannot now.
    """
    if action not in ("get", "set") or (action == "get" and value is not None):
        raise UserError("write 'config get', 'config get NAME' or 'config set NAME VALUE'")
    if action == "set" and (name is None or value is None):
        raise UserError("write 'config set NAME VALUE'")
    with connected(context, port, device) as client:
        settings = client.settings()
        with understood("settings"):
            _check_settings(settings)
        if action == "set":
            _set(client, settings, name, value, font)
            settings = client.settings()
    if name is None:
        shown = settings
    else:
        shown = {name: _one(settings, name)}
    if json:
        print_json(shown)
    else:
        for key in shown:
            print(told.shown(f"{key} {json_module.dumps(shown[key], ensure_ascii=False)}"))


def _check_settings(settings):
    """Raises TypeError or KeyError where house rules are none."""
    for switches in settings["rules"].values():
        dict.items(switches)


def _one(settings, name):
    if name.startswith(_RULES):
        game, _, switch = name[len(_RULES) :].partition(".")
        there = settings["rules"].get(game, {})
        if switch not in there:
            _check_rule(game, switch)
        return there.get(switch)
    if name not in settings:
        raise UserError(f"there is no setting {name}: there are {', '.join(settings)}")
    return settings[name]


def _check_rule(game, switch):
    """Raises UserError where no game of this version knows the house rule."""
    from shared_rules.fields import RuleError
    from shared_rules.game import module_of

    try:
        known = module_of(game).RULES
    except RuleError as error:
        raise UserError(f"there is no house rule {_RULES}{game}.{switch}: {error.message}")
    if switch not in known:
        there = f"there are {', '.join(known)}" if known else "there are none"
        raise UserError(f"{game} has no house rule {switch or 'without a name'}: {there}")


def _set(client, settings, name, text, font):
    _one(settings, name)
    if text.startswith("@"):
        text = read_text(text[1:])
    if name == "roster":
        people = roster(text, settings["roster"])
        client.set_people(people)
        draw_names(client, people, font)
    elif name == "players":
        people = _players(text)
        _ask(client, name, people)
        draw_names(client, people, font)
    elif name.startswith(_RULES):
        game, _, switch = name[len(_RULES) :].partition(".")
        rules = {**settings["rules"], game: {**settings["rules"].get(game, {}), switch: text}}
        client.ask("set", name="rules", value=rules)
    else:
        _ask(client, name, _value(text, settings[name]))


def _ask(client, name, value):
    from robokraft.client import BoxError

    try:
        client.ask("set", name=name, value=value)
    except BoxError as error:
        if error.code == "value" and name in _MAY_BE:
            raise UserError(f"{error.message}: {_MAY_BE[name]}", error.exit_code)
        raise


def _value(text, old):
    """What a person means by a text, in the kind of the value that is there."""
    if isinstance(old, bool) and text.lower() in _SWITCHES:
        return _SWITCHES[text.lower()]
    if isinstance(old, bool):
        raise UserError(f"the value is wrong: on or off (true or false), not {ascii(text[:40])}")
    if isinstance(old, str):
        return unicodedata.normalize("NFC", text)
    if isinstance(old, int) and not _NUMBER.fullmatch(text):
        raise UserError(f"the value is wrong: a whole number, not {ascii(text[:40])}")
    return _json(text)


def _json(text):
    from robokraft.logfile import Strict, strict_json

    try:
        return strict_json(text)
    except Strict as error:
        raise UserError(f"the value is wrong: {error}")


def _players(text):
    """Who played last, from JSON: [{"id", "name"}], the id of a guest null."""
    people = _json(text)
    if not isinstance(people, list) or not all(_is_player(one) for one in people):
        raise UserError('the players are a list of {"id": text or null, "name": text}')
    return [{"id": one["id"], "name": checked(one["name"])} for one in people]


def _is_player(one):
    return isinstance(one, dict) and set(one) == {"id", "name"} and isinstance(one["name"], str)


def roster(text, old):
    """[{"id", "name"}] from JSON or from a list of names; who is in `old` keeps the id. Raises UserError."""
    text = text.strip()
    if text == _NOBODY:
        people = []
    elif text.startswith("["):
        try:
            people = _json(text)
        except UserError as error:
            raise UserError(
                f"{error.message}; a list that begins with [ is read as JSON: put a comma before it if it is one of names"
            )
    else:
        ids = {one["name"]: one["id"] for one in old}
        people, named = [], set()
        for part in filter(None, (part.strip() for part in text.split(","))):
            identity, equals, name = part.rpartition("=")
            if not equals:
                name = checked(name)
                if name in named:
                    raise UserError(
                        f"{name} is named twice; two people of one name need ids, as in 1={name},2={name}"
                    )
                named.add(name)
                identity = ids.get(name) or secrets.token_hex(4)
            people.append({"id": identity.strip(), "name": name.strip()})
        if not people:
            raise UserError(f"VALUE names nobody: write 'config set roster {_NOBODY}' to empty the roster")
    for one in people:
        if (
            not isinstance(one, dict)
            or set(one) != {"id", "name"}
            or not all(isinstance(one[k], str) for k in one)
        ):
            raise UserError('the roster is a list of {"id": text, "name": text}')
    people = [{"id": checked(one["id"]), "name": checked(one["name"])} for one in people]
    if any(not one["id"] or not one["name"] for one in people):
        raise UserError("a person of the roster has an empty name or id")
    if len({one["id"] for one in people}) != len(people):
        raise UserError("two people of the roster have the same id")
    return people
