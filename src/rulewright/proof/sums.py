"""Compares tables of modifiers (policy `sum`) with code: the code answers the clamped sum of all that apply.

With +1 in woods and +2 at night, the code must answer 3 for woods at night. A *modifier* is a case of such a table. A
table may have millions of combinations, so `Sums` computes all sums at once with large integers (`truth_tables.py`). If
the answers of the code are a diagram, `differing_keys` walks down its levels instead, one axis each. A state of the
walk is a node of the diagram, the boxes of modifiers that contain the keys so far, and the sum of those that surely do.
Ways to the same state are merged, so most combinations are never visited. Sets of boxes are masks: bit 0 is the first
box, so the mask 0b101 is the boxes 0 and 2.
"""

import math
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, reduce
from itertools import compress
from operator import and_

from rulewright.base.findings import Finding
from rulewright.base.messages.messages import joined, tell
from rulewright.book.wording import plain
from rulewright.entries.keyset import Bound, Box, KeySet
from rulewright.entries.numbers import signed
from rulewright.entries.table import Table
from rulewright.proof.comparison import ExpectedResults, same_value, value_text
from rulewright.proof.evaluator import Evaluation
from rulewright.proof.policies import TableProof
from rulewright.proof.replies import Diagram
from rulewright.proof.report import Outcome
from rulewright.proof.truth_tables import InputSpace, TruthColumn, to_array, to_number, width_for
from rulewright.tables.answers import axes_in_order, box_slices, combination, describe_combination

NO_MODIFIER = -1
"""Stands for a modifier if no single one is wrong: the code adds something where none applies."""

ENDLESS = 1 << 40
"""A stand-in for ∞ in sums; a sum beyond half of it is infinite."""

MOST_STATES = 50_000
"""Most states on one level of a walk; with more, a walk takes longer than trying every combination."""


def prove_sum(proof: TableProof, *, agrees: bool = False) -> Outcome:
    """Prove every modifier if all sums agree; otherwise some fail (`_wrong_modifiers`) and the others stay unproved.

    `agrees` says that a walk (`differing_keys`) has found no difference.
    """
    table, evaluation = proof.table, proof.evaluation
    sums = Sums(table, evaluation.binding.order)
    mismatches = [] if agrees else list(sums.expected(evaluation).mismatches())
    wrong = _wrong_modifiers(sums, mismatches)
    counts = dict(enumerate(map(sums.compared, sums.regions)))
    doubt = tell("another modifier of the table disagrees with the code")
    doubts = dict.fromkeys(counts, doubt) if mismatches else {}
    verdicts = proof.statements(wrong, counts, tell("it applies in none of the combinations compared"), doubts)
    findings = tuple(_sum_finding(proof, sums, modifier, index) for modifier, index in wrong.items())
    open_ = sums.space.count_true(sums.open)
    return Outcome(verdicts, findings, sums.count - open_, open_)


def _wrong_modifiers(sums: "Sums", mismatches: Sequence[int]) -> Mapping[int, int]:
    """Return the modifiers that are wrong, each with a combination that shows it; `mismatches` have a wrong sum.

    A modifier is wrong if the sum is wrong where as few others as possible apply beside it. If that finds none, all
    modifiers are wrong that apply where the fewest apply. For example, if the sum is wrong for woods, and for woods at
    night, but right for night, only the modifier of woods is wrong.
    """
    if not mismatches:
        return {}
    # how many modifiers apply at each combination; and for each modifier, the least of these numbers where it applies
    applied_counts = [sum(flags) for flags in zip(*sums.flags, strict=True)] if sums.flags else [0] * sums.count
    least_counts = [min(compress(applied_counts, flags), default=0) for flags in sums.flags]
    fewest = min(applied_counts[index] for index in mismatches)
    most_isolated: dict[int, int] = {}  # the wrong modifiers: woods, with the combination "woods by day"
    among_fewest: dict[int, int] = {}  # used if there are none of these
    for index in sorted(mismatches, key=applied_counts.__getitem__):  # where the fewest modifiers apply first
        count, modifiers = applied_counts[index], sums.applied(index)
        if count > max(fewest, *least_counts, 0):
            break  # too many apply here to single out one
        earlier_counts = [applied_counts[most_isolated[each]] for each in modifiers if each in most_isolated]
        is_explained = any(earlier < count for earlier in earlier_counts)  # by a modifier that is wrong with fewer
        if count > fewest and is_explained:
            continue
        for modifier in modifiers or (NO_MODIFIER,):
            if modifier != NO_MODIFIER and count == least_counts[modifier]:
                most_isolated.setdefault(modifier, index)
            if count == fewest:
                among_fewest.setdefault(modifier, index)
    return most_isolated or among_fewest


