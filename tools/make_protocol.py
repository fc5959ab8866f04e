#!/usr/bin/env python3
"""Makes docs/protocol.md from the table of messages in shared_rules/wire.py and the sentences here.

python tools/make_protocol.py            writes it
python tools/make_protocol.py --check    exit code 1 if what is there is not what would be written
"""

import sys
from pathlib import Path

from shared_rules import wire
from shared_rules.fields import Choice, Group, Int, Items, Maybe, Text

TARGET = Path(__file__).resolve().parents[1] / "docs" / "protocol.md"

# message → (what it is for, {field: what it is}); every field of the table, and no other.
SENTENCES = {
    "hello": (
        "The first message of a session, the only one that is taken before it. Its fields and those of its answer never change.",
        {
            "session": "a random number that the host chooses; another one begins a new session",
            "protocol": "in the request the newest version that the host speaks, in the answer the one that the box will speak",
            "product": f"`{wire.PRODUCT}`",
            "firmware": "version of the box's program",
            "micropython": "version of MicroPython, null on a virtual box under CPython",
            "device": "serial number of the box: 1 to 64 of `A–Z a–z 0–9 -`, for a host makes names of files of it",
            "storage": "storage id, made at random with the storage: of the same letters; this version makes six",
        },
    ),
    "status": (
        "What the box shows and where its game stands.",
        {"status": "the object of `robokraft status --json`"},
    ),
    "games": (
        "Finished games, newest first, at most 32.",
        {
            "before": "only games with a lower number",
            "games": "the games: number, bytes of it, and whether it is marked as exported",
            "open": "number of the game that is being played, or null",
        },
    ),
    "read": (
        f"A piece of a game's compact records, at most {wire.GAME_BYTES} bytes. The game that is being played can be read too.",
        {
            "game": "its number",
            "from": "from which byte on",
            "size": "bytes of the whole game",
            "bytes": "the piece, as base64",
        },
    ),
    "exported": (
        "Marks a finished game as exported, if it is byte for byte the one that the host has.",
        {
            "game": "its number",
            "size": "bytes that the host has",
            "crc": "CRC-32 over them, 8 lower-case hex digits; other bytes are refused with `differs`",
        },
    ),
    "settings": ("All settings but the roster.", {"values": "setting → value"}),
    "set": (
        "Changes one setting. Not `developer`, which is switched on at the box only, and not `roster`.",
        {"name": "the setting", "value": "its new value; what it may be, the box knows"},
    ),
    "people": (
        f"The roster, at most {wire.PEOPLE} people.",
        {
            "from": "from which place on, 0 the first",
            "people": "the people, in their order",
            "count": "how many there are",
        },
    ),
    "person": (
        "Puts a person into the roster, or gives one another place or name.",
        {
            "at": "the place, 0 the first",
            "id": "who",
            "name": "the name, in any script, in the Unicode form NFC",
        },
    ),
    "forget": ("Takes a person off the roster.", {"id": "who"}),
    "undrawn": (
        "Which of these names the box has no letters for, and the picture that it has of each.",
        {
            "names": "the names; in the answer those with a character that the box cannot draw, each with the CRC-32 of its picture, "
            "8 lower-case hex digits, or null where there is none",
        },
    ),
    "picture": (
        "How such a name is drawn. Without a picture the box shows P1 to P5 by the seat, or the id.",
        {
            "name": "the name, as it stands in the roster and in games",
            "picture": "as base64: three bytes, its columns at 8, 16 and 24 rows (at most 40, 80 and 96; 128 more where the name is "
            "read from the right), and then these columns, for each size a byte a column for the upper 8 rows (bit 0 on top), then for the next 8",
        },
    ),
    "clock": (
        "Tells the box the time. It keeps it until it is switched off.",
        {
            "utc": "UTC, such as `2026-11-30T19:02:11Z`",
            "was": "what the box thought it was, null if it did not know",
        },
    ),
    "start": (
        "Begins a game: at once from the home screen, else the box asks.",
        {
            "game": "as in record 0 of [a log](log-format.md)",
            "mode": "as there",
            "players": "as there",
            "setup": "as there",
            "rules": "as there",
            "outcome": "`done`, or `asked`: see `outcome`",
        },
    ),
    "delete": (
        "Deletes a finished game. The box asks, twice where the game is not exported.",
        {"game": "its number", "outcome": "`asked`: see `outcome`"},
    ),
    "clear": (
        "Asks whether exported games may be deleted. After a yes so many `delete` of exported games in this session ask no more.",
        {"games": "how many", "outcome": "`asked`: see `outcome`"},
    ),
    "cards": (
        "What the owner entered from the cards of a game; what nobody can have entered is left out.",
        {"game": "the game, as in record 0 of a log", "values": "empty where nothing was entered"},
    ),
    "restore": (
        "Asks whether games and card data may be put back. After a yes `put` and `keep` work in this session.",
        {"games": "how many", "outcome": "`asked`: see `outcome`"},
    ),
    "put": (
        f"A piece of what is to be kept, at most {wire.PUT_BYTES} bytes, one after the other.",
        {"from": "from which byte on; 0 begins anew", "bytes": "the piece, as base64"},
    ),
    "keep": (
        "Makes what was put a finished game, the game that is played, or card data. A game keeps the id in its record 0 and gets a new number; "
        "that the box has no other game of this id the host must have seen to. While a game is open only card data can be kept. "
        "Card data that nobody can have entered is refused as a whole with `schema`.",
        {
            "kind": "which of them",
            "game": "for card data the game, else empty",
            "size": "bytes in all",
            "crc": "CRC-32 over them, 8 lower-case hex digits; other bytes are refused with `differs`",
            "exported": "whether the game counts as exported",
            "number": "the game's number, null for card data",
        },
    ),
    "maintenance": (
        "Resets the box to MicroPython without the app and without the watchdog, for an update. The box asks.",
        {"outcome": "`asked`: see `outcome`; a yes ends the connection"},
    ),
    "program": (
        "What the box's program is, file by file.",
        {
            "running": "the app that runs; not the one in force where that could not be started; null: neither",
            "in_force": "the app that is to run",
            "apps": "the first 16 bytes of each app in hex; they hold the check sum of the rest",
            "start": "what runs before an app: bytes, and CRC-32 in hex",
        },
    ),
    "outcome": (
        "What came of the newest question.",
        {
            "outcome": "`asked`: no answer yet; `done`: yes, and it was done; `refused`: no; `failed`: yes, but it could not be "
            "done; `none`: nothing was asked, or what came of it was told",
            "message": "why it failed, else null",
        },
    ),
    "selftest": (
        "Tests what can be tested without hands.",
        {
            "storage": "a file could be written, read back and removed",
            "free": "bytes free on the file system, null where it does not say",
            "heap": "bytes of memory free, null where Python does not say",
            "display": "a display answers",
            "stuck": "keys that have been down since the box was switched on",
        },
    ),
    "crashes": (
        "The newest crashes, oldest first.",
        {"crashes": "the part of the program, milliseconds since power-up, and the error with its place"},
    ),
    "screen": (
        "The picture on the display. In developer mode only.",
        {
            "name": "the screen's name, `notice` while one is shown",
            "texts": "the texts from top to bottom",
            "picture": "1024 bytes as base64: eight pages of 128 columns, bit 0 on top",
        },
    ),
    "press": (
        "Presses a key. In developer mode only.",
        {"key": "which", "hold": "whether it is held (OK and BACK)"},
    ),
}
DOES = {
    wire.READS: "changes nothing",
    wire.SETS: "doing it twice does no more than once",
    wire.ACTS: "done once; a host does not send it again after it lost the connection",
}
ERRORS = (
    ("hello", "there is no session yet"),
    ("sequence", "the number of the request is lower than one that was answered"),
    ("protocol", "no version that both sides speak"),
    ("unknown", "there is no such message in this version"),
    ("json", "the object is no JSON, or not one that this protocol needs"),
    ("schema", "a field is missing, not in the table, or of another kind; a game that cannot begin"),
    ("long", "the answer does not fit into %d bytes" % wire.MOST),
    ("missing", "no such game is stored"),
    ("differs", "the game is not the one that the host has"),
    ("value, newer", "a setting cannot be so, or was saved by a newer version"),
    ("busy", "the box is asking something already"),
    ("refused", "somebody at the box said no less than 10 s ago"),
    ("unasked", "nobody at the box has allowed it in this session"),
    ("order", "a piece that is not the next one"),
    ("open", "a game is open"),
    ("damaged", "the bytes are no whole game"),
    ("developer", "only in developer mode"),
    ("unsupported", "this box has not got what it needs"),
    ("storage, full", "the file system failed, or is full"),
    ("memory", "too little memory is free for that now: ask again, at best while no game is open"),
    ("internal", "a fault of the box, which is in its crash log"),
)

