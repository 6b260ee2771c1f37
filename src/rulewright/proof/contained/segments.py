"""Cuts a function of the rules code into segments, which partial evaluation runs one by one.

The input is the syntax of a function; the output is a list of compiled `Segment`s. A segment takes the values of local
names at the cut before it, and returns the values at the cut after it, or the result. A *cut* lies between two
statements. For example, `hits = attack(a)` and `return hits + armour(b)` are cut between them, and `hits` passes the
cut. Sums and conditions are first rewritten as statements (`flattened`), so that cuts can fall between their parts.

Cuts must not change what the code does: every local name that a later segment loads must surely be set before the cut.
The rewriting may reorder exceptions; then a comparison with plain calls decides. Each parameter is read through a hook.
Code that sets a parameter, or that is not a plain function, raises NotUnderstoodError.
"""

import ast
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from copy import deepcopy
from itertools import chain, count
from typing import Any, NamedTuple

READ = ".read"
"""The name of the hook. No author can write this name, so it hides none of theirs."""


Run = Callable[..., tuple[bool, Any]]
"""A compiled segment. It takes values of local names, and returns (True, the result of the function) if the function
returns in this segment, or (False, the values of the names that the segment sets) at the cut after it."""


class Module(NamedTuple):
    """The context of a function's code: its file, the names of its module, and the hook that reads parameters."""

    file: str
    names: dict[str, Any]
    read: Callable[[int], object]


class NotUnderstoodError(Exception):
    """Partial evaluation cannot be trusted with this function."""


class Source(NamedTuple):
    """Where a value at a cut comes from: from the segment just run (`is_new`), or unchanged from the cut before it.

    `position` counts the values that the segment returns, or the values at the cut before.
    """

    is_new: bool
    position: int


class Segment(NamedTuple):
    """A part of a function between two cuts.

    `run` takes the values at the positions `used` of the names at the cut before. `passed` has the source of each value
    at the cut after. `reads` are the numbers of the parameters that the segment may read, `read_later` those that later
    segments may read. `cut` is the number of statements before the cut after, or 0 for the last segment.
    """

    run: Run
    used: list[int]
    passed: list[Source]
    reads: frozenset[int]
    read_later: frozenset[int]
    cut: int


def segments(
    function: ast.FunctionDef, parameters: Mapping[str, int], module: Module, avoided: Collection[int]
) -> list[Segment]:
    """Cut a function into segments, or raise NotUnderstoodError.

    `parameters` gives the number of each parameter for the hook. `avoided` are cuts not to make, each as the number of
    statements before it, like `Segment.cut`.
    """
    arguments = function.args
    names = {each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}
    if function.decorator_list or arguments.vararg or arguments.kwarg or names != parameters.keys():
        raise NotUnderstoodError
    for node in (each for statement in function.body for each in ast.walk(statement)):
        if isinstance(node, _NOT_SUPPORTED) or not names.isdisjoint(names_bound(node)):
            raise NotUnderstoodError
    try:
        function = deepcopy(function)
    except RecursionError:  # a sum of hundreds of summands
        raise NotUnderstoodError from None
    body = function.body[1:] if ast.get_docstring(function, clean=False) is not None else function.body
    statements = list(flattened(body, function))
    parts, names_at_cuts = divided(statements, avoided)
    loaded = [loaded_names(part) for part in parts]
    reads = [frozenset(number for name, number in parameters.items() if name in each) for each in loaded]
    all_segments = []
    for index, part in enumerate(parts):
        before, after, stored = names_at_cuts[index], names_at_cuts[index + 1], stored_names(part)
        used = [name for name in before if name in loaded[index] or name in stored]
        new = [name for name in after if name in stored]
        passed = [
            Source(True, new.index(name)) if name in stored else Source(False, before.index(name)) for name in after
        ]
        run = compile_segment(part, used, new, parameters, module)
        later = frozenset(chain(*reads[index + 1 :]))
        is_last = index + 1 == len(parts)
        cut = 0 if is_last else sum(map(len, parts[: index + 1]))
        all_segments.append(Segment(run, list(map(before.index, used)), passed, reads[index], later, cut))
    return all_segments


