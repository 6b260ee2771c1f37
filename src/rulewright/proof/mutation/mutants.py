"""Mutants of every proved cell, key, claim, fact and step, and a finding for each mutant that survives.

A *mutant* is what is printed with one misprint. If the proof still agrees with it, the proof would not notice the
misprint either. `mutate` gets a report of proofs, and adds the counts of mutants and a finding for each survivor.

For example, the cell `+1` under the key `6-7` becomes `+2`, `+0` or nothing, and the key becomes `5-7` or `6-8`.

A cell gets a neighbouring value; the end of a key moves by one; columns swap; a row is left out. In a claim a
comparison is flipped, a number is off by one, `or` replaces `and`, a negation or a name is left out. Each mutant gets a
`Verdict` from the comparison that proves the original: the answers of the code do not depend on what is printed, so it
need not run again.
"""

import math
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from itertools import pairwise

from rulewright.base.findings import Finding, Span
from rulewright.book.book import Book
from rulewright.book.wording import number, plain
from rulewright.entries.axes import COMPARED
from rulewright.entries.cells import Case, Value
from rulewright.entries.claims import (
    Among,
    Amount,
    Both,
    Claim,
    Comparison,
    Condition,
    Either,
    Not,
    Number,
    Sum,
    TableValue,
    Variable,
)
from rulewright.entries.domains import Axis, Domain
from rulewright.entries.examples import Answer, Example
from rulewright.entries.keys import Key
from rulewright.entries.keyset import Box, KeySet, meet, remainder
from rulewright.entries.numbers import Plain
from rulewright.entries.table import Policy, Table
from rulewright.entries.text import Target
from rulewright.proof.claims import (
    axes_of,
    both_hold,
    claim_domains,
    combine_claims,
    compare_claims,
    prove_fact,
    run_example,
)
from rulewright.proof.comparison import value_text
from rulewright.proof.evaluator import Evaluation, Evaluator
from rulewright.proof.report import MutantCounts, ProofReport, State
from rulewright.proof.statements import ClaimGroup, claim_groups
from rulewright.proof.tables import agrees_with_code, innermost_rows, output_prefix
from rulewright.proof.truth_tables import TableNumbers, TruthTables
from rulewright.tables.answers import split_by_owner
from rulewright.tables.cover import is_covered


class Verdict(Enum):
    """The verdict on a mutant: the proof fails (killed) or still agrees (survived).

    An equivalent mutant says the same as the original, so there is nothing to notice. If a mutant alters several
    functions of a table, the first of their verdicts in this order counts: one that kills it is enough.
    """

    KILLED = "killed"
    SURVIVED = "survived"
    EQUIVALENT = "equivalent"


@dataclass(frozen=True, slots=True)
class Mutant:
    """One alteration in the author's words, its place, the verdict, and the number of combinations compared."""

    about: str
    words: str
    span: Span
    verdict: Verdict
    cases: int = 1


def mutate(book: Book, evaluator: Evaluator, report: ProofReport) -> ProofReport:
    """Return the report with counts of mutants, and a finding for each that survives."""
    start = time.monotonic()
    counts = dict.fromkeys(Verdict, 0)
    survived: list[Finding] = []
    for mutant in _judged_mutants(book, evaluator, report):
        counts[mutant.verdict] += 1
        if mutant.verdict is Verdict.SURVIVED:
            compared = "the one combination" if mutant.cases == 1 else f"all {mutant.cases} combinations"
            message = (
                f"{mutant.about}: {mutant.words} goes unnoticed: the proof still agrees over {compared} it compares"
            )
            hint = "extend test-range (under domains) so the proof covers it, or remove what another line already says"
            about = f"{mutant.about}: {mutant.words}"
            survived.append(Finding("surviving-mutant", mutant.span, message, hint, about=about))
    seconds = time.monotonic() - start
    mutant_counts = MutantCounts(counts[Verdict.KILLED], counts[Verdict.SURVIVED], counts[Verdict.EQUIVALENT], seconds)
    return replace(report, findings=(*report.findings, *survived), mutants=mutant_counts)


