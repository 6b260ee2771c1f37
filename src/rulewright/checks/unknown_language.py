"""The tool does not speak the language of the game.

The words that it adds itself, such as headings, remarks below tables and buttons of the web pages, then print in
English among the author's own.
"""

from collections.abc import Iterator

from rulewright.findings import Finding, FindingKind, Severity
from rulewright.model.book import Book
from rulewright.translation.catalogues import languages, spoken
from rulewright.translation.messages import all_of

FINDING = FindingKind("unknown-language", Severity.WARNING)


def check(book: Book) -> Iterator[Finding]:
    """The language of the texts, and those of translations, without a catalogue."""
    game = book.game
    for language in (game.language, *game.translations):
        if spoken(language) is None:
            message = f"there is no translation of the built-in words for language {language!r}: they print in English"
            hint = f"available: {all_of(languages())}; the manual explains how to add a language"
            yield FINDING.at(game.language_span, message, hint, about=language)
