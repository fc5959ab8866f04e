"""Nested lists as the text that KiCad keeps its files in."""


class Word(str):
    """Written as it is; every other string is written in quotes."""


def _atom(value):
    if isinstance(value, Word):
        return str(value)
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return f"{round(value, 4):g}"


def text(value, depth=0):
    """The list and what is in it: short ones on one line, long ones indented."""
    if not isinstance(value, list):
        return _atom(value)
    flat = "(" + " ".join(text(item) for item in value) + ")"
    if len(flat) + 2 * depth <= 100:
        return flat
    words = [item for item in value if not isinstance(item, list)]
    lists = [item for item in value if isinstance(item, list)]
    pad = "\n" + "  " * (depth + 1)
    inner = "".join(pad + text(item, depth + 1) for item in lists)
    return "(" + " ".join(_atom(word) for word in words) + inner + "\n" + "  " * depth + ")"
