"""Tables against code: every combination of the inputs, in both directions.

What the table says the code must answer; where the table says that it is silent the code must answer
None; combinations that are an open question are compared with nothing.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

from rulewright.diagnostics import Diagnostic
from rulewright.model.answers import (
    GAP,
    OUTSIDE,
    QUESTION,
    Answers,
    answers,
    axes_in_order,
    code_value,
    describe_combination,
    layers,
    silence_at,
    tally,
)
from rulewright.model.book import Book
from rulewright.model.table import Case, Policy, Silence, Table
from rulewright.proof import statements
from rulewright.proof.comparison import ExpectedResults
from rulewright.proof.evaluator import Evaluation, Evaluator, Refusal, value_text
from rulewright.proof.multiple_hits import hits_agree, prove_any, prove_list
from rulewright.proof.report import Outcome, State
from rulewright.proof.results import Value
from rulewright.proof.shifted_rows import merge_shifted_rows
from rulewright.proof.sums import Sums, prove_sum
from rulewright.proof.swapped_lines import swap_hints
from rulewright.wording import plain

COMPARE: Mapping[Policy, Callable[[Table, Book, Evaluator, Evaluation], Outcome]] = {
    Policy.ANY: prove_any,
    Policy.LIST: prove_list,
    Policy.SUM: prove_sum,
}
"""How a table is compared with the code where its answer is not that of a single case."""


def prove_table(table: Table, book: Book, evaluator: Evaluator) -> Outcome:
    """Each cell of a table is proved if the code agrees in every combination that the cell decides.

    A table of several outputs is proved output by output.
    """
    outcomes = [_prove(function, book, evaluator) for function in table.functions()]
    found = {statement.span: statement for outcome in outcomes for statement in outcome.statements}
    return Outcome(
        tuple(found[case.span] for case in table.cases if case.span in found),
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
    return COMPARE.get(table.policy, _compare)(table, book, evaluator, evaluation)


def agrees_with_code(table: Table, evaluation: Evaluation) -> bool:
    """Whether the code answers as one function of a table says, wherever it says something."""
    if table.policy in (Policy.ANY, Policy.LIST):
        return hits_agree(table, evaluation)
    said = (
        Sums(table, evaluation).expected(evaluation)
        if table.policy is Policy.SUM
        else expected_results(table, evaluation)
    )
    return said.matches


def _compare(table: Table, book: Book, evaluator: Evaluator, evaluation: Evaluation) -> Outcome:
    cases = tally(table, *axes_in_order(table, evaluation.binding.order))
    wrong, found = _disagreements(table, book, evaluator, evaluation)
    function = evaluation.binding.function.name
    return Outcome(
        tuple(
            statements.cell(book, table, case, _state(at in wrong, number), function, number, _reason(number))
            for at, case in enumerate(table.cases)
            for number in [cases.get(at, 0)]
        ),
        found,
        len(evaluation.results) - cases.get(QUESTION, 0) - cases.get(GAP, 0),
        cases.get(QUESTION, 0),
    )


def _disagreements(
    table: Table, book: Book, evaluator: Evaluator, evaluation: Evaluation
) -> tuple[Collection[int], tuple[Diagnostic, ...]]:
    """The owners that the code contradicts, and a finding for each."""
    differences = expected_results(table, evaluation)
    if differences.matches:
        return (), ()
    said = answers(table, evaluation.binding.order)
    wrong: dict[int, list[int]] = {}
    for index in differences.mismatches():
        wrong.setdefault(said.owners[index], []).append(index)
    found = {
        owner: _disagreement(table, book, evaluator, evaluation, said, indices) for owner, indices in wrong.items()
    }
    alone = _answers(said, evaluation)
    hints = swap_hints(table, alone)
    told = merge_shifted_rows(table, alone, found)
    return wrong, tuple(replace(each, hint=hints.get(each.span, each.hint)) for each in told)


def _answers(said: Answers, evaluation: Evaluation) -> dict[int, Value]:
    """What the code answers for each case for which it answers one thing."""
    got: dict[int, set[tuple[bool, Value]]] = {}
    for owner, answer in zip(said.owners, evaluation.results, strict=True):
        got.setdefault(owner, set()).add((isinstance(answer, bool), answer))
    return {owner: next(iter(found))[1] for owner, found in got.items() if len(found) == 1 and owner >= 0}


def expected_results(table: Table, evaluation: Evaluation) -> ExpectedResults:
    """What the table says for each combination that was asked; where it leaves a gap or a question, anything."""
    found = evaluation.codes.expectation()
    for owner, where in layers(table, *axes_in_order(table, evaluation.binding.order)):
        if owner == QUESTION:
            found.allow_any(where)
        else:
            found.require(where, code_value(table, None if owner == OUTSIDE else table.cases[owner].value.plain))
    return found


def _state(wrong: bool, cases: int) -> State:
    return State.FAILED if wrong else State.PROVED if cases else State.UNPROVED


def _reason(cases: int) -> str:
    return "" if cases else "no combination that the proof tried reaches this cell"


def _disagreement(
    table: Table, book: Book, evaluator: Evaluator, evaluation: Evaluation, said: Answers, indices: Sequence[int]
) -> Diagnostic:
    """One finding for each cell, with its first counterexample."""
    owner, at = said.owners[indices[0]], said.at(indices[0])
    place: Case | Silence
    if owner == OUTSIDE:
        place, claimed, part = silence_at(table, at), f"table {table.id!r} says nothing", "outside, "
    else:
        place, part = table.cases[owner], output_prefix(table, book)
        claimed = f"table {table.id!r} prints {plain(place.value.label, book)}"
    others = f" (and {len(indices) - 1} more)" if len(indices) > 1 else ""
    answer = f"{evaluation.binding.function.name}() answers {value_text(evaluation.results[indices[0]])}"
    message = f"{claimed} for {describe_combination(at, said.axes)}{others}, {answer}"
    about = f"{table.id}: {part}{table.describe(place.boxes[0])}"
    found = evaluator.disagreement(
        message, place.span, evaluation.binding, at, code_value(table, said.value(owner)), about=about
    )
    if table.gives is None and str(evaluation.results[indices[0]]) == said.value(owner):
        hint = "the cells hold text; if they are numbers, name their domain, such as values: 1..6"
        return replace(found, hint=hint)
    return found


def output_prefix(table: Table, book: Book) -> str:
    """Which output of a table with several this one function of it is."""
    outputs = book.tables[table.id].outputs
    return next((f"{output.id}, " for output in outputs if output.proof is table.proof), "")
