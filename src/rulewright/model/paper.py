"""Lengths, sizes and formats of paper."""

from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True, slots=True)
class Millimetres:
    """A length in millimetres."""

    value: Decimal

    def __str__(self) -> str:
        return f"{self.value}mm"


NO_LENGTH = Millimetres(Decimal(0))


@dataclass(frozen=True, slots=True)
class Size:
    """A trimmed card."""

    width: Millimetres
    height: Millimetres

    @property
    def turned(self) -> "Size":
        return Size(self.height, self.width)


@dataclass(frozen=True, slots=True)
class Share:
    """A part of the width that there is, in per cent."""

    per_cent: Decimal

    def __str__(self) -> str:
        return f"{self.per_cent}%"


@dataclass(frozen=True, slots=True)
class Margins:
    """What a card keeps free between its edge and its frame."""

    top: Millimetres
    right: Millimetres
    bottom: Millimetres
    left: Millimetres

    @classmethod
    def around(cls, width: Millimetres) -> "Margins":
        return cls(width, width, width, width)


@dataclass(frozen=True, slots=True)
class Paper:
    """A format of paper."""

    name: str
    size: Size

    @property
    def turned(self) -> "Paper":
        return Paper(self.name, self.size.turned)

    @property
    def landscape(self) -> bool:
        return self.size.width.value > self.size.height.value

    def is_half_of(self, paper: "Paper") -> bool:
        """Whether two pages of this lie side by side on a sheet of the paper and fill it, to half a millimetre."""
        narrow, high = self.size.width.value, self.size.height.value
        wide, low = paper.size.height.value, paper.size.width.value
        return 0 <= wide - 2 * narrow <= 1 and high == low

    def is_whole(self, size: Size) -> bool:
        """Whether a card of this size is a sheet of the paper by itself, either way up: it is printed and not cut."""
        return size in (self.size, self.size.turned)


A4 = Paper("A4", Size(Millimetres(Decimal(210)), Millimetres(Decimal(297))))
A5 = Paper("A5", Size(Millimetres(Decimal(148)), Millimetres(Decimal(210))))
LETTER = Paper("Letter", Size(Millimetres(Decimal("215.9")), Millimetres(Decimal("279.4"))))

HALF_LETTER = Paper("half-letter", Size(Millimetres(Decimal("139.7")), Millimetres(Decimal("215.9"))))

PAPERS = (A4, LETTER)
"""What sheets of cards are printed on."""
BOOK_PAPERS = (A4, A5, LETTER, HALF_LETTER)
"""What a rulebook is printed on, the usual one first."""

CUT_MARGIN, PAPER_MARGIN = Millimetres(Decimal("2.2")), Millimetres(Decimal(5))
"""From the edge to the frame: of a card that is cut out, and of a whole sheet, to whose edge few printers reach."""


def is_home_paper(size: Size) -> bool:
    """Whether a card of this size is a sheet of paper by itself."""
    return any(paper.is_whole(size) for paper in PAPERS)
