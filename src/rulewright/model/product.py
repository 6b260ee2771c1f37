"""Products: what is made of cards and rules, which files each has, and what these must show."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Generic, Protocol, TypeVar

from rulewright.findings import Span
from rulewright.model.card import Card
from rulewright.model.text import Text
from rulewright.model.theme import Family

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
