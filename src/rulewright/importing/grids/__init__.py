"""Grids of printed cells, wherever they stood, become tables: Lout's @Tbl, a table in Markdown, a spreadsheet.

    draft = table_of(Grid(title, rows, origin), Names())

A grid says only what is printed where. `shape` makes a rectangle of it, with its headings; `kinds` tells what kind of
table it is and which domains its keys need, each guess with its reason. Nothing of a grid is lost: what no table can
say is listed as unread.
"""

from rulewright.importing.grids.kinds import table_of
from rulewright.importing.grids.shape import Cell, Grid, Names

__all__ = ("Cell", "Grid", "Names", "table_of")
