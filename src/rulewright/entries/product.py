"""Products: the results of a build, and the files of each."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Generic, TypeVar

from rulewright.base.findings import Span
from rulewright.entries.card import Card
from rulewright.entries.fonts import Family
from rulewright.entries.requests import Request
from rulewright.entries.text import Text

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


LinkedBook = TypeVar("LinkedBook")
"""The type of books. A product cannot name it, because books contain games and games contain products."""


class Product(ABC, Generic[LinkedBook]):
    """A result of a build; `request` is the file that asks for it, if it needs one."""

    request: Request | None = None

    @property
    @abstractmethod
    def kind(self) -> str:
        """Its name in messages and findings, and in `kind:` of its file."""

    def texts(self) -> Iterator[Text]:
        """Yield its texts and references, whose links must have targets."""
        return iter(()) if self.request is None else self.request.texts()

    @abstractmethod
    def files(self, book: LinkedBook) -> Iterator[ProductFile]:
        """Yield the files that it makes, and what must be found when they are read back."""

    def separation(self) -> str:
        """Return a hint how to avoid the same paths as another product."""
        return "rename one of the two files"
