"""A contact sheet on every paper: its words first, then the finished cards as pictures in their places."""

from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from itertools import groupby
from pathlib import Path

from rulewright.model.book import Book
from rulewright.model.card import Card, Deck
from rulewright.model.paper import Paper
from rulewright.products.contact_sheet.keys import ContactSheet
from rulewright.products.run import OutputFile, PrintRun, Rendered, complaints, known
from rulewright.render.paths import card_path
from rulewright.render.pdf.page_images import in_colours, page_image, png_picture
from rulewright.render.typesetting.environment import asset, rendered
from rulewright.translation.messages import tell
from rulewright.wording import plain

STYLE, TEMPLATE = "sheet/contact.css", "sheet/contact.html.j2"
MARGIN, GAP = Decimal(10), Decimal(2)
"""Millimetres around the page, and between two cards."""
DPI = 250
COLOURS = 128
PLACE = "picture-of-card:"
"""What stands for a picture until the cards are painted."""


@dataclass(frozen=True, slots=True)
class SmallCardView:
    """A card: its name, how many there are, the place of its picture, and the height of that."""

    name: str
    copies: str
    source: str
    height: str


@dataclass(frozen=True, slots=True)
class GroupView:
    """The cards of a deck, or those of none, row by row."""

    title: str
    count: str
    rows: tuple[tuple[SmallCardView | None, ...], ...]


@dataclass(frozen=True, slots=True)
class ContactView:
    """A contact sheet ready for its template; lengths carry their units."""

    title: str
    game: str
    language: str
    author: str
    width: str
    height: str
    margin: str
    card: str
    gap: str
    groups: tuple[GroupView, ...]
    created: str


def contact_files(run: PrintRun, sheet: ContactSheet, finished: Mapping[str, bytes]) -> Iterator[OutputFile]:
    """The PDF for every paper."""
    style, cards = asset(run.project, STYLE), run.book.chosen(sheet.cards)
    pdfs = [finished[card_path(card)] for card in cards]
    for paper in sheet.papers:
        html = _html(sheet, paper, cards, run.book, run.project, run.created)
        make = partial(_print, run, sheet, style, html, pdfs, _card_width(sheet, paper))
        yield OutputFile(sheet.path(paper), known(html, style, *pdfs), make, style)


def _card_width(sheet: ContactSheet, paper: Paper) -> Decimal:
    free = paper.size.width.value - 2 * MARGIN - (sheet.columns - 1) * GAP
    return (free / sheet.columns).quantize(Decimal("0.01"))


def _html(sheet: ContactSheet, paper: Paper, cards: Sequence[Card], book: Book, project: Path, created: str) -> str:
    size, width = paper.size, _card_width(sheet, paper)
    numbered = groupby(enumerate(cards), key=lambda each: each[1].deck)
    view = ContactView(
        title=plain(sheet.title, book),
        game=book.game.title,
        language=book.game.language,
        author=book.game.by,
        width=str(size.width),
        height=str(size.height),
        margin=f"{MARGIN}mm",
        card=f"{width}mm",
        gap=f"{GAP}mm",
        groups=tuple(_group(deck, list(group), sheet, width, book) for deck, group in numbered),
        created=created,
    )
    return rendered(project, TEMPLATE, book.game.language, contact=view)


def _group(
    deck: Deck | None, cards: Sequence[tuple[int, Card]], sheet: ContactSheet, width: Decimal, book: Book
) -> GroupView:
    small: list[SmallCardView | None] = [_small(at, card, width, book) for at, card in cards]
    small += [None] * (-len(small) % sheet.columns)
    rows = tuple(tuple(small[at : at + sheet.columns]) for at in range(0, len(small), sheet.columns))
    title = tell("Cards") if deck is None else plain(book.deck_title(deck), book)
    return GroupView(title, tell("{count} cards", count=sum(card.count for _, card in cards)), rows)


def _small(at: int, card: Card, width: Decimal, book: Book) -> SmallCardView:
    height = (width * card.size.height.value / card.size.width.value).quantize(Decimal("0.01"))
    copies = f"{card.count} ×" if card.count > 1 else ""
    return SmallCardView(plain(card.title, book), copies, f"{PLACE}{at}", f"{height}mm")


def _print(
    run: PrintRun, sheet: ContactSheet, style: str, html: str, pdfs: Sequence[bytes], width: Decimal
) -> Rendered:
    pixels = round(width * DPI / Decimal("25.4"))
    for at, pdf in enumerate(pdfs):
        html = html.replace(f'"{PLACE}{at}"', f'"{_picture(pdf, pixels)}"')
    printed = run.printers[style].print(html)
    what = f"contact sheet {sheet.id!r}"
    return printed.pdf, [*complaints(what, sheet.span, printed.warnings, run.book.game)]


def _picture(pdf: bytes, width: int) -> str:
    """The front of a card as an address of its picture."""
    picture = png_picture(in_colours(page_image(pdf, 0, width), COLOURS))
    return f"data:image/png;base64,{b64encode(picture.png).decode()}"
