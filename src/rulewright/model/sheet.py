"""Sheets: cards laid out on paper, to be printed at home and cut out."""

from dataclasses import dataclass, field
from enum import Enum

from rulewright.findings import Span
from rulewright.model.paper import NO_LENGTH, Millimetres, Paper
from rulewright.model.text import Text
from rulewright.translation.messages import tell


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
    """What is printed beside the cards: crop marks, with a line of text and a ruler at the foot; or nothing."""

    CROP = "crop"
    NONE = "none"


HOW_TO_PRINT = {
    Sides.APART: "",
    Sides.FOLD: tell("cut out, then fold"),
    Sides.LONG_EDGE: tell("print on both sides, flip on the long edge"),
    Sides.SHORT_EDGE: tell("print on both sides, flip on the short edge"),
}
"""What the foot of a sheet and the list of downloads say of it."""
HOW_TO_BIND = tell("print on both sides, flip on the short edge, fold and staple")


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
    ground of the cards is printed beyond their edges. A sheet is `adjustable` where the tool chooses gap and margin;
    `at_edge` its cards reach as far as printers do, so the marks are in the margin and the foot is where there is room.
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
    marks: Marks = Marks.CROP
    adjustable: bool = False
    at_edge: bool = False

    def file(self, paper: Paper) -> str:
        """The name of the PDF for one paper, without its folder."""
        return f"{self.id}-{paper.name.lower()}.pdf"
