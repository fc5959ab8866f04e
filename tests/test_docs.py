"""The docs say what is so: pictures, links, commands and key scripts are those of the program as it is now."""

import importlib.util
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion.lang import en
from companion.ui.cardkeys import CardKeys
from companion.ui.screens.decide import DECISIONS
from companion.ui.suits import DEFAULT
from robokraft.cli import COMMANDS
from robokraft.virtual import script, tui
from robokraft.virtual.box import KEYS, VirtualBox
from robokraft.virtual.cells import SIZES, fitting
from robokraft.virtual.table import card_keys
from robokraft.virtual.tui import SIGNS
from shared_rules.tricks import CARDS

ROOT = Path(__file__).resolve().parents[1]
TEXTS = {
    path.relative_to(ROOT).as_posix(): path.read_text("utf-8")
    for path in sorted(ROOT.rglob("*.md"))
    if not any(part.startswith(".") for part in path.relative_to(ROOT).parts)
}
README, PLAY = TEXTS["README.md"], TEXTS["docs/play.md"]
LINK = re.compile(r"(!?)\[[^]]*\]\(([^)\s]+)\)")
NEED_A_BOX = {"devices", "status", "screen", "start", "config", "clock", "selftest", "export"}
NEED_A_BOX |= {"backup", "restore", "delete", "setup", "deploy", "doctor"}
NEED_MICROPYTHON = {"uf2", "emulate"}
PLAYERS = {"README.md": None, "docs/play.md": ["ANN", "BEN", "IDA", "TOM"]}


