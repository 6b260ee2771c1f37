"""Make sheets of cards to cut out, and contact sheets with the fronts of cards."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from itertools import groupby
from pathlib import Path

from rulewright.base.messages.messages import tell
from rulewright.book.book import Book
from rulewright.book.wording import plain
from rulewright.entries.card import Card, Setting
from rulewright.entries.paper import Paper
from rulewright.entries.product import SHEET_STYLE
from rulewright.entries.sheets import ContactSheet, Sheet
from rulewright.html.environment import asset, rendered
from rulewright.html.paths import card_path
from rulewright.imposition.pages import SheetPage, arranged
from rulewright.outputs.cards.paper import Variant
from rulewright.outputs.cards.printer import CardPrinter
from rulewright.outputs.cards.sheets import sheet_html
from rulewright.outputs.products.print_cards import card_findings
from rulewright.outputs.products.run import OutputFile, PrintRun, Rendered, complaints, fixed_values
from rulewright.pdf.finished_files import FinishedFiles
from rulewright.pdf.page_images import in_colours, page_image, png_picture


def sheet_files(run: PrintRun, sheet: Sheet, cards: Mapping[str, bytes]) -> Iterator[OutputFile]:
    """Yield the PDF for every paper: the paper is printed first, then the finished cards are placed on it."""
    style, of_sheet = asset(run.project, SHEET_STYLE), _SheetCards.of(run, sheet, FinishedFiles(cards))
    for paper in sheet.papers:
        laid, pages = arranged(sheet, paper, run.book)
        html = sheet_html(laid, paper, pages, run.book, run.project, run.created)
        shown = [run.book.cards[id_] for id_ in dict.fromkeys(each.card for page in pages for each in page.cards)]
        values = partial(_values, of_sheet, shown, html, style, repr(pages))
        make = partial(_print_sheet, of_sheet, shown, html, pages, reports=paper is sheet.papers[0])
        yield OutputFile(f"cards/{sheet.file(paper)}", values, make, style)


def _values(of_sheet: "_SheetCards", shown: Iterable[Card], *more: str) -> Iterator[str | bytes]:
    yield from more
    for card in shown:
        yield from of_sheet.inputs(card)


def _print_sheet(
    of_sheet: "_SheetCards", shown: Sequence[Card], html: str, pages: Sequence[SheetPage], *, reports: bool
) -> Rendered:
    """Return the sheet on one paper. Only the first of several papers `reports` findings about the cards."""
    from rulewright.pdf.placed_cards import CardPages
    from rulewright.pdf.placing import place_cards  # slow to import, and only sheets need it

    run, sheet = of_sheet.run, of_sheet.sheet
    underlay = run.printers[asset(run.project, SHEET_STYLE)].print(html)
    printed = {card.id: of_sheet.print(card) for card in shown}
    titles = {card.id: plain(card.title, run.book) for card in shown}
    cards = CardPages({id_: pdf for id_, (pdf, _) in printed.items()}, titles)
    findings = [*complaints(f"sheet {sheet.id!r}", sheet.span, underlay.warnings, run.book.game)]
    if reports:
        findings += [finding for _, of_card in printed.values() for finding in of_card]
    return place_cards(underlay.pdf, pages, cards, sheet.sides), findings


@dataclass(frozen=True, slots=True)
class _SheetCards:
    """The cards of a sheet: the finished ones, or new prints for a sheet with a theme or bleed."""

    run: PrintRun
    sheet: Sheet
    finished: FinishedFiles
    printer: CardPrinter
    variant: Variant | None

    @classmethod
    def of(cls, run: PrintRun, sheet: Sheet, finished: FinishedFiles) -> "_SheetCards":
        printer, bleed = CardPrinter(run.book, run.project, run.created, run.printers), sheet.bleed.value
        variant = Variant(theme=sheet.theme, bleed=bleed) if sheet.theme or bleed else None
        return cls(run, sheet, finished, printer, variant)

    def inputs(self, card: Card) -> tuple[str | bytes, ...]:
        """Return the inputs of a card on the sheet."""
        if self.variant is None:
            return (self.finished.files[card_path(card)],)
        return self.printer.inputs(card, self.variant, self._setting(card))

    def print(self, card: Card) -> Rendered:
        """Return the PDF of a card, with findings only in another theme; those in its own come with the card."""
        if self.variant is None:
            return self.finished.files[card_path(card)], ()
        key = self.run.store.key("card on a sheet", *self.inputs(card))
        if (stored := self.run.store.find(key)) is not None:
            return stored, ()
        printed, book = self.printer.print(card, self.variant, setting=self._setting(card)), self.run.book
        findings = [*card_findings(card, printed, book.game, book.themes[self.sheet.theme or card.theme])]
        if not findings:
            self.run.store.keep(key, printed.pdf)
        return printed.pdf, findings if self._is_rethemed(card) else ()

    def _is_rethemed(self, card: Card) -> bool:
        return self.sheet.theme not in ("", card.theme)

    def _setting(self, card: Card) -> Setting | None:
        """Return the setting of the card's own PDF, or None in another theme, whose letters have other widths."""
        return None if self._is_rethemed(card) else self.finished.setting(card)


# Contact sheets: the words first, then the finished cards as pictures in their places

STYLE, TEMPLATE = "sheet/contact.css", "sheet/contact.html.j2"
MARGIN, GAP = Decimal(10), Decimal(2)
"""Millimetres: the margin of the page, and the gap between two cards."""
DPI = 250
COLOURS = 128
PLACE = "picture-of-card:"
"""The address that stands for a picture until the cards are painted."""


@dataclass(frozen=True, slots=True)
class SmallCardView:
    """A card: its name, the number of copies, and the place and height of its picture."""

    name: str
    copies: str
    source: str
    height: str


@dataclass(frozen=True, slots=True)
class GroupView:
    """The cards of a deck, or those in no deck, row by row."""

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
    """Yield the PDF for every paper."""
    style, cards = asset(run.project, STYLE), run.book.chosen(sheet.cards)
    pdfs = [finished[card_path(card)] for card in cards]
    for paper in sheet.papers:
        html = _html(sheet, paper, cards, run.book, run.project, run.created)
        make = partial(_print, run, sheet, style, html, pdfs, _card_width(sheet, paper))
        yield OutputFile(sheet.path(paper), fixed_values(html, style, *pdfs), make, style)


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
        groups=tuple(_group(list(group), sheet, width, book) for _, group in numbered),
        created=created,
    )
    return rendered(project, TEMPLATE, book.game.language, contact=view)


def _group(cards: Sequence[tuple[int, Card]], sheet: ContactSheet, width: Decimal, book: Book) -> GroupView:
    _, first = cards[0]
    small: list[SmallCardView | None] = [_small(at, card, width, book) for at, card in cards]
    small += [None] * (-len(small) % sheet.columns)
    rows = tuple(tuple(small[at : at + sheet.columns]) for at in range(0, len(small), sheet.columns))
    title = plain(book.deck_title(first), book) if first.deck else tell("Cards")
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
        picture = png_picture(in_colours(page_image(pdf, 0, pixels), COLOURS))
        html = html.replace(f'"{PLACE}{at}"', f'"{picture.url}"')
    printed = run.printers[style].print(html)
    what = f"contact sheet {sheet.id!r}"
    return printed.pdf, [*complaints(what, sheet.span, printed.warnings, run.book.game)]
