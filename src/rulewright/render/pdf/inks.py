"""Convert screen colours to the four inks of a press: in paintings, in pictures, and back for a proof on a screen.

A grey is black ink alone, whatever the press: small grey letters in four inks would show coloured edges as soon as one
ink is slightly out of register.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache
from io import BytesIO
from struct import pack
from typing import Any
from zlib import crc32

from rulewright.model.product import Profile

# Convert screen colours to the four inks of a press

Light = tuple[float, ...]
"""Red, green and blue of sRGB, each from 0 to 1."""
Ink = tuple[float, ...]
"""Cyan, magenta, yellow and black, each from 0 for none to 1 for all."""
Inks = Callable[[Light], Ink]

EQUAL = 0.5 / 255
"""How far red, green and blue of a grey may differ: less than a step of a colour written #rrggbb."""


def inks_for(profile: Profile | None) -> Inks:
    """The mixing of a press: by its profile, or by the plain formula."""
    mixed = by_formula if profile is None else by_profile(profile)

    @cache
    def mix(light: Light) -> Ink:
        if max(light) - min(light) < EQUAL:
            return 0.0, 0.0, 0.0, 1 - light[0]
        return mixed(light)

    return mix


def by_formula(light: Light) -> Ink:
    """Prints the grey share of a colour in black ink, so that no more than three inks overlap."""
    strongest = max(light)
    if not strongest:
        return 0.0, 0.0, 0.0, 1.0
    return (*((strongest - share) / strongest for share in light), 1 - strongest)


def by_profile(profile: Profile) -> Inks:
    """The nearest that the press comes to the colours of sRGB, with black point compensation."""
    from PIL import Image, ImageCms  # only a press with a profile needs it

    transform = ImageCms.buildTransform(
        ImageCms.createProfile("sRGB"),
        ImageCms.ImageCmsProfile(BytesIO(profile.icc)),
        "RGB",
        "CMYK",
        ImageCms.Intent.RELATIVE_COLORIMETRIC,
        ImageCms.Flags.BLACKPOINTCOMPENSATION,
    )

    def mix(light: Light) -> Ink:
        dot = Image.frombytes("RGB", (1, 1), bytes(round(share * 255) for share in light))
        printed = ImageCms.applyTransform(dot, transform)
        assert printed is not None  # only what is changed in place gives none
        return tuple(amount / 255 for amount in printed.tobytes())

    return mix


LIGHT = re.compile(rb"([\d.]+) ([\d.]+) ([\d.]+) (rg|RG)")
"""How a page sets a colour of sRGB, to fill or to stroke."""
SPACE = re.compile(rb"/(\S+) (?:cs|CS)")
PRINTABLE = (b"DeviceCMYK", b"DeviceGray", b"Pattern")
"""Colour spaces that need no conversion."""
FIGURES = 4
"""Decimals of an amount of ink: far finer than any press."""


def paint_in_inks(stream: Any, inks: Inks) -> Iterator[str]:
    """Changes what a page or a form paints; yields what it cannot convert."""
    for index, line in enumerate(stream.stream):
        if not isinstance(line, bytes):
            continue
        if match := LIGHT.fullmatch(line):
            stream.stream[index] = ink_operator(inks(tuple(map(float, match.groups()[:3]))), stroke=match[4] == b"RG")
        elif (match := SPACE.fullmatch(line)) and match[1] not in PRINTABLE:
            yield f"a colour of the space {match[1].decode('ascii', 'replace')}"


def ink_operator(ink: Ink, *, stroke: bool) -> bytes:
    """The operator for these amounts of cyan, magenta, yellow and black."""
    amounts = " ".join(f"{amount:.{FIGURES}f}".rstrip("0").rstrip(".") for amount in ink)
    return f"{amounts} {'K' if stroke else 'k'}".encode()


PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"


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
    """WeasyPrint stores a JPEG whole, but of a PNG_SIGNATURE only its data, without the header."""
    from PIL import Image

    (stored,) = picture.stream
    data = stored if isinstance(stored, bytes) else stored.data
    if picture.extra["Filter"] == "/FlateDecode":
        head = pack(">IIBBBBB", picture.extra["Width"], picture.extra["Height"], 8, 2, 0, 0, 0)
        data = PNG_SIGNATURE + _chunk(b"IHDR", head) + _chunk(b"IDAT", data) + _chunk(b"IEND", b"")
    return Image.open(BytesIO(data))


def _chunk(kind: bytes, data: bytes) -> bytes:
    return pack(">I", len(data)) + kind + data + pack(">I", crc32(kind + data))


def press_proof(picture: bytes, profile: Profile) -> bytes:
    """A PNG with a palette in the colours of a press. Only the palette changes, as each colour of a card is mixed."""
    from PIL import Image

    image = Image.open(BytesIO(picture)).convert("P")
    palette = image.getpalette() or []
    mix, shown = inks_for(profile), BytesIO()
    lights = [tuple(share / 255 for share in palette[at : at + 3]) for at in range(0, len(palette), 3)]
    image.putpalette(_on_screen([mix(light) for light in lights], profile))
    image.save(shown, "PNG", optimize=True)
    return shown.getvalue()


def _on_screen(inks: list[tuple[float, ...]], profile: Profile) -> bytes:
    """Red, green and blue of each mixture on paper: white is that of the paper, as an eye takes it that adapts."""
    from PIL import Image, ImageCms

    transform = ImageCms.buildTransform(
        ImageCms.ImageCmsProfile(BytesIO(profile.icc)),
        ImageCms.createProfile("sRGB"),
        "CMYK",
        "RGB",
        ImageCms.Intent.RELATIVE_COLORIMETRIC,
        ImageCms.Flags.BLACKPOINTCOMPENSATION,
    )
    row = Image.frombytes("CMYK", (len(inks), 1), bytes(round(amount * 255) for ink in inks for amount in ink))
    shown = ImageCms.applyTransform(row, transform)
    assert shown is not None  # only what is changed in place gives none
    return bytes(shown.tobytes())
