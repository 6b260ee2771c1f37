"""Tables of a card on one grid: the right edge of each lies on one of a few places of its column.

A table on the grid begins at the left edge of its column. It is as wide as its content without breaks of lines, and as
its caption; then it grows to the next eighth of the column. So tables that are nearly as wide get the same width, those
that differ do so by a step that nobody takes for a slip, and a value stays near its key. One that needs more than seven
eighths has the whole width. No style sheet can say this of widths that follow from contents.
"""

from collections.abc import Callable
from math import ceil
from typing import Any

ON_GRID = "on-grid"
"""The class of tables that are on the grid."""
STEPS = 8
"""The equal parts of the width of a column on which tables end."""
NO_PART = 1e-6
"""A share of a step that is rounding."""


def with_grid(lay_out: Callable[..., None], measure: Callable[..., float]) -> Callable[..., None]:
    """WeasyPrint's `auto_table_layout`, for tables on the grid; `measure` is its `max_content_width`."""

    def auto_table_layout(context: Any, box: Any, containing_block: tuple[float, float]) -> None:
        table = box.get_wrapped_table()
        if table.width == "auto" and ON_GRID in (getattr(table.element, "attrib", {}).get("class") or "").split():
            captions = (each for each in box.children if each is not table)
            natural = max(measure(context, each) for each in (box, *captions))
            if (width := stepped(natural, containing_block[0])) is not None:
                table.width = width - table.border_left_width - table.border_right_width
        lay_out(context, box, containing_block)

    return auto_table_layout


def stepped(natural: float, available: float) -> float | None:
    """The width of a table in a column; None where its lines must break anyway."""
    if natural >= available:
        return None
    step = available / STEPS
    return ceil(natural / step - NO_PART) * step
