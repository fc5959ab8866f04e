"""The wheel holds the three packages whole, and works where nothing of the source tree is."""

import os
import re
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = {"robokraft": "host/robokraft", "shared_rules": "shared_rules", "companion": "firmware/companion"}
VERSION = re.search(
    r'__version__ = "(.+)"', (ROOT / "host/robokraft/__init__.py").read_text(encoding="utf-8")
).group(1)  # type: ignore[union-attr]

pytestmark = pytest.mark.slow


def run(*command, **how) -> str:
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=300, **how)
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT)
    (made,) = folder.iterdir()
    return made


def test_its_name_tells_the_version(wheel):
    assert wheel.name == f"robokraft_companion-{VERSION}-py3-none-any.whl"


def test_it_holds_every_module_and_nothing_beside_the_packages(wheel):
    with zipfile.ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if ".dist-info/" not in name}
    modules = {
        f"{package}/{file.relative_to(ROOT / folder).as_posix()}"
        for package, folder in PACKAGES.items()
        for file in (ROOT / folder).rglob("*.py")
    } | {f"robokraft/box_files/{name}" for name in ("boot.py", "main.py", "bundle.py")}
    assert modules - held == set()
    assert {name for name in held if name.endswith(".py")} - modules == set()
    assert {name.split("/")[0] for name in held} == set(PACKAGES)


def test_it_carries_licence_notice_and_the_command(wheel):
    with zipfile.ZipFile(wheel) as archive:
        info = f"robokraft_companion-{VERSION}.dist-info"
        assert "MIT License" in archive.read(f"{info}/licenses/LICENSE").decode()
        assert archive.read(f"{info}/licenses/NOTICE")
        assert "robokraft = robokraft.cli:main" in archive.read(f"{info}/entry_points.txt").decode()


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory) -> Path:
    """The interpreter of a fresh environment with the wheel; what it depends on is borrowed from this one."""
    folder = tmp_path_factory.mktemp("fresh")
    venv.create(folder, with_pip=True)
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    run(python, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", wheel, cwd=folder)
    where = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=folder).strip()
    (Path(where) / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return python


def environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}


def test_the_installed_packages_are_those_of_the_wheel(installed):
    code = "import companion, robokraft, shared_rules\nfor m in (companion, robokraft, shared_rules): print(m.__file__)"
    found = run(installed, "-c", code, cwd=installed.parent, env=environment()).split("\n")[:3]
    assert all(Path(file).is_relative_to(installed.parents[1]) for file in found)


def test_the_installed_command_tells_its_version(installed):
    out = run(installed.parent / "robokraft", "--version", cwd=installed.parent, env=environment())
    assert VERSION in out


def test_the_installed_command_makes_the_same_image_as_the_source_tree(installed, tmp_path):
    run(
        installed.parent / "robokraft",
        "image",
        "-o",
        tmp_path / "wheel.img",
        cwd=tmp_path,
        env=environment(),
    )
    code = "import sys\nfrom robokraft.cli import main\nmain(['image', '-o', sys.argv[1]])"
    run(sys.executable, "-c", code, tmp_path / "tree.img", cwd=ROOT)
    assert (tmp_path / "wheel.img").read_bytes() == (tmp_path / "tree.img").read_bytes()
