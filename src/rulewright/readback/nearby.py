"""Finds what lies near a box on a page, without comparing everything with everything."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Generic, Protocol, TypeVar

from rulewright.readback.page import Box

SIDE = 36
"""Points of the side of a square; squares divide the page."""
MOST_SQUARES = 2_000
"""A box that touches more squares, larger than any sheet, is compared with everything."""


class Boxed(Protocol):
    """What has a place on the page."""

    @property
    def box(self) -> Box: ...


Thing = TypeVar("Thing", bound=Boxed)


class Nearby(Generic[Thing]):
    """Things by the squares they touch."""

    def __init__(self, things: Sequence[Thing]) -> None:
        self.things = things
        self.squares: dict[tuple[int, int], list[Thing]] = {}
        self.large = [thing for thing in things if _is_large(thing.box)]
        for thing in things:
            for square in () if _is_large(thing.box) else _squares(thing.box):
                self.squares.setdefault(square, []).append(thing)

    def to(self, box: Box) -> list[Thing]:
        """All things that overlap a box."""
        found: Iterable[Thing] = self.things
        if not _is_large(box):
            near = (thing for square in _squares(box) for thing in self.squares.get(square, ()))
            found = {id(thing): thing for thing in chain(near, self.large)}.values()
        return [thing for thing in found if overlap(thing.box, box) is not None]


def overlap(one: Box, other: Box) -> Box | None:
    """What two boxes have in common; a line may have no width."""
    left, bottom = max(one[0], other[0]), max(one[1], other[1])
    right, top = min(one[2], other[2]), min(one[3], other[3])
    return (left, bottom, right, top) if left <= right and bottom <= top else None


def _is_large(box: Box) -> bool:
    return (box[2] - box[0] + SIDE) * (box[3] - box[1] + SIDE) > MOST_SQUARES * SIDE * SIDE


def _squares(box: Box) -> Iterator[tuple[int, int]]:
    left, bottom, right, top = (int(side // SIDE) for side in box)
    return ((x, y) for x in range(left, right + 1) for y in range(bottom, top + 1))
