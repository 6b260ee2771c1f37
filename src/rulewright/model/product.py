"""Products: the results of a build, the files of each, and the requests in the files of cards/GAME/."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from enum import Enum
from typing import Generic, Protocol, TypeVar

from rulewright.entries.fonts import Family
from rulewright.entries.paper import NO_LENGTH, Millimetres, Paper
from rulewright.entries.text import Link, Text
from rulewright.entries.themes import STANDARD
from rulewright.findings import Span
from rulewright.model.card import Card
from rulewright.translation.messages import tell

CARD_STYLE, SHEET_STYLE, BOOK_STYLE = "card/card.css", "sheet/sheet.css", "rulebook/rulebook.css"
"""The style sheet template of each kind of print."""
SMALLEST_ON_CARDS, SMALLEST_IN_BOOKS = Decimal(6), Decimal(7)
"""The smallest readable font size in points. Relatively smaller text shrinks to this size and no further."""

Label = tuple[Text | str, ...]
"""Words for a reader: texts of the source and plain strings."""


@dataclass(frozen=True, slots=True)
class Offer:
    """The entry for a file in the downloads of the web pages. `heading` prints once before files that belong together.

    A file without a heading must be a PDF, because its pages are counted. A file about a single card of a `deck` is
    offered on the page of the deck, other files on the overview.
    """

    label: Label
    note: str = ""
    heading: Label = ()
    deck: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProductFile:
    """A file by its path below build/GAME, with the place in the source that asks for it.

    `*` in a path stands for names that are not known until the files are made.
    """

    path: str
    span: Span = field(compare=False)
    offer: Offer | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedPdf(ProductFile):
    """A PDF that is read back and checked. `name` is its name in messages, `about` the prefix of its finding ids.

    A `sheet` contains finished cards, or a booklet finished pages. PDFs for a press are not `tagged`. Its fonts are
    those of the template `stylesheet` and the `families` of its theme. The cards on a sheet are checked in their own
    PDFs, unless the sheet is `themed` and prints them differently.
    """

    name: str
    about: str
    smallest: Decimal
    stylesheet: str
    card: Card | None = None
    sheet: bool = False
    families: tuple[Family, ...] = ()
    themed: bool = False
    tagged: bool = True

    @property
    def for_press(self) -> bool:
        """Whether it is a single card for a press."""
        return self.card is not None and not self.tagged and not self.sheet

    @property
    def is_book(self) -> bool:
        """Whether each page is checked separately. The texts of a card may be on any of its pages."""
        return self.card is None and self.tagged and not self.sheet


@dataclass(frozen=True, slots=True, kw_only=True)
class HtmlPage(ProductFile):
    """A web page whose tables are read back and checked, together with those of all pages with the same `about`.

    It shows a `card`, possibly as a `chart`, or else the rules.
    """

    name: str
    about: str
    card: Card | None = None
    chart: bool = False


class Requested(Protocol):
    """A request in a file of cards/GAME/: the values of its keys. Its id is the name of the file."""

    @property
    def id(self) -> str: ...
    @property
    def title(self) -> Text: ...
    @property
    def span(self) -> Span: ...


LinkedBook = TypeVar("LinkedBook")
"""The type of books. A product cannot name it, because books contain games and games contain products."""


class Product(ABC, Generic[LinkedBook]):
    """A result of a build; `request` is the file that asks for it, if it needs one."""

    request: Requested | None = None

    @property
    @abstractmethod
    def kind(self) -> str:
        """Its name in messages and findings, and in `kind:` of its file."""

    @abstractmethod
    def texts(self) -> Iterator[Text | None]:
        """Yield its texts and references, whose links must have targets."""

    @abstractmethod
    def files(self, book: LinkedBook) -> Iterator[ProductFile]:
        """Yield the files that it makes, and what must be found when they are read back."""

    def separation(self) -> str:
        """Return a hint how to avoid the same paths as another product."""
        return "rename one of the two files"


# The readers of a book

T = TypeVar("T")


class Readers(Enum):
    """The readers of a book. Editors also see proofs, open questions and the rules code (the apparatus)."""

    PLAYERS = "players"
    EDITORS = "editors"

    def part(self, value: T) -> T | None:
        """Return a part of the apparatus, or None for players."""
        return value if self is Readers.EDITORS else None

    def parts(self, values: Iterable[T]) -> tuple[T, ...]:
        """Return parts of the apparatus, or () for players."""
        return tuple(values) if self is Readers.EDITORS else ()


READERS = tuple(each.value for each in Readers)
"""The values of `readers`, the default first."""


# Rulebooks


@dataclass(frozen=True, slots=True)
class Booklet:
    """A rulebook to fold and staple, with two pages on each side of the paper.

    `creep` is the distance by which each inner sheet of a fold pushes out. `signature` is the number of pages folded
    together; None means all.
    """

    paper: Paper
    creep: Millimetres
    signature: int | None
    span: Span = field(compare=False)


class Chapters(Enum):
    """Which chapters begin a new page. BY_LENGTH: the long chapters of a book whose chapters are mostly long."""

    BY_LENGTH = "by-length"
    NEW_PAGE = "new-page"
    RUN_ON = "run-on"


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The whole game as one PDF for reading and printing; `font_size` is in points.

    Without `readers` it is for the readers of the game. `theme` is the id of a theme. `facing` pages mirror each other
    left and right.
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
    theme: str = STANDARD

    @property
    def file(self) -> str:
        return f"{self.id}.pdf"

    @property
    def booklet_file(self) -> str:
        """The file name of the booklet PDF. There must be a booklet."""
        assert self.booklet is not None
        return f"{self.id}-booklet-{self.booklet.paper.name.lower()}.pdf"


# Sheets


@dataclass(frozen=True, slots=True)
class Copies:
    card: Text
    number: int


class Sides(Enum):
    """Where the back of a card prints: beside other cards, next to its front to fold, or on the back of the paper.

    LONG_EDGE and SHORT_EDGE are the printer settings for the edge along which the paper is turned.
    """

    APART = "apart"
    FOLD = "fold"
    LONG_EDGE = "long-edge"
    SHORT_EDGE = "short-edge"

    @property
    def duplex(self) -> bool:
        return self in (Sides.LONG_EDGE, Sides.SHORT_EDGE)


class Marks(Enum):
    """What prints beside the cards: crop marks, a line of text and a ruler, or nothing."""

    CROP = "crop"
    NONE = "none"


HOW_TO_PRINT = {
    Sides.APART: "",
    Sides.FOLD: tell("cut out, then fold"),
    Sides.LONG_EDGE: tell("print on both sides, flip on the long edge"),
    Sides.SHORT_EDGE: tell("print on both sides, flip on the short edge"),
}
"""The instructions at the foot of a sheet and in the list of downloads."""
HOW_TO_BIND = tell("print on both sides, flip on the short edge, fold and staple")


@dataclass(frozen=True, slots=True)
class Gap:
    """The gutters: the space between cards side by side, and between cards one above the other."""

    across: Millimetres
    down: Millimetres

    @property
    def narrower(self) -> Millimetres:
        return min(self.across, self.down, key=lambda each: each.value)


NO_GAP = Gap(NO_LENGTH, NO_LENGTH)


@dataclass(frozen=True, slots=True)
class Grid:
    """The exact number of columns and rows of cards on every page."""

    columns: int
    rows: int

    @property
    def cells(self) -> int:
        return self.columns * self.rows

    def __str__(self) -> str:
        return f"{self.columns} × {self.rows}"


@dataclass(frozen=True, slots=True)
class Sheet:
    """Cards for printing and cutting at home, in this order: one PDF for each paper.

    `margin` is the edge of the paper that printers cannot reach. `theme` is the id of a theme that replaces the cards'
    own, or "". `back` is the back of cards without one. `bleed` is the width of background printed beyond the edges of
    cards. If `adjustable`, the tool chooses gap and margin. With `at_edge` the cards reach as far as printers do, so
    crop marks are in the margin and the foot is wherever there is room.
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
        return f"{self.id}-{paper.name.lower()}.pdf"


