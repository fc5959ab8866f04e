"""Imports run one way, as docs/architecture.md says, and importing starts nothing."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

RULES_MAY = {"binascii", "json", "shared_rules"}
BOX_MAY = RULES_MAY | {
    "array",
    "companion",
    "errno",
    "gc",
    "io",
    "micropython",
    "os",
    "struct",
    "sys",
    "time",
}
DRIVERS_MAY = {"adafruit_framebuf", "adafruit_ssd1306"}
HARDWARE = {"machine", "rp2"}
HARDWARE_PLACES = ("firmware/boot.py", "board.py", "drivers/", "link/port.py", "system/")
SIMULATED = ("host/robokraft/virtual/panel.py", "host/robokraft/virtual/parts.py")
MEETING_PLACE = "host/robokraft/virtual/box.py"


def imports(source: str):
    """(line, module) of every import, also in functions; those for the type checker alone left out."""
    todo: list[ast.AST] = [ast.parse(source)]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            yield node.lineno, "." * node.level + (node.module or "")
        elif isinstance(node, ast.If) and is_for_types(node.test):
            todo.extend(node.orelse)
        else:
            todo.extend(ast.iter_child_nodes(node))


def is_for_types(test: ast.expr) -> bool:
    return ast.unparse(test) in ("TYPE_CHECKING", "typing.TYPE_CHECKING")


def stdin_uses(source: str):
    """Lines that take hold of sys.stdin."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and ast.unparse(node) == "sys.stdin":
            yield node.lineno
        elif isinstance(node, ast.ImportFrom) and node.module == "sys":
            if any(alias.name in ("stdin", "*") for alias in node.names):
                yield node.lineno


def allowed(path: str) -> set[str] | None:
    """Modules and packages that the file at `path` may import; None for any but the firmware."""
    if path.startswith("shared_rules/"):
        return RULES_MAY
    if path.startswith("firmware/"):
        inside = path.removeprefix("firmware/companion/")
        may = set(BOX_MAY)
        if inside.startswith(HARDWARE_PLACES):
            may |= HARDWARE
        if inside.startswith("drivers/"):
            may |= DRIVERS_MAY
        if inside == "drivers/inplace.py":
            may |= {"bundle", "vfs"}
        if inside == "system/rescue.py":
            may |= {"framebuf"}
        if path == "firmware/main.py":
            may |= {"__main__"}  # boot.py, which ran in the same namespace
        if path in ("firmware/boot.py", "firmware/main.py"):
            may |= {"bundle"}
        if path == "firmware/bundle.py":
            may = {"binascii", "gc", "sys", "vfs"}
        if inside == "link/port.py":
            may |= {"select"}
        return may
    if path in SIMULATED:
        return (BOX_MAY - {"companion"}) | {"robokraft.virtual"}
    return None


def violations(path: str, source: str) -> list[str]:
    """What in this source goes against the direction of imports, a line each."""
    may = allowed(path)
    found = []
    for line, module in imports(source):
        first = module.split(".")[0]
        if not first:
            found.append(f"{path}:{line}: relative import; write the full name")
        elif may is not None:
            if not any(module == name or module.startswith(name + ".") for name in may):
                found.append(f"{path}:{line}: may not import {module}")
        elif first == "companion" and path.startswith("host/") and path != MEETING_PLACE:
            found.append(f"{path}:{line}: only {MEETING_PLACE} may import {module}")
    if may is not None and not path.removeprefix("firmware/companion/").startswith(HARDWARE_PLACES):
        found += [f"{path}:{line}: may not touch sys.stdin" for line in stdin_uses(source)]
    return found


def sources() -> list[str]:
    files = [file for top in ("shared_rules", "firmware", "host") for file in (ROOT / top).rglob("*.py")]
    return sorted(file.relative_to(ROOT).as_posix() for file in files)


@pytest.mark.parametrize("path", sources())
def test_imports_run_one_way(path):
    assert violations(path, (ROOT / path).read_text(encoding="utf-8")) == []


GOOD = [
    ("shared_rules/log.py", "import json\nfrom shared_rules.fields import RuleError"),
    ("shared_rules/log.py", "TYPE_CHECKING = False\nif TYPE_CHECKING:\n    from typing import Any"),
    (
        "firmware/companion/app.py",
        "import time\nfrom companion.ui import canvas\nfrom shared_rules import log",
    ),
    ("firmware/companion/board.py", "import machine, rp2"),
    ("firmware/companion/drivers/panel.py", "import adafruit_ssd1306\nfrom machine import I2C"),
    ("firmware/companion/link/port.py", "import select, sys\nread = sys.stdin.buffer.read"),
    ("host/robokraft/virtual/box.py", "from companion.app import App"),
    ("host/robokraft/virtual/parts.py", "from robokraft.virtual.panel import PanelI2C"),
    ("host/robokraft/archive/index.py", "import sqlalchemy\nfrom shared_rules import log"),
]

BAD = [
    ("shared_rules/log.py", "import os"),
    ("shared_rules/log.py", "def late():\n    import time"),
    ("shared_rules/log.py", "from companion import app"),
    ("shared_rules/log.py", "import robokraft.cli"),
    ("shared_rules/log.py", "from .fields import RuleError"),
    ("shared_rules/log.py", "TYPE_CHECKING = False\nif TYPE_CHECKING:\n    pass\nelse:\n    import typing"),
    ("shared_rules/log.py", "try:\n    import typing\nexcept ImportError:\n    pass"),
    ("firmware/main.py", "import robokraft"),
    ("firmware/companion/session.py", "import robokraft.virtual.parts"),
    ("firmware/companion/app.py", "import machine"),
    ("firmware/companion/input.py", "def poll():\n    from rp2 import PIO"),
    ("firmware/companion/ui/canvas.py", "import adafruit_ssd1306"),
    ("firmware/companion/link/server.py", "import sys\nsys.stdin.read()"),
    ("firmware/companion/link/server.py", "from sys import stdin"),
    ("firmware/companion/link/server.py", "import select"),
    ("host/robokraft/cli/play.py", "from companion.keys import OK"),
    ("host/robokraft/cli/play.py", "def play():\n    import companion.app"),
    ("host/robokraft/virtual/parts.py", "from companion.keys import OK"),
    ("host/robokraft/virtual/panel.py", "import dataclasses"),
    ("host/robokraft/virtual/panel.py", "import robokraft.cli"),
]


@pytest.mark.parametrize(("path", "source"), GOOD)
def test_good_imports_pass(path, source):
    assert violations(path, source) == []


@pytest.mark.parametrize(("path", "source"), BAD)
def test_bad_imports_are_found(path, source):
    assert len(violations(path, source)) == 1


IMPORT_ALL = """
import importlib, sys, threading
sys.dont_write_bytecode = True
for name in sys.argv[1:]:
    importlib.import_module(name)
assert threading.active_count() == 1, "an import started a thread"
"""


def device_modules() -> list[str]:
    """Modules of the device that need no hardware, by name."""
    names = []
    for path in sources():
        if path.startswith(("shared_rules/", "firmware/companion/")):
            used = {module.split(".")[0] for _, module in imports((ROOT / path).read_text(encoding="utf-8"))}
            if not used & HARDWARE:
                name = path.removeprefix("firmware/").removesuffix(".py").removesuffix("/__init__")
                names.append(name.replace("/", "."))
    return names


def test_importing_the_device_code_does_nothing(tmp_path):
    ran = subprocess.run(
        [sys.executable, "-c", IMPORT_ALL, *device_modules()],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "firmware")))},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")
    assert list(tmp_path.iterdir()) == []
