"""Modifier tables against code: the clamped sum of all that apply, for every combination."""

from collections.abc import Mapping

from rulewright.diagnostics import Diagnostic
from rulewright.model.answers import axes_in_order, describe, indices
from rulewright.model.book import Book
from rulewright.model.keyset import Bound
from rulewright.model.table import Case, Table
from rulewright.proof import statements
from rulewright.proof.questioning import Questioning, Run, in_words, same
from rulewright.proof.report import Outcome, State
from rulewright.wording import plain

NONE = -1
"""Stands for no modifier: the code adds something where none applies."""


class _Sums:
    """What each combination adds up to, and which modifiers apply there."""

    def __init__(self, table: Table, run: Run) -> None:
        self.table = table
        self.axes, self.keys = axes_in_order(table, run.bound.order)
        self.count = len(run.results)
        self.totals: list[Bound] = [0] * self.count
        self.applied: list[tuple[int, ...]] = [()] * self.count
        for at, case in enumerate(table.cases):
            for index in {index for box in case.boxes for index in indices(table, box, self.axes, self.keys)}:
                self.totals[index] += self._amount(case, index)
                self.applied[index] += (at,)
        low, high = table.clamp
        self.totals = [min(max(total, low), high) for total in self.totals]

    def _amount(self, case: Case, index: int) -> Bound:
        if not case.value.axis:
            return case.value.plain if isinstance(case.value.plain, (int, float)) else 0
        low, high = case.value.clamp
        return min(max(self.at(index)[case.value.axis], low), high)

    def at(self, index: int) -> dict[str, int]:
        """The key on each axis of one combination."""
        found = {}
        for axis, keys in zip(reversed(self.axes), reversed(self.keys), strict=True):
            index, place = divmod(index, len(keys))
            found[axis.name] = keys[place]
        return {axis.name: found[axis.name] for axis in self.axes}


def prove_sum(table: Table, book: Book, code: Questioning, run: Run) -> Outcome:
    """Every modifier is proved if the sums agree; else those are at fault that stand alone where they do not."""
    sums = _Sums(table, run)
    wrong = [at for at in range(sums.count) if not same(sums.totals[at], run.results[at])]
    guilty = _guilty(sums, wrong)
    cases = [0] * len(table.cases)
    for applied in sums.applied:
        for at in applied:
            cases[at] += 1
    verdicts = [_verdict(at in guilty, bool(wrong), cases[at]) for at in range(len(cases))]
    function = run.bound.function.name
    return Outcome(
        tuple(
            statements.cell(book, table, case, verdicts[at][0], function, cases[at], verdicts[at][1])
            for at, case in enumerate(table.cases)
        ),
        tuple(_finding(table, book, code, run, sums, at, index) for at, index in guilty.items()),
    )


def _guilty(sums: _Sums, wrong: list[int]) -> Mapping[int, int]:
    """The modifiers at fault, each with a combination that shows it: the fewer apply there, the surer."""
    fewest = min((len(sums.applied[index]) for index in wrong), default=0)
    found: dict[int, int] = {}
    for index in wrong:
        if len(sums.applied[index]) == fewest:
            for at in sums.applied[index] or (NONE,):
                found.setdefault(at, index)
    return found


def _verdict(guilty: bool, wrong: bool, cases: int) -> tuple[State, str]:
    """How a modifier fared, and why where it is not proved."""
    if guilty:
        return State.FAILED, ""
    if wrong:
        return State.UNPROVED, "another modifier of the table disagrees with the code"
    return (State.PROVED, "") if cases else (State.UNPROVED, "it applies in no combination that was tried")


def _finding(table: Table, book: Book, code: Questioning, run: Run, sums: _Sums, at: int, index: int) -> Diagnostic:
    keys = sums.at(index)
    total, answer = int(sums.totals[index]), run.results[index]
    applied = [plain(table.cases[each].value.label, book) for each in sums.applied[index]]
    added = " and ".join(applied) if applied else "no modifier"
    message = (
        f"table {table.id!r} adds {added} for {describe(keys, sums.axes)}, which makes {in_words(total)}, "
        f"{run.bound.function.name}() answers {in_words(answer)}"
    )
    span = table.span if at == NONE else table.cases[at].span
    return code.disagreement(message, span, run.bound, keys, total)
