"""Draw pictures at the edge of a card, with their mirror images in the bleed.

Picture and mirror images are one SVG drawing, so that the picture is stored once. Mirror images reach a little under
the picture, because otherwise a fine line would show between the two.
"""

from base64 import b64encode
from collections.abc import Iterator
from decimal import Decimal
from itertools import product
from xml.sax.saxutils import quoteattr

from rulewright.entries.background import Ground
from rulewright.entries.paper import ALL_EDGES, NO_LENGTH, Edges, Millimetres, PictureArea, Size
from rulewright.source.pictures import TYPES, Picture

UNDER = Decimal("0.05")
"""Millimetres that a mirror image reaches under its picture."""
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="{}"><defs>{}</defs>{}</svg>'
PICTURE = '<image id="art" width="{}" height="{}" preserveAspectRatio="xMidYMid slice" href={}/>'
USE = '<use href="#art" transform="matrix({} 0 0 {} {} {})"/>'

MM_PER_INCH = 25.4

Box = tuple[Decimal, Decimal, Decimal, Decimal]
"""Left, top, width and height in millimetres, from the corner of a picture."""


def source_of(picture: Picture) -> str:
    """Return a data: URL that contains the picture."""
    return _address(picture.type, picture.data)


def ground_drawing(ground: Ground, picture: Picture, size: Size, bleed: Decimal = NO_LENGTH.value) -> str:
    """Draw a picture so that it covers a page and `bleed` millimetres around: its own bleed, then mirror images."""
    own = ground.bleed.value
    around = (own - bleed, own - bleed, size.width.value + 2 * bleed, size.height.value + 2 * bleed)
    return _drawing(picture, _art(ground, size), around, own=True)


def ground_dpi(ground: Ground, picture: Picture, size: Size) -> int:
    """Return the resolution of the picture on paper in dots per inch; 0 for a vector drawing."""
    art = _art(ground, size)
    across = art.dots(picture.width, picture.height)
    return 0 if picture.drawn else int(across / float(art.size.width.value) * MM_PER_INCH)


def _art(ground: Ground, size: Size) -> PictureArea:
    """Return the area of a picture with its own bleed."""
    own = 2 * ground.bleed.value
    return PictureArea(Size(Millimetres(size.width.value + own), Millimetres(size.height.value + own)), ALL_EDGES)


def beyond_style(picture: Picture, place: PictureArea, bleed: Decimal) -> str:
    """Return the style that continues a picture in the bleed beyond the edges at which it lies."""
    width, height = place.size.width.value, place.size.height.value
    edges = place.edges
    left, top = -bleed * edges.left, -bleed * edges.top
    around = (left, top, width - left + bleed * edges.right, height - top + bleed * edges.bottom)
    source = _drawing(picture, place, around, own=False)
    box = "; ".join(f"{name}: {side}mm" for name, side in zip(("left", "top", "width", "height"), around, strict=True))
    return f"{box}; background: url({source}) 0 0 / 100% 100% no-repeat"


def _drawing(picture: Picture, place: PictureArea, around: Box, *, own: bool) -> str:
    """Draw mirror images of a picture at its edges, and above them the picture itself (`own`)."""
    width, height = place.size.width.value, place.size.height.value
    art = PICTURE.format(width, height, quoteattr(source_of(picture)))
    uses = [*_mirrored(width, height, place.edges, around)] + [USE.format(1, 1, 0, 0)] * own
    return _address(TYPES[".svg"], SVG.format(" ".join(map(str, around)), art, "".join(uses)).encode())


def _mirrored(width: Decimal, height: Decimal, edges: Edges, around: Box) -> Iterator[str]:
    """Yield a mirror image for each side and corner that the picture does not cover."""
    left, top, wide, high = around
    across = (-1, left < 0 and edges.left), (0, True), (1, left + wide > width and edges.right)
    down = (-1, top < 0 and edges.top), (0, True), (1, top + high > height and edges.bottom)
    for (x, shown_across), (y, shown_down) in product(across, down):
        if shown_across and shown_down and (x or y):
            yield USE.format(-1 if x else 1, -1 if y else 1, _shift(x, width), _shift(y, height))


def _shift(side: int, length: Decimal) -> Decimal:
    """Return where a mirror image begins, on the side before (-1) or after (1) the picture."""
    return {-1: UNDER, 0: Decimal(0), 1: 2 * length - UNDER}[side]


def _address(type_: str, data: bytes) -> str:
    return f"data:{type_};base64,{b64encode(data).decode()}"
