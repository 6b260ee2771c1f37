"""Checks for rows and inputs that a table does not need, because without them it gives the same answers.

For example, the rows `7: +1` and `8-9: +1` may be one row `7-9: +1`, and a column that equals all others is an input
that makes no difference.

A *case* is one printed value; functions take its position in the table. It holds in *boxes*, regions with one set of
keys for each axis; `Boxes` is a set of them as an integer. Cases of earlier tiers, such as rows above under `policy:
first`, override later ones. `@finds` makes each check an object, whose `at` makes its findings.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import reduce
from itertools import pairwise
from operator import or_
from typing import NamedTuple

from rulewright.base.findings import Finding, Label, Severity, Span
from rulewright.base.messages.messages import all_of
from rulewright.checks.named_check import finds
from rulewright.checks.table_analysis import (
    MOST_NAMED,
    CasePosition,
    TableAnalysis,
    by_line,
    name_keys,
    overlapping_pairs,
    repeated_pairs,
)
from rulewright.entries.axes import OUTPUT
from rulewright.entries.cells import Case, Cell, Row, Value
from rulewright.entries.domains import Domain, key_text, open_end
from rulewright.entries.keys import Key
from rulewright.entries.keyset import Bound, Box, KeySet
from rulewright.entries.table import Layout, Policy, Table
from rulewright.tables.cover import Boxes, Cover


@finds(Severity.WARNING)
def duplicate_row(analysis: TableAnalysis) -> Iterator[Finding]:
    """A row that repeats another: it has the same value and covers no other input.

    It changes no answer today. But often its key or value was meant to differ, and when the rule changes, somebody
    corrects one of the two and forgets the other. A row that contradicts another is an `overlap` instead. There is one
    finding for each row, column or case.
    """
    contradicting = by_line(analysis, (pair for pair in overlapping_pairs(analysis) if not pair.same_value))
    for line, repeated in by_line(analysis, repeated_pairs(analysis)).items():
        if line not in contradicting:
            table = analysis.table
            pair = repeated[0]
            first, second = table.cases[pair.first], table.cases[pair.second]
            cells = len({pair.second for pair in repeated})
            answer = f"{analysis.value_text(pair.second)} for {table.describe(second.boxes[0])}"
            message = f"this case of table {table.id!r} repeats another: {answer}"
            if cells > 1:
                message = f"this cell and {cells - 1} more of table {table.id!r} repeat others: first, {answer}"
            labels = (Label(first.span, "the case that it repeats"),)
            hint = "remove it; if it should differ, correct its key or its value"
            yield duplicate_row.at(second.span, message, hint, labels, about=f"{table.id}: {line}")


@finds(Severity.WARNING)
def subsumed_row(analysis: TableAnalysis) -> Iterator[Finding]:
    """A redundant row: wherever it decides, the cases after it would give the same value.

    Under `policy: first` that is most often a threshold with the value of the next one, or a row with a wrong value. An
    exception with the general value of its cell is redundant too. A case with the value of the final `any` is only a
    note, because it may help readers who look it up by name. The author can remove all reported rows together without
    changing an answer.
    """
    if analysis.policy.decided_by:
        for case, replacement in _redundant_rows(analysis):
            yield _redundant_case(analysis, case, replacement, analysis.row_name(case))
    for exception, general in analysis.redundant_exceptions.items():
        yield _redundant_case(analysis, exception, general, analysis.case_names[exception])


def _redundant_rows(analysis: TableAnalysis) -> Iterator[tuple[CasePosition, CasePosition]]:
    """Yield the first case of each redundant row, and the case that would decide instead.

    Rows are tested from last to first, because only later rows can make a row redundant. Cases that other checks
    report, because they never decide or repeat another, do not count here.
    """
    reported = analysis.masked_cases | {pair.second for pair in repeated_pairs(analysis)}
    ignored = {*reported, *analysis.general_values, *analysis.redundant_exceptions.values()}
    removed: set[CasePosition] = set()
    cases_by_row: dict[str, list[CasePosition]] = {}
    for case in analysis.order:
        if case not in ignored:
            cases_by_row.setdefault(analysis.row_name(case), []).append(case)
    for cases in reversed(cases_by_row.values()):
        replacements = [_replacement(analysis, case, removed, reported) for case in cases]
        if replacements[0] is not None and None not in replacements:
            removed.update(cases)
            yield cases[0], replacements[0]


def _replacement(
    analysis: TableAnalysis, case: CasePosition, removed: set[CasePosition], reported: set[CasePosition]
) -> CasePosition | None:
    """Return the first later case with the same value, if such cases would decide wherever this one does; else None."""
    # the boxes in which this case does not decide
    before = analysis.boxes_of(analysis.overriding_cases(case) - removed) | analysis.unanswered
    overlapping = {*analysis.overlapping_cases(case)} - removed - analysis.overriding_cases(case)
    later_cases = [later for later in analysis.order if later in overlapping]
    same = [later for later in later_cases if analysis.same_value(case, later) and later not in reported]
    if not same or not analysis.covers(before | analysis.boxes_of(same), case):
        return None
    same_before: Boxes = 0  # of the cases with the same value that are before `later`
    for later in later_cases:  # none with another value may decide anywhere
        if later in same:
            same_before |= analysis.boxes[later]
        elif not analysis.same_value(case, later) and not analysis.covers(before | same_before, case, later):
            return None
    return same[0]


def _redundant_case(analysis: TableAnalysis, position: CasePosition, replacement: CasePosition, name: str) -> Finding:
    """Return the finding for a case, or the row named `name`, whose answers `replacement` would give."""
    table = analysis.table
    case, other = table.cases[position], table.cases[replacement]
    message = (
        f"this case of table {table.id!r} is redundant: without it "
        f"{analysis.case_names[replacement]!r} would give the same, {analysis.value_text(position)}"
    )
    hint = "remove it; if it should differ, correct its value"
    is_replaced_by_any = table.box in other.boxes
    severity = Severity.NOTE if is_replaced_by_any else Severity.WARNING
    labels, about = (Label(other.span, "the case that would decide"),), f"{table.id}: {name}"
    return subsumed_row.at(case.span, message, hint, labels, severity, about=about)


@finds(Severity.ERROR)
def unreachable_case(analysis: TableAnalysis) -> Iterator[Finding]:
    """A case that never applies: readers believe it, but no roll ever reaches it.

    Most often it is below a more general case, or the exceptions to a general value leave it no input. A case that only
    repeats an earlier one is a `duplicate-row`. There is one finding for all cells of a row.
    """
    rows: dict[str, list[CasePosition]] = {}
    for case in sorted(analysis.masked_cases - {pair.second for pair in repeated_pairs(analysis)}):
        if _overridden(analysis, case):
            row = analysis.row_name(case) if analysis.policy.decided_by else analysis.case_names[case]
            rows.setdefault(row, []).append(case)
    for row, cases in rows.items():
        yield _unreachable(analysis, row, cases)


def _overridden(analysis: TableAnalysis, case: CasePosition) -> bool:
    """Return whether other cases, and not a question, override a case everywhere in the scope of the table.

    Three kinds of cases do not count: an exception under `policy: priority`, because it still narrows its general value
    even where others override both; a case outside the scope of the table; and the general value of a redundant
    exception. Other checks report the latter two.
    """
    if analysis.table.policy is Policy.PRIORITY and case in analysis.general_values:
        return False
    if analysis.is_never_applicable(case) or case in analysis.redundant_exceptions.values():
        return False
    covering = analysis.overriding_boxes(case) | analysis.unanswered & ~analysis.questions
    return not analysis.questions or analysis.covers(covering, case)


def _unreachable(analysis: TableAnalysis, row: str, cases: list[CasePosition]) -> Finding:
    """Return the finding for the first of the unreachable cases of a row; the message counts the rest."""
    table, policy, first = analysis.table, analysis.policy, cases[0]
    own_exceptions = analysis.exceptions_to(first)
    who, remedy = (
        ("its own exceptions", "narrow its exceptions") if own_exceptions else (policy.decided_by, policy.remedy)
    )
    if not analysis.covers(analysis.overriding_boxes(first), first):
        who = f"{who} and what is not applicable"
    more = len(cases) - 1
    beside = f" (nor {'does' if more == 1 else 'do'} {more} more {'cell' if more == 1 else 'cells'} beside it)"
    message = f"this case of table {table.id!r} never applies{beside if more else ''}: {who} cover all of it"
    overriding = own_exceptions or sorted(analysis.overriding_cases(first) & {*analysis.overlapping_cases(first)})
    labels = tuple(Label(table.cases[case].span, "covers part of it") for case in overriding[:MOST_NAMED])
    about, hint = f"{table.id}: {row}", f"{remedy}, or remove it"
    return unreachable_case.at(table.cases[first].span, message, hint, labels, about=about)


@dataclass(frozen=True, slots=True)
class Line:
    """A row, a column or a case of a list, `what` names which: its keys, and everything beside or below them.

    Two lines with equal `content` say the same. `above` are the keys of the headings above a row.
    """

    what: str
    keys: tuple[Key, ...]
    content: object
    span: Span = field(compare=False)
    above: tuple[Key, ...] = ()


def siblings(table: Table) -> Iterator[list[Line]]:
    """Yield the lists of lines that are side by side in a table."""
    if table.layout is Layout.CASES:
        yield [_case(case) for case in table.cases]
    elif table.layout is Layout.MODIFIERS:
        yield _columns(table.columns, [line.cells for line in table.modifiers])
    else:
        yield from _rows(table.rows, ())
        yield _columns(table.columns, list(_cells(table.rows)))


def _case(case: Case) -> Line:
    """Return a case of a list as a line. It has no keys if it has several conditions or compares axes."""
    keys = _single_axis_keys(case.conditions[0]) if len(case.conditions) == 1 else ()
    return Line("case", tuple(sorted(keys, key=lambda key: key.axis)), (case.value, case.label), case.span)


def _single_axis_keys(keys: tuple[Key, ...]) -> tuple[Key, ...]:
    """Return the keys, or () if one of them compares axes."""
    return () if any(key.region for key in keys) else keys


def _rows(rows: Iterable[Row], above: tuple[Key, ...]) -> Iterator[list[Line]]:
    yield [Line("row", _single_axis_keys(row.keys), _row(row), row.span, above) for row in rows]
    for row in rows:
        yield from _rows(row.rows, (*above, *row.keys))


def _row(row: Row) -> object:
    return [(below.keys, _row(below)) for below in row.rows], [(cell.count, _cell(cell)) for cell in row.cells]


def _cells(rows: Iterable[Row]) -> Iterator[tuple[Cell, ...]]:
    """Yield the cells of each innermost row."""
    for row in rows:
        if row.cells:
            yield row.cells
        yield from _cells(row.rows)


def _columns(keys: Iterable[Key], rows: list[tuple[Cell, ...]]) -> list[Line]:
    lines = []
    for index, key in enumerate(keys):
        covering = (next((c for c in row if c.first <= index < c.first + c.count), None) for row in rows)
        lines.append(Line("column", (key,), [cell and _cell(cell) for cell in covering], key.span))
    return lines


def _cell(cell: Cell) -> object:
    return [(case.value, case.conditions, case.general, case.label) for case in cell.cases]


class LineAndKey(NamedTuple):
    """A line, its position among its siblings, and the key in which it differs from the other lines of its group."""

    position: int
    line: Line
    key: Key


@finds(Severity.WARNING)
def mergeable_rows(analysis: TableAnalysis) -> Iterator[Finding]:
    """Lines that could be one row: 7 and 8–9 with the same value, in a table that joins scores elsewhere.

    Readers who look up a 7 read both and wonder what the difference is. A table with a row for every score, or with
    steps of one size, has its form on purpose; rows with names do too. But in any table, an open-ended last row that
    repeats the row before it begins too late. The lines may be apart, unless their order counts.
    """
    domains = {axis.name: axis.domain for axis in analysis.table.axes}
    ordered = bool(analysis.policy.decided_by) or analysis.policy.counts_repetitions
    for lines in siblings(analysis.table):
        for run in sorted(_runs(lines, domains, ordered), key=lambda run: run[1].position):
            keys = [member.key for member in run]
            first, second = run[0].line, run[1].line
            names = all_of(repr(key.written) for key in keys)
            message = f"the {first.what}s {names} of table {analysis.table.id!r} say the same everywhere"
            union = reduce(or_, (key.keys for key in keys))
            joined = key_text(domains[keys[0].axis], union, [key.written for key in keys])
            hint = f"merge them into {joined}; if one should differ, correct it"
            labels, about = (Label(first.span, "the first of them"),), f"{analysis.table.id}: {name_keys(second.keys)}"
            yield mergeable_rows.at(second.span, message, hint, labels, about=about)


def _runs(lines: list[Line], domains: Mapping[str, Domain], ordered: bool) -> Iterator[list[LineAndKey]]:
    """Yield two or more lines that could be one, in table order. If the order counts, they must be neighbours."""
    for group in _differing_in_one_key(lines).values():
        members = sorted((member for member in group if member.key.keys), key=lambda member: member.key.keys.intervals)
        runs = [members[:1]]
        for previous, member in pairwise(members):
            same_content = previous.line.content == member.line.content
            joinable_in_order = not ordered or abs(previous.position - member.position) == 1
            domain = domains[previous.key.axis]
            if same_content and joinable_in_order and _could_join(domain, previous.key, member.key, lines):
                runs[-1].append(member)
            else:
                runs.append([member])
        yield from (sorted(run, key=lambda member: member.position) for run in runs if len(run) > 1)


OtherKeys = tuple[tuple[str, KeySet], ...]
"""Each other axis of a line, with its keys."""


def _differing_in_one_key(lines: list[Line]) -> Mapping[tuple[str, OtherKeys], list[LineAndKey]]:
    """Group lines that differ at most in the key of one axis, by that axis and their other keys."""
    groups: dict[tuple[str, OtherKeys], list[LineAndKey]] = {}
    for index, line in enumerate(lines):
        for differing_key in line.keys:
            other_keys = tuple((key.axis, key.keys) for key in line.keys if key is not differing_key)
            groups.setdefault((differing_key.axis, other_keys), []).append(LineAndKey(index, line, differing_key))
    return groups


def _could_join(domain: Domain, first: Key, second: Key, lines: list[Line]) -> bool:
    """Return whether two keys form one range that is worth joining.

    It is if the table joins numbers elsewhere, or one of the keys is open-ended.
    """
    union = first.keys | second.keys
    ends: list[tuple[Bound, Bound]] = [(union.intervals[0][0], union.intervals[-1][1])]
    is_one_range = domain.keys & KeySet.union_of(ends) == union
    if domain.names or first.keys & second.keys or not is_one_range:
        return False
    closed = [key for line in lines for key in line.keys if key.axis == first.axis and not open_end(key.written)]
    keys_of_number = 1 if domain.step is None else 2  # of a measure, each second key is the gap between two steps
    widths = {key.keys.size // keys_of_number for key in closed}
    return len(widths) > 1 or bool(open_end(first.written) or open_end(second.written))


SAME_ANSWERS = "all its values get the same answers"


@finds(Severity.WARNING)
def irrelevant_input(analysis: TableAnalysis) -> Iterator[Finding]:
    """An input that a table asks for, but that makes no difference: all its columns are equal, or all its rows.

    Readers look up something that does not matter. Often it once did, or somebody copied a column that should differ. A
    domain with a single value is only a heading, and `any` asks nothing: both are sound. If a case never decides,
    `unreachable-case` reports it, and it may be the reason. Under `policy: any` the same value may be in several places
    on purpose.

    An input may also make no difference within one row only: the rows under a heading name all its values, and all give
    the same answer, so `any` would be shorter. Columns apply to all rows, whether or not they matter in each.
    """
    table = analysis.table
    inputs = [
        index for index, axis in enumerate(table.axes) if axis.name != OUTPUT and len(analysis.cover.axes[index]) > 1
    ]
    if analysis.policy.allows_equal_values or not inputs:
        return
    if analysis.policy.counts_repetitions or analysis.cover.covers(analysis.cover.all):
        irrelevant = [table.axes[index].name for index in inputs if not _matters(analysis, index)]
        for axis in irrelevant if not analysis.masked_cases else ():
            message = f"{axis} makes no difference in table {table.id!r}: {SAME_ANSWERS}"
            hint = f"remove {axis}, or correct the values that should differ"
            yield irrelevant_input.at(table.span, message, hint, about=f"{table.id}: {axis}")
        if not irrelevant and not analysis.policy.decided_by:
            yield from _within_rows(table)


def _within_rows(table: Table) -> Iterator[Finding]:
    """Report lines that differ in one key but say the same for all its values."""
    domains = {axis.name: axis.domain for axis in table.axes}
    silence_axes = {key.axis for silence in table.silences for keys in silence.conditions for key in keys}
    for lines in siblings(table):
        rows = [line for line in lines if line.what != "column"]
        for (axis, other_keys), group in _differing_in_one_key(rows).items():
            (_, first, key), *others = group
            keys = reduce(or_, (member.key.keys for member in group))
            names_all_values = domains[axis].enumeration and keys == domains[axis].keys and axis not in silence_axes
            same_content = bool(others) and all(line.content == first.content for _, line, _ in others)
            if names_all_values and same_content and (other_keys or first.above):
                where = name_keys((*first.above, *(each for each in first.keys if each is not key)))
                message = f"{axis} makes no difference for {where} in table {table.id!r}: {SAME_ANSWERS}"
                hint = f"write any for {axis} there, or correct the values that should differ"
                labels, about = (Label(first.span, "the first of them"),), f"{table.id}: {axis} for {where}"
                yield irrelevant_input.at(others[0].line.span, message, hint, labels, about=about)


def _matters(analysis: TableAnalysis, axis: int) -> bool:
    """Return whether the answers differ between slices of an axis, or a slice lacks answers that another gives.

    `axis` is an index of `table.axes`. A slice is the set of boxes that hold for one interval of the axis.
    """
    first_slice, *other_slices = (axis_slice.boxes for axis_slice in analysis.cover.axes[axis])
    silent = analysis.questions | analysis.not_applicable
    if any(boxes & silent != first_slice & silent for boxes in other_slices):
        return True
    if analysis.policy.counts_repetitions:
        values = _values(analysis, axis, first_slice)
        return any(_values(analysis, axis, boxes) != values for boxes in other_slices)
    rest = Cover(_without_axis(analysis.table.box, axis), [_without_axis(box, axis) for box in analysis.cover.boxes])
    return any(_slices_differ(analysis, rest, first_slice, boxes) for boxes in other_slices)


def _slices_differ(analysis: TableAnalysis, rest: Cover, first_slice: Boxes, second_slice: Boxes) -> bool:
    """Return whether cases with different values decide in two slices of an axis, for the same inputs of other axes.

    `rest` is the cover of the table without the axis. Its boxes have the same numbers as in the table.
    """
    silent = analysis.questions | analysis.not_applicable
    cases_of_second = analysis.cases_with_any(second_slice)
    for first in analysis.cases_with_any(first_slice):
        first_overridden = (analysis.overriding_boxes(first) | silent) & first_slice
        for second in (case for case in cases_of_second if not analysis.same_value(first, case)):
            # where one of the two cases does not decide
            covering = first_overridden | (analysis.overriding_boxes(second) | silent) & second_slice
            for box in (box for box in analysis.box_positions[first] if first_slice >> box & 1):
                meeting = rest.overlapping(box) & second_slice
                partners = (partner for partner in analysis.box_positions[second] if meeting >> partner & 1)
                if not all(rest.covers(covering, box, partner) for partner in partners):
                    return True
    return False


def _values(analysis: TableAnalysis, axis: int, slice_boxes: Boxes) -> list[tuple[Value, list[Box]]]:
    """Return the values in one slice of an axis, each with the boxes of the other axes where it holds."""
    values = []
    for case, positions in zip(analysis.table.cases, analysis.box_positions, strict=False):
        in_slice = [position for position in positions if slice_boxes >> position & 1]
        if in_slice:
            values.append((case.value, [_without_axis(analysis.cover.boxes[box], axis) for box in in_slice]))
    return values


def _without_axis(box: Box, axis: int) -> Box:
    return (*box[:axis], *box[axis + 1 :])
