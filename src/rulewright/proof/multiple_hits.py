"""Tables of which several cases may hold at once, against code, for every combination."""

from collections import Counter
from collections.abc import Mapping, Sequence

from rulewright.diagnostics import Diagnostic
from rulewright.model.answers import OUTSIDE, QUESTION, combination, describe_combination, silence_at
from rulewright.model.book import Book
from rulewright.model.matching_cases import MatchingCases, matching_cases
from rulewright.model.table import Policy, Table
from rulewright.proof import statements
from rulewright.proof.evaluator import Evaluation, Evaluator, value_text
from rulewright.proof.hit_oracles import NONE, AnyOracle, Group, HitOracle, Listing
from rulewright.proof.report import Outcome, State, Statement
from rulewright.proof.results import Value


def prove_any(table: Table, book: Book, evaluator: Evaluator, evaluation: Evaluation) -> Outcome:
    """Policy any: every case that holds must say what the code answers."""
    return _prove(AnyOracle(table), book, evaluator, evaluation)


def prove_list(table: Table, book: Book, evaluator: Evaluator, evaluation: Evaluation) -> Outcome:
    """Policy list: the code answers all that hold."""
    return _prove(Listing(table), book, evaluator, evaluation)


def hits_agree(table: Table, evaluation: Evaluation) -> bool:
    """Whether the code answers what a table of one of these policies says, wherever it says something."""
    judge = Listing(table) if table.policy is Policy.LIST else AnyOracle(table)
    return not _wrong(judge, matching_cases(table, evaluation.binding.order), evaluation.results)


def _prove(judge: HitOracle, book: Book, evaluator: Evaluator, evaluation: Evaluation) -> Outcome:
    """One finding for each case at fault, with its first counterexample."""
    said = matching_cases(judge.table, evaluation.binding.order)
    wrong = _wrong(judge, said, evaluation.results)
    counts = Counter(said.owners)
    idle = counts[QUESTION] + (0 if judge.empty_is_answer else counts[said.groups.index(())])
    found = tuple(_finding(judge, said, at, indices, book, evaluator, evaluation) for at, indices in wrong.items())
    return Outcome(
        tuple(_statements(judge, said, wrong, book, evaluation)),
        found,
        len(evaluation.results) - idle,
        counts[QUESTION],
    )


def _statements(
    judge: HitOracle, said: MatchingCases, wrong: Mapping[int, Sequence[int]], book: Book, evaluation: Evaluation
) -> list[Statement]:
    """How each case fared over all the combinations in which it holds."""
    counts = Counter(said.owners)
    tried = Counter[int]()
    for owner, group in enumerate(said.groups):
        tried.update(dict.fromkeys(group, counts[owner]))
    doubtful = {at for index in wrong.get(NONE, ()) for at in _group(said, index)}
    verdicts = [_verdict(at in wrong, at in doubtful, tried[at]) for at in range(len(judge.table.cases))]
    return [
        statements.cell(book, judge.table, case, state, evaluation.binding.function.name, tried[at], reason)
        for at, (case, (state, reason)) in enumerate(zip(judge.table.cases, verdicts, strict=True))
    ]


def _verdict(wrong: bool, doubtful: bool, cases: int) -> tuple[State, str]:
    """How a case fared, and why where it is not proved."""
    if wrong:
        return State.FAILED, ""
    if doubtful:
        return State.UNPROVED, "the list it belongs to disagrees with the code"
    return (State.PROVED, "") if cases else (State.UNPROVED, "no combination that the proof tried reaches this cell")


def _group(said: MatchingCases, index: int) -> Group:
    return said.groups[said.owners[index]] if said.owners[index] >= 0 else ()


def _wrong(judge: HitOracle, said: MatchingCases, results: Sequence[Value]) -> Mapping[int, list[int]]:
    """The cases at fault, each with the combinations that show it."""
    wrong: dict[int, list[int]] = {}
    judged: dict[tuple[int, Value, object], Sequence[int]] = {}
    for index, (owner, got) in enumerate(zip(said.owners, results, strict=True)):
        seen = owner, got, _kind(got)
        if seen not in judged:
            judged[seen] = _judged(judge, said, owner, got)
        for at in judged[seen]:
            wrong.setdefault(at, []).append(index)
    return wrong


def _kind(got: Value) -> object:
    """Tells equal answers of different kinds apart: 1 and True, (1,) and (True,)."""
    if isinstance(got, tuple):
        return tuple(map(type, got))
    return frozenset(map(type, got)) if isinstance(got, frozenset) else type(got)


def _judged(judge: HitOracle, said: MatchingCases, owner: int, got: Value) -> Sequence[int]:
    if owner == OUTSIDE:
        return [] if got is None else [OUTSIDE]
    return [] if owner == QUESTION else judge.faulty_cases(said.groups[owner], got)


def _finding(
    judge: HitOracle,
    said: MatchingCases,
    at: int,
    indices: Sequence[int],
    book: Book,
    evaluator: Evaluator,
    evaluation: Evaluation,
) -> Diagnostic:
    keys = combination(said.axes, said.keys, indices[0])
    claim, wanted = ("says nothing", None) if at == OUTSIDE else judge.said(at, _group(said, indices[0]), book)
    where = describe_combination(keys, said.axes)
    others = f" (and {len(indices) - 1} more)" if len(indices) > 1 else ""
    answer = f"{evaluation.binding.function.name}() answers {value_text(evaluation.results[indices[0]])}"
    owner = silence_at(judge.table, keys) if at == OUTSIDE else judge.table.cases[at] if at >= 0 else judge.table
    message = f"table {judge.table.id!r} {claim} for {where}{others}, {answer}"
    return evaluator.disagreement(
        message, owner.span, evaluation.binding, keys, wanted, about=f"{judge.table.id}: {where}"
    )
