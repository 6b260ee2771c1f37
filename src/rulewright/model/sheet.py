"""What is printed from cards and rules beside the cards themselves: sheets to cut, and rulebooks."""

from dataclasses import dataclass, field
from decimal import Decimal

from rulewright.diagnostics import Span
from rulewright.model.paper import Millimetres, Paper
from rulewright.model.text import Text


@dataclass(frozen=True, slots=True)
class Copies:
    """A card as often as a sheet shows it."""

    card: Text
    number: int


@dataclass(frozen=True, slots=True)
class Sheet:
    """Cards to be printed and cut at home, in this order: one PDF for each paper.

    `margin` is the edge of the paper that printers cannot reach; `gap` lies between two cards. `theme` is the id of
    the one that stands in for those of the cards, or empty.
    """

    id: str
    title: Text
    papers: tuple[Paper, ...]
    cards: tuple[Copies, ...]
    margin: Millimetres
    gap: Millimetres
    span: Span = field(compare=False)
    theme: str = ""

    def file(self, paper: Paper) -> str:
        """The name of the PDF for one paper, without its folder."""
        return f"{self.id}-{paper.name.lower()}.pdf"


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The whole game as one PDF, to be read and printed; `type_size` is in points."""

    id: str
    title: Text
    paper: Paper
    type_size: Decimal
    span: Span = field(compare=False)

    @property
    def file(self) -> str:
        """The name of the PDF."""
        return f"{self.id}.pdf"
