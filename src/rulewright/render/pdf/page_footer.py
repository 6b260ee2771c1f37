"""Measures the texts at the foot of a page, which must fit one line without overlapping."""

from collections.abc import Iterator
from typing import Any

from rulewright.render.pdf.engine import MarginBox, ReplacedBox, TextBox

AIR = 8.0
"""Pixels between two texts at the foot."""


def footer_excess(page: Any) -> float:
    """By how many pixels the texts at the foot of a page are wider than the page; negative if they fit."""
    texts = [width for box in page.children if _is_footer(box) and (width := sum(_widths(box)))]
    padding = sum(box.padding_left + box.padding_right for box in page.children if _is_footer(box))
    return float(sum(texts) + padding + AIR * (len(texts) - 1) - page.border_width())


def _is_footer(box: Any) -> bool:
    return isinstance(box, MarginBox) and box.at_keyword.startswith("@bottom")


def _widths(box: Any) -> Iterator[float]:
    for inner in box.descendants():
        if isinstance(inner, (TextBox, ReplacedBox)):
            yield float(inner.margin_width())
