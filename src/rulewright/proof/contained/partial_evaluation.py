"""Partial evaluation: answers of a function for every combination of its parameters, from few runs of its code.

`trace` takes the syntax of a function and the values of its parameters, and returns a diagram of all answers. The code
reads each parameter through a hook. If a run never reads a parameter, its result holds for all values of that
parameter. To save more runs, the function is cut into segments (`segments.py`). Two runs that reach a cut with the same
local values continue as one, so separate modifiers are tried separately: a sum of thirteen modifiers takes some
thousand runs instead of ten million.

For example, `return attack(a) + armour(b)` with ten values of each parameter calls each function ten times, not a
hundred times: the two summands become segments, and each reads one parameter.

Each segment runs once from each distinct state, and its reads are explored depth first. The results are joined to one
decision diagram (`diagrams.py`). This runs inside the contained process, without the package rulewright.
"""

import ast
import json
import sys
from collections.abc import Callable, Sequence
from enum import EnumMeta
from math import prod
from operator import attrgetter
from time import monotonic
from types import NoneType
from typing import TYPE_CHECKING, Any, NamedTuple, cast

if TYPE_CHECKING or __package__:
    from rulewright.proof.contained.diagrams import Diagrams, TooLargeError, first_index, reachable
    from rulewright.proof.contained.segments import Module, NotUnderstoodError, Segment, segments
else:  # as top-level modules, in the contained process
    from diagrams import Diagrams, TooLargeError, first_index, reachable
    from segments import Module, NotUnderstoodError, Segment, segments

MOST_CHILDREN = 300_000
"""Most children of all nodes of a diagram together."""


Column = tuple[str, Sequence[Any]]
"""A parameter and its values."""


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
    of equal types share; it raises TypeError or RecursionError if no table can print the result. A cut where a value is
    not plain is avoided in the next attempt; each attempt may take `runs`, all together `seconds`.
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


class _NotPlainError(Exception):
    """A local name has a mutable or opaque value at this cut."""

    def __init__(self, cut: int) -> None:
        self.cut = cut


Path = tuple[tuple[int, int], ...]
"""Pairs of a parameter and the position of its value."""


Tree = int | tuple[int, list[Any]]
"""Either (parameter, a tree for each of its values), the number of an outcome, or an answer below 0.

`(2, [-1, (0, [-2, 5])])` reads parameter 2 first; for its second value it reads parameter 0, which has two values.
"""


RAISED = object()
"""Stands for the result of a run that raised an exception."""


class CutState(NamedTuple):
    """All that the rest of a function depends on at a cut.

    `values` are the values of the local names and `keys` their keys; `parameters` are those that were read and will be
    read again.
    """

    values: tuple[object, ...]
    keys: tuple[object, ...]
    parameters: Path


class Explored(NamedTuple):
    """The decision tree of one segment, and the states at its end; these hold only what the segment changes."""

    tree: Tree
    outcomes: list[CutState]


