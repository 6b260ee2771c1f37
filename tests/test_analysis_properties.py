"""The analysis of tables against brute force: random lists of cases over random domains, looked at point by point."""

import math
import tempfile
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

from hypothesis import example, given
from hypothesis import strategies as st

from rulewright.base.findings import Finding, Severity
from rulewright.book.book import Book
from rulewright.checks import TableCheck
from rulewright.checks.redundant_rows import (
    duplicate_row,
    irrelevant_input,
    mergeable_rows,
    subsumed_row,
    unreachable_case,
)
from rulewright.checks.table_analysis import TableAnalysis
from rulewright.checks.table_coverage import gap_in_table, overlap
from rulewright.entries.domains import Domain, key_text
from rulewright.entries.keyset import Box, KeySet
from rulewright.entries.table import Policy, Table
from rulewright.pipeline.stages import examine
from tests.test_row_to_add import domain

LOW, HIGH = -2, 9
FAR = (LOW - 1000, HIGH + 1000)
"""Stand for the numbers without end on either side."""

DOMAINS = {
    "kind": "[foot, gun, tank]",
    "score": "1d6",
    "roll": "{numbers: 1..7}",
    "count": "0..",
    "edge": "..",
    "reach": "{measure: 0.., unit: ″}",
}
DECODED = {name: domain(text) for name, text in DOMAINS.items()}

Point = tuple[int, ...]


@dataclass(frozen=True)
class Row:
    """A case as it is written: its keys by axis, where it is not `any`, and what it says."""

    keys: tuple[tuple[str, KeySet], ...]
    says: str


def key_sets(domain: Domain) -> st.SearchStrategy[KeySet]:
    """Stretches of numbers, or several names; often one that does not end."""
    if domain.names:
        return st.sets(st.integers(0, 2), min_size=1, max_size=2).map(KeySet.of)
    least, most = (max(end, -50) for end in (domain.keys.intervals[0][0], min(domain.keys.intervals[-1][1], 8)))
    number = st.integers(int(max(least, -2)), int(most))
    end = st.one_of(number, st.just(math.inf))
    return st.tuples(number, end).map(lambda ends: KeySet.union_of([ends]) & domain.keys).filter(bool)


@st.composite
def lists(draw: st.DrawFn) -> list[Row]:
    """Up to seven cases over up to three axes; two values, so that many agree."""
    names = draw(st.lists(st.sampled_from(sorted(DOMAINS)), min_size=1, max_size=3, unique=True))
    rows = []
    for _ in range(draw(st.integers(1, 7))):
        keys = {name: draw(st.one_of(st.none(), key_sets(DECODED[name]))) for name in names}
        told = tuple((name, found) for name, found in keys.items() if found and found != DECODED[name].keys)
        rows.append(Row(told, draw(st.sampled_from("ab"))))
    return rows


def book_of(rows: list[Row], policy: str) -> Book:
    """The book with a table of these cases, each on a line of its own."""
    text = 'game: {title: Spec, language: en}\nrules: {base: {number: "1", title: Base, text: "[[table:t]]"}}\n'
    text += "domains:\n" + "".join(f"  {name}: {spec}\n" for name, spec in DOMAINS.items())
    text += f"tables:\n  t:\n    title: T\n    rule: base\n    values: [a, b]\n    policy: {policy}\n    cases:\n"
    for row in rows:
        told = ", ".join(f'{name}: "{key_text(DECODED[name], keys)}"' for name, keys in row.keys)
        text += f"      - {{value: {row.says}{f', when: {{{told}}}' if told else ''}}}\n"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "content/spec/spec.yaml")
        path.parent.mkdir(parents=True)
        path.write_text(text, "utf-8")
        examined = examine(Path(folder), "spec", None)
    assert examined.book is not None, examined.findings.items
    return examined.book


def points(region: Box) -> set[Point]:
    """The combinations of a region within reach, found by asking for each key."""
    return set(product(*([key for key in (*range(LOW, 2 * HIGH), *FAR) if key in keys] for keys in region)))


