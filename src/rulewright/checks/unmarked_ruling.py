"""A ruling that no card marks, though a card prints what follows it.

A player takes what a card says for what the rules say. Where we have decided, the card says so with a sign, but the
tool can only place it at something that the ruling concerns.
"""

from collections.abc import Iterator

from rulewright.findings import Finding, FindingKind, Severity
from rulewright.model.book import Book
from rulewright.model.card_contents import links_on
from rulewright.model.on_cards import on_cards

FINDING = FindingKind("unmarked-ruling", Severity.WARNING)


def check(book: Book) -> Iterator[Finding]:
    """Each ruling on a rule that is on cards and that no card cites."""
    of_rules = [(ruling, target) for ruling, target in book.ruling_signs.unnamed() if target.kind == "rule"]
    if not of_rules:
        return
    cited = {book.resolve(link) for card in book.game.cards for link in links_on(card, book)}
    shown = on_cards(book)
    for ruling, rule in of_rules:
        if rule in shown and rule not in cited:
            message = f"no card has a sign for the ruling {ruling.id!r}, though cards print what belongs to its rule"
            hint = f"write errata: {ruling.id} at the bullet, modifier or output that follows it"
            yield FINDING.at(ruling.where.span, message, hint, about=ruling.id)
