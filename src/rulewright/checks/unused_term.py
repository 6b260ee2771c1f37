"""A glossary entry that nothing links to.

Either texts use the term without a link to its definition, or the rule that needed it is gone.
"""

from collections.abc import Iterator

from rulewright.findings import Finding, FindingKind, Severity
from rulewright.model.book import Book, Target

FINDING = FindingKind("unused-term", Severity.WARNING)


def check(book: Book) -> Iterator[Finding]:
    """Each term that no text of the game links to."""
    for term in book.game.terms:
        if Target("term", term.id) not in book.cited_by:
            message = f"nothing links to the term {term.name!r}"
            hint = f"write [[{term.name}]] where it is used, or remove it"
            yield FINDING.at(term.span, message, hint, about=term.name)