_ASYNCHRONOUS = (ast.Await, ast.AsyncFunctionDef, ast.AsyncFor, ast.AsyncWith)


_BINDING = (ast.ClassDef, ast.Global, ast.Nonlocal, ast.NamedExpr, ast.Delete)


_NOT_SUPPORTED = (*_ASYNCHRONOUS, *_BINDING, ast.Yield, ast.YieldFrom)


def flattened(body: Sequence[ast.stmt], function: ast.FunctionDef) -> Iterator[ast.stmt]:
    """Rewrite each sum and each chain of conditions as one statement per part.

    `return f(a) + g(b)` becomes `.0 = f(a)`, `.1 = g(b)`, `return .0 + .1`.
    """
    names = (f".{number}" for number in count())
    for statement in body:
        before: list[ast.stmt] = []
        flat = statement
        match statement:
            case ast.Return(value=ast.expr() as value):
                flat = ast.Return(_hoisted(value, before, names))
            case ast.Assign(targets=targets, value=value):
                flat = ast.Assign(targets, _hoisted(value, before, names))
            case ast.AugAssign(target=ast.Name() as target, op=op, value=value):
                flat = ast.AugAssign(target, op, _hoisted(value, before, names))
            case ast.If(test=test, body=then, orelse=orelse):
                flat = ast.If(_hoisted_into_name(test, before, names), then, orelse)
        yield from (ast.copy_location(each, function) for each in before)
        yield ast.copy_location(flat, statement)


def _hoisted(value: ast.expr, before: list[ast.stmt], names: Iterator[str]) -> ast.expr:
    """Move parts that are surely computed into statements `before`, and return the rest of the expression."""
    match value:
        case ast.BinOp(left=left, op=op, right=right):
            return ast.BinOp(_hoisted_into_name(left, before, names), op, _hoisted_into_name(right, before, names))
        case ast.BoolOp(op=op, values=[first, *rest]):
            result = _temporary(_hoisted(first, before, names), before, names)
            for operand in rest:
                goes_on = result if isinstance(op, ast.And) else ast.UnaryOp(ast.Not(), result)
                before.append(ast.If(goes_on, [ast.Assign([ast.Name(result.id, ast.Store())], operand)], []))
            return result  # `a and b` became `.0 = a` and `if .0: .0 = b`
        case ast.UnaryOp(op=op, operand=operand):
            return ast.UnaryOp(op, _hoisted_into_name(operand, before, names))
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            return ast.Compare(
                _hoisted_into_name(left, before, names), [op], [_hoisted_into_name(right, before, names)]
            )
        case ast.Call(func=ast.Name() as called, args=arguments, keywords=keywords):
            return ast.Call(called, [_hoisted_into_name(each, before, names) for each in arguments], keywords)
    return value


_COMPUTED = (ast.BinOp, ast.UnaryOp, ast.Compare, ast.Call, ast.IfExp, ast.Subscript)


def _hoisted_into_name(value: ast.expr, before: list[ast.stmt], names: Iterator[str]) -> ast.expr:
    """Hoist an expression; if it computes a value, put it into a temporary name of its own."""
    hoisted = _hoisted(value, before, names)
    return _temporary(hoisted, before, names) if isinstance(hoisted, _COMPUTED) else hoisted


def _temporary(value: ast.expr, before: list[ast.stmt], names: Iterator[str]) -> ast.Name:
    """Assign an expression to a new temporary name in a statement of `before`, and return the name."""
    name = next(names)
    before.append(ast.Assign([ast.Name(name, ast.Store())], value))
    return ast.Name(name, ast.Load())


def divided(statements: Sequence[ast.stmt], avoided: Collection[int]) -> tuple[list[list[ast.stmt]], list[list[str]]]:
    """Divide statements at all possible cuts; return the parts, and the names whose values pass each cut.

    The start and the end of the function count as cuts, so there is one cut more than parts. A cut is possible if each
    name that was set before it and is loaded after it is certain to have a value.
    """
    local = stored_names(statements)
    parts: list[list[ast.stmt]] = [[]]
    names_at_cuts: list[list[str]] = [[]]
    certain: set[str] = set()
    for cut, statement in enumerate(statements, 1):
        parts[-1].append(statement)
        certain |= _surely_set(statement)
        loaded_later = local & loaded_names(statements[cut:])
        is_end = cut == len(statements)
        if not is_end and cut not in avoided and loaded_later & stored_names(statements[:cut]) <= certain:
            names_at_cuts.append(sorted(loaded_later & certain))
            parts.append([])
    for names, part in zip(names_at_cuts, parts, strict=True):
        if not local & loaded_names(part) <= {*names, *stored_names(part)}:
            # a name that is loaded before it is set would be taken for a global one
            return [list(statements)], [[], []]
    return parts, [*names_at_cuts, []]


