"""Partial evaluation: answers of a function for every combination of its parameters, from few runs of its code.

The code reads each parameter through a hook. If a run never reads a parameter, its result holds for all values of that
parameter. To save more runs, a function is cut into segments between its statements, and between the summands of a sum.
Two runs that reach a cut with the same local values continue as one. So separate modifiers are tried separately: a sum
of thirteen modifiers takes some thousand runs instead of ten million.

For example, `return attack(a) + armour(b)` with ten values of each parameter calls each function ten times, not a
hundred times: the two summands become segments, and each reads one parameter.

- `segments` cuts a function. A segment takes the values of local names and returns values of local names. Cuts must not
  change what the code does: every local name that a later segment loads must surely be set before the cut. Sums and
  conditions are first rewritten as statements (`flattened`), so that cuts can fall between their parts. That may
  reorder exceptions; then a comparison with plain calls decides. Code that sets a parameter, or that is not a plain
  function, raises NotUnderstoodError.
- `trace` runs each segment from each distinct state once, and explores its reads depth first. The result is a decision
  diagram: a node branches by the values of one axis, axes come in the same order on every path, an axis that does not
  matter is skipped, and equal nodes are shared. Numbers below 0 are answers.

This module runs inside the contained process and imports only the standard library.
"""

import ast
import json
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from copy import deepcopy
from enum import EnumMeta
from itertools import chain, count
from math import prod
from operator import attrgetter
from time import monotonic
from types import NoneType
from typing import Any, NamedTuple, cast


def names_bound(node: ast.AST) -> Iterator[str]:
    """Yield the names that one node sets, in any scope."""
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
    """Return the names that the statements load; `x += 1` loads `x` too."""
    nodes = [node for each in statements for node in ast.walk(each)]
    added = {node.target.id for node in nodes if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name)}
    return added | {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}


READ = ".read"
"""The name of the hook. No author can write this name, so it hides none of theirs."""

Run = Callable[..., tuple[bool, Any]]
"""A compiled segment: takes values of local names, returns (True, result) or (False, values at the next cut)."""


class Module(NamedTuple):
    """The context of a function's code: its file, the names of its module, and the hook that reads parameters."""

    file: str
    names: dict[str, Any]
    read: Callable[[int], object]


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


