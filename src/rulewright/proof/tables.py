"""Tables against code: every combination of the inputs, in both directions.

The code must answer what the table says, and None where the table is silent. Where a question is open, any answer will
do.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

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
from rulewright.model.domain import Plain
from rulewright.model.keyset import KeySet
from rulewright.model.table import OUTPUT, Case, Key, Lookup, Policy, Row, Silence, Table
from rulewright.proof import statements
from rulewright.proof.binding import limited, parts, search_outcome
from rulewright.proof.comparison import ExpectedResults, Walk, same_value, value_text
from rulewright.proof.evaluator import Evaluation, Evaluator, Part, Refusal, TooMany, too_many
from rulewright.proof.policies import (
    Sums,
    hits_agree,
    prove_hits,
    prove_sum,
    sums_agree,
    walk_cases,
    walk_sum,
)
from rulewright.proof.replies import Value
from rulewright.proof.report import Outcome, State, Statement
from rulewright.proof.statements import without_untried
from rulewright.translation.messages import tell
from rulewright.wording import plain

LEAST_CELLS = 2
"""Cells that must be wrong and match the column beside them; a single one may be chance."""
LEFT, RIGHT = -1, 1


@dataclass(frozen=True, slots=True)
class _RowComparison:
    """A row with one value in each column, and the answers of the code; `cases` are positions in the table."""

    heading: str
    cases: tuple[int, ...]
    values: tuple[Plain, ...]
    answers: tuple[object, ...]

    def is_shifted(self, by: int) -> bool:
        """Whether each value is the code's answer for the next column on that side."""
        pairs = zip(self.values[1:], self.answers, strict=False)
        if by == LEFT:
            pairs = zip(self.values, self.answers[1:], strict=False)
        return all(same_value(value, answer) for value, answer in pairs)


def merge_shifted_rows(
    table: Table, answers: Mapping[int, Value], findings: Mapping[int, Finding]
) -> Iterator[Finding]:
    """Merge the findings of a row that was copied one column off into one finding.

    `answers` are the answers of the code by case, where a case has a single one; `findings` are by case too.
    """
    merged: set[int] = set()
    for row in _rows(table, answers) if len(findings) >= LEAST_CELLS else ():
        wrong_cases = [case for case in row.cases if case in findings]
        by = next((by for by in (RIGHT, LEFT) if len(wrong_cases) >= LEAST_CELLS and row.is_shifted(by)), 0)
        if by:
            merged.update(wrong_cases)
            yield _shifted_row(table, row, by, findings[wrong_cases[0]])
    yield from (finding for case, finding in findings.items() if case not in merged)


def _shifted_row(table: Table, row: _RowComparison, by: int, first: Finding) -> Finding:
    printed, answers = (", ".join(map(value_text, each)) for each in (row.values, row.answers))
    if by == RIGHT:
        where, hint = "one column too far right", "move its values one column left, or correct the code"
    else:
        where, hint = "one column too far left", "move its values one column right, or correct the code"
    message = (
        f"the row {row.heading!r} of table {table.id!r} is {where}: it prints {printed}, but the code answers {answers}"
    )
    return replace(first, message=message, hint=hint, about=f"{table.id}: row {row.heading}")


def _rows(table: Table, answers: Mapping[int, Value]) -> Iterator[_RowComparison]:
    """The rows with a single value in each column, where the code has a single answer for each."""
    layout = table.layout
    if not isinstance(layout, Lookup) or len(layout.columns) <= LEAST_CELLS or layout.columns[0].axis == OUTPUT:
        return
    positions = {case.span: position for position, case in enumerate(table.cases)}
    for row, keys in innermost_rows(layout.rows):
        cells = [cell.cases[0] for cell in row.cells if len(cell.cases) == 1 and cell.count == 1]
        cases = tuple(positions[case.span] for case in cells if case.span in positions)
        if len(cases) == len(layout.columns) and all(case in answers for case in cases):
            values = tuple(code_value(table, case.value.plain) for case in cells)
            heading = ", ".join(key.written for key in keys)
            yield _RowComparison(heading, cases, values, tuple(answers[case] for case in cases))


