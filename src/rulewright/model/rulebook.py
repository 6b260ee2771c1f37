"""Rulebooks: the game as one PDF, and the same to be folded and stapled."""

from dataclasses import dataclass, field
from decimal import Decimal
from enum import Enum

from rulewright.findings import Span
from rulewright.model.paper import Millimetres, Paper
from rulewright.model.readers import Readers
from rulewright.model.text import Text
from rulewright.model.theme import STANDARD


@dataclass(frozen=True, slots=True)
class Booklet:
    """A rulebook laid out to be folded and stapled, two of its pages on one side of the paper.

    `creep` is by how much each sheet of paper that lies inside another pushes out its edge. `signature` is how many
    pages are folded into one another; all of them where it is None.
    """

    paper: Paper
    creep: Millimetres
    signature: int | None
    span: Span = field(compare=False)


class Chapters(Enum):
    """Which chapters begin a new page; by length, the long ones of a book whose chapters are not short."""

    BY_LENGTH = "by-length"
    NEW_PAGE = "new-page"
    RUN_ON = "run-on"


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The whole game as one PDF, to be read and printed; `font_size` is in points.

    Without `readers` it is for those of the game. `theme` is the id of one. On `facing` pages, left and right ones
    mirror each other.
    """

    id: str
    title: Text
    paper: Paper
    font_size: Decimal
    span: Span = field(compare=False)
    booklet: Booklet | None = None
    readers: Readers | None = None
    chapters: Chapters = Chapters.BY_LENGTH
    columns: int = 1
    facing: bool = False
    theme: str = STANDARD.id

    @property
    def file(self) -> str:
        """The name of the PDF."""
        return f"{self.id}.pdf"

    @property
    def booklet_file(self) -> str:
        """The name of the PDF to be folded; there must be a booklet."""
        assert self.booklet is not None
        return f"{self.id}-booklet-{self.booklet.paper.name.lower()}.pdf"
