"""Two tables that answer one question differently: a weapon without AP in one, with an AP value in the other.

Each may be proved, by a function of its own, and players still read two answers. Tables are compared where they give a
quantity of the same name for the same inputs: a column whose heading is a term, or the title of a table. If one table
depends on more inputs, it contradicts the other where it never gives the same answer.
"""

from collections.abc import Iterator
from itertools import combinations

from rulewright.checks.quantities import NUMERIC, Quantity, disagreement, quantities, same_inputs
from rulewright.findings import Finding, FindingKind, Label, Severity
from rulewright.model.book import Book
from rulewright.model.table import Table
from rulewright.wording import plain

FINDING = FindingKind("contradicting-tables", Severity.WARNING)
HINT = "correct one of them; if they mean two things, name these differently, or say so in a note that links the other"


def check(book: Book) -> Iterator[Finding]:
    """Each pair of tables that disagree, once for each quantity."""
    by_name: dict[object, list[Quantity]] = {}
    for quantity in quantities(book):
        by_name.setdefault(quantity.name, []).append(quantity)
    for alike in by_name.values():
        for one, other in combinations(alike, 2):
            if one.table is not other.table and not explained(one.table, other.table, book):
                yield from _of_pair(one, other, book)


def _comparable(one: Quantity, other: Quantity) -> bool:
    """Whether the values are of one kind; a column of names is compared with tables that do not ask for these names."""
    if one.sliced and other.sliced:
        return False
    sliced = one.sliced or other.sliced
    asked = {domain for each in (one, other) for _, domain in each.inputs}
    return one.kind == other.kind and sliced not in asked and (one.kind == NUMERIC or bool(one.function.values))


def _of_pair(one: Quantity, other: Quantity, book: Book) -> Iterator[Finding]:
    """The first answers in which one differs from the other, in the words of the one that asks for less."""
    for first, second in ((one, other), (other, one)):
        comparable = _comparable(first, second) and same_inputs(first, second)
        if comparable and (found := disagreement(first, second)) is not None:
            owner, against, box = found
            case, its = first.function.cases[owner], second.function.cases[against]
            where = first.function.describe(box)
            answers = [plain(each.value.label, book) for each in (case, its)]
            message = (
                f"{first.shown} for {where} is {answers[0]} in table {first.table.id!r}, and "
                f"{answers[1]} in {second.table.id!r}"
            )
            about = f"{first.table.id} and {second.table.id}: {first.shown}, {where}"
            yield FINDING.at(case.span, message, HINT, (Label(its.span, "the other answer"),), about=about)
            return


def explained(one: Table, other: Table, book: Book) -> bool:
    """Whether a note of one of the tables links the other or its rule."""
    return _notes(one, other, book) or _notes(other, one, book)


def _notes(table: Table, other: Table, book: Book) -> bool:
    linked = {target.id for link in (table.note.links if table.note else ()) if (target := book.resolve(link))}
    rule = book.rule_of(other.rule)
    return bool(linked & {other.id, rule.id if rule else other.id})
