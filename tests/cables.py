"""Cables to a virtual box: bytes in memory on a simulated clock, and a box that lives in real time in a thread."""

import queue
import threading
import time
from contextlib import contextmanager

from robokraft.client import Client
from robokraft.transport import BOX_S, Lost
from robokraft.virtual.box import KEYS, VirtualBox
from robokraft.virtual.serial import FIFO, Wire
from shared_rules import wire
from shared_rules.codec import records
from shared_rules.log import lines

PLAYERS = [{"id": None, "name": name} for name in ("Ann", "Ben", "Cyd")]
GAME = {
    "game": "robokraft",
    "mode": "cards",
    "players": PLAYERS,
    "setup": {"lead": 0, "discs": "BROG"},
    "rules": {},
}
WISH = {**GAME, "players": [player["name"] for player in PLAYERS]}
TRICKS = [f"{suit} {half} blue  {half} red  {half} orange " for suit in KEYS[:4] for half in ("down", "up")]


class Pump:
    """A transport whose box lives only while the host waits for it. `cut_after`: bytes to the host, then it is lost."""

    name = "memory"
    serial_number = None
    answer_s = BOX_S

    def __init__(self, box, cable, cut_after=None):
        self.box = box
        self.cable = cable
        self.cut_after = cut_after
        self.written = []

    def read(self, timeout_s):
        until = self.box.parts.clock.now_ms + int(timeout_s * 1000) + 1
        while self.box.parts.clock.now_ms < until:
            self.box.run(1)
            if self.cable.to_host:
                return self._taken()
        return b""

    def _taken(self):
        data = bytes(self.cable.to_host)
        self.cable.to_host.clear()
        if self.cut_after is not None:
            if self.cut_after <= 0:
                raise Lost("cut")
            data = data[: self.cut_after]
            self.cut_after -= len(data)
        return data

    def write(self, data):
        if self.cut_after is not None and self.cut_after <= 0:
            raise Lost("cut")
        self.written.append(data)
        self.cable.to_box += data

    def close(self):
        pass


class Desk:
    """A box and its cable in memory."""

    def __init__(self, folder=None, room=FIFO, **how):
        self.cable = Wire(room)
        self.box = VirtualBox(folder, serial=self.cable, **how)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.box.close()

    @property
    def app(self):
        return self.box.app

    def client(self, **how):
        return Client.at(Pump(self.box, self.cable, **how), clock=lambda: self.box.parts.clock.now_ms / 1000)

    @property
    def server(self):
        """What answers at the box's end of the cable, once something came."""
        return self.door.server

    @property
    def door(self):
        """The box's end of the cable."""
        return dict(self.app._jobs)["link"].__self__  # type: ignore[attr-defined]

    @property
    def handlers(self):
        """The box's handlers, once a request came."""
        return self.server._handlers

    def raw(self, data, ms=60):
        """What the box answers to these bytes: [(number, object)]."""
        self.cable.to_box += data
        out, quiet = b"", 0
        while ms > 0 or quiet < 5:
            self.box.run(1)
            ms -= 1
            working = self.door._count or (self.server and self.server._request is not None)
            busy = self.cable.to_box or self.cable.to_host or working
            quiet = 0 if busy else quiet + 1
            out += bytes(self.cable.to_host)
            self.cable.to_host.clear()
        return answers(out)

    def hello(self, session=1, number=1):
        """Begins a session by hand."""
        (answer,) = self.raw(wire.request(number, "hello", {"session": session, "protocol": wire.VERSION}))
        return answer

    def ask(self, number, name, /, **fields):
        """Asks by hand: the object of the one answer."""
        (answer,) = self.raw(wire.request(number, name, fields))
        assert answer[0] == number
        return answer[1]


def answers(data):
    """The answers in bytes from a box: [(number, object)]."""
    found, parts = [], []
    for line in data.split(b"\n"):
        got = wire.read_answer(line)
        if got is None:
            continue
        number, part, count, piece = got
        parts = [*(parts if part else []), piece]
        if part == count - 1:
            assert len(parts) == count
            found.append((number, wire.parsed_any(b"".join(parts))))
    return found


def fill(desk, games=3):
    """Plays games of some tricks and puts them away; the logs by number, as the box itself has them."""
    for number in range(1, games + 1):
        desk.box.start({**WISH, "players": ["Ann", "Zoë 李明", f"P{number}"]})
        desk.box.play("".join(TRICKS[:number]) + "back back")
        desk.app.session.close()
        desk.app.home()
    journal = desk.app.journal
    return {number: "".join(lines(records(journal.read(number)))) for number in range(1, games + 1)}


@contextmanager
def somebody(live, *keys):
    """Somebody at a Live box who presses these keys, one for each question it asks."""
    gone = threading.Event()

    def press():
        for key in keys:
            while live.do(lambda box: box.status())["screen"]["name"] != "question":
                if gone.wait(0.02):
                    return
            live.do(lambda box, key=key: box.play(key))

    thread = threading.Thread(target=press)
    thread.start()
    try:
        yield
    finally:
        gone.set()
        thread.join(20)


class Live:
    """A box that lives in a thread, a few times as fast as a real one, behind `cable` (a Listener or a Pty)."""

    def __init__(self, cable, folder=None, **how):
        self.cable = cable
        self._todo = queue.SimpleQueue()
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._live, args=(folder, how))
        self._ready = threading.Event()

    def __enter__(self):
        self._thread.start()
        assert self._ready.wait(20)
        return self

    def __exit__(self, *_):
        self._ends.set()
        self._thread.join(20)
        self.cable.close()

    @property
    def address(self):
        return self.cable.address

    def do(self, act):
        """Runs `act(box)` between two steps of the box, and returns what it gives."""
        done = queue.SimpleQueue()
        self._todo.put((act, done))
        value = done.get(timeout=20)
        if isinstance(value, BaseException):
            raise value
        return value

    def _live(self, folder, how):
        with VirtualBox(folder, serial=self.cable, **how) as box:
            self._ready.set()
            while not self._ends.is_set():
                while not self._todo.empty():
                    act, done = self._todo.get()
                    try:
                        done.put(act(box))
                    except BaseException as error:
                        done.put(error)
                box.run(5)
                time.sleep(0.001)
