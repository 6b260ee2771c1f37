"""Findings for the cells of a table that disagree with the code, fewer where one slip explains several."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from rulewright.findings import Finding
from rulewright.model.answers import OUTSIDE, Answers, answers, code_value, describe_combination, silence_at
from rulewright.model.book import Book
from rulewright.model.table import Case, Silence, Table
from rulewright.proof.comparison import ExpectedResults
from rulewright.proof.evaluator import Evaluation, Evaluator
from rulewright.proof.results import Value
from rulewright.proof.shifted_rows import merge_shifted_rows
from rulewright.proof.swapped_lines import swap_hints
from rulewright.wording import plain


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
        place, claim, prefix = (
            silence_at(table, keys),
            f"table {table.id!r} says nothing",
            "outside, ",
        )
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
