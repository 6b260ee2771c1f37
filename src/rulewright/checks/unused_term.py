"""A glossary entry that nothing links to.

Either the term is used and no reader is led to its definition, or the rule that needed it is gone.
"""

from collections.abc import Iterator

from rulewright.diagnostics import Diagnostic, Severity
from rulewright.model.book import Book, Target


def unused_terms(book: Book) -> Iterator[Diagnostic]:
    """Each term that no text of the game links to."""
    for term in book.game.terms:
        if Target("term", term.id) not in book.cited_by:
            message = f"nothing links to the term {term.name!r}"
            hint = f"write [[{term.name}]] where it is used, or remove it"
            yield Diagnostic("unused-term", term.span, message, hint, severity=Severity.WARNING, about=term.name)