@pytest.fixture(scope="module")
def tool():
    spec = importlib.util.spec_from_file_location("make_pictures", ROOT / "tools" / "make_pictures.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# Pictures


def test_every_picture_is_what_the_program_draws_now(tool):
    assert tool.differing() == [], (
        "python tools/make_pictures.py makes them anew; look at them before you commit"
    )


def test_a_picture_of_something_else_is_noticed(tool, tmp_path, monkeypatch):
    made = tool.pictures()
    monkeypatch.setattr(tool, "pictures", lambda: made)
    monkeypatch.setattr(tool, "TARGET", tmp_path)
    assert tool.main([]) == 0 and tool.differing() == []
    (tmp_path / "lead.png").write_bytes((tmp_path / "result.png").read_bytes())
    (tmp_path / "menu.png").rename(tmp_path / "of nobody.png")
    assert tool.differing() == ["menu", "of nobody", "lead"]
    assert tool.main([]) == 0 and tool.differing() == []
    assert not (tmp_path / "of nobody.png").exists()


def test_every_picture_is_used(tool):
    used = {
        (ROOT / name).parent.joinpath(target).resolve()
        for name, text in TEXTS.items()
        for mark, target in LINK.findall(text)
        if mark
    }
    assert {path.name for path in tool.TARGET.glob("*.png")} == {
        path.name for path in used if path.parent == tool.TARGET
    }


def test_pictures_are_small_and_say_what_they_show(tool):
    assert all(path.stat().st_size < 10_000 for path in tool.TARGET.glob("*.png"))
    assert [text for text in TEXTS.values() if "![](" in text] == []


# Links


def anchors(text):
    """What GitHub makes of the headings."""
    titles = re.findall(r"^#+ (.+)$", re.sub(r"```.*?```", "", text, flags=re.DOTALL), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("name", TEXTS)
def test_links_lead_somewhere(name):
    astray = []
    for _, target in LINK.findall(TEXTS[name]):
        if target.startswith(("https://", "http://", "mailto:")):
            continue
        file, _, anchor = target.partition("#")
        path = ((ROOT / name).parent / file).resolve() if file else ROOT / name
        if not path.exists() or (anchor and anchor not in anchors(path.read_text("utf-8"))):
            astray.append(target)
    assert astray == []


# Commands


def spoken():
    """Every command line of `robokraft` in the docs: (where, words)."""
    for name, text in TEXTS.items():
        codes = re.findall(r"^(?: {4}|\$ )(.*)$", text, re.MULTILINE) + re.findall(r"`([^`\n]+)`", text)
        for code in codes:
            for part in code.split("|"):
                words = part.split("#")[0].split()
                if words and re.fullmatch(r"(.*[\\/])?robokraft", words[0]) and len(words) > 1:
                    yield name, words[1:]


def test_commands_in_the_docs_exist(robokraft_help):
    lines = list(spoken())
    assert len(lines) >= 8
    for where, words in lines:
        assert words[0] in COMMANDS, (where, words)
        known = robokraft_help(words[0])
        for option in re.findall(r"--[a-z0-9]+", " ".join(words[1:])):
            assert option in known, (where, words)


@pytest.fixture
def robokraft_help():
    import importlib

    import typer

    def options(name):
        single = typer.Typer()
        single.command(name)(importlib.import_module(f"robokraft.cli.{name}").command)
        return {option for parameter in typer.main.get_command(single).params for option in parameter.opts}

    return options


def test_make_targets_in_the_readme_exist():
    makefile = (ROOT / "Makefile").read_text("utf-8")
    targets = re.findall(r"\bmake (\w+)", "\n".join(re.findall(r"^ {4}.*$|`[^`\n]+`", README, re.MULTILINE)))
    assert {"play", "test", "help"} <= set(targets)
    assert [name for name in targets if not re.search(rf"^{name}:", makefile, re.MULTILINE)] == []


@pytest.mark.skipif(shutil.which("make") is None, reason="no make")
@pytest.mark.parametrize("target", ["play", "test"])
def test_make_says_how_long_it_installs_before_it_does(target, tmp_path):
    done = subprocess.run(
        ["make", "-n", f"VENV={tmp_path}/new", target], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    (said, _) = [
        line for line in done.stdout.splitlines() if line.startswith("echo") or "pip install" in line
    ]
    assert "this takes a few minutes, once" in said and "this takes a few minutes, once" in README


def test_the_readme_names_the_windows_that_play_needs():
    assert "80 × 24" in README and fitting(80, 24 - tui._AROUND) == SIZES[2]
    for columns, rows in SIZES[:2]:
        assert f" of {columns} × {rows + tui._AROUND} " in README


def test_outputs_in_the_readme_are_real(tmp_path):
    """Every `console` block, one after the other in one directory; `…` alone stands for any lines."""
    shutil.copytree(ROOT / "tools" / "pictures", tmp_path / "tools" / "pictures")
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8", "COLUMNS": "120"}
    environment["PYTHONPATH"] = os.pathsep.join(str(ROOT / folder) for folder in ("host", "firmware", "."))
    blocks = re.findall(r"```console\n\$ robokraft (.*?)\n(.*?)```", README, re.DOTALL)
    assert {line.split()[0] for line, _ in blocks} == set(COMMANDS) - {"play"} - NEED_A_BOX - NEED_MICROPYTHON
    for line, shown in blocks:
        command = [sys.executable, "-c", "from robokraft.cli import main; main()", *shlex.split(line)]
        done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, timeout=60)
        assert done.returncode == 0, done.stderr
        real = "\n".join(row.rstrip() for row in done.stdout.decode().splitlines())
        pattern = "".join(
            r"(?:.*\n)+?" if row == "…" else re.escape(row.rstrip()) + "\n" for row in shown.splitlines()
        )
        assert re.fullmatch(pattern, real.strip("\n") + "\n"), f"robokraft {line} says now:\n{real}"


# Keys


def steps(name):
    """Per section the blocks of keys and, where one follows at once, the picture they lead to."""
    for section in re.split(r"^## ", TEXTS[name], flags=re.MULTILINE):
        found = re.findall(
            r"```keys\n(.*?)```\n+(?:!\[[^]]*\]\((?:docs/)?pictures/(.+?)\.png\))?", section, re.DOTALL
        )
        if found:
            yield section.split("\n")[0], found


@pytest.mark.parametrize("name", PLAYERS)
def test_keys_lead_to_the_pictures_that_follow_them(name, tool):
    sections = list(steps(name))
    assert sections
    for title, blocks in sections:
        text = "" if PLAYERS[name] is None else "#: players " + " ".join(PLAYERS[name]) + "\n"
        for number, (keys, picture) in enumerate(blocks):
            text += keys + (f"#: picture {number}-{picture}\n" if picture else "")
        made = tool.played(text)
        assert made, title
        for taken, image in made.items():
            picture = taken.split("-", 1)[1]
            assert tool.same(tool.TARGET / f"{picture}.png", image), f"{title}: {picture}"


def test_key_scripts_of_the_pictures_are_scripts(tool):
    paths = list(tool.SCRIPTS.iterdir())
    assert paths and all(path.suffix == ".keys" and script.parse(path.read_text("utf-8")) for path in paths)


def test_a_script_comment_that_means_nothing_is_an_error(tool):
    for text in (
        "#: pictures x",
        "#: picture",
        "#: picture a b",
        "#: picture a\n#: picture a",
        "#: box a\n#: picture a",
    ):
        with pytest.raises(ValueError):
            tool.played(text)


@pytest.mark.parametrize("text", [README, PLAY], ids=["README", "play"])
def test_the_shape_of_each_suit_is_told(text):
    told = [f"{KEYS[suit].upper()} {SIGNS[shape]}" for suit, shape in enumerate(DEFAULT)]
    assert ", ".join(told) in text


def test_the_other_result_of_the_first_trick_is_told_rightly(tool):
    """The discs are drawn by chance; what the README says where orange lies lower is what the box says then."""
    for discs, won, low in (("ORGB", "P3", "P2"), ("GROB", "P4", "P3"), ("BGRO", "P4", "P3")):
        with VirtualBox() as box:
            box.start({"game": "robokraft", "mode": "cards", "players": ["P1", "P2", "P3", "P4"],
                       "setup": {"lead": 0, "discs": discs}, "rules": {}})  # fmt: skip
            keys = re.findall(r"```keys\n(.*?)```", README, re.DOTALL)
            box.play(" ".join(keys).replace("ok\n blue ok\n", "", 1))
            told = [text for text in box.status()["screen"]["texts"] if text in ("P1", "P2", "P3", "P4")]
            assert told == [won, low], discs
    assert "P4 wins with green 11, and P3, whose orange 2 is the lowest now, takes a\ngreen cube" in README


def rows(text, heading):
    """The rows of the table whose heading begins so, as lists of cells."""
    lines = text[text.index("\n" + heading) + 1 :].split("\n\n")[0].splitlines()
    return [
        [cell.strip() for cell in line.strip("|").split("|")] for line in lines if not line.startswith("|-")
    ]


def test_the_drawn_table_of_ranks_is_how_the_keys_are():
    heading, *halves = rows(PLAY, "| | BLUE |")
    assert [row[0] for row in halves] == ["after UP", "after DOWN"]
    for half in halves:
        for name, rank in zip(heading[1:], half[1:]):
            keys = CardKeys()
            keys.press(1, None)
            keys.press(KEYS.index(half[0].split()[1].lower()), None)
            assert CARDS[keys.press(KEYS.index(name.lower()), None)] == "R" + rank


def test_the_cards_of_the_examples_are_entered_so():
    _, *cards = rows(PLAY, "| card |")
    assert len(cards) >= 4
    for card, whole, following in cards:
        suit, rank = card.split()
        name = suit[0].upper() + rank
        assert whole.strip("`").split() == card_keys(name)
        assert following.strip("`").split() == card_keys(name, led=name[0])


def test_everything_the_table_may_decide_is_told_in_its_order():
    _, *told = rows(PLAY, "| line |")
    assert [row[0] for row in told] == [getattr(en, text) for text, _ in DECISIONS]
