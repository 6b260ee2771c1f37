"""Lengths, paper formats, the edges of cards and the zones on them."""

from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True, slots=True)
class Millimetres:
    value: Decimal

    def __str__(self) -> str:
        return f"{self.value}mm"


NO_LENGTH = Millimetres(Decimal(0))


@dataclass(frozen=True, slots=True)
class Size:
    """The size of a card after trimming."""

    width: Millimetres
    height: Millimetres

    @property
    def turned(self) -> "Size":
        return Size(self.height, self.width)


@dataclass(frozen=True, slots=True)
class Share:
    """A percentage of the available width."""

    per_cent: Decimal

    def __str__(self) -> str:
        return f"{self.per_cent}%"


@dataclass(frozen=True, slots=True)
class Paper:
    name: str
    size: Size

    @property
    def turned(self) -> "Paper":
        return Paper(self.name, self.size.turned)

    @property
    def landscape(self) -> bool:
        return self.size.width.value > self.size.height.value

    def is_half_of(self, paper: "Paper") -> bool:
        """Whether two pages of this format side by side fill a sheet of `paper`, to within a millimetre."""
        narrow, high = self.size.width.value, self.size.height.value
        wide, low = paper.size.height.value, paper.size.width.value
        return 0 <= wide - 2 * narrow <= 1 and high == low

    def is_whole(self, size: Size) -> bool:
        """Whether a card of this size fills the sheet in either orientation, so that it is printed but not cut."""
        return size in (self.size, self.size.turned)


A4 = Paper("A4", Size(Millimetres(Decimal(210)), Millimetres(Decimal(297))))
A5 = Paper("A5", Size(Millimetres(Decimal(148)), Millimetres(Decimal(210))))
LETTER = Paper("Letter", Size(Millimetres(Decimal("215.9")), Millimetres(Decimal("279.4"))))

HALF_LETTER = Paper("half-letter", Size(Millimetres(Decimal("139.7")), Millimetres(Decimal("215.9"))))

PAPERS = (A4, LETTER)
"""The papers for sheets of cards."""
BOOK_PAPERS = (A4, A5, LETTER, HALF_LETTER)
"""The papers for rulebooks, the default first."""

CUT_MARGIN, PAPER_MARGIN = Millimetres(Decimal("2.2")), Millimetres(Decimal(5))
"""The margin of a card that is cut out, and of a card that fills a sheet. Few printers reach the edge of a sheet."""


def is_home_paper(size: Size) -> bool:
    """Whether a card of this size fills a sheet of paper."""
    return any(paper.is_whole(size) for paper in PAPERS)


# Pictures that reach the edge of a card. Inside the cut they are the same in every file. The bleed is a mirror image of
# the picture, as print shops make it, unless the picture includes its own bleed.


@dataclass(frozen=True, slots=True)
class Edges:
    """The edges of a card that something touches."""

    top: bool = False
    right: bool = False
    bottom: bool = False
    left: bool = False

    @property
    def across(self) -> bool:
        return self.left and self.right

    @property
    def all_around(self) -> bool:
        return self.across and self.top and self.bottom

    @property
    def named(self) -> dict[str, bool]:
        return {"top": self.top, "right": self.right, "bottom": self.bottom, "left": self.left}


ALL_EDGES = Edges(top=True, right=True, bottom=True, left=True)


@dataclass(frozen=True, slots=True)
class PictureArea:
    """The area of a picture: its size, and the edges of the card that it touches."""

    size: Size
    edges: Edges

    def dots(self, width: float, height: float) -> float:
        """Return how many pixels of a picture span the area, if the picture covers it without distortion."""
        return min(width, height * float(self.size.width.value) / float(self.size.height.value))


# The place of a zone on a card: distances from the edges, and lengths

ZERO = Decimal(0)


@dataclass(frozen=True, slots=True)
class Extent:
    """The place of a zone in one direction: distances from both edges, and a length.

    None means it follows from the others.
    """

    before: Millimetres | None
    after: Millimetres | None
    length: Millimetres | None

    def along(self, side: Decimal) -> tuple[Decimal, Decimal]:
        """Return the start and the length on a side of the card. A zone with only a length begins at the first edge."""
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
    """A rectangle in millimetres from the upper left corner of the card."""

    left: Decimal
    top: Decimal
    width: Decimal
    height: Decimal

    @property
    def turned(self) -> "Rectangle":
        """The rectangle turned by 90° around its centre."""
        by = (self.width - self.height) / 2
        return Rectangle(self.left + by, self.top - by, self.height, self.width)

    def at_edges(self, size: Size) -> PictureArea:
        """Return the size of the rectangle with the edges of the card that it touches."""
        right, bottom = self.left + self.width == size.width.value, self.top + self.height == size.height.value
        edges = Edges(top=self.top == 0, right=right, bottom=bottom, left=self.left == 0)
        return PictureArea(Size(Millimetres(self.width), Millimetres(self.height)), edges)

    def over_edges(self, size: Size, bleed: Decimal) -> "Rectangle":
        """Return the rectangle, extended by the bleed at each edge of the card that it touches."""
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
