"""The parts of a product: the file that asks for it, the files that it makes, and the plans to make them."""

import re
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar

from rulewright.decode.card_files import CardFile, Surroundings
from rulewright.entries.entry import EntryReader, Kind
from rulewright.entries.fonts import MARK_FONT
from rulewright.entries.lazy import LazyEntry, key
from rulewright.entries.names import slug
from rulewright.entries.roles import ONE_VALUE, TITLE, either, file_kind, one_or_list, reference
from rulewright.entries.text import Text
from rulewright.findings import Findings, Span
from rulewright.model.book import Book
from rulewright.model.card import Card
from rulewright.model.product import CARD_STYLE, SMALLEST_ON_CARDS, Offer, PrintedPdf, Product, Requested
from rulewright.source.nodes import Scalar, Sequence

if TYPE_CHECKING:
    from rulewright.products.run import OutputFile, PrintRun


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


class GameProduct(Buildable):
    """A product that every game has. No file asks for it, so it has no keys."""

    def texts(self) -> Iterator[Text | None]:
        return iter(())


class ProductEntry(LazyEntry):
    """A file of cards/GAME/ that asks for a product."""

    word: ClassVar[str]
    """The value of `kind:` in the file."""
    parts: ClassVar[tuple[type[LazyEntry], ...]] = ()
    """The entry classes that only this file uses."""
    title = key(TITLE, "What it is called where the web pages offer it", "title: For the table", required=True)

    def __init_subclass__(cls, word: str) -> None:
        cls.word = word
        kind = file_kind(word)
        kind.name = "kind"
        cls.declared = {"kind": kind} | cls.declared
        super().__init_subclass__()


E = TypeVar("E", bound=ProductEntry)
R = TypeVar("R", bound=Requested)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class FileKind(Generic[E, R]):
    """A kind of file that asks for a product. `read` takes the id, which is the name of the file."""

    entry: type[E]
    read: Callable[[str, E, Surroundings], R]
    product: Callable[[R], Buildable]

    @property
    def word(self) -> str:
        return self.entry.word

    def products(
        self, files: Iterable[CardFile], surroundings: Surroundings, findings: Findings
    ) -> Iterator[Buildable]:
        for name, tree in files:
            entry = self.entry(tree, f"{self.word} {name!r}", findings)
            yield self.product(self.read(slug(name), entry, surroundings))


@dataclass(frozen=True, slots=True)
class ForEveryGame:
    """A product that every game has."""

    product: GameProduct
    word: str = ""

    def products(self, *_: Any) -> Iterator[Buildable]:
        yield self.product


# Kinds of value that several products have

WIDTH = re.compile(r"[0-9]{1,5}")
NARROWEST, WIDEST = 100, 8192
"""The limits of a width in pixels: text needs the first to be readable, graphics cards allow the second."""


def refuse_empty(entry: EntryReader, name: str, hint: str) -> None:
    """Report an empty list as an error."""
    value = entry.node_at(name)
    if isinstance(value, Sequence) and not value.items:
        entry.report("missing-key", value.span, f"{entry.what} has nothing under {name!r}", hint)


def distinct(entry: EntryReader, name: str, hint: str, read: Callable[[Scalar], tuple[str, T] | None]) -> tuple[T, ...]:
    """Read the distinct values of a non-empty list; `read` returns a value with its name, or None on an error."""
    refuse_empty(entry, name, hint)
    values: dict[str, T] = {}
    for written in entry.scalars_at(name):
        named = read(written)
        if named and named[0] in values:
            entry.report("bad-value", written.span, f"{named[0]} is given twice", "remove one")
        elif named:
            values[named[0]] = named[1]
    return tuple(values.values())


def _chosen_cards(entry: EntryReader, name: str) -> tuple[Text, ...]:
    """Return the listed cards; an empty tuple if the key is absent, which means all cards."""

    def read(card: Scalar) -> tuple[str, Text]:
        return f"the card {card.value!r}", reference(card, "card")

    return distinct(entry, name, f"leave {name!r} out to take all of them", read)


CHOSEN_CARDS = Kind("the name of a card, or a list of them", _chosen_cards, one_or_list(ONE_VALUE))


def _widths(entry: EntryReader, name: str) -> tuple[int, ...]:
    def read(written: Scalar) -> tuple[str, int] | None:
        width = int(written.value) if WIDTH.fullmatch(written.value) else 0
        if NARROWEST <= width <= WIDEST:
            return f"the width {width}", width
        hint = f"write a number of pixels, {NARROWEST} to {WIDEST}, without a unit"
        entry.report("bad-value", written.span, f"{written.value!r} is not a width of a picture", hint)
        return None

    return distinct(entry, name, f"write it in pixels: {name}: 1920", read)


WIDTHS = Kind(
    f"a number of pixels from {NARROWEST} to {WIDEST}, or a list of them",
    _widths,
    one_or_list(either({"type": "integer", "minimum": NARROWEST, "maximum": WIDEST}, {"type": "string"})),
)


# Products that make other files of finished cards


class RequestOfCards(Requested, Protocol):
    """A request that may list its cards; without a list it means all cards."""

    @property
    def cards(self) -> tuple[Text, ...]: ...


class ProductOfCards(Buildable):
    """A product with files of the chosen cards, named after them."""

    request: RequestOfCards

    def texts(self) -> Iterator[Text | None]:
        yield from (self.request.title, *self.request.cards)

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
