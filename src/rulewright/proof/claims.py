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
from rulewright.model.game import Fact
from rulewright.model.table import Axis
from rulewright.proof import statements
from rulewright.proof.binding import parts, search_outcome
from rulewright.proof.comparison import differences, same_value
from rulewright.proof.evaluator import Evaluation, Evaluator, Refusal, TooMany
from rulewright.proof.report import Outcome, State, Statement
from rulewright.proof.statements import UNTRIED, ClaimGroup, tried_words_of
from rulewright.proof.truth_tables import TableNumbers, TruthTables
from rulewright.translation.messages import tell
from rulewright.wording import number, plain


def claim_domains(group: ClaimGroup, book: Book, tables: TableNumbers) -> Mapping[str, Domain]:
    """The axes of the proof of these claims: its arguments, and the axes that the claims depend on."""
    axes = (axis for claim in group.claims for table in claim.tables for axis in book.tables[table].axes)
    domains = {**{axis.name: axis.domain for axis in axes}, **{domain.id: domain for domain in book.game.domains}}
    variables = [name for claim in group.claims for name in tables.variables(claim)]
    arguments = [each.axis for each in (group.call.arguments if group.call else ()) if each.axis in domains]
    return {name: domains[name] for name in dict.fromkeys([*arguments, *variables])}


@dataclass(frozen=True, slots=True)
class ClaimProof:
    """The proof of claims that one function proves together."""

    group: ClaimGroup
    book: Book
    evaluator: Evaluator
    tables: TableNumbers

    def outcome(self) -> Outcome:
        """Prove the claims.

        A claim that uses a table which disagrees with the code stays unproved; the finding of the table says why.
        """
        if (call := self.group.call) is None:
            return Outcome(self._statements(State.STATED))
        for table in (table for claim in self.group.claims for table in claim.tables):
            if table in self.tables.wrong:
                reason = tell("its table {table!r} disagrees with the code", table=table)
                return Outcome(self._statements(State.UNPROVED, reason))
        domains = claim_domains(self.group, self.book, self.tables)
        evaluation = self.evaluator.evaluate(call, domains)
        if isinstance(evaluation, TooMany) and self.evaluator.sample is not None:
            chosen = parts(domains, self.evaluator.sample, call.text)
            found = [self.evaluator.evaluate(call, domains, part=part) for part in chosen]
            return search_outcome([self._compare(each, searching=True) for each in found])
        return self._compare(evaluation)

    def _statements(self, state: State, reason: str = "") -> tuple[Statement, ...]:
        """All claims with the same state."""
        bullets = self.group.bullets
        return tuple(statements.claim(self.book, self.group.reference, one, state, reason=reason) for one in bullets)

    def _compare(self, evaluation: Evaluation | Refusal, *, searching: bool = False) -> Outcome:
        """Compare the claims with the answers of the code."""
        if isinstance(evaluation, Refusal):
            return Outcome(self._statements(State.UNPROVED, evaluation.reason), tuple(evaluation.findings))
        axes = axes_of(evaluation)
        truths = TruthTables(axes, self.tables, self.evaluator.cache)
        comparison = compare_claims(self.group.claims, evaluation, truths)
        findings = self._counterexamples(comparison, evaluation, truths)
        undecided = comparison.open.count(1)
        function, cases = evaluation.function.name, evaluation.cases - undecided
        verdicts, idle = [], []
        for bullet in self.group.bullets:
            failed = not findings.keys().isdisjoint((bullet[1].span, self.group.place))
            state = State.FAILED if failed else State.PROVED
            verdict = statements.claim(self.book, self.group.reference, bullet, state, function, cases, axes=axes)
            truth = truths.of(bullet[1].condition)
            if not (failed or searching or any(truth.holds.bits)):
                reason = tell("it holds for nothing that the proof tries")
                verdict = replace(verdict, state=State.UNPROVED, reason=reason)
                if not any(truth.open.bits):  # else it may hold where the rules leave the answer open
                    idle.append(_never_holds(bullet[1], axes, f"{self.group.reference.id}: {verdict.text}"))
            verdicts.append(verdict)
        return Outcome(tuple(verdicts), (*findings.values(), *idle), cases, undecided)

    def _counterexamples(
        self, comparison: "ClaimComparison", evaluation: Evaluation, truths: TruthTables
    ) -> Mapping[Span, Finding]:
        """The first counterexample of each claim, by its place."""
        axes, answer = axes_of(evaluation), evaluation.binding.call.answer
        all_keys = [tuple(axis.domain.proof_keys()) for axis in axes]
        findings: dict[Span, Finding] = {}
        holding: list[bytes] = []
        for index in comparison.mismatches():
            holding = holding or [
                truths.space.expand_all(truths.of(each.condition).holds) for each in self.group.claims
            ]
            bullets = zip(self.group.bullets, holding, strict=True)
            true_here = ((item, claim.span) for (item, claim), flags in bullets if flags[index])
            item, place = next(true_here, (self.group.head, self.group.place))
            if item is None or place in findings:
                continue
            claimed = bool(comparison.any_holds[index])
            keys = combination(axes, all_keys, index)
            claim = "this condition holds" if claimed else "no condition here holds"
            message = f"{claim} for {describe_combination(keys, axes)}, {evaluation.answer_text(index)}"
            boolean = isinstance(answer, bool)
            findings[place] = self.evaluator.disagreement(
                message,
                place,
                evaluation.binding,
                keys,
                claimed if boolean else answer,
                about=f"{self.group.reference.id}: {plain(item.text, self.book)}",
                unequal=not claimed and not boolean,
            )
        return findings


def _never_holds(claim: Claim, axes: Sequence[Axis], about: str) -> Finding:
    tried = ", ".join(tried_words_of(axis) for axis in axes if axis.name in claim.variables and not axis.domain.names)
    message = "this condition holds for nothing that the proof tries" + (f": {tried}" if tried else "")
    hint = "correct it, or extend the domain or its test-range to where it holds"
    return Finding(UNTRIED, claim.span, message, hint, about=about)


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


def prove_fact(fact: Fact, evaluator: Evaluator) -> Outcome:
    """Prove a fact by one call, which must answer its value."""
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
