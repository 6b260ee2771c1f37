"""A grid as a rectangle: headings above, names at the left, bands between rows, notes below."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from rulewright.decode.values import UNKNOWN
from rulewright.findings import Span
from rulewright.importing.grids.grid import Cell, Grid
from rulewright.importing.grids.scores import is_score
from rulewright.markup.words import words

UNHEADED = re.compile(r"Column \d+")
"""What programs write above the columns of a table that has no headings; export does too."""
WIDEST = 200
"""Columns of a table; nobody reads across more, and a span may say any number."""


def bare(text: str) -> str:
    """The words of a text without markup; a link is its last words."""
    return words(text, lambda target, shown: shown or target.rpartition(":")[2], blocks=False)


@dataclass(frozen=True)
class Shape:
    """A table in its parts. All `rows` are of one length, and `bands` tells which of them stand below which band.

    A table is `unheaded` where its source has a line for headings, and leaves it empty.
    """

    title: str
    origin: Span
    headings: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    bands: tuple[str, ...]
    notes: tuple[Cell, ...]
    band_heading: str = "Group"
    unheaded: bool = False

    @property
    def names(self) -> list[str]:
        return [row[0].text for row in self.rows]

    def column(self, at: int) -> list[str]:
        return [row[at].text for row in self.rows]

    def beside_all(self, at: int) -> bool:
        """Whether one cell stands beside all rows in a column, and another column has values."""
        return at in self._beside_all

    @cached_property
    def _beside_all(self) -> frozenset[int]:
        first, others = self.rows[0], self.rows[1:]
        found = frozenset(
            at
            for at in range(1, self.width)
            if others and first[at].text.strip() and all(row[at] is first[at] for row in others)
        )
        return found if len(found) < self.width - 1 else frozenset()

    @property
    def has_open_cells(self) -> bool:
        """Whether the source says of a cell that it is unknown."""
        return any(cell.text.strip() == UNKNOWN for row in self.rows for cell in row[1:])

    def merged(self, at: int) -> bool:
        """Whether a cell of a column spans some of the rows."""
        return any(one[at] is other[at] for one, other in pairwise(self.rows))

    def values(self, row: Sequence[Cell]) -> list[str]:
        """The texts of a row after its name, without those beside all rows; a cell that its name fills says nothing."""
        values = [cell for at, cell in enumerate(row) if at and not self.beside_all(at)]
        return ["" if cell is row[0] else cell.text for cell in values]

    @property
    def width(self) -> int:
        return len(self.headings)


def shape_of(grid: Grid) -> Shape | None:
    """The parts of a grid; None where nothing stands in it."""
    all_rows = squares(grid)
    rows = _without_empty(all_rows)
    if not rows:
        return None
    width = len(rows[0])
    title, origin = grid.title, rows[0][0].origin
    if not title and width > 1 and (alone := _band(rows[0])) and len(rows) > 1:
        title, rows = alone.text, rows[1:]
    headed = _heading_count(rows) if grid.headings is None else grid.headings
    count = headed - _empty(all_rows[: grid.headings or 0])
    headings = tuple(_heading([row[at] for row in rows[:count]]) for at in range(width))
    if all(map(UNHEADED.fullmatch, headings)):
        headings = ("",) * width
    body, bands, notes = _divided(rows[min(count, len(rows)) :])
    unheaded = headed > 0 and not any(headings)
    rectangle = tuple(map(tuple, body))
    return Shape(title or "Table", origin, headings, rectangle, tuple(bands), tuple(notes), unheaded=unheaded)


def grouped(shape: Shape) -> Shape:
    """Names that span rows, or repeat row after row, are bands, and the names of the rows stand beside them."""
    if shape.width < 3 or any(shape.bands) or not (_span_rows(shape) or _repeat(shape)):
        return shape
    rows = tuple(tuple(row[1:]) for row in shape.rows)
    heading = shape.headings[0].strip()
    return replace(
        shape,
        headings=shape.headings[1:],
        rows=rows,
        bands=tuple(row[0].text for row in shape.rows),
        band_heading=heading,
    )


def _span_rows(shape: Shape) -> bool:
    return 1 < len({id(row[0]) for row in shape.rows}) < len(shape.rows) and shape.merged(0)


def _repeat(shape: Shape) -> bool:
    """Whether equal names in the first column follow one another, beside names in the second."""
    first, second = shape.names, shape.column(1)
    runs = [name for at, name in enumerate(first) if at == 0 or name != first[at - 1]]
    apart = len({bare(name).casefold() for name in second}) == len(second)
    named = apart and all(name.strip() and not name.strip()[0].isdigit() for name in second)
    return named and len({*runs}) == len(runs) < len(first)


def squares(grid: Grid) -> list[list[Cell]]:
    """The cell at each place; one that spans several is at each of them."""
    placed: dict[tuple[int, int], Cell] = {}
    for down, row in enumerate(grid.rows):
        across = 0
        for cell in row:
            while (down, across) in placed:
                across += 1
            for place in _spanned(cell, down, across, len(grid.rows)):
                placed.setdefault(place, cell)
            across += max(1, min(cell.columns, WIDEST))
    width = min(WIDEST, 1 + max((across for _, across in placed), default=-1))
    return [
        [placed.get((down, across)) or Cell("", row[0].origin if row else grid.origin) for across in range(width)]
        for down, row in enumerate(grid.rows)
    ]


def _spanned(cell: Cell, down: int, across: int, height: int) -> Iterator[tuple[int, int]]:
    for below in range(max(1, min(cell.rows, height - down))):
        for beside in range(max(1, min(cell.columns, WIDEST))):
            yield down + below, across + beside


def _without_empty(rows: list[list[Cell]]) -> list[list[Cell]]:
    """Without rows and columns in which nothing stands."""
    rows = [row for row in rows if any(cell.text.strip() for cell in row)]
    kept = [at for at in range(len(rows[0]) if rows else 0) if any(row[at].text.strip() for row in rows)]
    return [[row[at] for at in kept] for row in rows]


def _empty(rows: list[list[Cell]]) -> int:
    return sum(not any(cell.text.strip() for cell in row) for row in rows)


def _band(row: list[Cell]) -> Cell | None:
    """The one cell of a row: it spans all columns, or nothing stands beside it."""
    first = row[0]
    alone = len(row) > 1 and bool(first.text.strip())
    return first if alone and all(cell is first or not cell.text.strip() for cell in row[1:]) else None


def _heading_count(rows: list[list[Cell]]) -> int:
    """One row of headings, and another below headings that span columns; none above a score to roll on."""
    if len(rows) < 2 or (is_score(rows[0][0].text) and len(rows[0]) > 1):
        return 0
    spanned = any(one is other for one, other in pairwise(rows[0]))
    return 2 if spanned and len(rows) > 2 else 1


def _heading(cells: list[Cell]) -> str:
    """Headings above one another as one: `Fire – light`."""
    texts = dict.fromkeys(cell.text.strip() for cell in cells if cell.text.strip())
    return " – ".join(texts)


def _divided(rows: list[list[Cell]]) -> tuple[list[list[Cell]], list[str], list[Cell]]:
    """The rows with cells, the band above each, and the lines after the last of them."""
    notes: list[Cell] = []
    while rows and (note := _band(rows[-1])) and not is_score(note.text) and len(rows) > 1:
        rows, notes = rows[:-1], [note, *notes]
    body: list[list[Cell]] = []
    bands: list[str] = []
    band = ""
    for row in rows:
        if (alone := _band(row)) and not is_score(alone.text):
            band = alone.text
        else:
            body.append(row)
            bands.append(band)
    return body, bands, notes
