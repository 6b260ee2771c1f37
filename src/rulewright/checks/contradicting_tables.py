"""Two tables that answer one question differently: a weapon without AP in one, with an AP value in the other.

Each may be proved, by a function of its own, and players still read two answers. Tables are compared where they give a
quantity of the same name for the same inputs: a column whose heading is a term, or the title of a table. Inputs are the
same, too, where the names of their domains mean the same. If one table depends on more inputs, it contradicts the other
where it never gives the same answer. A table that denies a row something is compared with a table that gives the row
just this (`denials`), and a table that calls something better or worse with the table of the scores (`comparisons`).
"""

from collections.abc import Iterator
from itertools import combinations

from rulewright.checks.comparisons import Comparison, idle_comparisons
from rulewright.checks.correspondence import Correspondence
from rulewright.checks.denials import Denial, denials
from rulewright.checks.quantities import NUMERIC, Quantity, disagreement, quantities, same_inputs
from rulewright.checks.table_analysis import name_keys
from rulewright.checks.translation import translated
from rulewright.diagnostics import Diagnostic, FindingKind, Label, Severity
from rulewright.model.book import Book
from rulewright.model.table import Table
from rulewright.wording import plain

FINDING = FindingKind("contradicting-tables", Severity.WARNING)
HINT = "correct one of them; if they mean two things, name these differently, or say so in a note that links the other"


def check(book: Book) -> Iterator[Diagnostic]:
    """Each pair of tables that disagree, once for each quantity, denial and comparison."""
    names = Correspondence(book)
    by_name: dict[object, list[Quantity]] = {}
    for quantity in quantities(book):
        by_name.setdefault(quantity.name, []).append(quantity)
    for alike in by_name.values():
        for one, other in combinations(alike, 2):
            if one.table is not other.table and not explained(one.table, other.table, book):
                yield from _of_pair(one, other, names)
    for denial in denials(names):
        if not explained(denial.denies, denial.gives, book):
            yield _of_denial(denial)
    for comparison in idle_comparisons(names):
        if not explained(comparison.table, comparison.indifferent, book):
            yield _of_comparison(comparison, book)


def _of_denial(denial: Denial) -> Diagnostic:
    there = "there"
    if denial.through:
        there = f"for {denial.through}, which table {denial.denies.id!r} says it has"
    message = (
        f"table {denial.denies.id!r} has {denial.answer!r} under {denial.shown} for "
        f"{denial.where}, and table {denial.gives.id!r} gives {denial.shown} {there}"
    )
    labels = (Label(denial.given.span, f"{denial.shown} is given here"),)
    about = f"{denial.denies.id} and {denial.gives.id}: {denial.shown}, {denial.where}"
    return FINDING.at(denial.denied.span, message, HINT, labels, about=about)


def _of_comparison(found: Comparison, book: Book) -> Diagnostic:
    where, said = name_keys(found.keys), plain(found.case.value.label, book)
    message = (
        f"table {found.table.id!r} has {said!r} for {where}, and table "
        f"{found.indifferent.id!r} has the same answers for {found.shown} as for "
        f"{found.ordinary}"
    )
    labels = (Label(found.indifferent.span, "these answers"),)
    about = f"{found.table.id} and {found.indifferent.id}: {where}"
    return FINDING.at(found.case.span, message, HINT, labels, about=about)


def _comparable(one: Quantity, other: Quantity) -> bool:
    """Whether the values are of one kind; a column of names is compared with tables that do not ask for these names."""
    if one.sliced and other.sliced:
        return False
    sliced = one.sliced or other.sliced
    asked = {domain for each in (one, other) for _, domain in each.inputs}
    return one.kind == other.kind and sliced not in asked and (one.kind == NUMERIC or bool(one.function.values))


def _of_pair(one: Quantity, other: Quantity, names: Correspondence) -> Iterator[Diagnostic]:
    """The first answers in which one differs from the other, in the words of the one that asks for less."""
    for first, its_own in ((one, other), (other, one)):
        second = translated(its_own, first, names)
        comparable = _comparable(first, second) and same_inputs(first, second)
        if comparable and (found := disagreement(first, second)) is not None:
            owner, against, box = found
            case, its = first.function.cases[owner], second.function.cases[against]
            where = first.function.describe(box)
            answers = [plain(each.value.label, names.book) for each in (case, its)]
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
