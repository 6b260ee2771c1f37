"""Checks for tables that contradict one another, and for open questions that a table answers.

Two tables are comparable where each gives a `Quantity` of the same name for the same inputs: if one table says
`Bow, AP: 1` and another, with the title `AP`, says `Bow: 2`, that is a contradiction.

`split_by_owner` of `tables.answers` divides a region by the case that decides it. An owner is the position of a case; a
negative one is a gap or a silence. A *box* is a region: one set of keys for each axis. `@finds` makes each check an
object, whose `at` makes its findings.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import NamedTuple

from rulewright.base.findings import Finding, Label, Severity
from rulewright.book.book import Book
from rulewright.book.wording import plain
from rulewright.checks.named_check import finds
from rulewright.checks.table_analysis import TableAnalysis
from rulewright.entries.cells import Case, Silence
from rulewright.entries.domains import Axis
from rulewright.entries.keyset import Box, KeySet, meet
from rulewright.entries.numbers import Plain
from rulewright.entries.table import Policy, Table
from rulewright.tables.answers import region, split_by_owner
from rulewright.tables.cover import gaps

ONE_ANSWER = (Policy.UNIQUE, Policy.ANY, Policy.FIRST, Policy.PRIORITY)
"""The policies under which a single case decides."""
MOST_CASES = 1000
"""The most cases of a table that is checked, because each case is compared with all cases of another table."""
NUMERIC = "number"


@dataclass(frozen=True)
class Quantity:
    """What a table, or one of its columns, gives under a name that means the same everywhere; it prints as `shown`.

    Table `Weapons` with a row for each weapon and the columns `Range` and `AP` gives two quantities, if both headings
    are terms: `Range` by weapon and `AP` by weapon. A heading that is neither a term nor the title of a table, such as
    `Result`, means something else in each table. `function` gives the quantity alone, as a table without columns. If
    the columns are keys of an input, `column_domain` is the id of the domain of this input.
    """

    name: str
    shown: str
    table: Table
    function: Table
    column_domain: str = ""

    @property
    def axes(self) -> Mapping[str, Axis]:
        return {axis.name: axis for axis in self.function.axes}

    @property
    def inputs(self) -> frozenset[tuple[str, str]]:
        """The name and the domain of each input."""
        return frozenset((axis.name, axis.domain.id) for axis in self.function.axes)

    @property
    def kind(self) -> str:
        """The kind of the values: numbers, the id of a domain of names or ranges, or text."""
        values = self.function.values
        if values is None:
            texts = [str(case.value.plain) for case in self.function.cases if case.value.plain is not None]
            return NUMERIC if texts and all(text.lstrip("+-−").isdecimal() for text in texts) else "text"
        return values.id if values.names or values.ranges else NUMERIC


def _folded(name: str) -> str:
    """Return a name in lower case, with spaces for hyphens."""
    return " ".join(name.casefold().replace("-", " ").split())


def quantities(book: Book) -> list[Quantity]:
    """Return every quantity of the book whose name means the same in all tables."""
    tables = [table for table in book.game.tables if table.policy in ONE_ANSWER and len(table.cases) <= MOST_CASES]
    tables = [table for table in tables if table.axes and not any(case.value.axis for case in table.cases)]
    names = {_folded(name) for term in book.game.terms for name in term.names}
    names |= {_folded(plain(table.title, book)) for table in tables if not table.outputs}
    return [
        quantity
        for table in tables
        for quantity in _table_quantities(table, names, book)
        if quantity.axes and quantity.name in names
    ]


def _table_quantities(table: Table, names: set[str], book: Book) -> Iterator[Quantity]:
    """Yield each output of a table; or the table itself, and each column whose heading is in `names`."""
    if table.outputs:
        labels = (plain(output.label, book) for output in table.outputs if output.says is None)
        for label, function in zip(labels, table.functions(), strict=True):
            yield Quantity(_folded(label), label, table, function)
        return
    title = plain(table.title, book)
    yield Quantity(_folded(title), title, table, table)
    for column in table.columns if table.is_grid else ():
        index = next(index for index, axis in enumerate(table.axes) if axis.name == column.axis)
        domain, label = table.axes[index].domain, plain(column.label, book)
        if domain.enumeration and column.keys.size == 1 and _folded(label) in names:
            yield Quantity(_folded(label), label, table, _slice(table, index, column.keys), domain.id)


def _slice(table: Table, index: int, keys: KeySet) -> Table:
    """Return a table without the axis at `index`: the cases and silences for some keys of that axis."""

    def sliced(boxes: tuple[Box, ...]) -> tuple[Box, ...]:
        return tuple((*box[:index], *box[index + 1 :]) for box in boxes if box[index] & keys)

    return replace(
        table,
        axes=(*table.axes[:index], *table.axes[index + 1 :]),
        cases=tuple(replace(case, boxes=boxes) for case in table.cases if (boxes := sliced(case.boxes))),
        silences=tuple(replace(silence, boxes=boxes) for silence in table.silences if (boxes := sliced(silence.boxes))),
    )


def same_inputs(quantity: Quantity, other: Quantity) -> bool:
    """Return whether `other` has all inputs of `quantity`."""
    has_names = quantity.inputs <= other.inputs
    return has_names and all(quantity.axes[name].domain == other.axes[name].domain for name, _ in quantity.inputs)


def shared_part(quantity: Quantity, other: Quantity, box: Box) -> Box:
    """Return a region of `quantity` as a region of the inputs of `other`."""
    keys = dict(zip(quantity.axes, box, strict=True))
    return tuple(keys.get(name, axis.domain.keys) for name, axis in other.axes.items())


def value_of(case: Case) -> Plain:
    """Return the value of a case for comparison; a text that looks like a number becomes a number."""
    value = case.value.plain
    return int(value.replace("−", "-")) if isinstance(value, str) and value.lstrip("+-−").isdecimal() else value


class Disagreement(NamedTuple):
    """A case of each of two quantities, and a region of the first for which the second never gives the same answer."""

    case: Case
    other_case: Case
    region: Box


def disagreement(quantity: Quantity, other: Quantity) -> Disagreement | None:
    """Return the first disagreement of two quantities; None if they agree everywhere.

    `other` may have more inputs. An `AP` of 1 for `Bow` agrees with an `AP` of `Bow` that is 1 near and 2 far.
    """
    cases, other_cases = quantity.function.cases, other.function.cases
    for owner, box in split_by_owner(quantity.function, quantity.function.box):
        if owner < 0:
            continue
        parts: list[tuple[int, Box]] = []  # owners in `other`, each with its region in the inputs of `quantity`
        for other_owner, part in split_by_owner(other.function, shared_part(quantity, other, box)):
            keys = dict(zip(other.axes, part, strict=True))
            parts.append((other_owner, tuple(keys[name] for name in quantity.axes)))
        value = value_of(cases[owner])
        agreeing = [part for position, part in parts if position < 0 or value_of(other_cases[position]) == value]
        if (differing := next(gaps(box, agreeing), None)) is not None:
            opposing = next(position for position, part in parts if meet(part, differing) is not None)
            return Disagreement(cases[owner], other_cases[opposing], differing)
    return None


def _by_name(all_quantities: list[Quantity]) -> Mapping[str, list[Quantity]]:
    groups: dict[str, list[Quantity]] = {}
    for quantity in all_quantities:
        groups.setdefault(quantity.name, []).append(quantity)
    return groups


@finds(Severity.WARNING)
def contradicting_tables(book: Book) -> Iterator[Finding]:
    """Two tables that answer one question differently: a weapon without AP in one, with an AP value in the other.

    Each may be proved, by a function of its own, and players still read two answers. Tables are compared where they
    give a quantity of the same name for the same inputs: a column whose heading is a term, or the title of a table. If
    one table depends on more inputs, it contradicts the other where it never gives the same answer. A note that links
    the other table, or its rule, explains the difference.
    """
    for same_name in _by_name(quantities(book)).values():
        for first, second in combinations(same_name, 2):
            explained = _links(first.table, second.table, book) or _links(second.table, first.table, book)
            if first.table is not second.table and not explained and _comparable(first, second):
                yield from _contradiction(first, second, book)


def _links(table: Table, other: Table, book: Book) -> bool:
    """Return whether the note of a table links to `other` or to its rule."""
    linked_ids = {target.id for link in (table.note.links if table.note else ()) if (target := book.resolve(link))}
    rule = book.rule_of(other.rule)
    return other.id in linked_ids or (rule is not None and rule.id in linked_ids)


def _comparable(first: Quantity, second: Quantity) -> bool:
    """Return whether two quantities have values of one kind.

    A column of names is not compared with a table that has these names as an input.
    """
    if first.column_domain and second.column_domain:
        return False
    column_domain = first.column_domain or second.column_domain
    input_domains = {domain for _, domain in first.inputs | second.inputs}
    is_free_text = first.kind != NUMERIC and not first.function.values
    return first.kind == second.kind and not is_free_text and column_domain not in input_domains


def _contradiction(quantity: Quantity, other_quantity: Quantity, book: Book) -> Iterator[Finding]:
    """Report the first contradiction, in the words of the quantity with fewer inputs."""
    for first, second in ((quantity, other_quantity), (other_quantity, quantity)):
        differing = disagreement(first, second) if same_inputs(first, second) else None
        if differing is not None:
            where = first.function.describe(differing.region)
            answer, other_answer = (plain(case.value.label, book) for case in differing[:2])
            message = (
                f"{first.shown} for {where} is {answer} in table {first.table.id!r}, and "
                f"{other_answer} in {second.table.id!r}"
            )
            hint = (
                "correct one of them; if they mean two things, name these differently, or say so in a note that links "
                "the other"
            )
            labels = (Label(differing.other_case.span, "the other answer"),)
            about = f"{first.table.id} and {second.table.id}: {first.shown}, {where}"
            yield contradicting_tables.at(differing.case.span, message, hint, labels, about=about)
            return


@finds(Severity.WARNING)
def answered_question(book: Book) -> Iterator[Finding]:
    """An open question that a cell answers: the reader is told that nobody knows, and reads the answer beside it.

    A question of a table is answered where a cell of the table holds nowhere else, and where another table gives the
    same quantity.
    """
    for table in book.game.tables:
        if any(silence.question for silence in table.silences):
            yield from _answered_in_table(TableAnalysis(table, book))
    all_quantities = quantities(book)
    by_name = _by_name(all_quantities)
    for quantity in all_quantities:
        same_name = [other for other in by_name[quantity.name] if other.table is not quantity.table]
        for question in (silence for silence in quantity.function.silences if silence.question):
            for box in question.boxes:
                yield from _answered_elsewhere(quantity, same_name, question, box)


def _answered_in_table(analysis: TableAnalysis) -> Iterator[Finding]:
    """Report cells that hold only where the table asks a question, unless another cell contradicts them there.

    Modifiers and lines of lists do not count, because they are only a part of the answer.
    """
    table = analysis.table
    for position, case in enumerate(table.cases) if not analysis.policy.counts_repetitions else ():
        boxes = region(table, position)  # empty if its exceptions leave nothing of it
        contradicted = not all(analysis.same_value(position, other) for other in analysis.overlapping_cases(position))
        answers = bool(boxes) and not contradicted and case.value.plain is not None
        if answers and analysis.covers(analysis.questions, position):
            questions = (silence for silence in table.silences if silence.question)
            question = next(silence for silence in questions if any(meet(box, boxes[0]) for box in silence.boxes))
            where = analysis.case_names[position]
            message = f"a question leaves open what holds for {where}, and table {table.id!r} has a cell for it"
            yield _answered(case, message, question, about=f"{table.id}: {where}")


def _answered_elsewhere(
    quantity: Quantity, same_name: list[Quantity], question: Silence, box: Box
) -> Iterator[Finding]:
    """Report a question about a region that a quantity with the same name and inputs answers."""
    for other in (other for other in same_name if same_inputs(quantity, other) and quantity.kind == other.kind):
        answers = list(split_by_owner(other.function, shared_part(quantity, other, box)))
        if answers and all(owner >= 0 for owner, _ in answers):
            where = f"{quantity.shown}, {quantity.function.describe(box)}"
            message = (
                f"a question of table {quantity.table.id!r} leaves open what holds for {where}, and table "
                f"{other.table.id!r} has a cell for it"
            )
            first_owner, _ = answers[0]
            about = f"{quantity.table.id}: {where}"
            yield _answered(other.function.cases[first_owner], message, question, about=about)
            return


def _answered(case: Case, message: str, question: Silence, about: str) -> Finding:
    hint = "remove the question if the answer is known; else write unknown in the cell"
    return answered_question.at(case.span, message, hint, (Label(question.span, "the question"),), about=about)