def _judged_mutants(book: Book, evaluator: Evaluator, report: ProofReport) -> Iterator[Mutant]:
    proved = {each.span for each in report.statements if each.state is State.PROVED}
    for table in book.game.tables:
        evaluator.about = f"mutants of table {table.id}"
        failed = any(each.state is State.FAILED for each in report.of(Target("table", table.id)))
        yield from _judged_table_mutants(table, book, evaluator, () if failed else table_mutants(table), proved)
    for group in claim_groups(book):
        evaluator.about = f"mutants of reference {group.reference.id}"
        if group.claims and all(claim.span in proved for claim in group.claims):
            yield from _judged_claim_mutants(group, book, evaluator)
    for fact in book.game.facts:
        for other in other_facts(fact.value) if fact.span in proved else ():
            verdict = Verdict.KILLED if prove_fact(replace(fact, value=other), evaluator).findings else Verdict.SURVIVED
            yield Mutant(f"fact {fact.id}", f"{number(fact.value)} altered to {number(other)}", fact.span, verdict)
    for example in book.game.examples:
        yield from _judged_step_mutants(example, book, evaluator, proved)


def _judged_table_mutants(
    table: Table, book: Book, evaluator: Evaluator, mutants: Iterable["TableMutant"], proved: set[Span]
) -> Iterator[Mutant]:
    """Yield the mutants of the cells of a table, then those of its keys, columns and rows (`mutants`)."""
    functions: list[tuple[Table, Evaluation | None]] = []
    for function in table.functions():
        domains = {axis.name: axis.domain for axis in function.axes}
        wide = function.policy is Policy.SUM
        evaluation = None if function.proof is None else evaluator.evaluate(function.proof, domains, wide=wide)
        if not isinstance(evaluation, Evaluation):
            functions.append((function, None))
            continue
        functions.append((function, evaluation))
        for position, case in enumerate(function.cases):
            if case.span in proved:
                yield from _judged_cell_mutants(function, position, case, evaluation, book)
    misprints = [misprint for misprint in mutants if misprint.touches(table, proved)]
    for number_tried, misprint in enumerate(misprints):
        evaluator.progress(evaluator.about, number_tried, len(misprints))
        verdicts = [
            (table_verdict(function, altered, evaluation), evaluation.cases)
            for (function, evaluation), altered in zip(functions, misprint.table.functions(), strict=True)
            if evaluation is not None and function.cases != altered.cases
        ]
        if verdicts:
            verdict, cases = min(verdicts, key=lambda judged: list(Verdict).index(judged[0]))
            yield Mutant(table.id, misprint.words, misprint.span, verdict, cases)


def _judged_cell_mutants(
    function: Table, position: int, case: Case, evaluation: Evaluation, book: Book
) -> Iterator[Mutant]:
    about = f"{function.id}: {output_prefix(function, book)}{function.describe(case.boxes[0])}"
    for value in other_values(case.value, function.values):
        cases = (*function.cases[:position], replace(case, value=value), *function.cases[position + 1 :])
        verdict = table_verdict(function, replace(function, cases=cases), evaluation)
        other = "nothing" if value.plain is None and not value.axis else value_text(value.plain)
        words = f"{plain(case.value.label, book)} altered to {other}"
        yield Mutant(about, words, case.span, verdict, evaluation.cases)


def _judged_claim_mutants(group: ClaimGroup, book: Book, evaluator: Evaluator) -> Iterator[Mutant]:
    assert group.call is not None, "what is proved has a proof"
    evaluation = evaluator.evaluate(group.call, claim_domains(group, book, TableNumbers(book)))
    assert isinstance(evaluation, Evaluation), "what is proved was answered"
    domains = {axis: domain for _, axis, domain in evaluation.binding.axes}
    oracle = ClaimOracle(group.claims, evaluation, book)
    for position, (item, claim) in enumerate(group.bullets):
        about = f"{group.reference.id}: {plain(item.text, book)}"
        for condition, words in condition_mutants(claim.condition, domains):
            yield Mutant(about, words, claim.span, oracle.verdict(position, condition), evaluation.cases)


