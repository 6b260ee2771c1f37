"""Cards for a screen at the table: as pictures, and as PDFs whose pages are as many pixels wide."""

from collections.abc import Iterator, Mapping
from functools import partial

from rulewright.model.card import Card
from rulewright.products.run import OutputFile, PrintRun, Rendered
from rulewright.products.scaled_pictures import scaled_picture_files
from rulewright.products.screen.keys import Screen
from rulewright.render.cards.printer import CardPrinter
from rulewright.render.paths import card_path, screen_path

FOLDER = "screen"


def screen_files(run: PrintRun, screen: Screen) -> Iterator[OutputFile]:
    """The PDFs."""
    printer = CardPrinter(run.book, run.project, run.created, run.printers)
    for card in run.book.chosen(screen.cards):
        inputs = printer.inputs(card)
        for width in screen.widths:
            make = partial(_scaled, printer, card, width)
            yield OutputFile(screen_path(card, width), (*inputs, str(width)), make, style=inputs[1])


def screen_picture_files(run: PrintRun, screen: Screen, cards: Mapping[str, bytes]) -> Iterator[OutputFile]:
    """The pictures of the finished cards."""
    for card in run.book.chosen(screen.cards):
        for width in screen.widths:
            yield from scaled_picture_files(run, card, cards[card_path(card)], FOLDER, width)


def _scaled(printer: CardPrinter, card: Card, width: int) -> Rendered:
    return printer.print_scaled(card, width), ()
