"""A ruling that gives a value, though a cell that it is about prints another.

Who looks up the table and who looks up the ruling would play by different rules. Correct the cell, so that the proof
holds it against the rules code, or say which later ruling supersedes this one.
"""

from collections.abc import Iterator

from rulewright.findings import Finding, FindingKind, Label, Severity
from rulewright.model.book import Book
from rulewright.model.ruling import Ruling, in_force
from rulewright.wording import plain

FINDING = FindingKind("ruling-differs", Severity.WARNING)


def check(book: Book) -> Iterator[Finding]:
    """Each cell that differs from the value of a ruling in force; a value without a cell is a finding too."""
    for ruling in in_force(book.game.rulings):
        if ruling.value is not None:
            yield from _differing(ruling, plain(ruling.value, book), book)


def _differing(ruling: Ruling, value: str, book: Book) -> Iterator[Finding]:
    assert ruling.value is not None
    targets = [(text, target) for text in ruling.where if (target := book.target_of(text)) is not None]
    cells = [(text, target) for text, target in targets if target.kind == "cell"]
    for text, cell in cells:
        case = book.case(cell)
        printed = plain(case.value.label, book)
        if printed != value:
            message = f"the ruling says {value}, but the cell prints {printed}"
            labels = (Label(case.span, "the cell"),)
            hint = "correct the cell, and the rules code with it; or name the ruling that supersedes this one"
            yield FINDING.at(ruling.value.span, message, hint, labels, about=f"{ruling.id}: {plain(text, book)}")
    if targets and not cells:
        message = f"the ruling {ruling.id!r} has a value, but names no cell"
        yield FINDING.at(ruling.value.span, message, "name it: where: cell:hits(wood, rifle)", about=ruling.id)
