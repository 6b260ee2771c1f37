"""Tables whose hit policy lets several cases match, against code, for every combination.

Under `any` a row is compared wherever it matches, not only where it comes first. Under `list` a row is at fault if the
answer of the code lacks its value.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from rulewright.findings import Finding
from rulewright.model.answers import OUTSIDE, QUESTION, combination, describe_combination, silence_at
from rulewright.model.book import Book
from rulewright.model.matching_cases import MatchingCases, matching_cases
from rulewright.model.table import Policy, Table
from rulewright.proof import statements
from rulewright.proof.evaluator import Evaluation, Evaluator
from rulewright.proof.hit_oracles import NO_CASE, AnyOracle, CaseGroup, HitOracle, ListOracle
from rulewright.proof.report import Outcome, State, Statement
from rulewright.proof.results import Value
from rulewright.translation.messages import NO_WORDS, tell


def prove_any(table: Table, book: Book, evaluator: Evaluator, evaluation: Evaluation) -> Outcome:
    """Policy any: every case that matches must have the value that the code answers."""
    return _prove(AnyOracle(table), book, evaluator, evaluation)


def prove_list(table: Table, book: Book, evaluator: Evaluator, evaluation: Evaluation) -> Outcome:
    """Policy list: the code answers the values of all matching cases."""
    return _prove(ListOracle(table), book, evaluator, evaluation)


def hits_agree(table: Table, evaluation: Evaluation) -> bool:
    """Whether the code agrees with a table of one of these policies everywhere."""
    oracle = ListOracle(table) if table.policy is Policy.LIST else AnyOracle(table)
    return not _faulty_cases(oracle, matching_cases(table, evaluation.binding.order), evaluation.results)


def _prove(oracle: HitOracle, book: Book, evaluator: Evaluator, evaluation: Evaluation) -> Outcome:
    """One finding for each case at fault, with its first counterexample."""
    matching = matching_cases(oracle.table, evaluation.binding.order)
    faulty = _faulty_cases(oracle, matching, evaluation.results)
    counts = Counter(matching.owners)
    uncompared = counts[QUESTION] + (0 if oracle.empty_is_answer else counts[matching.groups.index(())])
    findings = tuple(
        _finding(oracle, matching, case, indices, book, evaluator, evaluation) for case, indices in faulty.items()
    )
    return Outcome(
        tuple(_statements(oracle, matching, faulty, book, evaluation)),
        findings,
        evaluation.cases - uncompared,
        counts[QUESTION],
    )


def _statements(
    oracle: HitOracle, matching: MatchingCases, faulty: Mapping[int, Sequence[int]], book: Book, evaluation: Evaluation
) -> list[Statement]:
    """The verdict on each case over all the combinations that it matches."""
    counts = Counter(matching.owners)
    tried = Counter[int]()
    for owner, group in enumerate(matching.groups):
        tried.update(dict.fromkeys(group, counts[owner]))
    doubtful = {case for index in faulty.get(NO_CASE, ()) for case in _group(matching, index)}
    verdicts = [_verdict(at in faulty, at in doubtful, tried[at]) for at in range(len(oracle.table.cases))]
    return [
        statements.cell(book, oracle.table, case, state, evaluation.function.name, tried[at], reason)
        for at, (case, (state, reason)) in enumerate(zip(oracle.table.cases, verdicts, strict=True))
    ]


def _verdict(faulty: bool, doubtful: bool, cases: int) -> tuple[State, str]:
    """The state of a case, and the reason where it is unproved."""
    if faulty:
        return State.FAILED, ""
    if doubtful:
        return State.UNPROVED, tell("the list it belongs to disagrees with the code")
    return (
        (State.PROVED, "") if cases else (State.UNPROVED, tell("no combination that the proof tried reaches this cell"))
    )


def _group(matching: MatchingCases, index: int) -> CaseGroup:
    return matching.groups[matching.owners[index]] if matching.owners[index] >= 0 else ()


def _faulty_cases(oracle: HitOracle, matching: MatchingCases, results: Sequence[Value]) -> Mapping[int, list[int]]:
    """The cases at fault, each with its counterexamples."""
    faulty: dict[int, list[int]] = {}
    refuted: dict[tuple[int, Value, object], Sequence[int]] = {}
    for index, (owner, answer) in enumerate(zip(matching.owners, results, strict=True)):
        key = owner, answer, _types(answer)
        if key not in refuted:
            refuted[key] = _refuted_cases(oracle, matching, owner, answer)
        for case in refuted[key]:
            faulty.setdefault(case, []).append(index)
    return faulty


def _types(answer: Value) -> object:
    """Tells equal answers of different kinds apart: 1 and True, (1,) and (True,)."""
    if isinstance(answer, tuple):
        return tuple(map(type, answer))
    return frozenset(map(type, answer)) if isinstance(answer, frozenset) else type(answer)


def _refuted_cases(oracle: HitOracle, matching: MatchingCases, owner: int, answer: Value) -> Sequence[int]:
    if owner == OUTSIDE:
        return [] if answer is None else [OUTSIDE]
    return [] if owner == QUESTION else oracle.faulty_cases(matching.groups[owner], answer)


def _finding(
    oracle: HitOracle,
    matching: MatchingCases,
    case: int,
    indices: Sequence[int],
    book: Book,
    evaluator: Evaluator,
    evaluation: Evaluation,
) -> Finding:
    keys = combination(matching.axes, matching.keys, indices[0])
    claim: str = "says nothing"
    expected: Value = None
    if case != OUTSIDE:
        claim, expected = oracle.expectation(case, _group(matching, indices[0]), book)
    where = describe_combination(keys, matching.axes)
    others = f" (and {len(indices) - 1} more)" if len(indices) > 1 else NO_WORDS
    table = oracle.table
    owner = silence_at(table, keys) if case == OUTSIDE else table.cases[case] if case >= 0 else table
    message = f"table {table.id!r} {claim} for {where}{others}, {evaluation.answer_text(indices[0])}"
    about = f"{table.id}: {where}"
    return evaluator.disagreement(message, owner.span, evaluation.binding, keys, expected, about=about)
