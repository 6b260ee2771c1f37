"""Tables against code, for hit policies where several cases give the answer: any, list and sum.

Under `any` a row is compared wherever it matches, not only where it comes first. Under `list` a row is wrong if the
answer of the code lacks its value. Under `sum` the code must answer the clamped sum of all modifiers that apply.
"""

import math
from abc import ABC, abstractmethod
from array import array
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import compress
from math import lcm

from rulewright.findings import Finding
from rulewright.model.answers import (
    GAP,
    OUTSIDE,
    QUESTION,
    MatchingCases,
    axes_in_order,
    box_slices,
    code_value,
    combination,
    describe_combination,
    layered_boxes,
    matching_cases,
    silence_at,
)
from rulewright.model.book import Book
from rulewright.model.domain import signed
from rulewright.model.keyset import Bound, Box, KeySet
from rulewright.model.table import Case, Policy, Silence, Table
from rulewright.model.table import Value as CellValue
from rulewright.proof import statements
from rulewright.proof.comparison import ANY, AnyAnswer, ExpectedResults, Walk, WalkedTable, same_value, value_text, walk
from rulewright.proof.evaluator import Evaluation, Evaluator
from rulewright.proof.replies import Value
from rulewright.proof.report import Outcome, State, Statement
from rulewright.proof.truth_tables import InputSpace, TruthColumn, to_array, to_number, width_for
from rulewright.translation.messages import NO_WORDS, joined, tell
from rulewright.wording import plain

NO_CASE = -1
"""No single case is wrong: the code answers what the table does not say, or in another order."""

CaseGroup = tuple[int, ...]
"""The cases that match one combination, in the order of the table."""


@dataclass(frozen=True, slots=True)
class HitOracle(ABC):
    """One table under one policy; `empty_is_answer` says whether no match is an answer too."""

    table: Table
    empty_is_answer = False

    @abstractmethod
    def faulty_cases(self, group: CaseGroup, answer: Value) -> Sequence[int]:
        """The cases of a group that an answer of the code refutes, or NO_CASE; empty where they agree."""

    @abstractmethod
    def expectation(self, case: int, group: CaseGroup, book: Book) -> tuple[str, Value]:
        """Return for a wrong case what the table says in words, and the answer that it expects."""

    def value(self, case: int) -> Value:
        return code_value(self.table, self.table.cases[case].value.plain)

    def cell_text(self, case: int, book: Book) -> str:
        return plain(self.table.cases[case].value.label, book)


class AnyOracle(HitOracle):
    """Policy any: every case that matches must have the value that the code answers."""

    __slots__ = ()

    def faulty_cases(self, group: CaseGroup, answer: Value) -> Sequence[int]:
        return [case for case in group if not same_value(self.value(case), answer)]

    def expectation(self, case: int, group: CaseGroup, book: Book) -> tuple[str, Value]:  # noqa: ARG002 - each case speaks for itself
        return f"prints {self.cell_text(case, book)}", self.value(case)


class ListOracle(HitOracle):
    """Policy list: the code answers a tuple of the values of all matching cases in table order, or a set of them."""

    __slots__ = ()
    empty_is_answer = True

    def faulty_cases(self, group: CaseGroup, answer: Value) -> Sequence[int]:
        """The cases whose values the answer lacks; NO_CASE where it has others or another order, or is not a list."""
        if not isinstance(answer, (tuple, frozenset)):
            return [NO_CASE]
        values = self._case_values(group)
        missing = list(_missing_cases(values, answer))
        if missing:
            return missing
        expected = [value for _, value in values]
        if isinstance(answer, frozenset):
            return [NO_CASE] if any(not any(same_value(each, other) for other in expected) for each in answer) else []
        return [] if len(answer) == len(expected) and all(map(same_value, expected, answer)) else [NO_CASE]

    def expectation(self, case: int, group: CaseGroup, book: Book) -> tuple[str, Value]:
        values = self._case_values(group)
        cases = [each for each, _ in values] if case == NO_CASE else [case]
        texts = ", ".join(self.cell_text(each, book) for each in cases)
        return f"lists {texts or 'nothing'}", tuple(value for _, value in values)

    def _case_values(self, group: CaseGroup) -> list[tuple[int, Value]]:
        """The cases of a group with their values, without empty cells."""
        return [(case, value) for case in group if (value := self.value(case)) is not None]


