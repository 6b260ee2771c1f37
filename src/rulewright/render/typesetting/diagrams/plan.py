"""Where the places of a map are on its drawing, in millimetres."""

import math
from collections.abc import Iterable, Iterator
from functools import cached_property

from rulewright.model.figure import Counter, Diagram, Ground, Hexes, Place, Point, cut

LARGEST, WIDEST, NARROWEST = {Hexes: 8.4, Ground: 11.0}, 108.0, 24.0
"""Millimetres of a unit of the grid, and of a whole map; a narrower drawing has no room for a legend."""
SQUARE = 13.0
MARGIN = 0.6
COUNTER = 1.16
"""The side of a counter, as a share of the radius of a cell."""


class Plan:
    """A map as large as its cells ask for, or as wide as its author says."""

    def __init__(self, diagram: Diagram, width: float | None) -> None:
        self.diagram, self.grid = diagram, diagram.grid
        points = list(self._extent())
        self.left, self.top = (min(each[at] for each in points) for at in (0, 1))
        across, down = (max(each[at] for each in points) - low for at, low in ((0, self.left), (1, self.top)))
        largest = LARGEST.get(type(self.grid), SQUARE) if width is None else math.inf
        self.scale = min(largest, ((width or WIDEST) - 2 * MARGIN) / across)
        self.wide = max(across * self.scale + 2 * MARGIN, NARROWEST)
        self.high = down * self.scale + 2 * MARGIN
        self.radius = self.scale * (self.grid.across / 2 if diagram.cells else 1)

    def _extent(self) -> Iterator[Point]:
        if self.free:
            yield from (self.diagram.area.first, self.diagram.area.last)
        yield from (corner for cell in self.diagram.cells for corner in self.grid.corners(cell))

    @property
    def free(self) -> bool:
        """Whether the map has no cells."""
        return isinstance(self.grid, Ground)

    def on(self, points: Iterable[Point]) -> list[Point]:
        """Points of the map on the drawing."""
        return [((x - self.left) * self.scale + MARGIN, (y - self.top) * self.scale + MARGIN) for x, y in points]

    def at(self, place: Place) -> Point:
        """The middle of a cell, or a point of free ground."""
        return self.on([self.grid.centre(place)])[0]

    def on_ground(self, corners: list[Point]) -> list[Point]:
        """As much of a shape as is on the map."""
        return self.on(cut(corners, self.diagram.area.last))

    @cached_property
    def frame(self) -> list[Point]:
        """The corners of free ground."""
        right, bottom = self.diagram.area.last
        return self.on([(0, 0), (right, 0), (right, bottom), (0, bottom)])

    def side(self, counter: Counter) -> float:
        """That of a counter, or of a base."""
        return counter.size * self.scale if self.free else COUNTER * self.radius
