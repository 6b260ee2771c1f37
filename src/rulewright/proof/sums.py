"""Modifier tables against code: the clamped sum of all that apply, for every combination."""

import math
from array import array
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from itertools import compress

from rulewright.diagnostics import Diagnostic
from rulewright.model.answers import axes_in_order, box_slices, combination, describe_combination
from rulewright.model.book import Book
from rulewright.model.domain import signed
from rulewright.model.keyset import Bound, Box
from rulewright.model.table import Case, Silence, Table, Value
from rulewright.proof import statements
from rulewright.proof.comparison import ExpectedResults
from rulewright.proof.evaluator import Evaluation, Evaluator, value_text
from rulewright.proof.report import Outcome, State
from rulewright.proof.truth_columns import InputSpace, TruthColumn, to_array, to_number, width_for
from rulewright.wording import plain

NONE = -1
"""Stands for no modifier: the code adds something where none applies."""

ENDLESS = 1 << 40
"""What ∞ counts for while sums are worked out; beyond half of it a sum is endless."""


class Sums:
    """What each combination adds up to, and which modifiers apply there.

    There may be millions of combinations, so everything is worked out for all of them at once: a modifier is a
    column of truths, and the sums are one large number, with a place for each combination.
    """

    def __init__(self, table: Table, evaluation: Evaluation) -> None:
        self.table = table
        self.axes, self.keys = axes_in_order(table, evaluation.binding.order)
        self.space = InputSpace(tuple(map(len, self.keys)))
        self.count = self.space.count
        self.regions = [self.region(case) for case in table.cases]
        self.open = self._any(silence for silence in table.silences if silence.question)
        self.outside = self._any(silence for silence in table.silences if not silence.question)
        self.said = self.space.invert(self.space.either(self.open, self.outside))
        self.totals, self.wants = self._totals()

    def region(self, stated: Case | Silence) -> TruthColumn:
        """Where it holds."""
        return self.space.region(map(self._inside, stated.boxes))

    def _inside(self, box: Box) -> Iterator[bytes | None]:
        sets = {axis.name: keys for axis, keys in zip(self.table.axes, box, strict=True)}
        for axis, keys in zip(self.axes, self.keys, strict=True):
            whole = sets[axis.name] == axis.domain.keys
            yield None if whole else bytes(key in sets[axis.name] for key in keys)

    def _any(self, stated: Iterator[Silence]) -> TruthColumn:
        found = self.space.constant(truth=False)
        for each in stated:
            found = self.space.either(found, self.region(each))
        return found

    def _parts(self) -> Iterator[tuple[Fraction, TruthColumn]]:
        """Every amount that is added somewhere, and where."""
        for case, region in zip(self.table.cases, self.regions, strict=True):
            value = case.value
            if not value.axis:
                yield _exact(value.plain if isinstance(value.plain, (int, float)) else 0), region
                continue
            place = [axis.name for axis in self.axes].index(value.axis)
            for at, key in enumerate(self.keys[place]):
                here = bytes(other == at for other in range(len(self.keys[place])))
                yield _exact(value.at(key)), self.space.both(region, TruthColumn((place,), here))

    def _totals(self) -> tuple["array[int]", dict[int, Bound]]:
        """A number for the sum at each combination, and what these numbers stand for."""
        parts = list(self._parts())
        unit = math.lcm(*(amount.denominator for amount, _ in parts))
        scaled = [(int(amount * unit), column) for amount, column in parts]
        least = sum(min(amount, 0) for amount, _ in scaled)
        width = width_for(sum(abs(amount) for amount, _ in scaled))
        total = -least * to_number(bytes([1]) * self.count, width)
        for amount, column in scaled:
            total += amount * to_number(self.space.expand_all(column), width)
        places = to_array(total, self.count, width)
        return places, {place: self._clamped(Fraction(place + least, unit)) for place in set(places)}

    def _clamped(self, total: Fraction) -> Bound:
        low, high = self.table.clamp
        endless = abs(total) > ENDLESS // 2
        whole = int(total) if total.denominator == 1 else float(total)
        return min(max(math.copysign(math.inf, total) if endless else whole, low), high)

    def expected(self, evaluation: Evaluation) -> ExpectedResults:
        """The sum for each combination, nothing where the table is silent, and anything where it is open."""
        found = evaluation.codes.expectation()
        found.require_each(self.wants, self.totals)
        for silence in sorted(self.table.silences, key=lambda silence: silence.question):
            for box in silence.boxes:
                for where in box_slices(self.table, box, self.axes, self.keys):
                    found.allow_any(where) if silence.question else found.require(where, None)
        return found

    def total(self, index: int) -> Bound | None:
        """What the table adds up to at one combination; None where it says nothing."""
        return None if self.space.expand_all(self.outside)[index] else self.wants[self.totals[index]]

    def compared(self, region: TruthColumn) -> int:
        """How many of the combinations there the table answers, so that the code's answer tells of the modifier."""
        return self.space.count_true(self.space.both(region, self.said))

    @cached_property
    def flags(self) -> list[bytes]:
        """For each modifier 1 at the combinations where it applies."""
        return [self.space.expand_all(region) for region in self.regions]

    def applied(self, index: int) -> tuple[int, ...]:
        """The modifiers that apply at one combination."""
        return tuple(at for at, flags in enumerate(self.flags) if flags[index])

    def keys_at(self, index: int) -> dict[str, int]:
        """The key on each axis of one combination."""
        return combination(self.axes, self.keys, index)


