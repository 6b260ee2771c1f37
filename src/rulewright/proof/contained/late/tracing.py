"""Runs a function late: from state to state over its cuts, each state once, and each way of reading parameters once."""

import ast
import json
import sys
from collections.abc import Callable, Sequence
from enum import EnumMeta
from math import prod
from operator import attrgetter
from time import monotonic
from types import NoneType
from typing import Any, NamedTuple

from .diagram import Diagrams, TooLargeError, first_index, reachable
from .segments import NotUnderstoodError, Segment, segments

MOST_CHILDREN = 300_000
MOST_SECONDS = 2.0
"""What takes longer is left to plain calls, which are divided among processes."""

Column = tuple[str, Sequence[Any]]
"""A parameter and its values."""

Path = tuple[tuple[int, int], ...]
"""Parameters with the positions of their values."""

State = tuple[tuple[object, ...], Path]
"""What the rest of the function depends on: the values of local names, and of the parameters that it reads again."""

Tree = int | tuple[int, list[Any]]
"""A parameter and what follows for each of its values: another tree, a state at the next cut, or an answer below 0."""

RAISED = object()
FRACTION = attrgetter("_numerator", "_denominator")


class Tracing(NamedTuple):
    """What a function answers, as a diagram: `axes` are the parameters by level, `answers` the distinct results.

    An answer is JSON, or None where the code fails or no table prints it; `failing` is the number, in row-major order,
    of the first such combination.
    """

    axes: list[int]
    nodes: list[tuple[int, list[int]]]
    root: int
    answers: list[str | None]
    failing: int | None

    def at(self, positions: Sequence[int]) -> str | None:
        """The answer where the parameters have the values at these positions."""
        at = self.root
        while at >= 0:
            level, children = self.nodes[at]
            at = children[positions[self.axes[level]]]
        return self.answers[-1 - at]

    def to_json(self) -> dict[str, Any]:
        answers = [json.loads(text or "null") for text in self.answers]
        return {"axes": self.axes, "nodes": self.nodes, "root": self.root, "answers": answers}


class _NotPlainError(Exception):
    """A local name has a value over a cut that might be changed, or is not known by its parts."""

    def __init__(self, cut: int) -> None:
        self.cut = cut


def trace(
    function: ast.FunctionDef,
    namespace: dict[str, Any],
    file: str,
    columns: Sequence[Column],
    most_runs: int,
    answer: Callable[[Any], str],
) -> Tracing | None:
    """The answers for all combinations; None where that takes more runs, or the function is not understood.

    The code is that of `file`, whose names are in `namespace`.

    `answer` writes a result as a text that only equal results of equal types share; its TypeError or RecursionError
    says that no table prints such a result.
    """
    avoided: set[int] = set()
    deadline = monotonic() + MOST_SECONDS
    names = {name: number for number, (name, _) in enumerate(columns)}
    while True:
        tracer = _Tracer([values for _, values in columns], most_runs, deadline, answer)
        try:
            return tracer.trace(segments(function, names, tracer.reader(), namespace, file, avoided))
        except _NotPlainError as error:
            avoided.add(error.cut)
        except (NotUnderstoodError, TooLargeError):
            return None


