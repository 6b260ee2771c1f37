"""Convert screen colours to the four inks of a press: in page contents, in pictures, and back for a proof on a screen.

A grey becomes black ink alone on every press: small grey letters in four inks would show coloured edges as soon as one
ink is slightly out of register.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache
from io import BytesIO
from typing import Any

from rulewright.entries.press import Profile
from rulewright.pdf.page_images import rgb_png

# Convert screen colours to the four inks of a press

Light = tuple[float, ...]
"""Red, green and blue of sRGB, each from 0 to 1."""
Ink = tuple[float, ...]
"""Cyan, magenta, yellow and black, each from 0 for none to 1 for all."""
Inks = Callable[[Light], Ink]

EQUAL = 0.5 / 255
"""The largest difference between red, green and blue in a grey: less than one step of a colour written #rrggbb."""


def inks_for(profile: Profile | None) -> Inks:
    """Return the function that converts colours for a press: by its ICC profile, or by a formula if it has none."""
    mixed = by_formula if profile is None else by_profile(profile)

    @cache
    def mix(light: Light) -> Ink:
        if max(light) - min(light) < EQUAL:
            return 0.0, 0.0, 0.0, 1 - light[0]
        return mixed(light)

    return mix


def by_formula(light: Light) -> Ink:
    """Print the grey share of a colour in black ink, so that no more than three inks overlap."""
    strongest = max(light)
    if not strongest:
        return 0.0, 0.0, 0.0, 1.0
    return (*((strongest - share) / strongest for share in light), 1 - strongest)


def by_profile(profile: Profile) -> Inks:
    """Return the conversion by an ICC profile: the nearest that the press comes to each colour of sRGB."""
    printed = profile.converter("RGB", "CMYK")
    return lambda light: tuple(amount / 255 for amount in printed(bytes(round(share * 255) for share in light)))


LIGHT = re.compile(rb"([\d.]+) ([\d.]+) ([\d.]+) (rg|RG)")
"""A PDF operator that sets an sRGB colour for fills or strokes."""
SPACE = re.compile(rb"/(\S+) (?:cs|CS)")
PRINTABLE = (b"DeviceCMYK", b"DeviceGray", b"Pattern")
"""Colour spaces that need no conversion."""
FIGURES = 4
"""Decimals of an amount of ink: far finer than any press can print."""


def paint_in_inks(stream: Any, inks: Inks) -> Iterator[str]:
    """Convert the colours of a page or form in place; yield a description of each that cannot be converted."""
    for index, line in enumerate(stream.stream):
        if not isinstance(line, bytes):
            continue
        if match := LIGHT.fullmatch(line):
            stream.stream[index] = ink_operator(inks(tuple(map(float, match.groups()[:3]))), stroke=match[4] == b"RG")
        elif (match := SPACE.fullmatch(line)) and match[1] not in PRINTABLE:
            yield f"a colour of the space {match[1].decode('ascii', 'replace')}"


def ink_operator(ink: Ink, *, stroke: bool) -> bytes:
    """Return the PDF operator that sets these amounts of cyan, magenta, yellow and black."""
    amounts = " ".join(f"{amount:.{FIGURES}f}".rstrip("0").rstrip(".") for amount in ink)
    return f"{amounts} {'K' if stroke else 'k'}".encode()


def print_in_inks(picture: Any, inks: Inks) -> None:
    """Convert a picture of a PDF to inks in place. Each colour is converted once: most pictures on cards have few."""
    pixels = _opened(picture).convert("RGB").tobytes()
    lights = [pixels[at : at + 3] for at in range(0, len(pixels), 3)]
    mixed = {
        light: bytes(round(amount * 255) for amount in inks(tuple(share / 255 for share in light)))
        for light in set(lights)
    }
    for key in ("DecodeParms", "Filter", "Decode"):
        picture.extra.pop(key, None)
    picture.extra["ColorSpace"] = "/DeviceCMYK"
    picture.stream, picture.compress = [b"".join(mixed[light] for light in lights)], True


def _opened(picture: Any) -> Any:
    """Open a picture of a PDF with Pillow. WeasyPrint stores a JPEG whole, but a PNG without its header."""
    from PIL import Image

    (stored,) = picture.stream
    data = stored if isinstance(stored, bytes) else stored.data
    if picture.extra["Filter"] == "/FlateDecode":
        data = rgb_png(picture.extra["Width"], picture.extra["Height"], data)
    return Image.open(BytesIO(data))


def press_proof(picture: bytes, profile: Profile) -> bytes:
    """Return a palette PNG in the colours of a press. Only the palette is converted, because it has every colour."""
    from PIL import Image

    image, stream = Image.open(BytesIO(picture)).convert("P"), BytesIO()
    palette, mix = image.getpalette() or [], inks_for(profile)
    lights = [tuple(share / 255 for share in palette[at : at + 3]) for at in range(0, len(palette), 3)]
    inks = bytes(round(amount * 255) for light in lights for amount in mix(light))
    image.putpalette(profile.converter("CMYK", "RGB")(inks))
    image.save(stream, "PNG", optimize=True)
    return stream.getvalue()