def _missing_cases(values: Sequence[tuple[int, Value]], answer: tuple[Value, ...] | frozenset[Value]) -> Iterator[int]:
    """The cases whose values the answer lacks; a tuple must have a value as often as the table lists it."""
    unused = [*answer]
    for case, value in values:
        position = next((position for position, each in enumerate(unused) if same_value(value, each)), None)
        if position is None:
            yield case
        elif isinstance(answer, tuple):
            del unused[position]


def hits_agree(table: Table, evaluation: Evaluation) -> bool:
    """Whether the code agrees with a table of one of these policies everywhere."""
    return not _faulty_cases(_oracle(table), matching_cases(table, evaluation.binding.order), evaluation.results)


def _oracle(table: Table) -> HitOracle:
    return ListOracle(table) if table.policy is Policy.LIST else AnyOracle(table)


def prove_hits(table: Table, book: Book, evaluator: Evaluator, evaluation: Evaluation) -> Outcome:
    """Compare a table of policy any or list; each wrong case gets one finding, with its first counterexample."""
    oracle = _oracle(table)
    matching = matching_cases(oracle.table, evaluation.binding.order)
    faulty = _faulty_cases(oracle, matching, evaluation.results)
    counts = Counter(matching.owners)
    uncompared = counts[QUESTION] + (0 if oracle.empty_is_answer else counts[matching.groups.index(())])
    findings = tuple(
        _hit_finding(oracle, matching, case, indices, book, evaluator, evaluation) for case, indices in faulty.items()
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
    doubt = tell("the list it belongs to disagrees with the code")
    never = tell("no combination that the proof tried reaches this cell")
    verdicts = [
        _verdict(at in faulty, doubt if at in doubtful else "", tried[at], never)
        for at in range(len(oracle.table.cases))
    ]
    return [
        statements.cell(book, oracle.table, case, state, evaluation.function.name, tried[at], reason)
        for at, (case, (state, reason)) in enumerate(zip(oracle.table.cases, verdicts, strict=True))
    ]


def _verdict(wrong: bool, doubt: str, cases: int, never: str) -> tuple[State, str]:
    """The state of a case and the reason if it is unproved: a `doubt` about it, or that it `never` applied."""
    if wrong:
        return State.FAILED, ""
    return (State.PROVED, "") if cases and not doubt else (State.UNPROVED, doubt or never)


def _group(matching: MatchingCases, index: int) -> CaseGroup:
    return matching.groups[matching.owners[index]] if matching.owners[index] >= 0 else ()


def _faulty_cases(oracle: HitOracle, matching: MatchingCases, results: Sequence[Value]) -> Mapping[int, list[int]]:
    """The cases at fault, each with its counterexamples."""
    faulty: dict[int, list[int]] = {}
    refuted: dict[tuple[int, Value, object], Sequence[int]] = {}
    for index, (owner, answer) in enumerate(zip(matching.owners, results, strict=True)):
        key = owner, answer, _types(answer)
        if key not in refuted:
            if owner == OUTSIDE:
                refuted[key] = [] if answer is None else [OUTSIDE]
            else:
                refuted[key] = [] if owner == QUESTION else oracle.faulty_cases(matching.groups[owner], answer)
        for case in refuted[key]:
            faulty.setdefault(case, []).append(index)
    return faulty


def _types(answer: Value) -> object:
    """Return a key that differs for equal answers of different kinds, such as 1 and True, or (1,) and (True,)."""
    if isinstance(answer, tuple):
        return tuple(map(type, answer))
    return frozenset(map(type, answer)) if isinstance(answer, frozenset) else type(answer)


def _hit_finding(
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
        """Return the sum as the table gives it; `amount` counts parts, and `unit` parts make one."""
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


def walk_cases(table: Table, evaluation: Evaluation) -> Walk | None:
    """A table in which one case decides, against a diagram."""
    if evaluation.diagram is None:
        return None
    owned = [(box, owner) for boxes, owner in layered_boxes(table) for box in boxes]
    cases = _Cases(table, [owner for _, owner in owned])
    return walk(cases, table, [box for box, _ in owned], evaluation.binding.order, evaluation.diagram)


def walk_sum(sums: Sums, evaluation: Evaluation) -> Walk | None:
    """A table of modifiers against a diagram."""
    if evaluation.diagram is None:
        return None
    modifiers = _Modifiers(sums)
    return walk(modifiers, sums.table, modifiers.boxes, evaluation.binding.order, evaluation.diagram)


class _Cases(WalkedTable[int]):
    """The boxes of all owners, from the lowest precedence to the highest: the highest that is left decides."""

    def __init__(self, table: Table, owners: Sequence[int]) -> None:
        self.owners = owners
        values = [None if owner < 0 else code_value(table, table.cases[owner].value.plain) for owner in owners]
        self.answers: list[Value | AnyAnswer] = [
            ANY if owner == QUESTION else value for owner, value in zip(owners, values, strict=True)
        ]

    def start(self, boxes: int, surely: int) -> int:
        return self.go(boxes, boxes, surely)

    def go(self, left: int, inside: int, surely: int) -> int:
        """Boxes below one that surely decides are left out."""
        left &= inside
        below = max((left & surely).bit_length() - 1, 0)
        return left >> below << below

    def owner(self, left: int) -> int:
        return self.owners[left.bit_length() - 1] if left else GAP

    def expected(self, left: int) -> "Value | AnyAnswer":
        return self.answers[left.bit_length() - 1] if left else ANY


class _Modifiers(WalkedTable[tuple[int, int]]):
    """The boxes of modifiers that may still apply, and the sum of the modifiers that surely apply."""

    def __init__(self, sums: Sums) -> None:
        self.sums = sums
        self.boxes: list[Box] = []
        parts = list(_parts(sums))
        self.unit = lcm(*(exact(amount).denominator for amount, _ in parts))
        self.amounts: list[int] = []
        self.members: list[int] = []
        """For each box, the mask of all boxes of its modifier: it counts once."""
        for amount, boxes in parts:
            mask = (1 << len(boxes)) - 1 << len(self.boxes)
            self.boxes += boxes
            self.amounts += [int(exact(amount) * self.unit)] * len(boxes)
            self.members += [mask] * len(boxes)
        self.modifiers = (1 << len(self.boxes)) - 1
        self.outside, self.open = self._silence(question=False), self._silence(question=True)

    def _silence(self, *, question: bool) -> int:
        boxes = [box for silence in self.sums.table.silences if silence.question is question for box in silence.boxes]
        mask = (1 << len(boxes)) - 1 << len(self.boxes)
        self.boxes += boxes
        return mask

    def start(self, boxes: int, surely: int) -> tuple[int, int]:
        return self.go((boxes, 0), boxes, surely)

    def go(self, left: tuple[int, int], inside: int, surely: int) -> tuple[int, int]:
        boxes, total = left[0] & inside, left[1]
        while sure := boxes & surely & self.modifiers:
            box = sure.bit_length() - 1
            total += self.amounts[box]
            boxes &= ~self.members[box]
        return boxes, total

    def owner(self, left: tuple[int, int]) -> int:
        return QUESTION if left[0] & self.open else OUTSIDE if left[0] & self.outside else 0

    def expected(self, left: tuple[int, int]) -> "Value | AnyAnswer":
        owner = self.owner(left)
        return ANY if owner == QUESTION else None if owner == OUTSIDE else self.sums.clamped(left[1], self.unit)


def _parts(sums: Sums) -> Iterator[tuple[int | float, list[Box]]]:
    """Every amount that some combination adds, and where; one that depends on a key, for each key."""
    names = [axis.name for axis in sums.table.axes]
    for case in sums.table.cases:
        value = case.value
        if not value.axis:
            yield value.plain if isinstance(value.plain, (int, float)) else 0, list(case.boxes)
            continue
        at = names.index(value.axis)
        for key in sums.table.axes[at].domain.proof_keys():
            here = KeySet.of([key])
            yield value.at(key), [(*box[:at], here, *box[at + 1 :]) for box in case.boxes if key in box[at]]


NO_MODIFIER = -1
"""No single modifier is wrong: the code adds something where none applies."""


def prove_sum(table: Table, book: Book, evaluator: Evaluator, evaluation: Evaluation) -> Outcome:
    """Prove every modifier if all sums agree; if not, `_faulty_modifiers` fail and the others stay unproved."""
    sums = Sums(table, evaluation)
    mismatches = [] if sums_agree(sums, evaluation) else list(sums.expected(evaluation).mismatches())
    faulty = _faulty_modifiers(sums, mismatches)
    cases = [sums.compared(region) for region in sums.regions]
    doubt = tell("another modifier of the table disagrees with the code") if mismatches else ""
    never = tell("it applies in none of the combinations compared")
    verdicts = [_verdict(modifier in faulty, doubt, count, never) for modifier, count in enumerate(cases)]
    open_ = sums.space.count_true(sums.open)
    return Outcome(
        tuple(
            statements.cell(book, table, case, state, evaluation.function.name, count, reason)
            for case, count, (state, reason) in zip(table.cases, cases, verdicts, strict=True)
        ),
        tuple(
            _sum_finding(table, book, evaluator, evaluation, sums, modifier, index)
            for modifier, index in faulty.items()
        ),
        sums.count - open_,
        open_,
    )


def sums_agree(sums: Sums, evaluation: Evaluation) -> bool:
    """Whether the code answers the sum everywhere."""
    walked = walk_sum(sums, evaluation)
    return walked.wrong is None if walked else sums.expected(evaluation).matches


def _faulty_modifiers(sums: Sums, mismatches: Sequence[int]) -> Mapping[int, int]:
    """The modifiers at fault, each with the combination that shows it.

    A modifier is at fault if the sum is wrong where no fewer others ever apply beside it. If that finds none, all
    that apply where the fewest apply are at fault.
    """
    if not mismatches:
        return {}
    counts = [sum(flags) for flags in zip(*sums.flags, strict=True)] if sums.flags else [0] * sums.count
    least = [min(compress(counts, flags), default=0) for flags in sums.flags]
    fewest = min(counts[index] for index in mismatches)
    alone: dict[int, int] = {}
    together: dict[int, int] = {}
    for index in sorted(mismatches, key=counts.__getitem__):
        count, applied = counts[index], sums.applied(index)
        if count > max(fewest, *least, 0):
            break  # too many apply here to single out one
        if count > fewest and any(modifier in alone and counts[alone[modifier]] < count for modifier in applied):
            continue  # a modifier that is wrong with fewer beside it explains this mismatch
        for modifier in applied or (NO_MODIFIER,):
            if modifier != NO_MODIFIER and count == least[modifier]:
                alone.setdefault(modifier, index)
            if count == fewest:
                together.setdefault(modifier, index)
    return alone or together


def _amount_text(value: CellValue, keys: Mapping[str, int], book: Book) -> str:
    """The amount of a modifier as it prints; where it depends on a key, also the amount at that key."""
    printed = plain(value.label, book)
    here = signed(int(value.at(keys[value.axis]))) if value.axis else printed
    return printed if here == printed else f"{printed} (here {here})"


def _sum_finding(
    table: Table, book: Book, evaluator: Evaluator, evaluation: Evaluation, sums: Sums, modifier: int, index: int
) -> Finding:
    keys, total = sums.keys_at(index), sums.total(index)
    values = [table.cases[modifier].value for modifier in sums.applied(index)]
    amounts = [_amount_text(value, keys, book) for value in values if value.axis or value.plain is not None]
    added = joined(amounts, " and ") if amounts else "no modifier"
    where = describe_combination(keys, sums.axes)
    message = (
        f"table {table.id!r} adds {added} for {where}, which makes {value_text(total)}, {evaluation.answer_text(index)}"
    )
    case = None if modifier == NO_MODIFIER else table.cases[modifier]
    span = table.span if case is None else case.span
    about = f"{table.id}: {'no modifier' if case is None else table.describe(case.boxes[0])}"
    return evaluator.disagreement(message, span, evaluation.binding, keys, total, about=about)
