"""docs/log-format.md says all there is: every field, every code, and examples that are good."""

import io
import re
from pathlib import Path

import pytest

from robokraft.logfile import check_stream
from shared_rules import game, log, robokraft
from shared_rules.fields import Group, Keyed, Variants

ROOT = Path(__file__).resolve().parents[2]
DOC = (ROOT / "docs/log-format.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```jsonl\n(.*?)```", DOC, re.DOTALL)
TABLES = log.tables_of(robokraft)


def section(title):
    """The text under a heading, up to the next one."""
    found = re.search(rf"^##+ {re.escape(title)}\n(.*?)(?=^##|\Z)", DOC, re.MULTILINE | re.DOTALL)
    assert found, f"there is no section {title}"
    return found.group(1)


def names(table):
    """The names that a table of fields knows, with those inside it."""
    if isinstance(table, Variants):
        yield table.key
        for variant, fields in table.tables:
            yield variant
            yield from names(fields)
        return
    for name, kind in table:
        yield name
        if isinstance(kind, Group):
            yield from names(kind.fields)
        assert not isinstance(kind, Keyed) or tuple(kind.keys) == tuple("BROG")


@pytest.mark.parametrize("kind", sorted(TABLES))
def test_every_field_of_every_record_is_told(kind):
    text = section(f"`{kind}`") + section("Every record")
    assert [name for name in names(TABLES[kind]) if f"`{name}`" not in text] == []


@pytest.mark.parametrize("kind", sorted(TABLES))
def test_no_field_is_told_that_is_not_there(kind):
    told = re.findall(r"^\| `(\w+)`", section(f"`{kind}`"), re.MULTILINE)
    assert set(told) <= set(names(TABLES[kind]))


def test_record_0_is_told():
    text = section("Record 0: `game`") + section("Every record")
    told = [name for name, _ in game._HEADER + robokraft.SETUP] + ["setup", "rules", *game.ENVELOPE]
    told += [*robokraft.MODES, *robokraft.RULES, *sum(robokraft.RULES.values(), ())]
    assert [name for name in told if f"`{name}`" not in text] == []


def test_every_code_is_told_and_no_other():
    rules = [
        path for path in (ROOT / "shared_rules").glob("*.py") if path.name != "wire.py"
    ]  # the cable has its own codes
    sources = [path.read_text(encoding="utf-8") for path in rules]
    sources.append((ROOT / "host/robokraft/logfile.py").read_text(encoding="utf-8"))
    pattern = r'RuleError\(\s*"(\w+)"|\.error\([^,"]+, "(\w+)"|"code": "(\w+)"|, "(revoke|stock|hand)"|Choice\(CARDS, "(\w+)"'
    used = {code for source in sources for found in re.findall(pattern, source) for code in found if code}
    tables = section("`robokraft verify`").split("| error |")[1]
    assert set(re.findall(r"^\| `(\w+)` \|", tables, re.MULTILINE)) == used


def test_reasons_are_told():
    assert all(f"`{reason}`" in section("`end`") for reason in game.REASONS)


@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
def test_the_examples_are_good(example):
    found = check_stream(io.BytesIO(example.encode()))
    assert found["ok"], found["errors"]
    assert [warning for warning in found["warnings"] if warning["code"] != "unfinished"] == []


def test_the_examples_show_every_type():
    shown = set(re.findall(r'"type":"(\w+)"', "".join(EXAMPLES)))
    assert shown == {"game", *TABLES}


def test_links_lead_somewhere():
    anchors = {
        re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")
        for title in re.findall(r"^#+ (.+)$", DOC, re.MULTILINE)
    }
    assert set(re.findall(r"\(#([^)]+)\)", DOC)) <= anchors