def _surely_set(statement: ast.stmt) -> set[str]:
    """Return the names that surely have a value after the statement, if the function goes on."""
    match statement:
        case ast.Assign(targets=targets):
            return {name for target in targets for name in _targets(target)}
        case ast.AnnAssign(target=target, value=ast.expr()) | ast.AugAssign(target=target):
            return set(_targets(target))
        case ast.If(body=body, orelse=orelse):
            set_by_branch = [
                {name for each in branch for name in _surely_set(each)}
                for branch in (body, orelse)
                if not (branch and isinstance(branch[-1], (ast.Return, ast.Raise)))
            ]
            return set.intersection(*set_by_branch) if set_by_branch else set()
    return set()


def _targets(target: ast.expr) -> Iterator[str]:
    """Yield the names in the target of an assignment; none for `x.y` and `x[y]`."""
    match target:
        case ast.Name(id=name):
            yield name
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            for part in parts:
                yield from _targets(part)


def names_bound(node: ast.AST) -> Iterator[str]:
    """Yield the names that one node sets, in any scope."""
    match node:
        case ast.Name(id=name, ctx=ast.Store() | ast.Del()) | ast.arg(arg=name):
            yield name
        case ast.FunctionDef(name=name) | ast.ExceptHandler(name=str(name)) | ast.MatchMapping(rest=str(name)):
            yield name
        case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
            yield name
        case ast.alias(name=name, asname=alias):
            yield alias or name.partition(".")[0]


def stored_names(statements: Sequence[ast.stmt]) -> set[str]:
    """Return the names that the statements set."""
    return {name for each in statements for node in ast.walk(each) for name in names_bound(node)}


def loaded_names(statements: Sequence[ast.stmt]) -> set[str]:
    """Return the names that the statements load; `x += 1` loads `x` too."""
    nodes = [node for each in statements for node in ast.walk(each)]
    added = {node.target.id for node in nodes if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name)}
    return added | {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}


def compile_segment(
    part: Sequence[ast.stmt],
    inputs: Sequence[str],
    outputs: Sequence[str],
    parameters: Mapping[str, int],
    module: Module,
) -> Run:
    """Compile statements as a function of the names `inputs`, which returns the values of the names `outputs`.

    The hook is a variable of an enclosing function, so the module of the author stays unchanged.
    """
    rewriting = _Rewriting(parameters)
    values = ast.Tuple([ast.Name(name, ast.Load()) for name in outputs], ast.Load())
    end = ast.Return(ast.Tuple([ast.Constant(False), values], ast.Load()))
    inner = _function(".part", inputs, [*map(rewriting.visit, part), end])
    outer = _function(".outer", [READ], [inner, ast.Return(ast.Name(".part", ast.Load()))])
    code = compile(ast.fix_missing_locations(ast.Module([outer], [])), module.file, "exec", dont_inherit=True)
    namespace: dict[str, Any] = {}
    exec(code, module.names, namespace)  # noqa: S102 - the author's function, in the process that contains it
    run: Run = namespace[".outer"](module.read)
    return run


class _Rewriting(ast.NodeTransformer):
    """A transformer that turns parameters into calls of the hook, and marks returned values as results."""

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


def _function(name: str, parameters: Sequence[str], body: list[ast.stmt]) -> ast.FunctionDef:
    """Return the syntax of a function; parsing an empty one fills the fields that Python versions add."""
    (function,) = ast.parse("def f(): pass").body
    assert isinstance(function, ast.FunctionDef)
    function.name, function.body = name, body
    function.args.args = [ast.arg(each) for each in parameters]
    return function
