"""Compares tables with code for every combination of the inputs.

The code must answer what the table says, and None where the table is silent. Where a question is open, any answer
agrees. If many cells are wrong, hints look for common copying mistakes: a shifted row, or two swapped rows or columns.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from rulewright.entries.keyset import KeySet
from rulewright.findings import Finding, Span
from rulewright.model.answers import (
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
from rulewright.model.book import Book
from rulewright.model.table import OUTPUT, Case, Key, Lookup, Policy, Row, Silence, Table
from rulewright.proof import statements
from rulewright.proof.binding import parts, search_outcome, with_test_range
from rulewright.proof.comparison import ExpectedResults, same_value, value_text
from rulewright.proof.evaluator import Evaluation, Evaluator, Part, Refusal, TooMany, too_many
from rulewright.proof.policies import Sums, TableProof, hits_agree, prove_hits, prove_sum, walk_table
from rulewright.proof.replies import Value
from rulewright.proof.report import Outcome, State, join_outcomes
from rulewright.proof.statements import without_untried
from rulewright.translation.messages import tell

LEAST_CELLS = 2
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
        if len(wrong) < LEAST_CELLS:
            continue
        values = [code_value(table, table.cases[case].value.plain) for case in cases]
        code_values = [answers[case] for case in cases]
        if all(map(same_value, values[1:], code_values)):
            side, other = "right", "left"
        elif all(map(same_value, values, code_values[1:])):
            side, other = "left", "right"
        else:
            continue
        merged.update(wrong)
        printed, answered = (", ".join(map(value_text, each)) for each in (values, code_values))
        message = (
            f"the row {heading!r} of table {table.id!r} is one column too far {side}: "
            f"it prints {printed}, but the code answers {answered}"
        )
        hint = f"move its values one column {other}, or correct the code"
        yield replace(findings[wrong[0]], message=message, hint=hint, about=f"{table.id}: row {heading}")
    yield from (finding for case, finding in findings.items() if case not in merged)


def _single_value_rows(table: Table, answers: Mapping[int, Value]) -> Iterator[tuple[str, Sequence[int]]]:
    """Yield heading and cases of each row that has a single value, and a single answer of the code, in each column."""
    layout = table.layout
    if not isinstance(layout, Lookup) or len(layout.columns) <= LEAST_CELLS or layout.columns[0].axis == OUTPUT:
        return
    positions = {case.span: position for position, case in enumerate(table.cases)}
    for row, keys in innermost_rows(layout.rows):
        cells = [cell.cases[0] for cell in row.cells if len(cell.cases) == 1 and cell.count == 1]
        cases = [positions[case.span] for case in cells if case.span in positions]
        if len(cases) == len(layout.columns) and all(case in answers for case in cases):
            yield ", ".join(key.written for key in keys), cases


def innermost_rows(rows: Sequence[Row], outer: tuple[Key, ...] = ()) -> Iterator[tuple[Row, tuple[Key, ...]]]:
    """Yield the rows that have cells, each with the keys of all its headings."""
    for row in rows:
        keys = (*outer, *row.keys)
        if row.rows:
            yield from innermost_rows(row.rows, keys)
        else:
            yield row, keys


FEWEST = 3
"""Fewest wrong cells that make a swap likely; two may have each other's values by chance."""

Line = Sequence[Span]
"""The cells of a row or a column, by their places in the source."""


def swap_hints(table: Table, answers: Mapping[int, Value]) -> Mapping[Span, str]:
    """Return a hint for each cell of two swapped rows or columns.

    `answers` has the answer of the code by case, for cases with a single answer.
    """
    layout = table.layout
    if not isinstance(layout, Lookup) or not layout.columns:
        return {}
    code_values = {table.cases[position].span: answer for position, answer in answers.items()}
    printed = {table.cases[at].span: code_value(table, table.cases[at].value.plain) for at in answers}
    rows: list[tuple[str, Line]] = []
    for row, keys in innermost_rows(layout.rows):
        # a cell that spans several columns counts for each of them
        cells = [cell.cases[0].span for cell in row.cells for _ in range(cell.count) if len(cell.cases) == 1]
        if all(cell in printed for cell in cells):
            rows.append((repr(", ".join(key.written for key in keys)), cells))
    columns = [
        (repr(key.written), [cells[column] for _, cells in rows if column < len(cells)])
        for column, key in enumerate(layout.columns)
    ]
    hints: dict[Span, str] = {}
    for name, lines in (("columns", columns), ("rows", rows)):
        for (one, first), (other, second) in combinations(lines, 2):
            wrong = sum(not same_value(printed[cell], code_values[cell]) for cell in (*first, *second))
            if wrong >= FEWEST and all(
                same_value(printed[a], code_values[b]) and same_value(printed[b], code_values[a])
                for a, b in zip(first, second, strict=False)
            ):
                for cell in (*first, *second):
                    hints.setdefault(cell, f"the {name} {one} and {other} seem to be swapped")
    return hints


