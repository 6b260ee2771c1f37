"""Where a table denies a row something that another table gives it: no AP for machine guns here, AP for them there.

The first table has a column for each of some names, and says no, or nothing; the other has these names among its
values. Both ask for the row by the same input.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.checks.book_words import normalised
from rulewright.checks.quantities import DECIDED, MOST_CASES
from rulewright.model.answers import split_by_owner
from rulewright.model.book import Book
from rulewright.model.domain import Domain
from rulewright.model.keyset import KeySet
from rulewright.model.table import OUTPUT, Case, Lookup, Table
from rulewright.wording import plain

DENYING = (None, "no")
LEAST_SHARED = 2
"""Names that the columns of one table and the values of the other must share to be of one kind."""


@dataclass(frozen=True, slots=True)
class Denial:
    """A case that denies something, and the case of another table that gives it."""

    denies: Table
    gives: Table
    denied: Case
    given: Case
    shown: str
    where: str
    answer: str


def denials(book: Book) -> Iterator[Denial]:
    """Each name that one table denies a row, and another gives it."""
    tables = [each for each in book.game.tables if each.policy in DECIDED and len(each.cases) <= MOST_CASES]
    functions = [(table, function) for table in tables for function in table.functions()]
    for table in tables:
        columns = _column_domain(table)
        if columns is None or len(table.axes) != 2:
            continue
        for other, function in functions:
            if other is not table and function.values is not None and function.values.enumeration:
                yield from _between(table, columns, other, function, book)


def _column_domain(table: Table) -> Domain | None:
    """The names that head the columns of a table that says yes and no."""
    layout = table.layout
    if not isinstance(layout, Lookup) or not layout.columns or layout.columns[0].axis == OUTPUT:
        return None
    domain = next(axis.domain for axis in table.axes if axis.name == layout.columns[0].axis)
    values = table.values
    denying = domain.enumeration and not domain.boolean and values is not None and values.position("no") is not None
    return domain if denying else None


def _between(table: Table, columns: Domain, other: Table, function: Table, book: Book) -> Iterator[Denial]:
    shared = _shared_names(columns, function.values, book)
    rows = next(axis for axis in table.axes if axis.domain is not columns)
    if len(shared) < LEAST_SHARED or all(axis.domain != rows.domain for axis in function.axes):
        return
    at, column = table.axes.index(rows), next(i for i, axis in enumerate(table.axes) if axis.domain is columns)
    place = next(i for i, axis in enumerate(function.axes) if axis.domain == rows.domain)
    given: dict[str, list[tuple[Case, KeySet]]] = {}
    for owner, box in split_by_owner(function, function.box):
        if owner >= 0 and (value := function.cases[owner].value.plain) in shared:
            given.setdefault(str(value), []).append((function.cases[owner], box[place]))
    for owner, box in split_by_owner(table, table.box):
        if owner >= 0 and table.cases[owner].value.plain in DENYING:
            for key in box[column]:
                for case, keys in given.get(columns.names[key].id, ()):
                    if both := keys & box[at]:
                        denied, name = table.cases[owner], columns.names[key]
                        shown, where = plain(name.label, book), f"{rows.name} {rows.domain.describe(both)}"
                        yield Denial(table, other, denied, case, shown, where, plain(denied.value.label, book))
                        break


def _shared_names(columns: Domain, values: Domain | None, book: Book) -> set[str]:
    """The names that both domains have, and print alike."""
    labels = {name.id: normalised(plain(name.label, book)) for name in columns.names}
    names = values.names if values is not None else ()
    return {name.id for name in names if labels.get(name.id) == normalised(plain(name.label, book))}
