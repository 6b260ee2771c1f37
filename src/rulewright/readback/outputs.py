"""The outputs of a game that are read back, its PDFs and web pages, and the texts and tables they must hold."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import PurePath

from rulewright.diagnostics import Span
from rulewright.model.book import Book, items_below
from rulewright.model.card import Card
from rulewright.model.table import Table
from rulewright.model.theme import MARKED_IN, Family
from rulewright.render.paths import chart_path, picture_paths, press_path, screen_path
from rulewright.render.typesetting.environment import BOOK_STYLE, CARD_STYLE, SHEET_STYLE
from rulewright.render.typesetting.fonts import SMALLEST_IN_BOOKS, SMALLEST_ON_CARDS


@dataclass(frozen=True, slots=True)
class PrintedPdf:
    """A PDF: its name in messages, its name in the ids of findings, and its place in the source.

    A sheet holds finished cards, a booklet finished pages; neither is tagged, nor is a card for a print shop.
    `stylesheet` is the template that brings its fonts, beside the `families` of its theme. The cards on a sheet are
    read on their own, unless they are printed again for a sheet that is `themed`.
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
    themed: bool = False
    tagged: bool = True


def printed_pdfs(book: Book, files: Mapping[str, bytes]) -> Iterator[PrintedPdf]:
    """The PDFs of a game that are among the files."""
    return (each for each in _printed_pdfs(book) if each.path in files)


def _printed_pdfs(book: Book) -> Iterator[PrintedPdf]:
    game = book.game
    for card in game.cards:
        name = f"the card {card.id!r}"
        yield PrintedPdf(
            f"cards/{card.id}.pdf", name, f"card {card.id}", card.span, SMALLEST_ON_CARDS, CARD_STYLE, card,
            families=_families(card, book),
        )  # fmt: skip
    for sheet in game.sheets:
        for paper in sheet.papers:
            path, about = f"cards/{sheet.file(paper)}", f"sheet {sheet.id} {paper.name}"
            name = f"the sheet {sheet.id!r} on {paper.name}"
            families = (*book.themes[sheet.theme].families, MARKED_IN) if sheet.theme else ()
            yield PrintedPdf(
                path, name, about, sheet.span, SMALLEST_ON_CARDS, SHEET_STYLE, sheet=True, families=families,
                themed=bool(sheet.theme),
            )  # fmt: skip
    yield from _press_pdfs(book)
    yield from _screen_pdfs(book)
    for rulebook in game.rulebooks:
        name = f"the rulebook {rulebook.id!r}"
        about, span = f"rulebook {rulebook.id}", rulebook.span
        yield PrintedPdf(rulebook.file, name, about, span, SMALLEST_IN_BOOKS, BOOK_STYLE)
        if rulebook.booklet:
            name, path = f"the booklet of {rulebook.id!r}", rulebook.booklet_file
            yield PrintedPdf(path, name, f"booklet {rulebook.id}", span, SMALLEST_IN_BOOKS, SHEET_STYLE, sheet=True)


def _press_pdfs(book: Book) -> Iterator[PrintedPdf]:
    for press in book.game.presses:
        for card in book.chosen(press.cards):
            yield PrintedPdf(
                press_path(card), f"the card {card.id!r} for the press", f"press {card.id}", press.span,
                SMALLEST_ON_CARDS, CARD_STYLE, card, families=_families(card, book), tagged=False,
            )  # fmt: skip


def _screen_pdfs(book: Book) -> Iterator[PrintedPdf]:
    """No type is too small on a screen: the reader chooses the size. It is checked on the printed card."""
    for screen in book.game.screens:
        for card in book.chosen(screen.cards):
            for width in screen.widths:
                name, about = f"the card {card.id!r}, {width} pixels wide,", f"screen {card.id} {width}"
                yield PrintedPdf(
                    screen_path(card, width), name, about, screen.span, Decimal(0), CARD_STYLE, card,
                    families=_families(card, book),
                )  # fmt: skip


def _families(card: Card, book: Book) -> tuple[Family, ...]:
    return *book.themes[card.theme].families, MARKED_IN


@dataclass(frozen=True, slots=True)
class WebPages:
    """Pages that are read together: those of one `card`, its `chart`, or all others of the web folder."""

    name: str
    about: str
    files: Mapping[str, bytes]
    card: Card | None = None
    chart: bool = False


def web_pages(book: Book, files: Mapping[str, bytes]) -> Iterator[WebPages]:
    """The pages of the web folder and the charts that are among the files."""
    rest = {name: data for name, data in files.items() if name.startswith("web/") and name.endswith(".html")}
    for card in book.game.cards:
        names = [f"web/card-{PurePath(picture).stem}.html" for picture in picture_paths(card, book.game)]
        own = {name: rest.pop(name) for name in names if name in rest}
        yield WebPages(f"the page of the card {card.id!r}", f"web card {card.id}", own, card)
    yield WebPages("the web rulebook", "web", rest)
    for card in book.game.cards:
        own = {name: files[name] for name in (chart_path(card),) if name in files}
        yield WebPages(f"the chart of the card {card.id!r}", f"chart {card.id}", own, card, chart=True)


def tables_of_rules(book: Book) -> Iterator[Table]:
    """The tables that the web prints with a rule."""
    return (table for table in book.game.tables if book.rule_of(table.rule) is not None)


def tables_of_references(book: Book) -> Iterator[Table]:
    """The tables on the bullets of all quick references."""
    for reference in book.game.references:
        for item in items_below(reference.items):
            if (target := book.target_of(item.table)) is not None:
                yield book.tables[target.id]
