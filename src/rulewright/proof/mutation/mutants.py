"""Mutants of every proved cell, key, claim, fact and step, and a finding for each mutant that survives.

In a claim a comparison is flipped, a number is one off, `or` replaces `and`, a negation or a name is left out.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from rulewright.findings import Finding, Span
from rulewright.model.book import Book, Target
from rulewright.model.domain import Domain
from rulewright.model.example import Example
from rulewright.model.expression import (
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
from rulewright.model.game import Reference
from rulewright.model.keyset import KeySet
from rulewright.model.table import Axis, Case, Table
from rulewright.proof.claims import axes_of, both_hold, claim_domains, combine_claims, compare_claims, prove_fact
from rulewright.proof.comparison import value_text
from rulewright.proof.evaluator import Evaluation, Evaluator
from rulewright.proof.examples import run_example
from rulewright.proof.mutation.table_mutants import (
    Verdict,
    other_answers,
    other_facts,
    other_values,
    table_mutants,
    table_verdict,
)
from rulewright.proof.report import MutantCounts, ProofReport, State
from rulewright.proof.statements import ClaimGroup, claim_groups
from rulewright.proof.tables import output_prefix
from rulewright.proof.truth_tables import TableNumbers, TruthTables
from rulewright.wording import number, plain

FLIPPED = {">=": ">", ">": ">=", "<=": "<", "<": "<=", "=": "!=", "!=": "="}

ConditionMutant = tuple[Condition, str]
"""An altered condition, and the alteration in words."""


def condition_mutants(condition: Condition, domains: Mapping[str, Domain]) -> Iterator[ConditionMutant]:
    """The condition with each of its parts altered in turn."""
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
            yield from _other_names(condition, domains[condition.name])
        case Comparison():
            yield from (
                (other, f"{_comparison_text(condition)!r} altered to {_comparison_text(other)!r}")
                for other in _other_comparisons(condition)
            )


def _other_names(among: Among, domain: Domain) -> Iterator[ConditionMutant]:
    """The opposite condition, and each of several names left out."""
    text = f"{among.name} {'in' if among.keys.size > 1 else 'is'} {domain.describe(among.keys)}"
    yield Not(among), f"{text!r} negated"
    if domain.keys.finite and 1 < among.keys.size < domain.keys.size:
        for key in among.keys:
            yield (Among(among.name, among.keys - KeySet.of([key])), f"{domain.key_text(key)} left out of {text!r}")


def _other_comparisons(one: Comparison) -> Iterator[Comparison]:
    yield Comparison(FLIPPED[one.sign], one.left, one.right)
    yield from (Comparison(one.sign, left, one.right) for left in _other_amounts(one.left))
    yield from (Comparison(one.sign, one.left, right) for right in _other_amounts(one.right))


def _other_amounts(amount: Amount) -> Iterator[Amount]:
    """Each number in it one more and one less, each plus a minus."""
    match amount:
        case Number(value):
            yield from (Number(value + 1), Number(value - 1))
        case Sum(Number(0), right, True):  # a minus sign before it, not a difference
            yield from (Sum(Number(0), other, minus=True) for other in _other_amounts(right))
        case Sum(left, right, minus):
            yield Sum(left, right, not minus)
            yield from (Sum(other, right, minus) for other in _other_amounts(left))
            yield from (Sum(left, other, minus) for other in _other_amounts(right))


def _comparison_text(one: Comparison) -> str:
    return f"{_amount_text(one.left)} {one.sign} {_amount_text(one.right)}"


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
    """The numbers in a condition."""
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


@dataclass(frozen=True, slots=True)
class ClaimOracle:
    """The claims that one function proves together, with its answers; judges mutants of each claim.

    `wider` also has values that the proof does not reach, where a claim still says something.
    """

    claims: Sequence[Claim]
    evaluation: Evaluation
    truths: TruthTables
    wider: TruthTables

    @classmethod
    def of(cls, claims: Sequence[Claim], evaluation: Evaluation, book: Book) -> "ClaimOracle":
        axes, tables = axes_of(evaluation), TableNumbers(book)
        table_axes = {name for claim in claims for table in claim.tables for name in tables.axes(table)}
        numbers = [
            int(each) + offset for claim in claims for each in constants(claim.condition) for offset in range(-2, 3)
        ]
        wider_axes = [
            axis if axis.name in table_axes else Axis(axis.name, _widen(axis.domain, numbers)) for axis in axes
        ]
        return cls(claims, evaluation, TruthTables(axes, tables), TruthTables(wider_axes, tables))

    def domains(self) -> Mapping[str, Domain]:
        return {axis: domain for _, axis, domain in self.evaluation.binding.axes}

    def verdict(self, position: int, condition: Condition) -> Verdict:
        """The verdict on the claim at a position with another condition."""
        mutants = list(self.claims)
        mutants[position] = replace(mutants[position], condition=condition)
        if not compare_claims(mutants, self.evaluation, self.truths).agrees:
            return Verdict.KILLED
        altered, original = combine_claims(mutants, self.wider), combine_claims(self.claims, self.wider)
        # claims that only say "if" and hold nowhere else are still true
        says_less = all(claim.one_way for claim in mutants) and both_hold(altered[0], original[0]) == altered[0]
        # readers take all bullets together, so another bullet may say what this one no longer says
        return Verdict.EQUIVALENT if says_less or altered == original else Verdict.SURVIVED


def _widen(domain: Domain, numbers: Sequence[int]) -> Domain:
    """The domain with a wider test range, up to the numbers that a claim names."""
    proof_keys = domain.proof_keys()
    if domain.enumeration or proof_keys == domain.keys:
        return domain
    scale = 1 if domain.step is None else 2 / domain.step
    named = KeySet.of(int(number * scale) for number in numbers) & domain.keys
    return replace(domain, test_range=proof_keys | named)


PREFERENCE = list(Verdict)
"""Verdicts in the order of preference: where a mutant alters several functions, one that kills it is enough."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One alteration in the author's words, its place, the verdict, and the number of combinations compared."""

    about: str
    words: str
    span: Span
    verdict: Verdict
    cases: int = 1


