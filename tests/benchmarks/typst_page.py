"""A card of a game as a page of Typst: the same words in the same places, for a race.

Typst is a package of PyPI, which the tool does not need. `RULEWRIGHT_TYPST` may name a Python that has it.
"""

import os
import subprocess
import sys

from rulewright.book.book import Book
from rulewright.book.grid import GridCell, grid
from rulewright.book.wording import plain

PAGE = """\
#set page(width: {width}, height: {height}, margin: 3mm)
#set text(font: "Source Sans Pro", size: {size}pt)
#rect(fill: rgb("#9cb08a"), width: 100%)[*{title}*]
{bullets}

#table(columns: {columns},
{cells}
)
"""


def typst() -> str | None:
    """A Python that has the package; None if there is none."""
    for python in filter(None, (sys.executable, os.environ.get("RULEWRIGHT_TYPST"))):
        if subprocess.run([python, "-c", "import typst"], capture_output=True, check=False).returncode == 0:
            return python
    return None


def typst_page(book: Book) -> str:
    """The first card of a game: a band, bullets and a table."""
    card, (table, *_), (reference, *_) = book.game.cards[0], book.game.tables, book.game.references
    rows = [row.cells for row in (*grid(table).head, *grid(table).body)]
    cells = [f"  {_cell(cell, book)}," for row in rows for cell in row]
    return PAGE.format(
        width=str(card.size.width),
        height=str(card.size.height),
        size=card.font_size,
        title=plain(card.title, book),
        bullets="\n".join(f"- {plain(item.text, book)}" for item in reference.items),
        columns=max(sum(cell.columns for cell in row) for row in rows),
        cells="\n".join(cells),
    )


def _cell(cell: GridCell, book: Book) -> str:
    words = " / ".join(plain(part.text, book) for part in cell.parts)
    return f"table.cell(colspan: {cell.columns}, rowspan: {cell.rows})[{words}]"
