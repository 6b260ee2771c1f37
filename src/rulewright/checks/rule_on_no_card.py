"""Rules that no card cites, in a game that prints only cards.

A card is a choice, so this is no fault but one note for the game: a list to go through before printing.
"""

from collections.abc import Iterator

from rulewright.checks.missing_from_cards import list_names, missing_from_cards
from rulewright.findings import Finding, FindingKind, Severity
from rulewright.model.book import Book

FINDING = FindingKind("rule-on-no-card", Severity.NOTE)


def check(book: Book) -> Iterator[Finding]:
    """One finding for all of them, which names each by its number or else by its title."""
    missing = [book.rules[id_] for id_ in missing_from_cards(book, "rule")]
    if missing:
        named = list_names([rule.number or f"{rule.title.words!r}" for rule in missing])
        message = (
            "no card cites {n} rule: {named}" if len(missing) == 1 else "no card cites {n} rules: {named}"
        ).format(n=len(missing), named=named)
        hint = "cite those that players look up during play in a bullet; leave the others to the rulebook"
        yield FINDING.at(missing[0].span, message, hint, about="rules")
