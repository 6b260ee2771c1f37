"""Every proved cell, key, claim, fact and result of a step altered in turn; a finding for each that nobody notices."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

from rulewright.diagnostics import Diagnostic, Span
from rulewright.model.book import Book, Target
from rulewright.model.example import Example
from rulewright.model.game import Fact, Reference
from rulewright.model.names import counted
from rulewright.model.table import Case, Table
from rulewright.proof.claims import claim_domains
from rulewright.proof.examples import run_example
from rulewright.proof.facts import prove_fact
from rulewright.proof.mutation.conditions import misread
from rulewright.proof.mutation.keys import misprints
from rulewright.proof.mutation.trials import ClaimTrial, Fate, try_table
from rulewright.proof.mutation.values import other_answers, other_facts, other_values
from rulewright.proof.questioning import Questioning, Run, in_words
from rulewright.proof.report import MutantCounts, ProofReport, State
from rulewright.proof.statements import ClaimGroup, claim_groups
from rulewright.proof.tables import output_words
from rulewright.proof.truths import TableNumbers
from rulewright.wording import number, plain

GRAVITY = list(Fate)
"""Of several functions that one misprint alters, one that notices is enough."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One alteration in the author's words, where it was made, and what became of it over how many combinations."""

    about: str
    words: str
    span: Span
    fate: Fate
    cases: int = 1


def mutate(book: Book, code: Questioning, report: ProofReport) -> ProofReport:
    """The report with the counts of mutants, and a finding for each that survived."""
    began = time.monotonic()
    counts = dict.fromkeys(Fate, 0)
    survived: list[Diagnostic] = []
    for mutant in _mutants(book, code, report):
        counts[mutant.fate] += 1
        if mutant.fate is Fate.SURVIVED:
            survived.append(_finding(mutant))
    seconds = time.monotonic() - began
    made = MutantCounts(counts[Fate.CAUGHT], counts[Fate.SURVIVED], counts[Fate.EQUIVALENT], seconds)
    return replace(report, findings=(*report.findings, *survived), mutants=made)


def _finding(mutant: Mutant) -> Diagnostic:
    compared = counted(mutant.cases, "combination")
    message = f"{mutant.about}: {mutant.words} goes unnoticed: the proof still agrees over all {compared} it compares"
    hint = "let the proof reach it (under domains: proved), or leave out what another line says already"
    return Diagnostic("surviving-mutant", mutant.span, message, hint, about=f"{mutant.about}: {mutant.words}")


def _mutants(book: Book, code: Questioning, report: ProofReport) -> Iterator[Mutant]:
    proved = {each.span for each in report.statements if each.state is State.PROVED}
    for table in book.game.tables:
        code.about = f"mutants of table {table.id}"
        yield from _of_table(table, book, code, report, proved)
    for reference in book.game.references:
        code.about = f"mutants of reference {reference.id}"
        for group in claim_groups(reference.items):
            if group[1] and all(claim.span in proved for _, claim in group[1]):
                yield from _of_claims(reference, group, book, code)
    for fact in book.game.facts:
        if fact.span in proved:
            yield from _of_fact(fact, code)
    for example in book.game.examples:
        yield from _of_example(example, book, code, proved)


def _runs(table: Table, code: Questioning) -> Iterator[tuple[Table, Run | None]]:
    """The functions of a table, each with the answers of the code where it has a proof that runs."""
    for function in table.functions():
        domains = {axis.name: axis.domain for axis in function.axes}
        run = None if function.proof is None else code.run(function.proof, domains)
        yield function, run if isinstance(run, Run) else None


def _of_table(
    table: Table, book: Book, code: Questioning, report: ProofReport, proved: set[Span]
) -> Iterator[Mutant]:
    runs = list(_runs(table, code))
    for function, run in runs:
        if run is not None:
            for at, case in enumerate(function.cases):
                if case.span in proved:
                    yield from _of_cell(function, at, case, run, book)
    if not any(each.state is State.FAILED for each in report.of(Target("table", table.id))):
        yield from _of_keys(table, runs, code, proved)


def _of_cell(function: Table, at: int, case: Case, run: Run, book: Book) -> Iterator[Mutant]:
    about = f"{function.id}: {output_words(function, book)}{function.describe(case.boxes[0])}"
    printed = plain(case.value.label, book)
    for value in other_values(case.value, function.gives):
        mutant = replace(case, value=value)
        altered = replace(function, cases=(*function.cases[:at], mutant, *function.cases[at + 1 :]))
        words = f"{printed} altered to {'nothing' if value.plain is None and not value.axis else in_words(value.plain)}"
        yield Mutant(about, words, case.span, try_table(function, altered, run), len(run.results))


def _of_keys(
    table: Table, runs: list[tuple[Table, Run | None]], code: Questioning, proved: set[Span]
) -> Iterator[Mutant]:
    found = [misprint for misprint in misprints(table) if misprint.touches(table, proved)]
    for at, misprint in enumerate(found):
        code.watch(code.about, at, len(found))
        fates = [
            (try_table(function, altered, run), len(run.results))
            for (function, run), altered in zip(runs, misprint.table.functions(), strict=True)
            if run is not None and function.cases != altered.cases
        ]
        if fates:
            fate, cases = min(fates, key=lambda each: GRAVITY.index(each[0]))
            yield Mutant(table.id, misprint.words, misprint.span, fate, cases)


def _of_claims(reference: Reference, group: ClaimGroup, book: Book, code: Questioning) -> Iterator[Mutant]:
    head, claims = group
    assert head is not None, "what is proved has a proof"
    assert head.proof is not None, "what is proved has a proof"
    run = code.run(head.proof, claim_domains(group, book, TableNumbers(book)))
    assert isinstance(run, Run), "what is proved was answered"
    trial = ClaimTrial.of([claim for _, claim in claims], run, book)
    for at, (item, claim) in enumerate(claims):
        about = f"{reference.id}: {plain(item.text, book)}"
        for condition, words in misread(claim.condition, trial.domains()):
            yield Mutant(about, words, claim.span, trial.fate(at, condition), len(run.results))


def _of_fact(fact: Fact, code: Questioning) -> Iterator[Mutant]:
    for other in other_facts(fact.value):
        caught = bool(prove_fact(replace(fact, value=other), code).findings)
        words = f"{number(fact.value)} altered to {number(other)}"
        yield Mutant(f"fact {fact.id}", words, fact.span, Fate.CAUGHT if caught else Fate.SURVIVED)


def _of_example(example: Example, book: Book, code: Questioning, proved: set[Span]) -> Iterator[Mutant]:
    for at, step in enumerate(example.steps):
        if step.asked is None or step.span not in proved:
            continue
        for other in other_answers(step.gives):
            alone = replace(example, steps=(replace(step, gives=other),))
            caught = bool(run_example(alone, book, code).findings)
            words = f"{in_words(step.gives)} altered to {in_words(other)}"
            fate = Fate.CAUGHT if caught else Fate.SURVIVED
            yield Mutant(f"example {example.id}, step {at + 1}", words, step.gives_span, fate)
