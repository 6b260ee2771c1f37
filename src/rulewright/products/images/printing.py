"""The pictures of cards with bleed, of exactly the pixels that their size in print has."""

from collections.abc import Callable, Iterator
from functools import partial

from rulewright.products.images.keys import Images
from rulewright.products.images.names import SidePicture, side_pictures
from rulewright.products.run import OutputFile, PrintRun, Rendered
from rulewright.render.cards.printer import CardPrinter, PrintedCard
from rulewright.render.cards.variant import Variant
from rulewright.render.pdf.finished_files import FinishedFiles
from rulewright.render.pdf.page_images import page_image, png_picture


def image_files(run: PrintRun, images: Images, cards: FinishedFiles) -> Iterator[OutputFile]:
    """A picture of each side, in the setting in which the card by itself was printed."""
    printer = CardPrinter(run.book, run.project, run.created, run.printers)
    variant = Variant(bleed=images.bleed.value, standard="")
    for picture in side_pictures(run.book.chosen(images.cards)):
        card = picture.card
        setting = cards.setting(card)
        values = partial(_values, images, picture, partial(printer.inputs, card, variant, setting))
        make = partial(_picture, images, picture, partial(printer.print, card, variant, setting=setting))
        yield OutputFile(images.path(picture), values, make, printer.style(card, variant))


def _values(images: Images, picture: SidePicture, of_card: Callable[[], tuple[str, ...]]) -> tuple[str, ...]:
    return *of_card(), f"{picture.page} {images.dpi}"


def _picture(images: Images, picture: SidePicture, print_: Callable[[], PrintedCard]) -> Rendered:
    size = picture.card.size
    width, height = images.pixels(size.width), images.pixels(size.height)
    image = page_image(print_().pdf, picture.page, width)
    if image.height != height:  # the pixels of the two sides are rounded apart
        image = image.resize((width, height))
    return png_picture(image, dpi=(images.dpi, images.dpi)).png, ()
