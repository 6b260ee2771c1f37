"""How sharp pictures of pixels print: how many of their dots come to an inch of paper."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

PIXELS_PER_INCH = 96
"""WeasyPrint's own, to which all lengths are laid out."""
SHARP = 200
"""Dots to an inch from which single ones are not seen at arm's length."""


@dataclass(frozen=True, slots=True)
class CoarsePicture:
    """A picture that prints too coarse: its name, and how many dots come to an inch."""

    picture: str
    dpi: int


def coarse_pictures(document: Any) -> Iterator[CoarsePicture]:
    """Each picture of a document that the template told the dots of, where they are too few for its width."""
    for page in document.pages:
        for box in page._page_box.descendants():
            dots = int(box.element.get("data-dots", 0)) if box.element is not None else 0
            if dots and box.width and (dpi := dots / box.width * PIXELS_PER_INCH) < SHARP:
                yield CoarsePicture(box.element.get("data-picture"), int(dpi))
