"""Terms: defined and used, and spelt as they are defined."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.diagnostics import Diagnostic, Label, Severity
from rulewright.model.book import Book, Target, texts
from rulewright.model.game import Term
from rulewright.model.text import Text

WORD = re.compile(r"(?<!\w)[^\W\d_](?:[^\W\d_]|['’])*[^\W\d_](?!\w)")
ABBREVIATION = re.compile(r"[A-Z]{2,6}s?")
ROMAN = re.compile(r"[IVX]+")
"""Panzer IV and Chapter II are no abbreviations."""
SHORTEST = 5
"""Letters below which one letter more or less makes another word, not a slip."""


def unused_terms(book: Book) -> Iterator[Diagnostic]:
    """A glossary entry that nothing links to."""
    for term in book.game.terms:
        if Target("term", term.id) not in book.cited_by:
            message = f"nothing links to the term {term.name!r}"
            hint = f"write [[{term.name}]] where it is used, or remove it"
            yield Diagnostic("unused-term", term.span, message, hint, severity=Severity.WARNING)


def misspelt_terms(book: Book) -> Iterator[Diagnostic]:
    """A capitalised word or an abbreviation that is one slip away from a term."""
    vocabulary = _Vocabulary.of(book)
    for text, word in _words(book):
        term = vocabulary.slip(word)
        if term is not None:
            message = f"{word!r} looks like a slip for the term {term.name!r}"
            hint = f"write [[{term.name}]], or reword it if something else is meant"
            label = Label(term.span, "the term is defined here")
            yield Diagnostic("misspelt-term", text.locate(word), message, hint, (label,), Severity.WARNING)


def undefined_abbreviations(book: Book) -> Iterator[Diagnostic]:
    """An abbreviation in the text that no term explains."""
    vocabulary = _Vocabulary.of(book)
    reported: set[str] = set()
    for text, word in _words(book):
        known = word.casefold() in vocabulary.words or word.rstrip("s").casefold() in vocabulary.words
        if ABBREVIATION.fullmatch(word) and not known and word not in reported and vocabulary.slip(word) is None:
            reported.add(word)
            message = f"the abbreviation {word!r} is used and not defined"
            hint = f"add {word}: under terms; if no source explains it, say so with 'unexplained'"
            yield Diagnostic("undefined-term", text.locate(word), message, hint, severity=Severity.WARNING)


def _words(book: Book) -> Iterator[tuple[Text, str]]:
    """The unlinked words worth comparing: abbreviations, and capitalised words long enough to tell."""
    for _, text in texts(book.game):
        for word in dict.fromkeys(WORD.findall(text.bare)):
            if ROMAN.fullmatch(word):
                continue
            if ABBREVIATION.fullmatch(word) or (word[0].isupper() and len(word) >= SHORTEST):
                yield text, word


@dataclass(frozen=True, slots=True)
class _Vocabulary:
    """The words that terms are made of, in lower case, and the terms of a single word, which can be misspelt.

    The words of longer terms are everyday words: `Light` is no slip for the second half of `Line of Sight`.
    """

    words: frozenset[str]
    stems: frozenset[str]
    single: dict[str, Term]
    abbreviations: dict[str, Term]

    @classmethod
    def of(cls, book: Book) -> "_Vocabulary":
        names = [(name, term) for term in book.game.terms for name in term.names]
        words = frozenset(word.casefold() for name, _ in names for word in WORD.findall(name))
        single = {name.casefold(): term for name, term in names if WORD.fullmatch(name)}
        abbreviations = {name.casefold(): term for name, term in names if name.isupper()}
        return cls(words, frozenset(map(_stem, words)), single, abbreviations)

    def slip(self, word: str) -> Term | None:
        """The term that `word` misspells, if it is neither a term's word nor an inflection of one."""
        folded = word.casefold()
        if folded in self.words or _stem(folded) in self.stems:
            return None
        if ABBREVIATION.fullmatch(word):  # LOF beside LOS is another word; AVF beside AFV is a slip
            candidates = [name for name in self.abbreviations if len(name) > 2 and sorted(name) == sorted(folded)]
        else:
            candidates = [name for name in self.single if len(name) >= SHORTEST and _one_slip_apart(folded, name)]
        return self.single[candidates[0]] if candidates else None


def _stem(word: str) -> str:
    """Enough of a stem to let plurals and other inflections pass."""
    return re.sub(r"(?:ies|ied|y)$", "i", re.sub(r"(?:['’]s|ing|ed|es|s|e)$", "", word))


def _one_slip_apart(one: str, other: str) -> bool:
    """Whether one letter changed, added or dropped, or two neighbours swapped, make one of the other.

    The first letter is hardly ever the slip: night is not a misspelt light.
    """
    short, long = sorted((one, other), key=len)
    if len(long) - len(short) > 1 or one[:1] != other[:1]:
        return False
    at = next((i for i, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    if len(short) < len(long):
        return short[at:] == long[at + 1 :]
    swapped = short[at + 1 : at + 2] + short[at : at + 1] + short[at + 2 :]
    return short[at + 1 :] == long[at + 1 :] or swapped == long[at:]
