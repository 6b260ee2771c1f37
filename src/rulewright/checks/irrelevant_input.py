"""An input that a table asks for, but that makes no difference: all its columns are equal, or all its rows.

The reader looks up something that does not matter. Often it once did, or somebody copied a column that should differ.
A domain with a single value is only a heading, and `any` asks nothing: both are sound. Where a case never decides,
`unreachable-case` says so, and it may be the reason. Under `policy: any` the same value may stand in several places
on purpose.

An input may also make no difference within one row only: the rows under a heading name all its values, and all say the
same, so that `any` would say it at once. Columns are there for all rows, whether or not they matter in each.
"""

from collections.abc import Iterator
from functools import reduce
from operator import or_

from rulewright.checks.lines import Line, siblings
from rulewright.checks.table_analysis import TableAnalysis, name_keys
from rulewright.findings import Finding, FindingKind, Label, Severity
from rulewright.model.cover import Cover
from rulewright.model.gap_search import Boxes
from rulewright.model.keyset import Box
from rulewright.model.table import OUTPUT, Key, Table, Value

FINDING = FindingKind("irrelevant-input", Severity.WARNING)


def check(analysis: TableAnalysis) -> Iterator[Finding]:
    """Axes whose keys could all change places without changing an answer."""
    table = analysis.table
    asked = [at for at, axis in enumerate(table.axes) if axis.name != OUTPUT and len(analysis.cover.axes[at]) > 1]
    if analysis.policy.restating:
        return
    if asked and (analysis.policy.repeated or analysis.cover.covers(analysis.cover.all)):
        idle = [table.axes[at].name for at in asked if not _matters(analysis, at)]
        if idle and not analysis.masked:
            yield from (_finding(table, name) for name in idle)
        if not idle and not analysis.policy.decided_by:
            yield from _within_rows(table)


def _within_rows(table: Table) -> Iterator[Finding]:
    """Rows under one heading, or cases of a list that differ in one key, which say the same for all its values."""
    whole = {axis.name: axis.domain for axis in table.axes}
    asked = {key.axis for silence in table.silences for keys in silence.conditions for key in keys}
    for lines in siblings(table):
        groups: dict[object, list[tuple[Line, Key]]] = {}
        for line in lines if lines and lines[0].what != "column" else ():
            for own in line.keys:
                rest = tuple((key.axis, key.keys) for key in line.keys if key is not own)
                if rest or line.above:
                    groups.setdefault((own.axis, rest), []).append((line, own))
        for group in groups.values():
            (first, key), *others = group
            keys = reduce(or_, (own.keys for _, own in group))
            same = bool(others) and all(line.content == first.content for line, _ in others)
            if same and key.axis not in asked and whole[key.axis].enumeration and keys == whole[key.axis].keys:
                above = (*first.above, *(each for each in first.keys if each is not key))
                yield _row_finding(table, key.axis, name_keys(above), others[0][0], first)


def _row_finding(table: Table, axis: str, where: str, line: Line, first: Line) -> Finding:
    message = f"{axis} makes no difference for {where} in table {table.id!r}: all its values get the same answers"
    hint = f"write any for {axis} there, or correct the values that should differ"
    labels = (Label(first.span, "the first of them"),)
    return FINDING.at(line.span, message, hint, labels, about=f"{table.id}: {axis} for {where}")


def _matters(analysis: TableAnalysis, at: int) -> bool:
    """Whether the answers in some slice of an axis differ from those in the first one, or one of the two is silent."""
    first, *others = (each.boxes for each in analysis.cover.axes[at])
    silent = analysis.questions | analysis.outside
    if any(each & silent != first & silent for each in others):
        return True
    if analysis.policy.repeated:
        values = _values(analysis, at, first)
        return any(_values(analysis, at, each) != values for each in others)
    rest = Cover(_without(analysis.table.box, at), [_without(box, at) for box in analysis.cover.boxes])
    return any(_differ(analysis, rest, first, each) for each in others)


def _differ(analysis: TableAnalysis, rest: Cover, one: Boxes, other: Boxes) -> bool:
    """Whether cases with different values decide in the two slices, at some place on the other axes."""
    silent = analysis.questions | analysis.outside
    seconds = analysis.cases_of(other)
    for first in analysis.cases_of(one):
        before = (analysis.overriding_boxes(first) | silent) & one
        for second in (each for each in seconds if not analysis.agree(first, each)):
            by = before | (analysis.overriding_boxes(second) | silent) & other
            for place in (each for each in analysis.places[first] if one >> each & 1):
                meeting = rest.meeting(place) & other
                shared = (each for each in analysis.places[second] if meeting >> each & 1)
                if not all(rest.covers(by, place, each) for each in shared):
                    return True
    return False


def _values(analysis: TableAnalysis, at: int, boxes: Boxes) -> list[tuple[Value, list[Box]]]:
    """The values within one slice, and where on the other axes they hold."""
    values = []
    for case, places in zip(analysis.table.cases, analysis.places, strict=False):
        where = [_without(analysis.cover.boxes[place], at) for place in places if boxes >> place & 1]
        if where:
            values.append((case.value, where))
    return values


def _without(box: Box, at: int) -> Box:
    return (*box[:at], *box[at + 1 :])


def _finding(table: Table, axis: str) -> Finding:
    message = f"{axis} makes no difference in table {table.id!r}: all its values get the same answers"
    hint = f"remove {axis}, or correct the values that should differ"
    about = f"{table.id}: {axis}"
    return FINDING.at(table.span, message, hint, about=about)
