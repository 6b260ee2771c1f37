"""The printed statements of a game that code could prove, and the claims that one function proves together."""

from collections.abc import Iterable, Iterator, Sequence

from rulewright.grid import keys_of
from rulewright.model.book import Book, Target
from rulewright.model.example import Example, Step
from rulewright.model.expression import Claim
from rulewright.model.game import Fact, Reference
from rulewright.model.item import Item
from rulewright.model.table import Axis, Case, Table
from rulewright.once_per_value import once_per_value
from rulewright.proof.ranges import Tried, tried_ranges
from rulewright.proof.report import Grade, State, Statement
from rulewright.wording import Part, number, plain

ClaimGroup = tuple[Item | None, list[tuple[Item, Claim]]]
"""The bullet that has the proof, if any, and the claims that it proves together."""


def cell(
    book: Book, table: Table, case: Case, state: State, function: str = "", cases: int = 0, reason: str = ""
) -> Statement:
    """One value of a table's cell."""
    text, owner = plain(case.value.label, book), Target("table", table.id)
    tried = tried_ranges(table.axes)
    return Statement("cell", owner, text, case.span, state, function, cases, reason, key=_key(case), tried=tried)


def cells(book: Book, table: Table, reason: str) -> Iterable[Statement]:
    """All cells of a table, unproved for the same reason; a list to roll on states nothing that code could prove."""
    if any(case.value.label.links for case in table.cases):  # what they say, another thing decides
        return _unproved(book, table, reason)
    known = _known_cells(table)
    if reason not in known:
        known[reason] = tuple(_unproved(book, table, reason))
    return known[reason]


@once_per_value
def _known_cells(_: Table) -> dict[str, tuple[Statement, ...]]:
    """Its cells as they are unproved for each reason, of which there are two or three."""
    return {}


def _unproved(book: Book, table: Table, reason: str) -> Iterator[Statement]:
    owner, (keys, tried) = Target("table", table.id), _keys(table)
    for case, key in zip(table.cases, keys, strict=False):
        text = plain(case.value.label, book)
        yield Statement("cell", owner, text, case.span, State.UNPROVED, reason=reason, key=key, tried=tried)


@once_per_value
def _keys(table: Table) -> tuple[tuple[str, ...], Tried]:
    """The words for the keys of each cell, none of a list to roll on; and what of its axes a proof tries."""
    return ((), ()) if table.is_data else (tuple(map(_key, table.cases)), tried_ranges(table.axes))


def _key(case: Case) -> str:
    return " or ".join(", ".join(f"{axis} {words}" for axis, words in keys.items()) for keys in keys_of(case))


def claim(
    book: Book,
    reference: Reference,
    one: tuple[Item, Claim],
    state: State,
    function: str = "",
    cases: int = 0,
    reason: str = "",
    axes: Iterable[Axis] = (),
) -> Statement:
    """One claim of a quick reference, with the text of its bullet."""
    item, claim = one
    owner = Target("reference", reference.id)
    text, tried = plain(item.text, book), tried_ranges(axes)
    grade = Grade.STATED if state is State.STATED else Grade.UNPROVED
    key = claim.text
    return Statement("claim", owner, text, claim.span, state, function, cases, reason, (), key, tried, grade)


def fact(one: Fact, state: State, function: str = "", reason: str = "") -> Statement:
    """One fact; its comparison is a single call. A fact without a proof is stated, whatever `state` says."""
    owner, value = Target("fact", one.id), number(one.value)
    if one.proof is None:
        return Statement("fact", owner, value, one.span, State.STATED, key=one.id, grade=Grade.STATED)
    cases = 0 if state is State.UNPROVED else 1
    return Statement("fact", owner, value, one.span, state, function, cases, reason, key=one.id)


def step(
    book: Book,
    example: Example,
    one: Step,
    state: State,
    function: str = "",
    reason: str = "",
    parts: tuple[Part, ...] = (),
) -> Statement:
    """One step of an example; its comparison is a single call."""
    cases = 0 if state is State.UNPROVED else 1
    owner = Target("example", example.id)
    key = f"{one.asked.text} = {plain(one.result, book) if one.result else ''}" if one.asked else ""
    text = plain(one.text, book)
    return Statement("example", owner, text, one.span, state, function, cases, reason, parts, key, grade=None)


def claim_groups(items: Sequence[Item]) -> Iterator[ClaimGroup]:
    """The claims by the proof that covers them: their own, or that of the bullet above them."""
    for item in items:
        if item.claim is not None:
            yield (item if item.proof else None), [(item, item.claim)]
            yield from claim_groups(item.items)
        elif item.proof is not None:
            yield item, [(below, below.claim) for below in item.items if below.claim and not below.proof]
            for below in item.items:
                yield from claim_groups(below.items if below.claim and not below.proof else [below])
        else:
            yield from claim_groups(item.items)
