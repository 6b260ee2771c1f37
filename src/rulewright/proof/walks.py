"""A table compared with a diagram of the code's answers, without listing the combinations.

A walk goes down the levels of the diagram. Where it stands is a node and what the keys so far leave of the table: the
boxes that they lie in. Two ways to the same place go on as one, and each place counts the combinations that lead there.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import and_
from typing import Generic, TypeVar

from rulewright.model.answers import axes_in_order
from rulewright.model.keyset import Box, KeySet
from rulewright.model.table import Axis, Table
from rulewright.proof.comparison import same_value
from rulewright.proof.diagrams import Diagram
from rulewright.proof.results import Value

MOST_PLACES = 50_000
"""Places on one level; a walk with more would take longer than the combinations one by one."""

Left = TypeVar("Left", bound=Hashable)


class AnyAnswer:
    """Stands for the expected answer where any will do."""


ANY = AnyAnswer()


class WalkedTable(ABC, Generic[Left]):
    """A table as a walk sees it. The bits of a mask are boxes; `surely` are those that no later axis limits."""

    @abstractmethod
    def start(self, boxes: int, surely: int) -> Left:
        """What is left of the table before the first axis."""

    @abstractmethod
    def go(self, left: Left, inside: int, surely: int) -> Left:
        """What is left after a key that lies in the boxes `inside`."""

    @abstractmethod
    def owner(self, left: Left) -> int:
        """The owner of the combinations that end here, for counting."""

    @abstractmethod
    def expected(self, left: Left) -> "Value | AnyAnswer":
        """The answer that the table expects of the code here."""


@dataclass(frozen=True, slots=True)
class Walk:
    """How many combinations each owner has; `wrong` are the keys of one where print and code disagree, if any."""

    counts: Mapping[int, int]
    wrong: Mapping[str, int] | None = None


@dataclass(slots=True)
class _Place:
    """How many combinations lead here, and the plainest way: the place before it, and the position of the key.

    The plainest counterexample meets the fewest conditions, so that it shows which of them is wrong.
    """

    count: int = 0
    before: "_Place | None" = None
    position: int = 0
    conditions: int = 0


@dataclass(slots=True)
class _Walker(Generic[Left]):
    table: WalkedTable[Left]
    diagram: Diagram
    axes: Sequence[Axis]
    keys: Sequence[Sequence[int]]
    boxes: Sequence[Mapping[str, KeySet]]
    order: list[int] = field(init=False)
    inside: list[list[int]] = field(init=False)
    surely: list[int] = field(init=False)

    def __post_init__(self) -> None:
        rest = [axis for axis in range(len(self.axes)) if axis not in self.diagram.axes]
        self.order = [*self.diagram.axes, *rest]
        self.inside = [self._inside(axis) for axis in self.order]
        whole = (1 << len(self.boxes)) - 1
        self.surely = [whole]
        for masks in reversed(self.inside):
            self.surely.append(reduce(and_, masks, self.surely[-1]))
        self.surely.reverse()

    def _inside(self, axis: int) -> list[int]:
        """For each key of an axis the boxes that it lies in."""
        name = self.axes[axis].name
        numbered = [(1 << at, box[name]) for at, box in enumerate(self.boxes)]
        return [sum(bit for bit, keys in numbered if key in keys) for key in self.keys[axis]]

    def walk(self) -> Walk | None:
        start = self.table.start((1 << len(self.boxes)) - 1, self.surely[0])
        places = {(self.diagram.root, start): _Place(1)}
        for level, masks in enumerate(self.inside):
            places = self._next(places, level, masks)
            if len(places) > MOST_PLACES:
                return None
        if wrong := [place for (at, left), place in places.items() if not self._agrees(at, left)]:
            return Walk({}, self._keys_of(min(wrong, key=lambda place: place.conditions)))
        counts: Counter[int] = Counter()
        for (_, left), place in places.items():
            counts[self.table.owner(left)] += place.count
        return Walk(counts)

    def _agrees(self, at: int, left: Left) -> bool:
        expected = self.table.expected(left)
        return isinstance(expected, AnyAnswer) or same_value(expected, self.diagram.answers[-1 - at])

    def _next(
        self, places: Mapping[tuple[int, Left], _Place], level: int, masks: Sequence[int]
    ) -> dict[tuple[int, Left], _Place]:
        following: dict[tuple[int, Left], _Place] = {}
        surely, nodes, go = self.surely[level + 1], self.diagram.nodes, self.table.go
        always = reduce(and_, masks)
        keys = [(position, mask, (mask & ~always).bit_count()) for position, mask in enumerate(masks)]
        for (at, left), place in places.items():
            branches = at >= 0 and nodes[at][0] == level
            children = nodes[at][1] if branches else ()
            for position, mask, conditions in keys:
                key = (children[position] if branches else at), go(left, mask, surely)
                met = place.conditions + conditions
                if (known := following.get(key)) is None:
                    following[key] = _Place(place.count, place, position, met)
                    continue
                known.count += place.count
                if met < known.conditions:
                    known.before, known.position, known.conditions = place, position, met
        return following

    def _keys_of(self, place: _Place) -> Mapping[str, int]:
        positions: list[int] = []
        while place.before is not None:
            positions.append(place.position)
            place = place.before
        at = dict(zip(self.order, reversed(positions), strict=True))
        return {axis.name: self.keys[number][at[number]] for number, axis in enumerate(self.axes)}


def walk(
    walked: WalkedTable[Left], table: Table, boxes: Sequence[Box], order: Sequence[str], diagram: Diagram
) -> Walk | None:
    """A walk over all combinations, whose axes have this order; None where it would take too long."""
    axes, keys = axes_in_order(table, order)
    named = [{axis.name: part for axis, part in zip(table.axes, box, strict=True)} for box in boxes]
    return _Walker(walked, diagram, axes, keys, named).walk()
