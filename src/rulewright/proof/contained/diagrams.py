"""Decision diagrams of the results of a function: a result for every combination of its arguments.

A node branches by the value of one axis (a parameter). Axes come in the same order on every path; the *level* of an
axis is its position in that order. An axis that does not matter is skipped, and equal nodes are shared. A *reference*
(the root, or a child of a node) is the number of a node or, below 0, an answer: -1 is the first answer, -2 the second.

For example, `min(a, 1)` for `a` from 0 to 2, with the answers 0 and 1, is the node `(0, (-1, -2, -2))`.
"""

from collections.abc import Iterator, Sequence

DiagramNode = tuple[int, tuple[int, ...]]
"""The level of an axis, and a reference for each of its values."""


class TooLargeError(Exception):
    """The diagram would have more nodes than allowed."""


class Diagrams:
    """A store of diagram nodes (level, children), where equal nodes are one node.

    All nodes may have at most `most` children in total; otherwise TooLargeError.
    """

    def __init__(self, most: int) -> None:
        self.children_left = most
        self.nodes: list[DiagramNode] = []
        self._numbers: dict[DiagramNode, int] = {}
        self._choices: dict[DiagramNode, int] = {}

    def node(self, level: int, children: tuple[int, ...]) -> int:
        """Return a node whose axis is above all axes of its children; if the children are equal, the child itself."""
        if children.count(children[0]) == len(children):
            return children[0]
        key = level, children
        if key not in self._numbers:
            self._count_children(len(children))
            self._numbers[key] = len(self.nodes)
            self.nodes.append(key)
        return self._numbers[key]

    def choice(self, level: int, children: tuple[int, ...]) -> int:
        """Return a node like `node`, but the children may have axes above this one: level 1 with a child of level 0.

        Then it branches by the highest axis of the children (`top`) first, and by `level` below that.
        """
        top = min((self.nodes[child][0] for child in children if child >= 0), default=level)
        if top >= level:
            below = (self._branch(child, level, value) for value, child in enumerate(children))
            return self.node(level, tuple(below))
        key = level, children
        if key not in self._choices:
            self._count_children(len(children))
            # all nodes of a level have as many children as the axis has values
            size = next(len(self.nodes[child][1]) for child in children if child >= 0 and self.nodes[child][0] == top)
            parts = (tuple(self._branch(child, top, value) for child in children) for value in range(size))
            self._choices[key] = self.node(top, tuple(self.choice(level, part) for part in parts))
        return self._choices[key]

    def _count_children(self, count: int) -> None:
        self.children_left -= count
        if self.children_left < 0:
            raise TooLargeError

    def _branch(self, child: int, level: int, value: int) -> int:
        """Return the subdiagram of a child for one value of the axis at `level`."""
        if child >= 0 and self.nodes[child][0] == level:
            return self.nodes[child][1][value]
        return child


def first_index(
    nodes: Sequence[tuple[int, Sequence[int]]], root: int, strides: Sequence[int], answers: Sequence[bool]
) -> int | None:
    """Return the lowest number of a combination whose answer is marked in `answers`; None if there is none.

    `strides` are the row-major strides of the axes, by level.
    """
    lowest: list[int | None] = []

    def first_below(child: int) -> int | None:
        if child >= 0:
            return lowest[child]
        return 0 if answers[-1 - child] else None

    for level, children in nodes:  # a node comes after its children
        lows = ((value, first_below(child)) for value, child in enumerate(children))
        lowest.append(min((value * strides[level] + low for value, low in lows if low is not None), default=None))
    return first_below(root)


def reachable(nodes: Sequence[tuple[int, Sequence[int]]], root: int) -> Iterator[int]:
    """Yield the nodes that the root leads to, each after its children."""
    reached = {root}
    for number in reversed(range(len(nodes))):
        if number in reached:
            reached.update(nodes[number][1])
    return (number for number in range(len(nodes)) if number in reached)
