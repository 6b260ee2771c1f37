"""Screen colours in the four inks of a press.

A grey is black ink alone, whatever the press: small grey letters in four inks would show coloured edges as soon as one
ink is slightly out of register.
"""

from collections.abc import Callable
from functools import cache
from io import BytesIO

from rulewright.model.press import Profile

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
