"""The command starts quickly: it imports the heavy parts only when they are asked for."""

import subprocess
import sys

HEAVY = ("companion", "matplotlib", "PIL", "sqlalchemy", "textual")


def test_starting_the_command_imports_nothing_heavy():
    code = f"import sys, robokraft.cli\nprint([name for name in {HEAVY} if name in sys.modules])"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (ran.stdout, ran.stderr) == ("[]\n", "")
