"""What a box says is written by somebody else: nothing of it may steer a terminal, or be deeper than can be handled.

Names of any script, blanks and the line breaks of a crash log stay as they are.
"""

import re
import unicodedata
from typing import Any

from shared_rules.fields import RuleError

_DEEPEST = 32
_KEPT = "\n\t"
_STEERING = ("Cc", "Cs", "Zl", "Zp")
_TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")


def harmless(value: Any, depth=0) -> Any:
    """The JSON value with `?` for every control character and half character. Raises RuleError `json` where it is too deep."""
    if isinstance(value, str):
        if value.isprintable():
            return value
        return "".join("?" if _steers(letter) else letter for letter in value)
    if isinstance(value, (dict, list)) and depth == _DEEPEST:
        raise RuleError("json", "too many brackets in brackets")
    if isinstance(value, dict):
        return {harmless(name): harmless(inner, depth + 1) for name, inner in value.items()}
    if isinstance(value, list):
        return [harmless(inner, depth + 1) for inner in value]
    return value


def shown(text: Any) -> str:
    """A line for people with a path, a name or whatever else in it that may hold anything: also nothing turns what follows."""
    return _TURNING.sub("?", harmless(str(text)))


def _steers(letter):
    return letter not in _KEPT and unicodedata.category(letter) in _STEERING
