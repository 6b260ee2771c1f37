"""Compares tables with code for the hit policies any and list, under which several cases give the answer.

A `TableProof` comes in: a table and the answers of the code. An `Outcome` goes out: a verdict on each case, and a
finding for each case that is wrong. A *case* is one printed value with the boxes of keys where it matches. A
*counterexample* is a combination of keys where table and code disagree, as its flat position. The *owner* of a
combination is OUTSIDE where the table is silent, QUESTION where the rules leave it open, and otherwise the number of a
group of cases that match together (`MatchingCases`).

- `any`: all cases that match have the same value. A case is compared wherever it matches, not only where it is first.
- `list`: the code answers the values of all cases that match; a case is wrong if the answer lacks its value.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from rulewright.base.findings import Finding, Span
from rulewright.base.messages.messages import NO_WORDS, tell
from rulewright.book.book import Book
from rulewright.book.wording import plain
from rulewright.entries.cells import Case, Silence
from rulewright.entries.table import Policy, Table
from rulewright.proof import statements
from rulewright.proof.comparison import (
    same_value,
)
from rulewright.proof.evaluator import Evaluation, Evaluator
from rulewright.proof.replies import Value, typed_key
from rulewright.proof.report import Outcome, State, Statement
from rulewright.tables.answers import (
    OUTSIDE,
    QUESTION,
    MatchingCases,
    code_value,
    combination,
    describe_combination,
    matching_cases,
    silence_at,
)

NO_DOUBTS: Mapping[int, str] = {}
"""For each doubtful case, why it stays unproved; here none."""

NO_CASE = -1
"""Stands for a case of a list if no single one is wrong: the code answers more values, or in another order.

