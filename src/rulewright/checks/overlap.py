"""Two cases that hold for one input: two players read two answers.

Where both have the same value nothing is wrong yet, but whoever corrects one may forget the other: a warning. Tables
whose hit policy allows several cases for one input are sound.
"""

from collections.abc import Iterator
from itertools import combinations

from rulewright.checks.case_pairs import CasePair, by_line, overlapping_pairs
from rulewright.checks.table_analysis import MOST_NAMED, TableAnalysis, name_regions
from rulewright.findings import Finding, FindingKind, Label, Severity
from rulewright.model.keyset import KeySet, meet
from rulewright.model.table import Case, Modifiers, Silence, Table
from rulewright.translation.messages import all_of

FINDING = FindingKind("overlap")


def check(analysis: TableAnalysis) -> Iterator[Finding]:
    """Cases that overlap although the hit policy of the table does not allow it."""
    if not analysis.policy.differing:
        yield from _cases(analysis)
        yield from _cells_outside(analysis)
    else:
        yield from _cases_outside(analysis)
    if isinstance(analysis.table.layout, Modifiers):
        yield from _columns(analysis.table, analysis.table.layout)


def _cases(analysis: TableAnalysis) -> Iterator[Finding]:
    """One finding for each row or column, and for each end that bands share."""
    ends: dict[tuple[str, KeySet], list[CasePair]] = {}
    left: list[CasePair] = []
    for pair in (pair for pair in overlapping_pairs(analysis) if not (pair.agree and analysis.policy.restating)):
        if end := _shared_end(analysis, pair):
            ends.setdefault(end, []).append(pair)
        elif not (pair.agree and pair.within):
            left.append(pair)
    for (axis, point), pairs in ends.items():
        yield _bands_meet(analysis, _gravest(pairs), axis, point)
    for line, pairs in by_line(analysis, left).items():
        yield _overlap(analysis, line, _gravest(pairs))


def _gravest(pairs: list[CasePair]) -> list[CasePair]:
    """Those that contradict each other, or else all: an agreement must not hide a contradiction beside it."""
    return [pair for pair in pairs if not pair.agree] or pairs


def _more(pairs: list[CasePair]) -> str:
    """How many pairs there are beside the first."""
    others = len(pairs) - 1
    return (
        (f" (and {others} more pair like these)" if others == 1 else f" (and {others} more pairs like these)")
        if others
        else ""
    )


def _overlap(analysis: TableAnalysis, line: str, pairs: list[CasePair]) -> Finding:
    """The first pair at a row or column, and how many more there are; labels name some of the other cases."""
    table, first = analysis.table, pairs[0]
    span = table.cases[first.second].span
    _, where = name_regions(table, analysis.holes(analysis.questions, first.first, first.second))
    beside = dict.fromkeys(table.cases[pair.first].span for pair in pairs if pair.second == first.second)
    labels = tuple(Label(span, "the other one") for span in list(beside)[:MOST_NAMED])
    about = f"{table.id}: {line}"
    if first.agree:
        message = f"two cells of table {table.id!r} hold for {where} and say the same{_more(pairs)}"
        hint = "let only one of them hold there"
        return FINDING.at(span, message, hint, labels, Severity.WARNING, about=about)
    both = all_of((analysis.value_text(first.first), analysis.value_text(first.second)))
    message = f"two cells of table {table.id!r} hold for {where}: {both}{_more(pairs)}"
    hint = "narrow one of them, list the case under 'questions', or write policy: first"
    return FINDING.at(span, message, hint, labels, about=about)


def _shared_end(analysis: TableAnalysis, pair: CasePair) -> tuple[str, KeySet] | None:
    """The axis and point of a measure at which two bands meet, if both hold there."""
    table = analysis.table
    if all(axis.domain.step is None for axis in table.axes):
        return None
    shared = list(analysis.holes(analysis.questions, pair.first, pair.second))
    for at, axis in enumerate(table.axes):
        if axis.domain.step is not None:
            both = KeySet.union_of(interval for box in shared for interval in box[at].intervals)
            cases = (table.cases[pair.first], table.cases[pair.second])
            alone = [KeySet.union_of(i for box in case.boxes for i in box[at].intervals) - both for case in cases]
            if both.size == 1 and all(alone):
                return axis.name, both
    return None


def _bands_meet(analysis: TableAnalysis, pairs: list[CasePair], axis: str, point: KeySet) -> Finding:
    table, pair = analysis.table, pairs[0]
    first, second = table.cases[pair.first], table.cases[pair.second]
    where = f"{axis} {next(each for each in table.axes if each.name == axis).domain.describe(point)}"
    values = all_of((analysis.value_text(pair.first), analysis.value_text(pair.second)))
    message = f"two bands of table {table.id!r} share an end, so both hold for {where}: {values}{_more(pairs)}"
    hint = "say which band it belongs to: 'over 1 to 2', or '1 to under 2'"
    severity = Severity.WARNING if pair.agree else Severity.ERROR
    labels = (Label(first.span, "the other one"),)
    return FINDING.at(second.span, message, hint, labels, severity, about=f"{table.id}: {where}")


def _cells_outside(analysis: TableAnalysis) -> Iterator[Finding]:
    """Inputs under `not-applicable` for which a cell holds."""
    table = analysis.table
    for silence in (silence for silence in table.silences if not silence.question):
        for case in table.cases:
            shared = next(filter(None, (meet(a, b) for a in silence.boxes for b in case.boxes)), None)
            if shared is not None:
                where = table.describe(shared)
                message = f"table {table.id!r} has a cell for {where}, and lists it under 'not-applicable' too"
                labels, about = (Label(case.span, "the cell"),), f"{table.id}: outside, {where}"
                yield FINDING.at(silence.span, message, "narrow one of the two", labels, about=about)


def _cases_outside(analysis: TableAnalysis) -> Iterator[Finding]:
    """Cases that hold only for inputs under `not-applicable`; where several may hold, one may well reach into them."""
    table = analysis.table
    for at, case in enumerate(table.cases):
        if analysis.outside_only(at):
            message = f"this case of table {table.id!r} holds only where the table does not apply"
            if isinstance(table.layout, Modifiers):
                message = f"this modifier of table {table.id!r} holds only where the table does not apply"
            first = next(each for each in table.silences if not each.question and _meets(each, case))
            labels = (Label(first.span, "listed under 'not-applicable' here"),)
            hint = "remove it, or narrow the inputs under 'not-applicable'"
            yield FINDING.at(case.span, message, hint, labels, about=f"{table.id}: {analysis.case_names[at]}")


def _meets(silence: Silence, case: Case) -> bool:
    return any(meet(one, other) for one in silence.boxes for other in case.boxes)


def _columns(table: Table, layout: Modifiers) -> Iterator[Finding]:
    """Two columns of modifiers for one key: nobody knows which of them to add up."""
    for one, other in combinations(layout.columns, 2):
        if shared := one.keys & other.keys:
            domain = next(axis.domain for axis in table.axes if axis.name == one.axis)
            message = f"two columns of table {table.id!r} hold for {one.axis} {domain.describe(shared)}"
            labels, about = (Label(one.span, "the other one"),), f"{table.id}: {other.axis} {other.written}"
            yield FINDING.at(other.span, message, "remove it from one of them", labels, about=about)
