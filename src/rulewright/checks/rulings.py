"""Rulings: their values, their order and their signs on cards."""

from collections.abc import Iterator, Mapping

from rulewright.checks.named_check import finds
from rulewright.findings import Finding, FindingKind, Label, Severity
from rulewright.model.book import Book
from rulewright.model.card_contents import links_on
from rulewright.model.on_cards import on_cards
from rulewright.model.ruling import Ruling, in_force
from rulewright.wording import plain

RULING_DIFFERS = FindingKind("ruling-differs", Severity.WARNING)


@finds(RULING_DIFFERS)
def ruling_differs(book: Book) -> Iterator[Finding]:
    """A ruling with a value, though a cell that it is about prints another.

    Readers of the table and readers of the ruling would play by different rules. Correct the cell, so that the proof
    compares it with the rules code, or say which later ruling supersedes this one. A value without a cell is reported
    too.
    """
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
            yield RULING_DIFFERS.at(ruling.value.span, message, hint, labels, about=f"{ruling.id}: {plain(text, book)}")
    if targets and not cells:
        message = f"the ruling {ruling.id!r} has a value, but names no cell"
        yield RULING_DIFFERS.at(ruling.value.span, message, "name it: where: cell:hits(wood, rifle)", about=ruling.id)


SUPERSEDED_RULING = FindingKind("superseded-ruling", Severity.WARNING)
SUPERSEDED_RULING_HINT = "write 'supersedes' at the later of the two, and there the name of the earlier"


@finds(SUPERSEDED_RULING)
def superseded_ruling(book: Book) -> Iterator[Finding]:
    """A ruling that supersedes a later one, or itself through a chain of others.

    Readers see the ruling that is in force. If two supersede one another, neither is. If the earlier supersedes the
    later, the author most likely swapped them.
    """
    by_id = {ruling.id: ruling for ruling in book.game.rulings}
    for ruling in book.game.rulings:
        earlier = by_id.get(ruling.earlier)
        if earlier is None or ruling.supersedes is None:
            continue
        labels = (Label(earlier.span, "the ruling that it supersedes"),)
        if ruling in _chain(earlier, by_id):
            message = f"the ruling {ruling.id!r} supersedes itself"
            yield SUPERSEDED_RULING.at(ruling.supersedes.span, message, SUPERSEDED_RULING_HINT, labels, about=ruling.id)
        elif ruling.date and earlier.date and earlier.date > ruling.date:
            message = f"the ruling {ruling.id!r} supersedes {earlier.id!r}, which is later"
            yield SUPERSEDED_RULING.at(ruling.supersedes.span, message, SUPERSEDED_RULING_HINT, labels, about=ruling.id)


def _chain(ruling: Ruling, by_id: Mapping[str, Ruling]) -> list[Ruling]:
    """The ruling, those that it supersedes, and so on."""
    chain = [ruling]
    while (earlier := by_id.get(chain[-1].earlier)) is not None and earlier not in chain:
        chain.append(earlier)
    return chain


UNMARKED_RULING = FindingKind("unmarked-ruling", Severity.WARNING)


@finds(UNMARKED_RULING)
def unmarked_ruling(book: Book) -> Iterator[Finding]:
    """A ruling that no card marks, though a card prints something that follows from it.

    Players take the words of a card for the words of the rules. Where a ruling decided, the card shows a sign, but
    the tool can only place it at something that the ruling names.
    """
    of_rules = [(ruling, target) for ruling, target in book.ruling_signs.unnamed() if target.kind == "rule"]
    if not of_rules:
        return
    cited = {book.resolve(link) for card in book.game.cards for link in links_on(card, book)}
    shown = on_cards(book)
    for ruling, rule in of_rules:
        if rule in shown and rule not in cited:
            message = f"no card has a sign for the ruling {ruling.id!r}, though cards print what belongs to its rule"
            hint = f"write errata: {ruling.id} at the bullet, modifier or output that follows it"
            yield UNMARKED_RULING.at(ruling.where.span, message, hint, about=ruling.id)