class Brute:
    """A table as its points: for each case those where it holds, and for each point the case that decides."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.all = points(table.box)
        self.holds = [set().union(*map(points, case.boxes)) for case in table.cases]
        self.says = [str(case.value.plain) for case in table.cases]
        self.order = list(range(len(self.holds)))
        if table.policy is Policy.PRIORITY:
            self.order.sort(key=lambda at: self.says[at])

    def deciding(self, point: Point, without: set[int]) -> int | None:
        return next((at for at in self.order if at not in without and point in self.holds[at]), None)

    def answers(self, without: set[int]) -> dict[Point, str | None]:
        """What the case that decides says, point by point, as if some cases were not there."""
        owners = {point: self.deciding(point, without) for point in self.all}
        return {point: None if owner is None else self.says[owner] for point, owner in owners.items()}

    def repeating(self) -> set[int]:
        """Cases that hold only where another does that says the same, if not all of it is decided otherwise before."""
        found = set()
        for at, holds in enumerate(self.holds):
            for other, more in enumerate(self.holds):
                above = other < at or (self.table.policy is Policy.PRIORITY and holds < more)
                others = set().union(*(self.holds[each] for each in self.above(at) if self.says[each] != self.says[at]))
                if above and holds <= more and self.says[at] == self.says[other] and not holds <= others:
                    found.add(at)
        return found

    def above(self, at: int) -> list[int]:
        """The cases that decide instead of one; of one priority none does."""
        before = self.order[: self.order.index(at)]
        return [each for each in before if self.table.policy is Policy.FIRST or self.says[each] != self.says[at]]

    def dead(self) -> set[int]:
        """Cases that decide at none of their points."""
        return {
            at for at in self.order if self.holds[at] <= set().union(*(self.holds[each] for each in self.above(at)))
        }


def found_by(check: TableCheck, book: Book) -> list[Finding]:
    return list(check.check(TableAnalysis(book.game.tables[0], book)))


def where(table: Table, findings: list[Finding]) -> dict[int, Finding]:
    """Findings by the position of the case at which they stand; none stands where another does."""
    lines = {case.span.line: at for at, case in enumerate(table.cases)}
    placed = {lines[each.span.line]: each for each in findings}
    assert len(placed) == len(findings)
    return placed


@given(lists())
def test_gaps(rows: list[Row]) -> None:
    book = book_of(rows, "first")
    brute = Brute(book.game.tables[0])
    left = brute.all - set().union(*brute.holds)
    assert bool(found_by(gap_in_table, book)) == bool(left)


@given(lists())
def test_overlaps_and_duplicates(rows: list[Row]) -> None:
    """A case that contradicts an earlier one; else one that repeats another, or agrees with it in part."""
    book = book_of(rows, "unique")
    table = book.game.tables[0]
    brute = Brute(table)
    contradicting, agreeing, repeating = set(), set(), set()
    for second in range(len(brute.holds)):
        for first in range(second):
            if brute.holds[first] & brute.holds[second]:
                if brute.says[first] != brute.says[second]:
                    contradicting.add(second)
                elif brute.holds[second] <= brute.holds[first]:
                    repeating.add(second)
                elif brute.holds[first] <= brute.holds[second]:
                    repeating.add(first)
                else:
                    agreeing.add(second)
    ends = [each for each in found_by(overlap, book) if "share an end" in each.message]
    if not ends:  # bands that share an end are told once for all of them
        found = where(table, found_by(overlap, book))
        assert {at for at, each in found.items() if each.severity is Severity.ERROR} == contradicting
        assert {at for at, each in found.items() if each.severity is Severity.WARNING} == agreeing - contradicting
    assert set(where(table, found_by(duplicate_row, book))) == repeating - contradicting


@given(lists(), st.sampled_from(["first", "priority"]))
def test_cases_that_never_decide(rows: list[Row], policy: str) -> None:
    """They are dead, or say again what one other says."""
    book = book_of(rows, policy)
    table = book.game.tables[0]
    brute = Brute(table)
    unreachable, repeated = (
        set(where(table, found_by(unreachable_case, book))),
        set(where(table, found_by(duplicate_row, book))),
    )
    assert repeated == brute.repeating()
    assert unreachable == brute.dead() - repeated


FOOT, TANK, ONE = ("kind", KeySet.of([0])), ("kind", KeySet.of([1])), ("count", KeySet.of([1]))


@example([Row((FOOT, ONE), "a"), Row((FOOT,), "b"), Row((TANK,), "a"), Row((ONE,), "a"), Row((), "b")], "first")
@given(lists(), st.sampled_from(["first", "priority"]))
def test_rows_that_can_go(rows: list[Row], policy: str) -> None:
    """Without them, and without those that other checks tell, no answer differs.

    Each other one is needed, or a case that never decides now would answer instead.
    """
    book = book_of(rows, policy)
    table = book.game.tables[0]
    brute = Brute(table)
    gone = set(where(table, found_by(subsumed_row, book)))
    dead, repeating = brute.dead(), brute.repeating()
    assert not gone & (dead | repeating)
    assert brute.answers(gone | dead | repeating) == brute.answers(set())
    for at in set(range(len(brute.holds))) - gone - dead - repeating:
        decided = [point for point in brute.holds[at] if brute.deciding(point, gone | repeating) == at]
        instead = {brute.deciding(point, gone | repeating | {at}) for point in decided}
        assert any(each is None or each in dead or brute.says[each] != brute.says[at] for each in instead)


@given(lists(), st.sampled_from(["first", "priority"]))
def test_inputs_that_make_no_difference(rows: list[Row], policy: str) -> None:
    book = book_of([*rows, Row((), "b")], policy)
    table = book.game.tables[0]
    brute = Brute(table)
    answers = brute.answers(set())
    idle = set()
    for at, axis in enumerate(table.axes):
        others: dict[Point, set[str | None]] = {}
        for point, said in answers.items():
            others.setdefault((*point[:at], *point[at + 1 :]), set()).add(said)
        if all(len(said) == 1 for said in others.values()):
            idle.add(axis.name)
    found = {each.about.removeprefix("t: ") for each in found_by(irrelevant_input, book)}
    assert found == (set() if brute.dead() else idle)


@given(lists())
def test_rows_that_could_be_one(rows: list[Row]) -> None:
    """As one the first two of a run answer what they answered before, wherever else they stand."""
    book = book_of(rows, "first")
    table = book.game.tables[0]
    brute = Brute(table)
    for at in where(table, found_by(mergeable_rows, book)):
        one, other = table.cases[at - 1], table.cases[at]
        [first], [second] = one.boxes, other.boxes
        joined = tuple(a | b for a, b in zip(first, second, strict=True))
        assert points(joined) == brute.holds[at - 1] | brute.holds[at]
        cases = (*table.cases[: at - 1], replace(one, boxes=(joined,)), *table.cases[at + 1 :])
        assert Brute(replace(table, cases=cases)).answers(set()) == brute.answers(set())


@given(st.lists(st.integers(1, 3), min_size=2, max_size=6), st.data())
def test_rows_of_numbers_that_could_be_one(widths: list[int], data: st.DataObject) -> None:
    """Wherever neighbours say the same, in a list of stretches that are not all of one size."""
    says = data.draw(st.lists(st.sampled_from("ab"), min_size=len(widths), max_size=len(widths)))
    rows, low = [], 0
    for width, said in zip(widths, says, strict=True):
        rows.append(Row((("count", KeySet.union_of([(low, low + width - 1)])),), said))
        low += width
    book = book_of(rows, "unique")
    alike = {at for at in range(1, len(says)) if says[at] == says[at - 1] and len(set(widths)) > 1}
    alike = {at for at in alike if at - 1 not in alike}  # of a run only the second is told
    assert set(where(book.game.tables[0], found_by(mergeable_rows, book))) == alike
