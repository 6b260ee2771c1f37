"""Rectangles on a page, and placements of cards."""

from dataclasses import dataclass, replace
from decimal import Decimal


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on a page; a line if it has no width or no height."""

    left: Decimal
    top: Decimal
    right: Decimal
    bottom: Decimal

    @property
    def width(self) -> Decimal:
        return self.right - self.left

    @property
    def height(self) -> Decimal:
        return self.bottom - self.top

    @property
    def mirrored(self) -> "Box":
        """Across and down exchanged."""
        return Box(self.top, self.left, self.bottom, self.right)

    def moved(self, across: Decimal, down: Decimal) -> "Box":
        return Box(self.left + across, self.top + down, self.right + across, self.bottom + down)

    def grown(self, by: Decimal) -> "Box":
        """By so much on every side."""
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def rotated(self, width: Decimal) -> "Box":
        """The box after something so wide is turned by 90° anticlockwise."""
        return Box(self.top, width - self.right, self.bottom, width - self.left)


@dataclass(frozen=True, slots=True)
class Placement:
    """A page of a card, counted from 0, in its place.

    `turn` is in degrees anticlockwise: 0, 90, 180 or 270. `shown` is the rectangle in which it shows, with its bleed.
    """

    card: str
    page: int
    box: Box
    turn: int
    shown: Box

    def moved(self, across: Decimal, down: Decimal) -> "Placement":
        return replace(self, box=self.box.moved(across, down), shown=self.shown.moved(across, down))

    def rotated(self, width: Decimal) -> "Placement":
        """The placement after its piece, so wide, is turned by 90° anticlockwise."""
        turn = (self.turn + 90) % 360
        return replace(self, box=self.box.rotated(width), turn=turn, shown=self.shown.rotated(width))
