"""Mutants of a table, other values for cells, facts and steps, and the verdict on each mutant of a table.

A mutant moves an end of a key by one, swaps two neighbouring columns, or leaves a row out. For the verdict the
comparison that proves the table runs again. The rules code does not, for its answers do not depend on what is printed.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from itertools import pairwise

from rulewright.findings import Span
from rulewright.model.answers import split_by_owner
from rulewright.model.cover import is_covered
from rulewright.model.domain import Domain, Plain
from rulewright.model.example import Answer
from rulewright.model.keyset import Box, KeySet, meet, remainder
from rulewright.model.table import COMPARED, Case, Key, Listing, Lookup, Modifiers, Policy, Table, Value
from rulewright.proof.evaluator import Evaluation
from rulewright.proof.tables import agrees_with_code, innermost_rows

OTHER_TEXT = "something else"


def other_values(value: Value, domain: Domain | None) -> Iterator[Value]:
    """Other values for a cell: the neighbours of its value, and nothing."""
    if value.axis:
        yield replace(value, factor=value.factor + 1)
        yield replace(value, factor=-value.factor)
    else:
        yield from (replace(value, plain=other) for other in _others(value.plain, domain))
    if value.plain is not None or value.axis:
        yield replace(value, plain=None, axis="")


def _others(plain: Plain, domain: Domain | None) -> Iterator[Plain]:
    match plain:
        case None:
            yield domain.names[0].id if domain and domain.enumeration else 1 if domain else OTHER_TEXT
        case (low, high):
            yield from ((low, high + 1), (low - 1, high))
        case bool():
            yield not plain
        case str():
            names = [name.id for name in domain.names] if domain else []
            yield next((name for name in names if name != plain), OTHER_TEXT)
        case _ if plain == math.inf:
            yield from (0, 100)
        case _:
            yield from (plain + 1, plain - 1)


def other_facts(value: Plain) -> Iterator[Plain]:
    """Other values for a fact: one more, one less, and half of it."""
    if isinstance(value, (int, float, Fraction)) and not isinstance(value, bool) and math.isfinite(value):
        yield from (value + 1, value - 1)
        if value:
            yield Fraction(value) / 2
    else:
        yield from _others(value, None)


def other_answers(answer: Answer) -> Iterator[Answer]:
    """Other results for a step; if it has several parts, each part is altered in turn."""
    if isinstance(answer, tuple):
        for at, part in enumerate(answer):
            yield from ((*answer[:at], other, *answer[at + 1 :]) for other in other_answers(part))
    elif answer is None:
        yield 1
    else:
        yield from other_facts(answer)


class Verdict(Enum):
    """The verdict on a mutant; an equivalent mutant says the same as the original, so there is nothing to notice."""

    KILLED = "killed"
    SURVIVED = "survived"
    EQUIVALENT = "equivalent"


def table_verdict(original: Table, mutant: Table, evaluation: Evaluation) -> Verdict:
    """The verdict on one altered function of a table; `evaluation` holds what the code answers to the original."""
    if {axis.name for axis in mutant.axes} != {axis.name for axis in original.axes}:
        return Verdict.KILLED  # its axes no longer fit the function
    if not agrees_with_code(mutant, evaluation):
        return Verdict.KILLED
    if original.policy is Policy.SUM:
        return Verdict.EQUIVALENT if _proof_reaches_change(original, mutant) else Verdict.SURVIVED
    if _has_gap(mutant) or _contradicts_itself(original, mutant):
        return Verdict.KILLED  # by the checks of tables
    return Verdict.SURVIVED if _prints_differ(original, mutant) else Verdict.EQUIVALENT


def _has_gap(table: Table) -> bool:
    if table.policy is Policy.LIST:
        return False
    boxes = [box for case in table.cases for box in case.boxes]
    boxes += [box for silence in table.silences for box in silence.boxes]
    return not is_covered(table.box, boxes)


def _contradicts_itself(original: Table, mutant: Table) -> bool:
    """Whether an altered case overlaps one with another value, and no order decides between them."""
    if mutant.policy not in (Policy.UNIQUE, Policy.ANY):
        return False
    known = set(original.cases)
    open_ = [box for silence in mutant.silences if silence.question for box in silence.boxes]
    pairs = ((case, other) for case in mutant.cases if case not in known for other in mutant.cases)
    return any(_conflict(case, other) and remainder(_overlap(case, other), open_) for case, other in pairs)


def _conflict(one: Case, other: Case) -> bool:
    """Whether they have different values, and are not the general value of one cell and its exception."""
    in_one_cell = one.keys == other.keys and one.general != other.general
    return one.value.plain != other.value.plain and not in_one_cell


def _overlap(one: Case, other: Case) -> list[Box]:
    return [both for a in one.boxes for b in other.boxes if (both := meet(a, b)) is not None]


def _prints_differ(original: Table, mutant: Table) -> bool:
    """Whether the two differ anywhere in the whole domain, also where the proof does not reach."""
    changed = list(_changed(original, mutant))
    if original.policy is Policy.LIST:
        return bool(changed)
    return any(
        _printed_value(original, owner) != _printed_value(mutant, other)
        for region in changed
        for owner, part in split_by_owner(original, region)
        for other, _ in split_by_owner(mutant, part)
    )


def _printed_value(table: Table, owner: int) -> object:
    """The printed value of an owner; owners below 0 are different kinds of silence."""
    return (True, table.cases[owner].value.plain) if owner >= 0 else (False, owner)


def _changed(original: Table, mutant: Table) -> Iterator[Box]:
    """Where the cases that differ match, in either table."""
    before = {case.span: case for case in original.cases}
    after = {case.span: case for case in mutant.cases}
    for span in before.keys() | after.keys():
        one, other = before.get(span), after.get(span)
        if one != other:
            yield from _difference(one, other)


def _difference(one: Case | None, other: Case | None) -> list[Box]:
    """Where only one of two cases matches; where either does, if they have different values."""
    left = one.boxes if one else ()
    right = other.boxes if other else ()
    if one and other and one.value != other.value:
        return [*left, *right]
    return [*remainder(left, right), *remainder(right, left)]


def _proof_reaches_change(original: Table, mutant: Table) -> bool:
    """Whether the proof reaches any place where the two modifier tables differ."""
    proof_box = tuple(axis.domain.proof_keys() for axis in original.axes)
    changed = list(_changed(original, mutant))
    return not changed or remainder(changed, [proof_box]) != remainder(changed, [])


@dataclass(frozen=True, slots=True)
class TableMutant:
    """A table as it could have been misprinted, and the misprint in the author's words."""

    table: Table
    words: str
    span: Span

    def touches(self, original: Table, cells: Set[Span]) -> bool:
        """Whether the misprint alters any of these cells."""
        after = {case.span: case for case in self.table.cases}
        return any(case.span in cells and after.get(case.span) != case for case in original.cases)