def _judged_step_mutants(example: Example, book: Book, evaluator: Evaluator, proved: set[Span]) -> Iterator[Mutant]:
    for position, step in enumerate(example.steps):
        if step.asked is None or step.stated is None or step.span not in proved:
            continue
        for other in other_answers(step.answer):
            altered_example = replace(example, steps=(replace(step, stated=replace(step.stated, value=other)),))
            verdict = Verdict.KILLED if run_example(altered_example, book, evaluator).findings else Verdict.SURVIVED
            words = f"{value_text(step.answer)} altered to {value_text(other)}"
            yield Mutant(f"example {example.id}, step {position + 1}", words, step.answer_span, verdict)


# Other values

OTHER_TEXT = "something else"


def other_values(value: Value, domain: Domain | None) -> Iterator[Value]:
    """Yield other values for a cell: the neighbours of its value, and no value."""
    if value.axis:
        yield replace(value, factor=value.factor + 1)
        yield replace(value, factor=-value.factor)
    else:
        yield from (replace(value, plain=other) for other in _other_plain_values(value.plain, domain))
    if value.plain is not None or value.axis:
        yield replace(value, plain=None, axis="")


def _other_plain_values(plain: Plain, domain: Domain | None) -> Iterator[Plain]:
    """Yield the neighbours of a value within a domain; without a domain any text may be printed."""
    match plain:
        case None:
            if domain is None:
                yield OTHER_TEXT
            else:
                yield domain.names[0].id if domain.enumeration else 1
        case (low, high):
            yield from ((low, high + 1), (low - 1, high))
        case bool():
            yield not plain
        case str():
            names = [name.id for name in domain.names] if domain else []
            yield next((name for name in names if name != plain), OTHER_TEXT)
        case _ if plain == math.inf:  # it has no neighbours
            yield from (0, 100)
        case _:
            yield from (plain + 1, plain - 1)


def other_facts(value: Plain) -> Iterator[Plain]:
    """Yield other values for a fact: one more, one less, and half of it."""
    if isinstance(value, (int, float, Fraction)) and not isinstance(value, bool) and math.isfinite(value):
        yield from (value + 1, value - 1)
        if abs(value) not in (0, 2):  # half of 2 is one less
            yield Fraction(value) / 2
    else:
        yield from _other_plain_values(value, None)


def other_answers(answer: Answer) -> Iterator[Answer]:
    """Yield other results for a step; each part of a tuple is altered in turn."""
    if isinstance(answer, tuple):
        for index, part in enumerate(answer):
            yield from ((*answer[:index], other, *answer[index + 1 :]) for other in other_answers(part))
    elif answer is None:
        yield 1
    else:
        yield from other_facts(answer)


# Tables


def table_verdict(original: Table, mutant: Table, evaluation: Evaluation) -> Verdict:
    """Judge one mutant of a table function; `evaluation` holds the answers of the code to the original."""
    if {axis.name for axis in mutant.axes} != {axis.name for axis in original.axes}:
        return Verdict.KILLED  # its axes no longer fit the function
    if not agrees_with_code(mutant, evaluation):
        return Verdict.KILLED
    if original.policy is Policy.SUM:
        tried_box = tuple(axis.domain.proof_keys() for axis in original.axes)
        changed = list(_changed_boxes(original, mutant))
        # taking the box that the proof tried from the change leaves less than taking nothing from it
        is_tried = not changed or remainder(changed, [tried_box]) != remainder(changed, [])
        # if the proof tried the change and the sums are the same, so is the table
        return Verdict.EQUIVALENT if is_tried else Verdict.SURVIVED
    if _has_gap(mutant) or _contradicts_itself(original, mutant):
        return Verdict.KILLED  # by the checks of tables
    return Verdict.SURVIVED if _prints_differ(original, mutant) else Verdict.EQUIVALENT


def _has_gap(table: Table) -> bool:
    """Return whether a combination has neither a case nor a silence."""
    boxes = [box for case in table.cases for box in case.boxes]
    boxes += [box for silence in table.silences for box in silence.boxes]
    return table.policy is not Policy.LIST and not is_covered(table.box, boxes)


