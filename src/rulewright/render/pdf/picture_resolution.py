"""The resolution of pictures in print: their pixels per inch of paper."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

PIXELS_PER_INCH = 96
"""CSS pixels, in which WeasyPrint lays out all lengths."""
SHARP = 200
"""Dots per inch from which single ones do not show at arm's length."""


@dataclass(frozen=True, slots=True)
class CoarsePicture:
    """A picture that prints too coarse: its name and its dots per inch."""

    picture: str
    dpi: int


def coarse_pictures(document: Any) -> Iterator[CoarsePicture]:
    """Each picture with too few dots for its width; the template gives its dots, or those of an inch of a ground."""
    for page in document.pages:
        for box in page._page_box.descendants():
            if box.element is None:
                continue
            dots, ground = (int(box.element.get(name, 0)) for name in ("data-dots", "data-dpi"))
            if dots and box.width and (dpi := dots / box.width * PIXELS_PER_INCH) < SHARP:
                yield CoarsePicture(box.element.get("data-picture"), int(dpi))
            if 0 < ground < SHARP:
                yield CoarsePicture(box.element.get("data-ground"), ground)
