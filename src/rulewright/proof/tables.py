"""Compare each table of a game with the function of the rules code that its `proof` names.

`prove_table` takes a table and returns an `Outcome`: the state of each cell, and a finding for each wrong one. Every
combination of the inputs has an owner: the position of the case that decides it, or OUTSIDE where the table is silent,
QUESTION where the rules leave it open, GAP where the table has a hole. The code must answer the value of the case, and
None outside; any answer agrees at a question or a gap. For example, if the row for a roll of 3 prints 7 and `damage(3)`
returns 6, that cell fails.

If many cells are wrong, hints name common copying mistakes: a shifted row, or two swapped rows or columns.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import combinations

from rulewright.base.findings import Finding, Span
from rulewright.base.messages.messages import tell
from rulewright.book.book import Book
from rulewright.entries.axes import OUTPUT
from rulewright.entries.cells import Case, Row, Silence
from rulewright.entries.keys import Key
from rulewright.entries.keyset import KeySet
from rulewright.entries.table import Policy, Table
from rulewright.proof import statements
from rulewright.proof.binding import draw_parts, search_outcome, with_test_range
from rulewright.proof.comparison import ExpectedResults, same_value, value_text
from rulewright.proof.evaluator import Evaluation, Evaluator, Part, Refusal, TooMany
from rulewright.proof.policies import TableProof, hits_agree, prove_hits
from rulewright.proof.replies import Diagram, Value
from rulewright.proof.report import Outcome, State, join_outcomes
from rulewright.proof.statements import without_untried
from rulewright.proof.sums import Sums, TooManyStates, differing_keys, prove_sum
from rulewright.tables.answers import (
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

PART_CASES = 100_000
"""Number of combinations around such a counterexample that are tried one by one."""


def prove_table(table: Table, book: Book, evaluator: Evaluator) -> Outcome:
    """Prove a table: a cell is proved if the code agrees in every combination that the cell decides.

    A table with several outputs is proved output by output.
    """
    outcomes = [_prove_function(function, book, evaluator) for function in table.functions()]
    by_place = {statement.span: statement for outcome in outcomes for statement in outcome.statements}
    return join_outcomes(outcomes, (by_place[case.span] for case in table.cases if case.span in by_place))


def _prove_function(table: Table, book: Book, evaluator: Evaluator) -> Outcome:
    """Prove one output of a table."""
    if table.proof is None:
        return Outcome(tuple(statements.cells(book, table, tell("the table has no proof"))))
    domains = {axis.name: axis.domain for axis in table.axes}
    evaluation = evaluator.evaluate(table.proof, domains, wide=table.policy is Policy.SUM)
    if isinstance(evaluation, Evaluation) and isinstance(evaluation.answers, Diagram):
        try:
            wrong = differing_keys(table, evaluation.binding.order, evaluation.answers)
        except TooManyStates:
            evaluation = evaluator.evaluate(table.proof, domains)
        else:
            if wrong is not None:
                return _prove_around(wrong, table, book, evaluator)
            return without_untried(table, prove_sum(TableProof(table, book, evaluator, evaluation), agrees=True))
    if isinstance(evaluation, TooMany) and evaluator.sample is not None:
        search_parts = draw_parts(domains, evaluator.sample, table.proof.text)
        return search_outcome([_prove_part(table, part, book, evaluator) for part in search_parts])
    if isinstance(evaluation, Refusal):
        return Outcome(tuple(statements.cells(book, table, evaluation.reason)), tuple(evaluation.findings))
    return without_untried(table, _compare(TableProof(table, book, evaluator, evaluation)))


def _prove_around(wrong: Mapping[str, int], table: Table, book: Book, evaluator: Evaluator) -> Outcome:
    """Prove a part of a wide table around a counterexample: all keys of the smallest axes, one key of the others.

    A part that has a counterexample proves nothing about other cells.
    """
    part: dict[str, KeySet] = {}
    size = 1
    for axis in sorted(table.axes, key=lambda axis: axis.domain.proof_keys().size):
        size *= int(axis.domain.proof_keys().size)
        if size > PART_CASES:
            part[axis.name] = KeySet.of([wrong[axis.name]])
    outcome = _prove_part(table, part, book, evaluator)
    doubt = tell("another cell of the table disagrees with the code")
    verdicts = (
        replace(cell, state=State.UNPROVED, reason=doubt) if cell.state is State.PROVED else cell
        for cell in outcome.statements
    )
    return replace(outcome, statements=tuple(verdicts))


def _prove_part(table: Table, part: Part, book: Book, evaluator: Evaluator) -> Outcome:
    """Prove a table for a part of the domain."""
    assert table.proof is not None
    domains = {axis.name: axis.domain for axis in table.axes}
    evaluation = evaluator.evaluate(table.proof, domains, part=part)
    if isinstance(evaluation, Refusal):
        return Outcome(tuple(statements.cells(book, table, evaluation.reason)), tuple(evaluation.findings))
    axes = (replace(axis, domain=with_test_range(axis.domain, part.get(axis.name))) for axis in table.axes)
    return _compare(TableProof(replace(table, axes=tuple(axes)), book, evaluator, evaluation))


def _compare(proof: TableProof) -> Outcome:
    """Compare in the way of the table's policy."""
    table, evaluation = proof.table, proof.evaluation
    if table.policy in (Policy.ANY, Policy.LIST):
        return prove_hits(proof)
    if table.policy is Policy.SUM:
        return prove_sum(proof)
    counts = tally(table, *axes_in_order(table, evaluation.binding.order))
    wrong, findings = disagreements(proof, expected_results(table, evaluation))
    verdicts = proof.statements(wrong, counts, tell("no combination that the proof tried reaches this cell"))
    compared = evaluation.cases - counts.get(QUESTION, 0) - counts.get(GAP, 0)
    return Outcome(verdicts, findings, compared, counts.get(QUESTION, 0))


