"""A box's program exchanged at the prompt: the new app beside the old one, and the old one in force until it is whole.

Order: the app that is not in force is replaced, `/app` names it, the files that run before an app follow, and what an older
layout left goes last. Each step is all or nothing, and after each the box starts with the old app or with the new one.
Nothing is written before everything that can be checked was checked.
"""

import hashlib
import struct
from typing import NamedTuple

from robokraft.deploy import bundle
from robokraft.deploy.image import BLOCK
from robokraft.deploy.prompt import NEW
from robokraft.errors import WRONG, UserError

APPS = ("a", "b")
OURS = ("boot.py", "main.py", "bundle.mpy", "app", "data")
_BOARD = "RP2040"
_OLDEST = (1, 24)
_SPARE = 6 * BLOCK  # folders, and what littlefs needs to move things
_START_ORDER = ("bundle.mpy", "boot.py", "main.py")


class App(NamedTuple):
    """An app on the box: bytes of its file, its first bytes, whether all of it is what they say."""

    size: int
    head: bytes
    whole: bool


class Found(NamedTuple):
    """What is on a Pico. `serial` in hex; `mpy` (version, sub-version); `names` of the root; `apps` by name."""

    serial: str
    machine: str
    micropython: tuple[int, ...]
    mpy: tuple[int, int]
    free: int
    names: dict
    in_force: str | None
    apps: dict[str, App]
    start: dict[str, str]

    @property
    def bare(self):
        """Whether nothing of a box is there: MicroPython has made its file system anew, or never had ours."""
        return not any(name in self.names for name in (*OURS[2:], "a", "b", "a.app", "b.app"))

    @property
    def foreign(self):
        """Names of programs that are not ours and would be replaced."""
        return [] if not self.bare else [name for name in ("boot.py", "main.py") if name in self.names]


class Program(NamedTuple):
    """The program to put onto a box: the app's bundle, and {name: bytes} of what runs before it."""

    app: bytes
    start: dict[str, bytes]

    @property
    def manifest(self):
        return bundle.manifest_of(self.app)


def program():
    """The program of the installed packages. Raises UserError."""
    from robokraft.deploy.manifest import app_bundle, start_files

    return Program(app_bundle(), start_files())


def same(program, told):
    """Whether a box that answered `told` to the message `program` has it, runs it, and nothing is left to do."""
    heads = {one["name"]: one["head"] for one in told["apps"]}
    start = {one["name"]: (one["size"], one["crc"]) for one in told["start"]}
    wanted = {name: (len(data), f"{bundle.crc32(data):08x}") for name, data in program.start.items()}
    mine = program.app[: bundle.HEAD_SIZE].hex()
    return (
        told["running"] is not None
        and told["running"] == told["in_force"]
        and heads.get(told["running"]) == mine
        and start == wanted
    )


def look(prompt):
    """What is Found at the prompt. Raises UserError."""
    serial, machine, version, mpy, space = prompt.value(
        "(hexlify(__import__('machine').unique_id()).decode(), getattr(sys.implementation, '_machine', sys.platform), "
        "tuple(sys.implementation[1])[:3], getattr(sys.implementation, '_mpy', 0), os.statvfs('/'))"
    )
    names = prompt.names()
    apps = {}
    for name in APPS:
        file = name + bundle.SUFFIX
        if names.get(file) is not None:
            apps[name] = _app(prompt, "/" + file, names[file])
    start = {name: prompt.digest("/" + name)[0] for name in _START_ORDER if names.get(name) is not None}
    in_force = (prompt.read("/app", 1) or b"").decode("ascii", "replace") if "app" in names else ""
    return Found(
        serial,
        machine,
        tuple(version),
        (mpy & 0xFF, mpy >> 8 & 3),
        space[1] * space[3],
        names,
        in_force if in_force in APPS else None,
        apps,
        start,
    )


def _app(prompt, path, size):
    head = prompt.read(path, bundle.HEAD_SIZE) or b""
    try:
        expected = bundle.checksum_of(head)
    except (ValueError, struct.error):
        return App(size, head, False)
    return App(size, head, prompt.digest(path, bundle.HEAD_SIZE)[1] == expected)


