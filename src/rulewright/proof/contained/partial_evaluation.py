"""Partial evaluation: answers of a function for every combination of its parameters, from few runs of its code.

The body of a function is cut into *segments*, one for each statement; sums are first rewritten as one statement for
each summand. A segment is compiled as a function of its own: it gets the local names at the cut before it, and the
parameters that it names, as arguments; it returns the result of the function, or the local names at the cut after it.
It can use nothing else that differs between calls, so it runs once for equal arguments. Two ways that reach a cut with
equal values of the names that are used later continue as one. So a sum of thirteen modifiers takes some thousand runs
instead of ten million.

For example, `hits = attack(a)` and `return hits + armour(b)` with ten values of each parameter make ten runs of the
first segment, and ten runs of the second for each different number of hits.

`trace` returns the answers as a decision diagram: a node branches by the value of one parameter. The *level* of a
parameter is its position in the order in which segments take them. A *reference* (the root, or a child of a node) is
the number of a node or, below 0, an answer: -1 is the first answer, -2 the second. A parameter that does not matter
has no node, and equal nodes are one node. This runs inside the contained process, without the package rulewright.
"""

import ast
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from enum import EnumMeta
from itertools import chain, pairwise, product
from math import prod
from operator import attrgetter
from time import monotonic
from types import BuiltinFunctionType, FunctionType, ModuleType, NoneType
from typing import Any, NamedTuple, cast

MOST_NODES = 100_000
"""Most nodes of a diagram."""

Column = tuple[str, Sequence[Any]]
"""A parameter and its values."""


class GaveUpError(Exception):
    """Partial evaluation takes too long, or cannot be trusted with this function."""


class NotPlainError(Exception):
    """A local name has a mutable or opaque value at the cut after segment number `segment`."""

    def __init__(self, segment: int) -> None:
        self.segment = segment


