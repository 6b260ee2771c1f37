"""How far the ink of laid-out pages reaches: beyond columns and margins, and down each page."""

from collections.abc import Iterable, Iterator
from typing import Any

from rulewright.render.pdf.overflow import INK


def reach_of(pages: Iterable[Any]) -> dict[tuple[str, str], float]:
    """How far blocks reach beyond their columns and pages, in pixels: for each block the furthest."""
    reach: dict[tuple[str, str], float] = {}
    for page in pages:
        box = page._page_box
        right, bottom = box.content_box_x() + box.width, box.content_box_y() + box.height
        for block, column, inked in _inked(box.children[0], "text", right):
            for side, edge, limit in (
                ("wide", inked.position_x + inked.margin_width(), column),
                ("long", inked.position_y + inked.margin_height(), bottom),
            ):
                if edge > limit:
                    reach[block, side] = max(reach.get((block, side), 0.0), edge - limit)
    return reach


def filled(page: Any) -> float:
    """The share of a page's height, without its margins, down to the last ink."""
    top = page.content_box_y()
    lowest = (ink.position_y + ink.margin_height() - top for _, _, ink in _inked(page.children[0], "", 0.0))
    return float(max(lowest, default=0.0) / page.height)


def _inked(box: Any, block: str, right: float) -> Iterator[tuple[str, float, Any]]:
    """Boxes that leave ink, with the template's names of their blocks and the right edge of their column.

    Turned text is left out.
    """
    if box.style["transform"]:
        return
    if box.element is not None:
        block = box.element.get("data-block", block)
    if getattr(box, "is_column", False) and block == "text":
        right = box.position_x + box.width
    if isinstance(box, INK):
        yield block, right, box
    for child in getattr(box, "children", ()):
        yield from _inked(child, block, right)
