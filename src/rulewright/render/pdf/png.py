"""Pictures in full colour as PNG, in half the time that Pillow takes, and shorter.

Pillow tries five filters for each row, which pay for photographs. A page of print is flat areas and letters that come
again: without a filter, zlib finds them by itself.
"""

import zlib
from struct import pack
from typing import Any

LEVEL = 3
"""Of zlib: hardly longer than at its usual level, and packed in two thirds of the time."""
SIGNATURE = b"\x89PNG\r\n\x1a\n"
NO_FILTER = b"\0"
INCH = 0.0254
"""Metres."""


Dots = tuple[float, float]
"""Dots per inch: across and down."""
NO_DOTS: Dots = (0, 0)
"""Where nobody knows them."""


def full_colour_png(image: Any, dpi: Dots = NO_DOTS, level: int = LEVEL) -> bytes:
    """An RGB image of Pillow's as a PNG."""
    header = pack(">IIBBBBB", image.width, image.height, 8, 2, 0, 0, 0)
    per_metre = [int(dots / INCH + 0.5) for dots in dpi]
    dots = _chunk(b"pHYs", pack(">IIB", *per_metre, 1)) if dpi != NO_DOTS else b""
    return SIGNATURE + _chunk(b"IHDR", header) + dots + _chunk(b"IDAT", _packed(image, level)) + _chunk(b"IEND", b"")


def _packed(image: Any, level: int) -> bytes:
    """The rows of an image, each after the name of its filter, for which Pillow leaves room after the row before.

    A page in print quality has many megabytes, so nothing of it is copied on the way.
    """
    packer = zlib.compressobj(level)
    rows = memoryview(image.tobytes("raw", "RGB", 3 * image.width + len(NO_FILTER)))
    return packer.compress(NO_FILTER) + packer.compress(rows[: -len(NO_FILTER)]) + packer.flush()


def _chunk(kind: bytes, data: bytes) -> bytes:
    return pack(">I", len(data)) + kind + data + pack(">I", zlib.crc32(kind + data))
