"""Runs programs on the MicroPython unix build, with a heap as tight as the Pico's and a hard time limit.

The box's own modules are precompiled, as they are on the Pico: compiling them there would take more memory than running.

The PyPI package holds the virtual machine as a CPython extension; each run is a process of its own.
A program finds `shared_rules`, `companion`, `robokraft` and the panel's driver, and nothing else that is installed.
"""

import importlib.util
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from robokraft.deploy.compiling import compiled
from robokraft.errors import UserError

ROOT = Path(__file__).resolve().parents[2]
HEAP = "350K"  # objects of a 64-bit build are about 1.5 times those of the Pico, which has 236 KB
DRIVER = ("adafruit_ssd1306", "adafruit_framebuf", "adafruit_bus_device")
START = "import sys; from micropython_unix import main; sys.exit(main())"


def precompiled(folder: Path) -> Path:
    """The folder, with the packages of the box in it as bytecode; what is machine code stays source."""
    for package in (ROOT / "shared_rules", ROOT / "firmware" / "companion"):
        for source in package.rglob("*.py"):
            target = folder / source.relative_to(package.parent)
            target.parent.mkdir(parents=True, exist_ok=True)
            try:
                data = compiled(source, source.relative_to(package.parent).as_posix(), None)
            except UserError:
                shutil.copy(source, target)
            else:
                target.with_suffix(".mpy").write_bytes(data)
    return folder


@dataclass(frozen=True)
class Ran:
    """What a program left: its exit status (1 for an uncaught exception) and what it wrote."""

    exit: int
    stdout: str
    stderr: str


class Unix:
    """The virtual machine. `folder` is an empty one that it may keep; the panel's driver is laid there."""

    def __init__(self, folder: Path):
        for name in DRIVER:
            spec = importlib.util.find_spec(name)
            assert spec and spec.origin, f"the panel's driver is not installed: {name}"
            if spec.submodule_search_locations:
                shutil.copytree(
                    Path(spec.origin).parent, folder / name, ignore=shutil.ignore_patterns("*.pyc")
                )
            else:
                shutil.copy(spec.origin, folder)
        self.path = [".frozen", *map(str, (precompiled(folder / "box"), ROOT, ROOT / "host", folder))]

    @staticmethod
    def installed() -> bool:
        return importlib.util.find_spec("micropython_unix") is not None

    def run(
        self,
        program: str | Path,
        *args: str,
        limit_s: float = 240,
        stdin: str = "",
        cwd: Path | None = None,
        heap: str = HEAP,
    ) -> Ran:
        """Runs source text, or the file at a Path, to its end. Raises AssertionError after `limit_s` seconds."""
        what = [str(program)] if isinstance(program, Path) else ["-c", program]
        try:
            done = subprocess.run(
                [sys.executable, "-c", START, "-X", f"heapsize={heap}", *what, *args],
                input=stdin.encode(),
                capture_output=True,
                timeout=limit_s,
                cwd=cwd or self.path[-1],  # it looks there first: the sources must not be found
                env={**os.environ, "MICROPYPATH": ":".join(self.path)},
            )
        except subprocess.TimeoutExpired as late:
            so_far = (late.stdout or b"").decode(errors="replace")
            raise AssertionError(f"still running after {limit_s} s; it wrote:\n{so_far}") from None
        return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())

    def check(self, program: str | Path, *args: str, **how) -> str:
        """Like `run`, and returns what was written. Raises AssertionError if the program failed."""
        ran = self.run(program, *args, **how)
        assert ran.exit == 0, f"exit {ran.exit}\n{ran.stdout}{ran.stderr}"
        return ran.stdout
