"""Runs a function late: from state to state over its cuts, each state once, and each way of reading parameters once.

The result is a decision diagram: an answer for every combination of some axes, as nodes that are shared where answers
are. A node branches by the value of one axis; on the way down axes come in one order, and one that does not matter is
left out. An answer is a reference below zero.
"""

import ast
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from enum import EnumMeta
from math import prod
from operator import attrgetter
from time import monotonic
from types import NoneType
from typing import Any, NamedTuple, cast

from .segments import NotUnderstoodError, Segment, segments


class TooLargeError(Exception):
    """The diagram would have more nodes than are allowed."""


class Diagrams:
    """Nodes, each with its level and a child for each value of its axis; equal nodes are one node.

    They may have at most so many children together.
    """

    def __init__(self, most: int) -> None:
        self.left = most
        self.nodes: list[tuple[int, tuple[int, ...]]] = []
        self._known: dict[tuple[int, tuple[int, ...]], int] = {}
        self._cases: dict[tuple[int, tuple[int, ...]], int] = {}

    def node(self, level: int, children: tuple[int, ...]) -> int:
        """The node of an axis above all axes of its children; a child itself where they are all the same."""
        if children.count(children[0]) == len(children):
            return children[0]
        key = level, children
        if key not in self._known:
            self._take(len(children))
            self._known[key] = len(self.nodes)
            self.nodes.append(key)
        return self._known[key]

    def choice(self, level: int, children: tuple[int, ...]) -> int:
        """As `node`, where the children may have axes above this one."""
        top = min((self.nodes[child][0] for child in children if child >= 0), default=level)
        if top >= level:
            below = (self._at(child, level, value) for value, child in enumerate(children))
            return self.node(level, tuple(below))
        key = level, children
        if key not in self._cases:
            self._take(len(children))
            size = next(len(self.nodes[child][1]) for child in children if child >= 0 and self.nodes[child][0] == top)
            parts = (tuple(self._at(child, top, value) for child in children) for value in range(size))
            self._cases[key] = self.node(top, tuple(self.choice(level, part) for part in parts))
        return self._cases[key]

    def _take(self, count: int) -> None:
        self.left -= count
        if self.left < 0:
            raise TooLargeError

    def _at(self, child: int, level: int, value: int) -> int:
        """What is left of a child where the axis of a level has this value."""
        if child >= 0 and self.nodes[child][0] == level:
            return self.nodes[child][1][value]
        return child


def first_index(
    nodes: Sequence[tuple[int, Sequence[int]]], root: int, strides: Sequence[int], answers: Sequence[bool]
) -> int | None:
    """The lowest number of a combination that has one of the marked answers; `strides` are those of the levels."""
    least: list[int | None] = []

    def at(child: int) -> int | None:
        return least[child] if child >= 0 else 0 if answers[-1 - child] else None

    for level, children in nodes:  # a node comes after its children
        found = [value * strides[level] + low for value, child in enumerate(children) if (low := at(child)) is not None]
        least.append(min(found, default=None))
    return at(root)


def reachable(nodes: Sequence[tuple[int, Sequence[int]]], root: int) -> Iterator[int]:
    """The nodes that the root leads to, each after its children."""
    wanted = {root}
    for number in reversed(range(len(nodes))):
        if number in wanted:
            wanted.update(nodes[number][1])
    return (number for number in range(len(nodes)) if number in wanted)


FRACTION = attrgetter("_numerator", "_denominator")


def plain_key(value: object) -> object:
    """A key that only equal values of equal types share; None for a value that may change, or hides its parts."""
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
"""Parameters with the positions of their values."""

Tree = int | tuple[int, list[Any]]
"""A parameter and what follows for each of its values: another tree, an outcome by its number, or an answer below 0."""

RAISED = object()


class State(NamedTuple):
    """What the rest of the function depends on at a cut: the values of local names, and parameters it reads again."""

    values: tuple[object, ...]
    keys: tuple[object, ...]
    known: Path


class Explored(NamedTuple):
    """What one segment does, and the outcomes of its runs; of states these have only what the segment changes."""

    tree: Tree
    outcomes: list[State]


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
    most: tuple[int, float],
    answer: Callable[[Any], str],
) -> Tracing | None:
    """The answers for all combinations; None where that takes more runs or seconds than `most`, or is not certain.

    The code is that of `file`, whose names are in `namespace`.

    `answer` writes a result as a text that only equal results of equal types share; its TypeError or RecursionError
    says that no table prints such a result.
    """
    avoided: set[int] = set()
    runs, seconds = most
    deadline = monotonic() + seconds
    names = {name: number for number, (name, _) in enumerate(columns)}
    while True:
        tracer = _Tracer([values for _, values in columns], runs, deadline, answer)
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
        """What a segment does from a state, and the number of the following state for each of its outcomes.

        States that differ in nothing that the segment uses share one exploration.
        """
        known = tuple(item for item in state.known if item[0] in segment.reads)
        key = tuple(state.keys[at] for at in segment.used), known
        if key not in explored:
            explored[key] = self._explore(segment, [state.values[at] for at in segment.used], known)
        numbers = []
        for outcome in explored[key].outcomes:
            after = _following(segment, state, outcome)
            numbers.append(following.setdefault((after.keys, after.known), (len(following), after))[0])
        return explored[key], numbers

    def _explore(self, segment: Segment, arguments: Sequence[object], known: Path) -> Explored:
        """The decisions of one segment: depth first, always the next value of what was read last."""
        branches: list[tuple[int, list[Tree]]] = []
        outcomes: dict[object, tuple[int, State]] = {}
        while True:
            self._prepare(known, branches)
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

    def _end(self, segment: Segment, values: tuple[object, ...], outcomes: dict[object, tuple[int, State]]) -> Tree:
        """A reference to what a segment leads to: the values of names, and the parameters that are read again."""
        if not segment.cut:
            return self._answer(None)
        keys = tuple(map(plain_key, values))
        if None in keys:
            raise _NotPlainError(segment.cut)
        known = tuple(sorted(item for item in self.positions.items() if item[0] in segment.read_later))
        return outcomes.setdefault((keys, known), (len(outcomes), State(values, keys, known)))[0]

    def _result(self, layers: Sequence[Sequence[tuple[Explored, Sequence[int]]]]) -> Tracing:
        diagrams = Diagrams(MOST_CHILDREN)
        below: list[int] = []
        for layer in reversed(layers):
            known: dict[object, int] = {}
            found = []
            for explored, numbers in layer:
                targets = tuple(below[number] for number in numbers)
                key = id(explored), targets
                if key not in known:
                    known[key] = self._converted(explored.tree, targets, diagrams)
                found.append(known[key])
            below = found
        return self._numbered(diagrams, below[0])

    def _converted(self, tree: Tree, targets: Sequence[int], diagrams: Diagrams) -> int:
        if isinstance(tree, int):
            return targets[tree] if tree >= 0 else tree
        parameter, children = tree
        below = tuple([self._converted(child, targets, diagrams) for child in children])
        return diagrams.choice(self.levels[parameter], below)

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


def _following(segment: Segment, state: State, outcome: State) -> State:
    """The state after a segment: what it leaves as it was is that of the state before."""
    sources = (state, outcome)
    values = tuple([sources[new].values[at] for new, at in segment.given])
    keys = tuple([sources[new].keys[at] for new, at in segment.given])
    known = tuple([item for item in state.known if item[0] in segment.read_later])
    return State(values, keys, tuple(sorted({*known, *outcome.known})) if outcome.known else known)
