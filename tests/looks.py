"""Whether two pictures look the same to a reader, who sees a changed digit and not how its edge was smoothed.

Pictures are compared in L*a*b* a little blurred, window by window of a millimetre and a half, each where it fits best
within a pixel: another version of a font engine moves letters by less. What differs in a window counts for less the
more is printed in it, for every edge is a little noise. The worst window decides.
"""

import os
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from PIL import Image, ImageChops, ImageCms, ImageFilter, ImageMath

ACCEPT = os.environ.get("RULEWRIGHT_ACCEPT") == "1"

DPI = 170
"""Of the pictures that are compared, unless told otherwise."""
WINDOW = 1.5
"""Millimetres."""
BLUR = 0.8
"""Pixels."""
SEEN = 2.3
"""The difference (CIE 1976) that is just seen between two grounds side by side."""
NOISE = 0.2
"""How much of the edges in a window may be noise."""
LIMIT = 1.6
"""The score from which two pictures look different: 1 is hardly seen, a digit of 8 pt for another scores 1.8."""
SHIFTS = (-0.5, 0.0, 0.5)
SCALE = 2.55
"""Differences are held as bytes, 255 for 100."""
EDGE = 3
"""Pixels at the rim of a picture, where there is nothing to shift from."""

_TO_LAB = ImageCms.buildTransform(ImageCms.createProfile("sRGB"), ImageCms.createProfile("LAB"), "RGB", "LAB")


@dataclass(frozen=True, slots=True)
class Difference:
    """The worst that two pictures differ by, at its place in millimetres; `picture` is darkest there."""

    score: float
    across: float
    down: float
    picture: Image.Image


def assert_looks(path: Path, picture: Image.Image, told: Path, dpi: int = DPI) -> None:
    """That a picture looks as accepted, or accepts it; where it does not, `told` is the folder for what differs."""
    if ACCEPT:
        path.parent.mkdir(parents=True, exist_ok=True)
        picture.quantize(256, method=Image.Quantize.FASTOCTREE).save(path, optimize=True)
    assert path.exists(), f"no picture is accepted for {path.name} yet: run make accept"
    accepted = Image.open(path).convert("RGB")
    assert picture.size == accepted.size, f"{path.name} was {accepted.size} pixels large, and is {picture.size}"
    found = difference(accepted, picture, dpi)
    if found.score > LIMIT:
        for name, image in (("accepted", accepted), ("now", picture), ("difference", found.picture)):
            image.save(told / f"{path.stem}-{name}.png")
    assert found.score <= LIMIT, (
        f"{path.name} looks different {found.across:.0f} mm from the left and {found.down:.0f} mm from the top "
        f"(by {found.score:.1f}): look at the pictures in {told}, and run make accept if that is meant"
    )


def difference(one: Image.Image, other: Image.Image, dpi: int = DPI) -> Difference:
    """How differently two pictures of one size look; where they look alike whatever is noise, by how much at most."""
    if one == other:  # as most are: pictures of the manual are accepted with all their colours
        return Difference(0, 0, 0, Image.new("L", one.size, "white"))
    shifts = ((0.0, 0.0), *(each for each in product(SHIFTS, SHIFTS) if any(each)))
    windows = BoxBlur(dpi)
    found = _worst(windows(_distance(_blurred(one), _blurred(other))), Image.new("L", one.size), dpi)
    if found.score <= LIMIT:
        return found
    edges = ImageChops.lighter(*(windows(_distance(_blurred(each), windows(each))) for each in (one, other)))
    least: Image.Image | None = None
    for shift in shifts:
        apart = windows(_distance(_blurred(one), _blurred(_shifted(other, *shift))))
        least = apart if least is None else ImageChops.darker(least, apart)
        found = _worst(least, edges, dpi)
        if found.score <= LIMIT:
            break
    return found


class BoxBlur:
    """What every pixel is on average in its window."""

    def __init__(self, dpi: int) -> None:
        self.filter = ImageFilter.BoxBlur(WINDOW / 25.4 * dpi / 2)

    def __call__(self, image: Image.Image) -> Image.Image:
        return image.filter(self.filter)


def _blurred(image: Image.Image) -> Image.Image:
    return image.filter(ImageFilter.GaussianBlur(BLUR))


def _shifted(image: Image.Image, across: float, down: float) -> Image.Image:
    if not across and not down:
        return image
    moved = (1.0, 0.0, across, 0.0, 1.0, down)
    return image.transform(image.size, Image.Transform.AFFINE, moved, Image.Resampling.BICUBIC, fillcolor="white")


def _distance(one: Image.Image, other: Image.Image) -> Image.Image:
    """The distance in L*a*b* of each pixel, as bytes."""
    parts = (ImageCms.applyTransform(each, _TO_LAB) for each in (one, other))
    bands = (each.split() for each in parts if each is not None)
    lightness, red, blue = (ImageChops.difference(*pair) for pair in zip(*bands, strict=True))
    found: Image.Image = ImageMath.lambda_eval(
        lambda it: it["convert"](
            ((it["float"](it["l"]) / SCALE) ** 2 + it["float"](it["a"]) ** 2 + it["float"](it["b"]) ** 2) ** 0.5
            * SCALE,
            "L",
        ),
        l=lightness,
        a=red,
        b=blue,
    )
    return found


def _worst(apart: Image.Image, edges: Image.Image, dpi: int) -> Difference:
    scores: Image.Image = ImageMath.lambda_eval(
        lambda it: it["float"](it["a"]) / (SEEN * SCALE + NOISE * it["float"](it["e"])), a=apart, e=edges
    )
    inner = scores.crop((EDGE, EDGE, scores.width - EDGE, scores.height - EDGE))
    score = float(inner.getextrema()[1])  # type: ignore[arg-type]  # one band has one pair
    peak = inner.point(lambda value: value * (255 / score) if score else value).convert("L")
    left, top, *_ = peak.point([0] * 254 + [255] * 2).getbbox() or (0, 0)
    picture = inner.point(lambda value: value * -100 + 255).convert("L")
    return Difference(score, (left + EDGE) / dpi * 25.4, (top + EDGE) / dpi * 25.4, picture)
