"""Find tables whose print differs from the source.

The source, the rules code and the proof can all be right, and a player may still read a wrong number: a template swaps
two columns, a style hides a condition, a page break drops a row. So every table is read from the finished files and
compared with its source cell by cell. Tables are matched by their texts, because a PDF does not name them.

The tables of one print come in, *expected* as the source has them and *read* from the file; findings go out. For
example: `the card 'assault' prints '+2' at '6-7' in the table 'fire', the source says '+1'; it looks as if the rows
'6-7' and '8' were swapped`.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import product

from rulewright.base.findings import Finding, Label, Span
from rulewright.book.grid import Spans, placed
from rulewright.readback.expected_tables import ExpectedCell, ExpectedTable
from rulewright.readback.tables import ReadCell, ReadTable, Texts, squeeze

NAME = "reads-back-differently"
HINT = "something changes the table on its way to print: look in templates/ and its stylesheets"
MOST_CELLS = 8
"""The most findings about single cells of one table; one more finding counts the rest."""


def table_findings(
    name: str, about: str, expected: Sequence[ExpectedTable], read: Sequence[ReadTable]
) -> Iterator[Finding]:
    """Yield all differences between the tables of the source and those of a print.

    `name` is the print in messages (`the card 'assault'`), `about` in the ids of findings.
    """
    matches, surplus = match_tables(expected, read)
    for table, read_table in matches:
        yield from _TableComparison(name, about, table).differences(read_table)
    for table, repeated in surplus:
        yield _TableComparison(name, about, table).printed_again(repeated)


class _TableComparison:
    """Compares one table of the source with its print; its methods make findings."""

    def __init__(self, name: str, about: str, expected: ExpectedTable) -> None:
        self.name, self.about, self.expected, self.table = name, about, expected, expected.table

    def _finding(self, span: Span, message: str, about: str, labels: tuple[Label, ...] = ()) -> Finding:
        about = f"{self.about}: {self.table.id}: {about}"
        return Finding(NAME, span, f"{self.name} {message}", HINT, labels, about=about)

    def printed_again(self, read: ReadTable) -> Finding:
        message = f"prints the table {self.table.id!r} once too often, on {read.where}"
        return self._finding(self.table.span, message, "again")

    def differences(self, read: ReadTable | None) -> Iterator[Finding]:
        if read is None:
            message = f"does not print the table {self.table.id!r}, or prints nothing that reads like it"
            yield self._finding(self.table.span, message, "missing")
            return
        order = find_reordering(self.expected, read)
        if order is not None:
            yield self._reordered(order)
            return
        findings = list(self._cells(read)) or list(self._tags(read))
        yield from findings[:MOST_CELLS]
        if more := findings[MOST_CELLS:]:
            message = f"differs from the source in {len(more)} more cells of the table {self.table.id!r}"
            yield self._finding(self.table.span, message, "more")

    def _reordered(self, order: "Reordering") -> Finding:
        names = [_line_name(line) for line in order.lines]
        first, *others = (  # of each line, the first value in a wrong place
            next((pair for pair in line if not pair.is_same and pair.expected.value), line[0]) for line in order.lines
        )
        listed = f"{', '.join(f'{name!r}' for name in names[:-1])} and {names[-1]!r}"
        whose = "the values of the " if order.values_only else "the "
        how = "were swapped" if len(names) == 2 else "are in another order"
        says = self._says(first.expected, f"prints {first.read.text!r}", f"says {first.expected.content.text!r}")
        labels = tuple(
            Label(pair.expected.span, f"and {pair.read.text!r} for this, {pair.expected.address!r}") for pair in others
        )
        message = f"{says}; it looks as if {whose}{order.kind} {listed} {how}"
        return self._finding(first.expected.span, message, f"{order.kind} {', '.join(names)}", labels)

    def _cells(self, read: ReadTable) -> Iterator[Finding]:
        """Yield a finding for each cell with another text, and for each missing or added row."""
        matcher = SequenceMatcher(None, self.expected.texts, read.texts, autojunk=False)
        for _, start, end, read_start, read_end in matcher.get_opcodes():  # equal or differing runs of rows
            rows, read_rows = self.expected.rows[start:end], read.rows[read_start:read_end]
            common = min(len(rows), len(read_rows))
            for row, read_row in zip(rows[:common], read_rows[:common], strict=True):
                yield from self._row(row, read_row)
            yield from (self._lost(row) for row in rows[common:])
            yield from (self._added(row, n) for n, row in enumerate(read_rows[common:], read_start + common + 1))

    def _row(self, row: Sequence[ExpectedCell], read_row: Sequence[ReadCell]) -> Iterator[Finding]:
        if len(row) != len(read_row):
            yield self._lost(row, read_row)
            return
        for cell, read_cell in zip(row, read_row, strict=True):
            text = read_cell.text or "nothing"
            if squeeze(cell.content.text) != squeeze(read_cell.text):
                yield self._cell(cell, f"prints {text!r}", f"says {cell.content.text!r}")
            elif cell.content.text and (cell.rows, cell.columns) != (read_cell.rows, read_cell.columns):
                yield self._cell(cell, f"prints {text!r} over {_extent(read_cell)}", f"has it over {_extent(cell)}")

    def _cell(self, cell: ExpectedCell, print_: str, source: str) -> Finding:
        about = cell.address or cell.content.text or "the empty cell"
        return self._finding(cell.span, self._says(cell, print_, source), about)

    def _says(self, cell: ExpectedCell, print_: str, source: str) -> str:
        """Return text such as `prints '+2' at '6-7' in the table 'fire', the source says '+1'`."""
        where = f" at {cell.address!r}" if cell.address else ""
        return f"{print_}{where} in the table {self.table.id!r}, the source {source}"

    def _lost(self, row: Sequence[ExpectedCell], instead: Sequence[ReadCell] = ()) -> Finding:
        words = " | ".join(cell.content.text for cell in row)
        prints = f"prints {' | '.join(cell.text for cell in instead)!r} instead of" if instead else "does not print"
        message = f"{prints} the row {words!r} of the table {self.table.id!r}"
        return self._finding(row[0].span, message, f"row {words}")

    def _added(self, row: Sequence[ReadCell], number: int) -> Finding:
        words = " | ".join(cell.text for cell in row)
        message = f"prints a row {words!r} in the table {self.table.id!r} that the source does not have"
        return self._finding(self.table.span, message, f"added row {number}, {words}")

    def _tags(self, read: ReadTable) -> Iterator[Finding]:
        """Yield differences in tags, which only a screen reader notices; the texts of all cells are equal."""
        for row, read_row in zip(self.expected.rows, read.rows, strict=True):
            for cell, read_cell in zip(row, read_row, strict=True):
                if cell.content.text and not self.expected.listed:
                    yield from self._headings(cell, read_cell)
                if sorted(cell.content.pictures) != sorted(read_cell.pictures):
                    pictures = read_cell.pictures, cell.content.pictures
                    print_, source = (", ".join(each) or "nothing" for each in pictures)
                    yield self._cell(cell, f"gives screen readers {print_!r} for the marks", f"gives {source!r}")

    def _headings(self, cell: ExpectedCell, read: ReadCell) -> Iterator[Finding]:
        tags = f"tags {cell.content.text!r} as"
        headings, read_headings = (set(map(squeeze, each.headings)) for each in (cell.content, read))
        if cell.content.heading != read.heading:
            print_, source = ("a heading" if each.heading else "no heading" for each in (read, cell.content))
            yield self._cell(cell, f"{tags} {print_}", f"has it as {source}")
        elif cell.value and headings != read_headings:
            print_, source = (" and ".join(sorted(each.headings)) or "nothing" for each in (read, cell.content))
            yield self._cell(cell, f"{tags} under {print_!r}", f"has it under {source!r}")


def _line_name(line: "Line") -> str:
    """Return the heading of a row or column for a message, or its first text."""
    headings = (pair.expected.content.text for pair in line if not pair.expected.value)
    return next((heading for heading in headings if heading), line[0].expected.content.text)


def _extent(cell: ExpectedCell | ReadCell) -> str:
    """Return the rows and columns that a cell covers: `2 × 1 places`."""
    return f"{cell.rows} × {cell.columns} places"


# Matching the tables of the source with those in a print

LEAST_ALIKE = 0.5
"""The share of equal cells from which two tables count as the same one, with differences."""


TableMatch = tuple[ExpectedTable, ReadTable | None]
"""A table of the source, and the printed table that is most like it; None if no printed table is."""
Surplus = tuple[ExpectedTable, ReadTable]
"""A table of the source, and a printed table that repeats it."""


def match_tables(
    expected: Sequence[ExpectedTable], read: Sequence[ReadTable]
) -> tuple[list[TableMatch], list[Surplus]]:
    """Match each table of the source with a printed one. Return the matches, and the tables that print once too often.

    Equal tables match first, in order; then those most alike. A printed table that is like no other is ignored, and so
    is a second list: it may be like another by chance.
    """
    equal: dict[Texts, list[ReadTable]] = {}
    for each in read:
        equal.setdefault(each.texts, []).append(each)
    matches = {index: same.pop(0) for index, table in enumerate(expected) if (same := equal.get(table.texts))}
    unmatched = {index: table for index, table in enumerate(expected) if index not in matches}
    free = [each for same in equal.values() for each in same]
    used: set[int] = set()  # the free tables that match
    for index, free_index in _by_likeness(unmatched, free):
        if index not in matches and free_index not in used:
            matches[index] = free[free_index]
            used.add(free_index)
    by_texts = {table.texts: table for table in expected if not table.listed}
    surplus = [
        (by_texts[each.texts], each)
        for free_index, each in enumerate(free)
        if free_index not in used and not each.listed and each.texts in by_texts
    ]
    return [(table, matches.get(index)) for index, table in enumerate(expected)], surplus


def _by_likeness(expected: dict[int, ExpectedTable], read: list[ReadTable]) -> Iterator[tuple[int, int]]:
    """Yield the indexes of pairs of tables that are alike enough, the most alike first."""
    expected_cells = {index: _cells(table.texts) for index, table in expected.items()}
    read_cells = [_cells(each.texts) for each in read] if expected else []
    pairs: list[tuple[float, int, int]] = []  # negative likeness, index of the expected and of the read table
    for index, cells in expected_cells.items():
        for read_index, others in enumerate(read_cells):
            likeness = (cells & others).total() / max(1, cells.total(), others.total())
            if expected[index].listed == read[read_index].listed and likeness >= LEAST_ALIKE:
                pairs.append((-likeness, index, read_index))
    return ((index, read_index) for _, index, read_index in sorted(pairs))


def _cells(texts: Texts) -> Counter[str]:
    """Count the cells with each text."""
    return Counter(text for row in texts for text in row)


def join_tables(tables: Sequence[ReadTable]) -> list[ReadTable]:
    """Join the parts of each table that a page break divides: the next part repeats the head, without the caption.

    Two tables on one page may look like parts by chance, so there the single parts are returned as well.
    """
    whole: list[ReadTable] = []
    parts: list[ReadTable] = []
    for table in tables:
        if whole and _continues(whole[-1], table):
            before = whole[-1]
            if before.page == table.page:
                parts += (before, table)
            rows = (*before.rows, *table.rows[table.head :])
            whole[-1] = replace(before, rows=rows, page=table.page, last=table.last)
        else:
            whole.append(table)
    return whole + parts


def _continues(before: ReadTable, table: ReadTable) -> bool:
    """Whether a table may be the next part of the one before: the same head, no caption, and nothing between them."""
    if before.listed or table.listed or table.starts:
        return False
    follows = before.page == table.page or (before.last and table.first and table.page == before.page + 1)
    return follows and before.texts[: before.head] == table.texts[: table.head]


def join_lists(lists: Sequence[ReadTable]) -> Iterator[ReadTable]:
    """Yield each list alone, and joined with the last one of the page before: it may continue that one."""
    ending: list[ReadTable] = []  # the last list of the page before, alone and joined
    for each in lists:
        continued = [before for before in ending if each.first and each.page == before.page + 1]
        joined = [replace(before, rows=(*before.rows, *each.rows), page=each.page) for before in continued]
        yield from (each, *joined)
        ending = [each, *joined] if each.last else ending


# Rows or columns in each other's place

Position = tuple[int, int]
"""A row and a column, from 0."""


@dataclass(frozen=True, slots=True)
class CellPair:
    """The cell of the source at one place of the grid, and the cell that was read there."""

    expected: ExpectedCell
    read: ReadCell

    @property
    def is_same(self) -> bool:
        return squeeze(self.expected.content.text) == squeeze(self.read.text)


Line = list[CellPair]
"""The pairs of cells in a row or a column, in order."""


@dataclass(frozen=True, slots=True)
class Reordering:
    """Rows or columns that print in another order; `values_only` if their headings stay in place.

    `kind` is `rows` or `columns`. `lines` are those out of their place, in the order of the source.
    """

    kind: str
    lines: tuple[Line, ...]
    values_only: bool


def find_reordering(expected: ExpectedTable, read: ReadTable) -> Reordering | None:
    """Return the reordering that explains all differences of two tables; None if there is none."""
    cells, read_cells = _spread(expected.rows), _spread(read.rows)
    if not cells or cells.keys() != read_cells.keys():
        return None
    pairs = {position: CellPair(cells[position], read_cells[position]) for position in sorted(cells)}
    if all(pair.is_same for pair in pairs.values()):
        return None
    for kind, axis in (("columns", 1), ("rows", 0)):
        lines: dict[int, Line] = {}
        for position, pair in pairs.items():
            lines.setdefault(position[axis], []).append(pair)
        wrong = tuple(line for _, line in sorted(lines.items()) if not all(pair.is_same for pair in line))
        for values_only in (False, True):
            if _is_reordered(wrong, values_only=values_only):
                return Reordering(kind, wrong, values_only)
    return None


def _is_reordered(lines: Sequence[Line], *, values_only: bool) -> bool:
    """Return whether only the order of the lines differs. `values_only` leaves out headings, which must be right."""
    headings = (pair for line in lines for pair in line if not pair.expected.value)
    if values_only and not all(pair.is_same for pair in headings):
        return False
    compared = [[pair for pair in line if pair.expected.value or not values_only] for line in lines]
    texts = [[squeeze(pair.expected.content.text) for pair in line] for line in compared]
    read_texts = [[squeeze(pair.read.text) for pair in line] for line in compared]
    return sorted(texts) == sorted(read_texts)


def _spread(rows: Sequence[Sequence[Spans]]) -> dict[Position, Spans]:
    """Return the cell at every position of the grid; a cell with spans is at several positions."""
    grid: dict[Position, Spans] = {}
    for row, line in enumerate(placed(rows)):
        for cell, column in line:
            positions = product(range(row, row + cell.rows), range(column, column + cell.columns))
            grid |= dict.fromkeys(positions, cell)
    return grid