def table_mutants(table: Table) -> Iterator[TableMutant]:
    """The table with each of its keys, columns and rows misprinted in turn."""
    yield from _move_ends(table)
    yield from _swap_columns(table)
    yield from _delete_rows(table)


def _move_ends(table: Table) -> Iterator[TableMutant]:
    domains = {axis.name: axis.domain for axis in table.axes}
    for key in _keys(table):
        domain = domains.get(key.axis)
        if domain is None or domain.enumeration:
            continue
        for moved in _moved_keys(key.keys, domain):
            words = f"{key.axis} {key.written} altered to {domain.describe(moved)}"
            yield TableMutant(_rekey(table, {key.span: moved}, key.axis, {key.span: key.keys}), words, key.span)


def _keys(table: Table) -> list[Key]:
    """The printed keys, each once, though it may have many cells."""
    result: dict[Span, Key] = {}
    for case in table.cases:
        for key in (*case.keys, *(key for keys in case.conditions for key in keys)):
            if key.axis != COMPARED:
                result.setdefault(key.span, key)
    return list(result.values())


def _moved_keys(keys: KeySet, domain: Domain) -> Iterator[KeySet]:
    """The key with each end moved out and in by one, except ends that the domain itself sets."""
    for position, (low, high) in enumerate(keys.intervals):
        for moved in ((low - 1, high), (low + 1, high), (low, high - 1), (low, high + 1)):
            misprint = (
                KeySet.union_of((*keys.intervals[:position], moved, *keys.intervals[position + 1 :])) & domain.keys
            )
            if misprint and misprint != keys:
                yield misprint


def _rekey(table: Table, new: Mapping[Span, KeySet], axis: str, old: Mapping[Span, KeySet]) -> Table:
    """The table with the cases of each of these keys at its new set."""
    axis_index = next(position for position, each in enumerate(table.axes) if each.name == axis)

    def with_new_keys(case: Case) -> Case:
        spans = {key.span for keys in (case.keys, *case.conditions) for key in keys} & new.keys()
        boxes = case.boxes
        for span in spans:
            boxes = tuple(_replace_keys(box, axis_index, old[span], new[span]) for box in boxes)
        return replace(case, boxes=tuple(box for box in boxes if all(box)))

    return replace(table, cases=tuple(map(with_new_keys, table.cases)))


def _replace_keys(box: Box, axis_index: int, old: KeySet, new: KeySet) -> Box:
    """A condition may have narrowed the box already; then the box only loses what the key loses."""
    keys = new if box[axis_index] == old else box[axis_index] & new if not new - old else box[axis_index]
    return (*box[:axis_index], keys, *box[axis_index + 1 :])


def _swap_columns(table: Table) -> Iterator[TableMutant]:
    columns = table.layout.columns if isinstance(table.layout, (Lookup, Modifiers)) else ()
    for left, right in pairwise(columns):
        swapped = _rekey(
            table,
            {left.span: right.keys, right.span: left.keys},
            left.axis,
            {left.span: left.keys, right.span: right.keys},
        )
        yield TableMutant(swapped, f"columns {left.written} and {right.written} swapped", right.span)


def _delete_rows(table: Table) -> Iterator[TableMutant]:
    for words, spans, place in _rows(table):
        cases = tuple(case for case in table.cases if case.span not in spans)
        yield TableMutant(replace(table, cases=cases), f"the row {words} left out", place)


def _rows(table: Table) -> Iterator[tuple[str, set[Span], Span]]:
    """For each printed row: its name, the places of its cases, and its place."""
    row_text: Callable[[Case], str] = lambda case: table.describe(case.boxes[0])  # noqa: E731
    match table.layout:
        case Lookup(rows=rows):
            for row, keys in innermost_rows(rows):
                spans = {case.span for cell in row.cells for case in cell.cases}
                if spans:
                    words = ", ".join(f"{key.axis} {key.written}" for key in keys)
                    yield words, spans, keys[-1].span if keys else min(spans)
        case Listing(cases=cases):
            yield from ((row_text(case), {case.span}, case.span) for case in cases)
        case Modifiers(lines=lines):
            for line in lines:
                spans = {case.span for cell in line.cells for case in cell.cases}
                if spans:
                    yield line.label.source, spans, min(spans)
