"""What build.md says of the program is what the program says and does."""

import re

from hardware.make import ROOT
from robokraft.cli import selftest
from robokraft.deploy import micropython

PAGE = (ROOT / "build.md").read_text("utf-8")


def test_a_pico_without_display_ends_setup_as_the_page_shows(capsys):
    found = {"storage": True, "free": 900000, "display": False, "stuck": [], "heap": 100000, "crashes": []}
    assert not selftest.is_good(found)
    selftest.show(found)
    said = capsys.readouterr().out.splitlines()
    block = re.search(r"ends so, and all is well:\n\n((?:    .*\n)+)", PAGE).group(1)
    shown = [line.strip() for line in block.splitlines()]
    start = said.index(shown[0])
    assert said[start : start + 2] == shown[:2] and shown[2] == "…"
    assert f'"{shown[3]}"' in (ROOT.parent / "host" / "robokraft" / "cli" / "setup.py").read_text("utf-8")


def test_the_micropython_of_the_page_is_the_one_that_setup_puts_on():
    assert f"the file `{micropython.FILE}` from [micropython.org]({micropython.DOWNLOADS})" in PAGE
    assert f"MicroPython {micropython.RELEASE}" in PAGE


def test_the_command_is_made_before_it_is_used():
    first = PAGE.index("pip install -e .")
    assert first < PAGE.index(".venv/bin/robokraft")
    assert not re.search(r"^    robokraft ", PAGE[first : PAGE.index("## 3.")], re.MULTILINE)