class Tracing(NamedTuple):
    """All answers of a function as a diagram.

    `axes` are the numbers of the parameters by level. `answers` are the distinct results as JSON, or None if the code
    fails or no table can print the result. `failing` is the number of the first such combination, in row-major order.
    """

    axes: list[int]
    nodes: list[tuple[int, tuple[int, ...]]]
    root: int
    answers: list[str | None]
    failing: int | None

    def answer_at(self, positions: Sequence[int]) -> str | None:
        """Return the answer for a combination: `positions` has the position of each parameter's value."""
        reference = self.root
        while reference >= 0:
            level, children = self.nodes[reference]
            reference = children[positions[self.axes[level]]]
        return self.answers[-1 - reference]

    def to_json(self) -> dict[str, Any]:
        """Return the diagram as the parent reads it (`decode_diagram` in replies.py)."""
        answers = [json.loads(text or "null") for text in self.answers]
        return {"axes": self.axes, "nodes": self.nodes, "root": self.root, "answers": answers}


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
    of equal types share; it raises TypeError or RecursionError if no table can print the result.
    """
    try:
        parts = [[statement] for statement in statements_of(function, {name for name, _ in columns})]
        while True:
            try:
                segments = segments_of(parts, columns, namespace, file)
                watched = Watched(namespace)
                return Tracer(columns, most[0], monotonic() + most[1], answer, watched).trace(segments)
            except NotPlainError as error:  # join the parts on both sides of the cut
                parts[error.segment : error.segment + 2] = [[*parts[error.segment], *parts[error.segment + 1]]]
    except (GaveUpError, RecursionError):
        return None


# Segments

NOT_SUPPORTED = (
    *(ast.Await, ast.AsyncFunctionDef, ast.AsyncFor, ast.AsyncWith, ast.Yield, ast.YieldFrom),
    *(ast.ClassDef, ast.Global, ast.Nonlocal, ast.NamedExpr),
)
COMPUTED = (ast.BinOp, ast.UnaryOp, ast.Compare, ast.Call, ast.IfExp, ast.Subscript)
LOCALS = ".locals"
"""The name of the function `locals` in a segment. No author can write this name, so it hides none of theirs."""


def statements_of(function: ast.FunctionDef, parameters: set[str]) -> list[ast.stmt]:
    """Return the statements of a function, with sums taken apart; GaveUpError if the function is not a plain one."""
    arguments = function.args
    names = {each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}
    nodes = list(chain.from_iterable(map(ast.walk, function.body)))
    if function.decorator_list or arguments.vararg or arguments.kwarg or names != parameters:
        raise GaveUpError
    if any(isinstance(node, NOT_SUPPORTED) for node in nodes) or not names.isdisjoint(names_set(nodes)):
        raise GaveUpError
    statements: list[ast.stmt] = []
    for statement in deepcopy(function.body):
        match statement:
            case ast.Return(value=ast.expr() as value) | ast.Assign(value=value) | ast.AugAssign(value=value):
                statement.value = taken_apart(value, statements)
            case ast.If(test=test):
                statement.test = taken_apart(test, statements)
        statements.append(statement)
    return statements


def taken_apart(value: ast.expr, before: list[ast.stmt]) -> ast.expr:
    """Move the operands of an expression into statements `before`, and return the rest of the expression.

    `f(a) + g(b)` becomes `.0 = f(a)`, `.1 = g(b)` and `.0 + .1`.
    """

    def named(operand: ast.expr) -> ast.expr:
        rest = taken_apart(operand, before)
        if not isinstance(rest, COMPUTED):
            return rest
        name = f".{len(before)}"
        before.append(ast.copy_location(ast.Assign([ast.Name(name, ast.Store())], rest), operand))
        return ast.copy_location(ast.Name(name, ast.Load()), operand)

    match value:
        case ast.BinOp(left=left, right=right):
            value.left, value.right = named(left), named(right)
        case ast.UnaryOp(operand=operand):
            value.operand = named(operand)
        case ast.Compare(left=left, ops=[_], comparators=[right]):
            value.left, value.comparators = named(left), [named(right)]
        case ast.Call(func=ast.Name(), args=arguments):
            value.args = [named(each) for each in arguments]
    return value


def names_set(nodes: Sequence[ast.AST]) -> Iterator[str]:
    """Yield the names that some nodes set, in any scope."""
    for node in nodes:
        match node:
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()) | ast.arg(arg=name) | ast.FunctionDef(name=name):
                yield name
            case ast.ExceptHandler(name=str(name)) | ast.MatchMapping(rest=str(name)):
                yield name
            case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                yield name
            case ast.alias(name=name, asname=alias):
                yield alias or name.partition(".")[0]


class Segment:
    """A part of a function between two cuts.

    `parameters` are the numbers of the parameters that it names, and `kept` those that a later segment names again.
    `names` are the local names that it may read, and `later` those that later segments may read. `locals` are all
    local names of the function.
    """

    def __init__(self, number: int, part: list[ast.stmt], locals_: set[str], columns: Sequence[Column]) -> None:
        self.number, self.part, self.locals, self.columns = number, part, locals_, columns
        mentioned = {node.id: None for each in part for node in ast.walk(each) if isinstance(node, ast.Name)}
        numbers = {name: number for number, (name, _) in enumerate(columns)}
        self.parameters = [numbers[name] for name in mentioned if name in numbers]
        self.names = locals_ & mentioned.keys()
        self.kept: set[int] = set()
        self.later: set[str] = set()
        self.is_last = True
        self._compiled: dict[frozenset[str], Callable[..., tuple[bool, Any]]] = {}

    def place(self, namespace: dict[str, Any], file: str) -> None:
        """Say in which module the code of the segment is."""
        self.namespace, self.file = namespace, file

    def run(self, values: dict[str, Any], positions: dict[int, int]) -> tuple[bool, Any]:
        """Return (True, the result), or (False, the local names after the segment).

        `values` are the local names that have a value, and `positions` those of the values of its parameters.
        """
        names = frozenset(values)
        if names not in self._compiled:
            self._compiled[names] = self._compile(names)
        columns = (self.columns[number] for number in self.parameters)
        arguments = {
            name: column[positions[number]] for number, (name, column) in zip(self.parameters, columns, strict=True)
        }
        return self._compiled[names](**values, **arguments)

    def _compile(self, names: frozenset[str]) -> Callable[..., tuple[bool, Any]]:
        """Compile the segment as a function of its parameters and these local names.

        The other local names are local here too, but have no value.
        """
        arguments = [*names, *(self.columns[number][0] for number in self.parameters)]
        (outer,) = ast.parse(f"def outer({'_'}):\n def part(): pass\n return part").body
        assert isinstance(outer, ast.FunctionDef)
        outer.args.args[0].arg = LOCALS
        part = cast(ast.FunctionDef, outer.body[0])
        part.args.args = [ast.arg(each) for each in arguments]
        unset: list[ast.stmt] = [
            ast.If(ast.Constant(0), [ast.Assign([ast.Name(each, ast.Store())], ast.Constant(0))], [])
            for each in self.locals - names
        ]
        end = ast.Tuple([ast.Constant(False), ast.Call(ast.Name(LOCALS, ast.Load()), [], [])], ast.Load())
        marking = MarkedReturns()
        part.body = [*unset, *(marking.visit(deepcopy(each)) for each in self.part), ast.Return(end)]
        code = compile(ast.fix_missing_locations(ast.Module([outer], [])), self.file, "exec", dont_inherit=True)
        scope: dict[str, Any] = {}
        exec(code, self.namespace, scope)  # noqa: S102 - the author's function, in the process that contains it
        run: Callable[..., tuple[bool, Any]] = scope["outer"](locals)
        return run


class MarkedReturns(ast.NodeTransformer):
    """A transformer that turns `return x` into `return (True, x)`, except in functions inside."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return node

    def visit_Return(self, node: ast.Return) -> ast.AST:
        return ast.Return(ast.Tuple([ast.Constant(True), node.value or ast.Constant(None)], ast.Load()))