def innermost_rows(rows: Sequence[Row], outer: tuple[Key, ...] = ()) -> Iterator[tuple[Row, tuple[Key, ...]]]:
    """Yield the rows that have cells, each with the keys of all its headings."""
    for row in rows:
        keys = (*outer, *row.keys)
        if row.rows:
            yield from innermost_rows(row.rows, keys)
        else:
            yield row, keys


FEWEST = 3
"""Cells that must be wrong before a swap is likely; two may have each other's values by chance."""

Line = Sequence[Span]
"""The cells of a row, or of a column, by their places in the source."""


def swap_hints(table: Table, answers: Mapping[int, Value]) -> Mapping[Span, str]:
    """A hint for each cell of two swapped lines.

    `answers` are the answers of the code by case, where a case has a single one.
    """
    layout = table.layout
    if not isinstance(layout, Lookup) or not layout.columns:
        return {}
    cases = {table.cases[position].span: (table.cases[position], answer) for position, answer in answers.items()}
    printed = {span: code_value(table, case.value.plain) for span, (case, _) in cases.items()}
    comparison = _LineComparison(printed, {span: answer for span, (_, answer) in cases.items()})
    rows = [(repr(", ".join(key.written for key in keys)), _cells(row)) for row, keys in innermost_rows(layout.rows)]
    whole = [(name, cells) for name, cells in rows if all(cell in printed for cell in cells)]
    columns = [
        (repr(key.written), [cells[column] for _, cells in whole if column < len(cells)])
        for column, key in enumerate(layout.columns)
    ]
    hints: dict[Span, str] = {}
    for one, other, cells in comparison.swapped(columns):
        hint = f"the columns {one} and {other} seem to be swapped"
        hints |= {cell: hint for cell in cells if cell not in hints}
    for one, other, cells in comparison.swapped(whole):
        hint = f"the rows {one} and {other} seem to be swapped"
        hints |= {cell: hint for cell in cells if cell not in hints}
    return hints


class _LineComparison:
    """Print and code, cell by cell."""

    def __init__(self, printed: Mapping[Span, Value], answers: Mapping[Span, Value]) -> None:
        self.printed, self.answers = printed, answers

    def swapped(self, lines: Sequence[tuple[str, Line]]) -> Iterator[tuple[str, str, Line]]:
        """The pairs of lines that have each other's values: their names, and their cells."""
        for (one, first), (other, second) in combinations(lines, 2):
            pairs = list(zip(first, second, strict=False))
            wrong = self._wrong_count(first) + self._wrong_count(second)
            if wrong >= FEWEST and all(self._is_printed_at(b, a) and self._is_printed_at(a, b) for a, b in pairs):
                yield one, other, [*first, *second]

    def _wrong_count(self, cells: Line) -> int:
        return sum(not same_value(self.printed[cell], self.answers[cell]) for cell in cells if cell in self.answers)

    def _is_printed_at(self, cell: Span, other: Span) -> bool:
        """Whether the code's answer for one cell is printed in the other."""
        return cell in self.answers and same_value(self.printed[other], self.answers[cell])


def _cells(row: Row) -> Line:
    """The cell of each column; a cell that spans several columns counts for each of them."""
    return [cell.cases[0].span for cell in row.cells for _ in range(cell.count) if len(cell.cases) == 1]


def disagreements(
    table: Table, book: Book, evaluator: Evaluator, evaluation: Evaluation, expectation: ExpectedResults
) -> tuple[Collection[int], tuple[Finding, ...]]:
    """The owners that the code contradicts, and the findings about them."""
    if expectation.matches:
        return (), ()
    printed = answers(table, evaluation.binding.order)
    wrong: dict[int, list[int]] = {}
    for index in expectation.mismatches():
        wrong.setdefault(printed.owners[index], []).append(index)
    findings = {
        owner: _disagreement(table, book, evaluator, evaluation, printed, indices) for owner, indices in wrong.items()
    }
    code_answers = _single_answers(printed, evaluation)
    hints = swap_hints(table, code_answers)
    merged = merge_shifted_rows(table, code_answers, findings)
    return wrong, tuple(replace(each, hint=hints.get(each.span, each.hint)) for each in merged)