def _contradicts_itself(original: Table, mutant: Table) -> bool:
    """Return whether an altered case overlaps one with another value, and no order decides between them."""
    if mutant.policy not in (Policy.UNIQUE, Policy.ANY):
        return False
    unchanged_cases = set(original.cases)
    open_questions = [box for silence in mutant.silences if silence.question for box in silence.boxes]
    for altered in (case for case in mutant.cases if case not in unchanged_cases):
        for case in mutant.cases:
            # the general value of a cell and its exception do not contradict each other
            in_one_cell = altered.keys == case.keys and altered.general != case.general
            if altered.value.plain != case.value.plain and not in_one_cell:
                overlaps = (meet(altered_box, box) for altered_box in altered.boxes for box in case.boxes)
                if remainder([box for box in overlaps if box is not None], open_questions):
                    return True
    return False


def _prints_differ(original: Table, mutant: Table) -> bool:
    """Return whether the two differ anywhere in the whole domain, including where the proof does not reach."""
    changed = list(_changed_boxes(original, mutant))
    if original.policy is Policy.LIST:
        return bool(changed)
    return any(
        _printed_value(original, owner) != _printed_value(mutant, mutant_owner)
        for region in changed
        for owner, part in split_by_owner(original, region)
        for mutant_owner, _ in split_by_owner(mutant, part)
    )


def _printed_value(table: Table, owner: int) -> object:
    """Return (True, its value) for the position of a case, and (False, `owner`) for a silence or gap (below 0)."""
    return (True, table.cases[owner].value.plain) if owner >= 0 else (False, owner)


def _changed_boxes(original: Table, mutant: Table) -> Iterator[Box]:
    """Yield boxes where a differing case matches: in only one of the tables, or in both with different values."""
    original_cases = {case.span: case for case in original.cases}
    mutant_cases = {case.span: case for case in mutant.cases}
    for span in original_cases.keys() | mutant_cases.keys():
        original_case, mutant_case = original_cases.get(span), mutant_cases.get(span)
        if original_case == mutant_case:
            continue
        original_boxes = original_case.boxes if original_case else ()
        mutant_boxes = mutant_case.boxes if mutant_case else ()
        if original_case and mutant_case and original_case.value != mutant_case.value:
            yield from (*original_boxes, *mutant_boxes)
        else:
            yield from (*remainder(original_boxes, mutant_boxes), *remainder(mutant_boxes, original_boxes))


@dataclass(frozen=True, slots=True)
class TableMutant:
    """A table with one misprint, and the misprint in the author's words."""

    table: Table
    words: str
    span: Span

    def touches(self, original: Table, cells: Set[Span]) -> bool:
        """Return whether the misprint alters any of these cells."""
        mutant_cases = {case.span: case for case in self.table.cases}
        return any(case.span in cells and mutant_cases.get(case.span) != case for case in original.cases)


def table_mutants(table: Table) -> Iterator[TableMutant]:
    """Yield the table with each of its keys, columns and rows misprinted in turn."""
    yield from _with_moved_ends(table)
    for left, right in pairwise(table.columns):
        new_keys = {left.span: (left.keys, right.keys), right.span: (right.keys, left.keys)}
        words = f"columns {left.written} and {right.written} swapped"
        yield TableMutant(_with_new_keys(table, left.axis, new_keys), words, right.span)
    for row_name, spans, place in _rows(table):
        cases = tuple(case for case in table.cases if case.span not in spans)
        yield TableMutant(replace(table, cases=cases), f"the row {row_name} left out", place)


def _with_moved_ends(table: Table) -> Iterator[TableMutant]:
    """Yield the table with each end of each printed key moved out and in by one, but not out of the domain."""
    domains = {axis.name: axis.domain for axis in table.axes}
    keys: dict[Span, Key] = {}  # each once, though it may have many cells
    for case in table.cases:
        for key in (*case.keys, *(key for condition in case.conditions for key in condition)):
            if key.axis != COMPARED:
                keys.setdefault(key.span, key)
    for key in keys.values():
        domain = domains.get(key.axis)
        if domain is None or domain.enumeration:
            continue
        intervals = key.keys.intervals
        for position, (low, high) in enumerate(intervals):
            for interval in ((low - 1, high), (low + 1, high), (low, high - 1), (low, high + 1)):
                misprint = KeySet.union_of((*intervals[:position], interval, *intervals[position + 1 :])) & domain.keys
                if misprint and misprint != key.keys:
                    words = f"{key.axis} {key.written} altered to {domain.describe(misprint)}"
                    new_keys = {key.span: (key.keys, misprint)}
                    yield TableMutant(_with_new_keys(table, key.axis, new_keys), words, key.span)