def prove_sum(table: Table, book: Book, evaluator: Evaluator, evaluation: Evaluation) -> Outcome:
    """Every modifier is proved if the sums agree; else those are at fault that stand alone where they do not."""
    sums = Sums(table, evaluation)
    wrong = list(sums.expected(evaluation).mismatches())
    guilty = _guilty(sums, wrong)
    cases = [sums.compared(region) for region in sums.regions]
    verdicts = [_verdict(at in guilty, bool(wrong), cases[at]) for at in range(len(cases))]
    open_ = sums.space.count_true(sums.open)
    function = evaluation.binding.function.name
    return Outcome(
        tuple(
            statements.cell(book, table, case, verdicts[at][0], function, cases[at], verdicts[at][1])
            for at, case in enumerate(table.cases)
        ),
        tuple(_finding(table, book, evaluator, evaluation, sums, at, index) for at, index in guilty.items()),
        sums.count - open_,
        open_,
    )


def _exact(amount: Bound) -> Fraction:
    """As it is written: a tenth is a tenth."""
    return Fraction(str(amount)) if math.isfinite(amount) else Fraction(ENDLESS if amount > 0 else -ENDLESS)


def _guilty(sums: Sums, wrong: list[int]) -> Mapping[int, int]:
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
    return (State.PROVED, "") if cases else (State.UNPROVED, "it applies in none of the combinations compared")


def _added(value: Value, keys: Mapping[str, int], book: Book) -> str:
    """What a modifier adds as it prints, and where that depends on the key on an axis, what it adds here."""
    printed = plain(value.label, book)
    here = signed(int(value.at(keys[value.axis]))) if value.axis else printed
    return printed if here == printed else f"{printed} (here {here})"


def _finding(
    table: Table, book: Book, evaluator: Evaluator, evaluation: Evaluation, sums: Sums, at: int, index: int
) -> Diagnostic:
    keys = sums.keys_at(index)
    total, answer = sums.total(index), evaluation.results[index]
    found = [table.cases[each].value for each in sums.applied(index)]
    applied = [_added(value, keys, book) for value in found if value.axis or value.plain is not None]
    added = " and ".join(applied) if applied else "no modifier"
    where = describe_combination(keys, sums.axes)
    message = (
        f"table {table.id!r} adds {added} for {where}, which makes {value_text(total)}, "
        f"{evaluation.binding.function.name}() answers {value_text(answer)}"
    )
    span = table.span if at == NONE else table.cases[at].span
    about = f"{table.id}: {'no modifier' if at == NONE else table.describe(table.cases[at].boxes[0])}"
    return evaluator.disagreement(message, span, evaluation.binding, keys, total, about=about)
