"""Where a zone of a card is: distances from the edges, and sides, of which some follow from the others."""

from dataclasses import dataclass
from decimal import Decimal

from rulewright.model.edges import Edges
from rulewright.model.edges import Place as Reaching
from rulewright.model.paper import Millimetres, Size

ZERO = Decimal(0)


@dataclass(frozen=True, slots=True)
class Extent:
    """One direction: how far from the first edge, from the last, and how long; None where that follows."""

    before: Millimetres | None
    after: Millimetres | None
    length: Millimetres | None

    def along(self, side: Decimal) -> tuple[Decimal, Decimal]:
        """Where it begins and how long it is on a side of the card; at the first edge if only its length is known."""
        stated = (self.before, self.after, self.length)
        before, after, length = (None if each is None else each.value for each in stated)
        if length is None:
            before, after = before or ZERO, after or ZERO
            return before, side - before - after
        if before is None:
            before = ZERO if after is None else side - after - length
        return before, length


@dataclass(frozen=True, slots=True)
class Rectangle:
    """In millimetres from the upper left corner of the card."""

    left: Decimal
    top: Decimal
    width: Decimal
    height: Decimal

    @property
    def turned(self) -> "Rectangle":
        """The one around the same middle with its sides exchanged."""
        by = (self.width - self.height) / 2
        return Rectangle(self.left + by, self.top - by, self.height, self.width)

    def at_edges(self, size: Size) -> Reaching:
        """The rectangle with the edges of the card that it reaches."""
        right, bottom = self.left + self.width == size.width.value, self.top + self.height == size.height.value
        edges = Edges(top=self.top == 0, right=right, bottom=bottom, left=self.left == 0)
        return Reaching(Size(Millimetres(self.width), Millimetres(self.height)), edges)

    def over_edges(self, size: Size, bleed: Decimal) -> "Rectangle":
        """The rectangle, longer by the bleed wherever it reaches an edge of the card."""
        edges = self.at_edges(size).edges
        left, top, right, bottom = (bleed * there for there in (edges.left, edges.top, edges.right, edges.bottom))
        return Rectangle(self.left - left, self.top - top, self.width + left + right, self.height + top + bottom)


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a zone on a card of any size."""

    across: Extent
    down: Extent

    def on(self, size: Size) -> Rectangle:
        left, width = self.across.along(size.width.value)
        top, height = self.down.along(size.height.value)
        return Rectangle(left, top, width, height)
