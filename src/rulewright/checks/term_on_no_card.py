"""Terms that no card uses, in a game of cards alone: one note for the game, as for rules."""

from collections.abc import Iterator

from rulewright.checks.cards_alone import left_off, listed
from rulewright.diagnostics import Diagnostic, FindingKind, Severity
from rulewright.model.book import Book
from rulewright.model.names import count_text

FINDING = FindingKind("term-on-no-card", Severity.NOTE)


def check(book: Book) -> Iterator[Diagnostic]:
    """All of them together."""
    missing = [book.terms[id_] for id_ in left_off(book, "term")]
    if missing:
        named = listed([term.name for term in missing])
        message = f"{count_text(len(missing), 'term')} {'are' if len(missing) > 1 else 'is'} on no card: {named}"
        hint = "link [[the term]] in a bullet where players need its definition; the others are the glossary's"
        yield FINDING.at(missing[0].span, message, hint, about="terms")
