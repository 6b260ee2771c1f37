"""Where a function may be cut: where every local name that is loaded later is set for certain."""

import ast
from collections.abc import Collection, Iterator, Sequence

from .names import loaded_names, stored_names


def divided(statements: Sequence[ast.stmt], avoided: Collection[int]) -> tuple[list[list[ast.stmt]], list[list[str]]]:
    """The statements between cuts, and the names whose values go over each cut; both ends of the function count."""
    local = stored_names(statements)
    parts: list[list[ast.stmt]] = [[]]
    live: list[list[str]] = [[]]
    certain: set[str] = set()
    for at, statement in enumerate(statements):
        parts[-1].append(statement)
        certain |= _surely_set(statement)
        wanted = local & loaded_names(statements[at + 1 :])
        if (
            at + 1 < len(statements)
            and at + 1 not in avoided
            and wanted & stored_names(statements[: at + 1]) <= certain
        ):
            live.append(sorted(wanted & certain))
            parts.append([])
    if any(not local & loaded_names(part) <= {*live[at], *stored_names(part)} for at, part in enumerate(parts)):
        return [list(statements)], [[], []]  # a name that is loaded before it is set would be taken for a global one
    return parts, [*live, []]


def _surely_set(statement: ast.stmt) -> set[str]:
    """The names that have a value after the statement, if the function goes on at all."""
    match statement:
        case ast.Assign(targets=targets):
            return {name for target in targets for name in _targets(target)}
        case ast.AnnAssign(target=target, value=ast.expr()) | ast.AugAssign(target=target):
            return set(_targets(target))
        case ast.If(body=body, orelse=other):
            ends = [_after(branch) for branch in (body, other) if _goes_on(branch)]
            return set.intersection(*ends) if ends else set()
    return set()


def _after(body: Sequence[ast.stmt]) -> set[str]:
    return {name for statement in body for name in _surely_set(statement)}


def _goes_on(body: Sequence[ast.stmt]) -> bool:
    return not (body and isinstance(body[-1], (ast.Return, ast.Raise)))


def _targets(target: ast.expr) -> Iterator[str]:
    match target:
        case ast.Name(id=name):
            yield name
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            for part in parts:
                yield from _targets(part)
