"""The cards, each as a PDF of its own, and their pictures."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from rulewright.diagnostics import Diagnostic, Severity
from rulewright.model.book import Book
from rulewright.model.card import Card, Image
from rulewright.render.card import card_html
from rulewright.render.environment import CARD_STYLE, asset
from rulewright.render.pdf import FOOT, PrintedCard, Printer
from rulewright.render.picture_dots import SHARP
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
        return card_html(card, self.book, self.project, self.created), asset(self.project, CARD_STYLE), repr(dress)

    def print(self, card: Card, dress: Dress = PLAIN) -> PrintedCard:
        html, style, _ = self.made_from(card, dress)
        return self._printer(style).print_card(html, dress.standard)

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
        yield Diagnostic("card-overflow", card.span, message, _hint(card, overflow.block))
    yield from _coarse(card, printed)
    yield from complaints(f"card {card.id!r}", card.span, printed.warnings)


def _hint(card: Card, block: str) -> str:
    if block == FOOT:
        return "write a shorter one, foot: …, or foot: no"
    size = f"{card.size.width} by {card.size.height}"
    return f"shorten it, use smaller type than {card.type_size:g} pt, or a card larger than {size}"


def _coarse(card: Card, printed: PrintedCard) -> Iterator[Diagnostic]:
    """The pictures whose dots can be seen, each as it prints worst, at the blocks that name them."""
    blocks = {block.picture: block for block in card.all_blocks() if isinstance(block, Image)}
    worst = {each.picture: each.dpi for each in sorted(printed.coarse, key=lambda each: -each.dpi)}
    for picture, dpi in worst.items():
        message = f"card {card.id!r}: the picture {picture!r} prints with {dpi} dots to an inch, and they can be seen"
        hint = f"print it smaller, as in width: 30mm, or take one with more dots: {SHARP} to an inch at least"
        about = f"card {card.id}: {picture}"
        severity = Severity.WARNING
        yield Diagnostic("coarse-picture", blocks[picture].span, message, hint, severity=severity, about=about)
