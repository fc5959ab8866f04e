"""The texts of the box: one module a language, and for each further game one more, loaded only with that game.

Every language has the same modules with the same names in them. On the Pico they are packed, see `packed`.
"""

import sys


def words(language, part=None):
    """The texts for a language code, English where there is none; `part` is a game: its texts alone."""
    name = "companion.lang.en" + ("_" + part if part else "")
    __import__(name)
    module = sys.modules[name]
    return getattr(module, "TEXTS", module)


def warning_lines(words, warning):
    """What the box has to say: the lines for a warning, a code or (code, fields), with the file or game it is about."""
    code, fields = warning if isinstance(warning, tuple) else (warning, {})
    lines = words.WARNINGS.get(code, (words.WARNING_OTHER, code))
    name = fields.get("file") or fields.get("number")
    if name is not None:
        lines += (str(name),)
    return lines