Wrong cases are positions from 0, NO_CASE, or the owner OUTSIDE if the code answers where the table is silent.
"""

CaseGroup = tuple[int, ...]
"""The cases that match one combination, in the order of the table."""


@dataclass(frozen=True, slots=True)
class TableProof:
    """One function of a table, and the answers of the code in every combination. A case is its position here."""

    table: Table
    book: Book
    evaluator: Evaluator
    evaluation: Evaluation

    def value(self, case: int) -> Value:
        """Return the value of a case as the code would answer it."""
        return code_value(self.table, self.table.cases[case].value.plain)

    def cell_text(self, case: int) -> str:
        return plain(self.table.cases[case].value.label, self.book)

    def statements(
        self, wrong: Collection[int], counts: Mapping[int, int], never: str, doubts: Mapping[int, str] = NO_DOUBTS
    ) -> tuple[Statement, ...]:
        """Return the verdict on each case.

        Cases in `wrong` fail; a case in `doubts` stays unproved for that reason. `counts` has the number of
        combinations compared by case; a case with none stays unproved for the reason `never`.
        """
        verdicts = []
        for position, case in enumerate(self.table.cases):
            count, has_failed = counts.get(position, 0), position in wrong
            reason = "" if has_failed else doubts.get(position, "" if count else never)
            state = State.FAILED if has_failed else State.UNPROVED if reason else State.PROVED
            cell = statements.cell(self.book, self.table, case, reason)
            verdicts.append(replace(cell, state=state, function=self.evaluation.function.name, cases=count))
        return tuple(verdicts)

    def disagreement(self, message: str, span: Span, keys: Mapping[str, int], expected: Value, about: str) -> Finding:
        """Return the finding about a counterexample, which is one key for each axis."""
        binding = self.evaluation.binding
        return self.evaluator.disagreement(message, span, binding, keys, expected, about=f"{self.table.id}: {about}")


def prove_hits(proof: TableProof) -> Outcome:
    """Compare a table of policy any or list; each wrong case gets one finding, with its first counterexample."""
    matching = matching_cases(proof.table, proof.evaluation.binding.order)
    wrong = _wrong_cases(proof.table, matching, proof.evaluation.results)
    counts = Counter(matching.owners)
    uncompared = counts[QUESTION]
    if proof.table.policy is Policy.ANY:  # a list may be empty
        uncompared += counts[matching.groups.index(())]
    compared = Counter[int]()
    for owner, group in enumerate(matching.groups):
        compared.update(dict.fromkeys(group, counts[owner]))
    # where a list is wrong but none of its cases is, all of them are doubtful
    doubtful = (case for index in wrong.get(NO_CASE, ()) for case in _group(matching, index))
    doubts = dict.fromkeys(doubtful, tell("the list it belongs to disagrees with the code"))
    never = tell("no combination that the proof tried reaches this cell")
    findings = tuple(_hit_finding(proof, matching, case, indices) for case, indices in wrong.items())
    verdicts = proof.statements(wrong, compared, never, doubts)
    return Outcome(verdicts, findings, proof.evaluation.cases - uncompared, counts[QUESTION])


def hits_agree(table: Table, evaluation: Evaluation) -> bool:
    """Return whether the code agrees with a table of policy any or list everywhere."""
    return not _wrong_cases(table, matching_cases(table, evaluation.binding.order), evaluation.results)


def _group(matching: MatchingCases, index: int) -> CaseGroup:
    """Return the cases that match the combination at a flat position."""
    return matching.groups[matching.owners[index]] if matching.owners[index] >= 0 else ()


def _wrong_cases(table: Table, matching: MatchingCases, results: Sequence[Value]) -> Mapping[int, list[int]]:
    """Return the wrong cases, each with its counterexamples; the key OUTSIDE stands for a silence of the table.

    Whether a group of cases agrees with an answer is computed once for all combinations that have both.
    """
    wrong: dict[int, list[int]] = {}
    wrong_by_answer: dict[tuple[int, object], Sequence[int]] = {}
    compare = _cases_not_listed if table.policy is Policy.LIST else _cases_that_differ
    values = [code_value(table, case.value.plain) for case in table.cases]
    for index, (owner, answer) in enumerate(zip(matching.owners, results, strict=True)):
        key = owner, typed_key(answer)
        if key not in wrong_by_answer:
            if owner == OUTSIDE:
                wrong_by_answer[key] = [] if answer is None else [OUTSIDE]
            elif owner == QUESTION:
                wrong_by_answer[key] = []
            else:
                wrong_by_answer[key] = compare([(case, values[case]) for case in matching.groups[owner]], answer)
        for case in wrong_by_answer[key]:
            wrong.setdefault(case, []).append(index)
    return wrong


def _cases_that_differ(values: Sequence[tuple[int, Value]], answer: Value) -> Sequence[int]:
    """Return the cases that differ from the answer; under policy any, every matching case must have that value."""
    return [case for case, value in values if not same_value(value, answer)]


def _cases_not_listed(values: Sequence[tuple[int, Value]], answer: Value) -> Sequence[int]:
    """Return the cases whose values the answer lacks; policy list.

    The answer must be a tuple of the values of all matching cases in table order, or a set of them. A tuple must have a
    value as often as the table lists it. Return NO_CASE if the answer has other values or another order, or is not a
    list.
    """
    if not isinstance(answer, (tuple, frozenset)):
        return [NO_CASE]
    printed = [(case, value) for case, value in values if value is not None]
    missing, unmatched = [], [*answer]
    for case, value in printed:
        position = next((index for index, each in enumerate(unmatched) if same_value(value, each)), None)
        if position is None:
            missing.append(case)
        elif isinstance(answer, tuple):
            del unmatched[position]
    if missing:
        return missing
    expected = [value for _, value in printed]
    if isinstance(answer, frozenset):
        agrees = all(any(same_value(each, value) for value in expected) for each in answer)
    else:
        agrees = len(answer) == len(expected) and all(map(same_value, expected, answer))
    return [] if agrees else [NO_CASE]


def _hit_finding(proof: TableProof, matching: MatchingCases, case: int, indices: Sequence[int]) -> Finding:
    """Return the finding about a wrong case, or NO_CASE or OUTSIDE; `indices` are its counterexamples."""
    table, keys = proof.table, combination(matching.axes, matching.keys, indices[0])
    where = describe_combination(keys, matching.axes)
    claim = "says nothing"
    expected: Value = None
    printed: Table | Case | Silence = table.cases[case] if case >= 0 else table
    if case == OUTSIDE:
        printed = silence_at(table, keys)
    elif table.policy is Policy.LIST:
        listed = [each for each in _group(matching, indices[0]) if proof.value(each) is not None]
        texts = ", ".join(map(proof.cell_text, listed if case == NO_CASE else [case]))
        claim, expected = f"lists {texts or 'nothing'}", tuple(map(proof.value, listed))
    else:
        claim, expected = f"prints {proof.cell_text(case)}", proof.value(case)
    more = f" (and {len(indices) - 1} more)" if len(indices) > 1 else NO_WORDS
    message = f"table {table.id!r} {claim} for {where}{more}, {proof.evaluation.answer_text(indices[0])}"
    return proof.disagreement(message, printed.span, keys, expected, where)
