"""Turn a grid of printed cells into a shape: a rectangle of cells with its headings, bands and notes.

A printed table comes in as `Grid`: rows of cells, some of which span several columns or rows. In the `Shape` each row
has a cell for each column; a cell that spans several is the same object at each of these places, so `is` tells it.
A band is a row with a single text between the rows, as a heading of the rows below it. Such rows at the end are notes.

    | Unit   | Cost |      headings ("Unit", "Cost")
    | Infantry      |      the band of the next row
    | Guard  | 4    |      a row
    | * once only   |      a note
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby, pairwise, product

from rulewright.base.findings import Span
from rulewright.entries.cells import UNKNOWN
from rulewright.importing.grids.scores import is_score
from rulewright.source.markup.words import words

UNHEADED = re.compile(r"Column \d+")
"""The headings that programs write if a table has none; so does our export."""
WIDEST = 200
"""Most columns of a table. A span in a source may claim any number."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A printed cell: its text in our Markdown, and how many columns and rows it spans, itself included."""

    text: str
    origin: Span
    columns: int = 1
    rows: int = 1


@dataclass(frozen=True, slots=True)
class Grid:
    """Rows from top to bottom. A row has no cells where cells of other rows span it.

    `headings` is the number of heading rows, if the source gives it. `rule` is the id of the rule that
    the table belongs to.
    """

    title: str
    rows: tuple[tuple[Cell, ...], ...]
    origin: Span
    headings: int | None = None
    rule: str = ""


