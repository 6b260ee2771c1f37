"""Two cases for one input: two players read two answers.

Where both say the same nothing is wrong yet, but whoever corrects the one may forget the other: a warning. A table that
says which of several cases decides, or that all of them do, means to have several.
"""

from collections.abc import Iterator
from itertools import combinations

from rulewright.checks.pairs import Pair, by_line, pairs
from rulewright.checks.stated import MOST_NAMED, Stated, told
from rulewright.diagnostics import Diagnostic, FindingKind, Label, Severity
from rulewright.model.cover import is_covered
from rulewright.model.keyset import KeySet, meet
from rulewright.model.names import count_text
from rulewright.model.table import Modifiers, Table

FINDING = FindingKind("overlap")


def check(stated: Stated) -> Iterator[Diagnostic]:
    """Cases that hold together although the table does not say how to read them together."""
    if not stated.policy.differing:
        yield from _cases(stated)
        yield from _said_and_silent(stated)
    if isinstance(stated.table.layout, Modifiers):
        yield from _all_outside(stated)
        yield from _columns(stated.table, stated.table.layout)


def _cases(stated: Stated) -> Iterator[Diagnostic]:
    """One finding for each line: those that contradict another before those that agree in part."""
    ends: set[tuple[str, KeySet]] = set()
    left: list[Pair] = []
    for pair in (pair for pair in pairs(stated) if not (pair.agree and stated.policy.restating)):
        if end := _shared_end(stated, pair):
            if end not in ends:  # said once, not for every column
                ends.add(end)
                yield _bands_meet(stated, pair, *end)
        else:
            left.append(pair)
    differing = by_line(stated, (pair for pair in left if not pair.agree))
    agreeing = by_line(stated, (pair for pair in left if pair.agree and not pair.within))
    for line, found in (agreeing | differing).items():
        yield _hold_together(stated, line, found)


def _hold_together(stated: Stated, line: str, found: list[Pair]) -> Diagnostic:
    """The first of the pairs at a line, and how many more there are; one place that overlaps several names some."""
    table, first = stated.table, found[0]
    span = table.cases[first.second].span
    _, where = told(table, stated.holes(stated.questions, first.first, first.second))
    more = f" (and {count_text(len(found) - 1, 'more pair')} like these)" if len(found) > 1 else ""
    beside = dict.fromkeys(table.cases[pair.first].span for pair in found if pair.second == first.second)
    labels = tuple(Label(span, "the other one") for span in list(beside)[:MOST_NAMED])
    about = f"{table.id}: {line}"
    if first.agree:
        message = f"two cells of table {table.id!r} say the same for {where}{more}"
        hint = "let only one of them hold there"
        return FINDING.at(span, message, hint, labels, Severity.WARNING, about=about)
    both = f"{stated.says(first.first)} and {stated.says(first.second)}"
    message = f"two cells of table {table.id!r} hold for {where}: {both}{more}"
    hint = "narrow one of them, list the case under 'open', or say policy: first"
    return FINDING.at(span, message, hint, labels, about=about)


def _shared_end(stated: Stated, pair: Pair) -> tuple[str, KeySet] | None:
    """The axis and point of a measure at which two bands meet that both hold there."""
    table = stated.table
    if all(axis.domain.step is None for axis in table.axes):
        return None
    shared = list(stated.holes(stated.questions, pair.first, pair.second))
    for at, axis in enumerate(table.axes):
        if axis.domain.step is not None:
            both = KeySet.union_of(interval for box in shared for interval in box[at].intervals)
            cases = (table.cases[pair.first], table.cases[pair.second])
            alone = [KeySet.union_of(i for box in case.boxes for i in box[at].intervals) - both for case in cases]
            if both.size == 1 and all(alone):
                return axis.name, both
    return None


def _bands_meet(stated: Stated, pair: Pair, axis: str, point: KeySet) -> Diagnostic:
    table = stated.table
    first, second = table.cases[pair.first], table.cases[pair.second]
    where = f"{axis} {next(each for each in table.axes if each.name == axis).domain.describe(point)}"
    values = f"{stated.says(pair.first)} and {stated.says(pair.second)}"
    message = f"two bands of table {table.id!r} share an end, so both hold for {where}: {values}"
    hint = "say which band has it: 'over 1 to 2', or '1 to under 2'"
    severity = Severity.WARNING if pair.agree else Severity.ERROR
    labels = (Label(first.span, "the other one"),)
    return FINDING.at(second.span, message, hint, labels, severity, about=f"{table.id}: {where}")


def _said_and_silent(stated: Stated) -> Iterator[Diagnostic]:
    """Inputs listed as not this table's business although a cell holds for them."""
    table = stated.table
    for silence in (silence for silence in table.silences if not silence.question):
        for case in table.cases:
            shared = next(filter(None, (meet(a, b) for a in silence.boxes for b in case.boxes)), None)
            if shared is not None:
                where = table.describe(shared)
                message = f"table {table.id!r} has a cell for {where}, which is listed as outside it"
                labels, about = (Label(case.span, "the cell"),), f"{table.id}: outside, {where}"
                yield FINDING.at(silence.span, message, "narrow one of the two", labels, about=about)


def _all_outside(stated: Stated) -> Iterator[Diagnostic]:
    """A modifier that holds only where the sums are not this table's business."""
    table = stated.table
    outside = [(silence, box) for silence in table.silences if not silence.question for box in silence.boxes]
    for case, name in zip(table.cases, stated.names, strict=True) if outside else ():
        if all(is_covered(box, [taken for _, taken in outside]) for box in case.boxes):
            message = f"this modifier of table {table.id!r} holds only where the table is said to have no business"
            first = next(silence for silence, box in outside if meet(box, case.boxes[0]))
            labels, about = (Label(first.span, "said here"),), f"{table.id}: {name}"
            hint = "remove it, or narrow what is listed as outside"
            yield FINDING.at(case.span, message, hint, labels, about=about)


def _columns(table: Table, layout: Modifiers) -> Iterator[Diagnostic]:
    """Two columns of modifiers for one key: nobody knows in which to add up."""
    for one, other in combinations(layout.columns, 2):
        if shared := one.keys & other.keys:
            domain = next(axis.domain for axis in table.axes if axis.name == one.axis)
            message = f"two columns of table {table.id!r} hold for {one.axis} {domain.describe(shared)}"
            labels, about = (Label(one.span, "the other one"),), f"{table.id}: {other.axis} {other.written}"
            yield FINDING.at(other.span, message, "leave it to one of them", labels, about=about)
