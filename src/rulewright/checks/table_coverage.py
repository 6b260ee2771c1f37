"""Checks for tables in which an input has no answer or several, and for keys and policies that change nothing.

A table of a die with the rows `1-3` and `3-5` has a gap, 6, and an overlap, 3. The finding of a gap comes with the text
that fills it: the row `6: ?`.

A *box* is a region of inputs: one set of keys for each axis. A *case* is one printed value with the boxes in which it
holds; a `CasePair` names two cases by their positions. A *silence* is a region without an answer on purpose: a
question, or inputs under `not-applicable`. Inside a check its own name is the check: `overlap.at(...)` makes one of
its findings.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple

from rulewright.base.findings import Finding, Label, Severity
from rulewright.base.messages.messages import all_of
from rulewright.checks.named_check import finds
from rulewright.checks.table_analysis import (
    MOST_NAMED,
    CasePair,
    TableAnalysis,
    all_keys,
    by_line,
    name_regions,
    overlapping_pairs,
)
from rulewright.entries.axes import OUTPUT
from rulewright.entries.cells import Cell, Row
from rulewright.entries.domains import Axis, key_text, open_end
from rulewright.entries.keys import Key
from rulewright.entries.keyset import Box, KeySet, meet
from rulewright.entries.table import Layout, Table
from rulewright.tables.cover import gaps


@finds(Severity.ERROR)
def gap_in_table(analysis: TableAnalysis) -> Iterator[Finding]:
    """An input that no row of a table answers, and that the table does not list as a question or as out of its scope.

    A table is a function of its keys. The classic gap is a roll that a modifier pushes past the last row: nobody sees
    it until somebody rolls it. The message gives the largest missing regions, and the row that would fill them. A cell
    that says `unknown` needs a question wherever readers find it: else another cell gives the answer that this one
    denies.

    Modifiers add up to 0 where none applies, so only inputs without a column are gaps of them.
    """
    table = analysis.table
    silent = [box for silence in table.silences for box in silence.boxes]
    cells = [cell for row in table.rows for cell in row.all_cells()]
    # `covered` are the boxes that need no further row; where only columns may be missing, the boxes of the columns
    if analysis.policy.must_be_complete:
        line_to_add, covered = "row", [box for case in table.cases for box in case.boxes]
        covered += [box for cell in cells for box in cell.unknown]  # `_unasked` reports these
    elif table.layout is Layout.MODIFIERS and table.columns:
        index = next(index for index, axis in enumerate(table.axes) if axis.name == table.columns[0].axis)
        line_to_add = "column"
        covered = [(*table.box[:index], key.keys, *table.box[index + 1 :]) for key in table.columns]
    else:
        line_to_add, covered = "row", [table.box]  # no gaps
    largest, names = name_regions(table, gaps(table.box, covered + silent))
    if largest:
        message = f"no row of table {table.id!r} covers {names}"
        if line_to_add == "column":
            message = f"table {table.id!r} has no column for {names}"
        hint = (
            f"add the {line_to_add}, or list the case under 'questions' (the sources leave it open) or 'not-applicable'"
        )
        gap = gap_in_table.at(table.span, message, hint, about=f"{table.id}: {names}")
        yield _with_addition(gap, addition_for(table, largest))
    yield from _unasked(analysis, cells, silent)


def _unasked(analysis: TableAnalysis, cells: Iterable[Cell], silent: list[Box]) -> Iterator[Finding]:
    """Report unknown cells that no question covers: the author wrote `unknown` in them, or in a part of them.

    If the first case decides, earlier cells may hide an unknown one. `silent` are the boxes of the silences of the
    table; `hidden` adds the boxes of the earlier cells.
    """
    table, hidden = analysis.table, list(silent)
    for cell in cells:
        regions, where = name_regions(table, (gap for box in cell.unknown for gap in gaps(box, hidden)))
        if regions:
            message = f"this cell of table {table.id!r} is unknown for {where}, and no question asks about it"
            hint = "list the case under 'questions', or say in the cell what holds there"
            unasked = gap_in_table.at(cell.span, message, hint, about=f"{table.id}: {where}")
            yield _with_addition(unasked, questions_for(table, regions))
        if analysis.policy.first_decides:
            hidden += [*cell.unknown, *(box for case in cell.cases for box in case.boxes)]


class Addition(NamedTuple):
    """A text to paste, and its description: `the row to add`."""

    text: str
    description: str


def _with_addition(finding: Finding, addition: Addition) -> Finding:
    return replace(finding, example=addition.text, example_is=addition.description)


def addition_for(table: Table, regions: Iterable[Box]) -> Addition:
    """Return a text that fills the regions: rows, a column, cases or values, whichever the first region needs."""
    additions = [_Gap(table, part).addition() for part in _disjoint(regions)]
    description = additions[0].description
    texts = dict.fromkeys(addition.text for addition in additions if addition.description == description)
    return Addition("\n".join(texts), description)


def questions_for(table: Table, regions: Iterable[Box]) -> Addition:
    """Return questions about regions: `questions:` and lines such as `  - {when: {roll: 6}, question: ?}`."""
    parts = [_Gap(table, part) for part in _disjoint(regions)]
    questions = (f"  - {{when: {gap.conditions(gap.narrowed_axes)}, question: {UNKNOWN}}}" for gap in parts)
    return Addition("\n".join(("questions:", *questions)), "the question to add, unless you fill the cell")


def _disjoint(regions: Iterable[Box]) -> Iterator[Box]:
    """Yield the regions split into parts that do not overlap, because added rows must not overlap either."""
    parts: list[Box] = []
    for region in regions:
        while (part := next(gaps(region, parts), None)) is not None:
            yield part
            parts.append(part)


PLAIN = re.compile(r"(?:[\w≥≤−+.]|-(?=\d))[^:#\"'{}\[\]]*")
"""A key that needs no quotes in YAML: `6-7`, `≥ 3`, `light wood`; not `"yes: no"` or `[a]`."""
UNKNOWN = "?"


class _Gap:
    """A region of a table that no case covers. It has all keys of most axes; `narrowed_axes` are the other axes."""

    def __init__(self, table: Table, region: Box) -> None:
        self.table, self.columns = table, table.columns
        self.region = {axis.name: keys for axis, keys in zip(table.axes, region, strict=True)}
        self.narrowed_axes = [axis for axis in table.axes if self.region[axis.name] != axis.domain.keys]

    def addition(self) -> Addition:
        """Return the text that fills the gap.

        - A gap beside all columns needs a column: `keys: [near, far, out of sight]`.
        - A list needs a case: `- {when: {roll: 6}, value: ?}`.
        - A gap within cells needs one more conditional value in them.
        - Any other gap needs a row, `6: [?, ?]`, or a question if a row cannot fill it.
        """
        outside_columns = not any(column.keys & self.region[column.axis] for column in self.columns)
        if self.columns and outside_columns:
            keys = [*(column.written for column in self.columns), self._key(self.columns[0].axis)]
            text = f"keys: [{', '.join(_quoted(key, flow=True) for key in keys)}]"
            return Addition(f"{text}  # and one more value in each row", "the column to add")
        if not self.table.is_grid:
            when = f"when: {self.conditions(self.narrowed_axes)}, " if self.narrowed_axes else ""
            return Addition(f"- {{{when}value: {UNKNOWN}}}", "the case to add")
        has_conditions_as_rows = any(key.region for row in self.table.rows for key in row.keys)
        if has_conditions_as_rows:  # such as `attack > defence`, which no list of keys completes
            return questions_for(self.table, [tuple(self.region.values())])
        row_axes = self._row_axes()
        heading_axes = {*(axis.name for axis in row_axes), *(key.axis for key in self.columns)}
        lies_inside_cells = any(axis.name not in heading_axes for axis in self.narrowed_axes)
        if lies_inside_cells:
            return self._value(heading_axes)
        column_axes = {key.axis for key in self.columns[:1]}  # all columns are keys of one axis
        lies_in_some_columns = any(axis.name in column_axes for axis in self.narrowed_axes)
        if lies_in_some_columns:  # a new row would fill the other columns too
            return questions_for(self.table, [tuple(self.region.values())])
        return self._row(row_axes)

    def conditions(self, axes: Iterable[Axis]) -> str:
        return f"{{{', '.join(f'{axis.name}: {_quoted(self._key(axis.name), flow=True)}' for axis in axes)}}}"

    def _value(self, heading_axes: set[str]) -> Addition:
        """Return a conditional value, to add to the other conditional values of a cell."""
        inside = [axis for axis in self.narrowed_axes if axis.name not in heading_axes]
        where = ", ".join(
            f"{axis.name} {self._key(axis.name)}" for axis in self.narrowed_axes if axis.name in heading_axes
        )
        place = f"in the cell for {where}" if where else "in each cell"
        return Addition(f"- {{value: {UNKNOWN}, when: {self.conditions(inside)}}}  # {place}", "the value to add")

    def _row(self, axes: list[Axis]) -> Addition:
        """Return a row: one line per heading column, starting below the headings that the table already has."""
        keys = [self._key(axis.name) for axis in axes]
        needed = [self.region[axis.name] for axis in axes]
        paths = [[key.keys for key in path] for path in _paths(self.table.rows)]
        depths = range(len(axes) - 1, 0, -1)  # the deepest first: as many headings as possible are there already
        depth_present = next((depth for depth in depths if needed[:depth] in (path[:depth] for path in paths)), 0)
        comment = [f"# below {', '.join(keys[:depth_present])}:"] if depth_present else []
        lines = [f"{'  ' * depth}{_quoted(key)}:" for depth, key in enumerate(keys[depth_present:])]
        return Addition("\n".join([*comment, *lines[:-1], f"{lines[-1]} {self._values()}"]), "the row to add")

    def _values(self) -> str:
        """Return a placeholder for each column, by name if the table has several outputs."""
        if not self.columns:
            return UNKNOWN
        if self.columns[0].axis == OUTPUT:
            return f"{{{', '.join(f'{column.written}: {UNKNOWN}' for column in self.columns)}}}"
        return f"[{', '.join(UNKNOWN for _ in self.columns)}]"

    def _row_axes(self) -> list[Axis]:
        """Return the axes of the heading columns, left to right.

        In a table without rows: all axes except the columns'.
        """
        names: list[str] = []
        rows = self.table.rows
        while rows:
            names += [key.axis for key in rows[0].keys]
            rows = rows[0].rows
        by_name = {axis.name: axis for axis in self.table.axes}
        columns = {key.axis for key in self.columns}
        return [by_name[name] for name in names] or [axis for axis in self.table.axes if axis.name not in columns]

    def _key(self, name: str) -> str:
        """Return the keys of the region on an axis, in the notation of the other keys."""
        domain = next(axis.domain for axis in self.table.axes if axis.name == name)
        return key_text(domain, self.region[name], (key.written for key in all_keys(self.table) if key.axis == name))


def _paths(rows: Iterable[Row], outer: tuple[Key, ...] = ()) -> Iterator[tuple[Key, ...]]:
    """Yield the keys of each row, from the outermost heading on: `(wood,)`, `(wood, day)`, `(wood, night)`."""
    for row in rows:
        path = (*outer, *row.keys)
        yield path
        yield from _paths(row.rows, path)


def _quoted(key: str, *, flow: bool = False) -> str:
    """Quote a key if YAML needs it. Inside brackets (`flow`) a comma needs quotes too."""
    return key if PLAIN.fullmatch(key) and not (flow and "," in key) else f'"{key}"'


@finds(Severity.ERROR)
def overlap(analysis: TableAnalysis) -> Iterator[Finding]:
    """Two cases that hold for one input: two players read two answers.

    Where both have the same value nothing is wrong yet, but whoever corrects one may forget the other: a warning.
    Tables whose hit policy allows several cases for one input are sound.
    """
    table = analysis.table
    if not analysis.policy.allows_different_values:
        yield from _report_overlaps(analysis)
        yield from _report_cells_outside(table)
    else:
        yield from _report_cases_outside(analysis)
    for first, second in combinations(table.columns if table.layout is Layout.MODIFIERS else (), 2):
        if shared := first.keys & second.keys:  # nobody knows which of the two columns to add up
            domain = next(axis.domain for axis in table.axes if axis.name == first.axis)
            message = f"two columns of table {table.id!r} hold for {first.axis} {domain.describe(shared)}"
            labels, about = (Label(first.span, "the other one"),), f"{table.id}: {second.axis} {second.written}"
            yield overlap.at(second.span, message, "remove it from one of them", labels, about=about)


def _report_overlaps(analysis: TableAnalysis) -> Iterator[Finding]:
    """Report overlaps: one finding per row or column, and per end that bands share."""
    ends: dict[str, list[CasePair]] = {}
    other_pairs: list[CasePair] = []
    for pair in overlapping_pairs(analysis):
        if pair.same_value and analysis.policy.allows_equal_values:
            continue
        if end := _shared_end(analysis, pair):
            ends.setdefault(end, []).append(pair)
        elif not (pair.same_value and pair.second_adds_no_input):
            other_pairs.append(pair)
    for where, pairs in ends.items():
        yield _bands_meet(analysis, _contradicting(pairs), where)
    for line, pairs in by_line(analysis, other_pairs).items():
        yield _overlap_in_line(analysis, line, _contradicting(pairs))


def _contradicting(pairs: list[CasePair]) -> list[CasePair]:
    """Return the pairs that contradict each other, else all pairs: an agreement must not hide a contradiction."""
    return [pair for pair in pairs if not pair.same_value] or pairs


def _more(pairs: list[CasePair]) -> str:
    """Return a text that counts the pairs after the first; empty if there are none."""
    others = len(pairs) - 1
    return f" (and {others} more {'pair' if others == 1 else 'pairs'} like these)" if others else ""


def _overlap_in_line(analysis: TableAnalysis, line: str, pairs: list[CasePair]) -> Finding:
    """Report the first pair of a row or column and count the others. Labels point to some of the other cases."""
    table, pair = analysis.table, pairs[0]
    span = table.cases[pair.second].span
    _, where = name_regions(table, analysis.uncovered(analysis.questions, pair.first, pair.second))
    others = dict.fromkeys(table.cases[each.first].span for each in pairs if each.second == pair.second)
    labels = tuple(Label(other, "the other one") for other in list(others)[:MOST_NAMED])
    about = f"{table.id}: {line}"
    if pair.same_value:
        message = f"two cells of table {table.id!r} hold for {where} and say the same{_more(pairs)}"
        hint = "let only one of them hold there"
        return overlap.at(span, message, hint, labels, Severity.WARNING, about=about)
    both = all_of((analysis.value_text(pair.first), analysis.value_text(pair.second)))
    message = f"two cells of table {table.id!r} hold for {where}: {both}{_more(pairs)}"
    hint = "narrow one of them, list the case under 'questions', or write policy: first"
    return overlap.at(span, message, hint, labels, about=about)


def _shared_end(analysis: TableAnalysis, pair: CasePair) -> str:
    """Return the axis and the point of a measure at which two bands meet; else an empty text.

    The bands `1 to 2` and `2 to 4` of a distance both hold for exactly 2.
    """
    table = analysis.table
    if all(axis.domain.step is None for axis in table.axes):
        return ""
    shared = list(analysis.uncovered(analysis.questions, pair.first, pair.second))
    for index, axis in enumerate(table.axes):
        if axis.domain.step is not None:
            shared_keys = _keys_of_axis(shared, index)
            cases = (table.cases[pair.first], table.cases[pair.second])
            have_other_keys = all(bool(_keys_of_axis(case.boxes, index) - shared_keys) for case in cases)
            if shared_keys.size == 1 and have_other_keys:
                return f"{axis.name} {axis.domain.describe(shared_keys)}"
    return ""


def _keys_of_axis(boxes: Iterable[Box], index: int) -> KeySet:
    return KeySet.union_of(interval for box in boxes for interval in box[index].intervals)


def _bands_meet(analysis: TableAnalysis, pairs: list[CasePair], where: str) -> Finding:
    """Return the finding for two bands that share an end."""
    table, pair = analysis.table, pairs[0]
    first, second = table.cases[pair.first], table.cases[pair.second]
    values = all_of((analysis.value_text(pair.first), analysis.value_text(pair.second)))
    message = f"two bands of table {table.id!r} share an end, so both hold for {where}: {values}{_more(pairs)}"
    hint = "say which band it belongs to: 'over 1 to 2', or '1 to under 2'"
    severity = Severity.WARNING if pair.same_value else Severity.ERROR
    labels = (Label(first.span, "the other one"),)
    return overlap.at(second.span, message, hint, labels, severity, about=f"{table.id}: {where}")


def _report_cells_outside(table: Table) -> Iterator[Finding]:
    """Report inputs under `not-applicable` for which a cell holds."""
    for silence in (silence for silence in table.silences if not silence.question):
        for case in table.cases:
            shared = next(filter(None, (meet(a, b) for a in silence.boxes for b in case.boxes)), None)
            if shared is not None:
                where = table.describe(shared)
                message = f"table {table.id!r} has a cell for {where}, and lists it under 'not-applicable' too"
                labels, about = (Label(case.span, "the cell"),), f"{table.id}: outside, {where}"
                yield overlap.at(silence.span, message, "narrow one of the two", labels, about=about)


def _report_cases_outside(analysis: TableAnalysis) -> Iterator[Finding]:
    """Report cases that hold only for inputs under `not-applicable`.

    Where several cases may hold for one input, a case may partly reach into these inputs.
    """
    table = analysis.table
    outside = [silence for silence in table.silences if not silence.question]
    for position, case in enumerate(table.cases):
        if analysis.is_never_applicable(position):
            what = "modifier" if table.layout is Layout.MODIFIERS else "case"
            message = f"this {what} of table {table.id!r} holds only where the table does not apply"
            silence = next(each for each in outside if any(meet(a, b) for a in each.boxes for b in case.boxes))
            labels = (Label(silence.span, "listed under 'not-applicable' here"),)
            hint = "remove it, or narrow the inputs under 'not-applicable'"
            yield overlap.at(case.span, message, hint, labels, about=f"{table.id}: {analysis.case_names[position]}")


@finds(Severity.WARNING)
def needless_open_end(analysis: TableAnalysis) -> Iterator[Finding]:
    """A row `6+` for one D6 that no modifier changes: nothing above 6 can come up.

    Either a modifier is missing, or the row should begin lower, or it is simply 6. For counts an open end is sound,
    because there may be more one day; so is the last of several thresholds, `6+` after `4+`, which looks like the
    others.
    """
    table = analysis.table
    for domain, axis in ((axis.domain, axis.name) for axis in table.axes):
        if domain.roll is None or domain.roll.bonus != (0, 0):
            continue
        keys = {key.written: key for key in reversed(list(all_keys(table))) if key.axis == axis}
        for key in keys.values():
            end = open_end(key.written)
            is_only_open_end = all(open_end(other.written) != end or other.keys == key.keys for other in keys.values())
            if end != 0 and key.keys.size == 1 and is_only_open_end:
                score, beyond = domain.describe(key.keys), "higher" if end > 0 else "lower"
                message = (
                    f"{key.written!r} of table {table.id!r} can only be {score}: nothing {beyond} comes up on "
                    f"{domain.dice}"
                )
                hint = f"write {score}; if a modifier is missing, add it to the dice of {axis}, such as 1d6 + 0..1"
                yield needless_open_end.at(key.span, message, hint, about=f"{table.id}: {axis} {key.written}")


@finds(Severity.WARNING)
def needless_policy(analysis: TableAnalysis) -> Iterator[Finding]:
    """A hit policy that no input needs: no two cases of the table ever hold together.

    `policy: first` tells readers to mind the order, and they look for two rows that both fit. Either two rows should
    overlap, and one is too narrow, or the table says the same without the policy.
    """
    table, cases = analysis.table, range(len(analysis.table.cases))
    for_overlaps = analysis.policy.decided_by or analysis.policy.allows_equal_values
    if for_overlaps and len(cases) > 1 and not any(analysis.overlapping_cases(case) for case in cases):
        message = f"`policy: {table.policy.value}` of table {table.id!r} has no effect: no two cases can apply at once"
        hint = "remove the policy, or correct the case that is too narrow"
        yield needless_policy.at(table.span, message, hint, about=table.id)
