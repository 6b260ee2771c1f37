"""Modifier tables against code: the clamped sum of all that apply, for every combination."""

from collections.abc import Iterable, Mapping
from functools import reduce
from itertools import compress, cycle, repeat
from math import prod
from operator import and_, or_

from rulewright.diagnostics import Diagnostic
from rulewright.model.answers import axes_in_order, combination, describe
from rulewright.model.book import Book
from rulewright.model.domain import signed
from rulewright.model.keyset import Bound
from rulewright.model.table import Case, Silence, Table, Value
from rulewright.proof import statements
from rulewright.proof.comparing import same
from rulewright.proof.questioning import Questioning, Run, in_words
from rulewright.proof.report import Outcome, State
from rulewright.wording import plain

NONE = -1
"""Stands for no modifier: the code adds something where none applies."""


class _Sums:
    """What each combination adds up to, and which modifiers apply there.

    There may be millions of combinations, so everything is worked out for all of them at once: a modifier has
    a flag for each, in one run of bytes.
    """

    def __init__(self, table: Table, run: Run) -> None:
        self.table = table
        self.axes, self.keys = axes_in_order(table, run.bound.order)
        self.count = len(run.results)
        self.flags = [self._flags(case) for case in table.cases]
        totals: list[Bound] = [0] * self.count
        for case, flags in zip(table.cases, self.flags, strict=True):
            amounts = self._amounts(case)
            totals = [total + flag * amount for total, flag, amount in zip(totals, flags, amounts, strict=False)]
        low, high = table.clamp
        clamped = (min(max(total, low), high) for total in totals)
        outside = self._inside([silence for silence in table.silences if not silence.question])
        self.totals = [None if silent else total for total, silent in zip(clamped, outside, strict=True)]
        self.open = self._inside([silence for silence in table.silences if silence.question])
        self.said = bytes(not (silent or question) for silent, question in zip(outside, self.open, strict=True))

    def _inside(self, silences: Iterable[Silence]) -> bytes:
        """1 for each combination that one of these takes."""
        return reduce(lambda one, other: bytes(map(or_, one, other)), map(self._flags, silences), bytes(self.count))

    def _flags(self, stated: Case | Silence) -> bytes:
        """1 for each combination inside one of the boxes, row-major with the last axis fastest."""
        found = bytes(self.count)
        for box in stated.boxes:
            sets = {axis.name: keys for axis, keys in zip(self.table.axes, box, strict=True)}
            inside = b"\1"
            for axis, keys in zip(reversed(self.axes), reversed(self.keys), strict=True):
                outside = bytes(len(inside))
                inside = b"".join(inside if key in sets[axis.name] else outside for key in keys)
            found = inside if len(stated.boxes) == 1 else bytes(map(or_, found, inside))
        return found

    def _amounts(self, case: Case) -> Iterable[Bound]:
        """What the case adds at each combination where it applies."""
        value = case.value
        if not value.axis:
            return repeat(value.plain if isinstance(value.plain, (int, float)) else 0)
        place = [axis.name for axis in self.axes].index(value.axis)
        below = prod(map(len, self.keys[place + 1 :]))
        within = [amount for key in self.keys[place] for amount in [value.at(key)] * below]
        return cycle(within)

    def compared(self, flags: bytes) -> int:
        """How many of the combinations flagged the table answers, so that the code's answer tells of the modifier."""
        return sum(map(and_, flags, self.said)) if self.table.silences else flags.count(1)

    def applied(self, index: int) -> tuple[int, ...]:
        """The modifiers that apply at one combination."""
        return tuple(at for at, flags in enumerate(self.flags) if flags[index])

    def at(self, index: int) -> dict[str, int]:
        """The key on each axis of one combination."""
        return combination(self.axes, self.keys, index)


def prove_sum(table: Table, book: Book, code: Questioning, run: Run) -> Outcome:
    """Every modifier is proved if the sums agree; else those are at fault that stand alone where they do not."""
    sums = _Sums(table, run)
    pairs = enumerate(zip(sums.totals, run.results, strict=True))
    wrong = [at for at, (total, result) in pairs if total is not result and not same(total, result)]
    wrong = [at for at in wrong if not sums.open[at]]
    guilty = _guilty(sums, wrong)
    cases = [sums.compared(flags) for flags in sums.flags]
    verdicts = [_verdict(at in guilty, bool(wrong), cases[at]) for at in range(len(cases))]
    function = run.bound.function.name
    return Outcome(
        tuple(
            statements.cell(book, table, case, verdicts[at][0], function, cases[at], verdicts[at][1])
            for at, case in enumerate(table.cases)
        ),
        tuple(_finding(table, book, code, run, sums, at, index) for at, index in guilty.items()),
        sums.count - sums.open.count(1),
        sums.open.count(1),
    )


def _guilty(sums: _Sums, wrong: list[int]) -> Mapping[int, int]:
    """The modifiers at fault, each with a combination that shows it.

    A modifier is at fault if the sum is wrong where as few others apply beside it as ever do; where that
    tells none, all that apply where the fewest do.
    """
    if not wrong:
        return {}
    numbers = [sum(flags) for flags in zip(*sums.flags, strict=True)] if sums.flags else [0] * sums.count
    least = [min(compress(numbers, flags), default=0) for flags in sums.flags]
    fewest = min(numbers[index] for index in wrong)
    alone: dict[int, int] = {}
    together: dict[int, int] = {}
    for index in sorted(wrong, key=numbers.__getitem__):
        number, applied = numbers[index], sums.applied(index)
        if number > max(fewest, *least, 0):
            break  # too many apply here to tell which is at fault
        if number > fewest and any(at in alone and numbers[alone[at]] < number for at in applied):
            continue  # one that is wrong with fewer beside it is reason enough
        for at in applied or (NONE,):
            if at != NONE and number == least[at]:
                alone.setdefault(at, index)
            if number == fewest:
                together.setdefault(at, index)
    return alone or together


def _verdict(guilty: bool, wrong: bool, cases: int) -> tuple[State, str]:
    """How a modifier fared, and why where it is not proved."""
    if guilty:
        return State.FAILED, ""
    if wrong:
        return State.UNPROVED, "another modifier of the table disagrees with the code"
    return (State.PROVED, "") if cases else (State.UNPROVED, "it applies in no combination that was compared")


def _added(value: Value, keys: Mapping[str, int], book: Book) -> str:
    """What a modifier adds as it prints, and where that depends on the key on an axis, what it adds here."""
    printed = plain(value.label, book)
    here = signed(int(value.at(keys[value.axis]))) if value.axis else printed
    return printed if here == printed else f"{printed} (here {here})"


def _finding(table: Table, book: Book, code: Questioning, run: Run, sums: _Sums, at: int, index: int) -> Diagnostic:
    keys = sums.at(index)
    total, answer = sums.totals[index], run.results[index]
    total = None if total is None else int(total)
    found = [table.cases[each].value for each in sums.applied(index)]
    applied = [_added(value, keys, book) for value in found if value.axis or value.plain is not None]
    added = " and ".join(applied) if applied else "no modifier"
    message = (
        f"table {table.id!r} adds {added} for {describe(keys, sums.axes)}, which makes {in_words(total)}, "
        f"{run.bound.function.name}() answers {in_words(answer)}"
    )
    span = table.span if at == NONE else table.cases[at].span
    return code.disagreement(message, span, run.bound, keys, total)
