"""What a print shop is given: cards with ground beyond their edge, in printing inks, as a standard of exchange asks."""

from dataclasses import dataclass, field
from enum import Enum

from rulewright.diagnostics import Span
from rulewright.model.paper import Millimetres
from rulewright.model.text import Text


class Standard(Enum):
    """A kind of PDF/X, by WeasyPrint's name for it."""

    X1A = "pdf/x-1a"
    X3 = "pdf/x-3"
    X4 = "pdf/x-4"

    @property
    def flat(self) -> bool:
        """Whether nothing may be transparent."""
        return self is not Standard.X4

    @property
    def embeds_profile(self) -> bool:
        """Whether the profile of the press has to be within the file, and not just the name of its condition."""
        return self is Standard.X4

    def __str__(self) -> str:
        return self.value.upper()


@dataclass(frozen=True, slots=True)
class Profile:
    """An ICC profile of a press for four inks; the name is that of its file."""

    name: str
    icc: bytes


@dataclass(frozen=True, slots=True)
class Press:
    """Cards for a print shop, each a PDF of its own.

    `condition` is the registered name of the inks and paper that are meant, a key of CONDITIONS. Without cards all
    are meant. `marks` are crop marks.
    """

    id: str
    title: Text
    cards: tuple[Text, ...]
    bleed: Millimetres
    marks: bool
    standard: Standard
    condition: str
    profile: Profile | None
    span: Span = field(compare=False)


CONDITIONS = {
    "FOGRA39": "Offset, coated paper, ISO 12647-2:2004",
    "FOGRA47": "Offset, uncoated white paper, ISO 12647-2:2004",
    "FOGRA51": "Offset, premium coated paper, ISO 12647-2:2013",
    "FOGRA52": "Offset, wood-free uncoated paper, ISO 12647-2:2013",
    "CGATS TR 001": "Web offset, SWOP",
    "CGATS TR 006": "Offset, coated paper, GRACoL 2006",
    "JC200103": "Offset, coated paper, Japan Color 2001",
}
"""Printing conditions by the names that the registry of the International Color Consortium gives them."""
REGISTRY = "http://www.color.org"
