"""The command starts quickly: it imports the heavy parts only when they are asked for."""

import os
import subprocess
import sys
from pathlib import Path

SLOW = ("re", "enum", "typing", "contextlib", "collections", "inspect", "json", "typer")
HERE = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[1] / "host")}
HEAVY = ("companion", "matplotlib", "PIL", "sqlalchemy", "textual")


def test_next_to_nothing_is_imported_before_ctrl_c_is_understood():
    code = "import sys\nbefore = set(sys.modules)\nimport robokraft.cli\nprint(*sorted(set(sys.modules) - before))"
    ran = subprocess.run(
        [sys.executable, "-S", "-c", code], capture_output=True, text=True, timeout=60, env=HERE
    )
    assert ran.stderr == ""
    new = ran.stdout.split()
    assert "robokraft.cli" in new and not set(new) & set(SLOW), new


def test_starting_the_command_imports_nothing_heavy():
    code = f"import sys, robokraft.cli\nprint([name for name in {HEAVY} if name in sys.modules])"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (ran.stdout, ran.stderr) == ("[]\n", "")
