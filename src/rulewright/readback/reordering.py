"""Rows or columns in each other's place: one fault, however many cells are wrong because of it."""

from collections.abc import Sequence
from dataclasses import dataclass

from rulewright.grid import Spans, placed
from rulewright.readback.expected_tables import ExpectedCell, ExpectedTable
from rulewright.readback.tables import ReadCell, ReadTable, squeeze

Place = tuple[int, int]
"""A row and a column, from 0."""


@dataclass(frozen=True, slots=True)
class Pair:
    """What the source has at one place of the grid, and what was read there."""

    expected: ExpectedCell
    read: ReadCell

    @property
    def same(self) -> bool:
        return squeeze(self.expected.content.text) == squeeze(self.read.text)


Line = list[Pair]
"""A row or a column, from its beginning to its end."""


@dataclass(frozen=True, slots=True)
class Reordering:
    """Rows or columns that print in another order; `values_only` where their headings stay in place."""

    kind: str
    lines: tuple[Line, ...]
    values_only: bool


def find_reordering(expected: ExpectedTable, read: ReadTable) -> Reordering | None:
    """The reordering that explains all differences of two tables; None if there is none, or no difference."""
    ours, theirs = spread(expected.rows), spread(read.rows)
    if not ours or ours.keys() != theirs.keys():
        return None
    pairs = {place: Pair(ours[place], theirs[place]) for place in sorted(ours)}
    if all(pair.same for pair in pairs.values()):
        return None
    for kind, along in (("columns", 1), ("rows", 0)):
        lines = [
            [pair for place, pair in pairs.items() if place[along] == at] for at in sorted({p[along] for p in pairs})
        ]
        for values_only in (False, True):
            if numbers := _exchanged(lines, values_only=values_only):
                return Reordering(kind, tuple(lines[number] for number in numbers), values_only)
    return None


def _exchanged(lines: Sequence[Line], *, values_only: bool) -> list[int]:
    """The numbers of the lines that differ, if they are the same lines in another order and nothing else differs."""
    wrong = [at for at, line in enumerate(lines) if not all(pair.same for pair in line)]
    if values_only and not all(pair.same for at in wrong for pair in lines[at] if not pair.expected.value):
        return []
    ours, theirs = [], []
    for at in wrong:
        compared = [pair for pair in lines[at] if pair.expected.value or not values_only]
        ours.append([squeeze(pair.expected.content.text) for pair in compared])
        theirs.append([squeeze(pair.read.text) for pair in compared])
    return wrong if sorted(ours) == sorted(theirs) else []


def spread(rows: Sequence[Sequence[Spans]]) -> dict[Place, Spans]:
    """The cell at every place of the grid, one that spans several at each of them."""
    return {
        (row + down, column + across): cell
        for row, line in enumerate(placed(rows))
        for cell, column in line
        for down in range(cell.rows)
        for across in range(cell.columns)
    }
