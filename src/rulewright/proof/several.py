"""Tables of which several cases may hold at once, against code, for every combination."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from rulewright.diagnostics import Diagnostic
from rulewright.model.answers import OUTSIDE, QUESTION, combination, describe, silence_at
from rulewright.model.book import Book
from rulewright.model.holders import Holders, holders
from rulewright.model.table import Table
from rulewright.proof import statements
from rulewright.proof.judging import NONE, Agreeing, Group, Judge, Listing
from rulewright.proof.process import Value
from rulewright.proof.questioning import Questioning, Run, in_words
from rulewright.proof.report import Outcome, State, Statement


def prove_agreeing(table: Table, book: Book, code: Questioning, run: Run) -> Outcome:
    """Policy any: every case that holds must say what the code answers."""
    return _prove(Agreeing(table, book), code, run)


def prove_list(table: Table, book: Book, code: Questioning, run: Run) -> Outcome:
    """Policy list: the code answers all that hold."""
    return _prove(Listing(table, book), code, run)


def _prove(judge: Judge, code: Questioning, run: Run) -> Outcome:
    """One finding for each case at fault, with its first counterexample."""
    said = holders(judge.table, run.bound.order)
    wrong = _wrong(judge, said, run.results)
    counts = Counter(said.owners)
    idle = counts[QUESTION] + (0 if judge.answers_nothing else counts[said.groups.index(())])
    found = tuple(_finding(judge, said, at, indices, code, run) for at, indices in wrong.items())
    return Outcome(tuple(_statements(judge, said, wrong, run)), found, len(run.results) - idle, counts[QUESTION])


def _statements(judge: Judge, said: Holders, wrong: Mapping[int, Sequence[int]], run: Run) -> list[Statement]:
    """How each case fared over all the combinations in which it holds."""
    counts = Counter(said.owners)
    tried = Counter[int]()
    for owner, group in enumerate(said.groups):
        tried.update(dict.fromkeys(group, counts[owner]))
    doubtful = {at for index in wrong.get(NONE, ()) for at in _group(said, index)}
    verdicts = [_verdict(at in wrong, at in doubtful, tried[at]) for at in range(len(judge.table.cases))]
    return [
        statements.cell(judge.book, judge.table, case, state, run.bound.function.name, tried[at], reason)
        for at, (case, (state, reason)) in enumerate(zip(judge.table.cases, verdicts, strict=True))
    ]


def _verdict(wrong: bool, doubtful: bool, cases: int) -> tuple[State, str]:
    """How a case fared, and why where it is not proved."""
    if wrong:
        return State.FAILED, ""
    if doubtful:
        return State.UNPROVED, "the list that it stands in disagrees with the code"
    return (State.PROVED, "") if cases else (State.UNPROVED, "no combination that was tried comes to this cell")


def _group(said: Holders, index: int) -> Group:
    return said.groups[said.owners[index]] if said.owners[index] >= 0 else ()


def _wrong(judge: Judge, said: Holders, results: Sequence[Value]) -> Mapping[int, list[int]]:
    """The cases at fault, each with the combinations that show it."""
    wrong: dict[int, list[int]] = {}
    judged: dict[tuple[int, Value, object], Sequence[int]] = {}
    for index, (owner, got) in enumerate(zip(said.owners, results, strict=True)):
        met = owner, got, _kind(got)
        if met not in judged:
            judged[met] = _judged(judge, said, owner, got)
        for at in judged[met]:
            wrong.setdefault(at, []).append(index)
    return wrong


def _kind(got: Value) -> object:
    """Tells equal answers of different kinds apart: 1 and True, (1,) and (True,)."""
    if isinstance(got, tuple):
        return tuple(map(type, got))
    return frozenset(map(type, got)) if isinstance(got, frozenset) else type(got)


def _judged(judge: Judge, said: Holders, owner: int, got: Value) -> Sequence[int]:
    if owner == OUTSIDE:
        return [] if got is None else [OUTSIDE]
    return [] if owner == QUESTION else judge.blamed(said.groups[owner], got)


def _finding(judge: Judge, said: Holders, at: int, indices: Sequence[int], code: Questioning, run: Run) -> Diagnostic:
    keys = combination(said.axes, said.keys, indices[0])
    claim, wanted = ("says nothing", None) if at == OUTSIDE else judge.said(at, _group(said, indices[0]))
    where = describe(keys, said.axes)
    others = f" (and {len(indices) - 1} more)" if len(indices) > 1 else ""
    answer = f"{run.bound.function.name}() answers {in_words(run.results[indices[0]])}"
    owner = silence_at(judge.table, keys) if at == OUTSIDE else judge.table.cases[at] if at >= 0 else judge.table
    message = f"table {judge.table.id!r} {claim} for {where}{others}, {answer}"
    found = code.disagreement(message, owner.span, run.bound, keys, wanted)
    return replace(found, about=f"{judge.table.id}: {where}")
