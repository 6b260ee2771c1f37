"""What was printed, and what has to stand on it: the PDFs among the outputs of a game, and its web pages."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import PurePath

from rulewright.diagnostics import Span
from rulewright.model.book import Book, items_below
from rulewright.model.card import Band, Bullets, Card, Image, Legend, Note, TableBlock
from rulewright.model.game import Item
from rulewright.model.table import Table
from rulewright.model.text import Text
from rulewright.model.theme import MARKED_IN, Family
from rulewright.render.paths import chart_path, picture_paths, press_path, screen_path
from rulewright.render.typesetting.environment import BOOK_STYLE, CARD_STYLE, SHEET_STYLE
from rulewright.render.typesetting.fonts import SMALLEST_IN_BOOKS, SMALLEST_ON_CARDS


@dataclass(frozen=True, slots=True)
class Print:
    """A PDF: what messages call it, what its findings go by, and its place in the source.

    A sheet holds finished cards, or a booklet finished pages, and is not tagged; nor is a card for the press.
    `stylesheet` is the template that brings its fonts, beside the `families` of its theme. What lies on a sheet is read
    by itself, unless it is `dressed` for that sheet alone.
    """

    path: str
    name: str
    about: str
    span: Span
    smallest: Decimal
    stylesheet: str
    card: Card | None = None
    sheet: bool = False
    families: tuple[Family, ...] = ()
    dressed: bool = False
    tagged: bool = True


def prints(book: Book, files: Mapping[str, bytes]) -> Iterator[Print]:
    """The PDFs of a game that are there."""
    return (each for each in _prints(book) if each.path in files)


def _prints(book: Book) -> Iterator[Print]:
    game = book.game
    for card in game.cards:
        name = f"the card {card.id!r}"
        yield Print(
            f"cards/{card.id}.pdf", name, f"card {card.id}", card.span, SMALLEST_ON_CARDS, CARD_STYLE, card,
            families=_families(card, book),
        )  # fmt: skip
    for sheet in game.sheets:
        for paper in sheet.papers:
            path, about = f"cards/{sheet.file(paper)}", f"sheet {sheet.id} {paper.name}"
            name = f"the sheet {sheet.id!r} on {paper.name}"
            families = (*book.themes[sheet.theme].families, MARKED_IN) if sheet.theme else ()
            yield Print(
                path, name, about, sheet.span, SMALLEST_ON_CARDS, SHEET_STYLE, sheet=True, families=families,
                dressed=bool(sheet.theme),
            )  # fmt: skip
    yield from _for_the_press(book)
    yield from _for_screens(book)
    for rulebook in game.rulebooks:
        name = f"the rulebook {rulebook.id!r}"
        about, span = f"rulebook {rulebook.id}", rulebook.span
        yield Print(rulebook.file, name, about, span, SMALLEST_IN_BOOKS, BOOK_STYLE)
        if rulebook.booklet:
            name, path = f"the booklet of {rulebook.id!r}", rulebook.booklet_file
            yield Print(path, name, f"booklet {rulebook.id}", span, SMALLEST_IN_BOOKS, SHEET_STYLE, sheet=True)


def _for_the_press(book: Book) -> Iterator[Print]:
    for press in book.game.presses:
        for card in book.chosen(press.cards):
            yield Print(
                press_path(card), f"the card {card.id!r} for the press", f"press {card.id}", press.span,
                SMALLEST_ON_CARDS, CARD_STYLE, card, families=_families(card, book), tagged=False,
            )  # fmt: skip


def _for_screens(book: Book) -> Iterator[Print]:
    """On a screen type is as large as the card is shown: what is small is told of the card by itself."""
    for screen in book.game.screens:
        for card in book.chosen(screen.cards):
            for width in screen.widths:
                name, about = f"the card {card.id!r}, {width} pixels wide,", f"screen {card.id} {width}"
                yield Print(
                    screen_path(card, width), name, about, screen.span, Decimal(0), CARD_STYLE, card,
                    families=_families(card, book),
                )  # fmt: skip


def _families(card: Card, book: Book) -> tuple[Family, ...]:
    return *book.themes[card.theme].families, MARKED_IN


@dataclass(frozen=True, slots=True)
class WebPages:
    """Pages that are read together: those of one `card`, or its `chart`, or all others of the web folder."""

    name: str
    about: str
    files: Mapping[str, bytes]
    card: Card | None = None
    chart: bool = False


def web_pages(book: Book, files: Mapping[str, bytes]) -> Iterator[WebPages]:
    """The pages of the web folder, and the charts, that are there."""
    rest = {name: data for name, data in files.items() if name.startswith("web/") and name.endswith(".html")}
    for card in book.game.cards:
        names = [f"web/card-{PurePath(picture).stem}.html" for picture in picture_paths(card, book.game)]
        own = {name: rest.pop(name) for name in names if name in rest}
        yield WebPages(f"the page of the card {card.id!r}", f"web card {card.id}", own, card)
    yield WebPages("the web rulebook", "web", rest)
    for card in book.game.cards:
        own = {name: files[name] for name in (chart_path(card),) if name in files}
        yield WebPages(f"the chart of the card {card.id!r}", f"chart {card.id}", own, card, chart=True)


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
