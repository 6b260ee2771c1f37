"""Pairs of cases that overlap, and the row or column of the printed table at which readers see it."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from rulewright.checks.table_analysis import TableAnalysis, name_keys
from rulewright.model.table import Lookup


@dataclass(frozen=True, slots=True)
class CasePair:
    """Two cases by their positions.

    `agree`: they have the same value; `within`: the second holds only where the first does. The first precedes the
    second in the table; but if they agree, the first is the one that contains the other.
    """

    first: int
    second: int
    agree: bool
    within: bool


@lru_cache(maxsize=1)  # two checks of the same table ask
def overlapping_pairs(analysis: TableAnalysis) -> tuple[CasePair, ...]:
    """The cases that overlap where the table asks no question; if its policy allows overlaps, only those that agree."""
    pairs = []
    for second in range(len(analysis.table.cases)):
        for first in (other for other in analysis.overlapping(second) if other < second):
            agree = analysis.agree(first, second)
            if (agree or not analysis.policy.differing) and _outside_questions(analysis, first, second):
                pairs.append(_pair(analysis, first, second, agree))
    return tuple(pairs)


def _outside_questions(analysis: TableAnalysis, first: int, second: int) -> bool:
    return not analysis.questions or not analysis.covers(analysis.questions, first, second)


def _pair(analysis: TableAnalysis, first: int, second: int, agree: bool) -> CasePair:
    second_within = _within(analysis, second, first)
    if agree and not analysis.policy.in_order and not second_within and _within(analysis, first, second):
        return CasePair(second, first, agree, within=True)
    return CasePair(first, second, agree, second_within)


def _within(analysis: TableAnalysis, inner: int, outer: int) -> bool:
    """Whether one case adds no input; an exception does, because its general value would hold without it."""
    return inner not in analysis.general and analysis.within(inner, outer)


def repeated_pairs(analysis: TableAnalysis) -> list[CasePair]:
    """The pairs whose second case adds nothing; under `any`, only those that hold for exactly the same inputs.

    A case that others with a different value override everywhere repeats nothing.
    """
    pairs = () if analysis.policy.repeated else overlapping_pairs(analysis)
    kept = set(analysis.redundant.values())
    within = (pair for pair in pairs if pair.agree and pair.within and pair.second not in kept)
    same = [pair for pair in within if not _contradicted(analysis, pair.second)]
    return [pair for pair in same if not analysis.policy.restating or analysis.within(pair.first, pair.second)]


def _contradicted(analysis: TableAnalysis, at: int) -> bool:
    others = analysis.union(other for other in analysis.overriding(at) if not analysis.agree(other, at))
    return bool(others) and analysis.covers(others, at)


def by_line(analysis: TableAnalysis, pairs: Iterable[CasePair]) -> dict[str, list[CasePair]]:
    """Pairs by the row or column of the second: a row that repeats another does so in every column."""
    lines: dict[str, list[CasePair]] = {}
    for pair in pairs:
        lines.setdefault(_line(analysis, pair), []).append(pair)
    return lines


def _line(analysis: TableAnalysis, pair: CasePair) -> str:
    """A row or a column by its keys; for two cases in one cell, or in a list, the name of the case."""
    layout, cases = analysis.table.layout, analysis.table.cases
    row, column = analysis.row_keys(pair.second), cases[pair.second].keys[-1:]
    if isinstance(layout, Lookup) and layout.columns and analysis.row_keys(pair.first) != row:
        return name_keys(row)
    if isinstance(layout, Lookup) and layout.columns and cases[pair.first].keys[-1:] != column:
        return name_keys(column)
    return analysis.case_names[pair.second]
