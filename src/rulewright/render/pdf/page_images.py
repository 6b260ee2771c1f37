"""What is printed, looked at by the pages that offer it: how long it is, how large, and what it looks like."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import PurePath
from typing import Any

from rulewright.model.card import Card
from rulewright.model.game import Game
from rulewright.model.on_screen import Online
from rulewright.model.setting import as_set, read_setting

SETTING = "RulewrightSetting"
"""Under what name a PDF tells how its card is set, where that was left to the tool."""
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

    def as_set(self, card: Card) -> Card:
        """The card as it was printed, where its size of type or its columns were left to the tool: the PDF tells."""
        told = _open(self.files[card_file(card)]).get_metadata_value(SETTING) if card.has_tasks else ""
        return as_set(card, read_setting(told)) if told else card

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


def press_file(card: Card) -> str:
    """Where the PDF of a card for the press lies below build/GAME."""
    return f"press/{card.id}.pdf"


def screen_file(card: Card, width: int) -> str:
    """Where the PDF of a card for a screen lies below build/GAME."""
    return f"screen/{card.id}-{width}.pdf"


def chart_file(card: Card) -> str:
    """Where the chart of a card lies below build/GAME."""
    return f"online/{card.id}.html"


def deck_note(online: Online) -> str:
    """Where it is told how the decks of a file are used."""
    return f"online/{online.id}.txt"


def picture_files(card: Card, game: Game) -> tuple[str, ...]:
    """Where the pictures of a card lie below build/GAME, page by page: CARD.png, CARD-2.png."""
    taken = {each.id for each in game.cards}
    later = (f"{card.id}-{page}" for page in range(2, len(card.pages) + 1))
    names = (card.id, *(f"{name}-page" if name in taken else name for name in later))
    return tuple(f"cards/{name}.png" for name in names)


def wide_file(picture: str, folder: str, width: int) -> str:
    """Where one of the `picture_files` lies in another folder, so many pixels wide: online/CARD-2-500.png."""
    return f"{folder}/{PurePath(picture).stem}-{width}.png"


def page_picture(pdf: bytes, page: int, width: int, *, clear: bool = False) -> Picture:
    """A page, counted from 0, exactly so many pixels wide; `clear` where nothing is printed."""
    return _picture(page_image(pdf, page, width, clear=clear))


def page_image(pdf: bytes, page: int, width: int, *, clear: bool = False) -> Any:
    """The same as an image of Pillow's."""
    found = _open(pdf)[page]
    scale = (width - 0.001) / found.get_width()  # PDFium rounds up: a hair less than the width is the width
    if clear:
        return found.render(scale=scale, fill_color=(0, 0, 0, 0), maybe_alpha=True).to_pil()
    return _image(found, scale)


def pictures(pdf: bytes, dpi: int = PICTURE_DPI, colours: int = 0) -> Iterator[Picture]:
    """Every page of a PDF, in no more `colours` than are given; the same PDF gives the same bytes."""
    for page in range(len(_open(pdf))):
        yield picture(pdf, page, dpi, colours)


def picture(pdf: bytes, page: int, dpi: int = PICTURE_DPI, colours: int = 0) -> Picture:
    """A page of a PDF, counted from 0."""
    image = _image(_open(pdf)[page], dpi / POINTS_PER_INCH)
    return _picture(image.quantize(colours) if colours else image, dpi=(dpi, dpi))


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
