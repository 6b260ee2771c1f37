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
from rulewright.render.pdf import PrintedCard
from rulewright.render.printing.dress import PLAIN, Dress
from rulewright.render.printing.run import Made, Printers, PrintRun, Wanted, complaints
from rulewright.render.prints import card_file, picture, picture_files


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
        return html, card_style(card, self.book, self.project, dress), repr(dress)

    def print(self, card: Card, dress: Dress = PLAIN) -> PrintedCard:
        html, style, _ = self.made_from(card, dress)
        return self.printers[style].print_card(html, dress.standard)


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
    for overflow in printed.overflows:
        beyond = f"{overflow.millimetres:g} mm too {overflow.side}"
        where = f" of page {overflow.page}" if len(card.pages) > 1 else ""
        message = f"{what}: the block '{overflow.block}'{where} is {beyond} for its place"
        size = f"{card.size.width} by {card.size.height}"
        hint = f"shorten it, use smaller type than {card.type_size:g} pt, or a card larger than {size}"
        yield Diagnostic("card-overflow", card.span, message, hint)
    yield from complaints(what, card.span, printed.warnings)
