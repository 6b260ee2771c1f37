"""Where a table denies a row something that another table gives it: no AP for machine guns here, AP for them there.

The first table has a column for each of some names, and says no, or nothing; the other has these names among its
values. The other may ask for the row itself, or for something that the first table says the row has: if a tripod has
machine-gun fire, and such fire is AP at tanks, the tripod has AP.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import reduce
from operator import or_

from rulewright.checks.correspondence import Correspondence, mapped
from rulewright.checks.quantities import DECIDED, MOST_CASES
from rulewright.model.answers import split_by_owner
from rulewright.model.book import Book
from rulewright.model.domain import Domain
from rulewright.model.keyset import KeySet
from rulewright.model.table import OUTPUT, Axis, Case, Lookup, Table
from rulewright.wording import plain

DENYING = (None, "no")


@dataclass(frozen=True, slots=True)
class Denial:
    """A case that denies something to the rows `where`, and the case of another table that gives it.

    `through` is what the first table says the rows have, and the other table asks for; else it asks for the rows.
    """

    denies: Table
    gives: Table
    denied: Case
    given: Case
    shown: str
    where: str
    through: str
    answer: str


@dataclass(frozen=True)
class Grid:
    """A table that says of each row which of the names that head its columns it has."""

    table: Table
    rows: Axis
    columns: Domain
    cells: tuple[tuple[Case, KeySet, KeySet], ...]

    @property
    def denied(self) -> Iterator[tuple[Case, KeySet, KeySet]]:
        return (cell for cell in self.cells if cell[0].value.plain in DENYING)

    def having(self, columns: KeySet) -> KeySet:
        """The rows that have something of this."""
        cells = (rows for case, rows, keys in self.cells if case.value.plain not in DENYING and keys & columns)
        return reduce(or_, cells, KeySet())


def denials(names: Correspondence) -> Iterator[Denial]:
    """Each name that one table denies some rows, and another gives it; once for each."""
    tables = [each for each in names.book.game.tables if each.policy in DECIDED and len(each.cases) <= MOST_CASES]
    functions = [(table, function) for table in tables for function in table.functions()]
    for grid in filter(None, map(_grid, tables)):
        for other, function in functions:
            if other is not grid.table and function.values is not None:
                yield from _between(grid, other, function, names)


def _grid(table: Table) -> Grid | None:
    layout, values = table.layout, table.values
    if not isinstance(layout, Lookup) or not layout.columns or layout.columns[0].axis == OUTPUT or len(table.axes) != 2:
        return None
    column = next(at for at, axis in enumerate(table.axes) if axis.name == layout.columns[0].axis)
    columns, rows = table.axes[column].domain, table.axes[1 - column]
    if not columns.enumeration or columns.boolean or values is None or values.position("no") is None:
        return None
    owners = [(owner, box) for owner, box in split_by_owner(table, table.box) if owner >= 0]
    cells = tuple((table.cases[owner], box[1 - column], box[column]) for owner, box in owners)
    return Grid(table, rows, columns, cells)


def _between(grid: Grid, other: Table, function: Table, names: Correspondence) -> Iterator[Denial]:
    """What one function gives rows of the grid, by each of its inputs that says something of them."""
    columns = names.keys(grid.columns, function.values) if function.values is not None else {}
    for place, axis in enumerate(function.axes) if columns else ():
        rows_of, through = _rows_of(grid, axis.domain, names)
        parts = [(function.cases[at], box[place]) for at, box in split_by_owner(function, function.box) if at >= 0]
        for key, column in columns.items():
            value = function.values.names[key].id if function.values is not None else ""
            given = [(case, keys, rows_of(keys)) for case, keys in parts if case.value.plain == value]
            if found := _both(grid, column, given):
                yield _denial(grid, other, column, found, through, names.book)


Rows = Callable[[KeySet], KeySet]
Given = tuple[Case, KeySet, KeySet]
"""A case that gives something, for some keys of an input, and the rows of which these speak."""


def _rows_of(grid: Grid, asked: Domain, names: Correspondence) -> tuple[Rows, Domain | None]:
    """The rows of which an input speaks; and the input, if the first table says that they have what it asks for."""
    if asked == grid.rows.domain:
        return lambda keys: keys, None
    if rows := names.keys(grid.rows.domain, asked):
        return lambda keys: mapped(keys, rows), None
    columns = names.keys(grid.columns, asked)
    return lambda keys: grid.having(mapped(keys, columns)), asked


def _both(grid: Grid, column: int, given: list[Given]) -> list[tuple[Case, KeySet, Given]]:
    """Each case that denies rows a column with one that gives it to them, and these rows."""
    return [
        (denied, both, each)
        for denied, rows, columns in grid.denied
        for each in given
        if column in columns and (both := rows & each[2])
    ]


def _denial(
    grid: Grid,
    other: Table,
    column: int,
    found: list[tuple[Case, KeySet, Given]],
    through: Domain | None,
    book: Book,
) -> Denial:
    """All rows that are denied a column and given it."""
    denied, _, (given, *_) = found[0]
    rows, asked = (reduce(or_, each) for each in zip(*((both, keys) for _, both, (_, keys, _) in found), strict=True))
    shown, answer = (plain(text, book) for text in (grid.columns.names[column].label, denied.value.label))
    where = f"{grid.rows.name} {grid.rows.domain.describe(rows)}"
    way = ", ".join(plain(through.names[key].label, book) for key in asked) if through else ""
    return Denial(grid.table, other, denied, given, shown, where, way, answer)
