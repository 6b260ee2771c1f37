"""A capitalised word or an abbreviation that is one slip away from a term.

Players search for the term as it is spelt in the glossary; `AVF` beside `AFV` sends them looking for a second thing.
"""

from collections.abc import Iterator

from rulewright.checks.distinct import Distinct
from rulewright.checks.vocabulary import Vocabulary, unlinked_words
from rulewright.diagnostics import Diagnostic, FindingKind, Label, Severity
from rulewright.model.book import Book

FINDING = FindingKind("misspelt-term", Severity.WARNING)


def check(book: Book) -> Iterator[Diagnostic]:
    """Each text in which such a word stands, once for each word."""
    vocabulary, distinct = Vocabulary.of(book), Distinct()
    for use in unlinked_words(book):
        term = vocabulary.slip(use.word)
        if term is not None:
            message = f"{use.word!r} looks like a slip for the term {term.name!r}"
            hint = f"write [[{term.name}]], or reword it if something else is meant"
            label = Label(term.span, "the term is defined here")
            place, about = use.text.locate(use.word), distinct.about(use.owner, use.word)
            yield FINDING.at(place, message, hint, (label,), about=about)
