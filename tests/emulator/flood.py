"""A host at the emulated Pico's cable that says more than any box can answer, for as long as the Pico runs."""

import itertools

from shared_rules import wire

READING = (
    ("status", {}),
    ("games", {"before": 99999}),
    ("people", {"from": 0}),
    ("read", {"game": 1, "from": 0}),
)
ANYTHING = (
    *READING,
    ("settings", {}),
    ("selftest", {}),
    ("program", {}),
    ("crashes", {}),
    ("cards", {"game": "robot_x"}),
    ("exported", {"game": 1, "size": 3, "crc": "00000000"}),
    ("set", {"name": "brightness", "value": 99}),
    ("person", {"at": 0, "id": "zoe", "name": "Zoë"}),
)
JUNK = (
    b"AT\r\n+++ATH\r",
    b"#" * 1500 + b"\n",
    b"#?00000000 7 start {}\n" * 8,
    b"\xff\x00" * 100,
    b"#?12345678 " * 80 + b"\n",
)
_AHEAD = 300  # bytes that always lie ready for the box
_STEP_MS = 2


def requests(asked):
    """Lines without end: hello, then each of `asked` [(name, fields)] over and over."""
    yield wire.request(1, "hello", {"session": 77, "protocol": wire.VERSION})
    for number, (name, fields) in enumerate(itertools.cycle(asked), 2):
        yield wire.request(number, name, fields)


def with_junk(lines):
    """The same lines, something that is none after each."""
    for line, junk in zip(lines, itertools.cycle(JUNK)):
        yield line + junk


class Flood:
    """From now on the lines come as fast as the box takes them, and whatever it answers is read.

    `answers`: lines of answers that came.
    """

    def __init__(self, pico, lines):
        self.answers = 0
        self._pico = pico
        self._lines = lines
        self._run = pico.run
        pico.run = self._flooded

    def _flooded(self, ms, limit_s=None):
        end_ms = self._pico.now_ms + ms
        while self._pico.now_ms < end_ms:
            while self._pico.usb.waiting < _AHEAD:
                self._pico.usb.send(next(self._lines))
            self._run(min(_STEP_MS, end_ms - self._pico.now_ms), limit_s)
            self.answers += self._pico.usb.take().count(b"#!")
