"""Flows: key scripts with what the box must say between the keys, the same for every kind of box. Runs on both Pythons.

A flow is a key script of `robokraft.virtual.script`, so `robokraft simulate` plays it too. What else it does stands
behind a `#`, after the keys of its line; a comment that begins with none of these words is only a comment:

    # start [MODE] LEAD DISCS NAME, NAME, …   begins a game of RoboKraft at once
    # start {JSON}                            begins any game: game, mode, players, setup, rules as in record 0
    # set NAME JSON                           changes a setting
    # spike KEY MS                            the key's line goes down for so short a time, then up for 20 ms
    # count                                   presses are counted from here on
    # remember MARK                           keeps game and screen under a name
    # picture NAME                            hands the name to `on_picture`
    # expect WHAT VALUE | WHAT VALUE …        compares with the status object

WHAT: `screen` (its name); `text` and `no-text` (one whole text of the screen); `presses`; `games`, `unexported`,
`warnings`; `game none`; `game MARK`, `shows MARK` (all as it was there); or a field of the game, in short form: seats
separated by spaces, suits as in B2R1 (nothing: -), rounds by /, players by commas.
"""

import json

from robokraft.virtual import script

DIRECTIVES = ("start", "set", "spike", "count", "remember", "picture", "expect")


class FlowError(AssertionError):
    """What the box did not do, or what the flow says wrongly, with name and line."""


def play(text, box, name="flow", on_picture=None):
    """Plays a flow, a text or its lines; returns how many expectations it held. FlowError with the first that does not hold.

    The box has `press_mask(mask)`, `run(ms)`, `status()`, and, where a flow asks for it, `start(wish)` and
    `configure(**settings)`.
    """
    player = _Player(box, on_picture)
    number = 0
    for line in text.split("\n") if isinstance(text, str) else text:
        number += 1
        parts = line.split("#", 1)
        try:
            player.keys(parts[0])
            if len(parts) > 1:
                player.comment(parts[1].strip())
        except (FlowError, script.ScriptError) as error:
            screen = box.status()["screen"]
            raise FlowError(
                "%s, line %d: %s\n  screen %s: %s"
                % (name, number, error, screen["name"], " | ".join(screen["texts"]))
            )
    return player.held


def pictures(text):
    """Names of the pictures a flow takes, in order."""
    found = []
    for line in text.split("\n"):
        words = line.split("#", 1)[-1].split()
        if "#" in line and len(words) == 2 and words[0] == "picture":
            found.append(words[1])
    return found


class _Player:
    def __init__(self, box, on_picture):
        self.box = box
        self.on_picture = on_picture
        self.presses = 0
        self.held = 0
        self.marks = {}

    def keys(self, text):
        steps = script.parse(text)
        self.presses += len([step for step in steps if step[0]])
        script.play(steps, self.box)

    def comment(self, text):
        word, _, rest = _partition(text)
        if word in DIRECTIVES:
            getattr(self, "_" + word)(rest)

    def _start(self, rest):
        if rest[0] == "{":
            self.box.start(json.loads(rest))
            return
        words = rest.split(" ", 2)
        mode = "cards"
        if not words[0].isdigit():
            mode = words[0]
            words = rest.split(" ", 3)[1:]
        names = [part.strip() for part in words[2].split(",")]
        setup = {"lead": int(words[0]), "discs": words[1]}
        self.box.start(
            {"game": "robokraft", "mode": mode, "players": names, "setup": setup, "rules": {}},
        )

    def _set(self, rest):
        name, _, value = _partition(rest)
        self.box.configure(**{name: json.loads(value)})

    def _spike(self, rest):
        key, _, ms = _partition(rest)
        self.box.press_mask(1 << script.KEY_NAMES.index(key))
        self.box.run(int(ms))
        self.box.press_mask(0)
        self.box.run(20)

    def _count(self, _rest):
        self.presses = 0

    def _remember(self, mark):
        status = self.box.status()
        self.marks[mark] = (status["game"], status["screen"])

    def _picture(self, name):
        if self.on_picture:
            self.on_picture(name)

    def _expect(self, rest):
        status = self.box.status()
        for part in rest.split("|"):
            what, _, value = _partition(part.strip())
            said = self._said(status, what, value)
            if said != value:
                raise FlowError("expected %s %s, the box says %s" % (what, value, said))
            self.held += 1

    def _said(self, status, what, value):
        """What the status says of `what`, in short form; `value` itself where that holds."""
        screen, game = status["screen"], status["game"]
        if what == "screen":
            return screen["name"]
        if what in ("text", "no-text"):
            return value if (value in screen["texts"]) == (what == "text") else " | ".join(screen["texts"])
        if what == "presses":
            return str(self.presses)
        if what in ("games", "unexported"):
            return str(status["storage"][what])
        if what == "warnings":
            return " ".join(status["warnings"]) or "-"
        if what == "game" and value == "none":
            return "none" if game is None else "a game"
        if what in ("game", "shows"):
            if value not in self.marks:
                raise FlowError("nothing is remembered as " + value)
            now, then = (game, screen) if what == "game" else (screen, game)
            then = self.marks[value][0 if what == "game" else 1]
            return value if now == then else "%s, where it was %s" % (json.dumps(now), json.dumps(then))
        if game is None or what not in game:
            raise FlowError("the box has no " + what + " now")
        return short(what, game[what])


def short(what, value):
    """A field of the game as a flow writes it."""
    if value is None:
        return "none"
    if what == "players":
        return ", ".join([player["name"] for player in value])
    if what == "rounds":
        return " / ".join([short("", row) for row in value]) or "-"
    if isinstance(value, list):
        return " ".join([short("", item) for item in value])
    if isinstance(value, dict):
        letters = [letter for letter in "BROG" if value[letter] != 0]
        return (
            "".join([letter + ("?" if value[letter] is None else str(value[letter])) for letter in letters])
            or "-"
        )
    return str(value)


def _partition(text):
    """Both Pythons' `text.partition(" ")`, blanks taken off."""
    head, blank, tail = text.partition(" ")
    return head, blank, tail.strip()
