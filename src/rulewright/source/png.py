"""Pixel pictures (PNG): their size, and whether they are whole. Pillow, imported for the first of them, reads them."""

from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import TYPE_CHECKING
from warnings import catch_warnings, simplefilter

from rulewright.limits import PNG_PIXELS

if TYPE_CHECKING:
    from PIL.PngImagePlugin import PngImageFile

SIGNATURE = b"\x89PNG\r\n\x1a\n"
OTHERS = {
    b"\xff\xd8\xff": "JPEG", b"GIF8": "GIF", b"RIFF": "WebP", b"BM": "BMP", b"II*\x00": "TIFF", b"MM\x00*": "TIFF",
    b"%PDF": "PDF", b"<svg": "SVG", b"<?xml": "XML", b"\x1f\x8b": "gzip", SIGNATURE: "PNG",
}  # fmt: skip
"""How files of each kind begin."""


class BadPictureError(Exception):
    """What is wrong with a picture; the message continues a sentence that begins with its name."""


class TooManyPixelsError(BadPictureError):
    """The picture would take too much memory to print."""


def file_kind(data: bytes) -> str:
    """The kind of a file by its first bytes; empty for a kind not listed."""
    return next((kind for start, kind in OTHERS.items() if data.startswith(start)), "")


def read_png(data: bytes) -> tuple[int, int]:
    """The width and height in pixels of a whole picture; of an animation, those of its first frame."""
    if not data.startswith(SIGNATURE):
        kind = file_kind(data.lstrip())
        raise BadPictureError(f"is {'a ' + kind + ' file' if kind else 'something else'}, not PNG")
    try:
        with _strict_pillow():
            image = _open(data)
            size, small_enough = image.size, image.width * image.height <= PNG_PIXELS.most
            if small_enough:
                image.verify()  # the checksums, which loading skips; afterwards Pillow can read no pixels from it
                _open(data).load()
    except Exception:  # a hostile file may make Pillow raise anything
        problem = "is damaged" if b"IEND" in data else "is cut short"
        raise BadPictureError(f"{problem}: it is not a whole PNG") from None
    if not small_enough:
        raise TooManyPixelsError("has {:,} × {:,} pixels".format(*size))
    return size


def _open(data: bytes) -> "PngImageFile":
    """The picture, its pixels not yet read. `Image.open` would refuse large ones by its own limits."""
    from PIL.PngImagePlugin import PngImageFile

    return PngImageFile(BytesIO(data))


@contextmanager
def _strict_pillow() -> Iterator[None]:
    """Refuses incomplete pictures, also where WeasyPrint has told Pillow to take them."""
    from PIL import ImageFile

    lenient, ImageFile.LOAD_TRUNCATED_IMAGES = ImageFile.LOAD_TRUNCATED_IMAGES, False
    try:
        with catch_warnings():
            simplefilter("ignore")  # an animation that is none prints as a still picture
            yield
    finally:
        ImageFile.LOAD_TRUNCATED_IMAGES = lenient