def agrees_with_code(table: Table, evaluation: Evaluation) -> bool:
    """Return whether the code agrees with one function of a table everywhere."""
    if isinstance(evaluation.answers, Diagram):
        with suppress(TooManyStates):
            return differing_keys(table, evaluation.binding.order, evaluation.answers) is None
        return False
    if table.policy in (Policy.ANY, Policy.LIST):
        return hits_agree(table, evaluation)
    if table.policy is Policy.SUM:
        return Sums(table, evaluation.binding.order).expected(evaluation).matches
    return expected_results(table, evaluation).matches


def expected_results(table: Table, evaluation: Evaluation) -> ExpectedResults:
    """Return what the table says for each combination; any answer agrees at a gap or an open question."""
    expectation = ExpectedResults(evaluation.codes)
    for owner, region in layers(table, *axes_in_order(table, evaluation.binding.order)):
        if owner == QUESTION:
            expectation.allow_any(region)
        else:
            expectation.require(region, code_value(table, None if owner == OUTSIDE else table.cases[owner].value.plain))
    return expectation


def disagreements(proof: TableProof, expectation: ExpectedResults) -> tuple[Collection[int], tuple[Finding, ...]]:
    """Return the owners that the code contradicts, and the findings about them."""
    if expectation.matches:
        return (), ()
    table, evaluation = proof.table, proof.evaluation
    printed = answers(table, evaluation.binding.order)
    wrong: dict[int, list[int]] = {}
    for index in expectation.mismatches():
        wrong.setdefault(printed.owners[index], []).append(index)
    findings = {owner: _cell_finding(proof, printed, indices) for owner, indices in wrong.items()}
    answers_by_owner: dict[int, set[tuple[bool, Value]]] = {}  # whether it is a bool, as True equals 1; the answer
    for owner, answer in zip(printed.owners, evaluation.results, strict=True):
        answers_by_owner.setdefault(owner, set()).add((isinstance(answer, bool), answer))
    single_answers = {
        owner: next(iter(values))[1]
        for owner, values in answers_by_owner.items()
        if len(values) == 1 and owner >= 0  # a case
    }
    hints = swap_hints(table, single_answers)
    merged = merge_shifted_rows(table, single_answers, findings)
    return wrong, tuple(replace(each, hint=hints.get(each.span, each.hint)) for each in merged)


def _cell_finding(proof: TableProof, printed: Answers, indices: Sequence[int]) -> Finding:
    """Return the finding for the owner that is wrong at these combinations; it shows the first of them."""
    table, index = proof.table, indices[0]
    owner, keys, answer = printed.owners[index], printed.keys_at(index), proof.evaluation.answer_text(index)
    statement: Case | Silence
    if owner == OUTSIDE:
        statement, claim, prefix = silence_at(table, keys), "says nothing", "outside, "
    else:
        statement, claim = table.cases[owner], f"prints {proof.cell_text(owner)}"
        prefix = output_prefix(table, proof.book)
    more = f" (and {len(indices) - 1} more)" if len(indices) > 1 else ""
    message = f"table {table.id!r} {claim} for {describe_combination(keys, printed.axes)}{more}, {answer}"
    about = f"{prefix}{table.describe(statement.boxes[0])}"
    value = printed.value(owner)
    finding = proof.disagreement(message, statement.span, keys, code_value(table, value), about)
    finding = replace(finding, other=answer)
    if table.values is None and str(proof.evaluation.results[index]) == value:
        hint = "the cells hold text; if they are numbers, name their domain, such as values: 1..6"
        return replace(finding, hint=hint)
    return finding


