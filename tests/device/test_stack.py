"""How deep the box calls itself: a Pico's stack of 8 KB holds about 30 calls, and to write takes the last 3 KB of it."""

import sys

import pytest

from companion.app import App
from companion.storage.files import Files
from flows import flow
from flows.test_flows import SCRIPTS
from robokraft.virtual.box import VirtualBox

DEEPEST = 15  # calls from App.step to Files._put; 19 were too many on the emulated Pico
WRITES_NOTHING = ("robots-beam",)


def calls_below(code):
    """Calls from the running one down to the nearest of `code`, or 0."""
    frame, count = sys._getframe(2), 0
    while frame is not None:
        if frame.f_code is code:
            return count
        frame, count = frame.f_back, count + 1
    return 0


@pytest.mark.parametrize("path", SCRIPTS, ids=[path.stem for path in SCRIPTS])
def test_no_entry_is_written_from_too_deep(path, monkeypatch):
    deepest = (0, "")
    put = Files._put

    def watched(self, name, mode, data):
        nonlocal deepest
        deepest = max(deepest, (calls_below(App.step.__code__), name))
        put(self, name, mode, data)

    monkeypatch.setattr(Files, "_put", watched)
    with VirtualBox() as box:
        flow.play(path.read_text("utf-8"), box, path.name)
    assert deepest[0] <= DEEPEST, deepest
    assert (deepest[0] == 0) == (path.stem in WRITES_NOTHING)