def _single_answers(printed: Answers, evaluation: Evaluation) -> dict[int, Value]:
    """The answer of the code for each case, where it is the same in all combinations of the case."""
    by_case: dict[int, set[tuple[bool, Value]]] = {}
    for owner, answer in zip(printed.owners, evaluation.results, strict=True):
        by_case.setdefault(owner, set()).add((isinstance(answer, bool), answer))
    return {owner: next(iter(values))[1] for owner, values in by_case.items() if len(values) == 1 and owner >= 0}


def _disagreement(
    table: Table, book: Book, evaluator: Evaluator, evaluation: Evaluation, printed: Answers, indices: Sequence[int]
) -> Finding:
    """The finding for one cell, with its first counterexample."""
    index = indices[0]
    owner, keys = printed.owners[index], printed.keys_at(index)
    place: Case | Silence
    if owner == OUTSIDE:
        place, claim, prefix = (silence_at(table, keys), f"table {table.id!r} says nothing", "outside, ")
    else:
        place, prefix = table.cases[owner], output_prefix(table, book)
        claim = f"table {table.id!r} prints {plain(place.value.label, book)}"
    others = f" (and {len(indices) - 1} more)" if len(indices) > 1 else ""
    message = f"{claim} for {describe_combination(keys, printed.axes)}{others}, {evaluation.answer_text(index)}"
    about = f"{table.id}: {prefix}{table.describe(place.boxes[0])}"
    expected = code_value(table, printed.value(owner))
    finding = evaluator.disagreement(message, place.span, evaluation.binding, keys, expected, about=about)
    finding = replace(finding, other=evaluation.answer_text(index))
    if table.values is None and str(evaluation.results[index]) == printed.value(owner):
        hint = "the cells hold text; if they are numbers, name their domain, such as values: 1..6"
        return replace(finding, hint=hint)
    return finding


def output_prefix(table: Table, book: Book) -> str:
    """`losses, ` for the function of one output in a table of several; else nothing."""
    outputs = book.tables[table.id].outputs
    return next((f"{output.id}, " for output in outputs if output.proof is table.proof), "")


MOST_LISTED = 1_000_000
"""The number of combinations above which a walk looks for a counterexample: listing more takes seconds."""

PART_CASES = 100_000
"""The number of combinations around such a counterexample that are tried one by one."""

COMPARE: Mapping[Policy, Callable[[Table, Book, Evaluator, Evaluation], Outcome]] = {
    Policy.ANY: prove_hits,
    Policy.LIST: prove_hits,
    Policy.SUM: prove_sum,
}
"""The comparison under policies where the answer may come from several cases."""


def prove_table(table: Table, book: Book, evaluator: Evaluator) -> Outcome:
    """Each cell of a table is proved if the code agrees in every combination that the cell decides.

    A table of several outputs is proved output by output.
    """
    outcomes = [_prove(function, book, evaluator) for function in table.functions()]
    by_place = {statement.span: statement for outcome in outcomes for statement in outcome.statements}
    return Outcome(
        tuple(by_place[case.span] for case in table.cases if case.span in by_place),
        tuple(finding for outcome in outcomes for finding in outcome.findings),
        sum(outcome.compared for outcome in outcomes),
        sum(outcome.open for outcome in outcomes),
    )


