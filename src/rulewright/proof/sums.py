"""The clamped sums of a modifier table, for every combination at once."""

import math
from array import array
from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property

from rulewright.model.answers import axes_in_order, box_slices, combination
from rulewright.model.keyset import Bound, Box
from rulewright.model.table import Case, Silence, Table
from rulewright.proof.comparison import ExpectedResults
from rulewright.proof.evaluator import Evaluation
from rulewright.proof.truth_columns import InputSpace, TruthColumn, to_array, to_number, width_for

ENDLESS = 1 << 40
"""Stands for ∞ in sums; a sum beyond half of it is infinite."""


class Sums:
    """The sum of modifiers at each combination, and which modifiers apply there.

    There may be millions of combinations, so all sums are computed at once: a modifier is a truth column, and the sums
    are one large number with a place for each combination.
    """

    def __init__(self, table: Table, evaluation: Evaluation) -> None:
        self.table = table
        self.axes, self.keys = axes_in_order(table, evaluation.binding.order)
        self.space = InputSpace(tuple(map(len, self.keys)))
        self.count = self.space.count
        self.regions = [self.region(case) for case in table.cases]
        self.open = self._union(silence for silence in table.silences if silence.question)
        self.outside = self._union(silence for silence in table.silences if not silence.question)
        self.answered_region = self.space.invert(self.space.either(self.open, self.outside))

    def region(self, part: Case | Silence) -> TruthColumn:
        """Where a case applies, or a silence lies."""
        return self.space.region(map(self._inside, part.boxes))

    def _inside(self, box: Box) -> Iterator[bytes | None]:
        sets = {axis.name: keys for axis, keys in zip(self.table.axes, box, strict=True)}
        for axis, keys in zip(self.axes, self.keys, strict=True):
            whole = sets[axis.name] == axis.domain.keys
            yield None if whole else bytes(key in sets[axis.name] for key in keys)

    def _union(self, silences: Iterator[Silence]) -> TruthColumn:
        union = self.space.constant(truth=False)
        for silence in silences:
            union = self.space.either(union, self.region(silence))
        return union

    def _parts(self) -> Iterator[tuple[Fraction, TruthColumn]]:
        """Every amount that some combination adds, and where."""
        for case, region in zip(self.table.cases, self.regions, strict=True):
            value = case.value
            if not value.axis:
                yield exact(value.plain if isinstance(value.plain, (int, float)) else 0), region
                continue
            axis_index = [axis.name for axis in self.axes].index(value.axis)
            for index, key in enumerate(self.keys[axis_index]):
                here = bytes(other == index for other in range(len(self.keys[axis_index])))
                yield exact(value.at(key)), self.space.both(region, TruthColumn((axis_index,), here))

    @cached_property
    def totals(self) -> tuple["array[int]", dict[int, Bound]]:
        """A number for each combination, and the sum that each of these numbers means."""
        parts = list(self._parts())
        unit = math.lcm(*(amount.denominator for amount, _ in parts))
        scaled = [(int(amount * unit), column) for amount, column in parts]
        least = sum(min(amount, 0) for amount, _ in scaled)
        width = width_for(sum(abs(amount) for amount, _ in scaled))
        total = -least * to_number(bytes([1]) * self.count, width)
        for amount, column in scaled:
            total += amount * to_number(self.space.expand_all(column), width)
        codes = to_array(total, self.count, width)
        return codes, {code: self.clamped(code + least, unit) for code in set(codes)}

    def clamped(self, amount: int, unit: int) -> Bound:
        """The sum as the table gives it, of so many parts of which `unit` make one."""
        total = Fraction(amount, unit)
        low, high = self.table.clamp
        endless = abs(total) > ENDLESS // 2
        whole = int(total) if total.denominator == 1 else float(total)
        return min(max(math.copysign(math.inf, total) if endless else whole, low), high)

    def expected(self, evaluation: Evaluation) -> ExpectedResults:
        """The sum for each combination; None where the table is silent, any answer where the question is open."""
        expectation = evaluation.codes.expectation()
        codes, values = self.totals
        expectation.require_each(values, codes)
        for silence in sorted(self.table.silences, key=lambda silence: silence.question):
            for box in silence.boxes:
                for where in box_slices(self.table, box, self.axes, self.keys):
                    expectation.allow_any(where) if silence.question else expectation.require(where, None)
        return expectation

    def total(self, index: int) -> Bound | None:
        """The sum at one combination; None where the table is silent."""
        codes, values = self.totals
        return None if self.space.expand_all(self.outside)[index] else values[codes[index]]

    def compared(self, region: TruthColumn) -> int:
        """How many combinations of a region the table answers, so that the code's answer tests the modifier."""
        return self.space.count_true(self.space.both(region, self.answered_region))

    @cached_property
    def flags(self) -> list[bytes]:
        """For each modifier, 1 at the combinations where it applies."""
        return [self.space.expand_all(region) for region in self.regions]

    def applied(self, index: int) -> tuple[int, ...]:
        """The modifiers that apply at one combination."""
        return tuple(modifier for modifier, flags in enumerate(self.flags) if flags[index])

    def keys_at(self, index: int) -> dict[str, int]:
        """The key on each axis of one combination."""
        return combination(self.axes, self.keys, index)


def exact(amount: Bound) -> Fraction:
    """The decimal number as written: a tenth is exactly a tenth."""
    return Fraction(str(amount)) if math.isfinite(amount) else Fraction(ENDLESS if amount > 0 else -ENDLESS)
