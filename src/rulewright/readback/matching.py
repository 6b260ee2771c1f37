"""Which table in a print is which of the source. They are matched by their texts, because a PDF names no tables."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rulewright.readback.expected_tables import ExpectedTable
from rulewright.readback.tables import ReadTable, Texts

ALIKE = 0.5
"""Tables that share this part of their cells are taken to be the same one, with faults."""


@dataclass(frozen=True, slots=True)
class Match:
    """A table of the source with the table read that is most like it, or None."""

    expected: ExpectedTable
    read: ReadTable | None


@dataclass(frozen=True, slots=True)
class Matches:
    """Every table of the source with its match, and the tables that print once too often."""

    matches: tuple[Match, ...]
    surplus: tuple[Match, ...]


def match_tables(expected: Sequence[ExpectedTable], read: Sequence[ReadTable]) -> Matches:
    """Equal tables match first, in order; then the most alike. A table read that is like none is left out."""
    equal: dict[Texts, list[ReadTable]] = {}
    for each in read:
        equal.setdefault(each.texts, []).append(each)
    pairs = {index: same.pop(0) for index, table in enumerate(expected) if (same := equal.get(table.texts))}
    free = [each for same in equal.values() for each in same]
    rest = {index: table for index, table in enumerate(expected) if index not in pairs}
    taken: set[int] = set()
    for index, number in _by_likeness(rest, free):
        if index not in pairs and number not in taken:
            pairs[index] = free[number]
            taken.add(number)
    left = [each for number, each in enumerate(free) if number not in taken]
    matches = tuple(Match(table, pairs.get(index)) for index, table in enumerate(expected))
    return Matches(matches, tuple(_surplus(expected, left)))


def _by_likeness(expected: dict[int, ExpectedTable], read: list[ReadTable]) -> Iterator[tuple[int, int]]:
    """Pairs of tables that are alike enough, the most alike first."""
    ours = {index: (table.listed, _cells(table.texts)) for index, table in expected.items()}
    theirs = [(each.listed, _cells(each.texts)) for each in read] if expected else []
    pairs = [
        (_likeness(cells, others), index, number)
        for index, (listed, cells) in ours.items()
        for number, (also, others) in enumerate(theirs)
        if listed == also
    ]
    pairs.sort(key=lambda pair: (-pair[0], pair[1], pair[2]))
    return ((index, number) for likeness, index, number in pairs if likeness >= ALIKE)


def _cells(texts: Texts) -> Counter[str]:
    return Counter(text for row in texts for text in row)


def _likeness(one: Counter[str], other: Counter[str]) -> float:
    """The share of cells that two tables have in common, wherever they stand in them."""
    return (one & other).total() / max(1, one.total(), other.total())


def _surplus(expected: Sequence[ExpectedTable], free: Sequence[ReadTable]) -> Iterator[Match]:
    """Tables that print again as a whole. Lists do not count: they may be alike by chance."""
    known = {table.texts: table for table in expected if not table.listed}
    return (Match(known[each.texts], each) for each in free if not each.listed and each.texts in known)


def join_tables(tables: Sequence[ReadTable]) -> list[ReadTable]:
    """Joins the parts of each table that a break divides: the next one repeats its head, without its caption.

    On one page two tables may look like that by chance: there its parts are tables as well.
    """
    whole: list[ReadTable] = []
    parts: list[ReadTable] = []
    for table in tables:
        if whole and _goes_on(whole[-1], table):
            before = whole[-1]
            if before.page == table.page:
                parts += (before, table)
            rows = (*before.rows, *table.rows[table.head :])
            whole[-1] = replace(before, rows=rows, page=table.page, last=table.last)
        else:
            whole.append(table)
    return whole + parts


def join_lists(lists: Sequence[ReadTable]) -> Iterator[ReadTable]:
    """Lists, and what each would be if it went on at the head of the next page: nothing there says whether it does."""
    ending: list[ReadTable] = []
    for each in lists:
        going_on = [before for before in ending if each.first and each.page == before.page + 1]
        runs = [each, *(replace(before, rows=(*before.rows, *each.rows), page=each.page) for before in going_on)]
        yield from runs
        ending = runs if each.last else ending


def _goes_on(before: ReadTable, table: ReadTable) -> bool:
    if before.listed or table.listed or table.begun:
        return False
    follows = before.page == table.page or (before.last and table.first and table.page == before.page + 1)
    return follows and before.texts[: before.head] == table.texts[: table.head]
