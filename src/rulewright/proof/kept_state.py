"""What functions of the rules code keep between their calls, read from the syntax.

State is a name of the module that a function binds with `global`, a value of the module that it changes or takes the
next item of, or a default value that it changes. Caches of functools only keep what they would compute again.
"""

import ast
from collections.abc import Iterator

CHANGING = frozenset(
    {"add", "append", "appendleft", "clear", "discard", "extend", "insert", "pop", "popitem", "popleft", "remove"}
    | {"reverse", "rotate", "setdefault", "sort", "subtract", "update", "__setitem__", "__next__"}
)
"""Methods that change their object."""

Kept = tuple[str, str, int, int]
"""A function, the name that it changes, and the place in its file."""


def kept_state(source: str) -> Iterator[Kept]:
    """Every change that outlives a call, in the order of the file."""
    tree = ast.parse(source.removeprefix("\ufeff"))
    shared = set(_bound(tree.body))
    for function in [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]:
        nodes = list(_inside(function))
        globals_ = {name for node in nodes if isinstance(node, ast.Global) for name in node.names}
        changed = [(name, node) for node in nodes for name in _changed(node, globals_) if name]
        if changed:
            own = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
            own |= {arg.arg for arg in ast.walk(function.args) if isinstance(arg, ast.arg)}
            outliving = (shared - own) | globals_ | set(_mutable_defaults(function))
            places = sorted((node.lineno, _column(source, node), name) for name, node in changed if name in outliving)
            yield from ((function.name, name, line, column) for line, column, name in places)


def _inside(function: ast.FunctionDef) -> Iterator[ast.expr | ast.stmt]:
    """The nodes of a function without those of functions in it, which come by themselves."""
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.expr | ast.stmt):
            yield node
        if not isinstance(node, ast.FunctionDef):
            waiting += ast.iter_child_nodes(node)


def _bound(body: list[ast.stmt]) -> Iterator[str]:
    """The names that a module binds to values and classes."""
    for node in body:
        match node:
            case ast.Assign(targets=targets):
                yield from (part.id for target in targets for part in ast.walk(target) if isinstance(part, ast.Name))
            case ast.AnnAssign(target=ast.Name(id=name)) | ast.ClassDef(name=name) | ast.FunctionDef(name=name):
                yield name


def _mutable_defaults(function: ast.FunctionDef) -> Iterator[str]:
    given = function.args
    positional = [*given.posonlyargs, *given.args]
    pairs = [*zip(reversed(positional), reversed(given.defaults), strict=False)]
    pairs += [(arg, default) for arg, default in zip(given.kwonlyargs, given.kw_defaults, strict=True) if default]
    for arg, default in pairs:
        if isinstance(default, ast.List | ast.Dict | ast.Set | ast.Call):
            yield arg.arg


def _changed(node: ast.AST, globals_: set[str]) -> Iterator[str]:
    """The names whose values a statement or call changes."""
    match node:
        case ast.Assign(targets=targets) | ast.Delete(targets=targets):
            yield from (_owner(target, globals_) for target in targets)
        case ast.AugAssign(target=target) | ast.AnnAssign(target=target) | ast.For(target=target):
            yield _owner(target, globals_)
        case ast.Call(func=ast.Attribute(value=value, attr=method)) if method in CHANGING:
            yield _root(value)
        case ast.Call(func=ast.Name(id="next" | "setattr"), args=[value, *_]):
            yield _root(value)


def _owner(target: ast.expr, globals_: set[str]) -> str:
    """The name whose value a target changes; a plain name is only bound, unless it is global."""
    if isinstance(target, ast.Name):
        return target.id if target.id in globals_ else ""
    return _root(target)


def _root(node: ast.expr) -> str:
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _column(source: str, node: ast.expr | ast.stmt) -> int:
    line = source.removeprefix("\ufeff").split("\n")[node.lineno - 1]
    return len(line.encode()[: node.col_offset].decode(errors="ignore")) + 1
