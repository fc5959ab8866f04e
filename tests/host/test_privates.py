"""Private names are shared, and the program does what it did: held against the vectors of the rules."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from robokraft.deploy.compiling import dotted
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
    short = shared(MODULES, ["from a.grandchild import Grandchild"])
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


@pytest.mark.parametrize(
    ("text", "stays"),
    [
        ("def f(way):\n    return way\nprint(f(way=1))\n", True),
        ("def f(way):\n    return way\nclass A:\n    way = 2\n", True),
        ("def f(way):\n    return way.way\n", True),
        ("def f(way):\n    return way\nprint('way')\n", True),
        ("def f(way):\n    return [way for way in range(way)]\n", False),
        ("def f(max):\n    return max\ndef g(a):\n    return max(a)\n", True),
        ("def f(way):\n    def g():\n        return way\n    return g\n", False),
        ("way = 1\ndef f(way):\n    return way\n", True),
    ],
)
def test_a_parameter_that_is_something_else_stays(text, stays):
    assert ("way" not in shared({"a": text})) == stays


def test_functions_and_classes_that_nobody_imports_share_and_errors_keep_their_names():
    modules = {
        "a": "def told(): pass\ndef mine(): return told()\nclass Own: pass\nclass Odd(ValueError): pass\nprint(mine(), Own)\n",
        "b": "from a import told\nclass Other:\n    def told(self): pass\n    def other(self): pass\ndef own(): return told()\n",
    }
    assert set(shared(modules)) == {"mine", "Own", "Other", "own"}


def of_others():
    """The texts of all that uses the box's modules by their names on a computer."""
    places = [ROOT / "tests", ROOT / "host", ROOT / "bench", ROOT / "tools"]
    return [file.read_text("utf-8") for place in places for file in place.rglob("*.py")]


def with_shared_names(packages, folder):
    """Writes our packages with short names into the folder; returns the names."""
    files = {package: [*(ROOT / package).rglob("*.py")] for package in packages}
    sources = {}
    for package, found in files.items():
        base = (ROOT / package).parent
        sources |= {file.relative_to(base).as_posix(): file.read_text("utf-8") for file in found}
    short = shared({dotted(path): text for path, text in sources.items()}, of_others())
    for path, text in sources.items():
        made = folder / path
        made.parent.mkdir(parents=True, exist_ok=True)
        made.write_text(renamed(text, short), "utf-8")
    return short


def test_the_rules_hold_with_shared_names(tmp_path):
    short = with_shared_names(["shared_rules"], tmp_path)
    assert len(short) > 60 and len(set(short.values())) < 50
    vectors = ROOT / "tests" / "rules" / "vectors.json"
    done = subprocess.run(
        [sys.executable, str(ROOT / "tests" / "rules" / "check_vectors.py"), str(vectors)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(tmp_path), str(ROOT / "tests")))},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert json.loads(vectors.read_text()) and Path(tmp_path / "shared_rules" / "robokraft.py").exists()


def test_every_flow_is_the_same_with_shared_names(tmp_path):
    """The key scripts of all games on a virtual box whose program has the short names."""
    short = with_shared_names(["shared_rules", "firmware/companion"], tmp_path)
    assert len([name for name in short if not name.startswith("_")]) > 100
    paths = (str(tmp_path), str(ROOT), str(ROOT / "firmware"), str(ROOT / "host"), str(ROOT / "tests"))
    done = subprocess.run(
        [sys.executable, "-c", RUN_FLOWS],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert int(done.stdout) > 30


RUN_FLOWS = f"""
from pathlib import Path
import companion.app
from flows import flow
from robokraft.virtual.box import VirtualBox
assert Path(companion.app.__file__).is_relative_to(Path.cwd()), companion.app.__file__
scripts = sorted(Path({str(ROOT / "tests" / "flows" / "scripts")!r}).glob("*.keys"))
for path in scripts:
    with VirtualBox() as box:
        flow.play(path.read_text("utf-8"), box, path.name)
        assert box.status()["warnings"] == [], (path.name, box.status()["warnings"])
print(len(scripts))
"""
