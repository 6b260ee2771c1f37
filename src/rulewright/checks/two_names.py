"""Two names for one thing, or one label for two: readers search the rules for a difference that is not there.

A name is one word here and two there: `longsword` and `long sword`. A hyphen alone says nothing, for `long range` and
`long-range fire` are both good English.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from rulewright.checks.printed_prose import Printed, is_english, printed_texts
from rulewright.findings import Finding, FindingKind, Label, Severity, Span
from rulewright.markup.english import STOP_WORDS, singular
from rulewright.model.book import Book
from rulewright.model.game import case_sensitive_names
from rulewright.wording import plain

FINDING = FindingKind("two-names", Severity.WARNING)

ADDRESS = re.compile(r"\S*(?:://|www\.|@)\S*")
APART = re.compile(r"(?<![\w’'-])([^\W\d_]{3,})(?=(\s+|-)([^\W\d_]{3,})(?![\w’'-]))")
JOINED = re.compile(r"(?<![\w’'-])[^\W\d_]{6,}(?![\w’'-])")


def check(book: Book) -> Iterator[Finding]:
    """Names in one word and in two, and terms or keys of a domain with one label."""
    if is_english(book):
        yield from _spellings(book)
    yield from _labels(book)


def _spellings(book: Book) -> Iterator[Finding]:
    """Each name in one word that is in two elsewhere, where the rarer one is first; its parts may have a hyphen."""
    joined, apart = _Uses(), _Uses()
    shown = [(printed, ADDRESS.sub("|", printed.shown)) for printed in printed_texts(book)]
    for printed, text in shown:
        for match in JOINED.finditer(text):
            if match[0][1:].islower():
                joined.add(_fold(match[0]), printed, match[0])
    for printed, text in shown:
        for match in APART.finditer(text):
            fold = _fold(match[1] + match[3])
            if fold in joined.count and STOP_WORDS.isdisjoint((match[1].lower(), match[3].lower())):
                apart.add(fold, printed, f"{match[1]}{match[2]}{match[3]}")
    declared = [{_fold(name) for name in term.names} for term in book.game.terms if term.also]
    allowed = frozenset[str]().union(*declared)
    for fold in (each for each in apart.count if each not in allowed):
        usual, other = (apart, joined) if joined.count[fold] < apart.count[fold] else (joined, apart)
        (first, known), (printed, written) = usual.first[fold], other.first[fold]
        message = f"{written!r} and {known!r} look like two names for one thing: {'they differ by a hyphen or a space'}"
        hint = "use one of them, or list the other under 'also' of the term"
        label, about = Label(first.text.locate(known), "the other one"), f"{written} and {known}"
        yield FINDING.at(printed.text.locate(written), message, hint, (label,), about=about)


class _Uses:
    """How often the book has each spelling, and where first."""

    def __init__(self) -> None:
        self.count: Counter[str] = Counter()
        self.first: dict[str, tuple[Printed, str]] = {}

    def add(self, fold: str, printed: Printed, written: str) -> None:
        self.count[fold] += 1
        self.first.setdefault(fold, (printed, written))


def _fold(name: str) -> str:
    return singular(re.sub(r"[\s-]+", "", name).lower())


def _labels(book: Book) -> Iterator[Finding]:
    """Each label that an earlier term, or an earlier key of its table, has."""
    apart = case_sensitive_names(book.game.terms)
    terms = [(name, term.span, term.id) for term in book.game.terms for name in term.names if name not in apart]
    yield from _alike("terms", terms)
    domains = {axis.domain.id: axis.domain for table in book.game.tables for axis in table.axes}
    for domain in domains.values():
        labels = [(plain(name.label, book), name.span, name.id) for name in domain.names]
        yield from _alike(f"keys of {domain.id!r}", labels)


def _alike(what: str, labels: Iterable[tuple[str, Span, str]]) -> Iterator[Finding]:
    first: dict[str, tuple[Span, str]] = {}
    for label, span, id_ in labels:
        fold = _fold(label)
        place, known = first.setdefault(fold, (span, id_))
        if fold and known != id_:
            message, hint = (
                f"two {what} are called {label!r}",
                "rename one of them, or merge the two",
            )
            other, about = (Label(place, "the other one"),), f"two {what}: {known} and {id_}"
            yield FINDING.at(span, message, hint, other, about=about)
