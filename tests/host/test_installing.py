"""The one answer to a package that is missing: a command for the Python that runs."""

import subprocess
import sys

import pytest

from robokraft import installing


def test_the_command_puts_packages_where_this_program_finds_them():
    told = installing.advice("pytest", "typer")
    assert told == f"{sys.executable} -m pip install pytest typer"


@pytest.mark.skipif(sys.platform == "win32", reason="a POSIX shell")
def test_a_shell_takes_any_path_and_extra_as_one_word(monkeypatch, tmp_path):
    python = tmp_path / "my programs" / "python"
    python.parent.mkdir()
    python.write_text('#!/bin/sh\nfor word; do echo "$word"; done\n')
    python.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(python))
    told = installing.advice("psycopg[binary]")
    done = subprocess.run(["sh", "-c", told], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["-m", "pip", "install", "psycopg[binary]"]
