"""Names counted as they are spelt, and the finding that two of them look like names for one thing."""

from collections import Counter

from rulewright.checks.reading import Page
from rulewright.diagnostics import Diagnostic, FindingKind, Label, Severity
from rulewright.model.text import Text

FINDING = FindingKind("two-names", Severity.WARNING)


class Tally:
    """How often each spelling stands in the book, and where first, in which form."""

    def __init__(self) -> None:
        self.count: Counter[object] = Counter()
        self.first: dict[object, tuple[Page, str]] = {}

    def add(self, spelling: object, page: Page, phrase: str) -> None:
        self.count[spelling] += 1
        self.first.setdefault(spelling, (page, phrase))

    def finding(self, kept: object, other: object, why: str) -> Diagnostic:
        """The rarer of two spellings is the slip; where both are as common, `other`."""
        if self.count[kept] < self.count[other]:
            kept, other = other, kept
        (page, phrase), (first, known) = self.first[other], self.first[kept]
        return finding(page.text, page.written(phrase), first.text, first.written(known), why)


def finding(text: Text, written: str, first: Text, known: str, why: str) -> Diagnostic:
    message = f"{written!r} and {known!r} look like two names for one thing: {why}"
    hint = "use one of them, or declare the other under 'also' of the term"
    label, about = Label(first.locate(known), "the other one"), f"{written} and {known}"
    return FINDING.at(text.locate(written), message, hint, (label,), about=about)
