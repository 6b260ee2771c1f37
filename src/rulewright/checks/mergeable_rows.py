"""Lines that could be one row: 7 and 8–9 with the same value, in a table that joins scores elsewhere.

Whoever looks up a 7 reads both and wonders what the difference is: there may have been one. A table with a row for
every score, or with steps of one size, has its form on purpose, and so have names. But in any table, an open-ended
last row that repeats the row before it begins too late. The lines may stand apart, unless their order counts.
"""

from collections.abc import Iterator, Mapping
from functools import reduce
from itertools import pairwise
from operator import or_

from rulewright.checks.lines import Line, siblings
from rulewright.checks.table_analysis import TableAnalysis, name_keys
from rulewright.findings import Finding, FindingKind, Label, Severity
from rulewright.model.domain import Domain
from rulewright.model.key_text import key_text, open_end
from rulewright.model.keyset import Bound, KeySet
from rulewright.model.table import Key, Table
from rulewright.translation.messages import all_of

FINDING = FindingKind("mergeable-rows", Severity.WARNING)

Place = tuple[int, Line, Key]
"""A line with its position, and the key that its neighbours in the order of numbers do not have."""


def check(analysis: TableAnalysis) -> Iterator[Finding]:
    """Lines with the same content whose keys are numbers without a gap between them."""
    domains = {axis.name: axis.domain for axis in analysis.table.axes}
    ordered = bool(analysis.policy.decided_by) or analysis.policy.repeated
    for lines in siblings(analysis.table):
        for run in sorted(_runs(lines, domains, ordered), key=lambda run: run[1][0]):
            yield _finding(analysis.table, run, domains)


def _runs(lines: list[Line], domains: Mapping[str, Domain], ordered: bool) -> Iterator[list[Place]]:
    """Lines that could be one, in their order; where that counts, only neighbours."""
    for places in _alike(lines).values():
        run: list[Place] = []
        places.sort(key=lambda place: place[2].keys.intervals)
        for one, other in pairwise(places):
            same = one[1].content == other[1].content and (not ordered or abs(one[0] - other[0]) == 1)
            if same and _could_join(domains[one[2].axis], one[2], other[2], lines):
                run = [*(run or [one]), other]
            else:
                yield from [sorted(run, key=lambda place: place[0])] if run else []
                run = []
        yield from [sorted(run, key=lambda place: place[0])] if run else []


def _alike(lines: list[Line]) -> Mapping[object, list[Place]]:
    """The lines that differ in the key of one axis at most, by that axis and their other keys."""
    groups: dict[object, list[Place]] = {}
    for at, line in enumerate(lines):
        for own in line.keys:
            if own.keys:
                others = tuple((key.axis, key.keys) for key in line.keys if key is not own)
                groups.setdefault((own.axis, others), []).append((at, line, own))
    return groups


def _could_join(domain: Domain, one: Key, other: Key, lines: list[Line]) -> bool:
    """Whether two keys make one range of numbers, and the table joins numbers elsewhere, or one of the two is open."""
    if domain.names or one.keys & other.keys or not _is_range(domain, one.keys | other.keys):
        return False
    closed = [key for line in lines for key in line.keys if key.axis == one.axis and not open_end(key.written)]
    widths = {key.keys.size // (1 if domain.step is None else 2) for key in closed}
    return len(widths) > 1 or bool(open_end(one.written) or open_end(other.written))


def _is_range(domain: Domain, keys: KeySet) -> bool:
    ends: list[tuple[Bound, Bound]] = [(keys.intervals[0][0], keys.intervals[-1][1])]
    return domain.keys & KeySet.union_of(ends) == keys


def _finding(table: Table, run: list[Place], domains: Mapping[str, Domain]) -> Finding:
    """At the second of the lines, which repeats the first."""
    keys = [key for _, _, key in run]
    first, second = run[0][1], run[1][1]
    values = {"names": all_of(repr(key.written) for key in keys), "table": table.id}
    match first.what:
        case "row":
            message = "the rows {names} of table {table!r} say the same everywhere".format(**values)
        case "column":
            message = "the columns {names} of table {table!r} say the same everywhere".format(**values)
        case _:
            message = "the cases {names} of table {table!r} say the same everywhere".format(**values)
    joined = key_text(domains[keys[0].axis], reduce(or_, (key.keys for key in keys)), [key.written for key in keys])
    hint = f"merge them into {joined}; if one should differ, correct it"
    labels, about = (Label(first.span, "the first of them"),), f"{table.id}: {name_keys(second.keys)}"
    return FINDING.at(second.span, message, hint, labels, about=about)