@dataclass(frozen=True)
class Shape:
    """The parts of a table. All `rows` have the same length; `bands` has the band above each, "" for none.

    A table is `unheaded` if its source has an empty line for headings. `band_heading` says what the bands are.
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
        """The texts of the first column."""
        return [row[0].text for row in self.rows]

    def column_texts(self, column: int) -> list[str]:
        return [row[column].text for row in self.rows]

    @cached_property
    def one_cell_columns(self) -> frozenset[int]:
        """The columns in which one cell spans all rows; none if no other column has values."""
        first, others = self.rows[0], self.rows[1:]
        columns = frozenset(
            column
            for column in range(1, self.width)
            if others and first[column].text.strip() and all(row[column] is first[column] for row in others)
        )
        return columns if len(columns) < self.width - 1 else frozenset()

    @property
    def has_open_cells(self) -> bool:
        """Whether the source marks a cell as unknown."""
        return any(cell.text.strip() == UNKNOWN for row in self.rows for cell in row[1:])

    def merged(self, column: int) -> bool:
        """Whether a cell of a column spans some of the rows."""
        return any(above[column] is below[column] for above, below in pairwise(self.rows))

    def values(self, row: Sequence[Cell]) -> list[str]:
        """The texts of a row after its name, without `one_cell_columns`; "" for columns that the name spans."""
        values = [cell for column, cell in enumerate(row) if column and column not in self.one_cell_columns]
        return ["" if cell is row[0] else cell.text for cell in values]

    @property
    def width(self) -> int:
        return len(self.headings)


def shape_of(grid: Grid) -> Shape | None:
    """Divide a grid into its parts, or return None if it is empty."""
    all_rows = squares(grid)
    rows = [row for row in all_rows if not _is_empty(row)]
    if not rows:
        return None
    used = [column for column in range(len(rows[0])) if any(row[column].text.strip() for row in rows)]
    rows = [[row[column] for column in used] for row in rows]
    title, origin = grid.title, rows[0][0].origin
    may_begin_with_title = not title and len(used) > 1 and len(rows) > 1
    if may_begin_with_title and (title_cell := _band(rows[0])):
        title, rows = title_cell.text, rows[1:]
    # the source counts its empty heading rows too, and a guess counts those of `rows`, which has no empty ones
    heading_rows = _heading_count(rows) if grid.headings is None else grid.headings
    empty_heading_rows = sum(map(_is_empty, all_rows[: grid.headings or 0]))
    count = heading_rows - empty_heading_rows
    headings = tuple(_joined_heading([row[column] for row in rows[:count]]) for column in range(len(used)))
    if all(map(UNHEADED.fullmatch, headings)):
        headings = ("",) * len(used)
    body, bands, notes = _body_bands_notes(rows[min(count, len(rows)) :])
    unheaded = heading_rows > 0 and not any(headings)
    rectangle = tuple(map(tuple, body))
    return Shape(title or "Table", origin, headings, rectangle, tuple(bands), tuple(notes), unheaded=unheaded)


def grouped(shape: Shape) -> Shape:
    """Turn names that span or repeat in several rows into bands; the second column has the names of the rows."""
    if shape.width < 3 or any(shape.bands):
        return shape
    name_cells = {id(row[0]) for row in shape.rows}  # one cell that spans rows is the same object in each
    names_span_rows = 1 < len(name_cells) < len(shape.rows) and shape.merged(0)
    if not names_span_rows and not _names_repeat(shape):
        return shape
    return replace(
        shape,
        headings=shape.headings[1:],
        rows=tuple(tuple(row[1:]) for row in shape.rows),
        bands=tuple(shape.names),
        band_heading=shape.headings[0].strip(),
    )


def _names_repeat(shape: Shape) -> bool:
    """Whether equal names in the first column follow one another, beside distinct names in the second."""
    first, second = shape.names, shape.column_texts(1)
    runs = [name for name, _ in groupby(first)]  # `A A B` has the runs `A B`; in `A B A` the name `A` has two
    are_words = all(name.strip() and not name.strip()[0].isdigit() for name in second)
    return are_words and all_differ(second) and len({*runs}) == len(runs) < len(first)


def without_markup(text: str) -> str:
    """The words of a text without markup; a link is its last words."""
    return words(text, lambda target, shown: shown or target.rpartition(":")[2], blocks=False)


def all_differ(texts: Sequence[str]) -> bool:
    """Whether no two texts have the same words."""
    return len({without_markup(text).casefold() for text in texts}) == len(texts)


def squares(grid: Grid) -> list[list[Cell]]:
    """The cell at each row and column; a cell that spans several of them is at each, and an empty one fills gaps."""
    placed: dict[tuple[int, int], Cell] = {}
    for down, row in enumerate(grid.rows):
        across = 0
        for cell in row:
            while (down, across) in placed:
                across += 1
            columns = max(1, min(cell.columns, WIDEST))
            rows = max(1, min(cell.rows, len(grid.rows) - down))
            for place in product(range(down, down + rows), range(across, across + columns)):
                placed.setdefault(place, cell)
            across += columns
    width = min(WIDEST, 1 + max((across for _, across in placed), default=-1))
    return [
        [placed.get((down, across)) or Cell("", row[0].origin if row else grid.origin) for across in range(width)]
        for down, row in enumerate(grid.rows)
    ]


def _is_empty(row: Sequence[Cell]) -> bool:
    return not any(cell.text.strip() for cell in row)


def _band(row: list[Cell]) -> Cell | None:
    """The only cell of a row: it spans all columns, or the others are empty. None if there are several."""
    first = row[0]
    has_words = len(row) > 1 and bool(first.text.strip())
    return first if has_words and all(cell is first or not cell.text.strip() for cell in row[1:]) else None


def _heading_count(rows: list[list[Cell]]) -> int:
    """Guess the number of heading rows: one, or two if headings span columns; 0 if a score such as 2-4 is first."""
    if len(rows) < 2 or (is_score(rows[0][0].text) and len(rows[0]) > 1):
        return 0
    spanned = any(left is right for left, right in pairwise(rows[0]))
    return 2 if spanned and len(rows) > 2 else 1


def _joined_heading(cells: list[Cell]) -> str:
    """Join headings above one another: `Fire – light`."""
    return " – ".join(dict.fromkeys(cell.text.strip() for cell in cells if cell.text.strip()))


def _body_bands_notes(rows: list[list[Cell]]) -> tuple[list[list[Cell]], list[str], list[Cell]]:
    """Divide rows into those with cells, the band above each, and the notes after the last of them."""
    notes: list[Cell] = []
    while rows and (note := _band(rows[-1])) and not is_score(note.text) and len(rows) > 1:
        rows, notes = rows[:-1], [note, *notes]
    body: list[list[Cell]] = []
    bands: list[str] = []
    band = ""
    for row in rows:
        if (band_cell := _band(row)) and not is_score(band_cell.text):
            band = band_cell.text
        else:
            body.append(row)
            bands.append(band)
    return body, bands, notes