def disagreements(proof: TableProof, expectation: ExpectedResults) -> tuple[Collection[int], tuple[Finding, ...]]:
    """Return the owners that the code contradicts, and the findings about them."""
    if expectation.matches:
        return (), ()
    table, evaluation = proof.table, proof.evaluation
    printed = answers(table, evaluation.binding.order)
    wrong: dict[int, list[int]] = {}
    for index in expectation.mismatches():
        wrong.setdefault(printed.owners[index], []).append(index)
    findings = {owner: _disagreement(proof, printed, indices) for owner, indices in wrong.items()}
    by_case: dict[int, set[tuple[bool, Value]]] = {}
    for owner, answer in zip(printed.owners, evaluation.results, strict=True):
        by_case.setdefault(owner, set()).add((isinstance(answer, bool), answer))
    single = {owner: next(iter(values))[1] for owner, values in by_case.items() if len(values) == 1 and owner >= 0}
    hints = swap_hints(table, single)
    merged = merge_shifted_rows(table, single, findings)
    return wrong, tuple(replace(each, hint=hints.get(each.span, each.hint)) for each in merged)


def _disagreement(proof: TableProof, printed: Answers, indices: Sequence[int]) -> Finding:
    """Return the finding for one cell, with its first counterexample."""
    table, index = proof.table, indices[0]
    owner, keys, answer = printed.owners[index], printed.keys_at(index), proof.evaluation.answer_text(index)
    place: Case | Silence
    if owner == OUTSIDE:
        place, claim, prefix = silence_at(table, keys), "says nothing", "outside, "
    else:
        place, claim, prefix = table.cases[owner], f"prints {proof.cell_text(owner)}", output_prefix(table, proof.book)
    others = f" (and {len(indices) - 1} more)" if len(indices) > 1 else ""
    message = f"table {table.id!r} {claim} for {describe_combination(keys, printed.axes)}{others}, {answer}"
    about = f"{prefix}{table.describe(place.boxes[0])}"
    value = printed.value(owner)
    finding = proof.disagreement(message, place.span, keys, code_value(table, value), about)
    finding = replace(finding, other=answer)
    if table.values is None and str(proof.evaluation.results[index]) == value:
        hint = "the cells hold text; if they are numbers, name their domain, such as values: 1..6"
        return replace(finding, hint=hint)
    return finding


def output_prefix(table: Table, book: Book) -> str:
    """Return text such as `losses, ` for one output of a table with several; otherwise ""."""
    outputs = book.tables[table.id].outputs
    return next((f"{output.id}, " for output in outputs if output.proof is table.proof), "")


MOST_LISTED = 1_000_000
"""Number of combinations above which a walk looks for a counterexample, because listing more takes seconds."""

PART_CASES = 100_000
"""Number of combinations around such a counterexample that are tried one by one."""


def prove_table(table: Table, book: Book, evaluator: Evaluator) -> Outcome:
    """Prove a table: a cell is proved if the code agrees in every combination that the cell decides.

    A table with several outputs is proved output by output.
    """
    outcomes = [_prove(function, book, evaluator) for function in table.functions()]
    by_place = {statement.span: statement for outcome in outcomes for statement in outcome.statements}
    return join_outcomes(outcomes, (by_place[case.span] for case in table.cases if case.span in by_place))


