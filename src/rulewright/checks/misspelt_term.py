"""A capitalised word or an abbreviation that is one letter away from a term.

Players search for the term as the glossary spells it; `AVF` beside `AFV` sends them looking for a second thing.
"""

from collections.abc import Iterator

from rulewright.checks.occurrences import Occurrences
from rulewright.checks.vocabulary import Vocabulary, unlinked_words
from rulewright.diagnostics import Diagnostic, FindingKind, Label, Severity
from rulewright.model.book import Book
from rulewright.translation.messages import tell

FINDING = FindingKind("misspelt-term", Severity.WARNING)


def check(book: Book) -> Iterator[Diagnostic]:
    """Each such word, once in each text."""
    vocabulary, occurrences = Vocabulary.of(book), Occurrences()
    for use in unlinked_words(book):
        term = vocabulary.misspelt_term(use.word)
        if term is not None:
            message = tell("{word!r} looks like a misspelling of the term {term!r}", word=use.word, term=term.name)
            hint = tell("write [[{term}]], or reword it if something else is meant", term=term.name)
            label = Label(term.span, tell("the term is defined here"))
            place, about = use.text.locate(use.word), occurrences.about(use.owner, use.word)
            yield FINDING.at(place, message, hint, (label,), about=about)
