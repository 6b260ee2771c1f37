"""Converts pictures made of pixels to printing inks."""

from io import BytesIO
from struct import pack
from typing import Any
from zlib import crc32

from rulewright.render.pdf.prepress.inks import Inks

PNG = b"\x89PNG\r\n\x1a\n"


def print_in_inks(picture: Any, inks: Inks) -> None:
    """Converts a picture within a PDF. Each colour is mixed once, because most pictures on cards have few."""
    pixels = _opened(picture).convert("RGB").tobytes()
    lights = [pixels[at : at + 3] for at in range(0, len(pixels), 3)]
    mixed = {light: _amounts(light, inks) for light in set(lights)}
    for key in ("DecodeParms", "Filter", "Decode"):
        picture.extra.pop(key, None)
    picture.extra["ColorSpace"] = "/DeviceCMYK"
    picture.stream, picture.compress = [b"".join(mixed[light] for light in lights)], True


def _amounts(light: bytes, inks: Inks) -> bytes:
    return bytes(round(amount * 255) for amount in inks(tuple(share / 255 for share in light)))


def _opened(picture: Any) -> Any:
    """WeasyPrint stores a JPEG whole, but of a PNG only its data, without the header."""
    from PIL import Image

    (stored,) = picture.stream
    data = stored if isinstance(stored, bytes) else stored.data
    if picture.extra["Filter"] == "/FlateDecode":
        head = pack(">IIBBBBB", picture.extra["Width"], picture.extra["Height"], 8, 2, 0, 0, 0)
        data = PNG + _chunk(b"IHDR", head) + _chunk(b"IDAT", data) + _chunk(b"IEND", b"")
    return Image.open(BytesIO(data))


def _chunk(kind: bytes, data: bytes) -> bytes:
    return pack(">I", len(data)) + kind + data + pack(">I", crc32(kind + data))
