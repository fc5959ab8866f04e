"""How deep the box calls itself: a Pico's stack of 8 KB holds about 30 calls, and to write takes the last 3 KB of it."""

import sys

import pytest

from companion.app import App
from companion.storage.files import Files
from flows import flow
from flows.test_flows import SCRIPTS
from robokraft.virtual.box import VirtualBox
from vm.unix import ROOT

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


OURS = tuple(str(ROOT / top) for top in ("firmware", "shared_rules"))
DEEPEST_OF_ALL = 22  # calls of ours below App.step, rules included; 24 were too many on the emulated Pico


class Depth:
    """Counts calls of the box's own code below App.step, for sys.setprofile."""

    def __init__(self):
        self.deepest = (0, [])
        self._calls = []

    def __call__(self, frame, event, _argument):
        code = frame.f_code
        if event == "call" and (self._calls or code is App.step.__code__):
            if code.co_filename.startswith(OURS):
                self._calls.append(code.co_name)
                self.deepest = max(self.deepest, (len(self._calls) - 1, list(self._calls)))
        elif event == "return" and self._calls and code.co_filename.startswith(OURS):
            self._calls.pop()


@pytest.mark.parametrize("path", SCRIPTS, ids=[path.stem for path in SCRIPTS])
def test_nothing_is_called_from_too_deep(path):
    depth = Depth()
    with VirtualBox() as box:
        sys.setprofile(depth)
        try:
            flow.play(path.read_text("utf-8"), box, path.name)
        finally:
            sys.setprofile(None)
    assert 0 < depth.deepest[0] <= DEEPEST_OF_ALL, depth.deepest
