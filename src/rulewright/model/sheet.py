"""What is printed from cards and rules beside the cards themselves: sheets to cut, and rulebooks."""

from dataclasses import dataclass, field
from decimal import Decimal
from enum import Enum

from rulewright.diagnostics import Span
from rulewright.model.paper import NO_LENGTH, Millimetres, Paper
from rulewright.model.text import Text


@dataclass(frozen=True, slots=True)
class Copies:
    """A card as often as a sheet shows it."""

    card: Text
    number: int


class Sides(Enum):
    """Where the back of a card goes: beside the others as a card of its own, over a fold, or behind its front.

    The edges are those along which a printer turns the paper over, by the names that its settings have.
    """

    APART = "apart"
    FOLD = "fold"
    LONG_EDGE = "long-edge"
    SHORT_EDGE = "short-edge"

    @property
    def duplex(self) -> bool:
        return self in (Sides.LONG_EDGE, Sides.SHORT_EDGE)


class Marks(Enum):
    """What is printed beside the cards: marks at their corners with a foot to the page, or nothing."""

    CORNERS = "corners"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Gap:
    """The gutters: what lies between two cards side by side, and between two one above the other."""

    across: Millimetres
    down: Millimetres

    @property
    def narrower(self) -> Millimetres:
        return min(self.across, self.down, key=lambda each: each.value)


NO_GAP = Gap(NO_LENGTH, NO_LENGTH)


@dataclass(frozen=True, slots=True)
class Grid:
    """So many cards on every page, no more and no fewer."""

    columns: int
    rows: int

    @property
    def cells(self) -> int:
        return self.columns * self.rows

    def __str__(self) -> str:
        return f"{self.columns} × {self.rows}"


@dataclass(frozen=True, slots=True)
class Sheet:
    """Cards to be printed and cut at home, in this order: one PDF for each paper.

    `margin` is the edge of the paper that printers cannot reach. `theme` is the id of the one that stands in for those
    of the cards, or empty. `back` is what stands behind cards that have no back of their own. `bleed` is how far the
    ground of the cards is printed beyond their edges.
    """

    id: str
    title: Text
    papers: tuple[Paper, ...]
    cards: tuple[Copies, ...]
    margin: Millimetres
    gap: Gap
    span: Span = field(compare=False)
    theme: str = ""
    sides: Sides = Sides.APART
    back: Text | None = None
    grid: Grid | None = None
    bleed: Millimetres = NO_LENGTH
    marks: Marks = Marks.CORNERS

    def file(self, paper: Paper) -> str:
        """The name of the PDF for one paper, without its folder."""
        return f"{self.id}-{paper.name.lower()}.pdf"


@dataclass(frozen=True, slots=True)
class Booklet:
    """A rulebook laid out to be folded and stapled, two of its pages on one side of the paper.

    `creep` is by how much each sheet of paper that lies inside another pushes out its edge. `section` is how many
    pages are folded into one another; all of them where it is None.
    """

    paper: Paper
    creep: Millimetres
    section: int | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The whole game as one PDF, to be read and printed; `type_size` is in points."""

    id: str
    title: Text
    paper: Paper
    type_size: Decimal
    span: Span = field(compare=False)
    booklet: Booklet | None = None

    @property
    def file(self) -> str:
        """The name of the PDF."""
        return f"{self.id}.pdf"

    @property
    def booklet_file(self) -> str:
        """The name of the PDF to be folded; there must be a booklet."""
        assert self.booklet is not None
        return f"{self.id}-booklet-{self.booklet.paper.name.lower()}.pdf"
