"""Claims against code: a bullet's condition holds exactly where the function answers True, or the answer named.

Where several bullets under one are its alternatives, it is their disjunction that must agree.
"""

from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rulewright.diagnostics import Diagnostic, Span
from rulewright.model.answers import combination, describe_combination
from rulewright.model.book import Book
from rulewright.model.domain import Domain
from rulewright.model.expression import Claim
from rulewright.model.game import Reference
from rulewright.model.table import Axis
from rulewright.proof import statements
from rulewright.proof.comparison import differences
from rulewright.proof.evaluator import Evaluation, Evaluator, Refusal, value_text
from rulewright.proof.report import Outcome, State
from rulewright.proof.statements import ClaimGroup
from rulewright.proof.truth_tables import TableNumbers, TruthTables
from rulewright.wording import plain


def claim_domains(group: ClaimGroup, book: Book, tables: TableNumbers) -> Mapping[str, Domain]:
    """The axes that the proof of these claims ranges over: what it is given, and what they depend on."""
    head, claims = group
    asked = (axis for _, claim in claims for table in claim.tables for axis in book.tables[table].axes)
    domains = {**{axis.name: axis.domain for axis in asked}, **{domain.id: domain for domain in book.game.domains}}
    needed = [name for _, claim in claims for name in tables.variables(claim)]
    arguments = () if head is None or head.proof is None else head.proof.arguments
    given = [argument.axis for argument in arguments if argument.axis in domains]
    return {name: domains[name] for name in dict.fromkeys([*given, *needed])}


def prove_claims(
    reference: Reference, group: ClaimGroup, book: Book, evaluator: Evaluator, tables: TableNumbers
) -> Outcome:
    """The claims that one function proves together.

    A claim that asks a table at odds with the code is left unproved: the table's own finding says why.
    """
    head, claims = group
    if head is None or head.proof is None:
        return _all(reference, group, book, "the claim has no proof", ())
    for table in (table for _, claim in claims for table in claim.tables):
        if table in tables.wrong:
            return _all(reference, group, book, f"its table {table!r} disagrees with the code", ())
    evaluation = evaluator.evaluate(head.proof, claim_domains(group, book, tables))
    if isinstance(evaluation, Refusal):
        return _all(reference, group, book, evaluation.reason, tuple(evaluation.findings))
    found, undecided = _compare(reference, group, book, evaluator, evaluation, tables)
    function, cases = evaluation.binding.function.name, len(evaluation.results) - undecided
    return Outcome(
        tuple(
            statements.claim(book, reference, one, _state(one[1].span, head.text.span, found), function, cases)
            for one in claims
        ),
        tuple(found.values()),
        cases,
        undecided,
    )


def _all(reference: Reference, group: ClaimGroup, book: Book, reason: str, found: tuple[Diagnostic, ...]) -> Outcome:
    unproved = (statements.claim(book, reference, one, State.UNPROVED, reason=reason) for one in group[1])
    return Outcome(tuple(unproved), found)


def _state(claim: Span, head: Span, found: Mapping[Span, Diagnostic]) -> State:
    return State.FAILED if claim in found or head in found else State.PROVED


@dataclass(frozen=True, slots=True)
class ClaimComparison:
    """Whether any claim of a group holds at each combination, where that is open, and what the code answers."""

    any_holds: bytes
    open: bytes
    answers: bytes

    @property
    def agrees(self) -> bool:
        return self.any_holds == self.answers or next(self.mismatches(), None) is None

    def mismatches(self) -> Iterator[int]:
        """The combinations at which claims and code disagree, in order."""
        holding, answers = array("B", self.any_holds), array("B", self.answers)
        return (at for at in differences(holding, answers) if not self.open[at])


def compare_claims(claims: Sequence[Claim], evaluation: Evaluation, truths: TruthTables) -> ClaimComparison:
    """The claims of one proof beside the answers of the code. What is open for one of them is open for all."""
    holding, opened = combine_claims(claims, truths)
    return ClaimComparison(holding, opened, evaluation.codes.flags(evaluation.binding.call.answer))


def combine_claims(claims: Sequence[Claim], truths: TruthTables) -> tuple[bytes, bytes]:
    """Where any of the claims holds, and where any is open."""
    space = truths.space
    holding = opened = space.constant(truth=False)
    for truth in (truths.of(claim.condition) for claim in claims):
        holding, opened = space.either(holding, truth.holds), space.either(opened, truth.open)
    return space.expand_all(holding), space.expand_all(opened)


def axes_of(evaluation: Evaluation) -> tuple[Axis, ...]:
    """The axes of a proof in the order of its results."""
    return tuple(Axis(axis, domain) for _, axis, domain in evaluation.binding.axes)


def _compare(
    reference: Reference,
    group: ClaimGroup,
    book: Book,
    evaluator: Evaluator,
    evaluation: Evaluation,
    tables: TableNumbers,
) -> tuple[dict[Span, Diagnostic], int]:
    """The first counterexample of each claim by its place, and how many combinations are undecided."""
    head, claims = group
    assert head is not None, "it has the proof"
    axes = axes_of(evaluation)
    truths = TruthTables(axes, tables)
    said = compare_claims([claim for _, claim in claims], evaluation, truths)
    found: dict[Span, Diagnostic] = {}
    holding: list[bytes] = []
    for index in said.mismatches():
        holding = holding or [truths.space.expand_all(truths.of(claim.condition).holds) for _, claim in claims]
        holders = ((item, claim.span) for (item, claim), at in zip(claims, holding, strict=True) if at[index])
        item, guilty = next(holders, (head, head.text.span))
        if guilty not in found:
            counterexample = _counterexample(guilty, bool(said.any_holds[index]), index, axes, evaluation, evaluator)
            found[guilty] = replace(counterexample, about=f"{reference.id}: {plain(item.text, book)}")
    return found, said.open.count(1)


def _counterexample(
    guilty: Span, holding: bool, index: int, axes: tuple[Axis, ...], evaluation: Evaluation, evaluator: Evaluator
) -> Diagnostic:
    at = combination(axes, [tuple(axis.domain.proof_keys()) for axis in axes], index)
    message = _message(
        holding, describe_combination(at, axes), evaluation.binding.function.name, evaluation.results[index]
    )
    wanted = evaluation.binding.call.answer
    boolean = isinstance(wanted, bool)
    expected = holding if boolean else wanted
    return evaluator.disagreement(
        message, guilty, evaluation.binding, at, expected, about="", unequal=not holding and not boolean
    )


def _message(holding: bool, where: str, function: str, result: object) -> str:
    compare_claims = "this condition holds" if holding else "no condition here holds"
    return f"{compare_claims} for {where}, {function}() answers {value_text(result)}"