def _prove(table: Table, book: Book, evaluator: Evaluator) -> Outcome:
    if table.proof is None:
        return Outcome(tuple(statements.cells(book, table, tell("the table has no proof"))))
    domains = {axis.name: axis.domain for axis in table.axes}
    can_walk = table.policy not in (Policy.ANY, Policy.LIST)  # where several cases may match, all are listed
    evaluation: Evaluation | Refusal | Part = evaluator.evaluate(table.proof, domains, wide=can_walk)
    if can_walk and isinstance(evaluation, Evaluation) and evaluation.cases > MOST_LISTED:
        evaluation = _wide(table, evaluation, evaluator.most_cases)
    if isinstance(evaluation, TooMany) and evaluator.sample is not None:
        search_parts = parts(domains, evaluator.sample, table.proof.text)
        return search_outcome([_prove_part(table, part, book, evaluator) for part in search_parts])
    if isinstance(evaluation, Refusal):
        return Outcome(tuple(statements.cells(book, table, evaluation.reason)), tuple(evaluation.findings))
    if not isinstance(evaluation, Mapping):
        return without_untried(table, _compare(TableProof(table, book, evaluator, evaluation)))
    outcome = _prove_part(table, evaluation, book, evaluator)
    # a part that has a counterexample proves nothing about other cells
    doubt = tell("another cell of the table disagrees with the code")
    verdicts = (
        replace(one, state=State.UNPROVED, reason=doubt) if one.state is State.PROVED else one
        for one in outcome.statements
    )
    return replace(outcome, statements=tuple(verdicts))


def _wide(table: Table, evaluation: Evaluation, most: int) -> Evaluation | TooMany | Part:
    """Compare a table with many combinations by a walk; on a counterexample return the part of the domain around it."""
    walked = walk_table(table, evaluation)
    if walked is None:
        return evaluation if evaluation.cases <= most else too_many(evaluation.binding, most)
    if walked.wrong is None:
        return evaluation
    part: dict[str, KeySet] = {}
    size = 1
    for axis in sorted(table.axes, key=lambda axis: axis.domain.proof_keys().size):
        size *= int(axis.domain.proof_keys().size)
        part |= {} if size <= PART_CASES else {axis.name: KeySet.of([walked.wrong[axis.name]])}
    return part


def _prove_part(table: Table, part: Part, book: Book, evaluator: Evaluator) -> Outcome:
    """Prove a table for a part of the domain."""
    assert table.proof is not None
    domains = {axis.name: axis.domain for axis in table.axes}
    evaluation = evaluator.evaluate(table.proof, domains, part=part)
    if isinstance(evaluation, Refusal):
        return Outcome(tuple(statements.cells(book, table, evaluation.reason)), tuple(evaluation.findings))
    axes = (replace(axis, domain=with_test_range(axis.domain, part.get(axis.name))) for axis in table.axes)
    return _compare(TableProof(replace(table, axes=tuple(axes)), book, evaluator, evaluation))


def agrees_with_code(table: Table, evaluation: Evaluation) -> bool:
    """Return whether the code agrees with one function of a table everywhere."""
    if table.policy in (Policy.ANY, Policy.LIST):
        return hits_agree(table, evaluation)
    walked = walk_table(table, evaluation)
    if walked is not None:
        return walked.wrong is None
    if table.policy is Policy.SUM:
        return Sums(table, evaluation.binding.order).expected(evaluation).matches
    return expected_results(table, evaluation).matches


def _compare(proof: TableProof) -> Outcome:
    table, evaluation = proof.table, proof.evaluation
    if table.policy in (Policy.ANY, Policy.LIST):
        return prove_hits(proof)
    if table.policy is Policy.SUM:
        return prove_sum(proof)
    walked = walk_table(table, evaluation)
    wrong: Collection[int] = ()
    findings: tuple[Finding, ...] = ()
    if walked is not None and walked.wrong is None:
        counts = walked.counts
    else:
        counts = tally(table, *axes_in_order(table, evaluation.binding.order))
        wrong, findings = disagreements(proof, expected_results(table, evaluation))
    verdicts = proof.statements(wrong, counts, tell("no combination that the proof tried reaches this cell"))
    compared = evaluation.cases - counts.get(QUESTION, 0) - counts.get(GAP, 0)
    return Outcome(verdicts, findings, compared, counts.get(QUESTION, 0))


def expected_results(table: Table, evaluation: Evaluation) -> ExpectedResults:
    """Return what the table says for each combination; any answer agrees at a gap or an open question."""
    expectation = ExpectedResults(evaluation.codes)
    for owner, where in layers(table, *axes_in_order(table, evaluation.binding.order)):
        if owner == QUESTION:
            expectation.allow_any(where)
        else:
            expectation.require(where, code_value(table, None if owner == OUTSIDE else table.cases[owner].value.plain))
    return expectation
