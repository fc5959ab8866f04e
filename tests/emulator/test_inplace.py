"""The app's bytecode is used where it lies in flash, however its file lies there, and nothing else is taken for it."""

import json

import pytest

from bench import machine
from emulator import probe, rig
from robokraft.deploy import image

pytestmark = pytest.mark.slow

COUNTED = """
import json, sys
from machine import mem32
import bundle
bundle.use("a")
from companion.system import supervisor
function = type(supervisor.main)
at = {1: 0, 2: 0}
def count(names):
    for value in names.values():
        if type(value) is function:
            at[mem32[id(value) + 12] >> 28] += 1
        elif type(value) is type and value is not type:
            count(value.__dict__)
for name, module in sys.modules.items():
    if name.startswith(("companion.", "shared_rules.")):
        count(module.__dict__)
glyphs = sys.modules["companion.ui.glyphs24"]
print(json.dumps({"flash": at[1], "memory": at[2], "table": mem32[id(glyphs.DATA) + 12] >> 28, "sum": sum(glyphs.DATA)}))
"""


def scattered(files):
    """The image of a file system where the blocks of the app lie among others, behind a deleted copy of the same app."""
    system = image.empty()
    app = files["a.app"]
    for name, data in {**files, "b.app": app}.items():
        if name != "a.app":
            with system.open(name, "wb") as file:
                file.write(data)
    for at in range(0, len(app), 10_000):
        for name in ("a.app", "other"):
            with system.open(name, "ab" if at else "wb") as file:
                file.write(app[at : at + 10_000])
    system.remove("other")
    system.remove("b.app")
    return image.held(system)


@pytest.fixture(scope="module")
def probed(uf2, box_files):
    return rig.Shed(uf2, probe.with_probe(box_files))


def test_most_functions_and_all_tables_lie_in_flash(probed, record_property):
    from companion.ui import glyphs24

    found = json.loads(machine.ran(machine.prompt_of(probed.new(scattered(probed.files))), COUNTED))
    record_property("told", f"{found['flash']} functions are run from flash, {found['memory']} from memory")
    assert found["sum"] == sum(glyphs24.DATA) and found["table"] == 1
    assert found["flash"] > 4 * found["memory"]


def test_a_box_whose_app_lies_scattered_runs_as_the_others_do(probed):
    pico = rig.at_first_screen(probed.new(scattered(probed.files)))
    assert probe.probed(pico)["free"] > 100_000
    pico.play("ok blue ok wait:500")
    pico.settle()
    assert pico.usb.take() == b""
