"""Tables against code: every combination of the inputs, in both directions.

The code must answer what the table says, and None where the table is silent. Where a question is open, any answer will
do.
"""

from collections.abc import Callable, Mapping

from rulewright.model.answers import GAP, OUTSIDE, QUESTION, axes_in_order, code_value, layers, tally
from rulewright.model.book import Book
from rulewright.model.table import Policy, Table
from rulewright.proof import statements
from rulewright.proof.cell_findings import disagreements
from rulewright.proof.comparison import ExpectedResults
from rulewright.proof.evaluator import Evaluation, Evaluator, Refusal
from rulewright.proof.modifier_tables import prove_sum
from rulewright.proof.multiple_hits import hits_agree, prove_any, prove_list
from rulewright.proof.report import Outcome, State
from rulewright.proof.sums import Sums
from rulewright.proof.untried import without_untried

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
        return Outcome(tuple(statements.cells(book, table, "the table has no proof")))
    evaluation = evaluator.evaluate(table.proof, {axis.name: axis.domain for axis in table.axes})
    if isinstance(evaluation, Refusal):
        return Outcome(tuple(statements.cells(book, table, evaluation.reason)), tuple(evaluation.findings))
    return without_untried(table, COMPARE.get(table.policy, _compare)(table, book, evaluator, evaluation))


def agrees_with_code(table: Table, evaluation: Evaluation) -> bool:
    """Whether the code agrees with one function of a table everywhere."""
    if table.policy in (Policy.ANY, Policy.LIST):
        return hits_agree(table, evaluation)
    if table.policy is Policy.SUM:
        return Sums(table, evaluation).expected(evaluation).matches
    return expected_results(table, evaluation).matches


def _compare(table: Table, book: Book, evaluator: Evaluator, evaluation: Evaluation) -> Outcome:
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
        len(evaluation.results) - counts.get(QUESTION, 0) - counts.get(GAP, 0),
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
    return "" if cases else "no combination that the proof tried reaches this cell"
