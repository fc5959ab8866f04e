"""The box's end of the cable: a job that reads a little, answers at most one request, and writes what is taken.

Promises: it never waits; while keys are pressed it holds still (`manners`); what is no request changes
nothing and is skipped; a request that comes twice is done once and answered twice; an answer that nobody reads is
dropped. `serial` offers `read_into(buffer)` → bytes that were there and
`write(view)` → bytes that were taken, both at once, 0 for none.
"""

import gc
import json

from companion.heap import tidy
from companion.link.door import GRAIN
from companion.link.manners import Manners
from companion.modules import load
from companion.ticks import since
from shared_rules import wire
from shared_rules.fields import RuleError

_NO_MEMORY = {"error": "memory", "message": "the box has too little memory free for that now"}
_READS = 2  # in a step: to read a byte takes 0.13 ms
_DROP_MS = 2000
_HANDLERS = "companion.link.handlers"
_TIDY_AFTER = 6  # times that an answer was made or became bytes: each leaves some KB behind


class Server:
    """Serves one host. Buffers are made once; the handlers are loaded when the first request comes.

    `read`: what was read before, `count` bytes of it; the next is read into it. `heard`: set when something was.
    """

    def __init__(self, app, serial, read, count):
        self._app = app
        self._serial = serial
        self._manners = Manners(app)
        self._handlers = None
        self._request = None  # what is being worked on, a step in each turn, so that a press waits for one of them at most
        self._value = None  # its answer, not yet in bytes
        self._lines = wire.Lines()
        self._in = read
        self._in_at = 0
        self._in_end = count
        self.heard = True
        self._out = memoryview(bytearray(wire.LONGEST + 1 + GRAIN))
        self._out_at = self._out_end = 0
        self._part = self._parts = 0  # lines of the answer that are in `_out` or were; all of them
        self._answer = b""  # being written
        self._answered = 0  # the request it is for
        self._again = False  # it was asked for once more meanwhile
        self._taken_ms = 0
        self._session = None
        self._faults = []  # messages whose fault is in the crash log
        self._number = -1  # the newest request that was done, its CRC and its answer
        self._crc = None
        self._kept = b""
        self._untidied = 0  # since the heap was tidied, see _TIDY_AFTER

    def step(self):
        """One turn."""
        if self._manners.table_first(self._request is not None or self._writing()):
            return
        try:
            self._work()
        except MemoryError:  # no matter for the table: the host asks once more
            self._request = self._value = None
            gc.collect()
        self._write()

    def _work(self):
        if self._tidied():
            return
        if self._request is not None:
            self._go_on()
            return
        line = self._line()
        if line is not None:
            self._take(line)

    def _tidied(self):
        """Tidies the heap before it is full: now, not under the next press; whether it did."""
        if self._untidied < _TIDY_AFTER:
            return False
        self._untidied = 0
        tidy()
        return True

    def busy(self):
        """Whether something is going on that a later request belongs to."""
        return self._writing() or (self._handlers is not None and self._handlers.busy())

    def _line(self):
        """The next line that may be a request, or None."""
        for _ in range(_READS):
            if self._in_at == self._in_end:
                self._in_at = 0
                self._in_end = self._serial.read_into(self._in)
                if not self._in_end:
                    return None
                self.heard = True
            while self._in_at < self._in_end:
                self._in_at, line = self._lines.feed(self._in, self._in_at, self._in_end)
                if line is not None:
                    return line
        return None

    def _take(self, line):
        """Takes up what a line asks, unless it was done or its time is over."""
        got = wire.read_request(line)
        if got is None:
            return
        number, crc, name, text = got
        if number == self._number and crc == self._crc:
            if number == self._answered and self._writing():
                self._again = True  # a slow reader would never see the end of it if each began anew
            else:
                self._send(number, self._kept)
            return
        try:
            begins = self._begins(name, text)
            if not begins and self._session is None:
                raise RuleError("hello", "say hello first")
            if not begins and number <= self._number:
                raise RuleError("sequence", "request %d is over: %d was answered" % (number, self._number))
        except RuleError as error:
            self._send(number, _bytes(_refusal(error.code, error.message)))
            return
        self._request = got
        if self._handlers is not None:
            self._handlers.drop()

    def _go_on(self):
        """The next step of the request: what it needs is loaded, it is done, its answer is made into bytes."""
        number, crc, name, text = self._request
        if self._value is None:
            self._value = self._answer_to(name, text)
            if self._value is not None:
                self._untidied += 1
            return
        self._kept = self._answer = b""  # the answer before this one: the memory may be needed
        self._part = self._parts = 0
        try:
            answer = _bytes(self._value)
        except MemoryError:  # it was done: it must not be done again
            self._value = None
            gc.collect()
            answer = _bytes(_NO_MEMORY)
        self._request = self._value = None
        self._untidied += 1
        self._number = number
        self._crc = crc
        self._kept = answer
        self._send(number, answer)

    def _begins(self, name, text):
        """Whether it is the hello of another session than this one, which begins with it. Raises RuleError."""
        if name != "hello":
            return False
        session = wire.checked(wire.message(name)[3], wire.parsed(text))["session"]
        if session == self._session:
            return False
        self._session = session
        return True

    def _answer_to(self, name, text):
        """The object of the answer, an error too; None: this was only a piece of the work."""
        try:
            entry = wire.message(name)
            if entry is None:
                raise RuleError("unknown", "there is no message %s" % name[:40])
            if self._handlers is None:
                if load(_HANDLERS):
                    return None
                from companion.link.handlers import Handlers

                self._handlers = Handlers(self._app)
                return None
            if self._handlers.goes_on():
                return self._handlers.go_on()
            asked = wire.checked(entry[3], wire.parsed(text))
            if self._handlers.load(name):
                return None
            return self._handlers.begin(name, asked)
        except MemoryError:
            gc.collect()
            return _NO_MEMORY
        except Exception as error:
            code = getattr(error, "code", None)
            if code is None:
                return self._failed(name, error)
            return _refusal(code, getattr(error, "message", str(error)))

    def _failed(self, name, error):
        """A fault of the box: written down like any crash, once a message; the table is not disturbed."""
        app = self._app
        if name not in self._faults:
            self._faults.append(name)
            app.crashes.write("link", error)
        if "crash" not in app.warnings:
            app.warnings.append("crash")
        return _refusal("internal", "%s in the box: %s" % (type(error).__name__, error))

    # Writing

    def _writing(self):
        return self._out_at < self._out_end or self._part < self._parts

    def _send(self, number, answer):
        """Begins to write an answer. A line that was begun ends where it is, and is none for its reader."""
        self._again = False
        self._answer = answer
        self._answered = number
        self._part = 0
        self._parts = wire.parts_of(answer)
        self._out_at = 0
        self._out_end = self._filled(0)  # ends whatever stands before it in the host's line
        self._taken_ms = self._app.parts.ticks_ms()

    def _filled(self, size):
        """Fills what is in `_out` up with ends of lines, and gives its size."""
        end = (size // GRAIN + 1) * GRAIN
        while size < end:
            self._out[size] = 10
            size += 1
        return end

    def _write(self):
        """Writes as much as is taken at once, at most about a line."""
        for _ in range(2):
            if self._out_at == self._out_end:
                if self._part == self._parts:
                    if self._again:
                        self._send(self._answered, self._answer)
                    return
                self._out_end = self._filled(
                    wire.put_answer(self._out, self._answered, self._part, self._answer)
                )
                self._out_at = 0
                self._part += 1
            taken = self._serial.write(self._out[self._out_at : self._out_end])
            now = self._app.parts.ticks_ms()
            if taken:
                self._out_at += taken
                self._taken_ms = now
            if self._out_at < self._out_end:
                if since(now, self._taken_ms) > _DROP_MS:
                    self._out_at = self._out_end
                    self._part = self._parts
                    self._again = False
                return


def _refusal(code, message):
    return {"error": code, "message": message[:400]}


def _bytes(value):
    data = json.dumps(value).encode()
    if len(data) > wire.MOST:
        return _bytes(_refusal("long", "the answer is longer than %d bytes" % wire.MOST))
    return data
