"""Pictures of finished cards at a given width in pixels."""

from collections.abc import Iterator
from functools import partial

from rulewright.model.card import Card
from rulewright.products.run import OutputFile, PrintRun, Rendered, known
from rulewright.render.paths import scaled_picture_paths
from rulewright.render.pdf.page_images import page_picture


def scaled_picture_files(run: PrintRun, card: Card, pdf: bytes, folder: str, width: int) -> Iterator[OutputFile]:
    """Make a picture of every page of a card at a width in pixels."""
    for page, path in enumerate(scaled_picture_paths(card, run.book.game, folder, width)):
        yield OutputFile(path, known(pdf, f"{page} {width}"), partial(_picture, pdf, page, width))


def _picture(pdf: bytes, page: int, width: int) -> Rendered:
    return page_picture(pdf, page, width).png, ()
