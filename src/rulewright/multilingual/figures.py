"""Whether a text and its translation, or a cell and its translation, say the same figures."""

import re
from collections import Counter
from collections.abc import Iterator

from rulewright.grid import PrintedCell, grid, printed_cells
from rulewright.markup.links import LINK, NOT_PROSE
from rulewright.model.book import Book
from rulewright.model.table import Table
from rulewright.translation.messages import NO_WORDS, Message, joined, tell
from rulewright.wording import plain

FIGURE = re.compile(r"(?<!\w)(\d*)[dDwWkK](\d+)(?!\w)|\d+(?:[.,\u202f\u00a0'’]\d+| \d{3}(?!\d))*|[½¼¾⅓⅔]")
"""Dice by the letter of any language, or a number with the signs that languages put between its digits."""
SEPARATORS = re.compile(r"\D")
Figures = Counter[str]


def figures(text: str) -> Figures:
    """The numbers and dice of a text as readers see it, however a language writes them."""
    shown = LINK.sub(lambda link: link[2] or "", text)
    return figures_shown(NOT_PROSE.sub(" ", shown))


def figures_shown(words: str) -> Figures:
    return Counter(map(_canonical, FIGURE.finditer(words)))


def _canonical(found: re.Match[str]) -> str:
    return f"{found[1] or 1}d{found[2]}" if found[2] else SEPARATORS.sub("", found[0]) or found[0]


def difference(original: Figures, translated: Figures) -> Message:
    """What one has and the other lacks; no words where they are the same."""
    lacks, more = joined((original - translated).elements()), joined((translated - original).elements())
    if lacks and more:
        return tell("says {more} where the original says {lacks}", more=more, lacks=lacks)
    if lacks:
        return tell("lacks {lacks}, which the original says", lacks=lacks)
    return tell("says {more}, which the original does not", more=more) if more else NO_WORDS


def cell_differences(original: Book, translated: Book) -> tuple[int, list[tuple[PrintedCell, Message]]]:
    """How many cells were compared, and those of the translation that print other figures.

    Cells are found by their keys, for records may be sorted by their names. The headings of a table count as one cell.
    """
    before, found = dict(_cells(original)), []
    own = dict(_cells(translated))
    for key, cell in own.items():
        if key not in before:
            found.append((cell, tell("the original has no such cell")))
        elif what := difference(figures_shown(before[key].text), figures_shown(cell.text)):
            found.append((cell, what))
    found += [(cell, tell("the translation has no such cell")) for key, cell in before.items() if key not in own]
    return len(own), found


def heading_differences(original: Book, translated: Book) -> Iterator[tuple[Table, Message]]:
    """The tables of the translation whose headings print other figures."""
    before = {table.id: table for table in original.game.tables}
    for table in translated.game.tables:
        if what := difference(_headings(before[table.id], original), _headings(table, translated)):
            yield table, what


def _cells(book: Book) -> Iterator[tuple[tuple[str, str, int], PrintedCell]]:
    """Each printed cell by its table, its keys, and its number among those of the same keys."""
    seen: Counter[tuple[str, str]] = Counter()
    for cell in printed_cells(book):
        place = cell.table.id, repr([sorted(keys.items()) for keys in cell.keys])
        yield (*place, seen[place]), cell
        seen[place] += 1


def _headings(table: Table, book: Book) -> Figures:
    shown = grid(table)
    cells = (cell for row in (*shown.head, *shown.body) for cell in row.cells)
    texts = (plain(part.text, book) for cell in cells for part in cell.parts if part.case is None)
    return figures_shown(" ; ".join(texts))
