"""Pictures of pixels (PNG): their size, and whether they are whole."""

import zlib
from collections.abc import Iterator
from struct import Struct

SIGNATURE = b"\x89PNG\r\n\x1a\n"
SIDES, HEAD = Struct(">II"), Struct(">I4s")
"""The first of what a header holds; the length and the name of a chunk."""
MOST_PIXELS = 40_000_000
"""An A4 page at 600 dpi has 35 million."""
MOST_BYTES_A_PIXEL = 9
"""Four channels of 16 bits, and the byte at the head of each line."""
AT_ONCE = 1 << 23
"""Bytes that are unpacked before they are thrown away."""
OTHERS = {
    b"\xff\xd8\xff": "JPEG", b"GIF8": "GIF", b"RIFF": "WebP", b"BM": "BMP", b"II*\x00": "TIFF", b"MM\x00*": "TIFF",
    b"%PDF": "PDF", b"<svg": "SVG", b"<?xml": "XML", b"\x1f\x8b": "gzip", SIGNATURE: "PNG",
}  # fmt: skip
"""How files of other kinds begin."""


class BadPictureError(Exception):
    """What is wrong with a picture; the first argument is said after its name."""


class TooManyPixelsError(BadPictureError):
    """A picture that would take too much memory to print."""


def kind_of(data: bytes) -> str:
    """What a file is by how it begins, or nothing."""
    return next((kind for begins, kind in OTHERS.items() if data.startswith(begins)), "")


def read_png(data: bytes) -> tuple[int, int]:
    """The width and height in pixels of a picture that is whole."""
    if not data.startswith(SIGNATURE):
        kind = kind_of(data.lstrip())
        raise BadPictureError(f"is {'a ' + kind + ' file' if kind else 'something else'}, not PNG")
    chunks = dict[bytes, list[bytes]]()
    for name, content in _chunks(data):
        chunks.setdefault(name, []).append(content)
    header = chunks.get(b"IHDR", [b""])[0]
    if len(header) != 13 or b"IDAT" not in chunks or b"IEND" not in chunks:
        raise BadPictureError("breaks off: it is no whole PNG")
    width, height = SIDES.unpack_from(header)
    if width * height > MOST_PIXELS:
        raise TooManyPixelsError(f"has {width:,} × {height:,} pixels")
    _unpack(b"".join(chunks[b"IDAT"]))
    return width, height


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(SIGNATURE)
    while at + HEAD.size <= len(data):
        length, name = HEAD.unpack_from(data, at)
        content = data[at + HEAD.size : at + HEAD.size + length]
        check = data[at + HEAD.size + length : at + HEAD.size + length + 4]
        if len(check) < 4:
            raise BadPictureError("breaks off: it is no whole PNG")
        if check != zlib.crc32(name + content).to_bytes(4, "big"):
            raise BadPictureError("is damaged: it is no whole PNG")
        yield name, content
        at += HEAD.size + length + 4


def _unpack(packed: bytes) -> None:
    """Whether the pixels can be unpacked, without keeping them."""
    unpacking, size = zlib.decompressobj(), 0
    try:
        while packed and size <= MOST_PIXELS * MOST_BYTES_A_PIXEL:
            size += len(unpacking.decompress(packed, AT_ONCE))
            packed = unpacking.unconsumed_tail
    except zlib.error:
        raise BadPictureError("is damaged: it is no whole PNG") from None
    if packed:
        raise TooManyPixelsError("unpacks to more than it says")
    if not unpacking.eof:
        raise BadPictureError("breaks off: it is no whole PNG")