# Files for print shops


class Standard(Enum):
    """A PDF/X standard, by its name in WeasyPrint."""

    X1A = "pdf/x-1a"
    X3 = "pdf/x-3"
    X4 = "pdf/x-4"

    @property
    def flat(self) -> bool:
        """Whether transparency is forbidden."""
        return self is not Standard.X4

    @property
    def embeds_profile(self) -> bool:
        """Whether the PDF must contain the profile of the press, and not just the name of its printing condition."""
        return self is Standard.X4

    def __str__(self) -> str:
        return self.value.upper()


@dataclass(frozen=True, slots=True)
class Profile:
    """An ICC profile of a press with four inks; the name is its file name."""

    name: str
    icc: bytes


@dataclass(frozen=True, slots=True)
class DieLine:
    """The line along which a die cuts out a card, in a spot colour that is not printed. `radius` is for the corners."""

    ink: str
    radius: Millimetres


@dataclass(frozen=True, slots=True)
class Gang:
    """The press sheet on which all cards print together."""

    paper: Paper
    margin: Millimetres
    gap: Millimetres
    sides: Sides


@dataclass(frozen=True, slots=True)
class Press:
    """Cards for a print shop: one PDF for each card, or all on the paper of a `gang`.

    `condition` is the registered name of a printing condition, a key of CONDITIONS. Without `cards` all cards are
    meant. `marks` are crop marks. `copies` are the cards that a gang prints several times.
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
        """Return the chosen cards as a sheet. Its margin has room for the marks, but does not contain them."""
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
"""Printing conditions by their names in the registry of the International Color Consortium."""
REGISTRY = "http://www.color.org"


# Cards for online tables


@dataclass(frozen=True, slots=True)
class Online:
    """Cards for online tables: card images in several `widths` (pixels), deck images and charts.

    Without `cards` all cards are meant. `address` is the URL of the folder where the images will be published, or "".
    """

    id: str
    title: Text
    cards: tuple[Text, ...]
    widths: tuple[int, ...]
    span: Span = field(compare=False)
    address: str = ""
