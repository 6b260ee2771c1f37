"""Tables against code: every combination of the inputs, in both directions.

What the table says the code must answer; where the table says that it is silent the code must answer
None; combinations that are an open question are compared with nothing.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from rulewright.diagnostics import Diagnostic
from rulewright.model.answers import GAP, OUTSIDE, QUESTION, Answers, answers, as_answered, describe, silence_at
from rulewright.model.book import Book
from rulewright.model.table import Case, Policy, Silence, Table
from rulewright.proof import statements
from rulewright.proof.questioning import Questioning, Refused, Run, in_words, same
from rulewright.proof.report import Outcome, State
from rulewright.proof.several import prove_agreeing, prove_list
from rulewright.proof.sums import prove_sum
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


def _compare(table: Table, book: Book, code: Questioning, run: Run) -> Outcome:
    said = answers(table, run.bound.order)
    wanted = {owner: as_answered(table, said.value(owner)) for owner in set(said.owners)}
    cases = Counter(said.owners)
    wrong: dict[int, list[int]] = {}
    for index, (owner, got) in enumerate(zip(said.owners, run.results, strict=True)):
        if owner not in (QUESTION, GAP) and not same(wanted[owner], got):
            wrong.setdefault(owner, []).append(index)
    found = [_disagreement(table, book, code, run, said, indices) for indices in wrong.values()]
    function = run.bound.function.name
    return Outcome(
        tuple(
            statements.cell(book, table, case, _state(at in wrong, cases[at]), function, cases[at], _reason(cases[at]))
            for at, case in enumerate(table.cases)
        ),
        tuple(found),
        len(run.results) - cases[QUESTION] - cases[GAP],
        cases[QUESTION],
    )


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
        place, claimed = silence_at(table, at), f"table {table.id!r} says nothing"
    else:
        place = table.cases[owner]
        claimed = f"table {table.id!r} prints {plain(place.value.label, book)}"
    others = f" (and {len(indices) - 1} more)" if len(indices) > 1 else ""
    answer = f"{run.bound.function.name}() answers {in_words(run.results[indices[0]])}"
    message = f"{claimed} for {describe(at, said.axes)}{others}, {answer}"
    found = code.disagreement(message, place.span, run.bound, at, as_answered(table, said.value(owner)))
    if table.gives is None and str(run.results[indices[0]]) == said.value(owner):
        return replace(found, hint="the cells hold text: say what the table gives, such as gives: {numbers: 1..6}")
    return found
