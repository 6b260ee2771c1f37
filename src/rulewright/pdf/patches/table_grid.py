"""Give tables a width in eighths of their column, so that tables on a page line up.

A table of the class `on-grid` takes the width of its contents without line breaks, or of its caption, rounded up to the
next eighth of the column. So tables of similar width get the same width, and a value stays near its key. A table that
needs more than seven eighths takes the whole width.

Upstream: not a bug; CSS cannot round a width that follows from the contents.
Gain: the look of tables; nothing in speed.
Fallback: with another version than WeasyPrint 70, or without `auto_table_layout`, tables are as wide as their contents.

Report to upstream:
A wish: `width: round(up, max-content, 12.5%)` on tables, as CSS Values 4 and CSS Sizing 4 propose.
"""

from collections.abc import Callable
from importlib import import_module
from math import ceil
from typing import Any

ON_GRID = "on-grid"
"""The class of tables that are on the grid."""
STEPS = 8
"""The number of equal steps of the column width."""
NO_PART = 1e-6
"""The share of a step that counts as rounding."""


def patch() -> None:
    """Set the width of tables on the grid before WeasyPrint lays them out."""
    tables: Any = import_module("weasyprint.layout.table")
    measuring: Any = import_module("weasyprint.layout.preferred")
    lay_out = tables.auto_table_layout
    if lay_out.__module__ != __name__:
        tables.auto_table_layout = _with_grid(lay_out, measuring.max_content_width)


def _with_grid(lay_out: Callable[..., None], measure: Callable[..., float]) -> Callable[..., None]:
    """Wrap `auto_table_layout` for tables on the grid; `measure` is WeasyPrint's `max_content_width`."""

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
    """Round the width of a table up to a step of its column; return None if its lines must break anyway."""
    if natural >= available:
        return None
    step = available / STEPS
    return ceil(natural / step - NO_PART) * step
