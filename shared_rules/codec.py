"""Records as compact bytes, for the box's memory and the cable: the same records, nothing lost.

A payload is a kind byte, the milliseconds since the record before (varint), then the fields as their table says. Record
0, and any record that holds more than its table, is stored as canonical JSON. `n` is the place in the game and `crc`
follows from the chain: neither is stored. VERSION is the first byte of record 0's payload; a reader keeps every
released version.
"""

import json

from shared_rules import fields
from shared_rules.fields import RuleError, get_varint, put_varint
from shared_rules.game import COMMON, module_of
from shared_rules.log import canonical

VERSION = 1
_JSON = 1


def pack_header(header):
    """Payload of record 0."""
    return bytes([VERSION]) + canonical({name: header[name] for name in header if name != "crc"}).encode()


def unpack_header(data):
    """Record 0 from its payload; raises RuleError `schema` for a version that is not known."""
    if not data or data[0] != VERSION:
        raise RuleError(
            "schema", "codec version %s is not known to this version" % (data[0] if data else "-")
        )
    return _from_json(data[1:])


def _from_json(data):
    try:
        value = json.loads(bytes(data).decode())
    except ValueError:  # UnicodeError is one
        value = None
    if not isinstance(value, dict):
        raise RuleError("schema", "bytes of a record are damaged")
    return value


class Codec:
    """Packs and unpacks the records after record 0 of one game; it keeps no state between them."""

    def __init__(self, module, seats):
        self.seats = seats
        self._by_name = {}
        self._by_number = {}
        for name, table, number in COMMON + tuple(module.EVENTS):
            self._by_name[name] = (number, table)
            self._by_number[number] = (name, table)

    def check(self, record):
        """Raises RuleError, naming the field, where one is not as the table says."""
        fields.check(self._by_name[record["type"]][1], record, self.seats)

    def pack(self, record, since=0):
        """Payload of a record that came `since` ms after the one before."""
        out = bytearray()
        number, table = self._by_name[record["type"]]
        if "note" in record or fields.unknown(table, record, ("n", "t", "type", "crc")):
            out.append(_JSON)
            put_varint(out, since)
            body = {name: record[name] for name in record if name not in ("n", "t", "crc")}
            out.extend(canonical(body).encode())
        else:
            out.append(number)
            put_varint(out, since)
            fields.pack(table, out, record)
        return bytes(out)

    def unpack(self, data, n=None, t=0):
        """The record; `t` is that of the record before. Raises RuleError `schema` for bytes that are no record."""
        try:
            since, pos = get_varint(data, 1)
            if data[0] == _JSON:
                record = _from_json(data[pos:])
            else:
                name, table = self._by_number[data[0]]
                record, end = fields.unpack(table, data, pos, self.seats)
                record["type"] = name
                if end != len(data):
                    raise IndexError
        except (IndexError, KeyError, ValueError):
            raise RuleError("schema", "bytes of a record are damaged")
        if n is not None:
            record["n"] = n
            record["t"] = t + since
        return record


def records(payloads):
    """The records of a game, without `crc`, from its payloads. Raises RuleError `schema`."""
    header = unpack_header(payloads[0])
    try:
        codec = Codec(module_of(header["game"]), len(header["players"]))
    except (KeyError, TypeError):
        raise RuleError("schema", "bytes of a record are damaged")
    out = [header]
    t = 0
    for payload in payloads[1:]:
        record = codec.unpack(payload, len(out), t)
        t = record["t"]
        out.append(record)
    return out
