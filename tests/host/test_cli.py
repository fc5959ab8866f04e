"""What all commands share: help, versions, exit codes, quiet ends, old consoles."""

import importlib.util
import os
import signal
import subprocess
import sys
import time

import pytest

from robokraft import __version__
from robokraft.cli import COMMANDS
from shared_rules.game import GAMES, module_of
from vm.unix import ROOT


def test_the_version(robokraft):
    ended = robokraft("--version")
    assert (ended.code, ended.out, ended.err) == (0, f"robokraft {__version__}\n", "")


def test_help_lists_every_command(robokraft):
    ended = robokraft("--help")
    assert ended.code == 0 and all(name in ended.out for name in COMMANDS)
    assert robokraft().out == ended.out and "bool" not in ended.out.lower()


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_documents_its_exit_codes(robokraft, name):
    ended = robokraft(name, "--help")
    assert ended.code == 0 and "Exit codes:" in ended.out
    assert "bool" not in ended.out.lower()


def test_the_page_of_exit_codes_is_made_from_the_help():
    spec = importlib.util.spec_from_file_location("make_exit_codes", ROOT / "tools" / "make_exit_codes.py")
    assert spec and spec.loader
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    assert tool.main(["--check"]) == 0, "python tools/make_exit_codes.py makes it anew"
    for name in COMMANDS:
        codes = tool.codes_of(name)
        assert codes[0] and set(codes) <= set(tool.CODES), name


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["dance"], "dance"),
        (["simulate"], "--keys"),
        (["verify"], "FILE"),
        (["demo", "--seed", "x"], "--seed"),
        (["--no"], "--no"),
        (["config", "set", "brightness", "--frob"], "No such option: --frob"),
        (["config", "set", "brightness", "-x"], "No such option: -x"),
        (["config", "set", "brightness", "-1", "--frob"], "No such option"),
        (["games", "-5"], "-5"),
        (["games", "-5", "--json=x"], "--json"),
    ],
)
def test_a_wrong_command_line(refused, arguments, word):
    said = refused(*arguments)
    assert word in said and "--help" in said


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("vrify", "there is no command vrify: did you mean verify? 'robokraft --help' lists them"),
        ("dance", "there is no command dance; 'robokraft --help' lists them"),
        ("demo --seed x", "--seed must be a whole number; 'robokraft demo --help' tells more"),
        ("start robokraft --players A,B,C --lead x", "--lead must be a whole number; 'robokraft start --help' tells more"),
        ("show x.jsonl --round 0", "--round must be 1 or more; 'robokraft show --help' tells more"),
        ("players --rename x --archive club", "--rename needs ID and NAME"),
        ("players --merge x", "--merge needs ID and ID"),
        (
            "start robocraft --players A,B,C",
            "there is no game robocraft; it may be one of robokraft, robot_x, robotroc, robotlab, robots",
        ),
    ],
)  # fmt: skip
def test_a_slip_is_named_with_what_is_expected(refused, line, told):
    assert refused(*line.split()) == f"robokraft: {told}\n"


def test_a_fault_of_the_program_is_one_sentence(robokraft, refused, monkeypatch):
    def faulty(json: bool = False):
        raise ZeroDivisionError("no")

    monkeypatch.setattr(importlib.import_module("robokraft.cli.demo"), "command", faulty)
    said = refused("demo", code=70)
    assert "ZeroDivisionError: no" in said and "--verbose" in said
    for arguments in (["demo", "--verbose"], ["--verbose", "demo"]):
        ended = robokraft(*arguments)
        assert ended.code == 70 and "Traceback" in ended.err


def test_starting_is_quick_and_light(process):
    code = "import sys; from robokraft.cli import main\ntry: main(['--version'])\nexcept SystemExit: pass\n"
    code += "print([name for name in ('companion', 'PIL', 'textual', 'rich', 'sqlalchemy') if name in sys.modules])"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert ran.stdout.splitlines()[1] == "[]"


def test_nothing_in_a_sentence_steers_the_terminal(robokraft, tmp_path, log_of):
    ended = robokraft("show", "a\x1b[2J\x9b", "--archive", tmp_path)
    assert ended.code == 2 and "a?[2J?" in ended.err and "\x1b" not in ended.err and "\x9b" not in ended.err
    log = tmp_path / "odd.jsonl"
    first, *rest = log_of()
    log.write_bytes(b"".join([first.replace(b'"robokraft"', b'"a\\u001b[2J"', 1), *rest]))
    for arguments in (("verify", log), ("add", log, "--archive", tmp_path / "archive"), ("show", log)):
        ended = robokraft(*arguments)
        assert ended.code in (1, 2) and "\x1b" not in ended.out + ended.err, arguments


