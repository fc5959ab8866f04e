"""Settings, people, pictures of their names, and the clock."""

from binascii import a2b_base64, crc32

from companion.storage.settings import SettingsError, is_name
from shared_rules import wire
from shared_rules.fields import RuleError
from shared_rules.game import module_of
from shared_rules.utc import seconds_of

_NOT_BY_HOST = {
    "developer": "developer mode is switched on and off at the box only: Settings, Developer",
    "roster": "the roster is changed by person and forget",
}
_SEATS = 8  # of a game, at most


class Options:
    def __init__(self, app):
        self.app = app
        self._drawn = []  # names whose pictures came last: of a game that is about to begin

    def on_settings(self, asked):
        values = self.app.settings.values()
        del values["roster"]
        return {"values": values}

    def on_set(self, asked):
        name, value = asked["name"], asked["value"]
        if name in _NOT_BY_HOST:
            raise SettingsError("value", _NOT_BY_HOST[name], name)
        if name == "rules":
            _check_rules(value)
        self._change(name, value)
        return {}

    def on_people(self, asked):
        roster = self.app.settings.get("roster")
        first = asked["from"]
        return {"people": roster[first : first + wire.PEOPLE], "count": len(roster)}

    def on_person(self, asked):
        person = {"id": asked["id"], "name": asked["name"]}
        roster = self._without(asked["id"])
        roster.insert(asked["at"], person)
        self._change("roster", roster)
        return {}

    def on_forget(self, asked):
        self._change("roster", self._without(asked["id"]))
        return {}

    def on_undrawn(self, asked):
        names = []
        for name in asked["names"]:
            if not self.app.canvas.can_draw(name):
                from companion.storage.pictures import load

                picture = load(self.app.parts.files, name)
                names.append({"name": name, "crc": picture and "%08x" % (crc32(picture) & 0xFFFFFFFF)})
        return {"names": names}

    def on_picture(self, asked):
        from companion.storage import pictures

        if not is_name(asked["name"]):
            raise RuleError("schema", "name must be that of a person")
        try:
            picture = a2b_base64(asked["picture"])
        except ValueError:
            raise RuleError("schema", "picture must be base64")
        if not pictures.is_picture(picture):
            raise RuleError("schema", "picture must be the picture of a name")
        settings, session = self.app.settings, self.app.session
        people = settings.get("roster") + settings.get("players")
        if session.game is not None:
            people += session.state.players
        self._drawn = [asked["name"]] + self._drawn[: _SEATS - 1]
        needed = [one["name"] for one in people] + self._drawn
        pictures.save(self.app.parts.files, asked["name"], picture, needed)
        self.app.names_changed()
        return {}

    def _without(self, identity):
        return [one for one in self.app.settings.get("roster") if one["id"] != identity]

    def _change(self, name, value):
        self.app.settings.set(name, value)
        self.app.apply_settings()

    def on_clock(self, asked):
        parts = self.app.parts
        seconds_of(asked["utc"])
        set_utc = getattr(parts, "set_utc", None)
        if set_utc is None:
            raise RuleError("unsupported", "this box has no clock that can be set")
        was = parts.utc()
        set_utc(asked["utc"])
        return {"was": was}


def _check_rules(value):
    """House rules that some game of this version knows. Raises RuleError `schema`."""
    if type(value) is not dict:
        raise RuleError("schema", "rules must be an object")
    for game in value:
        module = module_of(game)
        if type(value[game]) is not dict:
            raise RuleError("schema", "rules of %s must be an object" % game)
        for name in value[game]:
            if name not in module.RULES:
                raise RuleError("schema", "%s has no house rule %s" % (game, name))
            if value[game][name] not in module.RULES[name]:
                raise RuleError("schema", "%s must be one of %s" % (name, ", ".join(module.RULES[name])))