def compiled(
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


def _function(name: str, parameters: Sequence[str], body: list[ast.stmt]) -> ast.FunctionDef:
    (function,) = ast.parse("def f(): pass").body
    assert isinstance(function, ast.FunctionDef)
    function.name, function.body = name, body
    function.args.args = [ast.arg(each) for each in parameters]
    return function


def divided(statements: Sequence[ast.stmt], avoided: Collection[int]) -> tuple[list[list[ast.stmt]], list[list[str]]]:
    """Divide statements at all possible cuts; return the parts, and the names whose values pass each cut.

    The start and the end of the function count as cuts. Cuts at positions in `avoided` are not made.
    """
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
    """Return the names that surely have a value after the statement, if the function goes on."""
    match statement:
        case ast.Assign(targets=targets):
            return {name for target in targets for name in _targets(target)}
        case ast.AnnAssign(target=target, value=ast.expr()) | ast.AugAssign(target=target):
            return set(_targets(target))
        case ast.If(body=body, orelse=other):
            ends = [
                {name for each in branch for name in _surely_set(each)}
                for branch in (body, other)
                if not (branch and isinstance(branch[-1], (ast.Return, ast.Raise)))
            ]
            return set.intersection(*ends) if ends else set()
    return set()


def _targets(target: ast.expr) -> Iterator[str]:
    match target:
        case ast.Name(id=name):
            yield name
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            for part in parts:
                yield from _targets(part)


def flattened(body: Sequence[ast.stmt], function: ast.FunctionDef) -> Iterator[ast.stmt]:
    """Rewrite each sum and each chain of conditions as one statement per part."""
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
            case ast.If(test=test, body=then, orelse=other):
                flat = ast.If(_hoisted_into_name(test, before, names), then, other)
        yield from (ast.copy_location(each, function) for each in before)
        yield ast.copy_location(flat, statement)


def _hoisted(value: ast.expr, before: list[ast.stmt], names: Iterator[str]) -> ast.expr:
    """Move parts that are surely computed into statements `before`, and return the rest of the expression."""
    match value:
        case ast.BinOp(left=left, op=op, right=right):
            return ast.BinOp(_hoisted_into_name(left, before, names), op, _hoisted_into_name(right, before, names))
        case ast.BoolOp(op=op, values=[first, *others]):
            result = _temporary(_hoisted(first, before, names), before, names)
            for other in others:
                goes_on = result if isinstance(op, ast.And) else ast.UnaryOp(ast.Not(), result)
                before.append(ast.If(goes_on, [ast.Assign([ast.Name(result.id, ast.Store())], other)], []))
            return result
        case ast.UnaryOp(op=op, operand=operand):
            return ast.UnaryOp(op, _hoisted_into_name(operand, before, names))
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            return ast.Compare(
                _hoisted_into_name(left, before, names), [op], [_hoisted_into_name(right, before, names)]
            )
        case ast.Call(func=ast.Name() as called, args=given, keywords=keywords):
            return ast.Call(called, [_hoisted_into_name(each, before, names) for each in given], keywords)
    return value


def _hoisted_into_name(value: ast.expr, before: list[ast.stmt], names: Iterator[str]) -> ast.expr:
    """Hoist an expression; if it computes a value, put it into a temporary name of its own."""
    hoisted = _hoisted(value, before, names)
    return _temporary(hoisted, before, names) if isinstance(hoisted, _COMPUTED) else hoisted


_COMPUTED = (ast.BinOp, ast.UnaryOp, ast.Compare, ast.Call, ast.IfExp, ast.Subscript)


def _temporary(value: ast.expr, before: list[ast.stmt], names: Iterator[str]) -> ast.Name:
    name = next(names)
    before.append(ast.Assign([ast.Name(name, ast.Store())], value))
    return ast.Name(name, ast.Load())


class NotUnderstoodError(Exception):
    """Partial evaluation cannot be trusted with this function."""


class Segment(NamedTuple):
    """A part of a function between two cuts.

    `run` takes the values at the positions `used` of the names at the cut before. `passed` has a pair for each name at
    the cut after: (True, position in the values that `run` returns), or (False, position at the cut before) if it is
    unchanged. `reads` are the parameters that the part may read, `read_later` those that later parts may read. `cut` is
    the number of statements before the cut after, or 0 for the last segment.
    """

    run: Run
    used: list[int]
    passed: list[tuple[bool, int]]
    reads: frozenset[int]
    read_later: frozenset[int]
    cut: int


def segments(
    function: ast.FunctionDef, parameters: Mapping[str, int], module: Module, avoided: Collection[int]
) -> list[Segment]:
    """Cut a function into segments.

    `parameters` gives the number of each parameter for the hook; `avoided` are cuts not to make.
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
    parts, live = divided(statements, avoided)
    loaded = [loaded_names(part) for part in parts]
    reads = [frozenset(number for name, number in parameters.items() if name in each) for each in loaded]
    all_segments = []
    for at, part in enumerate(parts):
        before, after, stored = live[at], live[at + 1], stored_names(part)
        used = [name for name in before if name in loaded[at] or name in stored]
        new = [name for name in after if name in stored]
        passed = [(True, new.index(name)) if name in stored else (False, before.index(name)) for name in after]
        run = compiled(part, used, new, parameters, module)
        later = frozenset(chain(*reads[at + 1 :]))
        cut = sum(map(len, parts[: at + 1])) if at + 1 < len(parts) else 0
        all_segments.append(Segment(run, list(map(before.index, used)), passed, reads[at], later, cut))
    return all_segments


_ASYNCHRONOUS = (ast.Await, ast.AsyncFunctionDef, ast.AsyncFor, ast.AsyncWith)
_BINDING = (ast.ClassDef, ast.Global, ast.Nonlocal, ast.NamedExpr, ast.Delete)
_NOT_SUPPORTED = (*_ASYNCHRONOUS, *_BINDING, ast.Yield, ast.YieldFrom)


class TooLargeError(Exception):
    """The diagram would have more nodes than allowed."""


class Diagrams:
    """A store of diagram nodes (level, children), where equal nodes are one node.

    All nodes may have at most `most` children in total; otherwise TooLargeError.
    """

    def __init__(self, most: int) -> None:
        self.children_left = most
        self.nodes: list[tuple[int, tuple[int, ...]]] = []
        self._numbers: dict[tuple[int, tuple[int, ...]], int] = {}
        self._choices: dict[tuple[int, tuple[int, ...]], int] = {}

    def node(self, level: int, children: tuple[int, ...]) -> int:
        """Return a node whose axis is above all axes of its children; if the children are equal, the child itself."""
        if children.count(children[0]) == len(children):
            return children[0]
        key = level, children
        if key not in self._numbers:
            self._take(len(children))
            self._numbers[key] = len(self.nodes)
            self.nodes.append(key)
        return self._numbers[key]

    def choice(self, level: int, children: tuple[int, ...]) -> int:
        """Return a node like `node`, but the children may have axes above this one."""
        top = min((self.nodes[child][0] for child in children if child >= 0), default=level)
        if top >= level:
            below = (self._at(child, level, value) for value, child in enumerate(children))
            return self.node(level, tuple(below))
        key = level, children
        if key not in self._choices:
            self._take(len(children))
            size = next(len(self.nodes[child][1]) for child in children if child >= 0 and self.nodes[child][0] == top)
            parts = (tuple(self._at(child, top, value) for child in children) for value in range(size))
            self._choices[key] = self.node(top, tuple(self.choice(level, part) for part in parts))
        return self._choices[key]

    def _take(self, count: int) -> None:
        self.children_left -= count
        if self.children_left < 0:
            raise TooLargeError

    def _at(self, child: int, level: int, value: int) -> int:
        """Return the part of a child for one value of the axis at `level`."""
        if child >= 0 and self.nodes[child][0] == level:
            return self.nodes[child][1][value]
        return child


def first_index(
    nodes: Sequence[tuple[int, Sequence[int]]], root: int, strides: Sequence[int], answers: Sequence[bool]
) -> int | None:
    """Return the lowest number of a combination whose answer is marked in `answers`; None if there is none.

    `strides` are the row-major strides of the axes, by level.
    """
    least: list[int | None] = []

    def at(child: int) -> int | None:
        return least[child] if child >= 0 else 0 if answers[-1 - child] else None

    for level, children in nodes:  # a node comes after its children
        lows = ((value, at(child)) for value, child in enumerate(children))
        least.append(min((value * strides[level] + low for value, low in lows if low is not None), default=None))
    return at(root)


def reachable(nodes: Sequence[tuple[int, Sequence[int]]], root: int) -> Iterator[int]:
    """Yield the nodes that the root leads to, each after its children."""
    reached = {root}
    for number in reversed(range(len(nodes))):
        if number in reached:
            reached.update(nodes[number][1])
    return (number for number in range(len(nodes)) if number in reached)


FRACTION = attrgetter("_numerator", "_denominator")


def plain_key(value: object) -> object:
    """Return a key that only equal values of equal types share; None for a mutable or opaque value."""
    kind = type(value)
    if kind in (int, bool, str, NoneType):
        return kind, value
    if isinstance(value, float):
        return (kind, value.hex()) if kind is float else None
    if isinstance(kind, EnumMeta):
        name, members = getattr(value, "_name_", None), cast(Any, kind).__members__
        return (kind, name) if members.get(name) is value else None
    if isinstance(value, tuple) and kind is tuple:
        keys = tuple(map(plain_key, value))
        return None if None in keys else (kind, keys)
    if kind is getattr(sys.modules.get("fractions"), "Fraction", None):
        return kind, FRACTION(value)
    return None


MOST_CHILDREN = 300_000

Column = tuple[str, Sequence[Any]]
"""A parameter and its values."""

Path = tuple[tuple[int, int], ...]
"""Pairs of a parameter and the position of its value."""

Tree = int | tuple[int, list[Any]]
"""Either (parameter, a tree for each of its values), the number of an outcome, or an answer below 0."""

RAISED = object()


class State(NamedTuple):
    """All that the rest of a function depends on at a cut.

    `values` are the values of the local names and `keys` their keys; `parameters` are those that were read and will be
    read again.
    """

    values: tuple[object, ...]
    keys: tuple[object, ...]
    parameters: Path


class Explored(NamedTuple):
    """The decision tree of one segment, and its outcomes; their states hold only what the segment changes."""

    tree: Tree
    outcomes: list[State]


class Tracing(NamedTuple):
    """All answers of a function as a diagram.

    `axes` are the parameters by level, `answers` the distinct results as JSON, or None if the code fails or no table
    can print the result. `failing` is the number of the first such combination, in row-major order.
    """

    axes: list[int]
    nodes: list[tuple[int, list[int]]]
    root: int
    answers: list[str | None]
    failing: int | None

    def at(self, positions: Sequence[int]) -> str | None:
        """Return the answer for the values at these positions of the parameters."""
        at = self.root
        while at >= 0:
            level, children = self.nodes[at]
            at = children[positions[self.axes[level]]]
        return self.answers[-1 - at]

    def to_json(self) -> dict[str, Any]:
        answers = [json.loads(text or "null") for text in self.answers]
        return {"axes": self.axes, "nodes": self.nodes, "root": self.root, "answers": answers}


class _NotPlainError(Exception):
    """A local name has a mutable or opaque value at this cut."""

    def __init__(self, cut: int) -> None:
        self.cut = cut


def trace(
    function: ast.FunctionDef,
    namespace: dict[str, Any],
    file: str,
    columns: Sequence[Column],
    most: tuple[int, float],
    answer: Callable[[Any], str],
) -> Tracing | None:
    """Return the answers for all combinations; None if that takes more runs or seconds than `most`, or is not certain.

    The code is that of `file`, in the module with these names. `answer` writes a result as text that only equal results
    of equal types share; it raises TypeError or RecursionError if no table can print the result. A cut where a value is
    not plain is avoided in the next attempt.
    """
    avoided: set[int] = set()
    runs, seconds = most
    deadline = monotonic() + seconds
    names = {name: number for number, (name, _) in enumerate(columns)}
    while True:
        tracer = _Tracer([values for _, values in columns], runs, deadline, answer)
        try:
            return tracer.trace(segments(function, names, Module(file, namespace, tracer.reader()), avoided))
        except _NotPlainError as error:
            avoided.add(error.cut)
        except (NotUnderstoodError, TooLargeError):
            return None


class _Tracer:
    """One attempt to trace a function."""

    def __init__(
        self, columns: Sequence[Sequence[Any]], runs: int, deadline: float, answer: Callable[[Any], str]
    ) -> None:
        self.columns, self.runs_left, self.deadline, self.answer = columns, runs, deadline, answer
        self.answers: dict[str | None, int] = {}
        self.plain_answers: dict[object, int] = {}
        self.positions: dict[int, int] = {}
        self.reads: list[int] = []
        self.levels: dict[int, int] = {}

    def reader(self) -> Callable[[int], object]:
        """Return the hook that reads parameters; a parameter without a value gets its first value."""
        columns, positions, reads = self.columns, self.positions, self.reads

        def read(parameter: int) -> object:
            position = positions.get(parameter)
            if position is None:
                position = positions[parameter] = 0
                reads.append(parameter)
            return columns[parameter][position]

        return read

    def trace(self, segments: list[Segment]) -> Tracing:
        layers: list[list[tuple[Explored, list[int]]]] = []
        states = [State((), (), ())]
        for segment in segments:
            explored: dict[object, Explored] = {}
            following: dict[object, tuple[int, State]] = {}
            layers.append([self._go(segment, state, explored, following) for state in states])
            states = [state for _, state in following.values()]
        return self._result(layers)

    def _go(
        self,
        segment: Segment,
        state: State,
        explored: dict[object, Explored],
        following: dict[object, tuple[int, State]],
    ) -> tuple[Explored, list[int]]:
        """Explore a segment from a state, and return with it the number of the next state for each outcome.

        States that are equal in all that the segment uses share one exploration.
        """
        parameters = tuple(item for item in state.parameters if item[0] in segment.reads)
        key = tuple(state.keys[at] for at in segment.used), parameters
        if key not in explored:
            explored[key] = self._explore(segment, [state.values[at] for at in segment.used], parameters)
        numbers = []
        still_read = tuple([item for item in state.parameters if item[0] in segment.read_later])
        for outcome in explored[key].outcomes:
            sources = (state, outcome)  # unchanged values come from the state before
            values = tuple([sources[new].values[at] for new, at in segment.passed])
            keys = tuple([sources[new].keys[at] for new, at in segment.passed])
            all_read = tuple(sorted({*still_read, *outcome.parameters})) if outcome.parameters else still_read
            after = State(values, keys, all_read)
            numbers.append(following.setdefault((keys, after.parameters), (len(following), after))[0])
        return explored[key], numbers

    def _explore(self, segment: Segment, arguments: Sequence[object], parameters: Path) -> Explored:
        """Explore the decisions of a segment depth first: run, then take the next value of the parameter read last."""
        branches: list[tuple[int, list[Tree]]] = []
        outcomes: dict[object, tuple[int, State]] = {}
        while True:
            self.runs_left -= 1
            if self.runs_left < 0 or monotonic() > self.deadline:
                raise TooLargeError
            self.reads.clear()
            self.positions.clear()
            self.positions.update(parameters)
            self.positions.update((parameter, len(children)) for parameter, children in branches)
            try:
                returned, outcome = segment.run(*arguments)
            except BaseException:
                returned, outcome = True, RAISED
            for parameter in self.reads:
                branches.append((parameter, []))
                self.levels.setdefault(parameter, len(self.levels))
            tree: Tree = self._answer(outcome) if returned else self._end(segment, outcome, outcomes)
            while branches:
                parameter, children = branches[-1]
                children.append(tree)
                if len(children) < len(self.columns[parameter]):
                    break
                tree = branches.pop()
            else:
                return Explored(tree, [end for _, end in outcomes.values()])

    def _answer(self, result: object) -> Tree:
        """Return the reference, below 0, of a result; equal results of equal types share one."""
        key = plain_key(result)
        if key in self.plain_answers:
            return self.plain_answers[key]
        try:
            text = None if result is RAISED else self.answer(result)
        except (TypeError, RecursionError):
            text = None
        number = self.answers.setdefault(text, -1 - len(self.answers))
        if key is not None:
            self.plain_answers[key] = number
        return number

    def _end(self, segment: Segment, values: tuple[object, ...], outcomes: dict[object, tuple[int, State]]) -> Tree:
        """Return the number of the outcome of a run: the values of names, and parameters that are read again."""
        if not segment.cut:
            return self._answer(None)
        keys = tuple(map(plain_key, values))
        if None in keys:
            raise _NotPlainError(segment.cut)
        parameters = tuple(sorted(item for item in self.positions.items() if item[0] in segment.read_later))
        return outcomes.setdefault((keys, parameters), (len(outcomes), State(values, keys, parameters)))[0]

    def _result(self, layers: Sequence[Sequence[tuple[Explored, Sequence[int]]]]) -> Tracing:
        diagrams = Diagrams(MOST_CHILDREN)
        below: list[int] = []
        for layer in reversed(layers):
            converted: dict[object, int] = {}
            roots = []
            for explored, numbers in layer:
                targets = tuple(below[number] for number in numbers)
                key = id(explored), targets
                if key not in converted:
                    converted[key] = self._converted(explored.tree, targets, diagrams)
                roots.append(converted[key])
            below = roots
        return self._numbered(diagrams, below[0])

    def _converted(self, tree: Tree, targets: Sequence[int], diagrams: Diagrams) -> int:
        if isinstance(tree, int):
            return targets[tree] if tree >= 0 else tree
        parameter, children = tree
        below = tuple([self._converted(child, targets, diagrams) for child in children])
        return diagrams.choice(self.levels[parameter], below)

    def _numbered(self, diagrams: Diagrams, root: int) -> Tracing:
        """Return the diagram with only the reachable nodes, renumbered."""
        numbers = {old: new for new, old in enumerate(reachable(diagrams.nodes, root))}
        nodes = [
            (level, [numbers.get(child, child) for child in children])
            for level, children in map(diagrams.nodes.__getitem__, numbers)
        ]
        root = numbers.get(root, root)
        axes = sorted(self.levels, key=self.levels.__getitem__)
        sizes = list(map(len, self.columns))
        strides = [prod(sizes[parameter + 1 :]) for parameter in axes]
        failing = first_index(nodes, root, strides, [text is None for text in self.answers])
        return Tracing(axes, nodes, root, list(self.answers), failing)
