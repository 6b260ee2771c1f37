"""The cards, each as a PDF of its own, and their pictures."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from rulewright.diagnostics import Diagnostic, Severity
from rulewright.model.book import Book
from rulewright.model.card import Card, Image
from rulewright.model.theme import Theme
from rulewright.render.cards.fitting.layouts import CardLayouts
from rulewright.render.cards.fitting.room import Room, room_for
from rulewright.render.cards.fitting.setting import SettingSearch, Trial
from rulewright.render.cards.paper import card_html, card_style
from rulewright.render.cards.variant import PLAIN, Dress
from rulewright.render.pdf.page_images import SETTING, card_file, picture, picture_files
from rulewright.render.pdf.picture_resolution import SHARP, coarse_pictures
from rulewright.render.pdf.printer import Finisher, PrintedCard, write_pdf
from rulewright.render.products.card_overflow import card_overflows
from rulewright.render.products.run import Made, Printers, PrintRun, Wanted, complaints


@dataclass(slots=True)
class CardPress:
    """Prints the cards of one book."""

    book: Book
    project: Path
    created: str = ""
    printers: Printers = field(default_factory=Printers)

    def made_from(self, card: Card, dress: Dress = PLAIN) -> tuple[str, ...]:
        """All that the print of a card depends on."""
        html = card_html(card, self.book, self.project, self.created, dress)
        return html, card_style(card, self.book, self.project, dress), repr((dress, card.sought))

    def print(self, card: Card, dress: Dress = PLAIN, finish: Finisher | None = None) -> PrintedCard:
        """The card in the largest type that fits, its columns arranged: as far as either is left to the tool."""
        with self._set(card, dress) as (trial, room, warnings):
            pdf = write_pdf(trial.document, dress.standard, finish=finish)
            setting = trial.setting if card.left_to_tool else None
            coarse = tuple(coarse_pictures(trial.document))
            return PrintedCard(pdf, trial.overflows, tuple(dict.fromkeys(warnings)), setting, room, coarse)

    def print_scaled(self, card: Card, width: int) -> bytes:
        """The card as it is, in a tagged PDF whose pages are so many CSS pixels wide."""
        with self._set(card, PLAIN) as (trial, *_):
            return write_pdf(trial.document, zoom=width / trial.document.pages[0].width)

    @contextmanager
    def _set(self, card: Card, dress: Dress) -> Iterator[tuple[Trial, Room | None, list[str]]]:
        """How the card is set, the room that would hold it where it does not fit, and what WeasyPrint warns of."""
        style = card_style(card, self.book, self.project, dress)
        printer = self.printers[style]
        with printer.working() as warnings:
            layouts = CardLayouts(card, partial(self._html, dress=dress), style, printer)
            trial = SettingSearch(layouts).best()
            if card.left_to_tool:
                trial.document.metadata.custom[SETTING] = trial.setting.told
            yield trial, room_for(layouts, trial) if trial.overflows else None, warnings

    def _html(self, card: Card, dress: Dress) -> str:
        return card_html(card, self.book, self.project, self.created, dress)


def cards(run: PrintRun) -> Iterator[Wanted]:
    """The PDF of every card."""
    press = CardPress(run.book, run.project, run.created, run.printers)
    for card in run.book.game.cards:
        html, style, dress = press.made_from(card)
        yield Wanted(card_file(card), (html, style, dress), partial(_print, press, card), style)


def _print(press: CardPress, card: Card) -> Made:
    printed = press.print(card)
    return printed.pdf, tuple(card_findings(card, printed))


def pictures(run: PrintRun, cards: Mapping[str, bytes]) -> Iterator[Wanted]:
    """The pictures of every card, page by page."""
    for card in run.book.game.cards:
        pdf = cards[card_file(card)]
        for page, path in enumerate(picture_files(card, run.book.game)):
            yield Wanted(path, (pdf,), partial(_picture, pdf, page))


def _picture(pdf: bytes, page: int) -> Made:
    return picture(pdf, page).png, ()


def card_findings(card: Card, printed: PrintedCard, theme: Theme | None = None) -> Iterator[Diagnostic]:
    """What does not fit, and what WeasyPrint complains of; `theme` is one that stands in for the card's own."""
    what = f"card {card.id!r}" + (f" in the theme {theme.title!r}" if theme else "")
    yield from card_overflows(card, printed, what)
    if theme is None:
        yield from _coarse(card, printed)
    yield from complaints(what, card.span, printed.warnings)


def _coarse(card: Card, printed: PrintedCard) -> Iterator[Diagnostic]:
    """The pictures whose dots can be seen, each as it prints worst, at the blocks that name them."""
    blocks = {block.picture: block for block in card.all_blocks() if isinstance(block, Image)}
    worst = {each.picture: each.dpi for each in sorted(printed.coarse, key=lambda each: -each.dpi)}
    for name, dpi in worst.items():
        message = f"card {card.id!r}: the picture {name!r} prints with {dpi} dots to an inch, and they can be seen"
        hint = f"print it smaller, as in width: 30mm, or take one with more dots: {SHARP} to an inch at least"
        about = f"card {card.id}: {name}"
        severity = Severity.WARNING
        yield Diagnostic("coarse-picture", blocks[name].span, message, hint, severity=severity, about=about)
