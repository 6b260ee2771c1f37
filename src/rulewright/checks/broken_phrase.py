"""Words that do not go together: "even unless", "one or less", "then" after "unless".

Somebody put one word in place of another and did not read the sentence again; it may now say the opposite of what it
means. The check knows phrases that no sound sentence has, in English only.
"""

from collections.abc import Collection, Iterator

from rulewright.checks.english import BROKEN, is_english
from rulewright.checks.occurrences import Occurrences
from rulewright.checks.prose_numbers import prose
from rulewright.diagnostics import Diagnostic, FindingKind, Severity
from rulewright.markup.links import LINK
from rulewright.model.book import Book, Target

FINDING = FindingKind("broken-phrase", Severity.WARNING)


def check(book: Book, only: Collection[Target] | None = None) -> Iterator[Diagnostic]:
    """Each such phrase; `only` in texts of these owners."""
    occurrences = Occurrences()
    for owner, text in prose(book, only) if is_english(book) else ():
        bare = LINK.sub(lambda link: "x" * len(link[0]), text.source)
        small = bare.lower()
        for pattern, why, needed in BROKEN:
            for match in pattern.finditer(bare) if any(word in small for word in needed) else ():
                phrase = " ".join(text.source[match.start() : match.end()].split())
                message = f"“{phrase}”: {why}"
                place = text.at(match.start(), 1)
                yield FINDING.at(place, message, "read the sentence again", about=occurrences.about(owner, phrase))
