"""Decision diagrams: an answer for every combination of some axes, as nodes that are shared where answers are.

A node branches by the value of one axis; on the way down axes come in one order, and one that does not matter is left
out. An answer is a reference below zero.
"""

from collections.abc import Iterator, Sequence


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
