"""What a print shop is given: cards with ground beyond their edge, in printing inks, as a standard of exchange asks."""

from dataclasses import dataclass, field
from enum import Enum

from rulewright.findings import Span
from rulewright.model.card import Card
from rulewright.model.paper import Millimetres, Paper
from rulewright.model.sheet import Copies, Gap, Marks, Sheet, Sides
from rulewright.model.text import Link, Text


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
class DieLine:
    """The line along which a die cuts a card out, in a spot colour that has a plate and no ink.

    `radius` is that of the corners.
    """

    ink: str
    radius: Millimetres


@dataclass(frozen=True, slots=True)
class Gang:
    """The paper of a press on which all cards lie together."""

    paper: Paper
    margin: Millimetres
    gap: Millimetres
    sides: Sides


@dataclass(frozen=True, slots=True)
class Press:
    """Cards for a print shop, each a PDF of its own, or all on the paper of a `gang`.

    `condition` is the registered name of the inks and paper that are meant, a key of CONDITIONS. Without cards all
    are meant. `marks` are crop marks; `copies` are the cards of which a gang has more than one.
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
    copies: tuple[Copies, ...] = ()
    gang: Gang | None = None
    die_line: DieLine | None = None

    def sheet(self, cards: tuple[Card, ...]) -> Sheet:
        """The chosen cards as a sheet. Its margin has room for the marks, which are no part of it."""
        assert self.gang is not None
        gang, gap = self.gang, Gap(self.gang.gap, self.gang.gap)
        numbers = {each.card.name: each.number for each in self.copies}
        copies = (Copies(_named(card, self.span), numbers.get(card.id, 1)) for card in cards)
        return Sheet(
            self.id,
            self.title,
            (gang.paper,),
            tuple(copies),
            gang.margin,
            gap,
            self.span,
            sides=gang.sides,
            bleed=self.bleed,
            marks=Marks.NONE,
        )


def _named(card: Card, span: Span) -> Text:
    target = f"card:{card.id}"
    return Text(f"[[{target}]]", (Link(target, "", span),), span)


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
