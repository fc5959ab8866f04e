"""What the owner chose. Every setting is declared here once, with its default and what it may be.

A value in the file that is missing, unknown, of the wrong type or out of range is said in `notices` and its
default counts. A change is saved by write-new-then-rename. A file that a newer version wrote is read as far
as it is understood and never overwritten.
"""

import json

from companion.storage.files import StorageError

VERSION = 1
NAME = "settings.json"
SHAPES = ("circle", "triangle", "square", "cross")  # of blue, red, orange, green
ALL_SHAPES = SHAPES + ("diamond", "star", "ring", "bars")
LONGEST_NAME = 40  # code points, as in the log
MOST_PEOPLE = 32


class SettingsError(Exception):
    """`code`: "unknown", "value", "newer"; a message for people; `name` of the setting."""

    def __init__(self, code, message, name):
        super().__init__(message)
        self.code = code
        self.message = message
        self.name = name


def is_name(value):
    """A person's name or id: 1 to 40 code points, no control characters."""
    if type(value) is not str or not 0 < len(value) <= LONGEST_NAME:
        return False
    for letter in value:
        if ord(letter) < 32 or 127 <= ord(letter) < 160:
            return False
    return True


def _are_shapes(value):
    return (
        type(value) is list
        and len(value) == 4
        and len(set(value)) == 4
        and not [s for s in value if s not in ALL_SHAPES]
    )


def _are_players(value):
    if type(value) is not list or len(value) > 5 or [one for one in value if not _is_player(one)]:
        return False
    known = [one["id"] for one in value if one["id"] is not None]
    return len(set(known)) == len(known)


def _is_player(value):
    """{"id", "name"}; the id of a guest is null."""
    if type(value) is not dict or sorted(value) != ["id", "name"] or not is_name(value["name"]):
        return False
    return value["id"] is None or is_name(value["id"])


def _is_person(value):
    return _is_player(value) and value["id"] is not None


def _is_roster(value):
    if type(value) is not list or len(value) > MOST_PEOPLE or [one for one in value if not _is_person(one)]:
        return False
    return len(set([one["id"] for one in value])) == len(value)


def _are_rules(value):
    """{game: {switch: choice}}; which switches there are, the games know."""
    if type(value) is not dict:
        return False
    for game in value:
        if not is_name(game) or type(value[game]) is not dict:
            return False
        for switch in value[game]:
            if not is_name(switch) or not is_name(value[game][switch]):
                return False
    return True


_SWITCH = (False, True)

# name, default, and what it may be: (lowest, highest) as a list, choices as a tuple, or a check.
DECLARED = (
    ("brightness", 255, [1, 255]),
    ("dim_s", 60, [5, 3600]),
    ("off_s", 600, [30, 36000]),
    ("display", "ssd1306", ("ssd1306", "sh1106", "ssd1309", "none")),
    ("flip", False, _SWITCH),
    ("sound", False, _SWITCH),
    ("hold_ms", 800, [500, 2000]),
    ("double_ms", 25, [10, 300]),  # the shortest time between two presses of one key that count as two
    ("language", "en", ("en",)),
    ("shapes", list(SHAPES), _are_shapes),
    ("coach", True, _SWITCH),
    ("developer", False, _SWITCH),
    ("rules", {}, _are_rules),
    ("players", [], _are_players),  # who played last, [{"id", "name"}]
    ("roster", [], _is_roster),  # [{"id", "name"}]
)


def allowed(may, value):
    """Whether a value is what the third column of DECLARED says."""
    if type(may) is list:
        return type(value) is int and may[0] <= value <= may[1]
    if type(may) is tuple:
        return type(value) is type(may[0]) and value in may
    try:
        return may(value)
    except TypeError:  # a list as a member of a set
        return False


def _told(may):
    """The end of a sentence: what the third column of DECLARED says; nothing for a check."""
    if type(may) is list:
        return ": %d to %d" % (may[0], may[1])
    if type(may) is tuple:
        return ": " + " or ".join([json.dumps(one) for one in may])
    return ""


class Settings:
    """The settings in `files`. `notices`: [(code, name)], code "missing", "unknown", "value", "damaged" or
    "newer"."""

    def __init__(self, files):
        self.notices = []
        self._files = files
        self._newer = False
        self._values = {}
        for name, default, _ in DECLARED:
            self._values[name] = default
        self._load()

    def get(self, name):
        """The value in force; not to be changed in place. SettingsError "unknown"."""
        if name not in self._values:
            raise SettingsError("unknown", "there is no setting %s" % name, name)
        return self._values[name]

    def values(self):
        """All of them, as a dict."""
        return dict(self._values)

    def set(self, name, value):
        """Changes one setting and saves it. SettingsError, or StorageError; then nothing has changed."""
        self.update({name: value})

    def update(self, changes):
        """Changes several settings at once, all or none, and saves them. SettingsError or StorageError."""
        for name in sorted(changes):
            old = self.get(name)
            may = _may(name)
            if not allowed(may, changes[name]):
                told = (name, json.dumps(changes[name]), _told(may))
                raise SettingsError("value", "%s cannot be %s%s" % told, name)
            if self._newer and changes[name] != old:
                raise SettingsError("newer", "the settings were saved by a newer version", name)
        new = dict(self._values)
        new.update(changes)
        if new != self._values:
            out = {"v": VERSION}
            out.update(new)
            self._files.write(NAME, json.dumps(out).encode())
            self._values = new

    def _load(self):
        try:
            data = self._files.read(NAME)
        except StorageError:
            data = b""
        if data is None:
            return
        try:
            saved = json.loads(data.decode())
        except (ValueError, RuntimeError):  # no JSON; brackets without end
            saved = None
        if type(saved) is not dict or type(saved.get("v")) is not int:
            self.notices.append(("damaged", NAME))
            return
        self._newer = saved.pop("v") > VERSION
        if self._newer:
            self.notices.append(("newer", NAME))
        for name, _, may in DECLARED:
            if name not in saved:
                self.notices.append(("missing", name))
            elif allowed(may, saved[name]):
                self._values[name] = saved[name]
            else:
                self.notices.append(("value", name))
        for name in sorted(saved):
            if name not in self._values:
                self.notices.append(("unknown", name))


def _may(name):
    return [may for declared, _, may in DECLARED if declared == name][0]
