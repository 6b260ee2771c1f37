"""Which of the tables in a print is which of the source: told by what they say, for a PDF gives tables no name."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rulewright.readback.stated import StatedTable
from rulewright.readback.tables import ReadTable, squeezed

ALIKE = 0.5
"""The share of cells from which two tables are taken to be the same, one of them at fault."""


@dataclass(frozen=True, slots=True)
class Match:
    """A table of the source with what reads like it: None where nothing does."""

    stated: StatedTable
    read: ReadTable | None


@dataclass(frozen=True, slots=True)
class Matches:
    """The tables of the source as they were found, and those that print once more than they should."""

    found: tuple[Match, ...]
    surplus: tuple[Match, ...]


def matched(stated: Sequence[StatedTable], read: Sequence[ReadTable]) -> Matches:
    """Equal ones first, in order; then the most alike. What resembles nothing of the source is left out."""
    free = list(read)
    found: dict[int, ReadTable] = {}
    for at, table in enumerate(stated):
        same = next((each for each in free if _texts_of(each) == _texts(table)), None)
        if same is not None:
            found[at] = same
            free.remove(same)
    rest = {at: table for at, table in enumerate(stated) if at not in found}
    for at, each in _by_likeness(rest, free):
        if at not in found and any(other is each for other in free):
            found[at] = each
            free = [other for other in free if other is not each]
    matches = tuple(Match(table, found.get(at)) for at, table in enumerate(stated))
    return Matches(matches, tuple(_surplus(stated, free)))


def _by_likeness(stated: dict[int, StatedTable], read: list[ReadTable]) -> Iterator[tuple[int, ReadTable]]:
    pairs = [(_likeness(table, each), at, number) for at, table in stated.items() for number, each in enumerate(read)]
    for likeness, at, number in sorted(pairs, key=lambda pair: (-pair[0], pair[1], pair[2])):
        if likeness >= ALIKE:
            yield at, read[number]


def _surplus(stated: Sequence[StatedTable], free: list[ReadTable]) -> Iterator[Match]:
    """Whole tables that print again; short lists are too often alike by chance."""
    for each in free:
        same = next((table for table in stated if not table.listed and _texts_of(each) == _texts(table)), None)
        if same is not None:
            yield Match(same, each)


def _likeness(stated: StatedTable, read: ReadTable) -> float:
    """The share of cells that two tables have in common, wherever they stand in them."""
    if stated.listed != read.listed:
        return 0
    one, other = (Counter(text for row in rows for text in row) for rows in (_texts(stated), _texts_of(read)))
    return (one & other).total() / max(1, one.total(), other.total())


def _texts(table: StatedTable) -> list[list[str]]:
    return [[squeezed(cell.reads.text) for cell in row] for row in table.rows]


def _texts_of(table: ReadTable) -> list[list[str]]:
    return [[squeezed(cell.text) for cell in row] for row in table.rows]


def joined(tables: Sequence[ReadTable]) -> list[ReadTable]:
    """Tables that a page break divides as one: the next page goes on without a caption, and its head is repeated."""
    whole: list[ReadTable] = []
    for table in tables:
        if whole and _goes_on(whole[-1], table):
            before = whole[-1]
            rows = (*before.rows, *table.rows[table.head :])
            whole[-1] = replace(before, rows=rows, page=table.page, last=table.last)
        else:
            whole.append(table)
    return whole


def _goes_on(before: ReadTable, table: ReadTable) -> bool:
    if before.listed or table.listed or table.begun:
        return False
    follows = before.last and table.first and table.page == before.page + 1
    return follows and _texts_of(before)[: before.head] == _texts_of(table)[: table.head]