@pytest.mark.skipif(os.name == "nt", reason="POSIX pipes")
@pytest.mark.parametrize(
    "arguments",
    [
        ["demo"], ["simulate", "--keys", os.devnull], ["verify", os.devnull, "--json"], ["--help"], ["--version"],
        ["show", "LOG"], ["games"], ["stats"], ["players"], ["add", "LOG"], ["convert", "LOG", "--to", "text"],
    ],
)  # fmt: skip
def test_a_pipe_that_is_closed_is_no_error(arguments, tmp_path, log_of, monkeypatch):
    monkeypatch.setenv("ROBOKRAFT_ARCHIVE", str(tmp_path / "archive"))
    (tmp_path / "archive").mkdir()
    log_of()
    arguments = [str(tmp_path / "made.jsonl") if word == "LOG" else word for word in arguments]
    command = [sys.executable, "-c", "from robokraft.cli import main; main()", *arguments]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert running.stdout and running.stderr
    running.stdout.close()
    assert running.stderr.read() == b""
    running.stderr.close()
    assert running.wait(60) == 141


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a disk that is always full")
@pytest.mark.parametrize(
    "arguments", [["--version"], ["--help"], ["devices", "--json"], ["verify", os.devnull]]
)
def test_a_full_disk_behind_the_output_is_one_sentence(process, arguments):
    with open("/dev/full", "w") as full:
        ran = process(*arguments, capture_output=False, stdout=full, stderr=subprocess.PIPE)
        assert ran.returncode == 2 and ran.stderr.count(b"\n") == 1
        assert b"cannot write the output: no space left on device (make room" in ran.stderr
        assert process("status", "--port", "/dev/none", stderr=full, capture_output=False).returncode == 4


@pytest.mark.skipif(os.name == "nt", reason="a POSIX shell")
@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("--version", 0), ("--help", 0), ("games", 0), ("stats --json", 0), ("simulate --keys -", 0), ("verify -", 2),
        ("status --port /dev/none", 4), ("play", 2), ("dance", 2), ("add made.jsonl", 0), ("convert made.jsonl --to csv", 0),
    ],
)  # fmt: skip
def test_a_stream_that_is_closed_is_the_null_device(closed, line, code, tmp_path, log_of):
    log_of()
    (tmp_path / "archive").mkdir()
    command = f'exec "$0" -m robokraft {line} {closed}'
    environment = {
        **os.environ,
        "ROBOKRAFT_ARCHIVE": str(tmp_path / "archive"),
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    made = {"cwd": tmp_path, "env": environment, "stdin": subprocess.DEVNULL, "capture_output": True}
    ended = subprocess.run(["sh", "-c", command, sys.executable], timeout=60, **made)
    assert ended.returncode == code, ended
    assert b"fault of this program" not in ended.stderr
    names = sorted(path.name for path in (tmp_path / "archive").iterdir())
    assert not names or names[-1] == "index.sqlite"
    if "index.sqlite" in names:
        assert (tmp_path / "archive" / "index.sqlite").read_bytes().startswith(b"SQLite format 3")


LONG = "x" * 300


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("backup", f"{LONG}.zip"), 4), (("show", LONG), 2), (("games",), 2), (("report", "-o", LONG), 2), (("convert", os.devnull, "-o", LONG), 2),
        (("add", LONG), 2), (("verify", LONG), 2), (("export",), 4), (("status",), 4), (("restore", LONG), 2),
        (("simulate", "--keys", LONG), 2), (("simulate", "--keys", os.devnull, "--data", LONG), 2),
    ],
)  # fmt: skip
def test_a_name_that_is_too_long_is_one_sentence(robokraft, monkeypatch, tmp_path, arguments, code):
    monkeypatch.setenv("ROBOKRAFT_PORT", "socket://127.0.0.1:1")
    monkeypatch.setenv("ROBOKRAFT_ARCHIVE", str(tmp_path if arguments[0] == "export" else tmp_path / LONG))
    ended = robokraft(*arguments)
    assert ended.code == code, ended.err
    assert ended.err.startswith("robokraft: ") or f"{LONG}: " in ended.out


@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
def test_ctrl_c_is_quiet():
    command = [sys.executable, "-c", "from robokraft.cli import main; main()", "simulate", "--keys", "-"]
    began = time.monotonic()
    subprocess.run([*command, "--help"], stdin=subprocess.DEVNULL, capture_output=True, check=True)
    took_s = time.monotonic() - began  # on a busy computer long
    # A job in the background ignores it, with its children.
    heard = signal.signal(signal.SIGINT, signal.default_int_handler)
    running = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    signal.signal(signal.SIGINT, heard)
    time.sleep(1.5 + 3 * took_s)  # it waits for standard input
    running.send_signal(signal.SIGINT)
    assert running.communicate(timeout=60) == (b"", b"")
    assert running.returncode == 130


@pytest.mark.parametrize("page", ["ascii", "cp437", "cp1252"])
def test_an_old_console_takes_everything(process, start, page):
    wish = start(players=["Zo\u00eb", "\uac00\uc740", "Carol", "Dave"])
    environment = {**os.environ, "PYTHONIOENCODING": page, "PYTHONUTF8": "0"}
    for more in ([], ["--json"]):
        ran = process("simulate", "--start", wish, "--keys", os.devnull, *more, env=environment)
        assert (ran.returncode, ran.stderr) == (0, b"")
    assert b"\\uac00\\uc740" in ran.stdout
    assert process("demo", env=environment).returncode == 0


def test_output_into_a_file_has_no_colours(process):
    ran = process("demo", env={**os.environ, "NO_COLOR": "1"})
    assert ran.returncode == 0 and b"\x1b" not in ran.stdout
    assert b"\x1b" not in process("--help", env={**os.environ, "NO_COLOR": "1"}).stdout


def test_start_lists_every_game_and_mode_in_its_help(robokraft):
    told = " ".join(robokraft("start", "--help").out.replace("│", " ").split())
    for name in GAMES:
        assert f"{name}: {', '.join(module_of(name).MODES)}" in told
    assert "robokraft, robot_x, robotroc, robotlab or robots" in told
