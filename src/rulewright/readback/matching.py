"""Which of the tables in a print is which of the source: told by what they say, for a PDF gives tables no name."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rulewright.readback.stated import StatedTable
from rulewright.readback.tables import ReadTable, Texts

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
    equal: dict[Texts, list[ReadTable]] = {}
    for each in read:
        equal.setdefault(each.texts, []).append(each)
    found = {at: same.pop(0) for at, table in enumerate(stated) if (same := equal.get(table.texts))}
    free = [each for same in equal.values() for each in same]
    rest = {at: table for at, table in enumerate(stated) if at not in found}
    taken: set[int] = set()
    for at, number in _by_likeness(rest, free):
        if at not in found and number not in taken:
            found[at] = free[number]
            taken.add(number)
    left = [each for number, each in enumerate(free) if number not in taken]
    matches = tuple(Match(table, found.get(at)) for at, table in enumerate(stated))
    return Matches(matches, tuple(_surplus(stated, left)))


def _by_likeness(stated: dict[int, StatedTable], read: list[ReadTable]) -> Iterator[tuple[int, int]]:
    """Pairs of tables that are alike enough, the most alike first."""
    ours = {at: (table.listed, _cells(table.texts)) for at, table in stated.items()}
    theirs = [(each.listed, _cells(each.texts)) for each in read] if stated else []
    pairs = [
        (_likeness(cells, others), at, number)
        for at, (listed, cells) in ours.items()
        for number, (also, others) in enumerate(theirs)
        if listed == also
    ]
    pairs.sort(key=lambda pair: (-pair[0], pair[1], pair[2]))
    return ((at, number) for likeness, at, number in pairs if likeness >= ALIKE)


def _cells(texts: Texts) -> Counter[str]:
    return Counter(text for row in texts for text in row)


def _likeness(one: Counter[str], other: Counter[str]) -> float:
    """The share of cells that two tables have in common, wherever they stand in them."""
    return (one & other).total() / max(1, one.total(), other.total())


def _surplus(stated: Sequence[StatedTable], free: Sequence[ReadTable]) -> Iterator[Match]:
    """Whole tables that print again; lists may be alike by chance."""
    known = {table.texts: table for table in stated if not table.listed}
    return (Match(known[each.texts], each) for each in free if not each.listed and each.texts in known)


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
    return follows and before.texts[: before.head] == table.texts[: table.head]
