"""Cards for a screen at the table: as pictures, and as PDFs whose pages are as many pixels wide."""

from collections.abc import Iterator, Mapping
from functools import partial

from rulewright.model.card import Card
from rulewright.model.game import Game
from rulewright.render.cards.printer import CardPrinter
from rulewright.render.paths import card_path, picture_paths, scaled_picture_path, screen_path
from rulewright.render.pdf.page_images import page_picture
from rulewright.render.products.run import OutputFile, PrintRun, Rendered

FOLDER = "screen"


def screen_files(run: PrintRun) -> Iterator[OutputFile]:
    """The PDFs."""
    printer = CardPrinter(run.book, run.project, run.created, run.printers)
    for screen in run.book.game.screens:
        for card in run.book.chosen(screen.cards):
            inputs = printer.inputs(card)
            for width in screen.widths:
                make = partial(_scaled, printer, card, width)
                yield OutputFile(screen_path(card, width), (*inputs, str(width)), make, style=inputs[1])


def screen_picture_files(run: PrintRun, cards: Mapping[str, bytes]) -> Iterator[OutputFile]:
    """The pictures of the finished cards."""
    for screen in run.book.game.screens:
        for card in run.book.chosen(screen.cards):
            for width in screen.widths:
                yield from scaled_picture_files(run, card, cards[card_path(card)], FOLDER, width)


def scaled_picture_files(run: PrintRun, card: Card, pdf: bytes, folder: str, width: int) -> Iterator[OutputFile]:
    """Every page of a card as a picture so many pixels wide."""
    for page, path in enumerate(scaled_picture_paths(card, run.book.game, folder, width)):
        yield OutputFile(path, [pdf, f"{page} {width}"], partial(_picture, pdf, page, width))


def scaled_picture_paths(card: Card, game: Game, folder: str, width: int) -> Iterator[str]:
    """Where they lie."""
    return (scaled_picture_path(picture, folder, width) for picture in picture_paths(card, game))


def _picture(pdf: bytes, page: int, width: int) -> Rendered:
    return page_picture(pdf, page, width).png, ()


def _scaled(printer: CardPrinter, card: Card, width: int) -> Rendered:
    return printer.print_scaled(card, width), ()
