"""The texts of a language as the Pico keeps them: the source of a module that has them packed, made of the readable one.

`firmware/companion/lang/packed.py` has the format, and reads it.
"""

import ast
import struct
from binascii import crc32

READER = "from companion.lang.packed import Texts"  # stands in every packed module
_LONGEST = 223
_SHEET = 2048
_TUPLE = 224
_TABLE = 225
_NUMBER = 226
_TRUE = 227
_FALSE = 228


def are_in(path):
    """Whether the module of this path, as in `companion/lang/en.py`, holds texts and nothing else."""
    folder, _, name = path.rpartition("/")
    return folder == "companion/lang" and name not in ("__init__.py", "packed.py")


def packed(source):
    """The source of the packed module. ValueError names a text that cannot be packed."""
    keys, places, sheets = [], [], [b""]
    for name, value in texts_of(source):
        keys.append(crc32(name.encode()).to_bytes(4, "little")[:3])
        try:
            data = _packed(value)
        except ValueError as error:
            raise ValueError(f"{name}: {error}")
        if len(sheets[-1]) + len(data) > _SHEET:
            sheets.append(b"")
        places.append(_SHEET * (len(sheets) - 1) + len(sheets[-1]))
        sheets[-1] += data
    if len(set(keys)) != len(keys):
        raise ValueError("two names have the same checksum: rename one")
    if max(map(len, sheets)) > _SHEET or places[-1:] > [0xFFFF]:
        raise ValueError("more text than there is room for")
    held = [b"".join(keys), struct.pack(f"<{len(places)}H", *places), *sheets]
    # Each in a name of the module: so they are settled in flash, see companion/drivers/inplace.py.
    lines = [f"_{number} = {piece!r}" for number, piece in enumerate(held)]
    names = ", ".join(f"_{number}" for number in range(2, len(held)))
    return "\n".join([READER, *lines, f"TEXTS = Texts(_0, _1, ({names},))", ""])


def texts_of(source):
    """[(name, value)] of a module that assigns literals to names."""
    return [
        (statement.targets[0].id, ast.literal_eval(statement.value))
        for statement in ast.parse(source).body
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name)
    ]


def _packed(value):
    if value is True or value is False:
        return bytes([_TRUE if value else _FALSE])
    if isinstance(value, str):
        text = value.encode()
        if len(text) > _LONGEST:
            raise ValueError(f"a text of {len(text)} bytes, where at most {_LONGEST} fit")
        return bytes([len(text)]) + text
    if isinstance(value, int) and 0 <= value < 256:
        return bytes([_NUMBER, value])
    if isinstance(value, tuple) and len(value) < 256:
        return bytes([_TUPLE, len(value)]) + b"".join(map(_packed, value))
    if isinstance(value, dict) and len(value) < 256:
        return bytes([_TABLE, len(value)]) + b"".join(_packed(key) + _packed(value[key]) for key in value)
    raise ValueError(f"{value!r} is neither text, tuple, table, truth nor a number below 256")
