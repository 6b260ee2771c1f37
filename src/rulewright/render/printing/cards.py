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
from rulewright.render.pdf import Finisher, PrintedCard, Printer
from rulewright.render.printing.dress import PLAIN, Dress
from rulewright.render.printing.run import Made, PrintRun, complaints
from rulewright.render.prints import card_file, card_pictures, picture_files


@dataclass(slots=True)
class CardPress:
    """Prints the cards of one book; fonts and stylesheet are read for the first of them."""

    book: Book
    project: Path
    created: str = ""
    _printers: dict[str, Printer] = field(default_factory=dict)

    def made_from(self, card: Card, dress: Dress = PLAIN) -> tuple[str, ...]:
        """All that the print of a card depends on."""
        html = card_html(card, self.book, self.project, self.created, dress)
        return html, asset(self.project, CARD_STYLE), repr(dress)

    def print(self, card: Card, dress: Dress = PLAIN, finish: Finisher | None = None) -> PrintedCard:
        html, style, _ = self.made_from(card, dress)
        return self._printer(style).print_card(html, dress.standard, finish)

    def print_scaled(self, card: Card, width: int) -> bytes:
        """The card as it is, in a PDF whose pages are so many CSS pixels wide."""
        html, style, _ = self.made_from(card)
        return self._printer(style).print_scaled(html, width)

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
    for overflow in printed.overflows:
        beyond = f"{overflow.millimetres:g} mm too {overflow.side}"
        where = f" of page {overflow.page}" if len(card.pages) > 1 else ""
        message = f"card {card.id!r}: the block '{overflow.block}'{where} is {beyond} for its place"
        size = f"{card.size.width} by {card.size.height}"
        hint = f"shorten it, use smaller type than {card.type_size:g} pt, or a card larger than {size}"
        yield Diagnostic("card-overflow", card.span, message, hint)
    yield from complaints(f"card {card.id!r}", card.span, printed.warnings)
