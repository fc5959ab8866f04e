"""Key scripts: what a person does at the box, as text.

    blue red orange green up down ok back     a press: 80 ms down, then 120 ms up
    ok:hold                                   a hold: 900 ms down, then 120 ms up
    wait:500                                  nothing for 500 ms (0 to 86400000)
    # comment                                 to the end of the line

Words stand apart by any white space and are in lower case. Runs on CPython and on MicroPython.
"""

# The firmware's names in the firmware's order; a test compares them (only box.py may import the firmware).
KEY_NAMES = ("blue", "red", "orange", "green", "up", "down", "ok", "back")

PRESS_MS = 80
HOLD_MS = 900
UP_MS = 120
LONGEST_WAIT_MS = 86400000

# str.split() knows different white space on the two Pythons.
_SPACES = "\t\v\f\u00a0\u2003\u3000\ufeff"


class ScriptError(ValueError):
    """A word that means nothing. `line` (from 1) and `word` say which; the message says why."""

    def __init__(self, line, word, why):
        super().__init__(f"line {line}: '{_printable(word)}' {why}")
        self.line = line
        self.word = word


def parse(text):
    """The steps of a script: a list of (mask, down_ms, up_ms); a wait is (0, 0, ms). Raises ScriptError."""
    steps = []
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for number, line in enumerate(lines, 1):
        said = line.split("#", 1)[0]
        for space in _SPACES:
            said = said.replace(space, " ")
        for word in said.split(" "):
            if word:
                steps.append(_step(number, word))
    return steps


def play(steps, box):
    """Do the steps on a box that has `press_mask(mask)` (these keys are down from now on) and `run(ms)`."""
    for mask, down_ms, up_ms in steps:
        if mask:
            box.press_mask(mask)
            box.run(down_ms)
            box.press_mask(0)
        if up_ms:
            box.run(up_ms)


def _step(line, word):
    colon = word.find(":")
    name = word if colon < 0 else word[:colon]
    if name == "wait":
        return 0, 0, _wait_ms(line, word)
    if name not in KEY_NAMES:
        if name.lower() in KEY_NAMES or name.lower() == "wait":
            raise ScriptError(line, word, "must be lower case: " + word.lower())
        raise ScriptError(line, word, "is no key; keys are " + " ".join(KEY_NAMES))
    mask = 1 << KEY_NAMES.index(name)
    if colon < 0:
        return mask, PRESS_MS, UP_MS
    if word[colon:] != ":hold":
        raise ScriptError(line, word, f"is no way to press a key; write {name} or {name}:hold")
    return mask, HOLD_MS, UP_MS


def _wait_ms(line, word):
    digits = word[5:]
    for char in digits:
        if char not in "0123456789":
            digits = ""
            break
    if not digits:
        raise ScriptError(line, word, "is no wait; write whole milliseconds, as in wait:500")
    digits = digits.lstrip("0") or "0"
    if len(digits) > 8 or int(digits) > LONGEST_WAIT_MS:
        raise ScriptError(line, word, f"is too long; a wait is at most {LONGEST_WAIT_MS} ms")
    return int(digits)


def _printable(word):
    """At most 40 characters, none that would move a terminal's cursor."""
    shown = ""
    for char in word[:40]:
        shown += char if char >= " " and not "\x7f" <= char <= "\x9f" else "?"
    return shown + ("..." if len(word) > 40 else "")
