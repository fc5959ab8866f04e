"""What of the settling of modules in flash can be told without a Pico: tests/emulator/test_inplace.py has the rest."""

import ast
import inspect
import random

from device.test_start import Box
from robokraft.deploy import pieces
from vm.unix import ROOT

SOURCE = (ROOT / "firmware" / "companion" / "drivers" / "inplace.py").read_text()


def parts(*names):
    """Functions and constants of the module, which cannot be imported here."""
    tree = ast.parse(SOURCE)
    tree.body = [
        node
        for node in tree.body
        if getattr(node, "name", None) in names
        or isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and node.targets[0].id in names
    ]
    space = {}
    exec(compile(tree, "inplace", "exec"), space)
    return [space[name] for name in names]


def test_the_box_and_the_computer_find_a_byte_in_the_same_place():
    lies = parts("lies", "_PAYLOAD")[0]
    for place in {*range(0, 20_000, 3), *random.Random(3).sample(range(1_400_000), 3000)}:
        assert lies(place) == pieces.lies(place)


def test_whatever_runs_while_modules_are_settled_is_not_settled(tmp_path):
    """Its memory would be given away under it."""
    running = parts("RUNNING")[0]
    box = Box(tmp_path / "data")
    seen = set()

    def settle():
        for frame in inspect.stack()[1:]:
            if frame.filename.startswith(str(ROOT / "firmware")):
                seen.add(frame.filename.removeprefix(str(ROOT / "firmware")).replace(".py", ".mpy"))

    box.supervisor._settle = settle
    box.run(1000)
    box.parts.pressed = 1
    box.run(1000)
    assert "/companion/system/supervisor.mpy" in seen
    assert seen <= set(running)
    assert all((ROOT / "firmware" / name[1:]).with_suffix(".py").exists() for name in running)


def test_nobody_else_settles():
    callers = {
        file.relative_to(ROOT / "firmware").as_posix()
        for file in (ROOT / "firmware").rglob("*.py")
        if "settle()" in file.read_text() or "Settler" in file.read_text()
    }
    assert callers == {
        "companion/drivers/inplace.py",
        "companion/system/start.py",
        "companion/system/supervisor.py",
    }
