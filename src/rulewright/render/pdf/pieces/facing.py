"""Facing pages: a piece is laid out as right pages; those that come to lie on the left are mirrored when it is joined.

Where a piece begins is known only then. So each page has the heads and page numbers of both sides, in margin boxes on
the left for left pages and on the right for right ones. Of these the wrong ones are not painted. And the text is moved,
with its links and anchors.
"""

import re
from collections.abc import Mapping
from typing import Any

from rulewright.render.pdf.engine import MarginBox, TextBox
from rulewright.render.pdf.pieces.piece import OpenNumber, SidedText

POINTS = 0.75
"""Points in a pixel."""
RECTANGLE = re.compile(rb"/Rect \[(\S+) (\S+) (\S+) (\S+)\]")


def is_left(number: int) -> bool:
    """Whether the page with this number lies on the left: books begin on the right."""
    return number % 2 == 0


def sides_of(page: Any) -> dict[Any, str]:
    """The texts in the margins of a page that belong to one side, each with that side."""
    return {
        box: side
        for margin in page._page_box.children
        if isinstance(margin, MarginBox) and (side := _side(margin.at_keyword))
        for box in margin.descendants()
        if isinstance(box, TextBox)
    }


def _side(keyword: str) -> str:
    return next((side for side in ("left", "right") if keyword.endswith((f"-{side}", f"-{side}-corner"))), "")


def leave_sides_open(stream: Any, sides: Mapping[Any, str]) -> None:
    """Makes the painting of texts on one side a thing that is painted there only."""
    places = {part["MCID"]: at for at, part in enumerate(stream.stream) if isinstance(part, dict) and "MCID" in part}
    for box, side in sides.items():
        if box in stream._tags:
            at = places[stream._tags[box]["mcid"]]
            while stream.stream[at] != b"EMC":
                stream.stream[at] = _sided(stream.stream[at], side)
                at += 1


def _sided(part: Any, side: str) -> Any:
    if isinstance(part, OpenNumber):
        part.side = side
    elif isinstance(part, bytes) and part.endswith(b" TJ"):
        return SidedText(part.decode("latin-1"), side)
    return part


def moved_annotation(data: bytes, points: float) -> bytes:
    """An annotation as it is written, further to the right."""

    def moved(found: re.Match[bytes]) -> bytes:
        left, bottom, right, top = map(float, found.groups())
        return f"/Rect [{left + points:g} {bottom:g} {right + points:g} {top:g}]".encode()

    return RECTANGLE.sub(moved, data)
