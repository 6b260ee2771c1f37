"""The cards, each as a PDF of its own, and their pictures."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from rulewright.diagnostics import Diagnostic
from rulewright.model.book import Book
from rulewright.model.card import Card
from rulewright.render.card import card_html
from rulewright.render.environment import CARD_STYLE, asset
from rulewright.render.fitting.layouts import CardLayouts
from rulewright.render.fitting.room import room_for
from rulewright.render.fitting.setting import SettingSearch
from rulewright.render.pdf import PrintedCard, Printer, write_pdf
from rulewright.render.printing.card_overflow import card_overflows
from rulewright.render.printing.dress import PLAIN, Dress
from rulewright.render.printing.run import Made, PrintRun, complaints
from rulewright.render.prints import SETTING, card_file, card_pictures, picture_files


@dataclass(slots=True)
class CardPress:
    """Prints the cards of one book; fonts and stylesheet are read for the first of them."""

    book: Book
    project: Path
    created: str = ""
    _printers: dict[str, Printer] = field(default_factory=dict)

    def made_from(self, card: Card, dress: Dress = PLAIN) -> tuple[str, ...]:
        """All that the print of a card depends on."""
        style = asset(self.project, CARD_STYLE)
        return card_html(card, self.book, self.project, self.created), style, repr((dress, card.sought))

    def print(self, card: Card, dress: Dress = PLAIN) -> PrintedCard:
        """The card in the largest type that fits, its columns arranged: as far as either is left to the tool."""
        style = asset(self.project, CARD_STYLE)
        printer = self._printer(style)
        with printer.working() as warnings:
            layouts = CardLayouts(card, self._html, style, printer)
            trial = SettingSearch(layouts).best()
            setting = trial.setting if card.left_to_tool else None
            if setting is not None:
                trial.document.metadata.custom[SETTING] = setting.told
            room = room_for(layouts, trial) if trial.overflows else None
            pdf = write_pdf(trial.document, dress.standard)
            return PrintedCard(pdf, trial.overflows, tuple(dict.fromkeys(warnings)), setting, room)

    def _html(self, card: Card) -> str:
        return card_html(card, self.book, self.project, self.created)

    def _printer(self, style: str) -> Printer:
        if style not in self._printers:
            self._printers[style] = Printer(style)
        return self._printers[style]


def cards(run: PrintRun) -> dict[str, bytes]:
    """The PDF of every card by its path."""
    press = CardPress(run.book, run.project, run.created)

    def make(card: Card) -> Made:
        printed = press.print(card)
        return printed.pdf, card_findings(card, printed)

    return {
        card_file(card): run.take_or_make(card_file(card), press.made_from(card), partial(make, card))
        for card in run.book.game.cards
    }


def pictures(run: PrintRun, cards: Mapping[str, bytes]) -> Iterator[tuple[str, bytes]]:
    """The pictures of every card, page by page, by their paths."""
    game = run.book.game
    for card in game.cards:
        pdf = cards[card_file(card)]
        known = {path: run.kept.take(path, pdf) for path in picture_files(card, game)}
        if all(known.values()):
            yield from ((path, data) for path, data in known.items() if data is not None)
        else:
            yield from card_pictures(card, game, pdf)


def card_findings(card: Card, printed: PrintedCard) -> Iterator[Diagnostic]:
    """What does not fit, and what WeasyPrint complains of."""
    yield from card_overflows(card, printed)
    yield from complaints(f"card {card.id!r}", card.span, printed.warnings)