def _with_new_keys(table: Table, axis: str, new_keys: Mapping[Span, tuple[KeySet, KeySet]]) -> Table:
    """Return the table with other keys of one axis; `new_keys` has the old and new set of each key, by its place."""
    axis_index = next(position for position, each in enumerate(table.axes) if each.name == axis)
    cases = []
    for case in table.cases:
        boxes = case.boxes
        for span in {key.span for keys in (case.keys, *case.conditions) for key in keys} & new_keys.keys():
            boxes = tuple(_replace_keys(box, axis_index, *new_keys[span]) for box in boxes)
        cases.append(replace(case, boxes=tuple(box for box in boxes if all(box))))  # without boxes that became empty
    return replace(table, cases=tuple(cases))


def _replace_keys(box: Box, axis_index: int, old: KeySet, new: KeySet) -> Box:
    """Replace the keys of one axis of a box.

    If a condition has already narrowed the box, the box only loses the keys that the key set loses.
    """
    keys = box[axis_index]
    only_loses_keys = not new - old
    if keys == old:
        keys = new
    elif only_loses_keys:
        keys &= new
    return (*box[:axis_index], keys, *box[axis_index + 1 :])


def _rows(table: Table) -> Iterator[tuple[str, set[Span], Span]]:
    """Yield for each printed row its name, the places of its cases, and its place."""
    for row, keys in innermost_rows(table.rows):
        if spans := {case.span for cell in row.cells for case in cell.cases}:
            words = ", ".join(f"{key.axis} {key.written}" for key in keys)
            yield words, spans, keys[-1].span if keys else min(spans)
    yield from ((table.describe(case.boxes[0]), {case.span}, case.span) for case in table.case_list)
    for line in table.modifiers:
        if spans := {case.span for cell in line.cells for case in cell.cases}:
            yield line.label.source, spans, min(spans)


# Claims

ALTERED_SIGNS = {">=": ">", ">": ">=", "<=": "<", "<": "<=", "=": "!=", "!=": "="}

ConditionMutant = tuple[Condition, str]
"""An altered condition, and the alteration in words."""


def condition_mutants(condition: Condition, domains: Mapping[str, Domain]) -> Iterator[ConditionMutant]:
    """Yield the condition with each of its parts altered in turn."""
    match condition:
        case Both(left, right):
            yield Either(left, right), "'and' altered to 'or'"
            yield from ((Both(other, right), words) for other, words in condition_mutants(left, domains))
            yield from ((Both(left, other), words) for other, words in condition_mutants(right, domains))
        case Either(left, right):
            yield Both(left, right), "'or' altered to 'and'"
            yield from ((Either(other, right), words) for other, words in condition_mutants(left, domains))
            yield from ((Either(left, other), words) for other, words in condition_mutants(right, domains))
        case Not(inner):
            yield inner, "'not' left out"
            yield from ((Not(other), words) for other, words in condition_mutants(inner, domains))
        case Among():
            yield Not(condition), f"{_among_text(condition, domains)!r} negated"
            domain, keys = domains[condition.name], condition.keys
            for key in keys if domain.keys.finite and 1 < keys.size < domain.keys.size else ():
                words = f"{domain.key_text(key)} left out of {_among_text(condition, domains)!r}"
                yield Among(condition.name, keys - KeySet.of([key])), words
        case Comparison(sign, low, high):
            others = [Comparison(ALTERED_SIGNS[sign], low, high)]
            others += [Comparison(sign, other, high) for other in _other_amounts(low)]
            others += [Comparison(sign, low, other) for other in _other_amounts(high)]
            before = _comparison_text(condition)
            yield from ((other, f"{before!r} altered to {_comparison_text(other)!r}") for other in others)


def _among_text(among: Among, domains: Mapping[str, Domain]) -> str:
    return f"{among.name} {'in' if among.keys.size > 1 else 'is'} {domains[among.name].describe(among.keys)}"


