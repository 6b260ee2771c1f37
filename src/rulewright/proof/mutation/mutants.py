"""Mutants of every proved cell, key, claim, fact and step, and a finding for each mutant that survives."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

from rulewright.findings import Finding, Span
from rulewright.model.book import Book, Target
from rulewright.model.example import Example
from rulewright.model.game import Fact, Reference
from rulewright.model.table import Case, Table
from rulewright.proof.cell_findings import output_prefix
from rulewright.proof.claims import claim_domains
from rulewright.proof.counterexample import value_text
from rulewright.proof.evaluator import Evaluation, Evaluator
from rulewright.proof.examples import run_example
from rulewright.proof.facts import prove_fact
from rulewright.proof.mutation.claim_oracle import ClaimOracle
from rulewright.proof.mutation.condition_mutants import condition_mutants
from rulewright.proof.mutation.table_mutants import table_mutants
from rulewright.proof.mutation.value_mutants import other_answers, other_facts, other_values
from rulewright.proof.mutation.verdicts import Verdict, table_verdict
from rulewright.proof.report import MutantCounts, ProofReport, State
from rulewright.proof.statements import ClaimGroup, claim_groups
from rulewright.proof.truth_tables import TableNumbers
from rulewright.wording import number, plain

PREFERENCE = list(Verdict)
"""Verdicts in the order of preference: where a mutant alters several functions, one that kills it is enough."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One alteration in the author's words, its place, and the verdict over so many combinations."""

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
    message = (
        (
            f"{mutant.about}: {mutant.words} goes unnoticed: the proof still agrees over all "
            f"{mutant.cases} combination it compares"
        )
        if mutant.cases == 1
        else (
            f"{mutant.about}: {mutant.words} goes unnoticed: the proof still agrees over all "
            f"{mutant.cases} combinations it compares"
        )
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
        if fact.span in proved:
            yield from _of_fact(fact, evaluator)
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
        words = "{printed} altered to {what}".format(
            printed=printed, what="nothing" if value.plain is None and (not value.axis) else value_text(value.plain)
        )
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


def _of_fact(fact: Fact, evaluator: Evaluator) -> Iterator[Mutant]:
    for other in other_facts(fact.value):
        killed = bool(prove_fact(replace(fact, value=other), evaluator).findings)
        words = f"{number(fact.value)} altered to {number(other)}"
        yield Mutant(f"fact {fact.id}", words, fact.span, Verdict.KILLED if killed else Verdict.SURVIVED)


def _of_example(example: Example, book: Book, evaluator: Evaluator, proved: set[Span]) -> Iterator[Mutant]:
    for position, step in enumerate(example.steps):
        if step.asked is None or step.span not in proved:
            continue
        for other in other_answers(step.answer):
            alone = replace(example, steps=(replace(step, answer=other),))
            killed = bool(run_example(alone, book, evaluator).findings)
            words = f"{value_text(step.answer)} altered to {value_text(other)}"
            verdict = Verdict.KILLED if killed else Verdict.SURVIVED
            yield Mutant(
                f"example {example.id}, step {position + 1}",
                words,
                step.answer_span,
                verdict,
            )
