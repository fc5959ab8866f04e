"""Private names are shared, and the program does what it did: held against the vectors of the rules."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from robokraft.deploy.privates import renamed, shared
from vm.unix import ROOT

BASE = "class Base:\n    def __init__(self):\n        self._base = 1\n    def _told(self):\n        return self._base\n"
MODULES = {
    "a.base": BASE,
    "a.other": "_first = 1\n_second = 2\ndef _sum():\n    global _first, _second\n    _first += _second\n    return _first\n",
    "a.child": "from a.base import Base\nclass Child(Base):\n    def both(self, _most=3):\n        self._own = _most\n        return self._own + self._told()\n",
    "a.grandchild": "from a import child\nclass Grandchild(child.Child):\n    def all(self):\n        self._all = self.both()\n        return self._all + self._own\n",
}


def run(modules, program, folder):
    for name, text in modules.items():
        file = folder / (name.replace(".", "/") + ".py")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": "."},
        capture_output=True,
        text=True,
    )
    return done.stdout + done.stderr


def test_what_inherits_keeps_its_names_apart_and_the_others_share(tmp_path):
    short = shared(MODULES)
    assert set(short) == {"_base", "_told", "_first", "_second", "_sum", "_most", "_own", "_all"}
    line = [short[name] for name in ("_base", "_told", "_own", "_most", "_all")]
    assert len(set(line)) == 5
    assert len(set(short.values())) == 5
    program = (
        "from a.grandchild import Grandchild\nfrom a import other\ng = Grandchild()\nprint(g.all(), g._told() if 0 else '')\n"
        "print([f() for n, f in sorted(vars(other).items()) if callable(f)])"
    )
    mine = {name: renamed(text, short) for name, text in MODULES.items()}
    assert run(mine, program, tmp_path / "new") == run(MODULES, program, tmp_path / "old") == "7 \n[3]\n"
    for name, text in MODULES.items():
        assert mine[name].count("\n") == text.count("\n")


@pytest.mark.parametrize(
    "text",
    [
        "def _told(): pass\nprint(getattr(None, '_told'))\n",
        "class A:\n    def f(self, other):\n        return other._told\n",
        "try:\n    pass\nexcept Exception as _told:\n    pass\n",
        "_told = 1\nprint(f'{_told}')\n",
    ],
)
def test_a_name_that_cannot_be_followed_stays(text):
    assert "_told" not in shared({"a": text})


def test_a_name_of_somebody_elses_module_stays():
    assert shared({"a": "_mine = 1\n_theirs = 2\n"}, ["class A:\n    def _theirs(self): pass\n"]) == {
        "_mine": "_0"
    }


def test_the_order_of_the_modules_is_nothing():
    assert shared(MODULES) == shared(dict(reversed(list(MODULES.items()))))


def test_the_rules_hold_with_shared_names(tmp_path):
    sources = {f"shared_rules.{file.stem}": file.read_text() for file in (ROOT / "shared_rules").glob("*.py")}
    short = shared(sources)
    assert len(short) > 60 and len(set(short.values())) < 40
    for name, text in sources.items():
        file = tmp_path / (name.replace(".", "/") + ".py")
        file.parent.mkdir(exist_ok=True)
        file.write_text(renamed(text, short))
        assert file.stem == "__init__" or "_settle" not in file.read_text()
    vectors = ROOT / "tests" / "rules" / "vectors.json"
    done = subprocess.run(
        [sys.executable, str(ROOT / "tests" / "rules" / "check_vectors.py"), str(vectors)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(tmp_path), str(ROOT / "tests")))},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert json.loads(vectors.read_text()) and Path(tmp_path / "shared_rules" / "robokraft.py").exists()