def output_prefix(table: Table, book: Book) -> str:
    """Return text such as `losses, ` for one output of a table with several; otherwise ""."""
    outputs = book.tables[table.id].outputs
    return next((f"{output.id}, " for output in outputs if output.proof is table.proof), "")


FEWEST_SHIFTED = 2
"""Wrong cells that must match the next column before a row counts as shifted; a single one may be chance."""


def merge_shifted_rows(
    table: Table, answers: Mapping[int, Value], findings: Mapping[int, Finding]
) -> Iterator[Finding]:
    """Merge the findings of a row that was copied one column off into one finding.

    `answers` has the answer of the code by case, for cases with a single answer; `findings` are by case too.
    """
    merged: set[int] = set()
    for heading, cases in _single_value_rows(table, answers):
        wrong = [case for case in cases if case in findings]
        if len(wrong) < FEWEST_SHIFTED:
            continue
        values = [code_value(table, table.cases[case].value.plain) for case in cases]
        code_values = [answers[case] for case in cases]
        # `map` ends with the shorter list, so the last value has no partner
        if all(map(same_value, values[1:], code_values)):
            side, opposite = "right", "left"
        elif all(map(same_value, values, code_values[1:])):
            side, opposite = "left", "right"
        else:
            continue
        merged.update(wrong)
        printed, answered = (", ".join(map(value_text, each)) for each in (values, code_values))
        message = (
            f"the row {heading!r} of table {table.id!r} is one column too far {side}: "
            f"it prints {printed}, but the code answers {answered}"
        )
        hint = f"move its values one column {opposite}, or correct the code"
        yield replace(findings[wrong[0]], message=message, hint=hint, about=f"{table.id}: row {heading}")
    yield from (finding for case, finding in findings.items() if case not in merged)


def _single_value_rows(table: Table, answers: Mapping[int, Value]) -> Iterator[tuple[str, Sequence[int]]]:
    """Yield heading and cases of each row that has a single value, and a single answer of the code, in each column."""
    columns = table.columns
    if not table.is_grid or len(columns) <= FEWEST_SHIFTED or columns[0].axis == OUTPUT:
        return
    positions = {case.span: position for position, case in enumerate(table.cases)}
    for row, keys in innermost_rows(table.rows):
        cells = [cell.cases[0] for cell in row.cells if len(cell.cases) == 1 and cell.count == 1]
        cases = [positions[case.span] for case in cells if case.span in positions]
        if len(cases) == len(columns) and all(case in answers for case in cases):
            yield ", ".join(key.written for key in keys), cases


def innermost_rows(rows: Sequence[Row], outer: tuple[Key, ...] = ()) -> Iterator[tuple[Row, tuple[Key, ...]]]:
    """Yield the rows that have cells, each with the keys of all its headings."""
    for row in rows:
        keys = (*outer, *row.keys)
        if row.rows:
            yield from innermost_rows(row.rows, keys)
        else:
            yield row, keys


FEWEST_SWAPPED = 3
"""Fewest wrong cells that make a swap likely; two may have each other's values by chance."""


Line = Sequence[Span]
"""The cells of a row or a column, by their places in the source."""


def swap_hints(table: Table, answers: Mapping[int, Value]) -> Mapping[Span, str]:
    """Return a hint for each cell of two swapped rows or columns.

    `answers` has the answer of the code by case, for cases with a single answer.
    """
    if not table.is_grid or not table.columns:
        return {}
    code_values = {table.cases[position].span: answer for position, answer in answers.items()}
    cases = [table.cases[position] for position in answers]
    printed = {case.span: code_value(table, case.value.plain) for case in cases}
    rows: list[tuple[str, Line]] = []
    for row, keys in innermost_rows(table.rows):
        # a cell that spans several columns counts for each of them
        cells = [cell.cases[0].span for cell in row.cells for _ in range(cell.count) if len(cell.cases) == 1]
        if all(cell in printed for cell in cells):
            rows.append((repr(", ".join(key.written for key in keys)), cells))
    columns = [
        (repr(key.written), [cells[column] for _, cells in rows if column < len(cells)])
        for column, key in enumerate(table.columns)
    ]
    hints: dict[Span, str] = {}
    for lines_name, lines in (("columns", columns), ("rows", rows)):
        for (heading_1, line_1), (heading_2, line_2) in combinations(lines, 2):
            cells = [*line_1, *line_2]
            wrong = sum(not same_value(printed[cell], code_values[cell]) for cell in cells)
            have_each_others_values = all(
                same_value(printed[cell_1], code_values[cell_2]) and same_value(printed[cell_2], code_values[cell_1])
                for cell_1, cell_2 in zip(line_1, line_2, strict=False)
            )
            if wrong >= FEWEST_SWAPPED and have_each_others_values:
                for cell in cells:
                    hints.setdefault(cell, f"the {lines_name} {heading_1} and {heading_2} seem to be swapped")
    return hints
