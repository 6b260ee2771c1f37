"""A capitalised word or an abbreviation that is one letter away from a term.

Players search for the term as the glossary spells it; `AVF` beside `AFV` sends them looking for a second thing.
"""

from collections.abc import Iterator

from rulewright.checks.occurrences import Occurrences
from rulewright.checks.vocabulary import Vocabulary, unlinked_words
from rulewright.diagnostics import Diagnostic, FindingKind, Label, Severity
from rulewright.model.book import Book

FINDING = FindingKind("misspelt-term", Severity.WARNING)


def check(book: Book) -> Iterator[Diagnostic]:
    """Each such word, once in each text."""
    vocabulary, occurrences = Vocabulary.of(book), Occurrences()
    for use in unlinked_words(book):
        term = vocabulary.misspelt_term(use.word)
        if term is not None:
            message = f"{use.word!r} looks like a misspelling of the term {term.name!r}"
            hint = f"write [[{term.name}]], or reword it if something else is meant"
            label = Label(term.span, "the term is defined here")
            place, about = use.text.locate(use.word), occurrences.about(use.owner, use.word)
            yield FINDING.at(place, message, hint, (label,), about=about)