class _Tracer:
    """One attempt."""

    def __init__(
        self, columns: Sequence[Sequence[Any]], runs: int, deadline: float, answer: Callable[[Any], str]
    ) -> None:
        self.columns, self.runs_left, self.deadline, self.answer = columns, runs, deadline, answer
        self.answers: dict[str | None, int] = {}
        self.plain_answers: dict[object, int] = {}
        self.positions: dict[int, int] = {}
        self.reads: list[int] = []
        self.levels: dict[int, int] = {}
        self.segments: list[Segment] = []

    def reader(self) -> Callable[[int], object]:
        """The hook by which the code reads parameters; one that has no value yet gets its first."""
        columns, positions, reads = self.columns, self.positions, self.reads

        def read(parameter: int) -> object:
            position = positions.get(parameter)
            if position is None:
                position = positions[parameter] = 0
                reads.append(parameter)
            return columns[parameter][position]

        return read

    def trace(self, segments: list[Segment]) -> Tracing:
        self.segments = segments
        layers: list[list[Tree]] = []
        states: list[State] = [((), ())]
        for at in range(len(self.segments)):
            following: dict[object, tuple[int, State]] = {}
            layers.append([self._explore(at, state, following) for state in states])
            states = [state for _, state in following.values()]
        return self._result(layers)

    def _explore(self, at: int, state: State, following: dict[object, tuple[int, State]]) -> Tree:
        """The decisions of one segment from one state: depth first, always the next value of what was read last."""
        (arguments, known), segment = state, self.segments[at]
        branches: list[tuple[int, list[Tree]]] = []
        while True:
            self._prepare(known, branches)
            try:
                returned, outcome = segment.run(*arguments)
            except BaseException:
                returned, outcome = True, RAISED
            for parameter in self.reads:
                branches.append((parameter, []))
                self.levels.setdefault(parameter, len(self.levels))
            tree: Tree = self._end(at, outcome, following) if not returned else self._answer(outcome)
            while branches:
                parameter, children = branches[-1]
                children.append(tree)
                if len(children) < len(self.columns[parameter]):
                    break
                tree = branches.pop()
            else:
                return tree

    def _prepare(self, known: Path, branches: Sequence[tuple[int, Sequence[Tree]]]) -> None:
        self.runs_left -= 1
        if self.runs_left < 0 or monotonic() > self.deadline:
            raise TooLargeError
        self.reads.clear()
        self.positions.clear()
        self.positions.update(known)
        self.positions.update((parameter, len(children)) for parameter, children in branches)

    def _answer(self, result: object) -> Tree:
        """A reference to a result; equal results of equal types share one."""
        key = plain_key(result)
        if key is None or key not in self.plain_answers:
            text = self._text(result)
            number = self.answers.setdefault(text, -1 - len(self.answers))
            if key is None:
                return number
            self.plain_answers[key] = number
        return self.plain_answers[key]

    def _text(self, result: object) -> str | None:
        try:
            return None if result is RAISED else self.answer(result)
        except (TypeError, RecursionError):
            return None

    def _end(self, at: int, values: tuple[object, ...], following: dict[object, tuple[int, State]]) -> Tree:
        """A reference to the state at the cut: the values of local names, and the parameters that are read again."""
        if at + 1 == len(self.segments):
            return self._answer(None)
        keys = tuple(map(plain_key, values))
        if None in keys:
            raise _NotPlainError(self.segments[at].cut)
        later = self.segments[at].read_later
        known = tuple(sorted(item for item in self.positions.items() if item[0] in later))
        return following.setdefault((keys, known), (len(following), (values, known)))[0]

    def _result(self, layers: Sequence[Sequence[Tree]]) -> Tracing:
        diagrams = Diagrams(MOST_CHILDREN)
        below: list[int] = []

        def convert(tree: Tree) -> int:
            if isinstance(tree, int):
                return below[tree] if tree >= 0 else tree
            parameter, children = tree
            return diagrams.choice(self.levels[parameter], tuple(map(convert, children)))

        for trees in reversed(layers):
            below = list(map(convert, trees))
        return self._numbered(diagrams, below[0])

    def _numbered(self, diagrams: Diagrams, root: int) -> Tracing:
        """The nodes that matter, with new numbers."""
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


def plain_key(value: object) -> object:
    """A key that only equal values of equal types share; None for a value that may change, or hides its parts."""
    kind = type(value)
    if kind in (int, bool, str, NoneType):
        return kind, value
    if isinstance(value, float):
        return (kind, value.hex()) if kind is float else None
    if isinstance(kind, EnumMeta):
        return kind, object.__hash__(value)  # its identity
    if isinstance(value, tuple) and kind is tuple:
        keys = tuple(map(plain_key, value))
        return None if None in keys else (kind, keys)
    if kind is getattr(sys.modules.get("fractions"), "Fraction", None):
        return kind, FRACTION(value)
    return None