def _sum_finding(proof: TableProof, sums: "Sums", modifier: int, index: int) -> Finding:
    """Return the finding about a wrong modifier, or NO_MODIFIER, with its counterexample `index`."""
    table = proof.table
    keys, total = combination(sums.axes, sums.keys, index), sums.total(index)
    amounts = []
    for value in (table.cases[modifier].value for modifier in sums.applied(index)):
        if value.axis or value.plain is not None:
            printed = plain(value.label, proof.book)
            amount = signed(int(value.at(keys[value.axis]))) if value.axis else printed
            amounts.append(printed if amount == printed else f"{printed} (here {amount})")
    added = joined(amounts, " and ") if amounts else "no modifier"
    where, answers = describe_combination(keys, sums.axes), proof.evaluation.answer_text(index)
    message = f"table {table.id!r} adds {added} for {where}, which makes {value_text(total)}, {answers}"
    case = None if modifier == NO_MODIFIER else table.cases[modifier]
    about = "no modifier" if case is None else table.describe(case.boxes[0])
    return proof.disagreement(message, (case or table).span, keys, total, about)


class Sums:
    """The sum of modifiers at each combination, and which modifiers apply there.

    There may be millions of combinations, so all sums are computed at once: each modifier is a truth column, and all
    sums together are one large integer with a fixed number of bytes for each combination.
    """

    def __init__(self, table: Table, order: Sequence[str]) -> None:
        self.table = table
        self.axes, self.keys = axes_in_order(table, order)
        self.space = InputSpace(tuple(map(len, self.keys)))
        self.count = self.space.count
        self.regions = [self._region(case.boxes) for case in table.cases]
        self.open = self._region(_silent_boxes(table, question=True))
        self.outside = self._region(_silent_boxes(table, question=False))
        self.answered_region = self.space.invert(self.space.either(self.open, self.outside))

    def _region(self, boxes: Iterable[Box]) -> TruthColumn:
        """Return where any of the boxes is: a truth for each combination."""
        return self.space.region(map(self._axis_flags, boxes))

    def _axis_flags(self, box: Box) -> Iterator[bytes | None]:
        """Yield for each axis one byte per key, 1 if it is in the box; None if the box has the whole axis."""
        box_keys = {axis.name: keys for axis, keys in zip(self.table.axes, box, strict=True)}
        for axis, keys in zip(self.axes, self.keys, strict=True):
            is_whole = box_keys[axis.name] == axis.domain.keys
            yield None if is_whole else bytes(key in box_keys[axis.name] for key in keys)

    @cached_property
    def totals(self) -> tuple["array[int]", dict[int, Bound]]:
        """A code for each combination, and the clamped sum of each code.

        The code is the sum in units, minus the least possible sum. With modifiers of -1 and +1/2 the unit is 1/2, the
        least sum is -2 units, and a sum of 1/2 has the code 3.
        """
        parts = [(exact(amount), self._region(boxes)) for amount, boxes in _amounts(self.table)]
        unit = math.lcm(*(amount.denominator for amount, _ in parts))
        scaled = [(int(amount * unit), column) for amount, column in parts]
        least = sum(min(amount, 0) for amount, _ in scaled)
        width = width_for(sum(abs(amount) for amount, _ in scaled))
        total = -least * to_number(bytes([1]) * self.count, width)  # begins with -least everywhere: no code is negative
        for amount, column in scaled:
            total += amount * to_number(self.space.expand_all(column), width)
        codes = to_array(total, self.count, width)
        return codes, {code: _clamped(self.table, code + least, unit) for code in set(codes)}

    def expected(self, evaluation: Evaluation) -> ExpectedResults:
        """Return the sum for each combination.

        None where the table is silent; any answer agrees at an open question.
        """
        expectation = ExpectedResults(evaluation.codes)
        codes, values = self.totals
        expectation.require_each(values, codes)
        questions_last = sorted(self.table.silences, key=lambda silence: silence.question)
        for silence in questions_last:  # because they prevail
            for box in silence.boxes:
                for positions in box_slices(self.table, box, self.axes, self.keys):
                    if silence.question:
                        expectation.allow_any(positions)
                    else:
                        expectation.require(positions, None)
        return expectation

    def total(self, index: int) -> Bound | None:
        """Return the sum at one combination; None where the table is silent."""
        codes, values = self.totals
        return None if self.space.expand_all(self.outside)[index] else values[codes[index]]

    def compared(self, region: TruthColumn) -> int:
        """Count the combinations of a region that the table answers, where the code's answer tests the modifier."""
        return self.space.count_true(self.space.both(region, self.answered_region))

    @cached_property
    def flags(self) -> list[bytes]:
        """For each modifier, one byte per combination: 1 where it applies."""
        return [self.space.expand_all(region) for region in self.regions]

    def applied(self, index: int) -> tuple[int, ...]:
        """Return the modifiers that apply at one combination."""
        return tuple(modifier for modifier, flags in enumerate(self.flags) if flags[index])