def refuse(found, manifest):
    """Raises UserError where this Pico cannot run the program; nothing was written."""
    if _BOARD not in found.machine:
        raise UserError(f"that is no Raspberry Pi Pico: it says that it is {found.machine}", WRONG)
    version = ".".join(map(str, found.micropython))
    if found.micropython[:2] < _OLDEST:
        raise UserError(
            f"the Pico has MicroPython {version}; the box needs {_OLDEST[0]}.{_OLDEST[1]} or newer: 'robokraft setup' puts it on",
            WRONG,
        )
    wanted = tuple(manifest["mpy"])
    if found.mpy[0] != wanted[0] or (wanted[1] and found.mpy[1] != wanted[1]):
        raise UserError(
            f"MicroPython {version} on the Pico runs bytecode {found.mpy[0]}.{found.mpy[1]}, the box's program is "
            f"{wanted[0]}.{wanted[1]}: 'robokraft setup' puts the right MicroPython on; nothing was changed",
            WRONG,
        )


class Work(NamedTuple):
    """What is to be done: the app to write (None: it is there), the one to be in force, files of the start, what goes."""

    write: str | None
    in_force: str
    start: list[str]
    remove: list[str]
    app_changes: bool

    @property
    def nothing(self):
        return self.write is None and not (self.start or self.remove or self.app_changes)


def plan(found, program):
    """The Work. Raises UserError where there is no room for it."""
    head = program.app[: bundle.HEAD_SIZE]
    there = [
        name for name in APPS if name in found.apps and found.apps[name] == App(len(program.app), head, True)
    ]
    current = found.in_force if found.in_force in found.apps and found.apps[found.in_force].whole else None
    if there:
        write, in_force = None, current if current in there else there[0]
    else:
        write = in_force = _other(found, current)
        _need_room(found, program, write)
    start = [
        name
        for name in _START_ORDER
        if found.start.get(name) != hashlib.sha256(program.start[name]).hexdigest()
    ]
    return Work(write, in_force, start, _left_over(found, program, write), found.in_force != in_force)


def _other(found, current):
    """The place for the new app: never that of the one that works."""
    if current is not None:
        return "b" if current == "a" else "a"
    if (
        found.in_force is not None and found.names.get(found.in_force, 0) is None
    ):  # a folder of the older layout
        return "b" if found.in_force == "a" else "a"
    whole = [name for name in APPS if name in found.apps and found.apps[name].whole]
    return "b" if whole == ["a"] else "a"


def _left_over(found, program, write):
    """What of an older layout or of a cut is no longer needed."""
    new = [write + bundle.SUFFIX + NEW] if write else []
    gone = [name for name in APPS if found.names.get(name, 0) is None]
    ours = [name + bundle.SUFFIX for name in APPS] + [*program.start, "app"]
    gone += [name + NEW for name in ours if name + NEW in found.names and name + NEW not in new]
    return gone


def _need_room(found, program, write):
    file = write + bundle.SUFFIX
    begun = _blocks(found.names.get(file + NEW) or 0)
    old = _blocks(found.names.get(file) or 0)
    needs = _blocks(len(program.app)) + _SPARE
    has = found.free + begun + old
    if needs > has:
        raise UserError(
            f"the box has {has // 1024} KB of room and the new program needs {needs // 1024} KB beside the old one: "
            "export the games and delete some ('robokraft export', 'robokraft delete --exported'), then run this again; "
            "nothing was changed",
            WRONG,
        )


def _blocks(size):
    return (size + BLOCK - 1) // BLOCK * BLOCK


def carry_out(prompt, found, program, work, moved=lambda done, of: None):
    """Does the Work; `moved(done, of)` counts bytes of the app. Raises UserError; run again, it goes on."""
    if work.write:
        _write_app(prompt, found, program, work.write, moved)
    if work.app_changes:
        prompt.put("/app", work.in_force.encode())
    for name in work.start:
        prompt.put("/" + name, program.start[name])
    for name in work.remove:
        prompt.remove("/" + name)


def _write_app(prompt, found, program, name, moved):
    file = name + bundle.SUFFIX
    needs = _blocks(len(program.app)) + _SPARE - _blocks(found.names.get(file + NEW) or 0)
    if name in found.apps and (found.free < needs or not found.apps[name].whole):
        prompt.remove("/" + file)
    done = 0

    def count(size):
        nonlocal done
        done += size
        moved(done, len(program.app))

    prompt.put("/" + file, program.app, count)
