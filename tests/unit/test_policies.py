"""What a table answers under each policy, against a reading of its rows one by one."""

from collections.abc import Sequence
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from rulewright.base.findings import Span
from rulewright.entries.cells import Case, Silence, Value
from rulewright.entries.domains import Axis, Domain, Name
from rulewright.entries.keys import Key
from rulewright.entries.keyset import Box, KeySet
from rulewright.entries.table import Layout, Policy, Table
from rulewright.entries.text import Text
from rulewright.tables.answers import GAP, OUTSIDE, QUESTION, answers, matching_cases, overriding_boxes

NAMES = ("sunk", "ablaze", "holed", "unhurt")
SIZES = (3, 2, 4)
HERE = Span("x", 1, 1)
DOMAINS = tuple(Domain(f"axis{at}", KeySet.of(range(size))) for at, size in enumerate(SIZES))
RESULT = Domain("result", KeySet.of(range(4)), tuple(Name(each, Text(each), HERE) for each in NAMES))

boxes = st.tuples(*(st.sets(st.integers(0, size - 1), min_size=1).map(KeySet.of) for size in SIZES))
rows = st.lists(
    st.tuples(st.lists(boxes, min_size=1, max_size=2), st.sampled_from(NAMES), st.integers(0, 2)), max_size=6
)
silences = st.lists(st.tuples(boxes, st.booleans()), max_size=2)

Row = tuple[list[Box], str, int]


def table(policy: Policy, told: Sequence[Row], silent: Sequence[tuple[Box, bool]]) -> Table:
    """Rows in cells of one or more: a row that counts 0 begins a cell, others are exceptions in the cell before them."""
    cases: list[Case] = []
    cell = 0
    for at, (where, value, count) in enumerate(told):
        begins = not at or count == 0
        cell += begins
        key = Key("axis0", KeySet.of([cell]), Text(str(cell)), str(cell), False, HERE)
        general = begins and at + 1 < len(told) and told[at + 1][2] > 0
        conditions = () if begins else ((key,),)
        cases.append(
            Case(
                boxes=tuple(where), value=Value(value, Text(value)), keys=(key,), conditions=conditions, general=general
            )
        )
    axes = tuple(Axis(domain.id, domain) for domain in DOMAINS)
    quiet = tuple(
        Silence(boxes=(box,), conditions=((),), why=Text("why"), question=question) for box, question in silent
    )
    return Table(
        id="t",
        title=Text("T"),
        values=RESULT,
        axes=axes,
        policy=policy,
        layout=Layout.CASES,
        cases=tuple(cases),
        silences=quiet,
        span=HERE,
    )


def inside(where: Sequence[Box], point: tuple[int, ...]) -> bool:
    return any(all(key in keys for key, keys in zip(point, box, strict=True)) for box in where)


def held(told: Table, point: tuple[int, ...]) -> list[int]:
    """The rows that hold at a point, read one by one; an exception puts its general value aside."""
    found: list[int] = []
    for at, case in enumerate(told.cases):
        if inside(case.boxes, point):
            aside = [other for other in found if told.cases[other].general and told.cases[other].keys == case.keys]
            if told.policy is not Policy.FIRST and case.conditions:
                found = [other for other in found if other not in aside]
            found.append(at)
    return found


def silence(told: Table, point: tuple[int, ...]) -> int | None:
    """The silence that takes a point, if one does; an open question prevails."""
    quiet = [each.question for each in told.silences if inside(each.boxes, point)]
    return (QUESTION if any(quiet) else OUTSIDE) if quiet else None


def decided(told: Table, point: tuple[int, ...]) -> int | str:
    """The silence at a point, or the value that a reader finds."""
    quiet = silence(told, point)
    values = [str(told.cases[at].value.plain) for at in held(told, point)]
    if quiet is not None or not values:
        return GAP if quiet is None else quiet
    return min(values, key=NAMES.index) if told.policy is Policy.PRIORITY else values[0]


@given(st.sampled_from([Policy.FIRST, Policy.PRIORITY]), rows, silences)
def test_one_row_decides(policy: Policy, told: list[Row], silent: list[tuple[Box, bool]]) -> None:
    read = table(policy, told, silent)
    found = answers(read)
    for owner, point in zip(found.owners, product(*found.keys), strict=True):
        assert (found.value(owner) if owner >= 0 else owner) == decided(read, point)


@given(st.sampled_from([Policy.ANY, Policy.LIST]), rows, silences)
def test_all_rows_that_hold_are_known(policy: Policy, told: list[Row], silent: list[tuple[Box, bool]]) -> None:
    read = table(policy, told, silent)
    found = matching_cases(read)
    for owner, point in zip(found.owners, product(*found.keys), strict=True):
        quiet = silence(read, point)
        wanted: object = tuple(held(read, point)) if quiet is None else quiet
        assert (found.groups[owner] if owner >= 0 else owner) == wanted


@given(st.sampled_from([Policy.UNIQUE, Policy.ANY]), rows)
def test_where_rows_agree_any_of_them_decides(policy: Policy, told: list[Row]) -> None:
    read = table(policy, [(where, "sunk", 0) for where, _, _ in told], [])
    found = answers(read)
    for owner, point in zip(found.owners, product(*found.keys), strict=True):
        assert owner in (held(read, point) or [GAP])


@given(st.sampled_from([Policy.UNIQUE, Policy.FIRST, Policy.PRIORITY]), rows)
def test_a_case_decides_where_it_holds_and_nothing_prevails_over_it(policy: Policy, told: list[Row]) -> None:
    if policy is Policy.UNIQUE:
        told = told[:1]  # where no two can overlap
    read = table(policy, told, [])
    found = answers(read)
    for owner, point in zip(found.owners, product(*found.keys), strict=True):
        deciding = [
            at
            for at, case in enumerate(read.cases)
            if inside(case.boxes, point) and not inside(overriding_boxes(read, at), point)
        ]
        assert owner in (deciding or [GAP])
        assert len({read.cases[at].value for at in deciding}) <= 1, "those of one priority decide together"
