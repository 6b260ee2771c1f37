"""The parts of a product: the request for it, the files that it makes, and the plans to make them."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from rulewright.base.findings import Findings, Span
from rulewright.book.book import Book
from rulewright.entries.card import Card
from rulewright.entries.card_files import CardFile
from rulewright.entries.fonts import MARK_FONT
from rulewright.entries.names import slug
from rulewright.entries.product import CARD_STYLE, SMALLEST_ON_CARDS, Offer, PrintedPdf, Product
from rulewright.entries.requests import Request, Surroundings

if TYPE_CHECKING:
    from rulewright.outputs.products.run import OutputFile, PrintRun


Finished = Mapping[str, bytes]
"""Files by their paths below build/GAME."""
Wish = Callable[[str], bool]
"""A function that returns whether the file at a path is wanted."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan to make some files as soon as the files that they `need` are finished.

    Of files that it `mentions`, the result says only that they exist, and their look or length. Several processes share
    the `outputs` of all plans that are ready. `here` makes files in this process, at least those that are wished. A
    plan that names the files that it `makes` is skipped if none of them is wanted.
    """

    needs: frozenset[str] = frozenset()
    outputs: "Callable[[Finished], Iterable[OutputFile]]" = lambda _: ()
    here: Callable[[Finished, Wish], Finished] = lambda *_: {}
    mentions: frozenset[str] = frozenset()
    makes: frozenset[str] = frozenset()


class Buildable(Product[Book]):
    """A product that a build makes. To add one, implement these methods and add it to PRODUCTS."""

    @abstractmethod
    def plans(self, run: "PrintRun") -> Iterator[Plan]:
        """Yield the plans by which its files are made."""


R = TypeVar("R", bound=Request)


@dataclass(frozen=True, slots=True)
class FileKind(Generic[R]):
    """A kind of file that asks for a product: the class that reads it, and the product."""

    request: type[R]
    product: Callable[[R], Buildable]

    @property
    def word(self) -> str:
        return self.request.kind

    def products(
        self, files: Iterable[CardFile], surroundings: Surroundings, findings: Findings
    ) -> Iterator[Buildable]:
        for name, tree in files:
            what = f"{self.word} {name!r}"
            request = self.request.read(tree, what, findings, surroundings, id=slug(name))
            if request.is_complete:
                yield self.product(request)


@dataclass(frozen=True, slots=True)
class ForEveryGame:
    """A product that every game has. No file asks for it."""

    product: Buildable
    word: str = ""

    def products(self, *_: Any) -> Iterator[Buildable]:
        yield self.product


class RequestedProduct(Buildable):
    """A product that a file asks for."""

    request: Request

    @property
    def kind(self) -> str:
        return self.request.kind


class ProductOfCards(RequestedProduct):
    """A product with files of the chosen cards, named after them."""

    def separation(self) -> str:
        return "list in each of the two files only its own cards, as in cards: [first-card]"


def card_print(
    card: Card,
    book: Book,
    *,
    path: str,
    name: str,
    about: str,
    span: Span,
    offer: Offer | None = None,
    smallest: Decimal = SMALLEST_ON_CARDS,
    tagged: bool = True,
) -> PrintedPdf:
    """Return the printed PDF of a single card in its own theme."""
    families = (*book.themes[card.theme].families, MARK_FONT)
    return PrintedPdf(
        path=path,
        span=span,
        offer=offer,
        name=name,
        about=about,
        smallest=smallest,
        stylesheet=CARD_STYLE,
        card=card,
        families=families,
        tagged=tagged,
    )
