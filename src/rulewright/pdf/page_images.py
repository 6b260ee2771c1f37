"""Paint pages of a finished PDF as pictures, with PDFium."""

import zlib
from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from struct import pack
from typing import Any

LEVEL = 3
"""The compression level of zlib: files hardly longer than at the default level, in two thirds of the time."""
SIGNATURE = b"\x89PNG\r\n\x1a\n"
NO_FILTER = b"\0"
INCH = 0.0254
"""An inch in metres."""


Dots = tuple[float, float]
"""Resolution across and down, in dots per inch."""
NO_DOTS: Dots = (0, 0)
"""An unknown resolution."""
POINTS_PER_INCH = 72
THUMBNAIL_WIDTH, THUMBNAIL_COLOURS = 480, 64
"""Width in pixels: twice the width in the overview of cards, for high-resolution screens."""
PROOF_WIDTH, PROOF_COLOURS = 720, 256
"""Width in pixels at which the words of a whole sheet are readable."""
FLAT_COLOURS, NEAR = 24, 3
"""The number of most frequent colours to keep exact, and the most, of 255, by which a mean may differ from one."""
Colour = tuple[int, int, int]
"""Red, green and blue, each from 0 to 255."""

PICTURE_DPI = 300
"""The resolution that print shops ask for. It is also enough for zooming in on an online table."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG file with its width and height in pixels."""

    png: bytes
    width: int
    height: int

    @classmethod
    def of(cls, png: bytes) -> "Picture":
        """Return the picture of a PNG file; its sides are read from the file's header."""
        return cls(png, int.from_bytes(png[16:20]), int.from_bytes(png[20:24]))

    @property
    def url(self) -> str:
        """Return a data: URL that contains the picture."""
        return f"data:image/png;base64,{b64encode(self.png).decode()}"


def page_picture(pdf: bytes, page: int, width: int, *, clear: bool = False) -> Picture:
    """Paint a page, counted from 0, `width` pixels wide. `clear` makes the empty paper transparent."""
    return png_picture(page_image(pdf, page, width, clear=clear))


def page_image(pdf: bytes, page: int, width: int, *, clear: bool = False) -> Any:
    """Paint a page as `page_picture` does, but return an image of Pillow."""
    handle = open_pdf(pdf)[page]
    scale = (width - 0.001) / handle.get_width()  # PDFium rounds up: a hair less than the width is the width
    if clear:
        return handle.render(scale=scale, fill_color=(0, 0, 0, 0), maybe_alpha=True).to_pil()
    return render_page(handle, scale)


def pictures(pdf: bytes, dpi: int = PICTURE_DPI, colours: int = 0) -> Iterator[Picture]:
    """Paint every page of a PDF, in at most `colours` colours unless that is 0. Equal PDFs give equal bytes."""
    for page in range(len(open_pdf(pdf))):
        yield picture(pdf, page, dpi, colours)


def picture(pdf: bytes, page: int, dpi: int = PICTURE_DPI, colours: int = 0) -> Picture:
    """Paint a page of a PDF, counted from 0; see `pictures`."""
    image = render_page(open_pdf(pdf)[page], dpi / POINTS_PER_INCH)
    return png_picture(in_colours(image, colours) if colours else image, dpi=(dpi, dpi))


def cropped_picture(pdf: bytes, page: int, dpi: int, colours: int, *, margin: int = 12, edge: int = 0) -> Picture:
    """Paint a page without the empty paper around its contents, but with a `margin` in pixels.

    `edge` pixels at the top and bottom of the page are cut off, where books print the page number.
    """
    from PIL import Image, ImageChops

    image = render_page(open_pdf(pdf)[page], dpi / POINTS_PER_INCH)
    image = image.crop((0, edge, image.width, image.height - edge))
    printed = ImageChops.difference(image, Image.new("RGB", image.size, "white")).getbbox() or (0, 0, 1, 1)
    left, top = (max(side - margin, 0) for side in printed[:2])
    right, bottom = (min(side + margin, most) for side, most in zip(printed[2:], image.size, strict=True))
    return png_picture(in_colours(image.crop((left, top, right, bottom)), colours), dpi=(dpi, dpi))