def _amounts(table: Table) -> Iterator[tuple[int | float, list[Box]]]:
    """Yield every amount that a modifier adds, with the boxes where it does.

    A modifier such as "+1 for each squad" adds another amount for each key, and is yielded once for each.
    """
    names = [axis.name for axis in table.axes]
    for case in table.cases:
        value = case.value
        if not value.axis:
            yield value.plain if isinstance(value.plain, (int, float)) else 0, list(case.boxes)
            continue
        index = names.index(value.axis)
        for key in table.axes[index].domain.proof_keys():
            one_key = KeySet.of([key])
            boxes = [box for box in case.boxes if key in box[index]]
            yield value.at(key), [(*box[:index], one_key, *box[index + 1 :]) for box in boxes]


def _clamped(table: Table, amount: int, unit: int) -> Bound:
    """Return a sum as the table gives it, within its clamp; `amount` is in units, and `unit` units make 1."""
    total = Fraction(amount, unit)
    low, high = table.clamp
    value: Bound = int(total) if total.denominator == 1 else float(total)
    if abs(total) > ENDLESS // 2:
        value = math.copysign(math.inf, total)
    return min(max(value, low), high)


def exact(amount: Bound) -> Fraction:
    """Return a decimal number exactly as written: 0.1 is one tenth."""
    return Fraction(str(amount)) if math.isfinite(amount) else Fraction(ENDLESS if amount > 0 else -ENDLESS)


def _silent_boxes(table: Table, *, question: bool) -> list[Box]:
    """Return the boxes where the table asks an open question, or where it is not applicable."""
    return [box for silence in table.silences if silence.question is question for box in silence.boxes]


# A walk along a diagram


class TooManyStates(Exception):
    """A walk takes too long."""


@dataclass(slots=True)
class _Way:
    """The last step of the simplest way to a state: from the state `before`, by the key at `position` of the axis.

    The simplest way meets the fewest `conditions`: as a counterexample, it shows which of them is wrong.
    """

    conditions: int = 0
    before: "_Way | None" = None
    position: int = 0


State = tuple[int, int, int]
"""A node of the diagram, the mask of the boxes that may still apply, and the sum in units of those that surely do."""


