"""What of the printed side notices that the rules code answers otherwise: every statement that is proved."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rulewright.findings import Span
from rulewright.model.book import Book
from rulewright.model.example import Example
from rulewright.model.table import Policy, Table
from rulewright.proof.claims import axes_of, claim_domains, compare_claims
from rulewright.proof.comparison import same_value
from rulewright.proof.diagrams import Diagram
from rulewright.proof.evaluator import Answered, Evaluation, Evaluator, Refusal, with_answers
from rulewright.proof.examples import shown_answer
from rulewright.proof.report import ProofReport, State
from rulewright.proof.results import Results, Value, single_result
from rulewright.proof.rules_faults import Axes
from rulewright.proof.statements import ClaimGroup, claim_groups
from rulewright.proof.step_calls import bind_step
from rulewright.proof.tables import agrees_with_code
from rulewright.proof.truth_tables import TableNumbers, TruthTables

EXACT = (Policy.UNIQUE, Policy.FIRST, Policy.PRIORITY, Policy.SUM)
"""Hit policies under which a combination has one answer."""

MOST_CASES = 2_000_000
"""Combinations of a proof that mutants are held against."""


@dataclass(frozen=True, slots=True)
class CodeProof:
    """One proof: the question that it puts to a function, what that answers, and whether it agrees with an answer.

    Where there are too many combinations to try mutants on one by one, `answers` is None, and `diagram` holds them if
    late reading can answer. Where answers other than the original are `surely_noticed`, they need not be compared.
    """

    function: str
    axes: Axes
    answers: Results | None
    agrees: Callable[[Answered], bool]
    diagram: Diagram | None = None
    surely_noticed: Callable[[Results], bool] = lambda _: False


def code_proofs(book: Book, evaluator: Evaluator, report: ProofReport) -> Iterator[CodeProof]:
    """Every proof of the book that agrees."""
    proved = {each.span for each in report.statements if each.state is State.PROVED}
    for table in book.game.tables:
        for function in table.functions():
            yield from _of_table(function, evaluator)
    tables = TableNumbers(book)
    for reference in book.game.references:
        for group in claim_groups(reference.items):
            yield from _of_claims(group, book, evaluator, tables, proved)
    for fact in book.game.facts:
        if fact.proof is not None and fact.span in proved:
            evaluation = evaluator.evaluate(fact.proof, {})
            if isinstance(evaluation, Evaluation):
                yield _proof(evaluation, _equals(fact.value))
    for example in book.game.examples:
        yield from _of_example(example, evaluator, proved)


def _proof(
    evaluation: Evaluation,
    agrees: Callable[[Answered], bool],
    surely_noticed: Callable[[Results], bool] = lambda _: False,
) -> CodeProof:
    function, ranges = evaluation.function.name, evaluation.binding.ranges()
    if evaluation.cases > MOST_CASES:
        return CodeProof(function, ranges, None, agrees, evaluation.diagram)
    return CodeProof(function, ranges, evaluation.results, agrees, None, surely_noticed)


def _equals(value: Value) -> Callable[[Answered], bool]:
    return lambda answered: same_value(value, answered.results[0])


def _of_table(table: Table, evaluator: Evaluator) -> Iterator[CodeProof]:
    if table.proof is None:
        return
    domains = {axis.name: axis.domain for axis in table.axes}
    evaluation = evaluator.evaluate(table.proof, domains, wide=table.policy in EXACT)
    if isinstance(evaluation, Evaluation) and agrees_with_code(table, evaluation):
        exact = table.policy in EXACT and not any(silence.question for silence in table.silences)
        yield _proof(
            evaluation, lambda answered: agrees_with_code(table, with_answers(evaluation, answered)), lambda _: exact
        )


def _of_claims(
    group: ClaimGroup, book: Book, evaluator: Evaluator, tables: TableNumbers, proved: set[Span]
) -> Iterator[CodeProof]:
    head, pairs = group
    if head is None or head.proof is None or not pairs or not all(claim.span in proved for _, claim in pairs):
        return
    evaluation = evaluator.evaluate(head.proof, claim_domains(group, book, tables))
    if isinstance(evaluation, Evaluation):
        claims = [claim for _, claim in pairs]
        truths = TruthTables(axes_of(evaluation), tables)
        exact = isinstance(head.proof.answer, bool) and 1 not in compare_claims(claims, evaluation, truths).open
        yield _proof(
            evaluation,
            lambda answered: compare_claims(claims, with_answers(evaluation, answered), truths).agrees,
            lambda batch: exact and all(isinstance(value, bool) for value in batch.distinct_values()),
        )


def _of_example(example: Example, evaluator: Evaluator, proved: set[Span]) -> Iterator[CodeProof]:
    for step in example.steps:
        call = step.asked
        if call is None or step.span not in proved:
            continue
        bound = bind_step(call, example, evaluator.code)
        answer = None if isinstance(bound, list) else evaluator.call(bound.function, bound.arguments, call.span)
        if isinstance(bound, list) or not isinstance(answer, tuple):
            continue

        def agrees(answered: Answered, step=step, call=call, bound=bound) -> bool:  # type: ignore[no-untyped-def]
            shown = shown_answer(step, call, bound, answered.results[0])
            return not isinstance(shown, Refusal) and same_value(step.answer, shown[1])

        axes = [(name, [value]) for name, value in bound.arguments.items()]
        yield CodeProof(bound.function.name, axes, single_result(answer[0]), agrees)