class _Tracer:
    """One attempt to trace a function.

    `levels` gives each parameter a level in the order of first reads. In one run of a segment, `positions` are the
    positions of the values of parameters, and `reads` the parameters that got their first value during the run.
    """

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
        """Explore each segment from each state that leads to it, and join the decisions."""
        layers: list[list[tuple[Explored, list[int]]]] = []
        states = [CutState((), (), ())]
        for segment in segments:
            explored: dict[object, Explored] = {}
            following: dict[object, tuple[int, CutState]] = {}
            layers.append([self._explore_from(segment, state, explored, following) for state in states])
            states = [state for _, state in following.values()]
        return self._joined(layers)

    def _explore_from(
        self,
        segment: Segment,
        state: CutState,
        explored: dict[object, Explored],
        following: dict[object, tuple[int, CutState]],
    ) -> tuple[Explored, list[int]]:
        """Explore a segment from a state, and return with it the number of the next state for each outcome.

        States that are equal in all that the segment uses share one exploration.
        """
        parameters = tuple(item for item in state.parameters if item[0] in segment.reads)
        key = tuple(state.keys[position] for position in segment.used), parameters
        if key not in explored:
            explored[key] = self._explore(segment, [state.values[position] for position in segment.used], parameters)
        numbers = []
        still_read = tuple([item for item in state.parameters if item[0] in segment.read_later])
        for outcome in explored[key].outcomes:
            sources = (state, outcome)  # indexed by `Source.is_new`
            values = tuple([sources[is_new].values[position] for is_new, position in segment.passed])
            keys = tuple([sources[is_new].keys[position] for is_new, position in segment.passed])
            all_read = tuple(sorted({*still_read, *outcome.parameters})) if outcome.parameters else still_read
            after = CutState(values, keys, all_read)
            # the number of an equal state, or the next free number
            numbers.append(following.setdefault((keys, after.parameters), (len(following), after))[0])
        return explored[key], numbers

    def _explore(self, segment: Segment, arguments: Sequence[object], parameters: Path) -> Explored:
        """Explore the decisions of a segment depth first: run, then take the next value of the parameter read last."""
        branches: list[tuple[int, list[Tree]]] = []
        outcomes: dict[object, tuple[int, CutState]] = {}
        while True:
            self.runs_left -= 1
            if self.runs_left < 0 or monotonic() > self.deadline:
                raise TooLargeError
            self.reads.clear()
            self.positions.clear()
            self.positions.update(parameters)
            # of each parameter read so far, take the first value that has no subtree yet
            self.positions.update((parameter, len(children)) for parameter, children in branches)
            try:
                returned, outcome = segment.run(*arguments)
            except BaseException:
                returned, outcome = True, RAISED
            for parameter in self.reads:
                branches.append((parameter, []))
                self.levels.setdefault(parameter, len(self.levels))
            tree: Tree = self._answer(outcome) if returned else self._outcome(segment, outcome, outcomes)
            while branches:  # add the tree to the last branch; a branch with all its values is a tree for the one above
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

    def _outcome(
        self, segment: Segment, values: tuple[object, ...], outcomes: dict[object, tuple[int, CutState]]
    ) -> Tree:
        """Return the number of the outcome of a run: the values of names, and parameters that are read again."""
        if not segment.cut:
            return self._answer(None)
        keys = tuple(map(plain_key, values))
        if None in keys:
            raise _NotPlainError(segment.cut)
        parameters = tuple(sorted(item for item in self.positions.items() if item[0] in segment.read_later))
        return outcomes.setdefault((keys, parameters), (len(outcomes), CutState(values, keys, parameters)))[0]

    def _joined(self, layers: Sequence[Sequence[tuple[Explored, Sequence[int]]]]) -> Tracing:
        """Join the trees of all segments to one diagram, from the last segment to the first."""
        diagrams = Diagrams(MOST_CHILDREN)
        next_roots: list[int] = []
        for layer in reversed(layers):
            converted: dict[object, int] = {}
            roots = []
            for explored, numbers in layer:
                targets = tuple(next_roots[number] for number in numbers)
                key = id(explored), targets
                if key not in converted:
                    converted[key] = self._add_tree(explored.tree, targets, diagrams)
                roots.append(converted[key])
            next_roots = roots
        return self._tracing(diagrams, next_roots[0])

    def _add_tree(self, tree: Tree, targets: Sequence[int], diagrams: Diagrams) -> int:
        """Add a tree to the diagram and return its root; outcome number n leads on to `targets[n]`."""
        if isinstance(tree, int):
            return targets[tree] if tree >= 0 else tree
        parameter, children = tree
        references = tuple([self._add_tree(child, targets, diagrams) for child in children])
        return diagrams.choice(self.levels[parameter], references)

    def _tracing(self, diagrams: Diagrams, root: int) -> Tracing:
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