def _prove(table: Table, book: Book, evaluator: Evaluator) -> Outcome:
    if table.proof is None:
        return Outcome(tuple(statements.cells(book, table, tell("the table has no proof"))))
    domains = {axis.name: axis.domain for axis in table.axes}
    can_walk = table.policy not in (Policy.ANY, Policy.LIST)  # where several cases may match, all are listed
    found: Evaluation | Refusal | Part = evaluator.evaluate(table.proof, domains, wide=can_walk)
    if can_walk and isinstance(found, Evaluation) and found.cases > MOST_LISTED:
        found = _wide(table, found, evaluator.most_cases)
    if isinstance(found, TooMany) and evaluator.sample is not None:
        chosen = parts(domains, evaluator.sample, table.proof.text)
        return search_outcome([_prove_part(table, part, book, evaluator) for part in chosen])
    if isinstance(found, Refusal):
        return Outcome(tuple(statements.cells(book, table, found.reason)), tuple(found.findings))
    if isinstance(found, Mapping):
        return _without_proofs(_prove_part(table, found, book, evaluator))
    return without_untried(table, COMPARE.get(table.policy, _compare)(table, book, evaluator, found))


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
    """The outcome for a part of the domain."""
    assert table.proof is not None
    domains = {axis.name: axis.domain for axis in table.axes}
    evaluation = evaluator.evaluate(table.proof, domains, part=part)
    if isinstance(evaluation, Refusal):
        return Outcome(tuple(statements.cells(book, table, evaluation.reason)), tuple(evaluation.findings))
    axes = (replace(axis, domain=limited(axis.domain, part.get(axis.name))) for axis in table.axes)
    return COMPARE.get(table.policy, _compare)(replace(table, axes=tuple(axes)), book, evaluator, evaluation)


def _without_proofs(outcome: Outcome) -> Outcome:
    """Mark the proved cells as unproved: a part that has a counterexample proves nothing about other cells."""
    verdicts = (
        replace(one, state=State.UNPROVED, reason=tell("another cell of the table disagrees with the code"))
        if one.state is State.PROVED
        else one
        for one in outcome.statements
    )
    return replace(outcome, statements=tuple(verdicts))


def walk_table(table: Table, evaluation: Evaluation) -> Walk | None:
    """The walk over a table whose policy allows one."""
    if table.policy is Policy.SUM:
        return walk_sum(Sums(table, evaluation), evaluation)
    return walk_cases(table, evaluation)


def agrees_with_code(table: Table, evaluation: Evaluation) -> bool:
    """Whether the code agrees with one function of a table everywhere."""
    if table.policy in (Policy.ANY, Policy.LIST):
        return hits_agree(table, evaluation)
    if table.policy is Policy.SUM and evaluation.cases <= MOST_LISTED:
        return sums_agree(Sums(table, evaluation), evaluation)
    walked = walk_table(table, evaluation)
    return walked.wrong is None if walked else expected_results(table, evaluation).matches


def _compare(table: Table, book: Book, evaluator: Evaluator, evaluation: Evaluation) -> Outcome:
    walked = walk_cases(table, evaluation)
    counts: Mapping[int, int]
    wrong: Collection[int]
    findings: tuple[Finding, ...]
    if walked is not None and walked.wrong is None:
        counts, wrong, findings = walked.counts, (), ()
    else:
        counts = tally(table, *axes_in_order(table, evaluation.binding.order))
        wrong, findings = disagreements(table, book, evaluator, evaluation, expected_results(table, evaluation))
    function, never = evaluation.function.name, tell("no combination that the proof tried reaches this cell")
    verdicts: list[Statement] = []
    for position, case in enumerate(table.cases):
        count = counts.get(position, 0)
        state = State.FAILED if position in wrong else State.PROVED if count else State.UNPROVED
        verdicts.append(statements.cell(book, table, case, state, function, count, "" if count else never))
    return Outcome(
        tuple(verdicts),
        findings,
        evaluation.cases - counts.get(QUESTION, 0) - counts.get(GAP, 0),
        counts.get(QUESTION, 0),
    )


def expected_results(table: Table, evaluation: Evaluation) -> ExpectedResults:
    """What the table says for each combination; any answer where it leaves a gap or an open question."""
    expectation = evaluation.codes.expectation()
    for owner, where in layers(table, *axes_in_order(table, evaluation.binding.order)):
        if owner == QUESTION:
            expectation.allow_any(where)
        else:
            expectation.require(where, code_value(table, None if owner == OUTSIDE else table.cases[owner].value.plain))
    return expectation
