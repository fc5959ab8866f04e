"""The emulated box's USB port as other programs see it: the same bytes through socket and terminal, nothing in between."""

import os
import signal
import socket
import sys
import threading
import time

import pytest

from emulator import rig
from robokraft.deploy.image import SIZE
from robokraft.emulator.bridge import Bridge

EVERY_BYTE = bytes(range(256)) * 3


class Loop:
    """A device that gives back what it is sent."""

    def __init__(self):
        self._kept = bytearray()

    def send(self, data):
        self._kept += data

    def take(self):
        taken = bytes(self._kept)
        self._kept.clear()
        return taken


@pytest.fixture
def bridge():
    with Bridge(Loop()) as bridge:
        yield bridge


def served(bridge, read, size):
    """What `read` gives while the bridge is served, until there are `size` bytes."""
    got = b""
    end = time.monotonic() + 10
    while len(got) < size and time.monotonic() < end:
        bridge.serve(0.01)
        try:
            got += read()
        except BlockingIOError:
            pass
    return got


def client_of(bridge):
    client = socket.create_connection(("127.0.0.1", bridge.port))
    client.setblocking(False)
    return client


def test_every_byte_goes_through_the_socket_unchanged(bridge):
    with client_of(bridge) as client:
        client.send(EVERY_BYTE)
        assert served(bridge, lambda: client.recv(4096), len(EVERY_BYTE)) == EVERY_BYTE


def test_another_program_may_come_after_the_first(bridge):
    for word in (b"one", b"two"):
        with client_of(bridge) as client:
            client.send(word)
            assert served(bridge, lambda: client.recv(4096), 3) == word
        for _ in range(3):
            bridge.serve(0.01)


def test_a_second_program_is_sent_away_and_the_first_goes_on(bridge):
    with client_of(bridge) as first:
        bridge.serve(0.1)
        with client_of(bridge) as second:
            bridge.serve(0.1)
            second.setblocking(True)
            assert second.recv(10) == b""
        first.send(b"on")
        assert served(bridge, lambda: first.recv(10), 2) == b"on"


@pytest.mark.skipif(os.name == "nt", reason="no pseudo terminals on Windows")
def test_every_byte_goes_through_the_terminal_unchanged(bridge):
    port = os.open(bridge.terminal, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    try:
        os.write(port, EVERY_BYTE)
        assert served(bridge, lambda: os.read(port, 4096), len(EVERY_BYTE)) == EVERY_BYTE
    finally:
        os.close(port)


def test_it_listens_on_this_computer_alone(bridge):
    assert bridge._listener.getsockname()[0] == "127.0.0.1"


def test_a_port_in_use_is_said(bridge):
    from robokraft.errors import UserError

    with pytest.raises(UserError, match=f"port {bridge.port}: "):
        Bridge(Loop(), bridge.port)
    with pytest.raises(UserError, match="no such port"):
        Bridge(Loop(), 70000)


class Still:
    """A Pico at which nothing happens but what a test writes into its flash."""

    now_ms = 0.0

    def __init__(self):
        self.chip = self
        self.erases = self.programs = 0

    def run(self, ms):
        self.now_ms += ms


def test_what_is_written_to_flash_is_kept_within_seconds_and_once(bridge, monkeypatch):
    from robokraft.emulator import desk as desks

    kept = []
    monkeypatch.setattr(desks, "_KEPT_S", 0.05)
    pico = Still()
    desk = desks.Desk(pico, bridge, lambda: kept.append(pico.programs))
    for programs in (0, 1, 1, 2):
        pico.programs = programs
        end = time.monotonic() + 0.2
        while time.monotonic() < end:
            desk.run(20)
    assert kept == [1, 2]


@pytest.mark.slow
def test_a_program_talks_with_the_emulated_box_through_it(shed):
    """The handshake of every command, over the socket, while the box runs."""
    from robokraft.client import Client
    from robokraft.emulator.desk import Desk
    from robokraft.transport import opened

    pico = shed.booted(shed.memory())

    def work():
        with Bridge(pico.usb) as bridge:
            desk = Desk(pico, bridge)
            seen = []

            def ask():
                with Client.at(opened(f"socket://127.0.0.1:{bridge.port}")) as client:
                    seen.append((client.device, client.firmware, client.micropython))

            asking = threading.Thread(target=ask, daemon=True)
            asking.start()
            end = time.monotonic() + 200
            while asking.is_alive() and time.monotonic() < end:
                desk.run(20)
            asking.join(1)
        return seen

    assert rig.forked(work) == [(b"EMULATED".hex(), "0.1.0", "1.26.1")]


@pytest.mark.slow
def test_the_terminal_shows_the_panel_and_presses_the_pins(shed):
    """What `robokraft emulate` shows in a terminal, driven by its keys."""
    import asyncio

    from robokraft.emulator.desk import Desk, app_of

    pico = shed.booted(shed.memory())

    async def use(desk):
        app = app_of(desk, "emulated")
        before = pico.pixels()
        async with app.run_test(size=(140, 45)) as pilot:
            await pilot.press("d")  # DOWN: the next line of the home screen
            end = time.monotonic() + 120
            while pico.pixels() == before and time.monotonic() < end:
                await pilot.pause(0.05)
            await pilot.pause(0.2)
            shown = str(app.query_one("#panel").render())
        return before, pico.pixels(), shown

    def work():
        with Bridge(pico.usb) as bridge:
            return asyncio.run(use(Desk(pico, bridge)))

    before, after, shown = rig.forked(work)
    assert before != after
    assert "▀" in shown or "█" in shown


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="POSIX terminals")
def test_it_ends_with_its_window_and_keeps_the_flash(uf2, tmp_path):
    import fcntl
    import pty
    import struct
    import termios

    kept = tmp_path / "pico.flash"
    line = [
        sys.executable,
        "-m",
        "robokraft",
        "emulate",
        "--bare",
        "--micropython",
        str(uf2),
        "--data",
        str(kept),
    ]
    child, terminal = pty.fork()
    if not child:
        os.execve(sys.executable, line, {**os.environ, "TERM": "xterm-256color"})
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 45, 132, 0, 0))
    seen = b""
    while b"quits" not in seen:
        seen += os.read(terminal, 65536)
    assert b"now     robokraft setup --port socket://127.0.0.1:" in seen
    kept.unlink(missing_ok=True)
    os.close(terminal)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 128 + signal.SIGHUP
    assert kept.stat().st_size == SIZE
