"""Cards for a screen at the table: as pictures, and as PDFs whose pages are as many pixels wide."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from rulewright.model.card import Card, Setting
from rulewright.products.run import OutputFile, PrintRun, Rendered
from rulewright.products.scaled_pictures import scaled_picture_files
from rulewright.products.screen.keys import Screen
from rulewright.render.cards.printer import CardPrinter
from rulewright.render.paths import card_path, screen_path
from rulewright.render.pdf.finished_files import FinishedFiles

FOLDER = "screen"


def screen_files(run: PrintRun, screen: Screen, cards: FinishedFiles) -> Iterator[OutputFile]:
    """The PDFs, in the setting in which the card by itself was printed."""
    printer = CardPrinter(run.book, run.project, run.created, run.printers)
    for card in run.book.chosen(screen.cards):
        setting = cards.setting(card)
        for width in screen.widths:
            values = partial(_values, partial(printer.inputs, card, setting=setting), width)
            make = partial(_scaled, printer, card, width, setting)
            yield OutputFile(screen_path(card, width), values, make, printer.style(card))


def _values(of_card: Callable[[], tuple[str, ...]], width: int) -> tuple[str, ...]:
    return *of_card(), str(width)


def screen_picture_files(run: PrintRun, screen: Screen, cards: Mapping[str, bytes]) -> Iterator[OutputFile]:
    """The pictures of the finished cards."""
    for card in run.book.chosen(screen.cards):
        for width in screen.widths:
            yield from scaled_picture_files(run, card, cards[card_path(card)], FOLDER, width)


def _scaled(printer: CardPrinter, card: Card, width: int, setting: Setting | None) -> Rendered:
    return printer.print_scaled(card, width, setting), ()
