"""What a command writes never takes the place of what it read, nor of another game."""

import os

import pytest

from host.archive.logs import log
from robokraft.cli.output import amount

PLAYERS = [("ann", "Ann"), ("bo", "Bo"), ("cy", "Cy")]
posix = pytest.mark.skipif(os.name == "nt", reason="names as POSIX has them")


@pytest.fixture
def game(tmp_path):
    path = tmp_path / "io.jsonl"
    path.write_bytes(log(1, players=PLAYERS)[1])
    return path


@pytest.fixture
def archive(robokraft, game, tmp_path):
    folder = tmp_path / "archive"
    assert robokraft("add", game, "--archive", folder).code == 0
    return folder


@pytest.fixture
def untouched(refused, tmp_path):
    """Runs what must be refused; every file is afterwards as it was."""

    def run(*arguments, **how):
        before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
        said = refused(*arguments, **how)
        assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before
        return said

    return run


def names_of(path):
    """The file, and all that lead to it."""
    soft, hard = path.with_name("soft"), path.with_name("hard")
    soft.symlink_to(path)
    os.link(path, hard)
    return path, path.parent / "." / "x" / ".." / path.name, soft, hard


FROM_A_LOG = [
    ("convert", "--to", "text", "-o"),
    ("convert", "--to", "csv", "-o"),
    ("convert", "--to", "bgsplay", "-o"),
    ("convert", "--to", "bgstats-link", "-o"),
    ("report", "-o"),
    ("report", "--png"),
]


@posix
@pytest.mark.parametrize("words", FROM_A_LOG)
def test_a_log_that_is_read_is_not_overwritten(words, game, untouched):
    (game.parent / "x").mkdir()
    for name in names_of(game):
        assert "would be overwritten" in untouched(*words, name, game)


@pytest.mark.parametrize("words", FROM_A_LOG)
def test_nothing_of_the_archive_is_overwritten_by_what_is_made_of_it(words, archive, untouched):
    identity = log(1)[0]
    for name in (f"{identity}.jsonl", "index.sqlite"):
        assert "would be overwritten" in untouched(*words, archive / name, identity, "--archive", archive)


@pytest.mark.parametrize("option", ["-o", "--png"])
def test_a_season_overwrites_none_of_its_games(option, archive, untouched):
    path = archive / f"{log(1)[0]}.jsonl"
    assert f"is the log of game {log(1)[0]}" in untouched("report", option, path, "--archive", archive)


def test_a_script_is_not_overwritten_by_its_game(start, untouched, tmp_path):
    keys = tmp_path / "keys"
    keys.write_text("wait:1")
    for option in ("--log", "--png"):
        line = ["simulate", "--start", start(), "--keys", keys, option, keys]
        assert "is read, and would be overwritten" in untouched(*line)
        assert "is read, and would be overwritten" in untouched("emulate", "--keys", keys, "--png", keys)
    both = tmp_path / "both"
    assert "twice" in untouched("simulate", "--start", start(), "--keys", keys, "--png", both, "--log", both)
    uf2 = tmp_path / "a.uf2"
    uf2.write_bytes(b"x" * 512)
    assert "is read, and would be overwritten" in untouched("uf2", "--micropython", uf2, "-o", uf2)


def test_a_log_gives_way_to_its_own_game_alone(robokraft, start, untouched, game, tmp_path):
    line = ["simulate", "--data", tmp_path / "box", "--keys", "-", "--log"]
    assert robokraft("simulate", "--start", start(), *line[1:], tmp_path / "new.jsonl").code == 0
    short = (tmp_path / "new.jsonl").read_bytes()
    assert robokraft(*line, tmp_path / "new.jsonl", stdin="blue down blue").code == 0
    assert (tmp_path / "new.jsonl").read_bytes().startswith(short)
    assert len((tmp_path / "new.jsonl").read_bytes()) > len(short)
    other = ["simulate", "--start", start(), "--keys", "-"]
    for words in (
        [*other, "--log", game],
        [*other, "--png", game],
        ["demo", "--log", game],
        ["image", "-o", game],
    ):
        ended = robokraft(*words)
        assert ended.code == 2 and f"is the log of game {log(1)[0]}: choose another name" in ended.err
        assert game.read_bytes() == log(1, players=PLAYERS)[1]
    (tmp_path / "note").write_text("no log")
    assert robokraft(*other, "--log", tmp_path / "note").code == 0


@pytest.mark.parametrize(
    ("size", "told"),
    [
        (0, "0 KB"),
        (1_447_000, "1413 KB"),
        (9_999 << 10, "9999 KB"),
        (10_000 << 10, "9 MB"),
        (79_249_494_016, "73 GB"),
    ],
)
def test_bytes_are_told_in_a_unit_that_fits(size, told):
    assert amount(size) == told
