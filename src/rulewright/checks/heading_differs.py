"""The heading of a column that names something else than the column shows.

A function proves the values of a column, and a player knows them by the heading: under a wrong one every number is
proved and every number is read wrongly. Three signs are sure. Two columns have the same heading. A heading has no word
of its own column, and all its words are those of another column of the table. And a heading gives one unit, while the
column counts in another.
"""

import re
from collections.abc import Collection, Iterator, Sequence

from rulewright.checks.passages import Features, stems
from rulewright.checks.printed_names import Column, columns
from rulewright.diagnostics import Diagnostic, FindingKind, Label, Severity
from rulewright.model.book import Book, Target
from rulewright.model.table import Table
from rulewright.wording import plain

FINDING = FindingKind("heading-differs", Severity.WARNING)


def check(book: Book, only: Collection[Target] | None = None) -> Iterator[Diagnostic]:
    """The headings that are wrong; `only` in tables of these owners."""
    units = {axis.domain.unit for table in book.game.tables for axis in table.axes} | {
        domain.unit for domain in book.game.domains
    }
    for table in book.game.tables:
        if only is None or Target("table", table.id) in only:
            shown = list(columns(table, book))
            for at, column in enumerate(shown):
                if other := _other_column(column, shown[:at], shown[:at] + shown[at + 1 :], book):
                    yield _finding(table, column, *other, book)
                elif column.domain and (unit := _other_unit(column, units - {""}, book)):
                    reading = f"but the column counts in {column.domain.unit}"
                    yield _finding(table, column, reading, f"write that unit, or leave {unit} out", None, book)


def _other_column(
    column: Column, before: Sequence[Column], others: Sequence[Column], book: Book
) -> tuple[str, str, Column] | None:
    """What is wrong, a hint, and the other column that a heading names."""
    printed = column.heading.printed
    for other in before:
        if column.heading.text.source == other.heading.text.source != "":
            return (
                f"as the column {other.id!r} is",
                "give each column a heading of its own",
                other,
            )
    if not printed & (column.heading.bound | _values(column, book)):
        for other in others:
            if printed and (printed == stems(other.id) or (len(printed) > 1 and printed <= other.heading.bound)):
                return (
                    f"which names the column {other.id!r}",
                    "correct the heading, or the order of the columns",
                    other,
                )
    return None


def _values(column: Column, book: Book) -> Features:
    """The words of the values that a column may show."""
    names = column.domain.names if column.domain else ()
    return stems(" ".join(f"{name.id} {plain(name.label, book)}" for name in names))


def _other_unit(column: Column, units: Collection[str], book: Book) -> str | None:
    """A unit that a heading gives instead of that of its column."""
    own = column.domain.unit if column.domain else ""
    words = plain(column.heading.text, book)
    given = [unit for unit in units if re.search(rf"(?<!\w){re.escape(unit)}(?!\w)", words)]
    return min(given, default=None) if own and own not in given else None


def _finding(table: Table, column: Column, reading: str, hint: str, other: Column | None, book: Book) -> Diagnostic:
    heading = plain(column.heading.text, book)
    message = f"the column {column.id!r} of table {table.id!r} is headed {heading!r}, {reading}"
    labels = (Label(other.heading.text.span, f"the heading of {other.id!r}"),) if other else ()
    return FINDING.at(column.heading.text.span, message, hint, labels, about=f"{table.id}: {column.id}")
