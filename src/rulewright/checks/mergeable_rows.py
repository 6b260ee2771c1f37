"""Neighbours that could be one row: 7 and 8–9 with the same value, in a table that joins scores elsewhere.

Whoever looks up a 7 reads both and wonders what the difference is: there may have been one. A table with a row for
every score, or with steps of one size, has its form on purpose, and so have names. But in any table, an open-ended
last row that repeats the row before it begins too late.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import reduce
from itertools import pairwise
from operator import or_

from rulewright.checks.table_analysis import TableAnalysis, name_keys
from rulewright.diagnostics import Diagnostic, FindingKind, Label, Severity, Span
from rulewright.model.domain import Domain
from rulewright.model.key_text import key_text, open_end
from rulewright.model.keyset import Bound, KeySet
from rulewright.model.table import Case, Cell, Key, Listing, Lookup, Row, Table

FINDING = FindingKind("mergeable-rows", Severity.WARNING)


@dataclass(frozen=True, slots=True)
class _Line:
    """A row, a column or a case of a list: its keys, and all that it holds beside or below them."""

    what: str
    keys: tuple[Key, ...]
    content: object
    span: Span = field(compare=False)


def check(analysis: TableAnalysis) -> Iterator[Diagnostic]:
    """Neighbours with the same content whose keys are numbers without a gap between them."""
    domains = {axis.name: axis.domain for axis in analysis.table.axes}
    for lines in _siblings(analysis.table):
        for run in _runs(lines, domains):
            yield _finding(analysis.table, run, domains)


def _runs(lines: list[_Line], domains: Mapping[str, Domain]) -> Iterator[list[tuple[_Line, Key]]]:
    """Lines that could be one, each with the key that differs from its neighbours'."""
    run: list[tuple[_Line, Key]] = []
    for one, other in pairwise(lines):
        pair = _differing_keys(one, other)
        if pair and one.content == other.content and _could_join(domains[pair[0].axis], *pair, lines):
            goes_on = run and run[-1][1] == pair[0]
            run = [*(run if goes_on else [(one, pair[0])]), (other, pair[1])]
        else:
            yield from [run] if run else []
            run = []
    yield from [run] if run else []


def _differing_keys(one: _Line, other: _Line) -> tuple[Key, Key] | None:
    """The keys in which two lines differ, if that is in one axis."""
    if [key.axis for key in one.keys] != [key.axis for key in other.keys]:
        return None
    differing = [pair for pair in zip(one.keys, other.keys, strict=True) if pair[0].keys != pair[1].keys]
    return differing[0] if len(differing) == 1 else None


def _could_join(domain: Domain, one: Key, other: Key, lines: list[_Line]) -> bool:
    """Whether two keys make one range of numbers, and the table joins numbers elsewhere, or one of the two is open."""
    if domain.names or one.keys & other.keys or not _is_range(domain, one.keys | other.keys):
        return False
    closed = [key for line in lines for key in line.keys if key.axis == one.axis and not open_end(key.written)]
    widths = {key.keys.size // (1 if domain.step is None else 2) for key in closed}
    return len(widths) > 1 or bool(open_end(one.written) or open_end(other.written))


def _is_range(domain: Domain, keys: KeySet) -> bool:
    ends: list[tuple[Bound, Bound]] = [(keys.intervals[0][0], keys.intervals[-1][1])]
    return domain.keys & KeySet.union_of(ends) == keys


def _siblings(table: Table) -> Iterator[list[_Line]]:
    """The lines of a table that are neighbours."""
    layout = table.layout
    if isinstance(layout, Listing):
        yield [_case(case) for case in layout.cases]
        return
    if isinstance(layout, Lookup):
        yield from _rows(layout.rows)
        cells = list(_cells(layout.rows))
    else:
        cells = [line.cells for line in layout.lines]
    yield [_column(at, key, cells) for at, key in enumerate(layout.columns)]


def _case(case: Case) -> _Line:
    """A case of a list by its axes; without keys where it has several conditions or compares axes."""
    simple = len(case.conditions) == 1 and not any(key.region for key in case.conditions[0])
    keys = tuple(sorted(case.conditions[0], key=lambda key: key.axis)) if simple else ()
    return _Line("case", keys, (case.value, case.label), case.span)


def _rows(rows: Iterable[Row]) -> Iterator[list[_Line]]:
    yield [_Line("row", row.keys, _row(row), row.span) for row in rows]
    for row in rows:
        yield from _rows(row.rows)


def _row(row: Row) -> object:
    return [(below.keys, _row(below)) for below in row.rows], [(cell.count, _cell(cell)) for cell in row.cells]


def _cells(rows: Iterable[Row]) -> Iterator[tuple[Cell, ...]]:
    """The cells of each innermost row."""
    for row in rows:
        if row.cells:
            yield row.cells
        yield from _cells(row.rows)


def _column(at: int, key: Key, rows: list[tuple[Cell, ...]]) -> _Line:
    covering = [next((cell for cell in row if cell.first <= at < cell.first + cell.count), None) for row in rows]
    return _Line("column", (key,), [cell and _cell(cell) for cell in covering], key.span)


def _cell(cell: Cell) -> object:
    return [(case.value, case.conditions, case.general, case.label) for case in cell.cases]


def _finding(table: Table, run: list[tuple[_Line, Key]], domains: Mapping[str, Domain]) -> Diagnostic:
    """At the second of the lines, which repeats the first."""
    keys = [key for _, key in run]
    *names, last = (repr(key.written) for key in keys)
    first, second = run[0][0], run[1][0]
    message = f"the {first.what}s {', '.join(names)} and {last} of table {table.id!r} say the same everywhere"
    joined = key_text(domains[keys[0].axis], reduce(or_, (key.keys for key in keys)), [key.written for key in keys])
    hint = f"merge them into {joined}; if one should differ, correct it"
    labels, about = (Label(first.span, "the first of them"),), f"{table.id}: {name_keys(second.keys)}"
    return FINDING.at(second.span, message, hint, labels, about=about)