HEAD = f"""# The cable, protocol version {wire.VERSION}

How a host and the box speak over USB. This page is made by `tools/make_protocol.py` from `shared_rules/wire.py`, the one table that both ends use.

## Lines

Every message is a line that begins with `#`, so that it is a comment to a Python prompt, and ends with a line feed. It has at most
{wire.LONGEST} bytes without its end.

| | |
|-|-|
| request | `#?` CRC ` ` number ` ` name ` ` JSON object |
| answer | `#!` CRC ` ` number ` ` part ` ` parts ` ` piece |

CRC is 8 lower-case hex digits: CRC-32 (the one of zlib) over the bytes after the space that follows it. The pieces of an answer, put together in
their order, part 0 first, are a JSON object in UTF-8 of at most {wire.MOST} bytes; a piece may end within a character. An error is the object
`{{"error": code, "message": sentence}}`.

Whatever is no such line, or has a wrong CRC, is skipped on both sides: a modem's probe, a stray print, half a line, a line that is too long; also
where it stands right before a message, without the end of a line. A host
sends a line feed before each request, so that half a line before it is over.

## One after the other

The host numbers its requests, from any number on, each higher than the one before, and sends the next when it has the answer. When for 3 s (at a socket or a
pseudo terminal, where the box is emulated, for 30 s) nothing comes of an answer, it sends the same line once more. The box does a request once: for a number
and CRC that it has answered last it sends the same answer again, after the one it may still be writing, and a lower number is refused with `sequence`. A
`hello` with another `session` begins anew with any number.

The box never waits for the host: it reads what is there, does at most a piece of one request in a turn of its loop, and writes what is taken. While keys
are pressed it holds still, and an answer may take some seconds. An answer of which nothing is taken for 2 s is dropped.

## Versions

The host says in `hello` the newest version it speaks, and the box answers with the one it will speak, at most that. A host reads every released
version, so that it can export before it updates. Messages that came later say since which version they are there.

## What may be done unasked

What only reads is free. What harms nothing (names, settings, clock, a game from the home screen) is done at once. Everything else is asked on the
box, where OK is yes and BACK is no: the answer is `asked`, and `outcome` tells the rest. While a question is on the screen no other is asked, and none
for 10 s after a no. There is no message that leads to a Python prompt but `maintenance`, which asks.

## Messages
"""
TAIL = """## Bytes of a game

What `read` gives is one frame after the other, a frame for each record: the length of the payload as a varint (seven bits a byte, the lowest first,
the top bit set on all but the last), the payload, and the low 16 bits of CRC-32 over both, the lower byte first. A payload is a record as
`shared_rules/codec.py` packs it; `n` is its place, and `crc` follows from the chain, so that [the log](log-format.md) can be made from them.

## Errors

| code | when |
|-|-|
"""