def thumbnail(pdf: bytes) -> Picture:
    """Paint the first page of a card as a small picture."""
    page = open_pdf(pdf)[0]
    return png_picture(in_colours(render_page(page, THUMBNAIL_WIDTH / page.get_width()), THUMBNAIL_COLOURS))


def soft_proof(pdf: bytes, page: int) -> bytes:
    """Return a page of a card, counted from 0, as a PNG for viewing on a screen."""
    handle = open_pdf(pdf)[page]
    return png_picture(in_colours(render_page(handle, PROOF_WIDTH / handle.get_width()), PROOF_COLOURS)).png


def page_texts(pdf: bytes) -> Iterator[str]:
    """Yield the text of every page."""
    return (page.get_textpage().get_text_bounded() for page in open_pdf(pdf))


def open_pdf(pdf: bytes) -> Any:
    """Open a PDF with PDFium. It is imported here because a game without cards does not need it."""
    from pypdfium2 import PdfDocument

    return PdfDocument(pdf)


def render_page(page: Any, scale: float) -> Any:
    """Paint a page of PDFium as an image of Pillow."""
    image = page.render(scale=scale).to_pil()
    return image if image.mode == "RGB" else image.convert("RGB")  # which would copy it all the same


def in_colours(image: Any, colours: int) -> Any:
    """Reduce an image to `colours` colours, with the colours of paper and large areas exact.

    Pillow's octree keeps the colour of a small mark, which median cut replaces by shades of the ground, in a fifth of
    the time. But it averages near colours, so white paper would become slightly grey; `_exact` corrects that.
    """
    from PIL.Image import Quantize  # as PDFium: only where there is a picture

    reduced = image.quantize(colours, method=Quantize.FASTOCTREE)
    flat = sorted(image.getcolors(image.width * image.height))[-FLAT_COLOURS:]
    frequent = [each for _, each in reversed(flat)]
    sides = iter(reduced.getpalette())
    means = zip(sides, sides, sides, strict=True)
    reduced.putpalette([side for mean in means for side in _exact(mean, frequent)])
    return reduced


def _exact(mean: Colour, frequent: Sequence[Colour]) -> Colour:
    """Return the most frequent colour that is close to this mean, or else the mean."""
    near = (each for each in frequent if all(abs(a - b) <= NEAR for a, b in zip(mean, each, strict=True)))
    return next(near, mean)


def png_picture(image: Any, dpi: Dots = NO_DOTS, level: int = LEVEL) -> Picture:
    """Encode an image of Pillow as PNG; `level` is the zlib level for images in full colour."""
    if image.mode == "RGB":
        return Picture(full_colour_png(image, dpi, level), image.width, image.height)
    stream = BytesIO()
    image.save(stream, "PNG", **{"dpi": dpi} if dpi != NO_DOTS else {})
    return Picture(stream.getvalue(), image.width, image.height)


def full_colour_png(image: Any, dpi: Dots = NO_DOTS, level: int = LEVEL) -> bytes:
    """Return an RGB image of Pillow as a PNG, in half the time that Pillow takes, and shorter.

    Pillow tries five filters for each row, which pay for photographs. A printed page has flat areas and repeated
    letters, which zlib finds without a filter. Each row begins with the number of its filter, for which Pillow leaves
    room after the row before. A page in print quality has many megabytes, so nothing is copied.
    """
    packer = zlib.compressobj(level)
    rows = memoryview(image.tobytes("raw", "RGB", 3 * image.width + len(NO_FILTER)))
    packed = packer.compress(NO_FILTER) + packer.compress(rows[: -len(NO_FILTER)]) + packer.flush()
    return rgb_png(image.width, image.height, packed, dpi)


def rgb_png(width: int, height: int, packed: bytes, dpi: Dots = NO_DOTS) -> bytes:
    """Return a PNG of RGB rows that are packed already, each after its filter byte."""
    chunks = [(b"IHDR", pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))]
    if dpi != NO_DOTS:
        chunks.append((b"pHYs", pack(">IIB", *(int(dots / INCH + 0.5) for dots in dpi), 1)))
    chunks += [(b"IDAT", packed), (b"IEND", b"")]
    written = (pack(">I", len(data)) + kind + data + pack(">I", zlib.crc32(kind + data)) for kind, data in chunks)
    return SIGNATURE + b"".join(written)
