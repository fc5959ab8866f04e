"""The app in one file: MicroPython imports from it as from a folder, and finds nothing that is not in it."""

import pytest

from robokraft.deploy import bundle
from robokraft.deploy.compiling import compiled
from vm.unix import ROOT

SOURCES = {
    "first.py": "from pack.deep.third import SAYS\nprint(SAYS)\n",
    "second.py": "import pack.deep.third\nprint('second', pack.deep.third.__file__)\n",
    "pack/__init__.py": "print('pack')\n",
    "pack/deep/third.py": f"SAYS = {'third ' * 300!r}.split()[-1]\n",
    "pack/none.py": "",
}
PROGRAM = """
import sys
sys.path.append({firmware!r})
import bundle, vfs
sys.path[:] = ["/box"]
vfs.mount(bundle.Bundle({path!r}), "/box")
import first
from pack import none
import second
for name in ("pack.fourth", "third", "nowhere.third"):
    try:
        __import__(name)
        print("found", name)
    except ImportError:
        pass
import time, json  # MicroPython's own
vfs.umount("/box")
for name in (None, {other!r}, {short!r}):
    try:
        bundle.Bundle(name or "/nowhere.app")
        print("taken", name)
    except OSError:
        print("refused")
"""


@pytest.fixture
def modules(tmp_path):
    made = {}
    for path, text in SOURCES.items():
        source = tmp_path / path
        source.parent.mkdir(parents=True, exist_ok=True)
        source.write_text(text)
        made[path.removesuffix(".py") + ".mpy"] = compiled(source, path)
    return made


def test_modules_are_imported_from_it(unix, tmp_path, modules):
    whole, other, short = (tmp_path / name for name in ("a.app", "b.app", "c.app"))
    whole.write_bytes(bundle.build(modules, {}))
    other.write_bytes(b"RKB\x03" + bytes(100))
    short.write_bytes(b"RK")
    paths = {"path": str(whole), "other": str(other), "short": str(short)}
    said = unix.check(PROGRAM.format(firmware=str(ROOT / "firmware"), **paths))
    assert said.split("\n") == ["pack", "third", "second /box/pack/deep/third.mpy", *["refused"] * 3, ""]


def test_a_name_is_not_found_across_two_entries(unix, tmp_path, modules):
    """The four bytes of a checksum may also stand half in one entry and half in the next."""
    file = tmp_path / "a.app"
    file.write_bytes(bundle.build(modules, {}))
    program = """
import sys
sys.path.append({firmware!r})
import bundle
held = bundle.Bundle({path!r})
key = bundle.crc32(b"/first.mpy").to_bytes(4, "little")
place = held.place("/first.mpy")
at = held._keys.find(key)
held._keys = held._keys[:2] + key + held._keys[6:at] + key + held._keys[at + 4:]
print(held.place("/first.mpy") == place > 0)
"""
    assert unix.check(program.format(firmware=str(ROOT / "firmware"), path=str(file))) == "True\n"
