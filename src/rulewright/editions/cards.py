"""Cards as things of a snapshot: what each prints, and the digests by which a changed print is noticed."""

from collections.abc import Collection, Iterator

from rulewright.editions.layouts import digest_of, layout_digest
from rulewright.editions.snapshot import CARD, CELL, FACT, REFERENCE, RULE, TABLE, Key, Thing, link_to
from rulewright.editions.texts import RecordedTexts
from rulewright.grid import grid
from rulewright.model.book import Book, Target
from rulewright.model.card import Card, Heading
from rulewright.model.card_contents import links_on, tables_on, texts_on
from rulewright.model.table import Table
from rulewright.model.themes import THEMES

PRINTED = (RULE, TABLE, REFERENCE, FACT, CELL)
"""What a card shows by itself, or by a link whose words are looked up."""


def cards(book: Book, texts: RecordedTexts, known: Collection[Key] = ()) -> Iterator[Thing]:
    """`words` are those of the card alone, `shows` all else that it prints; `prints` and `layout` are digests.

    The usual footer does not count: else the number of an edition would change every card. Those that are
    `known` have no fields.
    """
    for card in book.game.cards:
        yield Thing(CARD, card.id, {} if (CARD, card.id) in known else _whole(card, book, texts))


def _whole(card: Card, book: Book, texts: RecordedTexts) -> dict[str, str]:
    return {
        "title": texts.plain(card.title),
        "size": f"{card.size.width.value} × {card.size.height.value} mm",
        "words": "\n".join(dict.fromkeys(_own_words(card, texts))),
        "shows": " ".join(dict.fromkeys(_shown(card, book, texts))),
        "prints": digest_of("\n".join(_printed(card, book, texts))),
        "layout": layout_digest(card, *_surroundings(card, book)),
    }


def _own_words(card: Card, texts: RecordedTexts) -> Iterator[str]:
    shown = [block.shown for block in card.all_blocks()]
    own = (text for each in shown for text in each.texts if text is not None and not isinstance(text, Heading))
    bullets = (item.text for each in shown for bullet in each.bullets for item in bullet.walk())
    yield from filter(None, map(texts.of, (*own, *bullets)))


def _shown(card: Card, book: Book, texts: RecordedTexts) -> Iterator[str]:
    """Links to the tables and quick references on it, and to all whose names or values stand in its words."""
    yield from (link_to((TABLE, table.id)) for table in tables_on(card, book))
    shown = [block.shown for block in card.all_blocks()]
    headed = (each.heading.reference for each in shown if each.heading)
    named = [*(name for each in shown for name in each.references), *filter(None, headed)]
    targets = [*map(book.target_of, named), *map(book.resolve, links_on(card, book))]
    yield from (link_to(texts.target(each)) for each in targets if each is not None and each.kind in PRINTED)


def _printed(card: Card, book: Book, texts: RecordedTexts) -> Iterator[str]:
    """All words and cells of the card."""
    yield from map(texts.plain, texts_on(card, book))
    for table in tables_on(card, book):
        yield from _cells(table, texts)


def _cells(table: Table, texts: RecordedTexts) -> Iterator[str]:
    yield texts.plain(table.title)
    printed = grid(table)
    for row in (*printed.head, *printed.body):
        parts = ((part.text, *part.conditions) for cell in row.cells for part in cell.parts)
        yield " | ".join(texts.plain(text) for each in parts for text in each)
    yield texts.plain(table.note)


def _surroundings(card: Card, book: Book) -> Iterator[object]:
    """What else decides how a card looks: a theme of the game, the colours, marks and pictures that it names."""
    if card.theme not in {theme.id for theme in THEMES}:
        yield book.themes[card.theme]
    shown = [block.shown for block in card.all_blocks()]
    named = [*map(book.target_of, (name for each in shown for name in each.colours))]
    linked = sorted({target for link in links_on(card, book) if (target := book.resolve(link))}, key=str)
    yield from (book.marks[each.id] for each in linked if each.kind == "mark" and each.id in book.marks)
    yield from (book.colours[each.id].tint for each in named if each is not None and each.kind == "colour")
    pictures = dict.fromkeys(name for each in shown for name in each.pictures)
    yield from (book.game.pictures[name].data for name in pictures if name in book.game.pictures)
    yield from (_figure(each, book) for each in linked if each.kind == "figure")


def _figure(figure: Target, book: Book) -> object:
    found = book.figures[figure.id]
    return book.game.figures.get(found.picture), found.diagram
