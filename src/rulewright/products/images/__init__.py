"""Pictures of cards for print on demand: PNG with bleed, in the pixels that a shop asks for."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulewright.decode.card_files import Surroundings
from rulewright.model.book import Book
from rulewright.model.product import ProductFile
from rulewright.products.chosen import ProductOfCards
from rulewright.products.images.keys import USUAL_BLEED, USUAL_DPI, Images, ImagesEntry
from rulewright.products.images.names import side_pictures
from rulewright.products.product import FileKind, Plan
from rulewright.render.paths import card_path

if TYPE_CHECKING:
    from rulewright.products.run import PrintRun


@dataclass(frozen=True)
class ImagesProduct(ProductOfCards):
    """For print on demand, a picture of each side of each card. The web pages do not offer them."""

    kind = ImagesEntry.word
    request: Images

    def files(self, book: Book) -> Iterator[ProductFile]:
        images = self.request
        for picture in side_pictures(book.chosen(images.cards)):
            yield ProductFile(path=images.path(picture), span=images.span)

    def plans(self, run: "PrintRun") -> Iterator[Plan]:
        from rulewright.products.images.printing import image_files
        from rulewright.render.pdf.finished_files import FinishedFiles

        needs = frozenset(card_path(card) for card in run.book.chosen(self.request.cards) if card.has_tasks)
        yield Plan(needs, lambda finished: image_files(run, self.request, FinishedFiles(finished)))


def _read(id_: str, entry: ImagesEntry, _: Surroundings) -> ImagesProduct:
    bleed = USUAL_BLEED if entry.bleed is None else entry.bleed
    return ImagesProduct(Images(id_, entry.title, entry.cards, bleed, entry.dpi or USUAL_DPI, entry.span))


IMAGES = FileKind(ImagesEntry, _read)
