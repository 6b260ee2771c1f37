"""The cards, each as a PDF of its own, and their pictures."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from rulewright.diagnostics import Diagnostic
from rulewright.model.book import Book
from rulewright.model.card import Card
from rulewright.model.theme import Theme
from rulewright.render.card import card_html, card_style
from rulewright.render.fitting.layouts import CardLayouts
from rulewright.render.fitting.setting import SettingSearch, room_for
from rulewright.render.pdf import PrintedCard, write_pdf
from rulewright.render.printing.card_overflow import card_overflows
from rulewright.render.printing.dress import PLAIN, Dress
from rulewright.render.printing.run import Made, Printers, PrintRun, Wanted, complaints
from rulewright.render.prints import SETTING, card_file, picture, picture_files


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

    def print(self, card: Card, dress: Dress = PLAIN) -> PrintedCard:
        """The card in the largest type that fits, its columns arranged: as far as either is left to the tool."""
        style = card_style(card, self.book, self.project, dress)
        printer = self.printers[style]
        with printer.working() as warnings:
            layouts = CardLayouts(card, partial(self._html, dress=dress), style, printer)
            trial = SettingSearch(layouts).best()
            setting = trial.setting if card.left_to_tool else None
            if setting is not None:
                trial.document.metadata.custom[SETTING] = setting.told
            room = room_for(layouts, trial) if trial.overflows else None
            pdf = write_pdf(trial.document, dress.standard)
            return PrintedCard(pdf, trial.overflows, tuple(dict.fromkeys(warnings)), setting, room)

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
    yield from complaints(what, card.span, printed.warnings)
