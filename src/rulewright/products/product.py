"""What every product consists of: the file that asks for it, what it makes of that, and when its files can be made."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from rulewright.decode.card_files import CardFile, Surroundings, kind_key
from rulewright.findings import Findings
from rulewright.language.entry import Entry, key
from rulewright.language.kinds import TITLE
from rulewright.model.book import Book
from rulewright.model.names import slug
from rulewright.model.product import Product
from rulewright.model.text import Text

if TYPE_CHECKING:
    from rulewright.products.run import OutputFile, PrintRun

Finished = Mapping[str, bytes]
"""Files by their paths below build/GAME."""
Wish = Callable[[str], bool]
"""Whether the file at a path is asked for."""


def _no_outputs(_: Finished) -> "Iterable[OutputFile]":
    return ()


def _no_files(_: Finished, __: Wish) -> Finished:
    return {}


@dataclass(frozen=True, slots=True)
class Plan:
    """How some files are made, as soon as those that they `need` are finished.

    Of the files that it `mentions` it only says that they are there, and how they look or how long they are.
    Several processes share the `outputs` of all plans that are ready; `here` makes files at once, in this process, at
    least those that are wished.
    A plan that names the files that it `makes` is left out where nobody wants one of them.
    """

    needs: frozenset[str] = frozenset()
    outputs: "Callable[[Finished], Iterable[OutputFile]]" = _no_outputs
    here: Callable[[Finished, Wish], Finished] = _no_files
    mentions: frozenset[str] = frozenset()
    makes: frozenset[str] = frozenset()


class Buildable(Product[Book]):
    """A product that a build makes. Whoever adds one writes these methods, and a line in PRODUCTS."""

    @abstractmethod
    def plans(self, run: "PrintRun") -> Iterator[Plan]:
        """How its files are made."""


class GameProduct(Buildable):
    """A product of all that a game has: no file asks for it, so it has no words of its own."""

    def texts(self) -> Iterator[Text | None]:
        return iter(())


class ProductEntry(Entry):
    """A file of cards/GAME/ that asks for a product."""

    word: ClassVar[str]
    """What `kind:` says in it."""
    parts: ClassVar[tuple[type[Entry], ...]] = ()
    """The entries that only this file has."""
    title = key(TITLE, "What it is called where the web pages offer it", "title: For the table", required=True)

    def __init_subclass__(cls, word: str) -> None:
        cls.word = word
        kind = kind_key(word)
        kind.name = "kind"
        cls.declared = {"kind": kind} | cls.declared
        super().__init_subclass__()


E = TypeVar("E", bound=ProductEntry)


@dataclass(frozen=True, slots=True)
class FileKind(Generic[E]):
    """Products that files ask for: one product a file. `read` is given the id, which is the name of the file."""

    entry: type[E]
    read: Callable[[str, E, Surroundings], Buildable]

    @property
    def word(self) -> str:
        return self.entry.word

    def products(self, files: Iterable[CardFile], surroundings: Surroundings, faults: Findings) -> Iterator[Buildable]:
        for name, tree in files:
            yield self.read(slug(name), self.entry(tree, f"{self.word} {name!r}", faults), surroundings)


@dataclass(frozen=True, slots=True)
class ForEveryGame:
    """A product that every game has."""

    product: GameProduct
    word: str = ""

    def products(self, *_: Any) -> Iterator[Buildable]:
        yield self.product
