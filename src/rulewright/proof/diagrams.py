"""All results of a function as a decision diagram, which late reading (`late/`) answers in place of the results."""

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

from rulewright.proof.results import Codes, Results, Value, decode_value

Node = tuple[int, tuple[int, ...]]
"""The level of an axis, and for each of its values the next node or an answer, below 0."""


@dataclass(frozen=True, slots=True)
class Diagram:
    """`sizes` are those of all axes in row-major order; `axes` are the ones that matter, by their level."""

    sizes: tuple[int, ...]
    axes: tuple[int, ...]
    nodes: tuple[Node, ...]
    root: int
    answers: tuple[Value, ...]

    def results(self) -> Results:
        """The result for every combination, in row-major order."""
        return Results(_Expansion(self).codes(), self.answers)


def decode_diagram(wire: Mapping[str, Any], sizes: Sequence[int]) -> Diagram:
    """A diagram that the worker sent; LookupError, TypeError or ValueError if it is malformed."""
    nodes = tuple((int(level), tuple(map(int, children))) for level, children in wire["nodes"])
    axes, answers = tuple(map(int, wire["axes"])), tuple(map(decode_value, wire["answers"]))
    diagram = Diagram(tuple(sizes), axes, nodes, int(wire["root"]), answers)
    if len(set(axes)) < len(axes) or not {*range(len(sizes))}.issuperset(axes) or not _well_formed(diagram):
        raise ValueError(wire)
    return diagram


def _well_formed(diagram: Diagram) -> bool:
    """Whether every node has a child for each value, further down or an answer, and comes after it."""
    levels = [level for level, _ in diagram.nodes]

    def leads_on(at: int, above: int, before: int) -> bool:
        return -len(diagram.answers) <= at < 0 or (0 <= at < before and levels[at] > above)

    return leads_on(diagram.root, -1, len(levels)) and all(
        len(children) == diagram.sizes[diagram.axes[level]] and all(leads_on(each, level, at) for each in children)
        for at, (level, children) in enumerate(diagram.nodes)
    )


class _Expansion:
    """The codes of the answers below each node, over all axes from a level on, in row-major order of these."""

    def __init__(self, diagram: Diagram) -> None:
        self.diagram = diagram
        rest = [axis for axis in range(len(diagram.sizes)) if axis not in diagram.axes]
        self.axes = (*diagram.axes, *rest)
        self.code = "B" if len(diagram.answers) <= 256 else "I"
        self.below: dict[tuple[int, int], bytes] = {}

    def codes(self) -> Codes:
        return array(self.code, self._expand(self.diagram.root, 0))

    def _expand(self, at: int, level: int) -> bytes:
        if level == len(self.axes):
            return array(self.code, [-1 - at]).tobytes()
        if (at, level) not in self.below:
            here = at >= 0 and self.diagram.nodes[at][0] == level
            children = self.diagram.nodes[at][1] if here else (at,) * self.diagram.sizes[self.axes[level]]
            self.below[at, level] = self._join([self._expand(child, level + 1) for child in children], level)
        return self.below[at, level]

    def _join(self, parts: Sequence[bytes], level: int) -> bytes:
        """The parts for the values of an axis as one; some of the axes below it come before it in the order."""
        axis, sizes = self.axes[level], self.diagram.sizes
        inner = len(parts[0]) // prod(sizes[below] for below in self.axes[level + 1 :] if below < axis)
        outer, count = len(parts[0]) // inner, len(parts)
        if inner >= outer:
            starts = range(0, len(parts[0]), inner)
            return b"".join([part[start : start + inner] for start in starts for part in parts])
        joined = bytearray(len(parts[0]) * count)
        for value, part in enumerate(parts):
            for at in range(inner):
                joined[value * inner + at :: count * inner] = part[at::inner]
        return bytes(joined)