def mutate(book: Book, evaluator: Evaluator, report: ProofReport) -> ProofReport:
    """The report with the counts of mutants, and a finding for each that survived."""
    start = time.monotonic()
    counts = dict.fromkeys(Verdict, 0)
    survived: list[Finding] = []
    for mutant in _mutants(book, evaluator, report):
        counts[mutant.verdict] += 1
        if mutant.verdict is Verdict.SURVIVED:
            survived.append(_finding(mutant))
    seconds = time.monotonic() - start
    mutant_counts = MutantCounts(counts[Verdict.KILLED], counts[Verdict.SURVIVED], counts[Verdict.EQUIVALENT], seconds)
    return replace(report, findings=(*report.findings, *survived), mutants=mutant_counts)


def _finding(mutant: Mutant) -> Finding:
    combinations = f"{mutant.cases} combination" if mutant.cases == 1 else f"{mutant.cases} combinations"
    message = (
        f"{mutant.about}: {mutant.words} goes unnoticed: the proof still agrees over all {combinations} it compares"
    )
    hint = "extend test-range (under domains) so the proof covers it, or remove what another line already says"
    return Finding("surviving-mutant", mutant.span, message, hint, about=f"{mutant.about}: {mutant.words}")


def _mutants(book: Book, evaluator: Evaluator, report: ProofReport) -> Iterator[Mutant]:
    proved = {each.span for each in report.statements if each.state is State.PROVED}
    for table in book.game.tables:
        evaluator.about = f"mutants of table {table.id}"
        yield from _of_table(table, book, evaluator, report, proved)
    for reference in book.game.references:
        evaluator.about = f"mutants of reference {reference.id}"
        for group in claim_groups(reference.items):
            if group[1] and all(claim.span in proved for _, claim in group[1]):
                yield from _of_claims(reference, group, book, evaluator)
    for fact in book.game.facts:
        for other in other_facts(fact.value) if fact.span in proved else ():
            killed = bool(prove_fact(replace(fact, value=other), evaluator).findings)
            words = f"{number(fact.value)} altered to {number(other)}"
            yield Mutant(f"fact {fact.id}", words, fact.span, Verdict.KILLED if killed else Verdict.SURVIVED)
    for example in book.game.examples:
        yield from _of_example(example, book, evaluator, proved)


