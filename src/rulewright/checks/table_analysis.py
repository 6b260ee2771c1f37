"""The analysis of a table that its checks share: where each case holds, which cases override it, and its name.

- A *box* has one set of keys for each axis (`entries.keyset`). A case holds in one box or several.
- A *silence* is a region without an answer: a question, or inputs to which the table does not apply.
- The *cover* of a table has the boxes of its cases and then of its silences. A set of boxes (`Boxes`) is an integer
  with one bit per box (`tables.cover`), so unions and overlaps are fast.
- A *tier* is a set of cases of one precedence: cases of earlier tiers override those of later ones
  (`tables.answers.tiers`).
- A *general value* is a case whose cell has exceptions: the cases right after it, with conditions of their own.

For example, the rows `1-3` and `3-6` of a die both hold for 3: two cases with one box each, in one tier, so
`overlapping_pairs` returns `CasePair(0, 1, ...)`. With a question about 3 the pair is not returned.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import accumulate, islice, pairwise, takewhile
from operator import or_

from rulewright.base.memo import memoised
from rulewright.book.book import Book
from rulewright.book.wording import plain
from rulewright.entries.keys import Key
from rulewright.entries.keyset import Box
from rulewright.entries.table import Policy, Table
from rulewright.tables.answers import exceptions, region, tiers
from rulewright.tables.cover import Boxes, Cover, is_covered, set_bits

CasePosition = int
"""The index of a case in `table.cases`."""

MOST_NAMED, MOST_COUNTED = 3, 20
"""The most regions that a message names, and counts.