def segments_of(
    parts: Sequence[list[ast.stmt]], columns: Sequence[Column], namespace: dict[str, Any], file: str
) -> list[Segment]:
    """Return the segments of a function, whose statements are `parts`."""
    locals_ = {*names_set([node for part in parts for each in part for node in ast.walk(each)])}
    segments = [Segment(number, part, locals_, columns) for number, part in enumerate(parts)]
    for before, after in reversed([*pairwise(segments)]):
        before.is_last = False
        before.kept = after.kept.union(after.parameters)
        before.later = after.later | after.names
    for segment in segments:
        segment.place(namespace, file)
    return segments


# Runs


RAISED = object()
"""Stands for the result of a run that raised an exception."""


class State(NamedTuple):
    """All that the rest of a function depends on at a cut: values of local names, and positions of parameters."""

    values: dict[str, Any]
    positions: dict[int, int]


Outcome = tuple[bool, int]
"""(True, the reference of an answer), or (False, the number of the state at the cut after the segment)."""


class Tracer:
    """Runs the segments of a function, and builds the diagram of its answers."""

    def __init__(
        self,
        columns: Sequence[Column],
        runs: int,
        deadline: float,
        answer: Callable[[Any], str],
        watched: "Watched",
    ) -> None:
        self.watched = watched
        self.sizes = [len(values) for _, values in columns]
        self.runs_left, self.deadline, self.answer = runs, deadline, answer
        self.answers: dict[str | None, int] = {}
        self.plain_answers: dict[object, int] = {}
        self.nodes: dict[tuple[int, tuple[int, ...]], int] = {}

    def trace(self, segments: Sequence[Segment]) -> Tracing:
        """Run each segment from each state that leads to it, and join the outcomes from the last to the first."""
        axes: list[int] = []
        layers: list[tuple[list[int], list[list[Outcome]]]] = []
        states = [State({}, {})]
        for segment in segments:
            new = [each for each in segment.parameters if each not in axes]
            following: dict[object, tuple[int, State]] = {}
            levels = [*range(len(axes), len(axes) + len(new))]
            layers.append((levels, [self._outcomes(segment, state, new, following) for state in states]))
            axes += new
            states = [state for _, state in following.values()]
        roots: list[int] = []
        for levels, outcomes_of_states in reversed(layers):
            sizes = [self.sizes[axes[level]] for level in levels]
            roots = [
                self._node(levels, sizes, [number if is_answer else roots[number] for is_answer, number in outcomes])
                for outcomes in outcomes_of_states
            ]
        strides = [prod(self.sizes[axis + 1 :]) for axis in axes]
        nodes, answers = list(self.nodes), list(self.answers)
        failing = first_failing(nodes, roots[0], strides, [text is None for text in answers])
        return Tracing(axes, nodes, roots[0], answers, failing)

    def _outcomes(
        self, segment: Segment, state: State, new: list[int], following: dict[object, tuple[int, State]]
    ) -> list[Outcome]:
        """Run a segment from a state with all values of its `new` parameters, in row-major order.

        `following` has the states at the cut after it by their keys, each with its number.
        """
        used = {name: value for name, value in state.values.items() if name in segment.names}
        passed = {name: value for name, value in state.values.items() if name not in used}
        outcomes: list[Outcome] = []
        for chosen in product(*(range(self.sizes[each]) for each in new)):
            self.runs_left -= 1
            if self.runs_left < 0 or monotonic() > self.deadline:
                raise GaveUpError
            positions = {**state.positions, **dict(zip(new, chosen, strict=True))}
            try:
                returned, result = segment.run(used, positions)
            except BaseException:
                returned, result = True, RAISED
            self.watched.check()
            if returned or segment.is_last:
                outcomes.append((True, self._answer(result if returned else None)))
                continue
            values = {name: value for name, value in {**passed, **result}.items() if name in segment.later}
            keys = {name: plain_key(value) for name, value in values.items()}
            if None in keys.values():
                raise NotPlainError(segment.number)
            kept = {each: position for each, position in positions.items() if each in segment.kept}
            key = tuple(sorted(keys.items())), tuple(sorted(kept.items()))
            outcomes.append((False, following.setdefault(key, (len(following), State(values, kept)))[0]))
        return outcomes

    def _answer(self, result: object) -> int:
        """Return the reference, below 0, of a result; equal results of equal types share one."""
        key = plain_key(result)
        if key in self.plain_answers:
            return self.plain_answers[key]
        try:
            text = None if result is RAISED else self.answer(result)
        except (TypeError, RecursionError):
            text = None
        reference = self.answers.setdefault(text, -1 - len(self.answers))
        if key is not None:
            self.plain_answers[key] = reference
        return reference

    def _node(self, levels: Sequence[int], sizes: Sequence[int], references: Sequence[int]) -> int:
        """Return the node that branches by the parameters at some levels, with `references` in row-major order."""
        if not levels:
            return references[0]
        step = len(references) // sizes[0]
        parts = (references[first : first + step] for first in range(0, len(references), step))
        children = tuple([self._node(levels[1:], sizes[1:], part) for part in parts])
        if children.count(children[0]) == len(children):
            return children[0]
        if len(self.nodes) > MOST_NODES:
            raise GaveUpError
        return self.nodes.setdefault((levels[0], children), len(self.nodes))