def _runs(table: Table, evaluator: Evaluator) -> Iterator[tuple[Table, Evaluation | None]]:
    """The functions of a table, each with the answers of the code where it has a proof that runs."""
    for function in table.functions():
        domains = {axis.name: axis.domain for axis in function.axes}
        evaluation = None if function.proof is None else evaluator.evaluate(function.proof, domains)
        yield function, evaluation if isinstance(evaluation, Evaluation) else None


def _of_table(
    table: Table, book: Book, evaluator: Evaluator, report: ProofReport, proved: set[Span]
) -> Iterator[Mutant]:
    runs = list(_runs(table, evaluator))
    for function, evaluation in runs:
        if evaluation is not None:
            for position, case in enumerate(function.cases):
                if case.span in proved:
                    yield from _of_cell(function, position, case, evaluation, book)
    if not any(each.state is State.FAILED for each in report.of(Target("table", table.id))):
        yield from _of_keys(table, runs, evaluator, proved)


def _of_cell(function: Table, position: int, case: Case, evaluation: Evaluation, book: Book) -> Iterator[Mutant]:
    about = f"{function.id}: {output_prefix(function, book)}{function.describe(case.boxes[0])}"
    printed = plain(case.value.label, book)
    for value in other_values(case.value, function.values):
        mutant = replace(case, value=value)
        altered = replace(function, cases=(*function.cases[:position], mutant, *function.cases[position + 1 :]))
        other = "nothing" if value.plain is None and not value.axis else value_text(value.plain)
        words = f"{printed} altered to {other}"
        yield Mutant(about, words, case.span, table_verdict(function, altered, evaluation), evaluation.cases)


def _of_keys(
    table: Table, runs: list[tuple[Table, Evaluation | None]], evaluator: Evaluator, proved: set[Span]
) -> Iterator[Mutant]:
    misprints = [misprint for misprint in table_mutants(table) if misprint.touches(table, proved)]
    for position, misprint in enumerate(misprints):
        evaluator.progress(evaluator.about, position, len(misprints))
        verdicts = [
            (table_verdict(function, altered, evaluation), evaluation.cases)
            for (function, evaluation), altered in zip(runs, misprint.table.functions(), strict=True)
            if evaluation is not None and function.cases != altered.cases
        ]
        if verdicts:
            verdict, cases = min(verdicts, key=lambda each: PREFERENCE.index(each[0]))
            yield Mutant(table.id, misprint.words, misprint.span, verdict, cases)


def _of_claims(reference: Reference, group: ClaimGroup, book: Book, evaluator: Evaluator) -> Iterator[Mutant]:
    head, claims = group
    assert head is not None, "what is proved has a proof"
    assert head.proof is not None, "what is proved has a proof"
    evaluation = evaluator.evaluate(head.proof, claim_domains(group, book, TableNumbers(book)))
    assert isinstance(evaluation, Evaluation), "what is proved was answered"
    oracle = ClaimOracle.of([claim for _, claim in claims], evaluation, book)
    for position, (item, claim) in enumerate(claims):
        about = f"{reference.id}: {plain(item.text, book)}"
        for condition, words in condition_mutants(claim.condition, oracle.domains()):
            yield Mutant(about, words, claim.span, oracle.verdict(position, condition), evaluation.cases)


def _of_example(example: Example, book: Book, evaluator: Evaluator, proved: set[Span]) -> Iterator[Mutant]:
    for position, step in enumerate(example.steps):
        if step.asked is None or step.span not in proved:
            continue
        for other in other_answers(step.answer):
            alone = replace(example, steps=(replace(step, answer=other),))
            killed = bool(run_example(alone, book, evaluator).findings)
            words = f"{value_text(step.answer)} altered to {value_text(other)}"
            verdict = Verdict.KILLED if killed else Verdict.SURVIVED
            yield Mutant(f"example {example.id}, step {position + 1}", words, step.answer_span, verdict)
