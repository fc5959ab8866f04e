"""What all tests share: the MicroPython virtual machine, steady random tests, and slow tests last."""

import os

import pytest
from hypothesis import settings

from vm.unix import Unix

settings.register_profile("desk", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "desk")


def pytest_terminal_summary(terminalreporter):
    """How many tests ran on the emulated Pico, and what they measured (record_property "told")."""
    reports = [
        report
        for outcome in ("passed", "failed", "skipped")
        for report in terminalreporter.stats.get(outcome, ())
        if report.nodeid.startswith("tests/emulator/")
    ]
    if not reports:
        return
    ran = [report for report in reports if report.when == "call" and not report.skipped]
    terminalreporter.section("emulated Pico")
    terminalreporter.write_line(f"{len(ran)} tests ran")
    for report in ran:
        for name, value in report.user_properties:
            if name == "told":
                terminalreporter.write_line(value)


def pytest_collection_modifyitems(items):
    items.sort(key=lambda item: item.get_closest_marker("slow") is not None)


@pytest.fixture(scope="session")
def unix(tmp_path_factory) -> Unix:
    """The MicroPython unix build. Absent on Windows only; anywhere else its absence is an error."""
    if os.name == "nt":
        pytest.skip("no MicroPython unix build on Windows")
    if not Unix.installed():
        pytest.fail("the MicroPython unix build is missing: pip install -e '.[dev]'")
    return Unix(tmp_path_factory.mktemp("driver"))
