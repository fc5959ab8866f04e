"""Runs the measurements and prints what came out, beside the goals and beside what it is compared with.

    python -m bench [NAME ...] [--json FILE] [--write]

NAME: a module of bench/ that has `rows(step)`; all of them by default. Exit code 1: a goal is missed that MISSED_KNOWN
(bench/rows.py) does not list with its reason, or a measurement failed. Measurements of the emulated Pico are of emulated time and come
out the same on every computer; those of host and archive are of this one.
"""

import argparse
import json
import multiprocessing
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench.measuring import measured
from bench.rows import MISSED_KNOWN, said

HERE = Path(__file__).resolve().parent
DOCS = HERE.parent / "docs" / "performance.md"
BEGIN, END = "<!-- make bench ARGS=--write: begin -->", "<!-- end -->"
LONGEST_FIRST = ("game", "memory", "boot", "export")  # so that two processes end together
TABLE_HEAD = ("| | | measured | goal | | in the same run |", "|-|-|-|-|-|-|")
VERSION = 1


def names():
    """The measurements there are, those that take longest first."""
    found = [
        path.stem for path in sorted(HERE.glob("*.py")) if "\ndef rows(" in path.read_text(encoding="utf-8")
    ]
    return sorted(found, key=lambda name: (name not in LONGEST_FIRST, name))


def verdict(name, row):
    """ "ok", "missed", "missed, known", or "" without a goal."""
    if row.met is None:
        return ""
    if row.met:
        return "ok"
    return "missed, known" if f"{name}: {row.what}" in MISSED_KNOWN else "missed"


def beside(row):
    return "; ".join(f"{what} {said(value, unit)}" for what, value, unit in row.beside)


def shown(console, name, found, seconds):
    table = Table(
        "", "measured", "goal", "", "in the same run", title=f"{name} ({seconds:.0f} s)", title_justify="left"
    )
    for row in found:
        table.add_row(row.what, said(row.value, row.unit), row.goal(), verdict(name, row), beside(row))
    console.print(table)


def markdown(results):
    """{measurement: its lines of the table in the documentation}."""
    lines = {}
    for name, found in results.items():
        lines[name] = []
        for row in found:
            what = row.what + (f" ({row.note})" if row.note else "")
            cells = (name, what, said(row.value, row.unit), row.goal(), verdict(name, row), beside(row))
            lines[name].append("| " + " | ".join(cells) + " |")
    return lines


def write(results):
    """Puts the lines into the table between its marks in docs/performance.md; those of other measurements stay."""
    head, rest = DOCS.read_text(encoding="utf-8").split(BEGIN)
    old, tail = rest.split(END)
    lines = {}
    for line in old.splitlines():
        name = line.strip("| ").split(" ")[0]
        if name in names():
            lines.setdefault(name, []).append(line)
    lines.update(markdown(results))
    body = [*TABLE_HEAD, *(line for name in sorted(lines) for line in lines[name])]
    DOCS.write_text("\n".join((head + BEGIN, *body, END + tail)), encoding="utf-8")


def main():
    there = names()
    parser = argparse.ArgumentParser(prog="bench", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(there))
    parser.add_argument("--json", metavar="FILE", help="write the rows there as well")
    parser.add_argument("--write", action="store_true", help="write the rows into docs/performance.md")
    wish = parser.parse_args()
    unknown = [name for name in wish.names if name not in there]
    if unknown:
        parser.error(f"there is no measurement {unknown[0]}; there are {', '.join(there)}")
    console = Console(width=None if sys.stdout.isatty() else 150)
    results, failed, missed = {}, [], []
    with multiprocessing.get_context("spawn").Pool(2, maxtasksperchild=1) as pool:
        for name, found, seconds, error in pool.imap_unordered(measured, wish.names or there):
            results[name] = found
            shown(console, name, found, seconds)
            missed += [f"{name}: {row.what}" for row in found if verdict(name, row) == "missed"]
            if error:
                failed.append(name)
                print(error, file=sys.stderr)
    if wish.json:
        rows = [{"measurement": name, **row.told()} for name in sorted(results) for row in results[name]]
        Path(wish.json).write_text(
            json.dumps({"v": VERSION, "rows": rows}, indent=1) + "\n", encoding="utf-8"
        )
    if wish.write and not failed:
        write(results)
    for what, reason in MISSED_KNOWN.items():
        if what.split(":")[0] in results:
            print(f"known: {what}: {reason}")
    for what in missed:
        print(f"missed: {what}")
    for name in failed:
        print(f"failed: {name}")
    return 1 if missed or failed else 0


if __name__ == "__main__":
    sys.exit(main())
