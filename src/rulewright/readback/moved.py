"""Rows or columns that stand in one another's place: one fault, however many cells it puts wrong."""

from collections.abc import Sequence
from dataclasses import dataclass

from rulewright.grid import Spans, placed
from rulewright.readback.stated import StatedCell, StatedTable
from rulewright.readback.tables import ReadCell, ReadTable, squeezed

Place = tuple[int, int]
"""A row and a column, from 0."""


@dataclass(frozen=True, slots=True)
class Pair:
    """What the source has at one place of the grid, and what was read there."""

    stated: StatedCell
    read: ReadCell

    @property
    def same(self) -> bool:
        return squeezed(self.stated.reads.text) == squeezed(self.read.text)


Line = list[Pair]
"""A row or a column, from its beginning to its end."""


@dataclass(frozen=True, slots=True)
class Moved:
    """The lines of one kind, rows or columns, that stand in another order; `values_only` without their headings."""

    kind: str
    lines: tuple[Line, ...]
    values_only: bool


def moved(stated: StatedTable, read: ReadTable) -> Moved | None:
    """What explains all differences of two tables by their order; None where nothing does, or nothing differs."""
    ours, theirs = spread(stated.rows), spread(read.rows)
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
            if found := _exchanged(lines, values_only=values_only):
                return Moved(kind, tuple(lines[at] for at in found), values_only)
    return None


def _exchanged(lines: Sequence[Line], *, values_only: bool) -> list[int]:
    """The numbers of the lines that differ, if they are the same lines in another order and nothing else differs."""
    wrong = [at for at, line in enumerate(lines) if not all(pair.same for pair in line)]
    if values_only and not all(pair.same for at in wrong for pair in lines[at] if not pair.stated.value):
        return []
    ours, theirs = [], []
    for at in wrong:
        compared = [pair for pair in lines[at] if pair.stated.value or not values_only]
        ours.append([squeezed(pair.stated.reads.text) for pair in compared])
        theirs.append([squeezed(pair.read.text) for pair in compared])
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
