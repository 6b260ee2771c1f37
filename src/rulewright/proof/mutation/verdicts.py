"""The verdict on a mutant of a table: the comparison that proves the table is made again.

The rules code does not run again, for its answers do not depend on what is printed.
"""

from collections.abc import Iterator
from enum import Enum

from rulewright.model.answers import split_by_owner
from rulewright.model.cover import is_covered
from rulewright.model.keyset import Box, meet, remainder
from rulewright.model.table import Case, Policy, Table
from rulewright.proof.evaluator import Evaluation
from rulewright.proof.tables import agrees_with_code


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
