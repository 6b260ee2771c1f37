"""Compares tables with code for hit policies where several cases give the answer: any, list and sum.

A `TableProof` comes in: a table and the answers of the code. An `Outcome` goes out: a verdict on each case, and a
finding for each case that is wrong. A *case* is one printed value with the boxes of keys where it matches; under `sum`
it is a modifier. A *counterexample* is a combination of keys where table and code disagree, as its flat position. The
*owner* of a combination is OUTSIDE where the table is silent, QUESTION where the rules leave it open, and otherwise the
number of a case or, in `MatchingCases`, of a group of cases that match together.

- `any`: all cases that match have the same value. A case is compared wherever it matches, not only where it is first.
- `list`: the code answers the values of all cases that match; a case is wrong if the answer lacks its value.
- `sum`: the code answers the clamped sum of all modifiers that apply: with +1 in woods and +2 at night, 3 for both.

A table of sums may have millions of combinations, so `Sums` computes all of them at once with large integers
(`truth_tables.py`), or `walk_table` compares along the diagram of the answers (`comparison.py`).
"""

import math
from array import array
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import compress

from rulewright.base.findings import Finding, Span
from rulewright.base.messages.messages import NO_WORDS, joined, tell
from rulewright.book.book import Book
from rulewright.book.wording import plain
from rulewright.entries.cells import Case, Silence
from rulewright.entries.keyset import Bound, Box, KeySet
from rulewright.entries.numbers import signed
from rulewright.entries.table import Policy, Table
from rulewright.proof import statements
from rulewright.proof.comparison import (
    ANY,
    AnyAnswer,
    ExpectedResults,
    Walk,
    WalkedTable,
    Walker,
    same_value,
    value_text,
)
from rulewright.proof.evaluator import Evaluation, Evaluator
from rulewright.proof.replies import Diagram, Value, typed_key
from rulewright.proof.report import Outcome, State, Statement
from rulewright.proof.truth_tables import InputSpace, TruthColumn, to_array, to_number, width_for
from rulewright.tables.answers import (
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

NO_DOUBTS: Mapping[int, str] = {}
"""For each doubtful case, why it stays unproved; here none."""

NO_CASE = -1
"""Stands for a case of a list if no single one is wrong: the code answers more values, or in another order.

Wrong cases are positions from 0, NO_CASE, or the owner OUTSIDE if the code answers where the table is silent.
"""

NO_MODIFIER = -1
"""Stands for a modifier if no single one is wrong: the code adds something where none applies."""

ENDLESS = 1 << 40
"""A stand-in for ∞ in sums; a sum beyond half of it is infinite."""

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


def prove_sum(proof: TableProof, *, agrees: bool = False) -> Outcome:
    """Prove every modifier if all sums agree; otherwise some fail (`_wrong_modifiers`) and the others stay unproved.

    `agrees` says that a walk has found no difference.
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


def walk_table(table: Table, evaluation: Evaluation) -> Walk | None:
    """Compare a table with a diagram; None without a diagram, for other policies, or if it takes too long."""
    diagram = evaluation.answers
    if not isinstance(diagram, Diagram):
        return None
    order = evaluation.binding.order
    if table.policy is Policy.SUM:
        modifiers = _ModifierWalk(table)
        return Walker(modifiers, table, modifiers.boxes, order, diagram).walk()
    box_owners = [(box, owner) for boxes, owner in layered_boxes(table) for box in boxes]
    cases = _CaseWalk(table, [owner for _, owner in box_owners])
    return Walker(cases, table, [box for box, _ in box_owners], order, diagram).walk()


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


class _CaseWalk(WalkedTable[int]):
    """A table where one case decides, as a walk sees it: the boxes of all owners by rising precedence.

    The state of the walk is the mask of the boxes that still contain the keys. The highest of them decides. `inside`
    are the boxes that contain the key just taken, `surely` those that contain all later keys too.
    """

    def __init__(self, table: Table, owners: Sequence[int]) -> None:
        self.owners = owners
        values = [None if owner < 0 else code_value(table, table.cases[owner].value.plain) for owner in owners]
        self.answers: list[Value | AnyAnswer] = [
            ANY if owner == QUESTION else value for owner, value in zip(owners, values, strict=True)
        ]

    def start(self, boxes: int, surely: int) -> int:
        return self.go(boxes, boxes, surely)

    def go(self, boxes: int, inside: int, surely: int) -> int:
        """Return the boxes that are left, without those below a box that surely contains the keys.

        Of the boxes 0b1011, if 0b0010 is sure, 0b1010 are left: box 0 can no longer decide.
        """
        boxes &= inside
        overruled = max((boxes & surely).bit_length() - 1, 0)  # number of boxes below the highest sure one
        return boxes >> overruled << overruled

    def owner(self, boxes: int) -> int:
        return self.owners[boxes.bit_length() - 1] if boxes else GAP

    def expected(self, boxes: int) -> "Value | AnyAnswer":
        return self.answers[boxes.bit_length() - 1] if boxes else ANY


SumState = tuple[int, int]
"""The mask of the boxes of modifiers that may still apply, and the sum in units of those that surely apply."""


class _ModifierWalk(WalkedTable[SumState]):
    """A table of policy sum as a walk sees it; see `_CaseWalk`. Its silences are boxes above those of the modifiers."""

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

    def _add(self, boxes: Sequence[Box]) -> int:
        """Add boxes, and return their mask: two boxes after three others have the mask 0b11000."""
        mask = ((1 << len(boxes)) - 1) << len(self.boxes)
        self.boxes += boxes
        return mask

    def start(self, boxes: int, surely: int) -> SumState:
        return self.go((boxes, 0), boxes, surely)

    def go(self, state: SumState, inside: int, surely: int) -> SumState:
        boxes, total = state[0] & inside, state[1]
        while sure_boxes := boxes & surely & self.modifier_boxes:  # add each sure modifier once, and drop its boxes
            box = sure_boxes.bit_length() - 1
            total += self.amounts[box]
            boxes &= ~self.boxes_of_modifier[box]
        return boxes, total

    def owner(self, state: SumState) -> int:
        """Return QUESTION, OUTSIDE, or 0 for all combinations that the table answers."""
        if state[0] & self.open:
            return QUESTION
        return OUTSIDE if state[0] & self.outside else 0

    def expected(self, state: SumState) -> "Value | AnyAnswer":
        owner = self.owner(state)
        if owner == QUESTION:
            return ANY
        return None if owner == OUTSIDE else _clamped(self.table, state[1], self.unit)
