"""Rules that no card speaks of, in a game of cards alone.

A card is a choice, so this is one note for the game and no fault: the list to go through before print.
"""

from collections.abc import Iterator

from rulewright.checks.cards_alone import left_off, listed
from rulewright.diagnostics import Diagnostic, FindingKind, Severity
from rulewright.model.book import Book
from rulewright.model.names import count_text

FINDING = FindingKind("rule-on-no-card", Severity.NOTE)


def check(book: Book) -> Iterator[Diagnostic]:
    """All of them together, by number, or by title where they have none."""
    missing = [book.rules[id_] for id_ in left_off(book, "rule")]
    if missing:
        named = listed([rule.number or f"{rule.title.words!r}" for rule in missing])
        message = f"{count_text(len(missing), 'rule')} {'are' if len(missing) > 1 else 'is'} on no card: {named}"
        hint = "cite in a bullet those that players look up during play; the others are the rulebook's"
        yield FINDING.at(missing[0].span, message, hint, about="rules")
