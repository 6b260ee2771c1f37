"""Whether a table says one thing, and only one, for every input of its domain."""

from collections.abc import Iterator
from itertools import combinations

from rulewright.diagnostics import Diagnostic, Label, Severity
from rulewright.model.book import Book
from rulewright.model.keyset import Box, Interval, KeySet, meet, remainder
from rulewright.model.precedence import prevailing
from rulewright.model.table import Case, Lookup, Modifiers, Policy, Table
from rulewright.wording import plain

TAKERS = {
    Policy.FIRST: ("the cases before it", "move it before them"),
    Policy.PRIORITY: ("cases of higher priority", "let its value come before theirs"),
}
"""What takes all of a case that never decides, and what else its author may do than remove it."""

MOST_NAMED = 3
"""Gaps named one by one in a finding: where two inputs are compared there may be one for each pair."""


def gaps(book: Book) -> Iterator[Diagnostic]:
    """Inputs for which no case holds and the table does not say that it is silent."""
    for table in book.game.tables:
        if isinstance(table.layout, Modifiers):
            yield from _columns_missing(table, table.layout)
            continue  # where no modifier applies the sum is 0
        if table.policy is Policy.LIST:
            continue  # where no row holds the list is empty
        covered = [box for case in table.cases for box in case.boxes]
        silent = [box for silence in table.silences for box in silence.boxes]
        missing = [table.describe(gap) for gap in sorted(remainder([table.box], covered + silent), key=_first)]
        if missing:
            more = f", and {len(missing) - MOST_NAMED} more regions" if len(missing) > MOST_NAMED else ""
            yield Diagnostic(
                "gap-in-table",
                table.span,
                f"no row of table {table.id!r} covers {'; '.join(missing[:MOST_NAMED])}{more}",
                "add the row, or list the case under 'open' (a question) or 'outside' (not this table's business)",
            )


def _columns_missing(table: Table, layout: Modifiers) -> Iterator[Diagnostic]:
    """A key of the columns' axis that none of them has: not even the sum of no modifiers can be read there."""
    if not layout.columns:
        return
    at = next(place for place, axis in enumerate(table.axes) if axis.name == layout.columns[0].axis)
    covered = [(*table.box[:at], key.keys, *table.box[at + 1 :]) for key in layout.columns]
    silent = [box for silence in table.silences for box in silence.boxes]
    missing = [table.describe(gap) for gap in sorted(remainder([table.box], covered + silent), key=_first)]
    if missing:
        message = f"table {table.id!r} has no column for {'; '.join(missing[:MOST_NAMED])}"
        hint = "add the column, or list the case under 'open' (a question) or 'outside' (not this table's business)"
        yield Diagnostic("gap-in-table", table.span, message, hint)


def _first(box: Box) -> list[tuple[Interval, ...]]:
    """Where a region begins, for telling regions in the order of their keys."""
    return [keys.intervals for keys in box]


def overlaps(book: Book) -> Iterator[Diagnostic]:
    """Two cases for one input, where the table does not say that the first decides."""
    for table in book.game.tables:
        if table.policy in (Policy.UNIQUE, Policy.ANY):
            yield from _overlaps(table, book)
        if isinstance(table.layout, Modifiers):
            yield from _all_outside(table)
            for one, other in combinations(table.layout.columns, 2):
                if shared := one.keys & other.keys:
                    domain = next(axis.domain for axis in table.axes if axis.name == one.axis)
                    message = f"two columns of table {table.id!r} hold for {one.axis} {domain.describe(shared)}"
                    label = (Label(one.span, "the other one"),)
                    yield Diagnostic("overlap", other.span, message, "leave it to one of them", label)