def _other_amounts(amount: Amount) -> Iterator[Amount]:
    """Yield the amount with each of its numbers one more and one less, and each plus as a minus."""
    match amount:
        case Number(value):
            yield from (Number(value + 1), Number(value - 1))
        case Sum(Number(0), right, True):  # a minus sign before it, not a difference
            yield from (Sum(Number(0), other, minus=True) for other in _other_amounts(right))
        case Sum(left, right, minus):
            yield Sum(left, right, not minus)
            yield from (Sum(other, right, minus) for other in _other_amounts(left))
            yield from (Sum(left, other, minus) for other in _other_amounts(right))


def _comparison_text(comparison: Comparison) -> str:
    return f"{_amount_text(comparison.left)} {comparison.sign} {_amount_text(comparison.right)}"


def _amount_text(amount: Amount) -> str:
    match amount:
        case Number(value):
            return number(value)
        case Variable(name):
            return name
        case TableValue(table):
            return table
        case Sum(Number(0), right, True):
            return f"−{_amount_text(right)}"
        case Sum(left, right, minus):
            return f"{_amount_text(left)} {'−' if minus else '+'} {_amount_text(right)}"


def constants(condition: Condition) -> Iterator[int | Fraction]:
    """Yield the numbers in a condition."""
    match condition:
        case Both(left, right) | Either(left, right):
            yield from (*constants(left), *constants(right))
        case Not(inner):
            yield from constants(inner)
        case Comparison(_, left, right):
            yield from (*_numbers(left), *_numbers(right))


def _numbers(amount: Amount) -> Iterator[int | Fraction]:
    match amount:
        case Number(value):
            yield value
        case Sum(left, right):
            yield from (*_numbers(left), *_numbers(right))


class ClaimOracle:
    """Judges mutants of the claims that one function proves together, from the answers of the function.

    `truths` says where each claim holds in the domains that the proof tries. `wider_truths` also covers the values near
    the numbers of the claims, which the proof may not reach, but where a claim still says something.
    """

    def __init__(self, claims: Sequence[Claim], evaluation: Evaluation, book: Book) -> None:
        self.claims, self.evaluation = claims, evaluation
        axes, tables = axes_of(evaluation), TableNumbers(book)
        table_axes = {name for claim in claims for table in claim.tables for name in tables.axes(table)}
        constants_used = [int(each) for claim in claims for each in constants(claim.condition)]
        numbers = [each + offset for each in constants_used for offset in range(-2, 3)]  # two to each side
        wider_axes = [
            axis if axis.name in table_axes else Axis(axis.name, _widen(axis.domain, numbers)) for axis in axes
        ]
        self.truths, self.wider_truths = TruthTables(axes, tables), TruthTables(wider_axes, tables)

    def verdict(self, position: int, condition: Condition) -> Verdict:
        """Judge the claim at a position if it had this condition."""
        mutants = list(self.claims)
        mutants[position] = replace(mutants[position], condition=condition)
        if not compare_claims(mutants, self.evaluation, self.truths).agrees:
            return Verdict.KILLED
        mutant_holds, mutant_open = combine_claims(mutants, self.wider_truths)
        original_holds, original_open = combine_claims(self.claims, self.wider_truths)
        # readers take all bullets together, so another bullet may say what this one no longer says
        says_the_same = (mutant_holds, mutant_open) == (original_holds, original_open)
        # claims that only say "if" and hold nowhere else are still true
        holds_nowhere_else = both_hold(mutant_holds, original_holds) == mutant_holds
        says_less = all(claim.one_way for claim in mutants) and holds_nowhere_else
        return Verdict.EQUIVALENT if says_less or says_the_same else Verdict.SURVIVED


def _widen(domain: Domain, numbers: Sequence[int]) -> Domain:
    """Add the numbers that a claim names to the test range of a domain."""
    proof_keys = domain.proof_keys()
    if domain.enumeration or proof_keys == domain.keys:
        return domain
    scale = 1 if domain.step is None else 2 / domain.step  # a measure has keys on and between its steps
    claim_keys = KeySet.of(int(each * scale) for each in numbers) & domain.keys
    return replace(domain, test_range=proof_keys | claim_keys)
