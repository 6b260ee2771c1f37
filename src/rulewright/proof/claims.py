"""Claims against code: a bullet's condition holds exactly where the function answers True, or the answer in the proof.

The bullets under one proof are alternatives: together they hold exactly where the function says so. Where all of them
begin with `if`, the function may say so elsewhere too.
"""

from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rulewright.findings import Finding, Span
from rulewright.model.answers import combination, describe_combination
from rulewright.model.book import Book
from rulewright.model.domain import Domain
from rulewright.model.expression import Claim
from rulewright.model.game import Fact, Reference
from rulewright.model.table import Axis
from rulewright.proof import statements
from rulewright.proof.binding import parts, search_outcome
from rulewright.proof.comparison import differences, same_value
from rulewright.proof.evaluator import Evaluation, Evaluator, Refusal, TooMany
from rulewright.proof.report import Outcome, State
from rulewright.proof.statements import ClaimGroup, without_idle_claims
from rulewright.proof.truth_tables import TableNumbers, TruthTables
from rulewright.translation.messages import tell
from rulewright.wording import number, plain


def claim_domains(group: ClaimGroup, book: Book, tables: TableNumbers) -> Mapping[str, Domain]:
    """The axes of the proof of these claims: its arguments, and the axes that the claims depend on."""
    head, claims = group
    axes = (axis for _, claim in claims for table in claim.tables for axis in book.tables[table].axes)
    domains = {**{axis.name: axis.domain for axis in axes}, **{domain.id: domain for domain in book.game.domains}}
    variables = [name for _, claim in claims for name in tables.variables(claim)]
    call = () if head is None or head.proof is None else head.proof.arguments
    arguments = [argument.axis for argument in call if argument.axis in domains]
    return {name: domains[name] for name in dict.fromkeys([*arguments, *variables])}


def prove_claims(
    reference: Reference, group: ClaimGroup, book: Book, evaluator: Evaluator, tables: TableNumbers
) -> Outcome:
    """The claims that one function proves together.

    A claim that uses a table which disagrees with the code stays unproved; the finding of the table says why.
    """
    head, claims = group
    if head is None or head.proof is None:
        return Outcome(tuple(statements.claim(book, reference, one, State.STATED) for one in claims))
    for table in (table for _, claim in claims for table in claim.tables):
        if table in tables.wrong:
            return _unproved(reference, group, book, tell("its table {table!r} disagrees with the code", table=table))
    domains = claim_domains(group, book, tables)
    evaluation = evaluator.evaluate(head.proof, domains)
    if isinstance(evaluation, TooMany) and evaluator.sample is not None:
        chosen = parts(domains, evaluator.sample, head.proof.text)
        found = [evaluator.evaluate(head.proof, domains, part=part) for part in chosen]
        return search_outcome([_outcome(reference, group, book, evaluator, tables, each)[0] for each in found])
    outcome, truths = _outcome(reference, group, book, evaluator, tables, evaluation)
    if truths is None or isinstance(evaluation, Refusal):
        return outcome
    return without_idle_claims(outcome, [claim for _, claim in claims], truths, axes_of(evaluation), reference.id)


def _outcome(
    reference: Reference,
    group: ClaimGroup,
    book: Book,
    evaluator: Evaluator,
    tables: TableNumbers,
    evaluation: Evaluation | Refusal,
) -> tuple[Outcome, TruthTables | None]:
    """Compare the claims with the answers of the code, and return where the claims hold."""
    head, claims = group
    if isinstance(evaluation, Refusal):
        return _unproved(reference, group, book, evaluation.reason, tuple(evaluation.findings)), None
    assert head is not None, "it has the proof"
    truths = TruthTables(axes_of(evaluation), tables, evaluator.cache)
    findings, undecided = _compare(reference, group, book, evaluator, evaluation, truths)
    function, cases, axes = evaluation.function.name, evaluation.cases - undecided, axes_of(evaluation)
    states = [(one, _state(one[1].span, head.text.span, findings)) for one in claims]
    verdicts = (statements.claim(book, reference, one, state, function, cases, axes=axes) for one, state in states)
    return Outcome(tuple(verdicts), tuple(findings.values()), cases, undecided), truths


def _unproved(
    reference: Reference, group: ClaimGroup, book: Book, reason: str, findings: tuple[Finding, ...] = ()
) -> Outcome:
    claims = (statements.claim(book, reference, one, State.UNPROVED, reason=reason) for one in group[1])
    return Outcome(tuple(claims), findings)


def _state(claim: Span, head: Span, findings: Mapping[Span, Finding]) -> State:
    return State.FAILED if claim in findings or head in findings else State.PROVED