def _overlaps(table: Table, book: Book) -> Iterator[Diagnostic]:
    open_ = [box for silence in table.silences if silence.question for box in silence.boxes]
    ends: set[tuple[str, KeySet]] = set()
    for first, second in combinations(table.cases, 2):
        if _exception_to(first, second):
            continue
        shared = remainder(_shared(first, second), open_)
        if not shared:
            continue
        if first.value.plain == second.value.plain and table.policy is Policy.ANY:
            continue
        if end := _shared_end(table, first, second, shared):
            if end not in ends:  # said once, not for every column
                ends.add(end)
                yield _bands_meet(table, *end, first, second, book)
            continue
        agree = first.value.plain == second.value.plain
        where, label = table.describe(shared[0]), (Label(first.span, "the other one"),)
        if agree:
            message = f"two cells of table {table.id!r} say the same for {where}"
            yield Diagnostic("overlap", second.span, message, "remove one of them", label, Severity.WARNING)
        else:
            both = f"{plain(first.value.label, book)} and {plain(second.value.label, book)}"
            message = f"two cells of table {table.id!r} hold for {where}: {both}"
            hint = "narrow one of them, list the case under 'open', or say policy: first"
            yield Diagnostic("overlap", second.span, message, hint, label)
    yield from _said_and_silent(table)


def _all_outside(table: Table) -> Iterator[Diagnostic]:
    """A modifier that holds only where the sums are not this table's business."""
    outside = [(silence, box) for silence in table.silences if not silence.question for box in silence.boxes]
    for case in table.cases if outside else ():
        if not remainder(case.boxes, [box for _, box in outside]):
            message = f"this modifier of table {table.id!r} holds only where the table is said to have no business"
            first = next(silence for silence, box in outside if meet(box, case.boxes[0]))
            label = (Label(first.span, "said here"),)
            yield Diagnostic("overlap", case.span, message, "remove it, or narrow what is listed as outside", label)


def _shared_end(table: Table, first: Case, second: Case, shared: list[Box]) -> tuple[str, KeySet] | None:
    """The axis and point of a measure at which two bands meet that both hold there."""
    for at, axis in enumerate(table.axes):
        if axis.domain.step is not None:
            both = KeySet.union_of(interval for box in shared for interval in box[at].intervals)
            alone = [
                KeySet.union_of(i for box in case.boxes for i in box[at].intervals) - both for case in (first, second)
            ]
            if both.size == 1 and all(alone):
                return axis.name, both
    return None


def _bands_meet(table: Table, axis: str, point: KeySet, first: Case, second: Case, book: Book) -> Diagnostic:
    where = f"{axis} {next(each for each in table.axes if each.name == axis).domain.describe(point)}"
    values = f"{plain(first.value.label, book)} and {plain(second.value.label, book)}"
    message = f"two bands of table {table.id!r} share an end, so both hold for {where}: {values}"
    hint = "say which band has it: 'over 1 to 2', or '1 to under 2'"
    severity = Severity.WARNING if first.value.plain == second.value.plain else Severity.ERROR
    return Diagnostic("overlap", second.span, message, hint, (Label(first.span, "the other one"),), severity)


def _exception_to(general: Case, other: Case) -> bool:
    """Whether the two stand in one cell as the general value and its exception."""
    return general.general and bool(other.conditions) and general.keys == other.keys


def _shared(first: Case, second: Case) -> list[Box]:
    pairs = (meet(a, b) for a in first.boxes for b in second.boxes)
    return [box for box in pairs if box is not None]


def _said_and_silent(table: Table) -> Iterator[Diagnostic]:
    """Inputs listed as not this table's business although a cell holds for them."""
    for silence in table.silences:
        if silence.question:
            continue
        for case in table.cases:
            shared = [box for a in silence.boxes for b in case.boxes if (box := meet(a, b)) is not None]
            if shared:
                message = (
                    f"table {table.id!r} has a cell for {table.describe(shared[0])}, which is listed as outside it"
                )
                yield Diagnostic(
                    "overlap", silence.span, message, "narrow one of the two", (Label(case.span, "the cell"),)
                )


def unreachable_cases(book: Book) -> Iterator[Diagnostic]:
    """A case that never decides: earlier ones, or its own exceptions, take all of it."""
    for table in book.game.tables:
        for at, case in enumerate(table.cases if table.policy not in (Policy.SUM, Policy.LIST) else ()):
            taken = prevailing(table, at)
            if table.policy is Policy.PRIORITY and isinstance(table.layout, Lookup) and case.conditions:
                continue  # an exception over which others prevail still takes from its general value
            if taken and not remainder(case.boxes, taken):
                who, remedy = TAKERS.get(table.policy, ("its own exceptions", "narrow its exceptions"))
                message = f"this case of table {table.id!r} never decides: {who} take all of it"
                yield Diagnostic("unreachable-case", case.span, message, f"remove it, or {remedy}")
