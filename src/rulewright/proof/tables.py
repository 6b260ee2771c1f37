"""Tables against code: every combination of the inputs, in both directions.

The code must answer what the table says, and None where the table is silent. Where a question is open, any answer will
do.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace

from rulewright.findings import Finding
from rulewright.model.answers import GAP, OUTSIDE, QUESTION, axes_in_order, code_value, layers, tally
from rulewright.model.book import Book
from rulewright.model.keyset import KeySet
from rulewright.model.table import Policy, Table
from rulewright.proof import statements
from rulewright.proof.cell_findings import disagreements
from rulewright.proof.comparison import ExpectedResults
from rulewright.proof.evaluator import Evaluation, Evaluator, Part, Refusal, TooMany, too_many
from rulewright.proof.modifier_tables import prove_sum, sums_agree
from rulewright.proof.multiple_hits import hits_agree, prove_any, prove_list
from rulewright.proof.report import Outcome, State
from rulewright.proof.searching import limited, parts, search_outcome
from rulewright.proof.sums import Sums
from rulewright.proof.untried import without_untried
from rulewright.proof.walked_tables import walk_cases, walk_sum
from rulewright.proof.walks import Walk
from rulewright.translation.messages import tell

MOST_LISTED = 1_000_000
"""Combinations from which a walk is the way to find a counterexample: listing all of them takes seconds."""

PART_CASES = 100_000
"""Combinations around such a counterexample that are tried one by one."""

COMPARE: Mapping[Policy, Callable[[Table, Book, Evaluator, Evaluation], Outcome]] = {
    Policy.ANY: prove_any,
    Policy.LIST: prove_list,
    Policy.SUM: prove_sum,
}
"""The comparison under policies where the answer may come from several cases."""


def prove_table(table: Table, book: Book, evaluator: Evaluator) -> Outcome:
    """Each cell of a table is proved if the code agrees in every combination that the cell decides.

    A table of several outputs is proved output by output.
    """
    outcomes = [_prove(function, book, evaluator) for function in table.functions()]
    by_place = {statement.span: statement for outcome in outcomes for statement in outcome.statements}
    return Outcome(
        tuple(by_place[case.span] for case in table.cases if case.span in by_place),
        tuple(finding for outcome in outcomes for finding in outcome.findings),
        sum(outcome.compared for outcome in outcomes),
        sum(outcome.open for outcome in outcomes),
    )


def _prove(table: Table, book: Book, evaluator: Evaluator) -> Outcome:
    if table.proof is None:
        return Outcome(tuple(statements.cells(book, table, tell("the table has no proof"))))
    domains = {axis.name: axis.domain for axis in table.axes}
    can_walk = table.policy not in (Policy.ANY, Policy.LIST)  # where several cases may match, all are listed
    found: Evaluation | Refusal | Disproved
    found = evaluator.evaluate(table.proof, domains, wide=can_walk)
    if can_walk and isinstance(found, Evaluation) and found.cases > MOST_LISTED:
        found = _wide(table, found, evaluator.most_cases)
    if isinstance(found, TooMany) and evaluator.sample is not None:
        chosen = parts(domains, evaluator.sample, table.proof.text)
        return search_outcome([_prove_part(table, part, book, evaluator) for part in chosen])
    if isinstance(found, Refusal):
        return Outcome(tuple(statements.cells(book, table, found.reason)), tuple(found.findings))
    if isinstance(found, Disproved):
        return _without_proofs(_prove_part(table, found.part, book, evaluator))
    return without_untried(table, _compared(table, book, evaluator, found))


def _compared(table: Table, book: Book, evaluator: Evaluator, evaluation: Evaluation) -> Outcome:
    return COMPARE.get(table.policy, _compare)(table, book, evaluator, evaluation)


@dataclass(frozen=True, slots=True)
class Disproved:
    """A part of a domain that has a counterexample, few enough combinations to be tried one by one."""

    part: Part


def _wide(table: Table, evaluation: Evaluation, most: int) -> Evaluation | TooMany | Disproved:
    """Many combinations, where a walk finds whether print and code agree; if not, a part around a counterexample."""
    walked = walk_table(table, evaluation)
    if walked is None:
        return evaluation if evaluation.cases <= most else too_many(evaluation.binding, most)
    if walked.wrong is None:
        return evaluation
    part: dict[str, KeySet] = {}
    size = 1
    for axis in sorted(table.axes, key=lambda axis: axis.domain.proof_keys().size):
        size *= int(axis.domain.proof_keys().size)
        part |= {} if size <= PART_CASES else {axis.name: KeySet.of([walked.wrong[axis.name]])}
    return Disproved(part)


def _prove_part(table: Table, part: Part, book: Book, evaluator: Evaluator) -> Outcome:
    """The outcome for a part of the domain."""
    assert table.proof is not None
    domains = {axis.name: axis.domain for axis in table.axes}
    evaluation = evaluator.evaluate(table.proof, domains, part=part)
    if isinstance(evaluation, Refusal):
        return Outcome(tuple(statements.cells(book, table, evaluation.reason)), tuple(evaluation.findings))
    axes = (replace(axis, domain=limited(axis.domain, part.get(axis.name))) for axis in table.axes)
    return _compared(replace(table, axes=tuple(axes)), book, evaluator, evaluation)


def _without_proofs(outcome: Outcome) -> Outcome:
    """The outcome for a part that has the counterexample: of the other cells it proves nothing."""
    verdicts = (
        replace(one, state=State.UNPROVED, reason=tell("another cell of the table disagrees with the code"))
        if one.state is State.PROVED
        else one
        for one in outcome.statements
    )
    return replace(outcome, statements=tuple(verdicts))


def walk_table(table: Table, evaluation: Evaluation) -> Walk | None:
    """The walk over a table whose policy allows one."""
    if table.policy is Policy.SUM:
        return walk_sum(Sums(table, evaluation), evaluation)
    return walk_cases(table, evaluation)


def agrees_with_code(table: Table, evaluation: Evaluation) -> bool:
    """Whether the code agrees with one function of a table everywhere."""
    if table.policy in (Policy.ANY, Policy.LIST):
        return hits_agree(table, evaluation)
    if table.policy is Policy.SUM and evaluation.cases <= MOST_LISTED:
        return sums_agree(Sums(table, evaluation), evaluation)
    walked = walk_table(table, evaluation)
    return walked.wrong is None if walked else expected_results(table, evaluation).matches


def _compare(table: Table, book: Book, evaluator: Evaluator, evaluation: Evaluation) -> Outcome:
    walked = walk_cases(table, evaluation)
    counts: Mapping[int, int]
    wrong: Collection[int]
    findings: tuple[Finding, ...]
    if walked is not None and walked.wrong is None:
        counts, wrong, findings = walked.counts, (), ()
    else:
        counts = tally(table, *axes_in_order(table, evaluation.binding.order))
        wrong, findings = disagreements(table, book, evaluator, evaluation, expected_results(table, evaluation))
    function = evaluation.function.name
    return Outcome(
        tuple(
            statements.cell(book, table, case, _state(position in wrong, count), function, count, _reason(count))
            for position, case in enumerate(table.cases)
            for count in [counts.get(position, 0)]
        ),
        findings,
        evaluation.cases - counts.get(QUESTION, 0) - counts.get(GAP, 0),
        counts.get(QUESTION, 0),
    )


def expected_results(table: Table, evaluation: Evaluation) -> ExpectedResults:
    """What the table says for each combination; any answer where it leaves a gap or an open question."""
    expectation = evaluation.codes.expectation()
    for owner, where in layers(table, *axes_in_order(table, evaluation.binding.order)):
        if owner == QUESTION:
            expectation.allow_any(where)
        else:
            expectation.require(where, code_value(table, None if owner == OUTSIDE else table.cases[owner].value.plain))
    return expectation


def _state(wrong: bool, cases: int) -> State:
    return State.FAILED if wrong else State.PROVED if cases else State.UNPROVED


def _reason(cases: int) -> str:
    return "" if cases else tell("no combination that the proof tried reaches this cell")
