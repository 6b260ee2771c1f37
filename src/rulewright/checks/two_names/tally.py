"""Counts of spellings, and the finding that two names look like names for one thing."""

from collections import Counter

from rulewright.checks.book_words import Passage
from rulewright.diagnostics import Diagnostic, FindingKind, Label, Severity
from rulewright.model.text import Text

FINDING = FindingKind("two-names", Severity.WARNING)


class Tally:
    """How often the book uses each spelling, and its first use as written."""

    def __init__(self) -> None:
        self.count: Counter[object] = Counter()
        self.first: dict[object, tuple[Passage, str]] = {}

    def add(self, spelling: object, passage: Passage, phrase: str) -> None:
        self.count[spelling] += 1
        self.first.setdefault(spelling, (passage, phrase))

    def finding(self, usual: object, other: object, why: str) -> Diagnostic:
        """At the rarer of two spellings; if both are as common, at `other`."""
        if self.count[usual] < self.count[other]:
            usual, other = other, usual
        (passage, phrase), (first, known) = self.first[other], self.first[usual]
        return finding(passage.text, passage.written(phrase), first.text, first.written(known), why)


def finding(text: Text, written: str, first: Text, known: str, why: str) -> Diagnostic:
    message = f"{written!r} and {known!r} look like two names for one thing: {why}"
    hint = "use one of them, or list the other under 'also' of the term"
    label, about = Label(first.locate(known), "the other one"), f"{written} and {known}"
    return FINDING.at(text.locate(written), message, hint, (label,), about=about)
