"""A function cut into segments: each runs from some local values to others, and reads parameters through a hook.

A cut must not change what the code does. Every local name that a later segment loads is set for certain before the cut,
and goes over it as a value. A parameter that the code sets, and code that is no plain function, are not understood.

Sums and conditions first become statements, so that a function can be cut between their parts. The parts are computed
in the same order, or in another where only an exception could tell; then plain calls decide.
"""

import ast
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from copy import deepcopy
from itertools import chain, count
from typing import Any, NamedTuple


def names_bound(node: ast.AST) -> Iterator[str]:
    """The names that one node sets, in any scope."""
    match node:
        case ast.Name(id=name, ctx=ast.Store() | ast.Del()) | ast.arg(arg=name):
            yield name
        case ast.FunctionDef(name=name) | ast.ExceptHandler(name=str(name)) | ast.MatchMapping(rest=str(name)):
            yield name
        case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
            yield name
        case ast.alias(name=name, asname=other):
            yield other or name.partition(".")[0]


def stored_names(statements: Sequence[ast.stmt]) -> set[str]:
    return {name for each in statements for node in ast.walk(each) for name in names_bound(node)}


def loaded_names(statements: Sequence[ast.stmt]) -> set[str]:
    """The names that they load; to add to a name loads it too."""
    nodes = [node for each in statements for node in ast.walk(each)]
    added = {node.target.id for node in nodes if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name)}
    return added | {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}


READ = ".read"
"""No author can write this name, so it hides none."""

Run = Callable[..., tuple[bool, Any]]
"""From the values of the local names to (True, the result) or (False, the values at the next cut)."""


class _Rewriting(ast.NodeTransformer):
    """Parameters become reads; what the function returns is marked as its result."""

    def __init__(self, parameters: Mapping[str, int]) -> None:
        self.parameters = parameters
        self.nested = 0

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id not in self.parameters:
            return node
        return ast.Call(ast.Name(READ, ast.Load()), [ast.Constant(self.parameters[node.id])], [])

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.nested += 1
        self.generic_visit(node)
        self.nested -= 1
        return node

    def visit_Return(self, node: ast.Return) -> ast.AST:
        self.generic_visit(node)
        if self.nested:
            return node
        return ast.Return(ast.Tuple([ast.Constant(True), node.value or ast.Constant(None)], ast.Load()))


def compiled(
    part: Sequence[ast.stmt], taken: Sequence[str], given: Sequence[str], parameters: Mapping[str, int], file: str
) -> Callable[[Callable[[int], object], dict[str, Any]], Run]:
    """The part as a function of the names it takes. The hook is a name around it: the module stays as it is."""
    rewriting = _Rewriting(parameters)
    values = ast.Tuple([ast.Name(name, ast.Load()) for name in given], ast.Load())
    end = ast.Return(ast.Tuple([ast.Constant(False), values], ast.Load()))
    inner = _function(".part", taken, [*map(rewriting.visit, part), end])
    outer = _function(".outer", [READ], [inner, ast.Return(ast.Name(".part", ast.Load()))])
    code = compile(ast.fix_missing_locations(ast.Module([outer], [])), file, "exec", dont_inherit=True)

    def bound(read: Callable[[int], object], namespace: dict[str, Any]) -> Run:
        made: dict[str, Any] = {}
        exec(code, namespace, made)  # noqa: S102 - the author's function, in the process that contains it
        run: Run = made[".outer"](read)
        return run

    return bound


def _function(name: str, parameters: Sequence[str], body: list[ast.stmt]) -> ast.FunctionDef:
    (function,) = ast.parse("def f(): pass").body
    assert isinstance(function, ast.FunctionDef)
    function.name, function.body = name, body
    function.args.args = [ast.arg(each) for each in parameters]
    return function


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


def flattened(body: Sequence[ast.stmt], function: ast.FunctionDef) -> Iterator[ast.stmt]:
    """The statements, with every sum, and every chain of conditions, in as many statements as it has parts."""
    names = (f".{number}" for number in count())
    for statement in body:
        before: list[ast.stmt] = []
        flat = _with_names(statement, before, names)
        yield from (ast.copy_location(each, function) for each in before)
        yield ast.copy_location(flat, statement)


def _with_names(statement: ast.stmt, before: list[ast.stmt], names: Iterator[str]) -> ast.stmt:
    """The statement after others have computed the parts of its expression."""
    match statement:
        case ast.Return(value=ast.expr() as value):
            return ast.Return(_hoisted(value, before, names))
        case ast.Assign(targets=targets, value=value):
            return ast.Assign(targets, _hoisted(value, before, names))
        case ast.AugAssign(target=ast.Name() as target, op=op, value=value):
            return ast.AugAssign(target, op, _hoisted(value, before, names))
        case ast.If(test=test, body=body, orelse=other):
            return ast.If(_alone(test, before, names), body, other)
    return statement


def _hoisted(value: ast.expr, before: list[ast.stmt], names: Iterator[str]) -> ast.expr:
    """The expression with its parts computed by statements `before` it, where it is certain to compute them."""
    match value:
        case ast.BinOp(left=left, op=op, right=right):
            return ast.BinOp(_alone(left, before, names), op, _alone(right, before, names))
        case ast.BoolOp(op=op, values=[first, *others]):
            result = _temporary(_hoisted(first, before, names), before, names)
            for other in others:
                goes_on = result if isinstance(op, ast.And) else ast.UnaryOp(ast.Not(), result)
                before.append(ast.If(goes_on, [ast.Assign([ast.Name(result.id, ast.Store())], other)], []))
            return result
        case ast.UnaryOp(op=op, operand=operand):
            return ast.UnaryOp(op, _alone(operand, before, names))
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            return ast.Compare(_alone(left, before, names), [op], [_alone(right, before, names)])
        case ast.Call(func=ast.Name() as called, args=given, keywords=keywords):
            return ast.Call(called, [_alone(each, before, names) for each in given], keywords)
    return value


def _alone(value: ast.expr, before: list[ast.stmt], names: Iterator[str]) -> ast.expr:
    """A part of an expression under a name of its own, if it computes a value."""
    hoisted = _hoisted(value, before, names)
    return _temporary(hoisted, before, names) if isinstance(hoisted, _COMPUTED) else hoisted


_COMPUTED = (ast.BinOp, ast.UnaryOp, ast.Compare, ast.Call, ast.IfExp, ast.Subscript)


def _temporary(value: ast.expr, before: list[ast.stmt], names: Iterator[str]) -> ast.Name:
    name = next(names)
    before.append(ast.Assign([ast.Name(name, ast.Store())], value))
    return ast.Name(name, ast.Load())


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
