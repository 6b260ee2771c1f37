"""Gaps, contradictions and idle rows of random tables, compared exactly with what looking at every input finds.

Tables of every hit policy, kind of domain and layout are drawn (`random_tables.py`), and each input is looked up in what
was drawn, line by line. An open end counts by one number far out.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.base.findings import Finding, Severity, Span
from rulewright.checks import TableCheck
from rulewright.checks.redundant_rows import duplicate_row, subsumed_row, unreachable_case
from rulewright.checks.table_analysis import TableAnalysis, name_regions
from rulewright.checks.table_coverage import gap_in_table, overlap
from rulewright.entries.keyset import Box
from rulewright.entries.table import Layout
from rulewright.tables.cover import gaps
from tests.fuzz.random_tables import DECODED, Case, Drawn, Keys, cases_of, key, tables

POLICIES = ("unique", "any", "first", "priority", "list", "sum")
FAR = 1000
PROBED = (-FAR, *range(-2, 15), FAR)
"""The keys of an endless axis that are looked at: all that may differ, as measures have two to a point, and far ones."""

Points = int
"""A set of inputs: the bit 1 << n is the input at place n."""


class Looked:
    """A table, looked up input by input. Cases go by their positions, as in the table that was read."""

    def __init__(self, drawn: Drawn) -> None:
        self.drawn, self.policy = drawn, drawn.policy
        book = drawn.book()
        self.analysis = TableAnalysis(book.game.tables[0], book)
        self.table = self.analysis.table
        self.axes = [axis.name for axis in self.table.axes]
        probes = [keys if keys.finite else [each for each in PROBED if each in keys] for keys in self.table.box]
        self.inputs = list(product(*probes))
        self.all: Points = (1 << len(self.inputs)) - 1
        self.lines = [line for line, _, _ in cases_of(drawn)]
        self.cases = [case for _, _, case in cases_of(drawn)]
        self.raw = [self.of_all(line.keys, case.alternatives) for line, _, case in cases_of(drawn)]
        self.general = self._general()
        self.asked = self.union(self.of_all({}, each.alternatives) for each in drawn.silences if each.question)
        self.outside = self.union(self.of_all({}, each.alternatives) for each in drawn.silences if not each.question)
        self.holds = [self.held(at, set()) for at in range(len(self.cases))]

    def _general(self) -> dict[int, int]:
        """The general value of each exception. In a list that is read from the top there are none."""
        found: dict[int, int] = {}
        for at, (_, place, _) in enumerate(cases_of(self.drawn)):
            if place and self.policy != "first":
                found[at] = at - place
        return found

    @cached_property
    def _by_key(self) -> dict[tuple[str, int], Points]:
        found: dict[tuple[str, int], Points] = {}
        for place, point in enumerate(self.inputs):
            for axis, at in zip(self.axes, point, strict=True):
                found[axis, at] = found.get((axis, at), 0) | 1 << place
        return found

    def of(self, keys: Keys) -> Points:
        """Where all of some keys hold."""
        inside = self.all
        for axis, wanted in keys.items():
            inside &= self.union(points for (name, at), points in self._by_key.items() if name == axis and at in wanted)
        return inside

    def of_all(self, line: Keys, alternatives: Sequence[Keys]) -> Points:
        return self.of(line) & (self.union(map(self.of, alternatives)) if alternatives else self.all)

    def of_box(self, box: Box) -> Points:
        return self.of(dict(zip(self.axes, box, strict=True)))

    @staticmethod
    def union(parts: Iterable[Points]) -> Points:
        whole = 0
        for part in parts:
            whole |= part
        return whole

    @cached_property
    def redundant(self) -> dict[int, int]:
        """Exceptions that say what their general values say, where no other exception would be left in their place."""
        return {at: general for at, general in self.general.items() if self.same(at, general) and not self.rivals(at)}

    def rivals(self, at: int) -> Points:
        """Where other exceptions of its cell, that make a difference beside it, hold where an exception decides."""
        beside = [each for each, general in self.general.items() if general == self.general[at] and each != at]
        others = (each for each in beside if self.policy == "list" or not self.same(at, each))
        decides = self.raw[at] & ~self.unanswered & ~self.union(self.holds[each] for each in self.overriding(at))
        return decides & self.union(self.raw[each] for each in others)

    def held(self, at: int, without: set[int]) -> Points:
        """Where a case holds: an exception puts its general value aside."""
        aside = (self.raw[each] for each, general in self.general.items() if general == at and each not in without)
        return self.raw[at] & ~self.union(aside)

    def rank(self, at: int) -> int:
        """Cases of a lower rank decide instead of it; those of one rank decide together."""
        if self.policy == "first":
            return at
        ranking = self.drawn.ranking
        return ranking.index(str(self.cases[at].value)) if self.cases[at].value in ranking else len(ranking)

    def above(self, at: int) -> list[int]:
        return [each for each in range(len(self.cases)) if self.rank(each) < self.rank(at)]

    def same(self, one: int, other: int) -> bool:
        return self.cases[one].value == self.cases[other].value

    def answers(self, without: set[int]) -> dict[object, Points]:
        """The answers of the table without some of its cases, and where it gives them."""
        parts: dict[tuple[int, ...], Points] = {(): self.all & ~self.asked & ~self.outside}
        for at in (each for each in range(len(self.cases)) if each not in without):
            holds = self.held(at, without)
            parts = {
                group: part
                for cases, points in parts.items()
                for group, part in (((*cases, at), points & holds), (cases, points & ~holds))
                if part
            }
        answers: dict[object, Points] = {}
        for cases, points in parts.items():
            answer = self.answer(cases)
            answers[answer] = answers.get(answer, 0) | points
        return answers

    def answer(self, cases: tuple[int, ...]) -> object:
        """What readers take from the cases that hold for an input."""
        values = [self.cases[each].value for each in cases]
        if self.policy == "sum":
            return sum(value for value in values if isinstance(value, int))
        if self.policy == "list":
            return tuple(value for value in values if value is not None)
        if self.policy in ("unique", "any") or not values:
            return frozenset(values)
        return self.cases[min(cases, key=self.rank)].value

    def case_at(self, span: Span) -> int:
        return next(at for at, case in enumerate(self.table.cases) if case.span == span)

    def found(self, check: TableCheck) -> list[Finding]:
        return list(check.check(self.analysis))

    # the words by which cases are told together

    @cached_property
    def names(self) -> list[str]:
        met: Counter[str] = Counter()
        names = []
        for line, case in zip(self.lines, self.cases, strict=True):
            keys = [*named(line.rows), *named(line.columns)]
            parts = dict.fromkeys(", ".join([*keys, *named(each)]) or "any" for each in case.alternatives or ({},))
            name = " or ".join(parts)
            met[name] += 1
            names.append(name if met[name] == 1 else f"{name} ({met[name]})")
        return names

    def row(self, at: int) -> str:
        """The name of the row of a case; of the case itself where there are no columns."""
        return ", ".join(named(self.lines[at].rows)) or "any" if self.gridded else self.names[at]

    def alike(self, at: int) -> set[int]:
        """The cases of the row of a case, without exceptions."""
        return {each for each in range(len(self.cases)) if self.row(each) == self.row(at)} - self.general.keys()

    @property
    def silent(self) -> Points:
        return self.asked | self.outside

    @property
    def decides(self) -> bool:
        """Whether one case decides where several hold."""
        return self.policy in ("first", "priority")

    def shared_end(self, one: int, two: int) -> tuple[str, int] | None:
        """The axis and point of a measure at which two bands meet: alone there, and each beyond it."""
        shared = self.holds[one] & self.holds[two] & ~self.asked
        for axis in (axis for axis in self.axes if axis in DECODED and DECODED[axis].step is not None):
            on = {at for (name, at), points in self._by_key.items() if name == axis and points & shared}
            reach = [
                {at for (name, at), points in self._by_key.items() if name == axis and points & self.raw[each]}
                for each in (one, two)
            ]
            if len(on) == 1 and all(each - on for each in reach):
                return axis, on.pop()
        return None

    @property
    def gridded(self) -> bool:
        return bool(self.drawn.columns)

    def place(self, first: int, second: int) -> str:
        """The row or the column at which two cases meet."""
        one, other = self.lines[first], self.lines[second]
        if self.gridded and one.rows != other.rows:
            return self.row(second)
        if self.gridded and one.columns != other.columns:
            return ", ".join(named(other.columns)) or "any"
        return self.names[second]

    # pairs

    @cached_property
    def pairs(self) -> list[tuple[int, int]]:
        """Cases that hold for one input that no question takes, the first being the one that contains the other."""
        return [
            (second, first) if self.turned(first, second) else (first, second)
            for second in range(len(self.cases))
            for first in range(second)
            if self.holds[first] & self.holds[second] & ~self.asked
        ]

    def turned(self, first: int, second: int) -> bool:
        agreeing = self.same(first, second) and self.policy != "first"
        return agreeing and not self.within(second, first) and self.within(first, second)

    def within(self, inner: int, outer: int) -> bool:
        """An exception is never within: without it its general value would hold."""
        return inner not in self.general and not self.holds[inner] & ~self.holds[outer]

    @cached_property
    def repeated(self) -> list[tuple[int, int]]:
        """Pairs whose second case adds nothing to the first, unless others decide wherever it holds."""
        if self.policy in ("list", "sum"):
            return []
        found = [(one, two) for one, two in self.pairs if self.same(one, two) and self.within(two, one)]
        found = [(one, two) for one, two in found if two not in self.redundant.values()]
        if self.policy == "any":  # readers may find a value in several rows
            return [(one, two) for one, two in found if self.holds[one] == self.holds[two]]
        other = {two: [at for at in self.overriding(two) if not self.same(at, two)] for _, two in found}
        return [(one, two) for one, two in found if self.holds[two] & ~self.union(self.holds[at] for at in other[two])]

    @cached_property
    def idle(self) -> set[int]:
        """Cases that never decide, and repeat no other one."""
        told = {*self.redundant.values(), *(at for at, raw in enumerate(self.raw) if not raw & ~self.outside)}
        outside = 0 if self.policy in ("unique", "any") else self.outside
        never = (
            set(range(len(self.cases))) - told - {at for at in range(len(self.cases)) if self.decided(at) & ~outside}
        )
        if self.policy == "priority":
            never -= self.general.keys()
        return never - {second for _, second in self.repeated}

    @cached_property
    def dead(self) -> set[int]:
        """Cases that decide nowhere, for whatever reason."""
        return {at for at in range(len(self.cases)) if not self.decided(at) & ~self.unanswered}

    def decided(self, at: int) -> Points:
        """Where a case holds and none overrides it."""
        return self.holds[at] & ~self.union(self.holds[each] for each in self.overriding(at))

    def overriding(self, at: int) -> list[int]:
        return self.above(at) if self.decides else []

    @cached_property
    def unanswered(self) -> Points:
        """Where no case decides; where cases may not overlap, one that is not applicable is a fault of its own."""
        return self.asked if self.policy in ("unique", "any") else self.silent


def named(keys: Keys) -> list[str]:
    """Keys with their axes as findings name them."""
    texts = ((axis, key(axis, each)) for axis, each in keys.items())
    return [f"{axis} {text}" for axis, text in texts if text != "any"]


def together(said: Finding, words: str) -> int:
    """How many more than one a finding counts."""
    match = re.search(rf"(\d+) more {words}", said.message)
    return 1 + (int(match[1]) if match else 0)


def regions_left(looked: Looked) -> tuple[Points, list[Box]]:
    """The inputs that no line covers, and the boxes that do; of modifiers, those without a column."""
    drawn, table = looked.drawn, looked.table
    silent = [box for silence in table.silences for box in silence.boxes]
    if looked.policy == "list" or (looked.policy == "sum" and not drawn.columns):
        return 0, []
    if table.layout is Layout.MODIFIERS:
        at = looked.axes.index(table.columns[0].axis)
        columns = [(*table.box[:at], column.keys, *table.box[at + 1 :]) for column in table.columns]
        return looked.all & ~looked.silent & ~looked.union(map(looked.of, drawn.columns)), columns + silent
    unknown = [looked.of(line.keys) for line in drawn.lines if not line.cases]
    boxes = [box for case in table.cases for box in case.boxes]
    rows = table.rows
    boxes += [box for row in rows for cell in row.all_cells() for box in cell.unknown]
    return looked.all & ~looked.silent & ~looked.union([*looked.raw, *unknown]), boxes + silent


def check_gaps(looked: Looked) -> None:
    """The inputs that no line covers, all of them and no others; and unknown lines without a question."""
    left, boxes = regions_left(looked)
    found = looked.found(gap_in_table)
    whole = [each for each in found if each.span == looked.table.span]
    assert len(whole) == bool(left)
    if left:
        regions = list(gaps(looked.table.box, boxes))
        assert looked.union(map(looked.of_box, regions)) == left
        assert whole[0].message.endswith(f" {name_regions(looked.table, iter(regions))[1]}")
    hidden, wanted = looked.silent, 0
    for line in looked.drawn.lines:
        wanted += not line.cases and bool(looked.of(line.keys) & ~hidden)
        if looked.policy == "first":
            hidden |= looked.union(looked.of_all(line.keys, each.alternatives) for each in line.cases or [Case(None)])
    assert len(found) - len(whole) == wanted


Told = tuple[int, Severity, int]
"""A finding: the case at which it is, how grave it is, and how many pairs it counts."""


def check_contradictions(looked: Looked) -> None:
    """Every pair that contradicts itself is told, or counted where another one of its row, column or end is told."""
    wanted: list[Told] = []
    groups: dict[object, list[tuple[int, int]]] = {}
    if looked.policy in ("unique", "any"):
        for one, two in looked.pairs:
            agree = looked.same(one, two)
            end = looked.shared_end(one, two)
            if not agree or (looked.policy != "any" and (end or not looked.within(two, one))):
                groups.setdefault(end or looked.place(one, two), []).append((one, two))
        for pairs in groups.values():
            grave = [(one, two) for one, two in pairs if not looked.same(one, two)]
            severity = Severity.ERROR if grave else Severity.WARNING
            wanted.append(((grave or pairs)[0][1], severity, len(grave or pairs)))
    found = [each for each in looked.found(overlap) if "hold for" in each.message and "columns" not in each.message]
    told = [(looked.case_at(each.span), each.severity, together(each, "pair")) for each in found]
    assert Counter(told) == Counter(wanted)


def check_cells_outside(looked: Looked) -> None:
    """Cells, modifiers and columns where the table does not apply, or that another one has too."""
    outside = [each for each in looked.drawn.silences if not each.question]
    regions = [looked.of_all({}, each.alternatives) for each in outside]
    wanted = 0
    if looked.policy in ("unique", "any"):
        wanted = sum(bool(region & raw) for region in regions for raw in looked.raw)
    else:
        wanted = sum(not holds & ~looked.outside for holds in looked.raw) if regions else 0
    if looked.policy == "sum":
        wanted += sum(bool(looked.of(a) & looked.of(b)) for a, b in combinations(looked.drawn.columns, 2))
    found = looked.found(overlap)
    words = ("not-applicable", "does not apply", "two columns")
    assert sum(any(each in said.message for each in words) for said in found) == wanted


def check_repeated(looked: Looked) -> None:
    """Rows that repeat others; those on a line that contradicts another are told as that."""
    allowed = looked.policy in ("unique", "any")
    contradicting = {looked.place(one, two) for one, two in looked.pairs if allowed and not looked.same(one, two)}
    groups: dict[str, list[int]] = {}
    for one, two in looked.repeated:
        groups.setdefault(looked.place(one, two), []).append(two)
    wanted = [(cases[0], len(set(cases))) for name, cases in groups.items() if name not in contradicting]
    found = [(looked.case_at(each.span), together(each, "of table")) for each in looked.found(duplicate_row)]
    assert Counter(found) == Counter(wanted)


def check_idle(looked: Looked) -> None:
    """Cases that never decide; cells of one row are told together."""
    rows: dict[str, list[int]] = {}
    for at in sorted(looked.idle):
        rows.setdefault(looked.row(at) if looked.decides else looked.names[at], []).append(at)
    found = [(looked.case_at(each.span), together(each, "cell")) for each in looked.found(unreachable_case)]
    assert Counter(found) == Counter((cases[0], len(cases)) for cases in rows.values())


def check_removable(looked: Looked) -> None:
    """Without what is told, one row or all, no answer differs.

    Where one case decides each other row is needed, with the cases that never decide or without them.
    """
    repeated = {second for _, second in looked.repeated}
    answers = looked.answers(set())
    gone: set[int] = set()
    for at in (looked.case_at(each.span) for each in looked.found(subsumed_row)):
        row = {at} if at in looked.general else looked.alike(at) - looked.dead - repeated
        assert at in row
        assert looked.answers(row) == answers
        gone |= row
    if looked.policy != "unique" or all(looked.same(one, two) for one, two in looked.pairs):
        assert looked.answers(gone | repeated | looked.idle) == answers
    rows = {looked.row(at): looked.alike(at) - looked.dead - repeated for at in range(len(looked.cases))}
    for row in rows.values() if looked.decides else ():
        if row and not row & (gone | {*looked.redundant.values()}):
            less = gone | repeated | row
            assert not looked.answers(less) == looked.answers(less | looked.dead) == answers


@pytest.mark.parametrize("policy", POLICIES)
@given(data=st.data())
def test_findings_are_what_looking_at_every_input_finds(policy: str, data: st.DataObject) -> None:
    looked = Looked(data.draw(tables(policy)))
    check_gaps(looked)
    check_contradictions(looked)
    check_cells_outside(looked)
    check_repeated(looked)
    check_idle(looked)
    check_removable(looked)
