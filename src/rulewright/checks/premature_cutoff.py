"""A cut-off that forbids a result which the table itself would give.

A cut-off says that no roll is needed, because its result is known. Where a roll could still succeed the two rules
contradict each other, and players lose the one chance in a hundred that the table gives them. A cut-off adds nothing to
what the table says, so nothing else about it can be wrong.
"""

from collections.abc import Iterator

from rulewright.findings import Finding, FindingKind, Label
from rulewright.model.book import Book
from rulewright.model.cover import gaps
from rulewright.model.keyset import Box, meet
from rulewright.model.precedence import overriding_boxes
from rulewright.model.table import Case, Table
from rulewright.translation.messages import all_of
from rulewright.wording import plain

FINDING = FindingKind("premature-cutoff")


def check(book: Book) -> Iterator[Finding]:
    """Each cut-off that forbids some result."""
    for table in book.game.tables:
        for cutoff in table.cutoffs:
            yield from _forbidden(table, cutoff, book)


def _forbidden(table: Table, cutoff: Case, book: Book) -> Iterator[Finding]:
    """One finding for each cut-off, with a label at the first result that it forbids; the message names all."""
    forbidden = [
        (case, region)
        for at, case in enumerate(table.cases)
        if case.value.plain != cutoff.value.plain
        for region in _shared(cutoff, case, _elsewhere(table, at))
    ]
    if not forbidden:
        return
    results = all_of(dict.fromkeys(repr(plain(case.value.label, book)) for case, _ in forbidden))
    where = "; ".join(dict.fromkeys(table.describe(region) for _, region in forbidden))
    message = f"this cut-off of table {table.id!r} forbids {results}, which a roll would give for {where}"
    hint = "start it where every roll fails, or correct the table"
    label = Label(forbidden[0][0].span, "the result it forbids")
    about = f"{table.id}: cut-off {'; '.join(map(table.describe, cutoff.boxes))}"
    yield FINDING.at(cutoff.span, message, hint, (label,), about=about)


def _shared(cutoff: Case, case: Case, elsewhere: list[Box]) -> list[Box]:
    """Where a case would decide without the cut-off."""
    pairs = (meet(a, b) for a in cutoff.boxes for b in case.boxes)
    return [left for box in pairs if box is not None for left in gaps(box, elsewhere)]


def _elsewhere(table: Table, at: int) -> list[Box]:
    """The regions where other cases override this one, or the table is silent."""
    silent = [box for silence in table.silences for box in silence.boxes]
    return overriding_boxes(table, at) + silent
