"""Cards for the screen at the table: as pictures, and as PDFs whose pages are as many pixels wide."""

from collections.abc import Iterator, Mapping
from functools import partial

from rulewright.model.card import Card
from rulewright.model.game import Game
from rulewright.render.pdf.page_images import card_file, page_picture, picture_files, screen_file, wide_file
from rulewright.render.products.cards import CardPress
from rulewright.render.products.run import Made, PrintRun, Wanted

FOLDER = "screen"


def screens(run: PrintRun) -> Iterator[Wanted]:
    """The PDFs."""
    press = CardPress(run.book, run.project, run.created, run.printers)
    for screen in run.book.game.screens:
        for card in run.book.chosen(screen.cards):
            html, style, set_ = press.made_from(card)
            for width in screen.widths:
                inputs = (html, style, set_, str(width))
                yield Wanted(screen_file(card, width), inputs, partial(_scaled, press, card, width), style)


def screen_pictures(run: PrintRun, cards: Mapping[str, bytes]) -> Iterator[Wanted]:
    """The pictures of the finished cards."""
    for screen in run.book.game.screens:
        for card in run.book.chosen(screen.cards):
            for width in screen.widths:
                yield from wide_pictures(run, card, cards[card_file(card)], FOLDER, width)


def wide_pictures(run: PrintRun, card: Card, pdf: bytes, folder: str, width: int) -> Iterator[Wanted]:
    """Every page of a card as a picture so many pixels wide."""
    for page, path in enumerate(wide_files(card, run.book.game, folder, width)):
        yield Wanted(path, [pdf, f"{page} {width}"], partial(_picture, pdf, page, width))


def wide_files(card: Card, game: Game, folder: str, width: int) -> Iterator[str]:
    """Where these pictures lie."""
    return (wide_file(picture, folder, width) for picture in picture_files(card, game))


def _picture(pdf: bytes, page: int, width: int) -> Made:
    return page_picture(pdf, page, width).png, ()


def _scaled(press: CardPress, card: Card, width: int) -> Made:
    return press.print_scaled(card, width), ()
