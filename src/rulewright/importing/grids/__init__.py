"""Turn grids of printed cells into tables: Lout's @Tbl, tables in Markdown, spreadsheets.

    draft = table_of(Grid(title, rows, origin), Names())

A grid says only what is printed where. `shape` makes a rectangle of it, with its headings; `kinds` tells what kind of
table it is, and `modifiers` and `scored` know two of the kinds. `names` has the domains that their keys need. Each
guess has its reason. Nothing of a grid is lost: what no table can say is listed as unread.
"""

from rulewright.importing.grids.columns import Names
from rulewright.importing.grids.kinds import table_of
from rulewright.importing.grids.shape import Cell, Grid

__all__ = ("Cell", "Grid", "Names", "table_of")
