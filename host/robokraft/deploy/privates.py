"""Names that nobody else needs, shared by the app's modules: MicroPython keeps every name that it has read in memory for good.

A name that begins with one underscore is known to its own module and to the classes that inherit from it there. So modules
that have nothing to do with each other can have the same short ones. A name gets the same one wherever it stands, and no
two names of a module, or of modules whose classes inherit, get the same. A name stays where it cannot be followed: in a text (as
`getattr` takes one), with another object than `self`, in a module of somebody else. The same is done with the names of
parameters by which nothing is passed, and of functions and classes that no other module imports, where they are nothing
else anywhere.
"""

import ast
import re
import symtable
from collections import defaultdict

_PRIVATE = re.compile(r"_[A-Za-z]\w*")
_NAME = re.compile(r"[A-Za-z_]\w*")


def shared(modules, foreign=()):
    """{name: short name} for the sources {dotted name of the module: text}; `foreign`: texts of others' modules."""
    trees = {name: ast.parse(text) for name, text in modules.items()}
    theirs = {name for text in foreign for name in _NAME.findall(text)}
    stay = theirs | {name for tree in trees.values() for name in _unfollowed(tree)}
    own = _own(modules) - theirs
    names = {
        module: {name for name, _, _ in _places(tree) if name in own or _PRIVATE.fullmatch(name)} - stay
        for module, tree in trees.items()
    }
    beside = defaultdict(set)  # the names that one may not have the same short name as
    for module in trees:
        together = set(names[module])
        for base in _bases(module, trees):
            together |= names[base]
        for name in names[module]:
            beside[name] |= together
            for other in together:
                beside[other].add(name)
    count = defaultdict(int)
    for found in names.values():
        for name in found:
            count[name] += 1
    short = {}
    for name in sorted(beside, key=lambda name: (-count[name], -len(beside[name]), name)):
        taken = {short.get(other) for other in beside[name]}
        number = 0
        while f"_{number}" in taken:
            number += 1
        short[name] = f"_{number}"
    return short


def renamed(text, short):
    """The text of a module with its short names; every line keeps its number."""
    lines = [line.encode() for line in text.split("\n")]
    places = [place for place in _places(ast.parse(text)) if place[0] in short]
    for name, line, column in sorted(places, key=lambda place: (place[1], place[2]), reverse=True):
        old = lines[line - 1]
        if old[column : column + len(name)] != name.encode():
            raise ValueError(f"{name} is not where it is thought to be, in line {line}")
        lines[line - 1] = old[:column] + short[name].encode() + old[column + len(name) :]
    return "\n".join(line.decode() for line in lines)


def _own(modules):
    """The names of parameters, functions and classes that are no attribute, keyword, text, import or global of another kind."""
    found, others = set(), {"self", "cls"}
    for text in modules.values():
        tree = ast.parse(text)
        defined = {node.name for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
        others |= _of_modules(symtable.symtable(text, "", "exec"), defined)
        for node in ast.walk(tree):
            if isinstance(node, ast.arg):
                found.add(node.arg)
            elif isinstance(node, ast.FunctionDef):
                found.add(node.name)
            elif isinstance(node, ast.ClassDef):
                (others if _is_error(node) else found).add(node.name)
                others.update(part.name for part in node.body if isinstance(part, ast.FunctionDef))
            elif isinstance(node, ast.Attribute):
                others.add(node.attr)
            elif isinstance(node, ast.keyword):
                others.add(node.arg or "")
            elif isinstance(node, ast.ExceptHandler):
                others.add(node.name or "")
            elif isinstance(node, ast.alias):
                others.update((node.asname or node.name, node.name))
            elif isinstance(node, (ast.Global, ast.Nonlocal)):
                others.update(node.names)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                others.add(node.value)
            elif isinstance(node, ast.JoinedStr):
                others.update(part.id for part in ast.walk(node) if isinstance(part, ast.Name))
    return found - others


def _is_error(node):
    """Whether the class is an error: its name is what a person reads of it."""
    return any(ast.unparse(base).endswith(("Error", "Exception")) for base in node.bases)


def _of_modules(table, defined):
    """The names in a symbol table that stand for something of the language, of a class, or of the module but `defined`."""
    outside = table.get_type() != "function"
    names = {one.get_name() for one in table.get_symbols() if outside or one.is_global()}
    if table.get_type() != "class":
        names -= defined
    return names.union(*(_of_modules(child, defined) for child in table.get_children()))


def _places(tree):
    """(name, its line, its column in bytes) wherever a variable, function, class, parameter or private name stands."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            yield node.id, node.lineno, node.col_offset
        elif isinstance(node, ast.arg):
            yield node.arg, node.lineno, node.col_offset
        elif isinstance(node, ast.Attribute):
            yield from _before(node.attr, node)
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            word = len("def ") if isinstance(node, ast.FunctionDef) else len("class ")
            yield node.name, node.lineno, node.col_offset + word
        elif isinstance(node, ast.keyword) and node.arg:
            yield from _private(node.arg, node.lineno, node.col_offset)
        elif isinstance(node, ast.alias):
            if node.asname:
                yield from _before(node.asname, node)
            yield from _private(node.name, node.lineno, node.col_offset)
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            column = node.col_offset + len("global " if isinstance(node, ast.Global) else "nonlocal ")
            for name in node.names:
                yield from _private(name, node.lineno, column)
                column += len(name) + len(", ")


def _before(name, node):
    """A name that ends where `node` ends."""
    return _private(name, node.end_lineno, node.end_col_offset - len(name))


def _private(name, line, column):
    if _PRIVATE.fullmatch(name):
        yield name, line, column


def _unfollowed(tree):
    """The private names that stand where nobody can tell what they are of, or where their place in the text is not known."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and _PRIVATE.fullmatch(node.value):
            yield node.value
        elif isinstance(node, ast.Attribute) and not (
            isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")
        ):
            yield node.attr
        elif isinstance(node, ast.ExceptHandler) and node.name:
            yield node.name
        elif isinstance(node, ast.JoinedStr):
            yield from (name for name, _, _ in _places(node))


def _bases(module, trees):
    """The modules of the classes that those of a module inherit from, at every distance, and the module."""
    open_ = [(module, node.name) for node in ast.walk(trees[module]) if isinstance(node, ast.ClassDef)]
    seen = {(module, "")}
    while open_:
        at = where, name = open_.pop()
        if at in seen:
            continue
        seen.add(at)
        imported = _imported(trees[where])
        if name in imported:
            open_.append(imported[name])
        for node in ast.walk(trees[where]):
            if isinstance(node, ast.ClassDef) and node.name == name:
                for base in node.bases:
                    if isinstance(base, ast.Attribute) and isinstance(base.value, ast.Name):
                        open_.append((".".join(imported[base.value.id]), base.attr))
                    elif isinstance(base, ast.Name):
                        open_.append((where, base.id))
                    else:
                        raise ValueError(f"what {name} in {where} inherits from cannot be followed")
        open_ = [(where, name) for where, name in open_ if where in trees]
    return {where for where, _ in seen}


def _imported(tree):
    """{name in a module: (module, name there)}"""
    return {
        alias.asname or alias.name: (node.module or "", alias.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
