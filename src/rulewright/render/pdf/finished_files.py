"""The finished files of a game, as the pages that offer them need them: length, size, look."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rulewright.model.card import Card
from rulewright.model.names import count_text
from rulewright.model.setting import as_set, read_setting
from rulewright.render.paths import card_path
from rulewright.render.pdf.page_images import Picture, open_pdf, png_picture, render_page

SETTING = "RulewrightSetting"
"""The metadata of a PDF that holds the setting of its card, where the tool chose it."""
THUMBNAIL_WIDTH = 480
"""Pixels: twice what the overview shows, for high-resolution screens."""
THUMBNAIL_COLOURS = 64
PROOF_WIDTH, PROOF_COLOURS = 720, 256
"""Pixels at which the words of a whole sheet are readable; the colours are those of the print."""


@dataclass(frozen=True, slots=True)
class FinishedFiles:
    """The finished files by their paths below build/GAME."""

    files: Mapping[str, bytes]

    def page_count(self, path: str) -> int:
        return len(open_pdf(self.files[path]))

    def length(self, path: str) -> str:
        """The size of a file in words; of a PDF also its pages: `2 pages, 140 kB`."""
        size = rounded(len(self.files[path]))
        if not path.endswith(".pdf"):
            return size
        return f"{count_text(self.page_count(path), 'page')}, {size}"

    def as_set(self, card: Card) -> Card:
        """The card as it was printed: if the tool chose its type or columns, the PDF holds the choice."""
        setting = open_pdf(self.files[card_path(card)]).get_metadata_value(SETTING) if card.has_tasks else ""
        return as_set(card, read_setting(setting)) if setting else card

    def thumbnail_size(self, card: Card) -> tuple[int, int]:
        """The sides of its thumbnail in pixels."""
        picture = self.thumbnail(card)
        return picture.width, picture.height

    def thumbnail(self, card: Card) -> Picture:
        """The first page of a card, small."""
        page = open_pdf(self.files[card_path(card)])[0]
        image = render_page(page, THUMBNAIL_WIDTH / page.get_width())
        return png_picture(image.quantize(THUMBNAIL_COLOURS))

    def soft_proofs(self, card: Card) -> Iterator[Picture]:
        """Every page of a card for viewing on a screen; nothing for a card that is not printed."""
        from PIL.Image import Quantize  # as PDFium: only where there is a card

        for page in open_pdf(self.files[card_path(card)]) if card_path(card) in self.files else ():
            image = render_page(page, PROOF_WIDTH / page.get_width())
            # Octree: median cut would give up the colour of a mark for shades of the ground.
            yield png_picture(image.quantize(PROOF_COLOURS, method=Quantize.FASTOCTREE))


def rounded(size: int) -> str:
    """A size in two figures: `140 kB`, `1.2 MB`."""
    if size >= 1_000_000:
        return f"{size / 1_000_000:.1f} MB"
    kilobytes = max(1, round(size / 1000))
    return f"{round(kilobytes, -1) if kilobytes >= 100 else kilobytes} kB"
