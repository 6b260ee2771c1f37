"""A function cut into segments: each runs from some local values to others, and reads parameters through a hook.

A cut must not change what the code does. Every local name that a later segment loads is set for certain before the cut,
and goes over it as a value. A parameter that the code sets, and code that is no plain function, are not understood.
"""

import ast
from collections.abc import Callable, Collection, Mapping, Sequence
from copy import deepcopy
from itertools import chain
from typing import Any, NamedTuple

from .compiling import Run, compiled
from .cuts import divided
from .flattening import flattened
from .names import loaded_names, names_bound, stored_names


class NotUnderstoodError(Exception):
    """Late reading cannot be trusted with this function."""


class Segment(NamedTuple):
    """A part of a function, from the names whose values go over the cut before it to those of the cut after it.

    `run` takes the values of the names at the positions `used`. `given` says for each name at the cut after it whether
    `run` returns its value, or it is as before, and at which position. `reads` are the parameters that the part may
    read, `read_later` those that code after it may. `cut` is the number of statements before the cut after it, or 0.
    """

    run: Run
    used: list[int]
    given: list[tuple[bool, int]]
    reads: frozenset[int]
    read_later: frozenset[int]
    cut: int


def segments(
    function: ast.FunctionDef,
    parameters: Mapping[str, int],
    read: Callable[[int], object],
    namespace: dict[str, Any],
    file: str,
    avoided: Collection[int],
) -> list[Segment]:
    """The segments of a function; `parameters` gives each its number for `read`, `avoided` are cuts not to make."""
    _check(function, parameters)
    try:
        function = deepcopy(function)
    except RecursionError:  # a sum of hundreds of summands
        raise NotUnderstoodError from None
    statements = list(flattened(_without_docstring(function.body), function))
    parts, live = divided(statements, avoided)
    loaded = [loaded_names(part) for part in parts]
    reads = [frozenset(number for name, number in parameters.items() if name in names) for names in loaded]
    found = []
    for at, part in enumerate(parts):
        before, after, stored = live[at], live[at + 1], stored_names(part)
        used = [name for name in before if name in loaded[at] or name in stored]
        new = [name for name in after if name in stored]
        given = [(True, new.index(name)) if name in stored else (False, before.index(name)) for name in after]
        run = compiled(part, used, new, parameters, file)(read, namespace)
        later = frozenset(chain(*reads[at + 1 :]))
        cut = sum(map(len, parts[: at + 1])) if at + 1 < len(parts) else 0
        found.append(Segment(run, list(map(before.index, used)), given, reads[at], later, cut))
    return found


def _check(function: ast.FunctionDef, parameters: Mapping[str, int]) -> None:
    arguments = function.args
    given = {each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}
    if function.decorator_list or arguments.vararg or arguments.kwarg or given != parameters.keys():
        raise NotUnderstoodError
    for node in (each for statement in function.body for each in ast.walk(statement)):
        if isinstance(node, _NOT_PLAIN) or not given.isdisjoint(names_bound(node)):
            raise NotUnderstoodError


_NOT_PLAIN = (
    ast.Yield,
    ast.YieldFrom,
    ast.Await,
    ast.AsyncFunctionDef,
    ast.AsyncFor,
    ast.AsyncWith,
    ast.ClassDef,
    ast.Global,
    ast.Nonlocal,
    ast.NamedExpr,
    ast.Delete,
)


def _without_docstring(body: Sequence[ast.stmt]) -> Sequence[ast.stmt]:
    match body:
        case [ast.Expr(value=ast.Constant(value=str())), *rest]:
            return rest
    return body