def first_failing(
    nodes: Sequence[tuple[int, Sequence[int]]], root: int, strides: Sequence[int], fails: Sequence[bool]
) -> int | None:
    """Return the lowest number of a combination whose answer fails; None if there is none.

    `strides` are the row-major strides of the parameters, by level.
    """
    lowest: list[int | None] = []

    def first_below(child: int) -> int | None:
        if child >= 0:
            return lowest[child]
        return 0 if fails[-1 - child] else None

    for level, children in nodes:  # a node comes after its children
        lows = ((value, first_below(child)) for value, child in enumerate(children))
        lowest.append(min((value * strides[level] + low for value, low in lows if low is not None), default=None))
    return first_below(root)


FRACTION = attrgetter("_numerator", "_denominator")


def plain_key(value: object) -> object:
    """Return a key that only equal values of equal types share; None for a mutable or opaque value."""
    kind = type(value)
    if kind in (int, bool, str, NoneType):
        return kind.__name__, value
    if isinstance(value, float):
        return ("float", value.hex()) if kind is float else None
    if isinstance(kind, EnumMeta):
        name, members = getattr(value, "_name_", None), cast(Any, kind).__members__
        return (id(kind), name) if members.get(name) is value else None
    if isinstance(value, tuple) and kind is tuple:
        keys = tuple(map(plain_key, value))
        return None if None in keys else ("tuple", keys)
    if kind is getattr(sys.modules.get("fractions"), "Fraction", None):
        return "Fraction", FRACTION(value)
    return None


# State outside a function, which its segments would not see change in the order of whole calls


class Watched:
    """All that code can change in a module: its names, its containers, and attributes of functions and of enum members.

    Raises GaveUpError if it holds a value whose state cannot be seen, such as an object of the author.
    """

    def __init__(self, namespace: dict[str, Any]) -> None:
        self.namespace, self.containers, self.seen = namespace, list[Any](), set[int]()
        for name, value in namespace.items():
            if not name.startswith("__"):
                self._watch(value)
        self.before = self._state()

    def _watch(self, value: Any) -> None:
        kind = type(value)
        if id(value) in self.seen or plain_key(value) is not None:
            return
        self.seen.add(id(value))
        if kind in (dict, list, set):
            self.containers.append(value)
        if kind is dict:
            self._watch_all((*value, *value.values()))
        elif kind in (list, set, tuple, frozenset):
            self._watch_all(value)
        elif kind is FunctionType:
            cells = [cell.cell_contents for cell in value.__closure__ or ()]
            self._watch_all((value.__defaults__, value.__kwdefaults__, value.__dict__, cells))
        elif isinstance(value, EnumMeta):
            self._watch_all([each.__dict__ for each in cast(Any, value).__members__.values()])
        elif isinstance(value, type):
            if value.__module__ == self.namespace.get("__name__"):
                raise GaveUpError  # a class of the author can hold any state
        elif not isinstance(value, (ModuleType, BuiltinFunctionType)) and kind.__module__ != "typing":
            raise GaveUpError

    def _watch_all(self, values: Any) -> None:
        for each in values:
            self._watch(each)

    def _state(self) -> object:
        return [*map(id, self.namespace.values())], [self._text(each) for each in self.containers]

    def _text(self, value: Any) -> object:
        """Return what tells two states of a value apart."""
        if type(value) is dict:
            return [(self._text(key), self._text(each)) for key, each in value.items()]
        if type(value) in (list, tuple):
            return [self._text(each) for each in value]
        if type(value) in (set, frozenset):
            return sorted(map(repr, map(self._text, value)))
        return plain_key(value) or id(value)

    def check(self) -> None:
        """Raise GaveUpError if something has changed."""
        if self._state() != self.before:
            raise GaveUpError
