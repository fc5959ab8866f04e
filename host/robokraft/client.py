"""The host's end of the cable: asks a box and returns its answer, or says in one sentence why there is none.

One request at a time. An answer that does not come is asked for once more, with the same number, so that nothing is done
twice. After a loss the box is looked for again where `reopen` says how, and what may be repeated is repeated.
"""

import base64
import binascii
import random
import re
import time
from collections.abc import Callable
from typing import Any

from robokraft.errors import NO_ANSWER, REFUSED, UserError
from robokraft.told import harmless
from robokraft.transport import BOX_S, Lost
from shared_rules import fields as kinds
from shared_rules import wire
from shared_rules.fields import RuleError
from shared_rules.wire import ACTS

_TRIES = 2
_PATIENCE = 3  # times the time for an answer, as long as something comes of it
_FIRST_PATIENCE = 1  # hello is short: a stranger that talks without end is soon known for one
_NAME = re.compile("[A-Za-z0-9-]{1,64}", re.ASCII)  # of a box and of its storage: they become names of files
_MOST_BYTES = 1 << 18  # of a game: a long one has a quarter of it
_MOST_PIECES = 1 << 10
_MOST_LISTS = 1 << 9  # answers with 32 games each
_MOST_STORED = 16 << 20  # bytes of all games: a box holds 1.4 MB
_JUNK_SHOWN = 40
_POLL_S = 0.3
MOST_PEOPLE = 32  # that a box knows
MORE_MEMORY = "end the game, or unplug the box and plug it in again"
_WHAT_TO_DO = {  # by the code of an answer
    "memory": f"ask again; if that changes nothing, {MORE_MEMORY}",
    "refused": "wait ten seconds, then try again",
}


def _entry(name):
    """The table's entry of a message; ValueError where there is none."""
    entry = wire.message(name)
    if entry is None:
        raise ValueError(f"there is no message {name}")
    return entry


class NoAnswer(UserError):
    """Nothing that makes sense comes back."""

    def __init__(self, message):
        super().__init__(message, NO_ANSWER)


class CannotSay(UserError):
    """What no message can carry: nothing was sent."""


class BoxError(UserError):
    """The box said no: `code`, and a sentence for people, with what to `do` where that is known."""

    def __init__(self, code, message, do=""):
        super().__init__(f"the box says: {message}{do and '; ' + do}", REFUSED)
        self.code = code


