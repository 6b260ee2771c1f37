"""Terms that no card uses, in a game that prints only cards: one note for the game, as for rules."""

from collections.abc import Iterator

from rulewright.checks.missing_from_cards import list_names, missing_from_cards
from rulewright.findings import Finding, FindingKind, Severity
from rulewright.model.book import Book

FINDING = FindingKind("term-on-no-card", Severity.NOTE)


def check(book: Book) -> Iterator[Finding]:
    """One finding for all of them."""
    missing = [book.terms[id_] for id_ in missing_from_cards(book, "term")]
    if missing:
        named = list_names([term.name for term in missing])
        message = ("no card uses {n} term: {named}" if len(missing) == 1 else "no card uses {n} terms: {named}").format(
            n=len(missing), named=named
        )
        hint = "link [[the term]] in a bullet where players need its definition; leave the others to the glossary"
        yield FINDING.at(missing[0].span, message, hint, about="terms")
