"""An archive in a folder, and a PostgreSQL server of the tests' own."""

import os
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path

import psycopg
import pytest

from robokraft.archive.archive import Archive
from robokraft.archive.keeping import keep


@pytest.fixture
def folder(tmp_path):
    path = tmp_path / "archive"
    path.mkdir()
    return path


@pytest.fixture
def shelf(folder):
    """Opens the archive with the logs given, brought up to date."""
    opened = []

    def make(*logs, url=None):
        for data in logs:
            keep(folder, data)
        archive = Archive(folder, url)
        opened.append(archive)
        archive.follow()
        return archive

    yield make
    for archive in opened:
        archive.index.close()


@pytest.fixture
def archived(robokraft, folder):
    """Runs a command on the archive."""

    def run(command, *arguments, **how):
        return robokraft(command, "--archive", folder, *arguments, **how)

    return run


def _server_programs():
    """The folder of PostgreSQL's own programs, which Debian keeps off the path."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl")) if os.name != "nt" else []
    on_path = shutil.which("initdb") and shutil.which("pg_ctl")
    return found[-1].parent if found else Path(on_path).parent if on_path else None


@pytest.fixture(scope="session")
def postgres():
    """Makes empty databases on a server in a temporary folder; gives their URLs."""
    programs = _server_programs()
    if programs is None:
        pytest.skip("no PostgreSQL server here (Debian: apt-get install postgresql)")
    root = os.geteuid() == 0
    if root and shutil.which("runuser") is None:
        pytest.skip("PostgreSQL does not run as root, and there is no runuser")
    # pytest's own folders are root's alone, and the server refuses root: `nobody` is there on every system.
    where = Path(tempfile.mkdtemp(prefix="robokraft-postgres-"))
    user = ["runuser", "-u", "nobody", "--"] if root else []
    if root:
        shutil.chown(where, "nobody")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]

    def run(name, *arguments):
        command = [*user, str(programs / name), *arguments]
        done = subprocess.run(command, cwd=where, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"

    run("initdb", "-D", str(where / "data"), "-U", "club", "-A", "trust", "-E", "UTF8", "--locale=C", "-N")
    options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off"
    run("pg_ctl", "-D", str(where / "data"), "-w", "-l", str(where / "log"), "-o", options, "start")
    server = f"postgresql://club@127.0.0.1:{port}"
    count = 0

    def database():
        nonlocal count
        count += 1
        with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE games{count}".encode())
        return f"{server}/games{count}"

    yield database
    run("pg_ctl", "-D", str(where / "data"), "-m", "immediate", "stop")
    shutil.rmtree(where, ignore_errors=True)
