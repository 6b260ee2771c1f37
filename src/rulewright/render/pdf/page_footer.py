"""Whether what stands at the foot of a page fits its one line: it does not break, and would lie on its neighbour."""

from collections.abc import Iterator
from typing import Any

from rulewright.render.pdf.engine import MarginBox, ReplacedBox, TextBox

AIR = 8.0
"""Pixels that two texts at the foot keep between them."""


def foot_beyond(page: Any) -> float:
    """By how many pixels the texts at the foot of a page are wider than it, together; negative where they fit."""
    texts = [width for box in page.children if _at_foot(box) and (width := sum(_widths(box)))]
    padding = sum(box.padding_left + box.padding_right for box in page.children if _at_foot(box))
    return float(sum(texts) + padding + AIR * (len(texts) - 1) - page.border_width())


def _at_foot(box: Any) -> bool:
    return isinstance(box, MarginBox) and box.at_keyword.startswith("@bottom")


def _widths(box: Any) -> Iterator[float]:
    for inner in box.descendants():
        if isinstance(inner, (TextBox, ReplacedBox)):
            yield float(inner.margin_width())
