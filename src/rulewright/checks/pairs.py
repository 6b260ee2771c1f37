"""Cases of a table that hold together, two by two, and the line of the printed table at which that shows."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from rulewright.checks.stated import Stated, called
from rulewright.model.table import Lookup


@dataclass(frozen=True, slots=True)
class Pair:
    """Two cases by their positions.

    `agree`: they say the same; `within`: the second holds only where the first does. The first stands before the
    second; but of two that agree it is the one within which the other holds.
    """

    first: int
    second: int
    agree: bool
    within: bool


@lru_cache(maxsize=1)  # two checks of the same table ask
def pairs(stated: Stated) -> tuple[Pair, ...]:
    """Those that hold together where the table asks no question; where it may have such, only those that agree."""
    found = []
    for second in range(len(stated.table.cases)):
        for first in (other for other in stated.meeting(second) if other < second):
            agree = stated.agree(first, second)
            if (agree or not stated.policy.differing) and _matter(stated, first, second):
                found.append(_pair(stated, first, second, agree))
    return tuple(found)


def _matter(stated: Stated, first: int, second: int) -> bool:
    return not stated.questions or not stated.covers(stated.questions, first, second)


def _pair(stated: Stated, first: int, second: int, agree: bool) -> Pair:
    if agree and not stated.policy.in_order and _within(stated, first, second) and not _within(stated, second, first):
        return Pair(second, first, agree, within=True)
    return Pair(first, second, agree, _within(stated, second, first))


def _within(stated: Stated, inner: int, outer: int) -> bool:
    """Whether one has nothing of its own; an exception has its general value, which would hold without it."""
    return inner not in stated.general and stated.within(inner, outer)


def repeating(stated: Stated) -> list[Pair]:
    """Those of which the second says nothing of its own; where that may be meant, those that hold for the very same.

    What others take that say something else does not repeat: it is passed over.
    """
    found = () if stated.policy.repeated else pairs(stated)
    same = [pair for pair in found if pair.agree and pair.within and not _passed_over(stated, pair.second)]
    return [pair for pair in same if not stated.policy.restating or stated.within(pair.first, pair.second)]


def _passed_over(stated: Stated, at: int) -> bool:
    others = stated.either(other for other in stated.before(at) if not stated.agree(other, at))
    return bool(others) and stated.covers(others, at)


def by_line(stated: Stated, found: Iterable[Pair]) -> dict[str, list[Pair]]:
    """Pairs by the line of the second: where a row repeats another it does so in every column."""
    lines: dict[str, list[Pair]] = {}
    for pair in found:
        lines.setdefault(_line(stated, pair), []).append(pair)
    return lines


def _line(stated: Stated, pair: Pair) -> str:
    """A row or a column by its keys; where both cases stand in one cell, or in a list, the case itself."""
    layout, cases = stated.table.layout, stated.table.cases
    one, other = cases[pair.first].keys, cases[pair.second].keys
    if isinstance(layout, Lookup) and layout.columns and one[:-1] != other[:-1]:
        return called(other[:-1])
    if isinstance(layout, Lookup) and layout.columns and one[-1] != other[-1]:
        return called(other[-1:])
    return stated.names[pair.second]
