"""Pictures of pixels (PNG, JPEG): their size, and whether they are whole. Pillow reads them."""

from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import TYPE_CHECKING
from warnings import catch_warnings, simplefilter

from rulewright.limits import PICTURE_PIXELS

if TYPE_CHECKING:
    from PIL.ImageFile import ImageFile

OTHERS = {
    b"\xff\xd8\xff": "JPEG",
    b"GIF8": "GIF",
    b"RIFF": "WebP",
    b"BM": "BMP",
    b"II*\x00": "TIFF",
    b"MM\x00*": "TIFF",
    b"%PDF": "PDF",
    b"<svg": "SVG",
    b"<?xml": "XML",
    b"\x1f\x8b": "gzip",
    b"\x89PNG\r\n\x1a\n": "PNG",
}
"""How files of each kind begin."""
ENDS = {"PNG": b"IEND", "JPEG": b"\xff\xd9"}
"""What a whole picture of each kind has at its end."""
ON_THEIR_SIDE = (5, 6, 7, 8)
"""Orientations of cameras in which width and height change places."""


class BadPictureError(Exception):
    """What is wrong with a picture; the message continues a sentence that begins with its name."""


class TooManyPixelsError(BadPictureError):
    """The picture would take too much memory to print."""


def file_kind(data: bytes) -> str:
    """The kind of a file by its first bytes; empty for a kind not listed."""
    return next((kind for start, kind in OTHERS.items() if data.startswith(start)), "")


def read_pixels(data: bytes, kind: str) -> tuple[int, int]:
    """The width and height of a whole picture as it is seen; of an animation, those of its first frame."""
    found = file_kind(data) or file_kind(data.lstrip())
    if not data.startswith(tuple(start for start, name in OTHERS.items() if name == kind)):
        raise BadPictureError(f"is a {found} file, not {kind}" if found else f"is something else, not {kind}")
    try:
        with _strict_pillow():
            image = _open(data, kind)
            mode, size, small_enough = image.mode, image.size, image.width * image.height <= PICTURE_PIXELS.most
            if small_enough:
                turned = kind == "JPEG" and image.getexif().get(274) in ON_THEIR_SIDE
                image.verify()  # the checksums, which loading skips; afterwards Pillow can read no pixels from it
                _open(data, kind).load()
    except Exception:  # a hostile file may make Pillow raise anything
        problem = "is damaged" if ENDS[kind] in data else "is cut short"
        raise BadPictureError(f"{problem}: it is not a whole {kind}") from None
    if not small_enough:
        raise TooManyPixelsError(f"has {size[0]:,} × {size[1]:,} pixels")
    if mode == "CMYK":
        raise BadPictureError("has the colours of inks (CMYK), which screens and other inks cannot show")
    return (size[1], size[0]) if turned else size


def _open(data: bytes, kind: str) -> "ImageFile":
    """The picture, its pixels not yet read. `Image.open` would refuse large ones by its own limits."""
    if kind == "JPEG":
        from PIL.JpegImagePlugin import JpegImageFile

        return JpegImageFile(BytesIO(data))
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
