"""What is printed, looked at by the pages that offer it: how long it is, how large, and what it looks like."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from rulewright.model.card import Card
from rulewright.model.game import Game

POINTS_PER_INCH = 72
PICTURE_DPI = 300
"""What print shops ask for, and enough for an online table to zoom into."""
THUMBNAIL_WIDTH = 480
"""Pixels: twice what the overview shows, for screens of fine dots."""
THUMBNAIL_COLOURS = 64
PROOF_WIDTH, PROOF_COLOURS = 720, 256
"""Pixels across in which words of a whole sheet can be made out; the colours are those of the print."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG and its sides in pixels."""

    png: bytes
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Prints:
    """The finished PDFs by their paths below build/GAME."""

    files: Mapping[str, bytes]

    def size(self, path: str) -> int:
        """Bytes."""
        return len(self.files[path])

    def pages(self, path: str) -> int:
        return len(_open(self.files[path]))

    def thumbnail(self, card: Card) -> Picture:
        """The first page of a card, small."""
        page = _open(self.files[card_file(card)])[0]
        image = _image(page, THUMBNAIL_WIDTH / page.get_width())
        return _picture(image.quantize(THUMBNAIL_COLOURS))

    def proofs(self, card: Card) -> Iterator[Picture]:
        """Every page of a card, to be looked at on a screen; none of a card that is not printed."""
        from PIL.Image import Quantize  # as PDFium: only where there is a card

        for page in _open(self.files[card_file(card)]) if card_file(card) in self.files else ():
            image = _image(page, PROOF_WIDTH / page.get_width())
            # By octree: median cut would give up the colour of a mark for shades of the ground.
            yield _picture(image.quantize(PROOF_COLOURS, method=Quantize.FASTOCTREE))


def card_file(card: Card) -> str:
    """Where the PDF of a card lies below build/GAME."""
    return f"cards/{card.id}.pdf"


def picture_files(card: Card, game: Game) -> tuple[str, ...]:
    """Where the pictures of a card lie below build/GAME, page by page: CARD.png, CARD-2.png."""
    taken = {each.id for each in game.cards}
    later = (f"{card.id}-{page}" for page in range(2, len(card.pages) + 1))
    names = (card.id, *(f"{name}-page" if name in taken else name for name in later))
    return tuple(f"cards/{name}.png" for name in names)


def pictures(pdf: bytes, dpi: int = PICTURE_DPI) -> Iterator[Picture]:
    """Every page of a PDF; the same PDF gives the same bytes."""
    for page in _open(pdf):
        yield _picture(_image(page, dpi / POINTS_PER_INCH), dpi=(dpi, dpi))


def card_pictures(card: Card, game: Game, pdf: bytes) -> Iterator[tuple[str, bytes]]:
    """The files of a card's pictures. A card that is too long has more pages than it should, and is reported."""
    for path, picture in zip(picture_files(card, game), pictures(pdf), strict=False):
        yield path, picture.png


def _open(pdf: bytes) -> Any:
    """PDFium is opened where it is asked for: a game without cards needs none."""
    from pypdfium2 import PdfDocument

    return PdfDocument(pdf)


def _image(page: Any, scale: float) -> Any:
    return page.render(scale=scale).to_pil().convert("RGB")


def _picture(image: Any, **told: Any) -> Picture:
    stream = BytesIO()
    image.save(stream, "PNG", **told)
    return Picture(stream.getvalue(), image.width, image.height)
