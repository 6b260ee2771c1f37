"""Products: what is made of cards and rules, which files each has, and what the files of cards/GAME/ ask for."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from enum import Enum
from typing import Generic, Protocol, TypeVar

from rulewright.findings import Span
from rulewright.model.card import Card
from rulewright.model.paper import NO_LENGTH, Millimetres, Paper
from rulewright.model.text import Link, Text
from rulewright.model.theme import STANDARD, Family
from rulewright.translation.messages import tell

CARD_STYLE, SHEET_STYLE, BOOK_STYLE = "card/card.css", "sheet/sheet.css", "rulebook/rulebook.css"
"""The template with the style sheet of each kind of print."""
SMALLEST_ON_CARDS, SMALLEST_IN_BOOKS = Decimal(6), Decimal(7)
"""Points below which type is hard to read: what is set smaller than the rest shrinks to this and no further."""

Label = tuple[Text | str, ...]
"""Words for a reader: texts of the source with plain words between them."""


@dataclass(frozen=True, slots=True)
class Offer:
    """How the web pages offer a file; `heading` stands once before files that belong together.

    A file without a heading is a PDF: its pages are counted. A file of any other kind needs a heading. What is about a
    single card of a `deck` is offered on its page, and else on the overview.
    """

    label: Label
    note: str = ""
    heading: Label = ()
    deck: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProductFile:
    """A file by its path below build/GAME, and its place in the source.

    In a path `*` stands for names that are known only when the files are made.
    """

    path: str
    span: Span = field(compare=False)
    offer: Offer | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedPdf(ProductFile):
    """A PDF that is read back: what messages call it, and what the ids of its findings begin with.

    A sheet holds finished cards, or a booklet finished pages. What is for a press is not tagged.
    `stylesheet` is the template that brings its fonts, beside the `families` of its theme. The cards on a sheet are
    read on their own, unless they are printed again for a sheet that is `themed`.
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
        """Whether it is a card for a press, by itself."""
        return self.card is not None and not self.tagged and not self.sheet

    @property
    def is_book(self) -> bool:
        """Whether its pages are read by themselves; a card must show its texts on any of its pages."""
        return self.card is None and self.tagged and not self.sheet


@dataclass(frozen=True, slots=True, kw_only=True)
class HtmlPage(ProductFile):
    """A web page whose tables are read back, together with those of all pages that are `about` the same.

    It shows a `card`, perhaps as a `chart`, or else the rules.
    """

    name: str
    about: str
    card: Card | None = None
    chart: bool = False


class Requested(Protocol):
    """What a file of cards/GAME/ asks for: the values of its keys. Its id is the name of the file."""

    @property
    def id(self) -> str: ...
    @property
    def title(self) -> Text: ...
    @property
    def span(self) -> Span: ...


LinkedBook = TypeVar("LinkedBook")
"""Books hold games, and games hold products: so a product leaves open what a book is."""


class Product(ABC, Generic[LinkedBook]):
    """Something that is made of cards and rules; `request` is the file that asks for it, if it takes one."""

    request: Requested | None = None

    @property
    @abstractmethod
    def kind(self) -> str:
        """What it is called in messages and findings, and by `kind:` in its file."""

    @abstractmethod
    def texts(self) -> Iterator[Text | None]:
        """Its texts and links, which must lead somewhere."""

    @abstractmethod
    def files(self, book: LinkedBook) -> Iterator[ProductFile]:
        """The files that it makes, and what reading them back must find."""

    def separation(self) -> str:
        """How an author keeps its files from having the same paths as those of another product."""
        return "rename one of the two files"


# Whom a book is for

T = TypeVar("T")


class Readers(Enum):
    """Editors also see the apparatus: how far tables are proved, what the sources leave open, and the rules code."""

    PLAYERS = "players"
    EDITORS = "editors"

    def part(self, value: T) -> T | None:
        """A part of the apparatus; None for players."""
        return value if self is Readers.EDITORS else None

    def parts(self, values: Iterable[T]) -> tuple[T, ...]:
        """Parts of the apparatus; none for players."""
        return tuple(values) if self is Readers.EDITORS else ()


READERS = tuple(each.value for each in Readers)
"""The words for them; the first is the default."""


# Rulebooks


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


# Sheets


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


# What a print shop is given


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


# Cards for online tables


@dataclass(frozen=True, slots=True)
class Online:
    """Cards for online tables: pictures of each of several `widths` in pixels, decks and charts; without cards all.

    `address` is that of the folder in which the pictures will be on the web, or empty.
    """

    id: str
    title: Text
    cards: tuple[Text, ...]
    widths: tuple[int, ...]
    span: Span = field(compare=False)
    address: str = ""