@dataclass(frozen=True, slots=True)
class ClaimComparison:
    """For each combination: whether any claim of a group holds, whether that is open, and whether the code agrees."""

    any_holds: bytes
    open: bytes
    answers: bytes

    @property
    def agrees(self) -> bool:
        return self.any_holds == self.answers or next(self.mismatches(), None) is None

    def mismatches(self) -> Iterator[int]:
        """The combinations at which claims and code disagree, in order."""
        claims, answers = array("B", self.any_holds), array("B", self.answers)
        return (index for index in differences(claims, answers) if not self.open[index])


def compare_claims(claims: Sequence[Claim], evaluation: Evaluation, truths: TruthTables) -> ClaimComparison:
    """Compare the claims of one proof with the answers of the code. Where one claim is open, all are."""
    any_holds, any_open = combine_claims(claims, truths)
    answers = evaluation.codes.flags(evaluation.binding.call.answer)
    if all(claim.one_way for claim in claims):
        answers = both_hold(any_holds, answers)
    return ClaimComparison(any_holds, any_open, answers)


def both_hold(one: bytes, other: bytes) -> bytes:
    """Where both of two flags are set, for each combination."""
    return (int.from_bytes(one) & int.from_bytes(other)).to_bytes(len(one))


def combine_claims(claims: Sequence[Claim], truths: TruthTables) -> tuple[bytes, bytes]:
    """Where any of the claims holds, and where any is open."""
    space = truths.space
    any_holds = any_open = space.constant(truth=False)
    for truth in (truths.of(claim.condition) for claim in claims):
        any_holds, any_open = space.either(any_holds, truth.holds), space.either(any_open, truth.open)
    return space.expand_all(any_holds), space.expand_all(any_open)


def axes_of(evaluation: Evaluation) -> tuple[Axis, ...]:
    """The axes of a proof in the order of its results."""
    return tuple(Axis(axis, domain) for _, axis, domain in evaluation.binding.axes)


def _compare(
    reference: Reference,
    group: ClaimGroup,
    book: Book,
    evaluator: Evaluator,
    evaluation: Evaluation,
    truths: TruthTables,
) -> tuple[dict[Span, Finding], int]:
    """Return the first counterexample of each claim by its place, and the number of undecided combinations."""
    head, claims = group
    assert head is not None, "it has the proof"
    axes = axes_of(evaluation)
    comparison = compare_claims([claim for _, claim in claims], evaluation, truths)
    findings: dict[Span, Finding] = {}
    holding: list[bytes] = []
    for index in comparison.mismatches():
        holding = holding or [truths.space.expand_all(truths.of(claim.condition).holds) for _, claim in claims]
        true_here = ((item, claim.span) for (item, claim), flags in zip(claims, holding, strict=True) if flags[index])
        item, place = next(true_here, (head, head.text.span))
        if place not in findings:
            claimed = bool(comparison.any_holds[index])
            finding = _counterexample(place, claimed, index, axes, evaluation, evaluator)
            findings[place] = replace(finding, about=f"{reference.id}: {plain(item.text, book)}")
    return findings, comparison.open.count(1)


def _counterexample(
    place: Span, claimed: bool, index: int, axes: tuple[Axis, ...], evaluation: Evaluation, evaluator: Evaluator
) -> Finding:
    keys = combination(axes, [tuple(axis.domain.proof_keys()) for axis in axes], index)
    claim = "this condition holds" if claimed else "no condition here holds"
    message = f"{claim} for {describe_combination(keys, axes)}, {evaluation.answer_text(index)}"
    answer = evaluation.binding.call.answer
    boolean = isinstance(answer, bool)
    expected = claimed if boolean else answer
    unequal = not claimed and not boolean
    return evaluator.disagreement(message, place, evaluation.binding, keys, expected, about="", unequal=unequal)


def prove_fact(fact: Fact, evaluator: Evaluator) -> Outcome:
    """One call, which must answer the fact's value."""
    if fact.proof is None:
        return Outcome((statements.fact(fact, State.STATED),))
    evaluation = evaluator.evaluate(fact.proof, {})
    if isinstance(evaluation, Refusal):
        return Outcome((statements.fact(fact, State.UNPROVED, reason=evaluation.reason),), tuple(evaluation.findings))
    function = evaluation.function.name
    if same_value(fact.value, evaluation.results[0]):
        return Outcome((statements.fact(fact, State.PROVED, function),), (), 1)
    message = f"the fact {fact.id!r} is {number(fact.value)}, {evaluation.answer_text(0)}"
    finding = evaluator.disagreement(message, fact.span, evaluation.binding, {}, fact.value, about=f"fact {fact.id}")
    finding = replace(finding, other=evaluation.answer_text(0))
    return Outcome((statements.fact(fact, State.FAILED, function),), (finding,), 1)
