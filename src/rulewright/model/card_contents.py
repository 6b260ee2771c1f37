"""What of a game stands on a card: its tables, its words, the titles of its blocks."""

from collections.abc import Iterator, Mapping

from rulewright.model.book import Book, citation_target, items_below, links_of_table
from rulewright.model.card import Block, Card, Heading
from rulewright.model.game import Reference, Rule
from rulewright.model.item import Item
from rulewright.model.ruling_signs import LINK
from rulewright.model.table import Table
from rulewright.model.text import Link, Text


def tables_on(card: Card, book: Book) -> Iterator[Table]:
    """The tables of a card in the order in which they print."""
    return (table for block in card.all_blocks() for table in tables_in(block, book))


def tables_in(block: Block, book: Book) -> Iterator[Table]:
    """The tables of a block, those on its bullets included; of one in parts each part."""
    for name in (*block.shown.tables, *(item.table for item in _items(block, book))):
        if (target := book.target_of(name)) is not None:
            table = book.tables[citation_target(target).id]
            yield from (table.in_part(part) for part in block.shown.parts or (None,))


def texts_on(card: Card, book: Book) -> Iterator[Text]:
    """What a card says outside its tables: its footer, headings, bullets, notes and captions."""
    if isinstance(card.footer, Text):
        yield card.footer
    for block in card.all_blocks():
        for text in block.shown.texts:
            words = title_of(text, book) if isinstance(text, Heading) else text
            if words is not None:
                yield words
        captioned = (book.target_of(name) for name in block.shown.figures if name in block.shown.texts)
        yield from (text for each in captioned if each is not None for text in book.figures[each.id].words())
        yield from (book.ruling_signs.printed(item) for item in _items(block, book))


def prints_ruling(card: Card, book: Book) -> bool:
    """Whether a card prints the sign of rulings in its bullets, notes or cells, which its legend must explain.

    Below a table that is a ruling as a whole, the sign has its meaning beside it.
    """
    if not book.ruling_signs:
        return False
    marked = any(link == LINK or book.ruling_signs.concern(link) for link in links_on(card, book))
    return marked or any(book.ruling_signs.signs_in(table) for table in tables_on(card, book))


def links_on(card: Card, book: Book) -> Iterator[Link]:
    """Every link in the words of a card and of its tables."""
    yield from (link for text in texts_on(card, book) for link in text.links)
    yield from (link for table in tables_on(card, book) for link in links_of_table(table))


def titles_on(card: Card, book: Book) -> Iterator[Text]:
    """What the blocks of a card are called, whether that is printed or not."""
    headings = (block.shown.heading for block in card.all_blocks())
    titles = (title_of(heading, book) for heading in headings if heading is not None)
    return (title for title in titles if title is not None)


def title_of(heading: Heading, book: Book) -> Text | None:
    """The words of a heading; None where it has none, or names nothing."""
    target = book.target_of(heading.reference)
    if heading.own is not None or target is None:
        return heading.own
    things: Mapping[str, Mapping[str, Rule | Table | Reference]] = {
        "rule": book.rules,
        "table": book.tables,
        "reference": book.references,
    }
    return things[target.kind][target.id].title


def items_on(card: Card, book: Book) -> Iterator[Item]:
    """The bullets of a card, and those below them."""
    return (item for block in card.all_blocks() for item in _items(block, book))


def _items(block: Block, book: Book) -> Iterator[Item]:
    yield from items_below(block.shown.bullets)
    for name in block.shown.references:
        if (target := book.target_of(name)) is not None:
            yield from items_below(book.references[target.id].items)
