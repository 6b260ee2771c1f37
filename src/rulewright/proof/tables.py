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
    as_answered,
    axes_in_order,
    describe,
    layers,
    silence_at,
    tally,
)
from rulewright.model.book import Book
from rulewright.model.table import Case, Policy, Silence, Table
from rulewright.proof import statements
from rulewright.proof.comparing import Expected
from rulewright.proof.questioning import Questioning, Refused, Run, in_words
from rulewright.proof.report import Outcome, State
from rulewright.proof.results import Value
from rulewright.proof.several import agree_together, prove_agreeing, prove_list
from rulewright.proof.shifted import told_by_row
from rulewright.proof.sums import Sums, prove_sum
from rulewright.proof.swapped import swapped
from rulewright.wording import plain

COMPARE: Mapping[Policy, Callable[[Table, Book, Questioning, Run], Outcome]] = {
    Policy.ANY: prove_agreeing,
    Policy.LIST: prove_list,
    Policy.SUM: prove_sum,
}
"""How a table is compared with the code where its answer is not that of a single case."""


def prove_table(table: Table, book: Book, code: Questioning) -> Outcome:
    """Each cell of a table is proved if the code agrees in every combination that the cell decides.

    A table of several outputs is proved output by output.
    """
    outcomes = [_prove(function, book, code) for function in table.functions()]
    found = {statement.span: statement for outcome in outcomes for statement in outcome.statements}
    return Outcome(
        tuple(found[case.span] for case in table.cases if case.span in found),
        tuple(finding for outcome in outcomes for finding in outcome.findings),
        sum(outcome.compared for outcome in outcomes),
        sum(outcome.open for outcome in outcomes),
    )


def _prove(table: Table, book: Book, code: Questioning) -> Outcome:
    if table.proof is None:
        return Outcome(tuple(statements.cells(book, table, "the table names no proof")))
    run = code.run(table.proof, {axis.name: axis.domain for axis in table.axes})
    if isinstance(run, Refused):
        return Outcome(tuple(statements.cells(book, table, run.reason)), tuple(run.findings))
    return COMPARE.get(table.policy, _compare)(table, book, code, run)


def agrees(table: Table, run: Run) -> bool:
    """Whether the code answers as one function of a table says, wherever it says something."""
    if table.policy in (Policy.ANY, Policy.LIST):
        return agree_together(table, run)
    said = Sums(table, run).expected(run) if table.policy is Policy.SUM else expected(table, run)
    return said.met


def _compare(table: Table, book: Book, code: Questioning, run: Run) -> Outcome:
    cases = tally(table, *axes_in_order(table, run.bound.order))
    wrong, found = _disagreements(table, book, code, run)
    function = run.bound.function.name
    return Outcome(
        tuple(
            statements.cell(book, table, case, _state(at in wrong, number), function, number, _reason(number))
            for at, case in enumerate(table.cases)
            for number in [cases.get(at, 0)]
        ),
        found,
        len(run.results) - cases.get(QUESTION, 0) - cases.get(GAP, 0),
        cases.get(QUESTION, 0),
    )


def _disagreements(
    table: Table, book: Book, code: Questioning, run: Run
) -> tuple[Collection[int], tuple[Diagnostic, ...]]:
    """The owners that the code contradicts, and a finding for each."""
    differing = expected(table, run)
    if differing.met:
        return (), ()
    said = answers(table, run.bound.order)
    wrong: dict[int, list[int]] = {}
    for index in differing.unmet():
        wrong.setdefault(said.owners[index], []).append(index)
    found = {owner: _disagreement(table, book, code, run, said, indices) for owner, indices in wrong.items()}
    alone = _answers(said, run)
    hints = swapped(table, alone)
    told = told_by_row(table, alone, found)
    return wrong, tuple(replace(each, hint=hints.get(each.span, each.hint)) for each in told)


def _answers(said: Answers, run: Run) -> dict[int, Value]:
    """What the code answers for each case for which it answers one thing."""
    got: dict[int, set[tuple[bool, Value]]] = {}
    for owner, answer in zip(said.owners, run.results, strict=True):
        got.setdefault(owner, set()).add((isinstance(answer, bool), answer))
    return {owner: next(iter(found))[1] for owner, found in got.items() if len(found) == 1 and owner >= 0}


def expected(table: Table, run: Run) -> Expected:
    """What the table says for each combination that was asked; where it leaves a gap or a question, anything."""
    found = run.answered.agreeing()
    for owner, where in layers(table, *axes_in_order(table, run.bound.order)):
        if owner == QUESTION:
            found.excuse(where)
        else:
            found.demand(where, as_answered(table, None if owner == OUTSIDE else table.cases[owner].value.plain))
    return found


def _state(wrong: bool, cases: int) -> State:
    return State.FAILED if wrong else State.PROVED if cases else State.UNPROVED


def _reason(cases: int) -> str:
    return "" if cases else "no combination that was tried comes to this cell"


def _disagreement(
    table: Table, book: Book, code: Questioning, run: Run, said: Answers, indices: Sequence[int]
) -> Diagnostic:
    """One finding for each cell, with its first counterexample."""
    owner, at = said.owners[indices[0]], said.at(indices[0])
    place: Case | Silence
    if owner == OUTSIDE:
        place, claimed, part = silence_at(table, at), f"table {table.id!r} says nothing", "outside, "
    else:
        place, part = table.cases[owner], output_words(table, book)
        claimed = f"table {table.id!r} prints {plain(place.value.label, book)}"
    others = f" (and {len(indices) - 1} more)" if len(indices) > 1 else ""
    answer = f"{run.bound.function.name}() answers {in_words(run.results[indices[0]])}"
    message = f"{claimed} for {describe(at, said.axes)}{others}, {answer}"
    about = f"{table.id}: {part}{table.describe(place.boxes[0])}"
    found = code.disagreement(message, place.span, run.bound, at, as_answered(table, said.value(owner)), about=about)
    if table.gives is None and str(run.results[indices[0]]) == said.value(owner):
        return replace(found, hint="the cells hold text: say what the table gives, such as gives: {numbers: 1..6}")
    return found


def output_words(table: Table, book: Book) -> str:
    """Which output of a table with several this one function of it is."""
    outputs = book.tables[table.id].outputs
    return next((f"{output.id}, " for output in outputs if output.proof is table.proof), "")
