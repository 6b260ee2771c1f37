"""The contents of a card (tables, words, block titles), and the entries that no card shows."""

from collections.abc import Iterator
from dataclasses import replace

from rulewright.base.memo import memoised
from rulewright.book.book import Book, Outline, citation_target
from rulewright.book.owners import links_of_table
from rulewright.entries.block import Block, Heading
from rulewright.entries.blocks.contents import Legend
from rulewright.entries.card import Card
from rulewright.entries.errata import RULING_LINK
from rulewright.entries.references import Bullet, all_bullets
from rulewright.entries.rules import Part
from rulewright.entries.table import Table
from rulewright.entries.text import Link, Target, Text


def tables_on(card: Card, book: Book) -> Iterator[Table]:
    return (table for block in card.all_blocks() for table in tables_in(block, book))


def tables_in(block: Block, book: Book) -> Iterator[Table]:
    """Yield the tables of a block and of its bullets. A table that prints in parts is yielded once for each part."""
    for name in (*block.shown.tables, *(item.table for item in _items(block, book))):
        if (target := book.target_of(name)) is not None:
            table = book.tables[citation_target(target).id]
            yield from (table.in_part(part) for part in block.shown.parts or (None,))


def texts_on(card: Card, book: Book) -> Iterator[Text]:
    """Yield the texts of a card outside its tables: footer, headings, bullets, notes and captions."""
    if isinstance(card.footer, Text):
        yield card.footer
    for block in card.all_blocks():
        for text in block.shown.texts:
            words = title_of(text, book) if isinstance(text, Heading) else text
            if words is not None:
                yield words
        captioned = (book.target_of(name) for name in block.shown.figures if name in block.shown.texts)
        yield from (text for each in captioned if each is not None for text in book.figures[each.id].prose())
        yield from (book.ruling_signs.printed(item) for item in _items(block, book))


def prints_ruling(card: Card, book: Book) -> bool:
    """Whether a card prints the ruling sign in its bullets, notes or cells, so that its legend must explain the sign.

    A table that is a ruling as a whole does not count, because the meaning prints below the table.
    """
    if not book.ruling_signs:
        return False
    marked = any(link == RULING_LINK or book.ruling_signs.concern(link) for link in links_on(card, book))
    return marked or any(book.ruling_signs.signs_in(table) for table in tables_on(card, book))


def links_on(card: Card, book: Book) -> Iterator[Link]:
    yield from (link for text in texts_on(card, book) for link in text.links)
    yield from (link for table in tables_on(card, book) for link in links_of_table(table))


def titles_on(card: Card, book: Book) -> Iterator[Text]:
    """Yield the titles of the blocks of a card, printed or not."""
    headings = (block.shown.heading for block in card.all_blocks())
    titles = (title_of(heading, book) for heading in headings if heading is not None)
    return (title for title in titles if title is not None)


def title_of(heading: Heading, book: Book) -> Text | None:
    """Return the words of a heading: its own, or the title of the entry that it names. None if it names no entry."""
    target = book.target_of(heading.reference)
    if heading.own is not None or target is None:
        return heading.own
    return book.title(target)


def items_on(card: Card, book: Book) -> Iterator[Bullet]:
    return (item for block in card.all_blocks() for item in _items(block, book))


def _items(block: Block, book: Book) -> Iterator[Bullet]:
    yield from all_bullets(block.shown.bullets)
    for name in block.shown.references:
        if (target := book.target_of(name)) is not None:
            yield from all_bullets(book.references[target.id].items)


def not_on_cards(book: Book) -> Iterator[Target]:
    """Yield the rules, tables, quick references and terms that no card shows, each kind in the order of the source.

    A rule counts as shown if a card shows an entry that belongs to it or cites it, or a rule below it. External rules
    and rolls do not count: the former are in another work, the latter are part of their rule. Introductions, appendices
    and sidebars do not count either, because nobody looks them up during play.
    """
    shown = on_cards(book)
    chapters = (chapter for chapter in book.outline if chapter.rule.part is Part.RULES)
    to_look_up = {each.rule.id for chapter in chapters for each in chapter.walk() if each.rule.numbered}
    rules = (Target("rule", rule.id) for rule in book.game.rules if rule.id in to_look_up and not rule.external)
    tables = (Target("table", table.id) for table in book.game.tables if not table.in_rule)
    references = (Target("reference", reference.id) for reference in book.game.references)
    terms = (Target("term", term.id) for term in book.game.terms)
    yield from (target for target in (*rules, *tables, *references, *terms) if target not in shown)


def on_cards(book: Book) -> frozenset[Target]:
    """Return every target that some card prints or that a printed entry cites, and the rules above those."""
    printed = frozenset(_printed(book))
    named = {citation.target for citation in book.citations if citation.source in printed}
    shown = printed | named
    return frozenset(shown | set(_above(book.outline, shown)))


def _printed(book: Book) -> Iterator[Target]:
    """Yield the cards and the tables, domains and quick references that print on them."""
    for card in book.game.cards:
        yield Target("card", card.id)
        for block in card.all_blocks():
            for table in tables_in(block, book):
                yield Target("table", table.id)
                yield from (Target("domain", id_) for id_ in _domains(table))
            yield from (target for name in block.shown.references if (target := book.target_of(name)) is not None)


def _domains(table: Table) -> Iterator[str]:
    yield from (axis.domain.id for axis in table.axes)
    values = (table.values, *(output.values for output in table.outputs))
    yield from (domain.id for domain in values if domain is not None)


def _above(outlines: tuple[Outline, ...], shown: frozenset[Target] | set[Target]) -> Iterator[Target]:
    """Yield the rules that have a shown rule at or below them."""
    for outline in outlines:
        if any(Target("rule", below.rule.id) in shown for below in outline.walk()):
            yield Target("rule", outline.rule.id)
        yield from _above(outline.below, shown)


def with_legends(book: Book) -> Book:
    """Add a legend to each page that prints the sign of rulings without a legend that explains it."""
    cards = tuple(_with_legends(card, book) for card in book.game.cards)
    return book if cards == book.game.cards else replace(book, game=replace(book.game, cards=cards))


def _with_legends(card: Card, book: Book) -> Card:
    """Add legends to the pages of one card.

    Each page needs its own, because readers of one side do not see the other.
    """
    pages_without = enumerate(_pages_without_legend(card))
    indices = frozenset(index for index, page in pages_without if page and prints_ruling(page, book))
    return _with_legends_on(card, indices) if indices else card


@memoised()
def _pages_without_legend(card: Card) -> tuple[Card | None, ...]:
    """Return each page as a card of its own; None for a page with a legend."""
    pages = (replace(card, pages=(page,)) for page in card.pages)
    return tuple(None if any(isinstance(block, Legend) for block in page.all_blocks()) else page for page in pages)


@memoised()
def _with_legends_on(card: Card, indices: frozenset[int]) -> Card:
    """Add a legend to the pages with these indices."""
    pages = (
        (*page, Legend(page=index, span=card.span)) if index in indices else page
        for index, page in enumerate(card.pages)
    )
    return replace(card, pages=tuple(pages))