class Client:
    """A box that has said hello: `device`, `firmware`, `protocol`, `storage`, `micropython`."""

    def __init__(self, transport, clock=time.monotonic, waiting: Callable[[str], None] | None = None):
        """`waiting(name)` is told once, when an answer takes longer than a Pico takes."""
        self._waiting = waiting
        self.reopen: Callable[[], Any] | None = None  # after a loss: gives the transport again
        self.window: str | None = None  # the command without which nobody can answer a question there
        self._transport = transport
        self._clock = clock
        self._begin()

    @classmethod
    def at(cls, transport, **how):
        """A client of the box at this transport, which is closed if there is none. Raises UserError."""
        try:
            client = cls(transport, **how)
            client.hello()
            return client
        except BaseException:
            transport.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self._transport.close()

    @property
    def name(self):
        return self._transport.name

    def be_patient(self, times):
        """From now on an answer may take so many times as long: an emulated box on a busy computer."""
        self._transport.answer_s *= times

    @property
    def serial_number(self):
        return self._transport.serial_number

    def _begin(self):
        self._lines = wire.Lines()
        self._rest = b""
        self._junk = b""
        self._number = random.randrange(1 << 29)  # no late answer to another program is taken for one to this
        self._session = random.randrange(1, 1 << 30)
        self._repeated = False  # whether the newest request was said more than once

    # Asking

    def hello(self):
        """The first thing to say. Raises NoAnswer where no box of ours answers, or one that cannot be understood."""
        try:
            box = self._ask("hello", {"session": self._session, "protocol": wire.VERSION}, any_fields=True)
        except NoAnswer:
            raise NoAnswer(self._stranger())
        except BoxError as error:
            if error.code == "protocol":
                raise NoAnswer(f"{error.message}, which this program does not know: update this program")
            raise
        protocol = box.get("protocol")
        if box.get("product") != wire.PRODUCT or type(protocol) is not int:
            raise NoAnswer(f"what answers at {self.name} is no RoboKraft Companion")
        if protocol > wire.VERSION:
            raise NoAnswer(
                f"the box at {self.name} speaks protocol {protocol}: update this program, it is older"
            )
        if protocol < wire.OLDEST:
            raise NoAnswer(
                f"the box at {self.name} speaks protocol {protocol}: its program is too old, update it"
            )
        try:
            kinds.check(wire.answer("hello"), box, 0)
        except RuleError as error:
            raise NoAnswer(f"what answers at {self.name} is no RoboKraft Companion: {error.message}")
        for field in ("device", "storage"):
            if not _NAME.fullmatch(box[field]):
                raise NoAnswer(
                    f"what answers at {self.name} is no RoboKraft Companion: {field} is {ascii(box[field])}"
                )
        self.protocol = protocol
        self.device, self.storage = box["device"], box["storage"]
        self.firmware, self.micropython = box["firmware"], box["micropython"]
        return box

    def _stranger(self):
        if b">>>" in self._junk or b"raw REPL" in self._junk:
            return (
                f"at {self.name} MicroPython answers, but not our program: "
                "the box was started without its app, or was never set up"
            )
        if b"soft reboot" in self._junk:
            return f"the box at {self.name} is starting anew: try again in a moment"
        if b"#!" in self._junk:
            return (
                f"a box is at {self.name}, but no answer comes through whole: "
                "is another program using it, or is the cable bad?"
            )
        if self._junk.strip():
            shown = " ".join(self._junk.decode("ascii", "replace").split())[:_JUNK_SHOWN]
            shown = "".join(c if " " <= c < "\x7f" else "?" for c in shown)
            return f"what answers at {self.name} is no RoboKraft Companion; it says: {shown}"
        return (
            f"nothing answers at {self.name}: is it the box, and does it run? "
            "Unplug it and plug it in again; BACK must not be held"
        )

    def ask(self, name, /, **fields):
        """The fields of the answer to a message. Raises BoxError, NoAnswer or Lost.

        A name that Python keeps for itself ends with an underscore: `from_`.
        """
        fields = {field.rstrip("_"): value for field, value in fields.items()}
        entry = _entry(name)
        if entry[0] > self.protocol:
            raise NoAnswer(f"the box's program is too old for that ({self.firmware}): update it first")
        try:
            return self._ask(name, fields)
        except Lost as lost:
            transport = self.reopen() if self.reopen is not None else None
            if transport is None:
                raise
            self._transport.close()
            self._transport = transport
            self._begin()
            self.hello()
            if entry[1] == ACTS:
                raise lost
        except BoxError as error:  # the box has put the session out of its memory meanwhile
            if error.code != "hello" or (entry[1] == ACTS and self._repeated):  # then it may be done already
                raise
            self.hello()
        return self._ask(name, fields)

    def _ask(self, name, fields, any_fields=False):
        self._number += 1
        line = self._said(name, fields)
        answer = None
        patience = _FIRST_PATIENCE if any_fields else _PATIENCE
        for count in range(_TRIES):
            self._repeated = count > 0
            self._transport.write(b"\n" + line)
            answer = self._answer(patience)
            if answer is not None:
                break
        if answer is None:
            raise NoAnswer(f"the box at {self.name} does not answer any more; unplug it and plug it in again")
        try:
            value = wire.parsed_any(answer)
            if type(value) is dict and "error" in value:
                code, message = harmless([value["error"], value.get("message")])
                do = _WHAT_TO_DO.get(str(code), "")
                raise BoxError(str(code), " ".join(str(message).split()), do)
            if not (any_fields and type(value) is dict):
                wire.checked(wire.answer(name), value)
            return harmless(value)
        except RuleError as error:
            raise NoAnswer(f"the box's answer to {name} makes no sense: {harmless(error.message)}")

    def _said(self, name, fields):
        """The line of a request. Raises CannotSay."""
        try:
            wire.checked(_entry(name)[3], fields)
            line = wire.request(self._number, name, fields)
            wire.parsed(line.split(b" ", 3)[3])  # as the box will read it
            return line
        except (RuleError, ValueError) as error:
            raise CannotSay(f"this cannot be said to the box: {getattr(error, 'message', error)}")

    def _answer(self, patience):
        """The whole answer to the newest request as bytes, or None when it does not come."""
        parts = {}
        wait_s = self._transport.answer_s
        end = self._clock() + patience * wait_s
        while True:
            line = self._line(wait_s, end)
            if line is None:
                return None
            got = wire.read_answer(line)
            if got is None or got[0] != self._number:
                continue
            _, part, count, piece = got
            if part == 0:
                parts = {}
            parts[part] = piece
            if len(parts) == count and sorted(parts) == list(range(count)):
                return b"".join(parts[k] for k in range(count))

    def _line(self, wait_s, end):
        """The next line with a `#` in it; None when none grew for `wait_s`, or it is `end`."""
        until = self._clock() + wait_s
        while True:
            at = 0
            while at < len(self._rest):
                at, line = self._lines.feed(self._rest, at, len(self._rest))
                if line is not None:
                    self._rest = self._rest[at:]
                    return line
            if self._rest and self._lines.begun:
                until = self._clock() + wait_s
            left = min(until, end) - self._clock()
            if left <= 0:
                self._rest = b""
                return None
            if self._waiting is not None:
                left = min(left, BOX_S)
            self._rest = self._transport.read(left)
            if not self._rest and self._waiting is not None and self._clock() < until:
                self._waiting(self.name)
                self._waiting = None
            if len(self._junk) < 400:
                self._junk += self._rest[:400]

    # What takes several messages

    def games(self):
        """[{"game", "size", "exported"}], newest first, and the number of the open game or None."""
        found, before, stored = [], 99999, 0
        for _ in range(_MOST_LISTS):
            answer = self.ask("games", before=before)
            if not answer["games"]:
                return found, answer["open"]
            for one in answer["games"]:
                if one["game"] >= before:
                    raise NoAnswer("the box lists its games in no order")
                before = one["game"]
                stored += one["size"]
            found += answer["games"]
            if before == 1:
                return found, answer["open"]
            if stored > _MOST_STORED:
                break
        raise NoAnswer("the box lists more games than any has room for")

    def read_game(self, number, moved=lambda size: None, listed=None):
        """The bytes of a game; `moved(bytes)` is told of each piece. `listed`: its size in the list of `games`, if it is finished."""
        data, size = b"", 0
        for _ in range(_MOST_PIECES):
            answer = self.ask("read", game=number, from_=len(data))
            size = answer["size"]
            if size > _MOST_BYTES:
                raise NoAnswer(f"the box says that game {number} has {size} bytes: no game is so long")
            if listed is not None and size > listed:
                raise NoAnswer(f"game {number} comes with {size} bytes, and was listed with {listed}")
            try:
                piece = base64.b64decode(answer["bytes"], validate=True)
            except (binascii.Error, ValueError):
                raise NoAnswer(f"game {number} comes as no base64")
            data += piece
            moved(len(piece))
            if len(data) >= size:
                return data
            if not piece:
                break
        raise NoAnswer(f"game {number} breaks off after {len(data)} of {size} bytes")

    def people(self):
        """The roster: [{"id", "name"}]."""
        found = []
        while True:
            answer = self.ask("people", from_=len(found))
            found += answer["people"]
            if max(len(found), answer["count"]) > MOST_PEOPLE:
                raise NoAnswer(f"the box says that it knows more than {MOST_PEOPLE} people: none does")
            if len(found) >= answer["count"] or not answer["people"]:
                return found

    def settings(self):
        """Every setting by its name, the roster too."""
        values = self.ask("settings")["values"]
        values["roster"] = self.people()
        return values

    def check_person(self, one, at=MOST_PEOPLE):
        """Raises CannotSay where a person cannot be told to the box."""
        self._said("person", {"at": at, "id": one["id"], "name": one["name"]})

    def set_people(self, wanted):
        """Makes the roster this one; what is so already is not sent. Raises CannotSay before anything is changed."""
        if len(wanted) > MOST_PEOPLE:
            raise CannotSay(
                f"the box knows {MOST_PEOPLE} people at most, not {len(wanted)}: nothing was changed"
            )
        for one in wanted:
            self.check_person(one)
        kept = [one["id"] for one in wanted]
        have = self.people()
        for one in have:
            if one["id"] not in kept:
                self.ask("forget", id=one["id"])
        have = [one for one in have if one["id"] in kept]
        for at, one in enumerate(wanted):
            if have[at : at + 1] != [one]:
                self.ask("person", at=at, id=one["id"], name=one["name"])
                have = [other for other in have if other["id"] != one["id"]]
                have.insert(at, one)

    def settle(self, outcome, waiting=lambda: None, sleep=time.sleep):
        """Waits for what comes of an answer "asked". `waiting()` is told once. Raises BoxError where it is no."""
        message = None
        if outcome == "asked" and self.window:
            raise BoxError(
                "refused",
                f"this needs an OK at its keys; run '{self.window} --listen 4711' and, in another terminal, "
                "name --port socket://127.0.0.1:4711",
            )
        if outcome == "asked":
            waiting()
        while outcome == "asked":
            sleep(_POLL_S)
            answer = self.ask("outcome")
            outcome, message = answer["outcome"], answer["message"]
        if outcome == "refused":
            raise BoxError("refused", "somebody at the box said no")
        if outcome != "done":
            raise BoxError("failed", message or "it came to nothing")
