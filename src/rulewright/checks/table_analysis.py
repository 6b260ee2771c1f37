"""The analysis of a table that its checks share: where each case holds, which cases override it, and its name.

A case holds in boxes: one set of keys for each axis (`model.keyset`). A silence is a region without an answer: a
question, or inputs to which the table does not apply. The cover of a table has the boxes of its cases and then of its
silences; a set of boxes is an integer with one bit per box (`model.cover`), so unions and overlaps are fast. A tier
is a set of cases of one precedence: cases of earlier tiers override those of later ones (`model.answers.tiers`).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache, reduce
from itertools import accumulate, islice, pairwise, takewhile
from operator import or_

from rulewright.entries.keyset import Box
from rulewright.model.answers import exceptions, region, tiers
from rulewright.model.book import Book
from rulewright.model.cover import Boxes, Cover, is_covered, set_bits
from rulewright.model.table import Key, Lookup, Modifiers, Policy, Table
from rulewright.wording import plain

MOST_NAMED, MOST_COUNTED = 3, 20
"""The most regions that a message names, and counts.

A table that compares two inputs may have a region for each pair.
"""


@dataclass(frozen=True, slots=True)
class HitPolicy:
    """What a hit policy means for checks.

    - `complete`: every input needs a case.
    - `differing`: cases with different values may hold for one input.
    - `restating`: cases with the same value may hold for one input, for the convenience of readers.
    - `decided_by`: the cases that override the others, if one case decides.
    - `remedy`: what helps a case that is overridden everywhere.
    - `in_order`: the first case decides.
    - `repeated`: two equal cases count twice, as modifiers do.
    """

    complete: bool = True
    differing: bool = False
    restating: bool = False
    decided_by: str = ""
    remedy: str = ""
    in_order: bool = False
    repeated: bool = False


HIT_POLICIES: Mapping[Policy, HitPolicy] = {
    Policy.UNIQUE: HitPolicy(),
    Policy.ANY: HitPolicy(restating=True),
    Policy.FIRST: HitPolicy(
        differing=True, decided_by="the cases before it", remedy="move it above them", in_order=True
    ),
    Policy.PRIORITY: HitPolicy(
        differing=True, decided_by="cases of higher priority", remedy="give its value a higher priority than theirs"
    ),
    Policy.SUM: HitPolicy(complete=False, differing=True, repeated=True),
    Policy.LIST: HitPolicy(complete=False, differing=True, repeated=True),
}


class TableAnalysis:
    """The cases and silences of a table as one cover. Methods take and return cases by their positions.

    `places` has the range of the boxes of each case in the cover, and `boxes` the same as bits; both exclude the boxes
    of exceptions, and continue with the silences. Cases of an earlier tier in `tiers` override later ones. `unanswered`
    is where no case decides: questions, and what is not applicable. The latter only counts if cases may overlap; else
    `overlap` reports a case there. All checks of a table share one analysis and its cached results.
    """

    def __init__(self, table: Table, book: Book) -> None:
        self.table, self.book = table, book
        self.policy = HIT_POLICIES[table.policy]
        self.tiers = tiers(table)
        self.order = [at for tier in self.tiers for at in tier]
        cases = [region(table, at) for at in range(len(table.cases))]
        regions = [*cases, *(silence.boxes for silence in table.silences)]
        self.cover = Cover(table.box, [box for boxes in regions for box in boxes])
        self.places = [range(*ends) for ends in pairwise(accumulate(map(len, regions), initial=0))]
        self.boxes: list[Boxes] = [((1 << len(places)) - 1) << places.start for places in self.places]
        silent = list(zip(table.silences, self.boxes[len(table.cases) :], strict=True))
        self.questions: Boxes = reduce(or_, (boxes for silence, boxes in silent if silence.question), 0)
        self.outside: Boxes = reduce(or_, (boxes for silence, boxes in silent if not silence.question), 0)
        self.unanswered: Boxes = self.questions | (self.outside if self.policy.differing else 0)

    def holes(self, by: Boxes, *cases: int) -> Iterator[Box]:
        """Yield the parts of one case, or of the overlap of two, that the boxes `by` do not cover."""
        first, last = self.places[cases[0]], self.places[cases[-1]]
        for place in first:
            overlapping = self.cover.overlapping(place)
            partners = [place] if len(cases) == 1 else [partner for partner in last if overlapping >> partner & 1]
            yield from (hole for partner in partners for hole in self.cover.gaps(by, place, partner))

    def covers(self, by: Boxes, *cases: int) -> bool:
        """Return whether the boxes `by` cover one case, or the overlap of two."""
        if not by and len(cases) == 1:
            return not self.places[cases[0]]  # a shortcut: in most tables no case overrides another
        return next(self.holes(by, *cases), None) is None

    @cached_property
    def masked(self) -> set[int]:
        """The cases that never decide: wherever they hold, others override them or the table gives no answer."""
        cases = range(len(self.table.cases))
        return {at for at in cases if self.covers(self.overriding_boxes(at) | self.unanswered, at)}

    def outside_only(self, at: int) -> bool:
        """Return whether a case holds only where the table does not apply."""
        outside = [box for silence in self.table.silences if not silence.question for box in silence.boxes]
        return bool(outside) and all(is_covered(box, outside) for box in self.table.cases[at].boxes)

    def overriding(self, at: int) -> set[int]:
        """Return the cases that decide instead of this one where both hold."""
        return {other for tier in takewhile(lambda tier: at not in tier, self.tiers) for other in tier}

    def overriding_boxes(self, at: int) -> Boxes:
        """Return the boxes of the cases that decide instead of this one."""
        return self._boxes_of_earlier_tiers[at]

    @cached_property
    def _boxes_of_earlier_tiers(self) -> Mapping[int, Boxes]:
        """The boxes of all tiers before that of each case."""
        before = accumulate(map(self.union, self.tiers), or_, initial=0)
        return {at: boxes for tier, boxes in zip(self.tiers, before, strict=False) for at in tier}

    def exceptions(self, at: int) -> list[int]:
        """Return the exceptions to a general value, which follow it in its cell."""
        return list(range(at + 1, at + 1 + len(exceptions(self.table, at))))

    @cached_property
    def general(self) -> Mapping[int, int]:
        """The general value of the cell of each exception."""
        return {other: at for at in range(len(self.table.cases)) for other in self.exceptions(at)}

    @cached_property
    def redundant(self) -> Mapping[int, int]:
        """The redundant exceptions, each with the general value that would give the same answers.

        Checks do not suggest removing such a general value: without it the exception would no longer be redundant.
        """
        agreeing = ((at, general) for at, general in self.general.items() if self.agree(at, general))
        return {at: general for at, general in agreeing if self._is_replaceable(at, general)}

    def _is_replaceable(self, at: int, general: int) -> bool:
        """Return whether the general value would hold in place of this exception, and no other exception would."""
        by = self.overriding_boxes(at) | self.unanswered
        others = (other for other in self.exceptions(general) if other != at)
        differing = (other for other in others if self.policy.repeated or not self.agree(at, other))
        return all(self.covers(by, at, other) for other in differing)

    def union(self, cases: Iterable[int]) -> Boxes:
        """Return all boxes of some cases."""
        return reduce(or_, (self.boxes[at] for at in cases), 0)

    def overlapping(self, at: int) -> list[int]:
        """Return the other cases that hold for some inputs of this one."""
        meeting = reduce(or_, map(self.cover.overlapping, self.places[at]), 0)
        return [other for other in self.cases_of(meeting) if other != at]

    def cases_of(self, boxes: Boxes) -> list[int]:
        """Return the cases that have at least one of these boxes."""
        owners = {self._owners[place] for place in set_bits(boxes)}
        return sorted(owner for owner in owners if owner < len(self.table.cases))

    @cached_property
    def _owners(self) -> list[int]:
        """The position of the case of each box; silences follow the cases."""
        return [owner for owner, places in enumerate(self.places) for _ in places]

    def within(self, inner: int, outer: int) -> bool:
        """Return whether `inner` holds only where `outer` does."""
        by = self.boxes[outer]
        return all(
            self.cover.containing(place) & by or (len(self.places[outer]) > 1 and self.cover.covers(by, place))
            for place in self.places[inner]
        )

    def value_text(self, at: int) -> str:
        """Return the printed value of a case."""
        return plain(self.table.cases[at].value.label, self.book)

    def agree(self, one: int, other: int) -> bool:
        """Return whether two cases have the same value."""
        return self.table.cases[one].value.plain == self.table.cases[other].value.plain

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

    def row_keys(self, at: int) -> tuple[Key, ...]:
        """Return the keys of a case without the key of its column. A cell across all columns has no column key."""
        layout, keys = self.table.layout, self.table.cases[at].keys
        columns = layout.columns if isinstance(layout, Lookup) else ()
        return tuple(key for key in keys if all(key.axis != column.axis for column in columns))

    def row_name(self, at: int) -> str:
        """Return the name of the row of a case; in a list, or without columns, of the case itself."""
        gridded = isinstance(self.table.layout, Lookup) and self.table.layout.columns
        return name_keys(self.row_keys(at)) if gridded else self.case_names[at]


def name_keys(keys: Iterable[Key]) -> str:
    """Return keys as written, with their axes: `unit foot, light day`."""
    parts = (key.written if key.region else f"{key.axis} {key.written}" for key in keys if not key.everything)
    return ", ".join(parts) or "any"


def all_keys(table: Table) -> Iterator[Key]:
    """Every key in a table: of columns, of rows, and in conditions."""
    if isinstance(table.layout, (Lookup, Modifiers)):
        yield from table.layout.columns
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
    """Two overlapping cases by their positions.

    `agree` means that they have the same value, `within` that the second holds only where the first does. The first
    precedes the second in the table; but if they agree, the first is the one that contains the other.
    """

    first: int
    second: int
    agree: bool
    within: bool


@lru_cache(maxsize=1)  # two checks of the same table ask
def overlapping_pairs(analysis: TableAnalysis) -> tuple[CasePair, ...]:
    """Return the pairs of cases that overlap where the table asks no question.

    If the hit policy allows overlaps, only pairs that agree are returned.
    """
    pairs = []
    for second in range(len(analysis.table.cases)):
        for first in (other for other in analysis.overlapping(second) if other < second):
            agree = analysis.agree(first, second)
            if analysis.policy.differing and not agree:
                continue
            if analysis.questions and analysis.covers(analysis.questions, first, second):
                continue
            within = _adds_nothing(analysis, second, first)
            if agree and not within and not analysis.policy.in_order and _adds_nothing(analysis, first, second):
                pairs.append(CasePair(second, first, agree, within=True))
            else:
                pairs.append(CasePair(first, second, agree, within))
    return tuple(pairs)


def _adds_nothing(analysis: TableAnalysis, inner: int, outer: int) -> bool:
    """Return whether `inner` adds no input to `outer`.

    An exception never counts: its general value would hold without it.
    """
    return inner not in analysis.general and analysis.within(inner, outer)


def repeated_pairs(analysis: TableAnalysis) -> list[CasePair]:
    """Return the pairs whose second case adds nothing. Under `policy: any` both must hold for exactly the same inputs.

    A case that is overridden everywhere by cases with other values does not count as a repetition.
    """
    pairs = () if analysis.policy.repeated else overlapping_pairs(analysis)
    needed = set(analysis.redundant.values())
    repeated = []
    for pair in (pair for pair in pairs if pair.agree and pair.within and pair.second not in needed):
        at = pair.second
        others = analysis.union(other for other in analysis.overriding(at) if not analysis.agree(other, at))
        contradicted = bool(others) and analysis.covers(others, at)
        same_inputs = not analysis.policy.restating or analysis.within(pair.first, at)
        if not contradicted and same_inputs:
            repeated.append(pair)
    return repeated


def by_line(analysis: TableAnalysis, pairs: Iterable[CasePair]) -> dict[str, list[CasePair]]:
    """Group pairs by the row or column of the second case: a row that repeats another does so in every column.

    For two cases in one cell or in a list, the name of the case stands for its row.
    """
    layout, cases = analysis.table.layout, analysis.table.cases
    has_columns = isinstance(layout, Lookup) and bool(layout.columns)
    lines: dict[str, list[CasePair]] = {}
    for pair in pairs:
        row, column = analysis.row_keys(pair.second), cases[pair.second].keys[-1:]
        if has_columns and analysis.row_keys(pair.first) != row:
            line = name_keys(row)
        elif has_columns and cases[pair.first].keys[-1:] != column:
            line = name_keys(column)
        else:
            line = analysis.case_names[pair.second]
        lines.setdefault(line, []).append(pair)
    return lines