def kind_of(kind):
    """A kind of field in words."""
    if isinstance(kind, Maybe):
        return kind_of(kind.kind) + ", or null"
    if isinstance(kind, Items):
        return f"list of {kind.low} to {kind.high}: {kind_of(kind.kind)}"
    if isinstance(kind, Group):
        return "{" + ", ".join(f"`{name}`: {kind_of(inner)}" for name, inner in kind.fields) + "}"
    if isinstance(kind, Choice):
        return " ".join(f"`{name}`" for name in kind.names)
    if isinstance(kind, Text):
        return f"text, at most {kind.most}"
    if isinstance(kind, Int):
        return f"number, {kind.low} to {kind.high}"
    if isinstance(kind, wire.Flag):
        return "true or false"
    return kind.what


def section(name):
    since, does, asks, request = wire.message(name)
    answer = wire.answer(name)
    sentence, fields = SENTENCES[name]
    yield f"### `{name}`\n\n{sentence}\n\n"
    notes = (
        [DOES[does]]
        + (["asks on the box"] if asks else [])
        + ([f"since version {since}"] if since > 1 else [])
    )
    yield f"*{'; '.join(notes)}*\n\n"
    if not request and not answer:
        yield "No fields either way.\n\n"
        return
    yield "| | field | kind | what |\n|-|-|-|-|\n"
    for way, table in (("request", request), ("answer", answer)):
        for field, kind in table:
            yield f"| {way} | `{field}` | {kind_of(kind)} | {fields[field]} |\n"
    yield "\n"


def text():
    """The whole page. Raises KeyError where a message or a field has no sentence."""
    parts = [HEAD, "\n"]
    for name in wire.names():
        parts += section(name)
    parts.append(TAIL)
    for codes, when in ERRORS:
        parts.append("| " + ", ".join(f"`{code}`" for code in codes.split(", ")) + f" | {when} |\n")
    return "".join(parts)


def main(arguments):
    if arguments == ["--check"]:
        return 0 if TARGET.exists() and TARGET.read_text("utf-8") == text() else 1
    TARGET.write_text(text(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
