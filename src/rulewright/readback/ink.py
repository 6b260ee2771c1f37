"""The ink of things on an open page: each painted alone, within whatever clips it, as pixels.

Boxes say where ink may be. A diagonal line, a hexagon or slanted words leave most of their box empty, and a clip hides
what lies outside it.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from rulewright.readback import pdfium
from rulewright.readback.page import Box

if TYPE_CHECKING:
    from PIL.Image import Image

SCALE = 6
"""Pixels per point: a hairline is more than one pixel wide."""
DENSE, ALIKE = 128, 24
"""A pixel with this much opacity is ink; two pixels look alike if no part of theirs differs by more."""


class Ink:
    """What a page paints, by the order in which it does. `on` leaves out everything at first."""

    def __init__(self, page: Any, things: Mapping[int, Any]) -> None:
        self.page, self.things = page, things

    @classmethod
    @contextmanager
    def on(cls, page: Any, things: Mapping[int, Any]) -> "Iterator[Ink]":
        pdfium.show(things.values(), shown=False)
        try:
            yield cls(page, things)
        finally:
            pdfium.show(things.values(), shown=True)

    def shared(self, one: int, other: int, box: Box) -> float:
        """The share of the ink of the first that lies where the other has ink, or the reverse if that is more."""
        first, second = self._ink(one, box=box), self._ink(other, box=box)
        least = min(_count(first), _count(second))
        return _count(_both(first, second)) / least if least else 0.0

    def hidden(self, letters: int, other: int, box: Box) -> float:
        """The share of the ink of some letters that looks the same without them."""
        from PIL.ImageChops import difference

        ink = self._ink(letters, box=box)
        unlike = _largest(difference(self._paint(letters, other, box=box), self._paint(other, box=box)))
        alike = unlike.point(lambda difference: 255 if difference <= ALIKE else 0)
        return _count(_both(ink, alike)) / count if (count := _count(ink)) else 0.0

    def _ink(self, *orders: int, box: Box) -> "Image":
        opacity = self._paint(*orders, box=box).getchannel("A")
        return opacity.point(lambda opacity: 255 if opacity >= DENSE else 0)

    def _paint(self, *orders: int, box: Box) -> "Image":
        from PIL import Image

        chosen = [self.things[order] for order in orders]
        pdfium.show(chosen, shown=True)
        width, height, pixels = pdfium.part(self.page, box, SCALE)
        pdfium.show(chosen, shown=False)
        return Image.frombytes("RGBA", (width, height), pixels)  # blue comes first, which does not matter here


def _both(one: "Image", other: "Image") -> "Image":
    from PIL.ImageChops import darker

    return darker(one, other)


def _largest(image: "Image") -> "Image":
    """The largest part of each pixel."""
    from PIL.ImageChops import lighter

    red, green, blue, opacity = image.split()
    return lighter(lighter(red, green), lighter(blue, opacity))


def _count(mask: "Image") -> int:
    """The pixels that are set."""
    return mask.histogram()[255]
