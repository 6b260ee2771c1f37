"""Names of the rules code that follow those of the source: functions, and members of enums."""

import ast
from collections.abc import Iterator

from rulewright.boundary import Failure
from rulewright.edits import Edit
from rulewright.renaming.things import Thing


def member_name(value: str) -> str:
    """The member of an enum for a value: `light-he` is LIGHT_HE."""
    name = value.upper().replace("-", "_")
    return f"N{name}" if name[:1].isdigit() else name


def parsed(source: str, file: str) -> ast.Module:
    """Raise `Failure` for a text that is not valid Python."""
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError) as error:
        place = f"{file}:{error.lineno}" if isinstance(error, SyntaxError) else file
        why = str(getattr(error, "msg", error))
        raise Failure(f"{place}: not valid Python ({why}): fix it first") from None


def python_edits(source: str, file: str, thing: Thing, new: str, classes: set[str]) -> Iterator[Edit]:
    """The edits of one Python file, where a function or a value of `classes` gets a new name."""
    lines = source.split("\n")
    for node in ast.walk(parsed(source, file)):
        for line, at, old, becomes in _names(node, thing, new, classes):
            column = len(lines[line - 1].encode()[:at].decode())
            if lines[line - 1].startswith(old, column):
                yield Edit(file, line, column + 1, old, becomes)


def enums_of(source: str, thing: Thing) -> set[str]:
    """The enums with exactly the values of the domain of a thing."""
    values = set(thing.domain.ids) if thing.domain else None
    classes = [node for node in ast.walk(parsed(source, "rules.py")) if isinstance(node, ast.ClassDef)]
    return {each.name for each in classes if {value.value for _, value in members(each)} == values}


def members(enum: ast.ClassDef) -> Iterator[tuple[ast.Name, ast.Constant]]:
    """The members of an enum of texts: their names and values."""
    for node in enum.body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield from ((name, node.value) for name in node.targets if isinstance(name, ast.Name))


def _names(node: ast.AST, thing: Thing, new: str, classes: set[str]) -> Iterator[tuple[int, int, str, str]]:
    """Line, byte, old and new text of what a node has of the name."""
    old = thing.name
    if thing.kind == "function":
        if isinstance(node, ast.FunctionDef) and node.name == old:
            yield node.lineno, node.col_offset + len("def "), old, new
        elif (isinstance(node, ast.Name) and node.id == old) or (isinstance(node, ast.alias) and node.name == old):
            yield node.lineno, node.col_offset, old, new
    elif isinstance(node, ast.ClassDef) and node.name in classes:
        for name, value in members(node):
            if value.value == old:
                yield value.lineno, value.col_offset + 1, old, new
                if name.id == member_name(old):
                    yield name.lineno, name.col_offset, name.id, member_name(new)
    elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in classes:
        end, line = node.end_col_offset, node.end_lineno
        if node.attr == member_name(old) and end is not None and line is not None:
            yield line, end - len(node.attr), node.attr, member_name(new)
