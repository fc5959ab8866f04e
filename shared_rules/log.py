"""The lines of a game log: canonical text, the CRC chain, and what every record must hold. docs/log-format.md.

`canonical` gives the same text on both Pythons: sorted keys, separators `,` and `:`, no ASCII escaping.
"""

import json
from binascii import crc32

from shared_rules import fields
from shared_rules.fields import Int, RuleError
from shared_rules.game import COMMON, ENVELOPE

FIRST = "00000000"
ENVELOPE_FIELDS = (("n", Int(0)), ("t", Int(0)))


def _write(value):
    if isinstance(value, dict):
        parts = [_write(key) + ":" + _write(value[key]) for key in sorted(value)]
        return "{" + ",".join(parts) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join([_write(item) for item in value]) + "]"
    if isinstance(value, str):
        return '"' + "".join([_ESCAPES.get(letter) or _escape(letter) for letter in value]) + '"'
    return json.dumps(value)


_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\x0c": "\\f"}


def _escape(letter):
    return "\\u%04x" % ord(letter) if letter < " " else letter


if hasattr(json, "JSONEncoder"):  # CPython has the same writer in C
    canonical = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode
else:
    canonical = _write


def crc_of(previous, record):
    """The `crc` of a record (without its own) after one whose `crc` was `previous`: 8 lower-case hex digits."""
    return "%08x" % (crc32((previous + canonical(record)).encode()) & 0xFFFFFFFF)


def sealed(record, previous):
    """The record with `crc`, its last key."""
    out = {name: record[name] for name in record if name != "crc"}
    out["crc"] = crc_of(previous, out)
    return out


def line(record):
    """One line of the file, with its end: `n`, `t`, `type` first, `crc` last, the other keys sorted."""
    names = [name for name in ("n", "t", "type") if name in record]
    names += sorted([name for name in record if name not in ENVELOPE])
    names += ["crc"] if "crc" in record else []
    return "{" + ",".join([canonical(name) + ":" + canonical(record[name]) for name in names]) + "}\n"


def lines(records):
    """The lines of a whole game from its records without `crc`."""
    crc = FIRST
    for record in records:
        full = sealed(record, crc)
        crc = full["crc"]
        yield line(full)


def tables_of(module):
    """type → fields of every record a game may hold after record 0."""
    tables = {}
    for name, table, _number in COMMON + tuple(module.EVENTS):
        tables[name] = table
    return tables


def check_record(tables, record, seats):
    """Checks an event against its table; returns names of unknown fields. Raises RuleError (`schema`, `seat`, `card` …)."""
    kind = record["type"]
    if kind not in tables:
        raise RuleError("schema", "there is no record type %s" % kind)
    table = tables[kind]
    fields.check(table, record, seats)
    return fields.unknown(table, record, ENVELOPE)
