"""The pages of a print as pictures. After an edit a browser asks only for those that differ from what it shows."""

from dataclasses import asdict, dataclass
from functools import cached_property

from rulewright.listing import digest
from rulewright.readback.page_digests import painting_digests
from rulewright.render.pdf.page_images import open_pdf, page_image, png_picture

FAST = 1
"""How much zlib compresses a picture that nobody keeps."""
MM = 25.4 / 72
"""Millimetres in a point."""


@dataclass(frozen=True, slots=True)
class PrintedPage:
    """What a page is painted from, and its sides in millimetres."""

    digest: str
    wide: float
    high: float

    def encoded(self) -> dict[str, object]:
        return asdict(self)


class PrintedPages:
    """The pages of a PDF."""

    def __init__(self, data: bytes) -> None:
        self.data = data

    @cached_property
    def pages(self) -> tuple[PrintedPage, ...]:
        sides = [page.get_size() for page in open_pdf(self.data)]
        digests = painting_digests(self.data) or [digest(self.data, str(at)) for at in range(len(sides))]
        sizes = ((round(wide * MM, 2), round(high * MM, 2)) for wide, high in sides)
        return tuple(PrintedPage(each, *size) for each, size in zip(digests, sizes, strict=True))

    def picture(self, page: int, width: int) -> bytes:
        """A page as PNG, so many pixels wide; KeyError if there is none."""
        if not 0 <= page < len(self.pages):
            raise KeyError(page)
        return png_picture(page_image(self.data, page, width), level=FAST).png
