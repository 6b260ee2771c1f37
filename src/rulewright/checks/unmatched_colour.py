"""A colour of a table that none of its cells has.

Most often the words of the key are not those that the cells print, or a key before it fits the same cells. What should
stand out then does not, and nobody notices on paper.
"""

from collections.abc import Iterator

from rulewright.findings import Finding, FindingKind, Severity
from rulewright.grid import colour_of, grid
from rulewright.model.book import Book

FINDING = FindingKind("unmatched-colour", Severity.WARNING)


def check(book: Book) -> Iterator[Finding]:
    """Each key of `colours` that decides the colour of no cell."""
    for table in book.game.tables:
        if not table.colours:
            continue
        used = {colour_of(cell, table, book) for row in grid(table).body for cell in row.cells}
        for each in table.colours:
            if each not in used:
                message = f"no cell of {table.id!r} has the colour of {each.words!r}"
                hint = "write words that a cell prints, or remove it; if several match, the first applies"
                yield FINDING.at(each.span, message, hint, about=f"{table.id}: {each.words}")