def differing_keys(table: Table, order: Sequence[str], diagram: Diagram) -> Mapping[str, int] | None:
    """Return the keys of a combination where table and diagram differ; None if there is none.

    `order` are the axes in the order of the call. Raise `TooManyStates` if the walk takes too long.
    """
    walk = _Walk(table)
    axes, keys = axes_in_order(table, order)
    levels = [*diagram.axis_order, *(axis for axis in range(len(axes)) if axis not in diagram.axis_order)]
    positions = {axis.name: position for position, axis in enumerate(table.axes)}
    masks_of_levels = [walk.masks(positions[axes[axis].name], keys[axis]) for axis in levels]
    surely = [walk.everything]  # the boxes that contain all keys of every later axis; after the last nothing limits one
    for masks in reversed(masks_of_levels):
        surely.append(reduce(and_, masks, surely[-1]))
    surely.reverse()
    ways: dict[State, _Way] = {(diagram.root, *walk.go(walk.everything, 0, walk.everything, surely[0])): _Way()}
    for level, masks in enumerate(masks_of_levels):
        following: dict[State, _Way] = {}
        always = reduce(and_, masks)  # boxes that contain all keys of this axis: to be in them meets no condition
        for (node, boxes, total), way in ways.items():
            branches = node >= 0 and diagram.nodes[node][0] == level  # otherwise this axis does not matter
            for position, mask in enumerate(masks):
                child = diagram.nodes[node][1][position] if branches else node
                state = child, *walk.go(boxes, total, mask, surely[level + 1])
                conditions = way.conditions + (mask & ~always).bit_count()
                if state not in following or conditions < following[state].conditions:
                    following[state] = _Way(conditions, way, position)
        ways = following
        if len(ways) > MOST_STATES:
            raise TooManyStates
    wrong = [way for state, way in ways.items() if not walk.agrees(state, diagram)]
    if not wrong:
        return None
    last: _Way | None = min(wrong, key=lambda each: each.conditions)
    wrong_keys: dict[str, int] = {}
    for axis in reversed(levels):
        assert last is not None
        wrong_keys[axes[axis].name] = keys[axis][last.position]
        last = last.before
    return wrong_keys


class _Walk:
    """A table as a walk sees it: the boxes of its modifiers, and above them those of its silences."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.boxes: list[Box] = []
        parts = [(exact(amount), boxes) for amount, boxes in _amounts(table)]
        self.unit = math.lcm(*(amount.denominator for amount, _ in parts))
        self.amounts: list[int] = []
        self.boxes_of_modifier: list[int] = []
        """For each box, the mask of all boxes of its modifier, which counts only once."""
        for amount, boxes in parts:
            mask = self._add(boxes)
            self.amounts += [int(amount * self.unit)] * len(boxes)
            self.boxes_of_modifier += [mask] * len(boxes)
        self.modifier_boxes = (1 << len(self.boxes)) - 1  # the mask of all boxes so far
        self.outside = self._add(_silent_boxes(table, question=False))
        self.open = self._add(_silent_boxes(table, question=True))
        self.everything = (1 << len(self.boxes)) - 1

    def _add(self, boxes: Sequence[Box]) -> int:
        """Add boxes and return their mask."""
        mask = ((1 << len(boxes)) - 1) << len(self.boxes)
        self.boxes += boxes
        return mask

    def masks(self, axis: int, keys: Sequence[int]) -> list[int]:
        """Return for each key of an axis a mask of the boxes that contain it."""
        bits = [(1 << number, box[axis]) for number, box in enumerate(self.boxes)]
        return [sum(bit for bit, keyset in bits if key in keyset) for key in keys]

    def go(self, boxes: int, total: int, inside: int, surely: int) -> tuple[int, int]:
        """Return boxes and sum after a key that lies in the boxes `inside`; each sure modifier is added once."""
        boxes &= inside
        while sure_boxes := boxes & surely & self.modifier_boxes:
            box = sure_boxes.bit_length() - 1
            total += self.amounts[box]
            boxes &= ~self.boxes_of_modifier[box]
        return boxes, total

    def agrees(self, state: State, diagram: Diagram) -> bool:
        """Return whether the answer at the end of a walk is the sum; the node -1 is the first answer."""
        node, boxes, total = state
        if boxes & self.open:
            return True
        expected = None if boxes & self.outside else _clamped(self.table, total, self.unit)
        return same_value(expected, diagram.answers[-1 - node])
