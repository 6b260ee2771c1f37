"""What was printed, and what has to stand on it: the PDFs among the outputs of a game, and its web pages."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fnmatch import filter as matching
from itertools import groupby
from operator import attrgetter

from rulewright.model.book import Book, items_below
from rulewright.model.card import Band, Bullets, Card, Image, Legend, Note, TableBlock
from rulewright.model.game import Item
from rulewright.model.product import Page, Print, ProductFile
from rulewright.model.table import Table
from rulewright.model.text import Text


def prints(book: Book, files: Mapping[str, bytes]) -> Iterator[Print]:
    """The PDFs of a game that are there."""
    return (file for file in _files(book) if isinstance(file, Print) and file.path in files)


@dataclass(frozen=True, slots=True)
class WebPages:
    """Pages that are read together: those of one `card`, or its `chart`, or the rules."""

    name: str
    about: str
    files: Mapping[str, bytes]
    card: Card | None = None
    chart: bool = False


def web_pages(book: Book, files: Mapping[str, bytes]) -> Iterator[WebPages]:
    """The pages of the web folder, and the charts, that are there; each belongs to the first entry that names it."""
    rest = {path: data for path, data in files.items() if path.endswith(".html")}
    pages = (file for file in _files(book) if isinstance(file, Page))
    for about, group in groupby(pages, key=attrgetter("about")):
        together = list(group)
        paths = [path for page in together for path in matching(rest, page.path)]
        own = {path: rest.pop(path) for path in paths}
        yield WebPages(together[0].name, about, own, together[0].card, together[0].chart)


def _files(book: Book) -> Iterator[ProductFile]:
    return (file for product in book.products for file in product.files(book))


def tables_on(card: Card, book: Book) -> Iterator[Table]:
    """The tables of a card in the order in which they print."""
    for block in card.all_blocks():
        if isinstance(block, TableBlock):
            yield from _named(block.table, book)
        elif isinstance(block, Bullets):
            for item in _items(block, book):
                yield from _named(item.table, book)


def tables_of_rules(book: Book) -> Iterator[Table]:
    """Those that stand with a rule, on the web."""
    return (table for table in book.game.tables if book.rule_of(table.rule) is not None)


def tables_of_references(book: Book) -> Iterator[Table]:
    """Those on the bullets of all quick references."""
    for reference in book.game.references:
        for item in items_below(reference.items):
            yield from _named(item.table, book)


def texts_on(card: Card, book: Book) -> Iterator[Text]:
    """What a card says outside its tables: the titles of its bands, its bullets and notes, and its foot."""
    found: list[Text | None] = [card.foot] if isinstance(card.foot, Text) else []
    for block in card.all_blocks():
        match block:
            case Bullets():
                found += [item.text for item in _items(block, book)]
            case Band():
                rule = book.rule_of(block.rule)
                found += [block.title or (rule.title if rule else None), block.note]
            case Note():
                found += [block.title, block.text]
            case Image():
                found.append(block.caption)
            case Legend():
                found.append(block.title)
    return (text for text in found if text is not None)


def _items(block: Bullets, book: Book) -> Iterator[Item]:
    target = book.target_of(block.reference)
    return items_below(book.references[target.id].items) if target else iter(())


def _named(text: Text | None, book: Book) -> Iterator[Table]:
    target = book.target_of(text)
    if target is not None:
        yield book.tables[target.id]