A table that compares two inputs may have a region for each pair.
"""


@dataclass(frozen=True, slots=True)
class HitPolicy:
    """What a hit policy means for checks.

    - `must_be_complete`: every input needs a case.
    - `allows_different_values`: cases with different values may hold for one input.
    - `allows_equal_values`: cases with the same value may hold for one input, for the convenience of readers.
    - `decided_by`: in messages, the cases that override the others; empty if none do.
    - `remedy`: in messages, what helps a case that is overridden everywhere.
    - `first_decides`: the first case decides.
    - `counts_repetitions`: two equal cases count twice, as modifiers do.
    """

    must_be_complete: bool = True
    allows_different_values: bool = False
    allows_equal_values: bool = False
    decided_by: str = ""
    remedy: str = ""
    first_decides: bool = False
    counts_repetitions: bool = False


HIT_POLICIES: Mapping[Policy, HitPolicy] = {
    Policy.UNIQUE: HitPolicy(),
    Policy.ANY: HitPolicy(allows_equal_values=True),
    Policy.FIRST: HitPolicy(
        allows_different_values=True, decided_by="the cases before it", remedy="move it above them", first_decides=True
    ),
    Policy.PRIORITY: HitPolicy(
        allows_different_values=True,
        decided_by="cases of higher priority",
        remedy="give its value a higher priority than theirs",
    ),
    Policy.SUM: HitPolicy(must_be_complete=False, allows_different_values=True, counts_repetitions=True),
    Policy.LIST: HitPolicy(must_be_complete=False, allows_different_values=True, counts_repetitions=True),
}


class TableAnalysis:
    """The cases and silences of a table as one cover. Methods take and return cases by their positions.

    - `box_positions`: the range of the boxes of each case in the cover, without those of its exceptions, and then of
      each silence; `boxes` has the same as bits.
    - `order`: the cases from the first tier to the last.
    - `questions` and `not_applicable`: the boxes of the two kinds of silences.
    - `unanswered`: the boxes in which no case decides. Those that are not applicable count only if cases may overlap,
      because else the check `overlap` reports a case there.

    All checks of a table share one analysis and its cached results.
    """

    def __init__(self, table: Table, book: Book) -> None:
        self.table, self.book = table, book
        self.policy = HIT_POLICIES[table.policy]
        self.tiers = tiers(table)
        self.order = [position for tier in self.tiers for position in tier]
        cases = [region(table, position) for position in range(len(table.cases))]
        regions = [*cases, *(silence.boxes for silence in table.silences)]
        self.cover = Cover(table.box, [box for boxes in regions for box in boxes])
        self.box_positions = [range(*ends) for ends in pairwise(accumulate(map(len, regions), initial=0))]
        self.boxes: list[Boxes] = [
            ((1 << len(positions)) - 1) << positions.start  # one bit for each position of the range
            for positions in self.box_positions
        ]
        silent = list(zip(table.silences, self.boxes[len(table.cases) :], strict=True))
        self.questions: Boxes = reduce(or_, (boxes for silence, boxes in silent if silence.question), 0)
        self.not_applicable: Boxes = reduce(or_, (boxes for silence, boxes in silent if not silence.question), 0)
        self.unanswered: Boxes = self.questions | (self.not_applicable if self.policy.allows_different_values else 0)

    def uncovered(
        self, covering: Boxes, case: CasePosition, overlapping_case: CasePosition | None = None
    ) -> Iterator[Box]:
        """Yield the parts of a case that the boxes `covering` leave open; with two cases, of their overlap."""
        for box in self.box_positions[case]:
            if overlapping_case is None:
                yield from self.cover.gaps(covering, box)
                continue
            overlapping = self.cover.overlapping(box)
            for other_box in self.box_positions[overlapping_case]:
                if overlapping >> other_box & 1:  # the bit of `other_box`
                    yield from self.cover.gaps(covering, box, other_box)

    def covers(self, covering: Boxes, case: CasePosition, overlapping_case: CasePosition | None = None) -> bool:
        """Return whether the boxes `covering` cover a case; with two cases, their overlap."""
        if not covering and overlapping_case is None:
            return not self.box_positions[case]  # a shortcut: in most tables no case overrides another
        return next(self.uncovered(covering, case, overlapping_case), None) is None

    @cached_property
    def masked_cases(self) -> set[CasePosition]:
        """The cases that never decide: wherever they hold, others override them or the table gives no answer."""
        cases = range(len(self.table.cases))
        return {case for case in cases if self.covers(self.overriding_boxes(case) | self.unanswered, case)}

    def is_never_applicable(self, case: CasePosition) -> bool:
        """Return whether a case holds only where the table does not apply."""
        outside = [box for silence in self.table.silences if not silence.question for box in silence.boxes]
        return bool(outside) and all(is_covered(box, outside) for box in self.table.cases[case].boxes)

    def overriding_cases(self, case: CasePosition) -> set[CasePosition]:
        """Return the cases that decide instead of this one where both hold: those of all earlier tiers."""
        earlier_tiers = takewhile(lambda tier: case not in tier, self.tiers)
        return {position for tier in earlier_tiers for position in tier}

    def overriding_boxes(self, case: CasePosition) -> Boxes:
        """Return the boxes of the cases that decide instead of this one."""
        return self._boxes_of_earlier_tiers[case]

    @cached_property
    def _boxes_of_earlier_tiers(self) -> Mapping[CasePosition, Boxes]:
        """The boxes of all tiers before that of each case."""
        before = accumulate(map(self.boxes_of, self.tiers), or_, initial=0)
        return {case: boxes for tier, boxes in zip(self.tiers, before, strict=False) for case in tier}

    def exceptions_to(self, case: CasePosition) -> list[CasePosition]:
        """Return the exceptions to a general value: the cases right after it, in the same cell."""
        return list(range(case + 1, case + 1 + len(exceptions(self.table, case))))

    @cached_property
    def general_values(self) -> Mapping[CasePosition, CasePosition]:
        """The general value of the cell of each exception."""
        cases = range(len(self.table.cases))
        return {exception: general for general in cases for exception in self.exceptions_to(general)}

    @cached_property
    def redundant_exceptions(self) -> Mapping[CasePosition, CasePosition]:
        """The redundant exceptions, each with the general value that would give the same answers.

        Checks do not suggest removing such a general value: without it the exception would no longer be redundant.
        """
        return {
            exception: general
            for exception, general in self.general_values.items()
            if self.same_value(exception, general) and self._is_replaceable(exception, general)
        }

    def _is_replaceable(self, exception: CasePosition, general: CasePosition) -> bool:
        """Return whether the general value would hold in place of this exception, and no other exception would."""
        covering = self.overriding_boxes(exception) | self.unanswered
        others = (other for other in self.exceptions_to(general) if other != exception)
        counted = (other for other in others if self.policy.counts_repetitions or not self.same_value(exception, other))
        return all(self.covers(covering, exception, other) for other in counted)

    def boxes_of(self, cases: Iterable[CasePosition]) -> Boxes:
        return reduce(or_, (self.boxes[case] for case in cases), 0)

    def overlapping_cases(self, case: CasePosition) -> list[CasePosition]:
        """Return the other cases that hold for some inputs of this one."""
        meeting = reduce(or_, map(self.cover.overlapping, self.box_positions[case]), 0)
        return [position for position in self.cases_with_any(meeting) if position != case]

    def cases_with_any(self, boxes: Boxes) -> list[CasePosition]:
        """Return the cases that have at least one of these boxes."""
        positions = {self._case_of_box[box] for box in set_bits(boxes)}
        return sorted(position for position in positions if position < len(self.table.cases))

    @cached_property
    def _case_of_box(self) -> list[CasePosition]:
        """The case of each box in the cover. The numbers of silences follow those of the cases."""
        return [case for case, positions in enumerate(self.box_positions) for _ in positions]

    def holds_within(self, inner: CasePosition, outer: CasePosition) -> bool:
        """Return whether `inner` holds only where `outer` does."""
        outer_boxes, several = self.boxes[outer], len(self.box_positions[outer]) > 1
        return all(
            # one box of `outer` contains the whole inner box, or several of its boxes cover it together
            self.cover.containing(box) & outer_boxes or (several and self.cover.covers(outer_boxes, box))
            for box in self.box_positions[inner]
        )

    def value_text(self, case: CasePosition) -> str:
        return plain(self.table.cases[case].value.label, self.book)

    def same_value(self, first: CasePosition, second: CasePosition) -> bool:
        return self.table.cases[first].value.plain == self.table.cases[second].value.plain

    @cached_property
    def case_names(self) -> list[str]:
        """The name of each case in its table: its keys as written, with a number if the keys recur."""
        names: list[str] = []
        counts: Counter[str] = Counter()
        for case in self.table.cases:
            name = " or ".join(dict.fromkeys(name_keys((*case.keys, *extra)) for extra in case.conditions or ((),)))
            counts[name] += 1
            names.append(name if counts[name] == 1 else f"{name} ({counts[name]})")
        return names

    def row_keys(self, case: CasePosition) -> tuple[Key, ...]:
        """Return the keys of a case without the key of its column. A cell across all columns has no column key."""
        keys, columns = self.table.cases[case].keys, self.table.columns if self.table.is_grid else ()
        return tuple(key for key in keys if all(key.axis != column.axis for column in columns))

    def row_name(self, case: CasePosition) -> str:
        """Return the name of the row of a case; in a list, or without columns, of the case itself."""
        has_columns = self.table.is_grid and self.table.columns
        return name_keys(self.row_keys(case)) if has_columns else self.case_names[case]


def name_keys(keys: Iterable[Key]) -> str:
    """Return keys as written, with their axes: `unit foot, light day`."""
    parts = (key.written if key.region else f"{key.axis} {key.written}" for key in keys if not key.everything)
    return ", ".join(parts) or "any"


def all_keys(table: Table) -> Iterator[Key]:
    """Every key in a table: of columns, of rows, and in conditions."""
    yield from table.columns
    for case in (*table.cases, *table.cutoffs):
        yield from case.keys
        yield from (key for keys in case.conditions for key in keys)


def name_regions(table: Table, regions: Iterator[Box]) -> tuple[list[Box], str]:
    """Return the first few regions, and a text that names them and counts the others up to a limit."""
    counted = list(islice(regions, MOST_COUNTED + 1))
    names = "; ".join(map(table.describe, counted[:MOST_NAMED]))
    more = len(counted) - MOST_NAMED
    if len(counted) > MOST_COUNTED:
        names = f"{names}, and many more regions"
    elif more > 0:
        names = f"{names}, and {more} more {'region' if more == 1 else 'regions'}"
    return counted[:MOST_NAMED], names


@dataclass(frozen=True, slots=True)
class CasePair:
    """Two overlapping cases by their positions, in the order of the table.

    `second_adds_no_input` means that the second holds only where the first does. If only the reverse is so, and both
    have the same value, the two are swapped.
    """

    first: CasePosition
    second: CasePosition
    same_value: bool
    second_adds_no_input: bool


@memoised(1)  # several checks of the same table ask
def overlapping_pairs(analysis: TableAnalysis) -> tuple[CasePair, ...]:
    """Return the pairs of cases that overlap where the table asks no question.

    If the hit policy allows cases with different values, only pairs with the same value are returned.
    """
    pairs = []
    for second in range(len(analysis.table.cases)):
        for first in (other for other in analysis.overlapping_cases(second) if other < second):
            same_value = analysis.same_value(first, second)
            if analysis.policy.allows_different_values and not same_value:
                continue
            if analysis.questions and analysis.covers(analysis.questions, first, second):
                continue
            second_adds_no_input = _adds_no_input(analysis, second, first)
            may_swap = same_value and not second_adds_no_input and not analysis.policy.first_decides
            if may_swap and _adds_no_input(analysis, first, second):
                pairs.append(CasePair(second, first, same_value, second_adds_no_input=True))
            else:
                pairs.append(CasePair(first, second, same_value, second_adds_no_input))
    return tuple(pairs)


def _adds_no_input(analysis: TableAnalysis, inner: CasePosition, outer: CasePosition) -> bool:
    """Return whether `inner` adds no input to `outer`.

    An exception never counts: its general value would hold without it.
    """
    return inner not in analysis.general_values and analysis.holds_within(inner, outer)


def repeated_pairs(analysis: TableAnalysis) -> list[CasePair]:
    """Return the pairs whose second case adds no input and has the same value as the first.

    Under `policy: any` both must hold for exactly the same inputs.

    A case that is overridden everywhere by cases with other values does not count as a repetition.
    """
    pairs = () if analysis.policy.counts_repetitions else overlapping_pairs(analysis)
    needed = set(analysis.redundant_exceptions.values())
    repeated = []
    for pair in pairs:
        case = pair.second
        if not (pair.same_value and pair.second_adds_no_input) or case in needed:
            continue
        differing = analysis.boxes_of(
            other for other in analysis.overriding_cases(case) if not analysis.same_value(other, case)
        )
        contradicted = bool(differing) and analysis.covers(differing, case)
        same_inputs = not analysis.policy.allows_equal_values or analysis.holds_within(pair.first, case)
        if not contradicted and same_inputs:
            repeated.append(pair)
    return repeated


def by_line(analysis: TableAnalysis, pairs: Iterable[CasePair]) -> dict[str, list[CasePair]]:
    """Group pairs by the row or column of the second case: a row that repeats another does so in every column.

    For two cases in one cell or in a list, the name of the case stands for its row.
    """
    cases, has_columns = analysis.table.cases, analysis.table.is_grid and bool(analysis.table.columns)
    lines: dict[str, list[CasePair]] = {}
    for pair in pairs:
        row = analysis.row_keys(pair.second)
        column, other_column = (cases[case].keys[-1:] for case in (pair.second, pair.first))  # the last key
        if has_columns and analysis.row_keys(pair.first) != row:
            line = name_keys(row)
        elif has_columns and column != other_column:
            line = name_keys(column)
        else:
            line = analysis.case_names[pair.second]
        lines.setdefault(line, []).append(pair)
    return lines
